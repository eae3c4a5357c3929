"""From four corners to a flat card, and to what the networks are given of it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image

WIDE, HIGH = 64, 96
"""The size at which faces are compared."""
ROUGH_WIDE, ROUGH_HIGH = 96, 128
"""The size of a crop whose corners are still to be found."""
MARGIN = 0.2
"""How far such a crop reaches beyond the rough card, in shares of its width and height."""
MOST_TIMES = 4
CAMERA_SHAPES = (4 / 3, 3 / 2, 16 / 9, 16 / 10)
BRIGHT = 225.0
MOST_CAST = 1.35


def flattened(image: Image, corners: Floats, size: tuple[int, int]) -> Image:
    """Return the card within `corners` (top left first, clockwise) as a flat picture of `size` (width, height)."""
    longest = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).max())
    times = int(np.clip(round(longest / max(size)), 1, MOST_TIMES))  # what is fine must not flicker when it shrinks
    large = (size[0] * times, size[1] * times)
    flat = cv2.warpPerspective(image, onto(corners, large), large, flags=cv2.INTER_LINEAR)
    return np.asarray(flat if times == 1 else cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)


def is_cut_out(image: Image) -> bool:
    """Return whether a picture has another shape than cameras give: then it was cut out, and may be one card."""
    high, wide = image.shape[:2]
    shape = max(high, wide) / min(high, wide)
    return all(abs(shape / camera - 1) > 0.015 for camera in CAMERA_SHAPES)


def onto(corners: Floats, size: tuple[int, int]) -> Floats:
    """Return the homography from the picture to a flat card of `size`."""
    wide, high = size
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(np.asarray(corners, np.float32), flat.astype(np.float32)))


def rough_frame(corners: Floats) -> Floats:
    """Return the corners of the rough crop round a card: the card with its margin."""
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    wide = (unit * (1 + 2 * MARGIN) - MARGIN).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(unit, np.asarray(corners, np.float32))
    return np.asarray(cv2.perspectiveTransform(wide[None], matrix)[0])


def levelled(face: Image) -> Image:
    """Return a face as if white paper were white: brightness by its brightest part, a cast taken back within reason."""
    sample = face[::3, ::3].reshape(-1, 3)
    bright = np.maximum(np.partition(sample, int(0.94 * len(sample)), axis=0)[int(0.94 * len(sample))], 20).astype(
        float
    )
    middle = float(bright.max())
    gains = BRIGHT / middle * np.clip(middle / bright, 1.0, MOST_CAST)
    return np.asarray(np.clip(face * gains, 0, 255), np.uint8)


def blob_of(crops: list[Image]) -> Floats:
    """Return crops as the networks take them, (n, 3, height, width)."""
    return np.asarray(np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / 128 - 1, np.float32)
