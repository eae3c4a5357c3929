"""The page on which buttons are learnt, over a real port."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from companion.service import Answer
from companion.texts import Message, say
from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN, Visitor
from web import pairing as learn
from web.app import create_app
from web.pairing import PairedButton, PairingStep, PairingView
from web.serve import PageServer


@dataclass
class FakeTeacher:
    """Remembers what it was asked, and shows what a test has put there."""

    state: PairingView = field(default_factory=PairingView)
    asked: list[tuple[object, ...]] = field(default_factory=list)
    refuses: Message | None = None

    def shown(self) -> PairingView:
        return self.state

    def begin(self, grab: str, keyboards: bool) -> Answer:
        return self._answer("begin", grab, keyboards)

    def step(self, step: PairingStep) -> Answer:
        return self._answer("step", step)

    def _answer(self, *what: object) -> Answer:
        self.asked.append(what)
        return Answer(self.refuses is None, 0, self.refuses)


def served(service: FakeTeacher | None) -> PageServer:
    app = create_app(FakeService(), token=TOKEN)
    learn.attach(app, service)
    return PageServer(app, "127.0.0.1", 0)


@pytest.fixture
def service() -> FakeTeacher:
    return FakeTeacher()


@pytest.fixture
def visitor(service: FakeTeacher) -> Iterator[Visitor]:
    server = served(service)
    server.start()
    yield Visitor(server.port)
    server.close()


def test_what_is_answered_without_a_button_reaches_the_teacher(visitor: Visitor, service: FakeTeacher) -> None:
    visitor.change("/api/learn/begin", grab="seat-slot", keyboards=True)
    visitor.change("/api/learn/begin", grab="seat-then-slot")
    replies = [visitor.change("/api/learn/step", step=str(step)).status for step in PairingStep]

    assert [("begin", "seat-slot", True), ("begin", "seat-then-slot", False)] == service.asked[:2]
    assert [("step", step) for step in PairingStep] == service.asked[2:]
    assert [200] * len(PairingStep) == replies


def test_a_refusal_says_why(visitor: Visitor, service: FakeTeacher) -> None:
    service.refuses = say("nothing is being learnt now")

    reply = visitor.change("/api/learn/step", step="keep")

    assert (409, "nothing is being learnt now") == (reply.status, reply.json["why"])


def test_a_step_that_nobody_knows_is_refused(visitor: Visitor, service: FakeTeacher) -> None:
    reply = visitor.change("/api/learn/step", step="jump")

    assert (400, {"error": "there is no step jump"}, []) == (reply.status, reply.json, service.asked)


def test_the_state_is_shown_in_words(visitor: Visitor, service: FakeTeacher) -> None:
    service.state = PairingView(
        asking=True,
        question=say("Press the button of player {seat} now.", seat=2),
        now=say("no button yet"),
        count=(2, 5),
        learnt=(PairedButton(say("the button of seat {seat}", seat=1), say("GPIO 5")),),
        text="[buttons]\n1 = 5\n",
        file="/etc/companion.toml",
    )

    assert {
        "why": None,
        "question": "Press the button of player 2 now.",
        "now": "no button yet",
        "trouble": None,
        "ended": None,
        "hearing": None,
        "asking": True,
        "done": False,
        "can_keep": False,
        "count": [2, 5],
        "learnt": [{"name": "the button of seat 1", "place": "GPIO 5"}],
        "text": "[buttons]\n1 = 5\n",
        "file": "/etc/companion.toml",
    } == visitor.get("/api/learn").json


def test_the_page_and_its_way_from_the_lobby_are_there(visitor: Visitor) -> None:
    assert 200 == visitor.get("/learn").status
    assert 'href="/learn"' in visitor.get("/").text


def test_on_a_simulated_table_there_is_nothing_to_learn() -> None:
    server = served(None)
    server.start()
    visitor = Visitor(server.port)

    replies = [visitor.get("/learn").status, visitor.get("/api/learn").status]
    lobby = visitor.get("/").text
    server.close()

    assert [404, 404] == replies
    assert 'href="/learn"' not in lobby
