"""The cards of a match on the page: every card of every game is drawn, and none is shown that lies face down."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from companion.decks.files import physical_deck, shipped
from companion.texts import say
from companion.view import Board, Piece, Tone, rectangle
from tests.companion.games.thirteen_monsters.thirteen import new_match
from tests.web import scenes
from tests.web.fake_service import FakeService
from tests.web.visitor import Visitor

GAMES = ("monad", "monster-rush", "thirteen-monsters", "monster-cube")


def shows(service: FakeService, game: str, *art: str) -> None:
    """Put a match of `game` on the page with one piece for every name in `art`."""
    pieces = tuple(Piece(rectangle(0, 0, 1, 1), say("a card"), tone=Tone.WHITE, art=(name,)) for name in art)
    match = scenes.counting()
    view = replace(match.view, boards=(Board(say("Cards"), pieces),))
    service.show(scenes.snapshot(replace(match, game=game, deck=shipped(game), view=view)))


def urls_of(visitor: Visitor) -> list[str]:
    boards = visitor.get("/api/snapshot").json["match"]["boards"]
    return [url for board in boards for piece in board["pieces"] for url in piece["art"]]


@pytest.fixture
def service() -> FakeService:
    return scenes.service()


@pytest.mark.parametrize("game", GAMES)
def test_every_card_and_every_back_has_a_picture(service: FakeService, visitor: Visitor, game: str) -> None:
    deck = physical_deck(shipped(game))
    names = sorted({name for card in deck.cards for name in (card.name, card.back_name)})
    shows(service, game, *names)

    urls = urls_of(visitor)

    assert names == [url.rpartition("/")[2].removesuffix(".svg") for url in urls]
    answer = visitor.get(urls[0])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in answer.headers["cache-control"]
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")


def test_a_card_that_the_deck_does_not_have_is_drawn_as_text(service: FakeService, visitor: Visitor) -> None:
    shows(service, "monad", "purple-unit")

    assert [] == urls_of(visitor)


def test_another_version_or_another_card_is_not_found(service: FakeService, visitor: Visitor) -> None:
    shows(service, "monad", "back")
    (url,) = urls_of(visitor)

    assert [200, 404, 404] == [
        visitor.get(each).status for each in (url, url.replace("back", "purple"), "/cards/0123456789abcdef/back.svg")
    ]


def test_the_address_changes_with_the_deck(service: FakeService, visitor: Visitor) -> None:
    shows(service, "monad", "back")
    (before,) = urls_of(visitor)
    match = service.state.match
    assert match is not None
    service.show(scenes.snapshot(replace(match, deck=match.deck + "# another")))

    (after,) = urls_of(visitor)

    assert before != after
    assert 404 == visitor.get(before).status


def test_of_a_card_that_lies_face_down_the_page_knows_the_back_only(service: FakeService, visitor: Visitor) -> None:
    match = new_match(2)
    shown = replace(scenes.counting(), game="thirteen-monsters", deck=shipped("thirteen-monsters"), view=match.view())
    service.show(scenes.snapshot(shown))

    urls = urls_of(visitor)

    assert {"back", "logo"} == {url.rpartition("/")[2].removesuffix(".svg") for url in urls}
    assert len(match.grid) == sum(url.endswith("/back.svg") for url in urls)
    assert None is re.search(r"\d\d\.\d[LR]", visitor.get("/api/snapshot").text)
