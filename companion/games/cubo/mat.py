"""The mat of Cubo: the centre dice in the middle, four squares round it, clockwise."""

from __future__ import annotations

from companion.games.cubo.state import CENTRE
from companion.mats import MatLayout, ZoneLayout, inner, seat_zones


def _layout() -> MatLayout:
    left, middle, right = inner(360, 256, 24).columns(1, 1, 1)
    seats = (*seat_zones(left.grid(1, 2), (1, 4), "square"), *seat_zones(right.grid(1, 2), (2, 3), "square"))
    return MatLayout(0, 1, 360, 256, 24, (ZoneLayout(CENTRE, middle, "C"), *seats))


MATS = (_layout(),)
"""Every mat of Cubo that was ever printed."""
