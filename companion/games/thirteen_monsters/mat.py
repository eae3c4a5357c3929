"""The mat of 13 Monsters: the grid of nine by nine cards, and the dice of a fight beside it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.thirteen_monsters.events import ZONE
from companion.mats import CardPlace, MatArea, MatLayout, ZoneLayout, inner


def _layout() -> MatLayout:
    grid, fight = inner(900, 780, 48).columns(6, 1)
    cards = ZoneLayout("grid", grid, places=tuple(_nine_by_nine(grid)))
    return MatLayout(4, 1, 900, 780, 48, (cards, ZoneLayout(ZONE, fight, "fight")))


def _nine_by_nine(grid: MatArea) -> Iterator[CardPlace]:
    """Yield the places of the 78 cards, and in the middle the one of the logo card, which fills three (MR-7)."""
    cells = grid.shrunk(6).grid(9, 9, 6)
    for at, cell in enumerate(cells):
        if at not in (39, 40, 41):
            yield CardPlace(cell)
    left, right = cells[39], cells[41]
    yield CardPlace(MatArea(left.x, left.y, right.x + right.width - left.x, left.height), "13 Monsters")


MATS = (_layout(),)
"""Every mat of 13 Monsters that was ever printed."""
