"""The cards of the running match as SVG pictures. Their addresses hold a version, so that a browser asks for each once.

An address says which card it is and never where one lies: a card that lies face down has the address of its back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType

from companion.decks.cards import DeckCard, PhysicalDeck
from companion.decks.files import physical_deck
from companion.drawing.svg import write_svg
from companion.games.registry import drawing_of

DECKS_KEPT = 4
PICTURES_KEPT = 256
VERSION_LENGTH = 16


@dataclass(frozen=True, slots=True)
class CardAddresses:
    """The addresses of the pictures of a deck; none for a card that it does not have."""

    deck: str
    run: str

    def __call__(self, name: str) -> str | None:
        """Return where the picture of the card or the back called `name` is."""
        return f"/cards/{version_of(self.deck, self.run)}/{name}.svg" if name in _faces_and_backs(self.deck) else None


@lru_cache(maxsize=DECKS_KEPT)
def version_of(deck: str, run: str) -> str:
    """Return what changes with the deck, and with the program that draws it: a later start may draw otherwise."""
    return sha256(f"{run} {deck}".encode()).hexdigest()[:VERSION_LENGTH]


@lru_cache(maxsize=DECKS_KEPT)
def _deck(text: str) -> PhysicalDeck:
    return physical_deck(text)


@lru_cache(maxsize=DECKS_KEPT)
def _faces_and_backs(text: str) -> Mapping[str, tuple[DeckCard, bool]]:
    """Return the cards by name, and the backs by theirs with a card that has it; True for a back."""
    if not text:
        return MappingProxyType({})
    pieces = _deck(text).cards
    faces = {each.name: (each, False) for each in pieces}
    return MappingProxyType({**{each.back_name: (each, True) for each in pieces}, **faces})


@lru_cache(maxsize=PICTURES_KEPT)
def picture_of(text: str, name: str) -> str | None:
    """Return the picture of a card or a back of the deck `text` as SVG; None where it has no such card."""
    if name not in _faces_and_backs(text):
        return None
    deck = _deck(text)
    piece, is_back = _faces_and_backs(text)[name]
    drawing = drawing_of(deck.game)
    return write_svg((drawing.back if is_back else drawing.face)(deck, piece))
