"""The play mat as data: where its markers, zones, patches and its scale bar lie, in millimetres.

Coordinates are x right and y down from the top left corner of the mat, in the orientation of the print.
Every mat has eight markers, one in each corner and one in the middle of each side. The id of a marker encodes the mat
(`id // 8`) and the place (`id % 8`), so that a picture alone says which mat lies there. A mat whose layout changes
gets a new number, and a higher version: an old print never passes for the new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum

import numpy as np
import numpy.typing as npt

from companion.texts import Message, say

Millimetres = npt.NDArray[np.float64]

MARGIN_MM = 4.0
"""White paper round a marker, and round the mat."""
GAP_MM = 12.0
"""White paper round a zone: whatever reaches into it crosses that, and dice seen from the side lean over that only."""
PLACES = 8
"""Markers of a mat."""


class MatKind(StrEnum):
    """What a mat is made for."""

    CUBO = "cubo"
    MONSTER_CUBE = "monster-cube"
    MONSTER_RUSH = "monster-rush"
    THIRTEEN_MONSTERS = "thirteen-monsters"
    MONAD = "monad"
    PLAIN = "plain"
    """One zone, for anything."""

    @property
    def printed(self) -> str:
        """Its name on the mat."""
        return _TITLES[self]


_TITLES: Mapping[MatKind, str] = {
    MatKind.CUBO: "Cubo",
    MatKind.MONSTER_CUBE: "Monster Cube",
    MatKind.MONSTER_RUSH: "Monster Rush",
    MatKind.THIRTEEN_MONSTERS: "13 Monsters",
    MatKind.MONAD: "Monad",
    MatKind.PLAIN: "Tabletop Companion",
}


class MarkerPosition(Enum):
    """Where a marker lies: the value is `id % 8`, and never changes."""

    TOP_LEFT = 0
    TOP_RIGHT = 1
    BOTTOM_RIGHT = 2
    BOTTOM_LEFT = 3
    TOP = 4
    RIGHT = 5
    BOTTOM = 6
    LEFT = 7

    @property
    def share(self) -> tuple[float, float]:
        """Across and along the mat, from 0 to 1."""
        return _SHARES[self]

    @property
    def label(self) -> Message:
        """Its name on the page, in the orientation of the print."""
        return _WORDS[self]


_SHARES: Mapping[MarkerPosition, tuple[float, float]] = {
    MarkerPosition.TOP_LEFT: (0.0, 0.0),
    MarkerPosition.TOP_RIGHT: (1.0, 0.0),
    MarkerPosition.BOTTOM_RIGHT: (1.0, 1.0),
    MarkerPosition.BOTTOM_LEFT: (0.0, 1.0),
    MarkerPosition.TOP: (0.5, 0.0),
    MarkerPosition.RIGHT: (1.0, 0.5),
    MarkerPosition.BOTTOM: (0.5, 1.0),
    MarkerPosition.LEFT: (0.0, 0.5),
}
_WORDS: Mapping[MarkerPosition, Message] = {
    MarkerPosition.TOP_LEFT: say("the top left marker"),
    MarkerPosition.TOP_RIGHT: say("the top right marker"),
    MarkerPosition.BOTTOM_RIGHT: say("the bottom right marker"),
    MarkerPosition.BOTTOM_LEFT: say("the bottom left marker"),
    MarkerPosition.TOP: say("the marker in the middle of the upper side"),
    MarkerPosition.RIGHT: say("the marker in the middle of the right side"),
    MarkerPosition.BOTTOM: say("the marker in the middle of the lower side"),
    MarkerPosition.LEFT: say("the marker in the middle of the left side"),
}


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle on the mat, in millimetres."""

    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> Millimetres:
        """Its corners, shape (4, 2): top left, top right, bottom right, bottom left, as ArUco orders them."""
        right, bottom = self.x + self.width, self.y + self.height
        return np.array([[self.x, self.y], [right, self.y], [right, bottom], [self.x, bottom]])

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def shrunk(self, by_mm: float) -> Rect:
        """Return it smaller (or larger, where `by_mm` is negative) by so much on every side."""
        return Rect(self.x + by_mm, self.y + by_mm, self.width - 2 * by_mm, self.height - 2 * by_mm)

    def moved(self, x_mm: float, y_mm: float) -> Rect:
        """Return it somewhere else."""
        return Rect(self.x + x_mm, self.y + y_mm, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Outline:
    """Where one card belongs: a thin line within a zone that the camera does not read."""

    rect: Rect
    label: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on which something is laid to be read."""

    name: str
    rect: Rect
    label: str
    """What is printed into it."""
    outlines: tuple[Outline, ...] = ()
    """Nothing is ever printed where dice or tiles are read."""


class Ink(Enum):
    """A patch of known colour, for white balance and exposure: red, green, blue, and the letter beside it."""

    WHITE = ((255, 255, 255), "W")
    GREY = ((128, 128, 128), "N")
    BLACK = ((0, 0, 0), "K")
    RED = ((214, 32, 38), "R")
    GREEN = ((24, 140, 62), "G")
    BLUE = ((28, 72, 188), "B")

    @property
    def rgb(self) -> tuple[int, int, int]:
        """The colour."""
        return self.value[0]

    @property
    def letter(self) -> str:
        """What is printed beside it, so that a print without colour is a mat all the same."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class Mat:
    """One printed mat."""

    number: int
    """Of this layout; no other layout, earlier or later, has it."""
    game: MatKind
    version: int
    width: float
    height: float
    marker: float
    """Side of a marker."""
    zones: tuple[Zone, ...]

    @property
    def border(self) -> float:
        """How wide the strip round the zones is, in which the markers lie."""
        return _border(self.marker)

    @property
    def markers(self) -> Mapping[MarkerPosition, Rect]:
        """Where the markers lie."""
        across, along = (side - 2 * MARGIN_MM - self.marker for side in (self.width, self.height))
        return {
            place: Rect(
                MARGIN_MM + place.share[0] * across, MARGIN_MM + place.share[1] * along, self.marker, self.marker
            )
            for place in MarkerPosition
        }

    def marker_id(self, place: MarkerPosition) -> int:
        """Return the id of the marker at `place`."""
        return PLACES * self.number + place.value

    @property
    def bar(self) -> Rect:
        """The scale bar, 100 mm long: left of the middle of the lower side."""
        left, right = self.border, self.markers[MarkerPosition.BOTTOM].x - MARGIN_MM
        return Rect((left + right) / 2 - 50, self.height - self.border / 2 - 3, 100, 4)

    @property
    def patches(self) -> Mapping[Ink, Rect]:
        """The patches of known colour: right of the middle of the lower side."""
        left = self.markers[MarkerPosition.BOTTOM].x + self.marker + MARGIN_MM
        step = (self.width - self.border - left) / len(Ink)
        side = min(step - 2, self.marker / 2)
        top = self.height - self.border / 2 - side / 2
        return {ink: Rect(left + (at + 0.5) * step - side / 2, top, side, side) for at, ink in enumerate(Ink)}

    def zone_of(self, name: str, seat: int | None = None) -> Zone | None:
        """Return the zone for what is called `name` and belongs to `seat`; a single zone is there for everything.

        On a mat without places for seats, all share one: what lies at tiles-2 is laid where tiles are laid.
        """
        if len(self.zones) == 1:
            return self.zones[0]
        zones = {zone.name: zone for zone in self.zones}
        if seat is None:
            return zones.get(name)
        shared = not any(zone.startswith("seat-") for zone in zones)
        return zones.get(name.removesuffix(f"-{seat}") if shared else f"seat-{seat}")


def _border(marker: float) -> float:
    return MARGIN_MM + marker + GAP_MM


def _inner(width: float, height: float, marker: float) -> Rect:
    """Return what is left for the zones within the strip of the markers."""
    return Rect(0, 0, width, height).shrunk(_border(marker))


def _grid(within: Rect, columns: int, rows: int, gap: float = GAP_MM) -> Iterator[Rect]:
    """Yield the cells of an even grid with gaps, row by row."""
    across = (within.width - gap * (columns - 1)) / columns
    along = (within.height - gap * (rows - 1)) / rows
    for row in range(rows):
        for column in range(columns):
            yield Rect(within.x + column * (across + gap), within.y + row * (along + gap), across, along)


def _columns(within: Rect, *shares: float) -> tuple[Rect, ...]:
    """Return columns whose widths stand to each other like `shares`."""
    free = within.width - GAP_MM * (len(shares) - 1)
    widths = [free * share / sum(shares) for share in shares]
    lefts = [within.x + sum(widths[:at]) + GAP_MM * at for at in range(len(shares))]
    return tuple(Rect(left, within.y, width, within.height) for left, width in zip(lefts, widths, strict=True))


def _rows(within: Rect, *shares: float) -> tuple[Rect, ...]:
    """Return rows whose heights stand to each other like `shares`."""
    turned = _columns(Rect(within.y, within.x, within.height, within.width), *shares)
    return tuple(Rect(each.y, each.x, each.height, each.width) for each in turned)


def _seats(places: Iterator[Rect], order: tuple[int, ...]) -> Iterator[Zone]:
    """Yield the zones of the seats, in `order` of the places."""
    for seat, rect in zip(order, places, strict=True):
        yield Zone(f"seat-{seat}", rect, f"{seat}")


def _cubo() -> Mat:
    """Return the mat of Cubo: the centre dice in the middle, four squares round it, clockwise."""
    left, middle, right = _columns(_inner(360, 256, 24), 1, 1, 1)
    seats = (*_seats(_grid(left, 1, 2), (1, 4)), *_seats(_grid(right, 1, 2), (2, 3)))
    return Mat(0, MatKind.CUBO, 1, 360, 256, 24, (Zone("centre", middle, "C"), *seats))


def _plain() -> Mat:
    return Mat(1, MatKind.PLAIN, 1, 360, 256, 24, (Zone("table", _inner(360, 256, 24), ""),))


def _monster_cube() -> Mat:
    tiles, cards = _columns(_inner(540, 256, 24), 5, 2)
    return Mat(2, MatKind.MONSTER_CUBE, 1, 540, 256, 24, (Zone("tiles", tiles, "tiles"), Zone("cards", cards, "cards")))


def _monster_rush() -> Mat:
    """Return the mat of Monster Rush: three slots in the middle, eight rows of weapons round them, clockwise."""
    above, middle, below = _rows(_inner(720, 496, 36), 1, 1, 1)
    slots = _columns(middle, 1, 1, 1)
    monsters = tuple(Zone(f"monster-{at}", rect, f"M{at}") for at, rect in enumerate(slots, start=1))
    seats = (*_seats(_grid(above, 4, 1), (1, 2, 3, 4)), *_seats(_grid(below, 4, 1), (8, 7, 6, 5)))
    return Mat(3, MatKind.MONSTER_RUSH, 1, 720, 496, 36, (*monsters, *seats))


def _thirteen_monsters() -> Mat:
    grid, fight = _columns(_inner(900, 780, 48), 6, 1)
    cards = Zone("grid", grid, "", tuple(_nine_by_nine(grid)))
    return Mat(4, MatKind.THIRTEEN_MONSTERS, 1, 900, 780, 48, (cards, Zone("centre", fight, "fight")))


def _nine_by_nine(grid: Rect) -> Iterator[Outline]:
    """Yield the places of the 78 cards, and in the middle the one of the logo card, which fills three (S1 L41)."""
    cells = list(_grid(grid.shrunk(6), 9, 9, 6))
    for at, cell in enumerate(cells):
        if at not in (39, 40, 41):
            yield Outline(cell)
    left, right = cells[39], cells[41]
    yield Outline(Rect(left.x, left.y, right.x + right.width - left.x, left.height), "13 Monsters")


def _monad() -> Mat:
    """Return the mat of Monad: the columns above, cards laid and taken below them, a place for each of four seats."""
    above, middle, below = _rows(_inner(720, 496, 36), 1, 2, 1)
    columns, laid, taken = _columns(middle, 2, 1, 1)
    table = (
        Zone("columns", columns, "", tuple(_ranks(columns))),
        Zone("laid", laid, "laid"),
        Zone("taken", taken, "taken"),
    )
    seats = (*_seats(_grid(above, 2, 1), (1, 2)), *_seats(_grid(below, 2, 1), (4, 3)))
    return Mat(5, MatKind.MONAD, 1, 720, 496, 36, (*table, *seats))


def _ranks(columns: Rect) -> Iterator[Outline]:
    """Yield the four columns of cards, and the pile of the Monads beside the Quints (S4 L62)."""
    labels = ("Bi 3", "Tri 7", "Quad 16", "Quint 36", "Monad 80")
    for label, place in zip(labels, _grid(columns.shrunk(6), 5, 1, 6), strict=True):
        yield Outline(place, label)


MATS: tuple[Mat, ...] = (_cubo(), _plain(), _monster_cube(), _monster_rush(), _thirteen_monsters(), _monad())
"""Every mat that was ever printed, the numbers rising from 0."""


def mat_for(game: MatKind) -> Mat:
    """Return the latest mat of `game`."""
    return max((mat for mat in MATS if mat.game is game), key=lambda mat: mat.version)


def mat_of_marker(number: int) -> tuple[Mat, MarkerPosition] | None:
    """Return the mat and the place of the marker with id `number`, or None where no mat has it."""
    mat = next((mat for mat in MATS if mat.number == number // PLACES), None)
    return None if mat is None else (mat, MarkerPosition(number % PLACES))
