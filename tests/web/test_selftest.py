"""The self-test page, asked as a browser asks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.texts import say
from tests.web.fake_bench import FOUND, FakeBench, pressed, untouched
from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN, Visitor, new_id
from web.app import create_app
from web.selftest import ButtonShown, Part, SelfTestShown
from web.serve import PageServer


@pytest.fixture
def bench() -> FakeBench:
    return FakeBench()


@pytest.fixture
def visitor(bench: FakeBench) -> Iterator[Visitor]:
    served = PageServer(create_app(FakeService(), token=TOKEN, bench=bench), "127.0.0.1", 0)
    served.start()
    yield Visitor(served.port)
    served.close()


def tried(visitor: Visitor, part: str, name: str) -> tuple[int, str | None]:
    reply = visitor.change("/api/self-test/try", part=part, name=name)
    return reply.status, reply.json.get("why") or reply.json.get("error")


def test_the_lobby_leads_there_and_the_page_back(visitor: Visitor) -> None:
    assert 'href="/self-test"' in visitor.get("/").text
    assert 'href="/"' in visitor.get("/self-test").text


def test_a_button_that_was_pressed_is_told_with_its_bounces_its_delay_and_its_trace(visitor: Visitor) -> None:
    button, never = visitor.get("/api/self-test").json["buttons"]

    assert {
        "name": "1",
        "title": "the button of seat 1",
        "seat": 1,
        "where": "GPIO4, position 7 on the header",
        "virtual": False,
        "state": "pressed once",
        "pressed": True,
        "held": False,
        "way": "button",
        "bounces": "1 bounce",
        "latency": "heard 1.2 ms after the edge",
        "trace": [[0.0, True], [0.4, False], [0.9, True], [4.9, False]],
        "words": "0.0 ms: closed, 0.4 ms: open, 0.9 ms: closed, 85.0 ms: open",
    } == button
    assert ("not pressed yet", False, [], "", "") == tuple(
        never[key] for key in ("state", "pressed", "trace", "bounces", "latency")
    )


@pytest.mark.parametrize(
    ("button", "state", "bounces"),
    [
        (replace(pressed(), presses=3, bounces=0), "pressed 3 times", "no bounce"),
        (replace(pressed(), bounces=4), "pressed once", "4 bounces"),
        (replace(pressed(), presses=0), "touched, but not long enough to be a press", "1 bounce"),
        (replace(untouched(), held=True), "touched, but not long enough to be a press", ""),
    ],
)
def test_the_state_of_a_button_in_words(
    visitor: Visitor, bench: FakeBench, button: ButtonShown, state: str, bounces: str
) -> None:
    bench.found = SelfTestShown(buttons=(button,))

    (told,) = visitor.get("/api/self-test").json["buttons"]

    assert (state, bounces) == (told["state"], told["bounces"])


def test_it_speaks_the_language_of_the_visitor(visitor: Visitor) -> None:
    button = visitor.get("/api/self-test?lang=fr").json["buttons"][0]

    assert "1,2" in button["latency"]


@pytest.mark.parametrize("part", Part)
def test_parts_are_tried(visitor: Visitor, bench: FakeBench, part: Part) -> None:
    assert (200, None) == tried(visitor, part.value, "1")
    assert [(part, "1")] == bench.tried


def test_what_does_not_exist_cannot_be_tried(visitor: Visitor, bench: FakeBench) -> None:
    assert (400, "there is no lamp 'nothing'") == tried(visitor, "lamp", "nothing")
    assert (404, "there is nothing to test here") == tried(visitor, "camera", "1")
    assert [] == bench.tried


def test_during_a_match_it_says_so(visitor: Visitor, bench: FakeBench) -> None:
    bench.refuses = why = say("a match is being played: the self-test waits until it is over")
    bench.found = replace(FOUND, why=why)

    assert str(why) == visitor.get("/api/self-test").json["why"]
    assert (409, str(why)) == tried(visitor, "sound", "go")


def test_trying_is_a_change_and_guarded_like_every_other(visitor: Visitor, bench: FakeBench) -> None:
    body = {"part": "sound", "name": "go", "request": new_id()}

    assert 405 == visitor.get("/api/self-test/try").status
    assert 403 == visitor.post("/api/self-test/try", body, token=None).status
    assert 400 == visitor.post("/api/self-test/try", {**body, "request": "!"}).status
    assert [] == bench.tried


def test_where_there_is_nothing_to_test_nothing_leads_there() -> None:
    client = create_app(FakeService(), token=TOKEN).test_client()

    assert [404, 404] == [client.get(path).status_code for path in ("/self-test", "/api/self-test")]
    assert "/self-test" not in client.get("/").text
