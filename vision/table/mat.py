"""The play mat: where its markers, zones, patches and its scale bar lie, in millimetres.

The zones are those that each game declares (`companion.mats`); all the rest is the same on every mat.

Coordinates are x right and y down from the top left corner of the mat, in the orientation of the print.
Every mat has eight markers, one in each corner and one in the middle of each side. The id of a marker encodes the mat
(`id // 8`) and the place (`id % 8`), so that a picture alone says which mat lies there. A mat whose layout changes
gets a new number, and a higher version: an old print never passes for the new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from companion.errors import BadInput
from companion.games.registry import GAMES
from companion.mats import MARGIN_MM, MatArea, ZoneLayout, border_mm, inner
from companion.referee import Game
from companion.texts import Message, say

Millimetres = npt.NDArray[np.float64]

PLACES = 8
"""Markers of a mat."""


PLAIN = "plain"
"""The mat with one zone for anything, made for no game."""


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
    serves: tuple[str, ...] = ()
    """Other names of what is laid here."""
    anything: bool = False
    """It is there for whatever is asked for."""


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
    game: str
    """The name of the game, or PLAIN."""
    title: str
    """What is printed at its upper edge."""
    version: int
    width: float
    height: float
    marker: float
    """Side of a marker."""
    zones: tuple[Zone, ...]

    @property
    def border(self) -> float:
        """How wide the strip round the zones is, in which the markers lie."""
        return border_mm(self.marker)

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
        """Return the zone for what is called `name`, or `name` of `seat`: `square-3`, and `square` of seat 3, are one.

        On a mat without places for seats, all share one: what lies at tiles-2 is laid where tiles are laid.
        """
        names = {name} if seat is None else {name, f"{name}-{seat}"}
        return next((zone for zone in self.zones if zone.anything or names & {zone.name, *zone.serves}), None)


def _plain() -> Mat:
    zone = Zone("table", _rect(inner(360, 256, 24)), "", anything=True)
    return Mat(1, PLAIN, "Tabletop Companion", 1, 360, 256, 24, (zone,))


def _mats_of(game: Game) -> Iterator[Mat]:
    """Yield every mat that was ever printed for `game`."""
    for each in game.mats:
        zones = tuple(_zone(zone) for zone in each.zones)
        title = str(game.title)
        yield Mat(each.number, game.name, title, each.version, each.width, each.height, each.marker, zones)


def _zone(zone: ZoneLayout) -> Zone:
    outlines = tuple(Outline(_rect(place.area), place.label) for place in zone.places)
    return Zone(zone.name, _rect(zone.area), zone.label, outlines, zone.serves)


def _rect(area: MatArea) -> Rect:
    return Rect(area.x, area.y, area.width, area.height)


MATS: tuple[Mat, ...] = tuple(
    sorted((_plain(), *(mat for game in GAMES.values() for mat in _mats_of(game))), key=lambda mat: mat.number)
)
"""Every mat that was ever printed, by its number."""

MATS_OF: Mapping[str, Mat] = {mat.game: mat for mat in sorted(MATS, key=lambda mat: mat.version)}
"""The latest mat of each game, and the plain one."""


def mat_for(game: str) -> Mat:
    """Return the latest mat of `game`; raise BadInput where it has none."""
    if game not in MATS_OF:
        raise BadInput(f"there is no mat for {game!r}; there are mats for {', '.join(MATS_OF)}")
    return MATS_OF[game]


def mat_of_marker(number: int) -> tuple[Mat, MarkerPosition] | None:
    """Return the mat and the place of the marker with id `number`, or None where no mat has it."""
    mat = next((mat for mat in MATS if mat.number == number // PLACES), None)
    return None if mat is None else (mat, MarkerPosition(number % PLACES))
