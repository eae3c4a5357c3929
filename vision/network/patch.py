"""A face of a die cut out of a picture and laid flat, as the small network wants to see it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Point

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

PATCH_PX = 48
MARGIN = 0.25
"""How much of what lies around the face is shown on each side, in edges: 32 of the 48 pixels are the face."""
MOST_TIMES = 8
"""Large faces are cut out up to this many times larger first, so that no pixel is skipped."""

_LOW, _HIGH = MARGIN / (1 + 2 * MARGIN), (1 + MARGIN) / (1 + 2 * MARGIN)
_PLACES = np.array([[_LOW, _LOW], [_HIGH, _LOW], [_HIGH, _HIGH], [_LOW, _HIGH]], np.float32)


def rectify(image: Image, corners: Sequence[Point] | npt.NDArray[np.floating]) -> Image:
    """Return the face between four corners (clockwise), with its margin, as a patch of PATCH_PX squared."""
    quad = np.asarray(corners, np.float32)
    longest = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    times = int(np.clip(round(longest / (PATCH_PX * (_HIGH - _LOW))), 1, MOST_TIMES))
    side = PATCH_PX * times
    flat = cv2.getPerspectiveTransform(quad, _PLACES * side - np.float32(0.5))
    large = cv2.warpPerspective(image, flat, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if times == 1:
        return np.asarray(large, np.uint8)
    return np.asarray(cv2.resize(large, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA), np.uint8)


def levelled(patches: npt.NDArray[np.uint8]) -> Floats:
    """Return patches (n, y, x, b g r) as the network's input: (n, b g r, y, x), mean 0, spread 1 each."""
    light = patches.astype(np.float32)
    mean = light.mean(axis=(1, 2, 3), keepdims=True)
    spread = light.std(axis=(1, 2, 3), keepdims=True)
    return np.ascontiguousarray(((light - mean) / (spread + np.float32(6))).transpose(0, 3, 1, 2))
