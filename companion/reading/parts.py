"""Parts that no reader saw: those of an empty field, on which people tap, and one that was missed in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import median

from companion.events import PartAdded
from companion.observations import Axial, Cell, Colour, Hexagon, Kind, Part, Point, Quad, SeenDie, SeenFace, SeenTile
from companion.reading.places import Rows

EDGE = 60.0
"""Size of a die on an empty field, in pixels of that field; it has no photograph."""
STEP = 100.0
"""From one die to the next there."""
SIDE = 100.0
"""A side of a tile on an empty field."""
_TIPS: tuple[Point, ...] = tuple(
    (x * sqrt(3) / 2, y) for x, y in ((0, -1.0), (1, -0.5), (1, 0.5), (0, 1.0), (-1, 0.5), (-1, -0.5))
)
"""The tips of a tile round its middle, from the top, clockwise; a side is 1 long."""
_NOT_READ = SeenFace(None, 0.0, sure=False)


@dataclass(frozen=True, slots=True)
class Expected:
    """What must lie in a zone, as its game knows it."""

    kind: Kind
    count: int | None = None
    """How many parts; None where nobody knows."""
    values: range = range(1, 7)
    """What a die, or a face of a tile, may show."""
    cells: tuple[Cell, ...] = ()
    """The places of a square; dice beside it do not count."""
    middle: Cell | None = None
    """The place of the white die, the only one whose colour is known beforehand."""
    places: tuple[Axial, ...] = ()
    """Where tiles lie when they are typed by hand."""


def unread(expected: Expected) -> tuple[Part, ...]:
    """Return everything that is expected, lying on an empty field, with nothing known about what it shows."""
    if expected.kind is Kind.TILES:
        return tuple(unread_tile(place, _on_empty_field(place), SIDE) for place in expected.places)
    if expected.cells:
        return tuple(
            _unread_die(_middle_of(cell), EDGE, cell, Colour.WHITE if cell == expected.middle else Colour.OTHER)
            for cell in expected.cells
        )
    return tuple(_unread_die(_middle_of((0, at)), EDGE) for at in range(expected.count or 0))


def missed(parts: Sequence[Part], expected: Expected, event: PartAdded) -> Part:
    """Return the part that `event` tells, as large as the others are, with nothing known about what it shows."""
    if expected.kind is Kind.TILES:
        return _missed_tile([part for part in parts if isinstance(part, SeenTile)], event)
    return _missed_die([part for part in parts if isinstance(part, SeenDie)], expected, event)


def _missed_die(dice: Sequence[SeenDie], expected: Expected, event: PartAdded) -> SeenDie:
    rows = Rows.fitted([(die.cell, die.centre) for die in dice if die.cell is not None])
    tapped, cell = _point(event), event.cell
    if cell is None and rows is not None and tapped is not None:
        cell = _free(rows.place(tapped), expected.cells, [die.cell for die in dice])
    point = tapped or (
        rows.point(cell) if rows is not None and cell is not None else _middle_of(cell or (0, len(dice)))
    )
    return _unread_die(point, _side(dice) or EDGE, cell)


def _missed_tile(tiles: Sequence[SeenTile], event: PartAdded) -> SeenTile:
    rows = Rows.fitted([(tile.place, tile.centre) for tile in tiles if tile.place is not None])
    tapped, place = _point(event), event.place
    if place is None and rows is not None and tapped is not None:
        found = rows.place(tapped)
        place = None if found in [tile.place for tile in tiles] else found
    known = rows.point(place) if rows is not None and place is not None else _on_empty_field(place or (0, 0))
    return unread_tile(place, tapped or known, _side(tiles) or SIDE)


def _point(event: PartAdded) -> Point | None:
    return (float(event.x), float(event.y)) if event.x is not None and event.y is not None else None


def _free(cell: Cell | None, cells: Sequence[Cell], taken: Sequence[Cell | None]) -> Cell | None:
    return cell if cell in cells and cell not in taken else None


def _side(parts: Sequence[Part]) -> float | None:
    """Return the usual side of `parts` in pixels; None where there are none."""
    sides = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in (part.corners[:2] for part in parts)]
    return median(sides) or None if sides else None


def _unread_die(middle: Point, edge: float, cell: Cell | None = None, colour: Colour = Colour.OTHER) -> SeenDie:
    return SeenDie(None, colour, _square(middle, edge), 0.0, sure=False, cell=cell)


def _square(middle: Point, edge: float) -> Quad:
    left, top = middle[0] - edge / 2, middle[1] - edge / 2
    return (left, top), (left + edge, top), (left + edge, top + edge), (left, top + edge)


def _middle_of(cell: Cell) -> Point:
    row, column = cell
    return (column + 0.5) * STEP, (row + 0.5) * STEP


def unread_tile(place: Axial | None, middle: Point, side: float) -> SeenTile:
    """Return a tile with its tip up, of which nothing is known but where it lies."""
    one, two, three, four, five, six = ((middle[0] + x * side, middle[1] + y * side) for x, y in _TIPS)
    corners: Hexagon = (one, two, three, four, five, six)
    return SeenTile(place, _NOT_READ, _NOT_READ, _NOT_READ, corners)


def tile_at(place: Axial, values: tuple[int, int, int]) -> SeenTile:
    """Return a tile on an empty field of which everything is known: yellow, red, blue."""
    yellow, red, blue = (SeenFace(value, 1.0, sure=True) for value in values)
    return replace(unread_tile(place, _on_empty_field(place), SIDE), yellow=yellow, red=red, blue=blue)


def _on_empty_field(place: Axial) -> Point:
    q, r = place
    return sqrt(3) * SIDE * (q + r / 2), 1.5 * SIDE * r
