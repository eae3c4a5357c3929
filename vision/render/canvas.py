"""Windows of a picture that is drawn: where something lies in it, and how far it covers each pixel."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.render.camera import Matrix


def window_around(points: Matrix, shape: tuple[int, ...], margin: int = 2) -> tuple[slice, slice] | None:
    """Return the rows and columns around `points`, with some pixels more, or None where they lie outside."""
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + margin + 1, (shape[1], shape[0]))
    if (high <= low).any():
        return None
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))


def coverage(points: Matrix, window: tuple[slice, slice]) -> Floats:
    """Return how far each pixel of the window, (height, width), lies within the convex outline `points`."""
    mask = np.zeros((window[0].stop - window[0].start, window[1].stop - window[1].start), np.uint8)
    inside = np.rint((points - (window[1].start, window[0].start)) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, inside, 255, cv2.LINE_AA, 4)
    return np.asarray(mask.astype(np.float32) / 255)
