"""What the page may ask and do, over a real port."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import BadConfig, BadEvent, JournalError
from companion.service import MatchPast, Snapshot
from companion.table import Player, Seat
from companion.texts import say
from tests.web import scenes
from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN, Visitor, new_id
from web.context import Limits
from web.versions import view_version

ADA = {"seat": 1, "name": "Ada"}
BASILE = {"seat": 2, "name": "Basile"}
JPEG = b"\xff\xd8\xff" + b"\0" * 1000
MARK_UP = "<svg/onload=alert()>"
NOTHING = view_version(None)
FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("change", "body", "asked"),
    [
        (
            "start",
            {"game": "cubo", "players": [BASILE, ADA], "options": {"straights": "any_order"}},
            ("start", "cubo", (Player(Seat(1), "Ada"), Player(Seat(2), "Basile")), {"straights": "any_order"}),
        ),
        ("send", {"event": "Confirmed", "seen": NOTHING}, ("send", "Confirmed", {})),
        ("send", {"event": "DieTaken", "values": {"seat": 1, "die": 2}}, ("send", "DieTaken", {"seat": 1, "die": 2})),
        ("send", {"event": "Exchanged", "values": {"cell": [0, 2]}}, ("send", "Exchanged", {"cell": [0, 2]})),
        ("press", {"seat": 2}, ("press", 2)),
        ("press", {"seat": 2, "slot": 3}, ("press", 2, 3)),
        ("slot", {"slot": 1}, ("press_slot", 1)),
        ("undo", {}, ("undo",)),
        ("redo", {}, ("redo",)),
        ("leave", {}, ("leave",)),
        ("read", {"zone": "square-1"}, ("read", "square-1")),
        ("camera/release", {}, ("release_camera",)),
        ("camera/take-back", {}, ("take_camera_back",)),
    ],
)
def test_a_change_reaches_the_desk(
    visitor: Visitor, service: FakeService, change: str, body: dict[str, Any], asked: tuple[Any, ...]
) -> None:
    reply = visitor.change(f"/api/{change}", **body)

    assert (200, {"accepted": True, "version": 1, "why": None}, [asked]) == (reply.status, reply.json, service.asked)


def test_the_same_request_twice_counts_once(visitor: Visitor, service: FakeService) -> None:
    body = {"event": "Confirmed", "seen": NOTHING, "request": new_id()}

    first, second = visitor.post("/api/send", body), visitor.post("/api/send", body)

    assert (first.json, [("send", "Confirmed", {})]) == (second.json, service.asked)


@pytest.mark.parametrize(
    ("language", "why"), [("en", "Ada has already called Cubo"), ("fr", "Ada a déjà annoncé Cubo")]
)
def test_a_refusal_says_why_in_the_language_of_the_page(
    visitor: Visitor, service: FakeService, language: str, why: str
) -> None:
    service.refuses = say("{name} has already called Cubo", name="Ada")

    reply = visitor.post("/api/press", {"seat": 1, "request": new_id()}, Cookie=f"language={language}")

    assert (409, {"accepted": False, "version": 1, "why": why}) == (reply.status, reply.json)


def test_who_is_told_to_come_again_is_told_when(visitor: Visitor, service: FakeService) -> None:
    service.refuses, service.retry_s = say("try again"), 5

    reply = visitor.post("/api/read", {"zone": "centre", "request": new_id()})

    assert (503, "5", "try again") == (reply.status, reply.headers["retry-after"], reply.json["why"])


@pytest.mark.parametrize(
    ("change", "body", "why"),
    [
        ("press", {"seat": 0}, "seats are numbers from 1 to 8"),
        ("press", {"seat": 9}, "seats are numbers from 1 to 8"),
        ("press", {"seat": True}, "seats are numbers from 1 to 8"),
        ("press", {"seat": "1"}, "seats are numbers from 1 to 8"),
        ("press", {}, "seats are numbers from 1 to 8"),
        ("press", {"seat": 1, "request": "short"}, "a request needs an id of 8 to 64 letters and digits"),
        ("press", {"seat": 1, "request": 12345678}, "a request needs an id of 8 to 64 letters and digits"),
        ("read", {"zone": "../../etc passwd"}, "a zone of the table needs a name"),
        ("read", {"zone": None}, "a zone of the table needs a name"),
        ("send", {}, "event must be text"),
        ("send", {"event": "Nonsense"}, "the page cannot send Nonsense"),
        ("send", {"event": "Started"}, "the page cannot send Started"),
        ("send", {"event": "Pressed"}, "the page cannot send Pressed"),
        ("send", {"event": "Saw"}, "the page cannot send Saw"),
        ("send", {"event": "Tick"}, "the page cannot send Tick"),
        ("send", {"event": "Undone"}, "the page cannot send Undone"),
        ("send", {"event": "Confirmed", "values": []}, "the values of an event must be plain"),
        ("send", {"event": "Confirmed", "values": {"a": {"b": 1}}}, "the values of an event must be plain"),
        ("start", {"game": 3}, "game must be text"),
        ("start", {"game": "cubo", "players": "Ada"}, "players must be a list of seats and names"),
        ("start", {"game": "cubo", "players": [1]}, "players must be a list of seats and names"),
        ("start", {"game": "cubo", "players": [ADA, {"seat": 2}]}, "name must be text"),
        ("start", {"game": "cubo", "players": [ADA, ADA]}, "two players cannot share a seat"),
        ("start", {"game": "cubo", "players": [ADA]}, "Cubo is played by 2 to 4: write the names"),
        ("start", {"game": "cubo", "players": [ADA, {"seat": 2, "name": " \u202e "}]},
         "a player needs a name that can be seen"),
        ("start", {"game": "cubo", "players": [ADA, BASILE], "options": {"a": 1}},
         "house rules must be names with values"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_reason(
    visitor: Visitor, service: FakeService, change: str, body: dict[str, Any], why: str
) -> None:
    reply = visitor.change(f"/api/{change}", **body)

    assert (400, why, []) == (reply.status, reply.json["error"], service.asked)


def test_an_unknown_game_is_not_found(visitor: Visitor) -> None:
    reply = visitor.change("/api/start", game="chess", players=[ADA, BASILE])

    assert (404, "there is no game chess") == (reply.status, reply.json["error"])


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[1, 2"])
def test_a_body_that_is_no_json_is_refused(visitor: Visitor, body: bytes) -> None:
    reply = visitor.ask("POST", "/api/undo", body, X_Companion_Token=TOKEN)

    assert (400, "the request is not valid JSON") == (reply.status, reply.json["error"])


@pytest.mark.parametrize("body", [[], 1, "undo", None])
def test_a_body_that_is_no_object_is_refused(visitor: Visitor, body: Any) -> None:
    reply = visitor.post("/api/undo", body)

    assert (400, "the request must be a JSON object") == (reply.status, reply.json["error"])


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (MARK_UP, MARK_UP),
        (FAMILY, FAMILY),
        ("A" * 200, "A" * 40),
        (FAMILY * 20, FAMILY * 5),
        ("  Ada \n Lovelace ", "Ada Lovelace"),
        ("\u202eevil", "evil"),
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_names_are_cleaned_but_mark_up_stays_text(
    visitor: Visitor, service: FakeService, typed: str, kept: str
) -> None:
    visitor.change("/api/start", game="cubo", players=[{"seat": 1, "name": typed}, BASILE])

    assert ((Player(Seat(1), kept), Player(Seat(2), "Basile")),) == (service.asked[0][2],)


@pytest.mark.parametrize(
    ("error", "status"),
    [(BadEvent("no such die"), 400), (BadConfig("no such rule"), 400), (JournalError("the disk is full"), 503)],
)
def test_an_error_of_ours_is_one_sentence(
    visitor: Visitor, service: FakeService, error: Exception, status: int
) -> None:
    service.answers = _raising(error)

    reply = visitor.change("/api/undo")

    assert (status, {"error": str(error)}) == (reply.status, reply.json)


def test_an_error_of_the_programmer_shows_no_traceback(
    visitor: Visitor, service: FakeService, caplog: pytest.LogCaptureFixture
) -> None:
    service.answers = _raising(ZeroDivisionError("secret"))

    reply = visitor.change("/api/undo")

    assert (500, {"error": "something went wrong here; the match on disk is safe"}) == (reply.status, reply.json)
    assert ["a request failed"] == [record.message for record in caplog.records if record.levelname == "ERROR"]


def _raising(error: Exception) -> Any:
    def answer(_: tuple[Any, ...]) -> None:
        raise error

    return answer


@pytest.mark.parametrize(
    ("event", "values"),
    [("Confirmed", {}), ("Corrected", {"zone": "centre", "part": 0}), ("ReadingConfirmed", {"zone": "centre"})],
)
def test_nobody_agrees_to_what_has_changed_meanwhile(
    visitor: Visitor, service: FakeService, event: str, values: dict[str, Any]
) -> None:
    service.show(Snapshot(1, scenes.counting()))
    seen = visitor.get("/api/snapshot").json["match"]["mark"]
    service.show(Snapshot(1, scenes.counting(scenes.doubtful())))

    late = visitor.change("/api/send", event=event, values=values, seen=seen)
    assert (409, "this has changed while you looked at it: look again") == (late.status, late.json["error"])
    assert [] == service.asked

    now = visitor.get("/api/snapshot").json["match"]["mark"]
    assert 200 == visitor.change("/api/send", event=event, values=values, seen=now).status


def test_a_repeated_request_gets_its_first_answer_whatever_changed_since(
    visitor: Visitor, service: FakeService
) -> None:
    body = {"event": "Confirmed", "seen": NOTHING, "request": new_id()}
    first = visitor.post("/api/send", body)
    service.show(Snapshot(1, scenes.counting()))

    assert (first.json, 1) == (visitor.post("/api/send", body).json, len(service.asked))


def test_choices_under_time_pressure_do_not_wait_for_the_others(visitor: Visitor, service: FakeService) -> None:
    reply = visitor.change("/api/send", event="DieTaken", values={"seat": 1, "die": 0}, seen="long ago")

    assert 200 == reply.status


def test_a_photograph_from_a_phone_reaches_the_desk(visitor: Visitor, service: FakeService) -> None:
    reply = visitor.upload("square-1", JPEG)

    assert (200, [("upload", "square-1", len(JPEG))]) == (reply.status, service.asked)


@pytest.mark.parametrize(
    ("photograph", "status", "why"),
    [
        (b"", 400, "the photograph is empty"),
        (b"this is not an image", 400, "this is not a photograph that can be read"),
        (JPEG + b"\0" * Limits().upload_bytes, 413, "that is too large: a photograph may have at most 20 MB"),
    ],
)
def test_what_is_no_photograph_is_refused(
    visitor: Visitor, service: FakeService, photograph: bytes, status: int, why: str
) -> None:
    reply = visitor.upload("square-1", photograph)

    assert (status, why, []) == (reply.status, reply.json["error"], service.asked)


def test_a_giant_request_is_cut_off_by_the_server(visitor: Visitor, service: FakeService) -> None:
    reply = visitor.ask("POST", "/api/upload", None, Content_Length="900000000", X_Companion_Token=TOKEN)

    assert (413, []) == (reply.status, service.asked)


def test_a_giant_json_is_refused(visitor: Visitor, service: FakeService) -> None:
    reply = visitor.change("/api/send", event="Confirmed", values={"a": "x" * 100_000})

    assert (413, []) == (reply.status, service.asked)


def test_pictures_come_as_they_were_kept_and_may_be_cached_for_ever(visitor: Visitor, service: FakeService) -> None:
    service.pictures["0123abcd"] = JPEG

    reply = visitor.get("/pictures/0123abcd.jpg")

    assert (200, JPEG, "image/jpeg") == (reply.status, reply.body, reply.headers["content-type"])
    assert "immutable" in reply.headers["cache-control"]


@pytest.mark.parametrize("path", ["/pictures/0123abcd.jpg", "/pictures/..%2Fsecret.jpg", "/nothing"])
def test_what_is_not_there_is_not_found(visitor: Visitor, path: str) -> None:
    reply = visitor.get(path)

    assert (404, {"error": "there is nothing at this address"}) == (reply.status, reply.json)


def test_while_there_is_no_live_picture_nothing_is_shown_and_nothing_is_wrong(visitor: Visitor) -> None:
    reply = visitor.get("/live.jpg")

    assert (204, b"", "no-store") == (reply.status, reply.body, reply.headers["cache-control"])


def test_the_live_picture_is_the_latest_one(visitor: Visitor, service: FakeService) -> None:
    service.live = JPEG

    reply = visitor.get("/live.jpg")

    assert (JPEG, "no-store") == (reply.body, reply.headers["cache-control"])


def test_all_who_share_the_victory_have_won(visitor: Visitor, service: FakeService) -> None:
    players = (Player(Seat(1), "Ada"), Player(Seat(2), MARK_UP), Player(Seat(3), "Zoë"))
    service.past = (MatchPast(4, "cubo", players, {Seat(1): 41, Seat(2): 41, Seat(3): 3}, finished=True),)

    match = visitor.get("/api/matches").json[0]

    assert (4, "Cubo", "finished") == (match["number"], match["game"], match["state"])
    assert [("Ada", 41, True), (MARK_UP, 41, True), ("Zoë", 3, False)] == [
        (each["name"], each["total"], each["won"]) for each in match["players"]
    ]


def test_who_won_is_told_by_the_game_and_not_by_the_points(visitor: Visitor, service: FakeService) -> None:
    """An Elementary Master of 13 Monsters wins with fewer points, and ties are broken."""
    players = (Player(Seat(1), "Ada"), Player(Seat(2), "Bo"))
    totals = {Seat(1): 160, Seat(2): 200}
    service.past = (MatchPast(4, "thirteen-monsters", players, totals, finished=True, winners=(Seat(1),)),)

    match = visitor.get("/api/matches").json[0]

    assert [("Ada", True), ("Bo", False)] == [(each["name"], each["won"]) for each in match["players"]]
