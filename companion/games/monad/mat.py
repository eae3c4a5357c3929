"""The mat of Monad: the columns above, cards laid and taken below them, a place for each of four seats."""

from __future__ import annotations

from collections.abc import Iterator

from companion.mats import CardPlace, MatArea, MatLayout, ZoneLayout, inner, seat_zones


def _layout() -> MatLayout:
    above, middle, below = inner(720, 496, 36).rows(1, 2, 1)
    columns, laid, taken = middle.columns(2, 1, 1)
    table = (
        ZoneLayout("columns", columns, places=tuple(_ranks(columns))),
        ZoneLayout("laid", laid, "laid"),
        ZoneLayout("taken", taken, "taken"),
    )
    seats = (*seat_zones(above.grid(2, 1), (1, 2)), *seat_zones(below.grid(2, 1), (4, 3)))
    return MatLayout(5, 1, 720, 496, 36, (*table, *seats))


def _ranks(columns: MatArea) -> Iterator[CardPlace]:
    """Yield the four columns of cards, and the pile of the Monads beside the Quints (MO-5)."""
    labels = ("Bi 3", "Tri 7", "Quad 16", "Quint 36", "Monad 80")
    for label, place in zip(labels, columns.shrunk(6).grid(5, 1, 6), strict=True):
        yield CardPlace(place, label)


MATS = (_layout(),)
"""Every mat of Monad that was ever printed."""
