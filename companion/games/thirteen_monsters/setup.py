"""Setting up: nine rows of nine cards face down, but for the logo card in the middle (S2 L41), and gnomes (L29-37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from companion.chance import Lots
from companion.games.thirteen_monsters.cards import ALL_CARDS, GHOST, Card, Level, Pair
from companion.games.thirteen_monsters.monsters import Monster
from companion.observations import Cell
from companion.table import Seat

SIDE = 9
LOGO: tuple[Cell, ...] = ((4, 3), (4, 4), (4, 5))
"""Three empty places for the card with the logo."""
CELLS: tuple[Cell, ...] = tuple(
    (row, column) for row in range(SIDE) for column in range(SIDE) if (row, column) not in LOGO
)

Grid = Mapping[Cell, Card]


def dealt(seed: int, without: Sequence[Pair] = ()) -> Grid:
    """Return the cards in their places, by lot; those of the pairs in `without` are in nobody's way."""
    order = Lots(seed, "grid").shuffled(card for card in ALL_CARDS if card.pair not in without)
    return dict(zip(CELLS, order, strict=False))


def gnomes(seed: int, seats: Sequence[Seat]) -> Mapping[Seat, Monster]:
    """Return a gnome for everybody: three pairs of three monsters, by lot (TM-A24)."""
    for attempt in count():
        drawn = [Lots(seed, "gnomes", attempt, int(level)).shuffled(range(1, GHOST + 1)) for level in Level]
        parts = list(zip(*drawn, strict=True))[: len(seats)]
        if all(len(set(numbers)) == len(Level) for numbers in parts):
            break
    return {seat: _gnome(*numbers) for seat, numbers in zip(seats, parts, strict=True)}


def _gnome(head: int, eyes: int, lower: int) -> Monster:
    return Monster((Pair(head, Level.HEAD), Pair(eyes, Level.EYES), Pair(lower, Level.LOWER)))
