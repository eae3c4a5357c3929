"""The mat of Monster Rush: three monsters in the middle, eight rows of weapons round them, clockwise."""

from __future__ import annotations

from companion.mats import MatLayout, ZoneLayout, inner, seat_zones


def _layout() -> MatLayout:
    above, middle, below = inner(720, 496, 36).rows(1, 1, 1)
    slots = middle.columns(1, 1, 1)
    monsters = tuple(ZoneLayout(f"monster-{at}", area, f"M{at}") for at, area in enumerate(slots, start=1))
    seats = (*seat_zones(above.grid(4, 1), (1, 2, 3, 4)), *seat_zones(below.grid(4, 1), (8, 7, 6, 5)))
    return MatLayout(3, 1, 720, 496, 36, (*monsters, *seats))


MATS = (_layout(),)
"""Every mat of Monster Rush that was ever printed."""
