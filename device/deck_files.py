"""A deck by its name or its file, and its cards as they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.decks.cards import DeckCard, PhysicalDeck
from companion.decks.files import has_deck, own, physical_deck, shipped
from companion.errors import BadInput
from companion.games.registry import GAMES, drawing_of
from companion.options import did_you_mean
from vision.drawing.pictures import DrawnCard


def deck_called(name: str) -> PhysicalDeck:
    """Return the deck of the game called `name`, or the one in the file `name`.

    Raises:
        BadInput: there is no such deck, or it is refused.

    """
    games = [game for game in GAMES if has_deck(game)]
    if name in games:
        return _checked(shipped(name))
    if Path(name).suffix == ".toml":
        return _checked(own(name))
    raise BadInput(f"there is no deck {name!r}{did_you_mean(name, games)}, or name a .toml file")


def _checked(text: str) -> PhysicalDeck:
    """Return the deck that `text` tells, when the game takes it too."""
    deck = physical_deck(text)
    drawing_of(deck.game).check(text)
    return deck


def drawn(deck: PhysicalDeck, cards: Sequence[DeckCard]) -> tuple[DrawnCard, ...]:
    """Return `cards` of `deck` with both sides drawn."""
    drawing = drawing_of(deck.game)
    first_with = {card.back: card for card in reversed(cards)}
    backs = {back: drawing.back(deck, card) for back, card in first_with.items()}
    return tuple(
        DrawnCard(card.id, card.back, drawing.face(deck, card), backs[card.back], card.count) for card in cards
    )
