"""What is printed on a Monster Cube tile: three rhombi in the outline of a cube, and a number or pips on each.

Measured in radii of the hexagon, x right, y down, the middle at (0, 0), the yellow face on top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np

from companion.observations import Side, TileFace
from vision.render.camera import Matrix
from vision.render.dice import PIPS
from vision.render.objects import Floats, Image, Rgb

GLYPH_PX = 160
"""Side of the square that a number or the pips are drawn on before they are laid on a face."""
Glyph: TypeAlias = Image
"""Two layers (y, x, 2): how far each pixel is filled, and how far it belongs to the rim around that."""
Values: TypeAlias = tuple[int, int, int]
"""Yellow, red, blue."""

HEXAGON: Matrix = np.array(
    [(np.sin(turn), -np.cos(turn)) for turn in np.radians(60 * np.arange(6))]  # the top first, clockwise
)
CENTRE = np.zeros(2)
RHOMBI: Mapping[TileFace, Matrix] = {
    TileFace.YELLOW: np.stack([HEXAGON[5], HEXAGON[0], HEXAGON[1], CENTRE]),
    TileFace.RED: np.stack([HEXAGON[5], CENTRE, HEXAGON[3], HEXAGON[4]]),
    TileFace.BLUE: np.stack([CENTRE, HEXAGON[1], HEXAGON[2], HEXAGON[3]]),
}
"""The corners of each face, those first between which the top of a number lies that follows the face."""


@dataclass(frozen=True, slots=True)
class TileMake:
    """How a set of tiles is printed. Lengths are shares of the square that a number is drawn in."""

    yellow: Rgb = (250, 208, 40)
    red: Rgb = (206, 40, 44)
    blue: Rgb = (40, 90, 190)
    digit: Rgb = (250, 250, 250)
    rim: Rgb = (20, 20, 24)
    rim_width: float = 0.03
    """Of the rim around a number; 0 is none."""
    outline: float = 0.012
    """Width of the lines around the faces, in radii of the tile; 0 is none."""
    follows_face: bool = True
    """Whether numbers are sheared with their face; otherwise they stand upright on it."""
    turned: bool = False
    """Whether the number on the yellow face, sheared, leans to the right instead of to the left."""
    height: float = 0.62
    """Of a number."""
    weight: float = 0.09
    """Thickness of its strokes."""
    radius_mm: float = 25.0
    thick_mm: float = 2.0


USUAL = TileMake()


def drawn(value: int, side: Side, make: TileMake) -> Glyph:
    """Return a number or the pips of a die in plain strokes."""
    fill = np.zeros((GLYPH_PX, GLYPH_PX), np.uint8)
    if side is Side.PIPS:
        for x, y in PIPS[value]:
            at = (round(16 * GLYPH_PX * (0.5 + x / 4)), round(16 * GLYPH_PX * (0.5 + y / 4)))
            cv2.circle(fill, at, round(16 * GLYPH_PX * 0.09), 255, -1, cv2.LINE_AA, 4)
        return np.dstack([fill, np.zeros_like(fill)])
    thick = max(1, round(make.weight * GLYPH_PX))
    scale = (make.height * GLYPH_PX - thick) / 21  # the strokes of a Hershey figure are 21 units high
    (width, height), _ = cv2.getTextSize(str(value), cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    at = (round((GLYPH_PX - width) / 2), round((GLYPH_PX + height) / 2))
    cv2.putText(fill, str(value), at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
    return with_rim(np.asarray(fill, np.uint8), make.rim_width)


def with_rim(fill: Image, width: float) -> Glyph:
    """Return a filled figure and the rim of `width` around it, as two layers."""
    reach = round(width * GLYPH_PX)
    if not reach:
        return np.dstack([fill, np.zeros_like(fill)])
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    return np.dstack([fill, cv2.dilate(fill, kernel)])


def art(
    values: Values, side: Side, make: TileMake, size: int, glyph: Callable[[int, Side, TileMake], Glyph] = drawn
) -> Floats:
    """Return the picture of a tile, `size` pixels square (b, g, r in sRGB), coloured beyond the hexagon too."""
    big = 2 * size
    picture = np.empty((big, big, 3), np.float32)
    for face in TileFace:
        _paint_face(picture, RHOMBI[face], getattr(make, face.value))
    if make.outline:
        _outline(picture, make)
    for face, value in zip(TileFace, values, strict=True):
        _print(picture, glyph(value, side, make), place_of(face, make), make)
    return np.asarray(cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA), np.float32)


def _pixels(points: Matrix, size: int) -> Matrix:
    return np.asarray((points + 1) * size / 2 - 0.5)


def _paint_face(picture: Floats, rhombus: Matrix, colour: Rgb) -> None:
    """Fill a face, and the direction in which it lies up to the border of the picture."""
    two = [at for at in range(4) if not np.allclose(rhombus[at], CENTRE)]
    wide = np.vstack([CENTRE, 2.2 * rhombus[_after_centre(two)]])
    cv2.fillConvexPoly(picture, _fixed(wide, len(picture)), colour[::-1], cv2.LINE_8, 4)


def _after_centre(others: list[int]) -> list[int]:
    """Return the three corners that follow that in the middle, clockwise."""
    missing = next(at for at in range(4) if at not in others)
    return [(missing + step) % 4 for step in (1, 2, 3)]


def _fixed(points: Matrix, size: int) -> Matrix:
    """Return points as OpenCV draws them most finely: whole numbers of a sixteenth of a pixel."""
    return np.asarray(np.rint(_pixels(points, size) * 16).astype(np.int32))


def _outline(picture: Floats, make: TileMake) -> None:
    thick = max(1, round(make.outline * len(picture) / 2))
    for rhombus in RHOMBI.values():
        cv2.polylines(picture, [_fixed(rhombus, len(picture))], True, make.rim[::-1], thick, cv2.LINE_AA, 4)


def place_of(face: TileFace, make: TileMake) -> Matrix:
    """Return the corners of the square of a number on `face`: top left, top right, bottom right, bottom left."""
    rhombus = RHOMBI[face]
    if make.follows_face:
        return np.roll(rhombus, -1, axis=0) if face is TileFace.YELLOW and make.turned else rhombus
    half = 0.36  # an upright square of this half side stays on the face
    return np.asarray(rhombus.mean(axis=0) + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))


def _print(picture: Floats, glyph: Glyph, place: Matrix, make: TileMake) -> None:
    """Lay a number on its face."""
    at = _pixels(place, len(picture))
    low, high = np.floor(at.min(axis=0)).astype(int), np.ceil(at.max(axis=0)).astype(int) + 1
    (left, above), (right, below) = np.clip([low, high], 0, len(picture))
    whole = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * GLYPH_PX - np.float32(0.5)
    onto = cv2.getPerspectiveTransform(whole, np.asarray(at - (left, above), np.float32))
    window = (int(right - left), int(below - above))
    layers = cv2.warpPerspective(glyph, onto, window, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    part = picture[above:below, left:right]
    for layer, colour in ((layers[..., 1:], make.rim), (layers[..., :1], make.digit)):
        part += (np.array(colour[::-1], np.float32) - part) * layer


@lru_cache(maxsize=64)
def kept_art(values: Values, side: Side, make: TileMake, size: int) -> Floats:
    """Return `art` in plain strokes; drawn once for each tile of a table."""
    return art(values, side, make, size)
