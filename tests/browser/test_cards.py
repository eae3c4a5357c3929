"""The cards of four games drawn on their boards: every picture arrives, and none of a card that lies face down."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.decks.files import text_of
from companion.events import Started
from companion.service import MatchShown
from companion.session import Match
from companion.table import Table
from tests.browser.conftest import DESKTOP, PHONE, NewPage, shoot, show
from tests.playthroughs.transcript import events_in, journals
from tests.web.fake_service import FakeService

pytestmark = pytest.mark.browser

ALL_LOADED = """() => [...document.querySelectorAll(".piece .art image")].every((art) =>
    performance.getEntriesByName(new URL(art.getAttribute("href"), location).href).length)"""
JOURNALS = ("monad-two-players", "monster-rush-eight-players", "thirteen-monsters", "monster-cube-rules-1-two-players")


def journal_named(start: str) -> Path:
    return next(each for each in journals() if each.stem.startswith(start))


def moment_of(journal: Path) -> MatchShown:
    """Return the middle of a match, at the moment at which the most cards are drawn."""
    events = events_in(journal)
    assert isinstance(events[0], Started)
    match = Match.begin(events[0])
    best, most = match, -1
    for event in events[1 : len(events) * 2 // 3]:
        match, _ = match.feed(event)
        boards = match.referee.view().boards
        faces = sum(
            bool(piece.art) and piece.tone != "back" for board in boards if board.open for piece in board.pieces
        )
        if faces >= most:
            best, most = match, faces
    started, referee = best.started, best.referee
    return MatchShown(
        1,
        started.game,
        Table(started.players),
        started.options,
        referee.view(),
        referee.lamps,
        referee.read_requests,
        None,
        best.can_undo,
        best.can_redo,
        text_of(started),
    )


@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "laptop"])
@pytest.mark.parametrize("start", JOURNALS)
def test_the_cards_are_drawn(
    new_page: NewPage, service: FakeService, start: str, viewport: dict[str, int], scheme: str
) -> None:
    match = moment_of(journal_named(start))
    asked: list[int] = []
    page = new_page(viewport, color_scheme=scheme)
    page.on("response", lambda answer: "/cards/" in answer.url and asked.append(answer.status))

    show(service, match)
    expect(page.locator(".piece .art").first).to_be_visible()
    page.wait_for_function(ALL_LOADED)

    assert asked
    assert {200} == set(asked)
    shoot(page, f"cards-{match.game}-{'phone' if viewport is PHONE else 'laptop'}")
