"""The event stream over a real port: everything, at once, and never more streams than threads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from time import monotonic
from typing import Any

import pytest

from companion.service import Notice, NoticeLevel
from companion.texts import say
from tests.web.fake_service import FakeService
from tests.web.visitor import Listener, Visitor
from web.context import Limits
from web.serve import PageServer

NS = 1_000_000_000
PLACES = Limits().streams


def first(listener: Listener) -> tuple[str, Any]:
    return next(listener.events())


def test_the_first_message_is_the_whole_state(visitor: Visitor) -> None:
    with visitor.stream() as listener:
        name, state = first(listener)

    assert ("snapshot", visitor.get("/api/snapshot").json) == (name, state)


def test_every_change_is_told_in_the_language_of_the_page(visitor: Visitor, service: FakeService) -> None:
    notice = Notice("buttons", NoticeLevel.INFO, say("finished"))
    with visitor.stream("/live?lang=fr") as listener:
        events = listener.events()
        assert [] == next(events)[1]["notices"]

        service.show(replace(service.snapshot(), notices=(notice,)))

        assert "terminée" == next(events)[1]["notices"][0]["text"]


def test_a_stream_without_news_gives_signs_of_life(visitor: Visitor, service: FakeService) -> None:
    with visitor.stream() as listener:
        events = listener.events()
        assert "snapshot" == next(events)[0]

        service.time += round(Limits().beat_s * NS)

        assert ("beat", 1) == next(events)


def test_a_stream_ends_when_it_is_old(visitor: Visitor, service: FakeService) -> None:
    with visitor.stream() as listener:
        events = listener.events()
        next(events)

        service.time += round(Limits().stream_s * NS)

        assert [] == [name for name, _ in events if name == "snapshot"]


@pytest.fixture
def full_house(visitor: Visitor) -> Iterator[list[Listener]]:
    with ExitStack() as stack:
        listeners = [stack.enter_context(visitor.stream()) for _ in range(PLACES)]
        assert ["snapshot"] * PLACES == [first(listener)[0] for listener in listeners]
        yield listeners


def test_one_stream_too_many_is_told_to_poll(visitor: Visitor, full_house: list[Listener]) -> None:
    with visitor.stream() as listener:
        told = list(listener.events())

    assert (PLACES, [("full", {"retry_ms": 30_000})]) == (len(full_house), told)
    assert 200 == visitor.get("/api/snapshot").status


def test_a_full_house_still_serves_pages_and_presses(visitor: Visitor, full_house: list[Listener]) -> None:
    began = monotonic()

    statuses = [visitor.get("/").status, visitor.change("/api/press", seat=1).status]

    assert [200, 200] == statuses
    assert monotonic() - began < 2
    assert PLACES == len(full_house)


def test_visitors_who_vanish_give_their_places_back(visitor: Visitor, full_house: list[Listener]) -> None:
    for listener in full_house[:30]:
        listener.hang_up()
    began = monotonic()

    assert 200 == visitor.get("/").status
    assert monotonic() - began < 2
    assert "snapshot" == _first_place(visitor, until=began + 10)


def _first_place(visitor: Visitor, until: float) -> str:
    """Return what a new stream says first, as soon as it is let in."""
    while True:
        with visitor.stream() as listener:
            name = first(listener)[0]
        if name == "snapshot" or monotonic() > until:
            return name


def test_asking_for_the_head_of_a_stream_takes_no_place(visitor: Visitor) -> None:
    statuses = {visitor.ask("HEAD", "/live").status for _ in range(PLACES + 1)}

    with visitor.stream() as listener:
        assert ({200}, "snapshot") == (statuses, first(listener)[0])


def test_the_streams_end_at_once_when_the_server_stops(
    visitor: Visitor, server: PageServer, full_house: list[Listener]
) -> None:
    began = monotonic()

    server.close()

    assert monotonic() - began < 3
    assert visitor.port == server.port
    assert PLACES == len(full_house)
