"""A face of a die cut out of a picture and laid flat, as the small networks want to see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Point
from vision.arrays import Floats32, Image
from vision.operations import rescaled, warped

MOST_TIMES = 2.0
"""A face that is so many times larger in the picture than in its patch is halved first, so that no pixel is skipped."""


@dataclass(frozen=True, slots=True)
class PatchView:
    """How much of a picture a network sees of a face."""

    px: int
    """Side of the patch in pixels."""
    margin: float
    """Width of the margin round the face on each side, in edges."""

    @property
    def places(self) -> Floats32:
        """Where the corners of the face lie, (4, 2), as shares of the patch."""
        low = self.margin / (1 + 2 * self.margin)
        return np.array([[low, low], [1 - low, low], [1 - low, 1 - low], [low, 1 - low]], np.float32)


FACE = PatchView(px=48, margin=0.25)
"""32 of the 48 pixels are the face."""
AROUND = PatchView(px=72, margin=0.7)
"""30 of the 72 pixels are the face: its sides, its shadow and half of each neighbour are seen as well."""
FAR_AROUND = PatchView(px=96, margin=1.0)
"""32 of the 96 pixels are the face: its whole body is seen down to the table, and most of each neighbour."""


def rectify(image: Image, corners: Sequence[Point] | npt.NDArray[np.floating], view: PatchView = FACE) -> Image:
    """Return the face between four corners (clockwise), with its margin, as a square patch."""
    quad, places = np.asarray(corners, np.float32), view.places
    longest = float(np.linalg.norm(quad - quad[[1, 2, 3, 0]], axis=1).max())
    times = longest / (view.px * (1 - 2 * float(places[0, 0])))
    while times >= MOST_TIMES and min(image.shape[:2]) > 1:
        image, quad = _halved(image, quad, view)
        times /= 2
    whole = max(round(times), 1)
    flat = cv2.getPerspectiveTransform(quad, places * (view.px * whole) - np.float32(0.5))
    return warped(image, np.asarray(flat, float), view.px, whole)


def _halved(image: Image, quad: Floats32, view: PatchView) -> tuple[Image, Floats32]:
    """Return the part of a picture that a view shows, at half its size, and the corners of the face in it.

    To average four pixels into one costs a tenth of sampling each of them on a slanted grid.
    """
    middle = quad.mean(axis=0)
    x, y, width, height = cv2.boundingRect(middle + (1 + 2 * view.margin) * (quad - middle))
    left, right = _span(x, width, image.shape[1])
    top, bottom = _span(y, height, image.shape[0])
    part = image[top:bottom, left:right]
    half = cv2.resize(part, ((right - left) // 2, (bottom - top) // 2), interpolation=cv2.INTER_AREA)
    there = rescaled(quad - np.array([left, top]), 2)
    return np.asarray(half, np.uint8), np.asarray(there, np.float32)


def _span(first: int, length: int, side: int) -> tuple[int, int]:
    """Return where so many pixels, and one more at least at each end, begin and end: an even number of the `side`."""
    begin = min(max(first - 2, 0), side - 2)
    end = min(max(first + length + 2, begin + 2), side)
    return begin, end - (end - begin) % 2


def levelled(patches: npt.NDArray[np.uint8]) -> Floats32:
    """Return patches (n, y, x, b g r) as the network's input: (n, b g r, y, x), mean 0, spread 1 each."""
    light = patches.astype(np.float32)
    mean = light.mean(axis=(1, 2, 3), keepdims=True)
    spread = light.std(axis=(1, 2, 3), keepdims=True)
    return np.ascontiguousarray(((light - mean) / (spread + np.float32(6))).transpose(0, 3, 1, 2))
