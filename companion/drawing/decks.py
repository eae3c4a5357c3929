"""How the cards and tiles of a deck are drawn; each game has its own drawings in its folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.decks.cards import DeckCard, PhysicalDeck
from companion.drawing.paths import Artwork

Draw: TypeAlias = Callable[[PhysicalDeck, DeckCard], Artwork]


@dataclass(frozen=True, slots=True)
class DeckDrawing:
    """How the pieces of a game are drawn."""

    face: Draw
    back: Draw
    check: Callable[[str], object]
    """Reads a deck as the rules do; raises BadInput with every fault."""
