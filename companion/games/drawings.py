"""How the cards and tiles of each game look: one line a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.deck_cards import DeckCard, PhysicalDeck
from companion.drawing.paths import Artwork
from companion.errors import BadInput
from companion.games.monad import drawing as monad
from companion.games.monad import setup as monad_rules
from companion.games.monster_cube import deck as cube_rules
from companion.games.monster_cube import drawing as cube
from companion.games.monster_rush import cards as rush_rules
from companion.games.monster_rush import drawing as rush
from companion.games.thirteen_monsters import cards as thirteen_rules
from companion.games.thirteen_monsters import drawing as thirteen

Draw: TypeAlias = Callable[[PhysicalDeck, DeckCard], Artwork]


@dataclass(frozen=True, slots=True)
class DeckDrawing:
    """How the pieces of a game are drawn."""

    face: Draw
    back: Draw
    check: Callable[[str], object]
    """Reads a deck as the rules do; raises BadInput with every fault."""


DRAWINGS: Mapping[str, DeckDrawing] = {
    "monad": DeckDrawing(monad.draw, monad.draw_back, monad_rules.deck),
    "monster-rush": DeckDrawing(rush.draw, rush.draw_back, rush_rules.cards),
    "monster-cube": DeckDrawing(cube.draw, cube.draw_back, cube_rules.read_monsters),
    "thirteen-monsters": DeckDrawing(thirteen.draw, thirteen.draw_back, thirteen_rules.cards),
}


def drawing_of(game: str) -> DeckDrawing:
    """Return how the cards of `game` are drawn; raise BadInput when nobody has drawn them."""
    try:
        return DRAWINGS[game]
    except KeyError:
        raise BadInput(f"there is no drawing of the cards of {game!r}: only of {', '.join(DRAWINGS)}") from None
