"""The three faces of a tile, cut out of a picture as the two small networks want to see them.

`upright` shows each face as it lies on the tile, in colour: a number that stands upright stays upright. `straight` lays
each rhombus out as a square and keeps one shade, the one in which the print stands out: a number that follows its face
is straightened. What one view squeezes, the other one shows well.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import TileFace
from vision.arrays import Floats, Image
from vision.operations import warped
from vision.render.tile_art import HEXAGON, RHOMBI

UPRIGHT_PX, STRAIGHT_PX = 40, 32
HALF = 0.56
"""Half the side of the window around the middle of a face, in radii of the tile."""
WITHIN = 0.88
"""Share of a face that is classified: its rim belongs to the neighbours as well."""
NOISE = 5.0
"""Grey levels: a face that varies less shows nothing but noise."""
MOST_TIMES = 6
"""Large tiles are cut out up to this many times larger first, so that no pixel is skipped."""

_AT = np.linspace(-1, 1, STRAIGHT_PX)
SLOPES = np.column_stack([np.repeat(_AT, STRAIGHT_PX), np.tile(_AT, STRAIGHT_PX)])
FITTED = np.linalg.pinv(SLOPES)
"""Least-squares fit of a plane, which is how light falls off along a face."""

Patches = npt.NDArray[np.float32]
"""(face, channel, y, x); the faces in the order yellow, red, blue."""


def _window(face: TileFace) -> Floats:
    """Return the homography from the tile (radii) to the upright patch of one of its faces."""
    x, y = RHOMBI[face].mean(axis=0)
    scale = UPRIGHT_PX / (2 * HALF)
    return np.array([[scale, 0, scale * (HALF - x) - 0.5], [0, scale, scale * (HALF - y) - 0.5], [0, 0, 1]])


def _square(face: TileFace) -> Floats:
    """Return the homography from the tile (radii) to the straightened patch of one of its faces."""
    middle = RHOMBI[face].mean(axis=0)
    seen = np.asarray(middle + WITHIN * (RHOMBI[face] - middle), np.float32)
    side = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * STRAIGHT_PX - np.float32(0.5)
    return np.asarray(cv2.getPerspectiveTransform(seen, side), float)


def _mask(face: TileFace) -> Floats:
    """Return how far each pixel of the upright patch belongs to the face."""
    middle = RHOMBI[face].mean(axis=0)
    rhombus = middle + WITHIN * (RHOMBI[face] - middle)
    at = cv2.perspectiveTransform(rhombus[None], _window(face))[0]
    mask = np.zeros((UPRIGHT_PX, UPRIGHT_PX), np.uint8)
    # fillConvexPoly takes fixed-point coordinates: shift 4 means sixteenths of a pixel.
    cv2.fillConvexPoly(mask, np.rint(at * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.asarray(mask.astype(np.float32) / 255)


WINDOWS: Mapping[TileFace, Floats] = {face: _window(face) for face in TileFace}
SQUARES: Mapping[TileFace, Floats] = {face: _square(face) for face in TileFace}
MASKS: Mapping[TileFace, Floats] = {face: _mask(face) for face in TileFace}


def plane_of(corners: Floats) -> Floats:
    """Return the homography from the tile (radii, the yellow face on top) to the picture, from its six corners."""
    onto, _ = cv2.findHomography(HEXAGON, np.asarray(corners, float))
    return np.asarray(onto, float)


def upright(image: Image, plane: Floats) -> Patches:
    """Return the faces of the tile that `plane` lays into `image`, as they lie, (3, 3, y, x)."""
    views = upright_views(image, plane)
    return np.stack([levelled(view, MASKS[face]) for view, face in zip(views, TileFace, strict=True)])


def straight(image: Image, plane: Floats) -> Patches:
    """Return the faces of the tile that `plane` lays into `image`, as squares of one shade, (3, 1, y, x)."""
    return np.stack([shaded(view) for view in straight_views(image, plane)])


def upright_views(image: Image, plane: Floats) -> Floats:
    """Return the windows around the three faces in colour, (3, y, x, 3)."""
    return np.stack([_cut(image, plane, WINDOWS[face], UPRIGHT_PX) for face in TileFace])


def straight_views(image: Image, plane: Floats) -> Floats:
    """Return the three faces as squares in colour, (3, y, x, 3)."""
    return np.stack([_cut(image, plane, SQUARES[face], STRAIGHT_PX) for face in TileFace])


def _cut(image: Image, plane: Floats, to_patch: Floats, side: int) -> Floats:
    """Return the part of `image` that `to_patch` makes of the tile, `side` pixels square."""
    # warpPerspective samples single pixels: a strong reduction would alias without the larger patch and its
    # averaging.
    times = int(np.clip(round(_size_of(plane) / side), 1, MOST_TIMES))
    larger = np.array([[times, 0, (times - 1) / 2], [0, times, (times - 1) / 2], [0, 0, 1]], float)
    whole = larger @ to_patch @ np.linalg.inv(plane)
    return np.asarray(warped(image, whole, side, times), np.float32)


def _size_of(plane: Floats) -> float:
    """Return how many pixels the radius of the tile is long."""
    corners = cv2.perspectiveTransform(HEXAGON[None], plane)[0]
    return float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).max())


def levelled(view: Floats, mask: Floats) -> Patches:
    """Return a face as differences from its own colour, (channel, y, x), and nothing of what lies beside it."""
    inside = view[mask > 0.5]
    # The median is the colour of the face: print covers less than half of it.
    away = (view - np.median(inside, axis=0)) * mask[..., None]
    spread = float(np.sqrt(np.square(away).sum() / (3 * mask.sum())))
    return np.ascontiguousarray((away / (spread + NOISE)).transpose(2, 0, 1), np.float32)


def shaded(view: Floats) -> Patches:
    """Return a face in the shade in which its print stands out most, as brighter, (1, y, x)."""
    even = view - (SLOPES @ (FITTED @ view.reshape(-1, 3))).reshape(view.shape)
    flat = even.reshape(-1, 3) - np.median(even.reshape(-1, 3), axis=0)
    # The first principal component of the colours is the direction in which print differs from the face.
    _, axes = np.linalg.eigh(flat.T @ flat)
    shade = flat @ axes[:, -1]
    # An eigenvector has no sign; print covers less than the face, so it is the skewed side.
    if float(np.mean(shade**3)) < 0:
        shade = -shade
    return np.asarray((shade / (shade.std() + NOISE)).reshape(1, *view.shape[:2]), np.float32)
