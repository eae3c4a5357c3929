"""The corners of a card to a share of a pixel: a network looks at the rough crop and says how far each is off."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.cards.crops import MARGIN, ROUGH_HIGH, ROUGH_WIDE, flattened, rough_frame
from vision.cards.describe import answers
from vision.cards.detect import sides

TIMES = 2
"""The second time it looks at a better crop."""


def upright(corners: Floats) -> Floats:
    """Return the corners so that the first edge is a short one."""
    wide, high = sides(corners)
    return np.roll(corners, 1, axis=0) if wide > high else corners


def refined(image: Image, corners: list[Floats]) -> list[Floats]:
    """Return better corners for each card, in the same order, the first edge being a short one."""
    found = [upright(each) for each in corners]
    for _ in range(TIMES if found else 0):
        frames = [rough_frame(each) for each in found]
        size = (ROUGH_WIDE, ROUGH_HIGH)
        shifts = answers("corners", [flattened(image, frame, size) for frame in frames]).reshape(-1, 4, 2)
        found = [_moved(frame, shift) for frame, shift in zip(frames, shifts, strict=True)]
    return found


def _moved(frame: Floats, shift: Floats) -> Floats:
    """Return the corners of the card in the picture, given how far they are off in the rough crop."""
    size = np.array((ROUGH_WIDE, ROUGH_HIGH), np.float32)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    home = (unit + MARGIN) / (1 + 2 * MARGIN) * size - 0.5
    whole = (unit * size - 0.5).astype(np.float32)
    back = cv2.getPerspectiveTransform(whole, frame.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform((home + shift * ROUGH_WIDE).astype(np.float32)[None], back)[0], float)
