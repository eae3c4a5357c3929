"""The layout of a printed play mat as plain data, in millimetres; each game declares its own (`Game.mats`).

Coordinates are x right and y down from the top left corner of the mat. The markers round the zones, the scale bar and
the patches of known colour follow from the size of the mat and of its markers (`vision.table.mat`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

MARGIN_MM = 4.0
"""White paper round a marker, and round the mat."""
GAP_MM = 12.0
"""White paper round a zone: whatever reaches into it crosses that, and dice seen from the side lean over that only."""


def border_mm(marker: float) -> float:
    """Return how wide the strip round the zones is in which markers of that side lie."""
    return MARGIN_MM + marker + GAP_MM


@dataclass(frozen=True, slots=True)
class MatArea:
    """An upright rectangle on a mat."""

    x: float
    y: float
    width: float
    height: float

    def shrunk(self, by_mm: float) -> MatArea:
        """Return it smaller by so much on every side."""
        return MatArea(self.x + by_mm, self.y + by_mm, self.width - 2 * by_mm, self.height - 2 * by_mm)

    def columns(self, *shares: float) -> tuple[MatArea, ...]:
        """Return columns whose widths stand to each other like `shares`, with paper between them."""
        room = self.width - GAP_MM * (len(shares) - 1)
        widths = [room * share / sum(shares) for share in shares]
        lefts = [self.x + sum(widths[:at]) + GAP_MM * at for at in range(len(shares))]
        return tuple(MatArea(left, self.y, width, self.height) for left, width in zip(lefts, widths, strict=True))

    def rows(self, *shares: float) -> tuple[MatArea, ...]:
        """Return rows whose heights stand to each other like `shares`, with paper between them."""
        turned = MatArea(self.y, self.x, self.height, self.width).columns(*shares)
        return tuple(MatArea(each.y, each.x, each.height, each.width) for each in turned)

    def grid(self, columns: int, rows: int, gap: float = GAP_MM) -> tuple[MatArea, ...]:
        """Return the cells of an even grid with gaps, row by row."""
        return tuple(self._cells(columns, rows, gap))

    def _cells(self, columns: int, rows: int, gap: float) -> Iterator[MatArea]:
        across = (self.width - gap * (columns - 1)) / columns
        along = (self.height - gap * (rows - 1)) / rows
        for row in range(rows):
            for column in range(columns):
                yield MatArea(self.x + column * (across + gap), self.y + row * (along + gap), across, along)


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where one card belongs: a thin line within a zone that the camera does not read."""

    area: MatArea
    label: str = ""


@dataclass(frozen=True, slots=True)
class ZoneLayout:
    """A place on which something is laid to be read."""

    name: str
    area: MatArea
    label: str = ""
    """What is printed into it."""
    serves: tuple[str, ...] = ()
    """Other names under which a referee asks for what lies here: `square-2` on the place of seat 2."""
    places: tuple[CardPlace, ...] = ()
    """Nothing is ever printed where dice or tiles are read."""


@dataclass(frozen=True, slots=True)
class MatLayout:
    """One printed mat. A changed layout is a new one, with a new number and a higher version."""

    number: int
    """Of this layout: it tells the ids of the markers, and no other mat, of whatever game, has it."""
    version: int
    width: float
    height: float
    marker: float
    """Side of a marker."""
    zones: tuple[ZoneLayout, ...]


def inner(width: float, height: float, marker: float) -> MatArea:
    """Return what is left for the zones within the strip of the markers."""
    return MatArea(0, 0, width, height).shrunk(border_mm(marker))


def seat_zones(areas: Iterable[MatArea], order: Iterable[int], serves: str = "") -> Iterator[ZoneLayout]:
    """Yield the zones of the seats, in `order` of the areas; with `serves="square"` seat 2 serves `square-2`."""
    for seat, area in zip(order, areas, strict=True):
        yield ZoneLayout(f"seat-{seat}", area, f"{seat}", serves=(f"{serves}-{seat}",) if serves else ())
