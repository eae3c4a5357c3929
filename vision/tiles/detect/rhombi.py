"""Areas of one colour with four corners: what the faces of tiles are on any table, under any lamp.

A picture is cut where it is steep. What remains between the cuts is an area; one whose outline has four corners and
straight sides may be a face. No colour is named here: a white balance that is off spoils nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Grey, Image
from vision.tiles.params import RhombusParams

ROOTS = np.clip(np.sqrt(np.arange(256) + 8.0) * 16, 0, 255).astype(np.uint8)
"""The noise of a sensor grows with the root of the light: on this scale it is the same everywhere."""
TOLERANCES = (0.03, 0.045, 0.06, 0.08, 0.1, 0.13)
"""How roughly an outline is followed, over its length, until four corners remain."""


@dataclass(frozen=True, slots=True)
class Rhombi:
    """Areas with four corners, one row each."""

    corners: Floats
    """(n, 4, 2), clockwise in the picture."""
    colours: Floats
    """(n, 3): blue, green, red."""

    def __len__(self) -> int:
        return len(self.corners)

    @property
    def middles(self) -> Floats:
        """(n, 2)."""
        return np.asarray(self.corners.mean(axis=1))


def find_rhombi(image: Image, params: RhombusParams) -> Rhombi:
    """Return the areas of `image` that may be faces, each once: from the strictest pass that has it."""
    steep = steepness(image)
    found = Rhombi(np.empty((0, 4, 2)), np.empty((0, 3)))
    for step, rim_px in zip(params.steps, params.rims_px, strict=True):
        new = list(_areas(image, steep, step, rim_px, found, params))
        if new:
            corners, colours = (np.array(column) for column in zip(*new, strict=True))
            found = Rhombi(np.vstack([found.corners, corners]), np.vstack([found.colours, colours]))
    return found


def steepness(image: Image) -> Image:
    """Return how fast the picture changes at each pixel, in its fastest channel."""
    # A variance-stabilising transform: one threshold on gradients then serves dim and bright parts.
    even = cv2.LUT(cv2.GaussianBlur(image, (3, 3), 0), ROOTS)
    # Sobel of unsigned bytes would clip negative gradients, hence 16 signed bits.
    across = cv2.convertScaleAbs(cv2.Sobel(even, cv2.CV_16S, 1, 0))
    along = cv2.convertScaleAbs(cv2.Sobel(even, cv2.CV_16S, 0, 1))
    blue, green, red = cv2.split(cv2.add(across, along))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _areas(
    image: Image, steep: Image, step: int, rim_px: float, known: Rhombi, params: RhombusParams
) -> Iterator[tuple[Floats, Floats]]:
    """Return the corners and the colour of each flat area with four corners that is not known yet."""
    # 4-connectivity keeps areas apart that touch only at a corner.
    flat = np.asarray(steep < step, np.uint8)
    _, marks, boxes, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    wide, high, size = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    # A rhombus fills at least a quarter of its bounding box, so thin and ragged areas drop out cheaply.
    fitting = (size > params.least_px) & (size < params.most_share * flat.size) & (4 * size > wide * high)
    fitting[0] = False  # the cuts themselves
    for mark in np.flatnonzero(fitting):
        x, y, w, h, area = boxes[mark]
        away = np.abs(known.middles - (x + w / 2, y + h / 2)).max(axis=1)
        if (away < params.same * area**0.5).any():
            continue
        window = np.s_[y : y + h, x : x + w]
        mask = np.asarray(marks[window] == mark, np.uint8)
        if not _is_coloured(cv2.mean(image[window], mask)[:3], params):
            continue
        quad = _four_corners(mask, rim_px, params)
        if quad is not None:
            yield quad + np.array([x, y]), np.median(image[window][mask > 0], axis=0)


def _is_coloured(colour: Sequence[float], params: RhombusParams) -> bool:
    """Return whether a colour is none of the many shades of white, grey and black on a table."""
    return max(colour) - min(colour) > params.coloured * max(colour)


def _four_corners(mask: Image, rim_px: float, params: RhombusParams) -> Floats | None:
    """Return the corners of an area, clockwise, if it has four."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    # The hull closes notches that print cuts into the outline.
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < params.least_px or cv2.contourArea(outline) < params.filled * area:
        return None
    rough = _simplified(hull)
    if rough is None or not params.square[0] < area / cv2.contourArea(rough) < params.square[1]:
        return None
    if not _is_rhombus(rough, params, params.slanted / 2):
        return None
    quad = _with_straight_sides(outline[:, 0].astype(float), rough, rim_px, params)
    return quad if quad is not None and _is_rhombus(quad, params, params.slanted) else None


def _simplified(hull: Grey) -> Floats | None:
    """Return the four corners that are left of a convex outline when it is followed roughly, clockwise."""
    length = cv2.arcLength(hull, True)
    for tolerance in TOLERANCES:
        few = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(few) == 4:
            quad = few[:, 0].astype(np.float32)
            # approxPolyDP keeps either direction; the sign of the area gives it.
            return np.asarray(quad[::-1] if cv2.contourArea(quad, oriented=True) < 0 else quad)
        if len(few) < 4:
            return None
    return None


def _with_straight_sides(points: Floats, rough: Floats, rim_px: float, params: RhombusParams) -> Floats | None:
    """Return where the lines along the four sides meet, moved outward by the steep rim."""
    normals, offsets = np.empty((4, 2)), np.empty(4)
    for side in range(4):
        start, along = rough[side], rough[(side + 1) % 4] - rough[side]
        length = float(np.hypot(*along))
        if length < 5:
            return None
        along = along / length
        outward = np.array([along[1], -along[0]])
        share, off = (points - start) @ along / length, np.abs((points - start) @ outward)
        # Corners are rounded, so only the middle of a side is fitted.
        near = points[(share > 0.12) & (share < 0.88) & (off < max(1.5, 0.08 * length))]
        if len(near) < 4:
            return None
        # The Huber norm limits the weight of pixels where print or shadow breaks the side.
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)[:, 0]
        normal = np.array([vy, -vx]) * (1 if vy * outward[0] - vx * outward[1] > 0 else -1)
        normals[side], offsets[side] = normal, normal @ (x, y) + rim_px
    return _meetings(normals, offsets, params)


def _meetings(normals: Floats, offsets: Floats, params: RhombusParams) -> Floats | None:
    """Return where each of four lines meets the one before it."""
    before, at = np.roll(normals, 1, axis=0), np.roll(offsets, 1)
    # Cramer's rule; the determinant is the sine of the angle between two sides.
    sine = before[:, 0] * normals[:, 1] - before[:, 1] * normals[:, 0]
    if np.abs(sine).min() < params.straightest:
        return None
    x = (at * normals[:, 1] - offsets * before[:, 1]) / sine
    y = (before[:, 0] * offsets - normals[:, 0] * at) / sine
    return np.column_stack([x, y])


def _is_rhombus(quad: Floats, params: RhombusParams, slanted: float) -> bool:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    if sides.min() < 6 or sides.max() > params.slender * sides.min():
        return False
    if np.abs(np.log(sides[:2] / sides[2:])).max() > np.log(params.uneven):
        return False
    first, second = quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[1] - quad[0]
    # The faces of a tile have angles of 60 and 120 degrees; a square has a cosine of 0 and is a die or a card.
    cosine = abs(float(first @ second)) / float(np.linalg.norm(first) * np.linalg.norm(second))
    return cosine > slanted
