"""One snapshot as the page gets it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.effects import Announced, Cue, Lamp, Refused
from companion.events import By, Tick
from companion.games.registry import GAMES
from companion.observations import Colour, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.service import MatchShown, Notice, NoticeLevel, Snapshot
from companion.table import Player, Seat, Table
from companion.texts import say
from companion.view import Action, CallShown, Grid, Line, PictureShown, ScoreSheet, Tap, View
from web.render import Renderer
from web.translations import languages

ONE, TWO = Seat(1), Seat(2)
MARK_UP = "<svg/onload=alert()>"
TABLE = Table((Player(ONE, "Ada"), Player(TWO, MARK_UP)))
SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
SURE = SeenDie(5, Colour.RED, SQUARE, 0.99, sure=True, cell=(0, 0))
UNSURE = SeenDie(3, Colour.BLUE, SQUARE, 0.6, sure=False, cell=(0, 1), alternatives=(2, 1))
UNREAD = SeenDie(None, Colour.OTHER, SQUARE, 0.0, sure=False)
SECOND = 1_000_000_000


def shown(view: View, **changes: Any) -> MatchShown:
    match = MatchShown(7, "cubo", TABLE, {}, view, {}, (), deadline=None, can_undo=False, can_redo=False)
    return replace(match, **changes)


def rendered(
    match: MatchShown | None, now: int = 0, language: str = "en", viewer: Seat | None = None, **changes: Any
) -> dict[str, Any]:
    state = replace(Snapshot(version=3, match=match), **changes)
    return Renderer(GAMES, languages()[language], now, "run", viewer).snapshot(state)


def view(**changes: Any) -> View:
    return replace(View(say("Round {number}", number=2), say("Read")), **changes)


def test_a_table_without_a_match_shows_its_notices() -> None:
    notice = Notice("camera", NoticeLevel.WARNING, say("there is no camera"), say("Read"))

    assert {
        "run": "run",
        "version": 3,
        "simulated": True,
        "live": False,
        "camera_on": False,
        "camera": None,
        "reading": "centre",
        "notices": [{"key": "camera", "level": "warning", "text": "there is no camera", "cure": "Read"}],
        "said": [],
        "match": None,
    } == rendered(None, notices=(notice,), simulated=True, reading="centre")


@pytest.mark.parametrize(
    ("deadline", "now", "left"),
    [(None, 5, None), (6 * SECOND, 0, 6000), (6 * SECOND, 5_999_400_000, 0), (6 * SECOND, 7 * SECOND, 0)],
)
def test_what_is_left_is_sent_and_no_clock_time(deadline: int | None, now: int, left: int | None) -> None:
    assert left == rendered(shown(view(), deadline=deadline), now)["match"]["remaining_ms"]


def test_what_the_last_event_brought_is_said_in_the_language_of_the_page() -> None:
    last = (
        Announced(say("{name}: {points}", name="Ada", points=say("{count} points", count=18)), Cue.POINTS),
        Refused(Tick(0), say("tie")),
    )

    assert [
        {"tone": "said", "text": "Ada\u00a0: 18 points", "cue": "points"},
        {"tone": "refused", "text": "ex aequo"},
    ] == rendered(None, language="fr", last=last)["said"]


def test_names_are_sent_as_they_are() -> None:
    seats = rendered(shown(view(turn=TWO), lamps={ONE: Lamp.FIRST, TWO: Lamp.ARMED}))["match"]["seats"]

    assert [
        {"seat": 1, "name": "Ada", "turn": False, "lamp": "first", "state": "first!"},
        {"seat": 2, "name": MARK_UP, "turn": True, "lamp": "armed", "state": "press!"},
    ] == seats


def test_calls_come_with_their_margins() -> None:
    calls = (CallShown(TWO, 0, By.BUTTON), CallShown(ONE, 1_204_500_000, By.BUTTON, tied=True, late=True))

    told = rendered(shown(view(calls=calls)))["match"]["calls"]

    assert None is told["note"]
    assert [("first", []), ("+1,204.5 ms", ["tie", "too late"])] == [
        (call["margin"], call["remarks"]) for call in told["order"]
    ]


def test_calls_from_a_page_say_what_their_times_are_worth() -> None:
    calls = (CallShown(TWO, 0, By.BUTTON), CallShown(ONE, 5_000_000, By.PAGE))

    told = rendered(shown(view(calls=calls)))["match"]["calls"]

    assert told["note"].startswith("Calls from a page are timed when they reach the companion")
    assert ["button", "this page"] == [call["way"] for call in told["order"]]


def picture(*dice: SeenDie, notes: tuple[str, ...] = (), **changes: Any) -> Any:
    seen = Observation(Kind.CUBO, dice)
    base = PictureShown("square-1", say("Read"), "0123abcd", seen, notes=tuple(say(note) for note in notes))
    return rendered(shown(view(pictures=(replace(base, **changes),))))["match"]["pictures"][0]


@pytest.mark.parametrize(
    ("dice", "sure"), [((SURE,), True), ((SURE, UNSURE), False), ((SURE, UNREAD), False), ((), True)]
)
def test_a_picture_is_sure_when_all_its_dice_are(dice: tuple[SeenDie, ...], sure: bool) -> None:
    assert sure == picture(*dice)["sure"]


def test_dice_are_named_with_their_doubts() -> None:
    assert ["die 1: 5, red", "die 2: perhaps 3, blue", "die 3: of another colour, not read"] == [
        die["label"] for die in picture(SURE, UNSURE, UNREAD)["dice"]
    ]


def test_a_problem_is_open_as_long_as_the_referee_repeats_it() -> None:
    asked = Problem.of(ProblemKind.REMARK, say("Undo"))
    seen = Observation(Kind.CUBO, (SURE,), (asked, Problem.of(ProblemKind.REMARK, say("Redo"))))

    told = picture(observation=seen, problems=(asked,), notes=("Total",))

    assert (["Undo"], ["Redo"], ["Total"], False) == (
        told["problems"],
        told["answered"],
        told["notes"],
        told["sure"],
    )


def test_the_place_of_a_question_is_shown_as_long_as_it_is_open() -> None:
    words = say("near {x}, {y} there may be a die that I cannot make out", x=120, y=45)
    doubt = Problem.of(ProblemKind.STRAY, words)
    seen = Observation(Kind.DICE, (SURE,), (doubt, Problem.of(ProblemKind.NOTHING, say("I see no dice"))))

    told, answered = (picture(observation=seen, problems=problems) for problems in ((doubt,), ()))

    assert ([[120.0, 45.0]], []) == (told["places"], answered["places"])


def test_a_reason_is_told_once() -> None:
    asked = Problem.of(ProblemKind.REMARK, say("Undo"))

    told = picture(SURE, problems=(asked,), notes=("Undo",), faults=(say("Undo"),))

    assert ([], ["Undo"], [], False) == (told["problems"], told["faults"], told["notes"], told["sure"])


def test_lines_name_the_dice_that_they_run_through() -> None:
    line = Line(((0, 0), (0, 1), (0, 2)), say("Read"), 6, "red")

    told = picture(UNREAD, UNSURE, SURE, lines=(line,), total=6, tap=Tap.CORRECT)

    assert ([2, 1], 6, "correct") == (told["lines"][0]["dice"], told["total"], told["tap"])


def test_an_exchanged_die_is_told_beside_the_one_in_the_photograph() -> None:
    dice = picture(SURE, UNSURE, exchanged={(0, 0): "B2"})["dice"]

    assert [{"value": 2, "colour": "blue", "label": "2, blue"}, None] == [die["now"] for die in dice]


def test_dice_told_by_hand_have_no_photograph() -> None:
    assert None is picture(UNREAD, picture="")["url"]


def test_a_seat_has_one_call_button_only() -> None:
    press = Action("Pressed", say("Read"), ONE, {"seat": 1, "by": "page"})
    urgent = replace(press, primary=True)

    actions = rendered(shown(view(actions=(press, urgent, Action("Confirmed", say("Undo"))))))["match"]["actions"]

    assert [("Pressed", True), ("Confirmed", False)] == [(each["event"], each["primary"]) for each in actions]


@pytest.mark.parametrize(
    ("notation", "die"),
    [
        ("R5", {"value": 5, "colour": "red", "label": "5, red"}),
        ("W4", {"value": 4, "colour": "white", "label": "4, white"}),
        ("B", {"value": None, "colour": "blue", "label": ", blue"}),
        ("?", {"value": None, "colour": "other", "label": ", of another colour"}),
    ],
)
def test_grids_take_the_one_line_notation(notation: str, die: dict[str, Any]) -> None:
    grids = rendered(shown(view(grids=(Grid(say("Read"), ((notation,),)),))))["match"]["grids"]

    assert [[die]] == grids[0]["rows"]


def test_everybody_with_the_most_points_leads() -> None:
    sheet = ScoreSheet((say("Round"),), {ONE: (18,), TWO: (18,)}, {ONE: 18, TWO: 18})

    rows = rendered(shown(view(sheet=sheet)))["match"]["sheet"]["rows"]

    assert [("Ada", [18], 18, True), (MARK_UP, [18], 18, True)] == [
        (row["name"], row["points"], row["total"], row["leads"]) for row in rows
    ]


def test_house_rules_in_force_are_told_and_changed_ones_marked() -> None:
    rules = rendered(shown(view(), options={"straights": "any_order"}))["match"]["rules"]

    assert ["no, any order within the row counts"] == [rule["chosen"] for rule in rules if rule["changed"]]
    assert len(rules) > 1


def test_a_match_of_an_unknown_game_can_still_be_shown() -> None:
    match = rendered(shown(view(), game="chess"))["match"]

    assert ("chess", []) == (match["game"], match["rules"])
