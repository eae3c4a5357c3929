"""The markers of a mat in a picture, found by ArUco: one dictionary, one detector, one shape of what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.table.mat import MarkerPosition, Mat, mat_of_marker

CELLS = 5
"""Cells across a marker without its black rim."""
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
"""Two markers of it differ in at least six cells: what lies on the table is not taken for one."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The markers of one mat, each with its four corners in the picture, in the order of `Rect.corners`."""

    mat: Mat
    corners: Mapping[MarkerPosition, Floats]
    others: tuple[Mat, ...] = ()
    """Further mats of which something is in the picture."""


Cells: TypeAlias = "tuple[tuple[bool, ...], ...]"


@lru_cache
def cells_of(number: int) -> Cells:
    """Return the cells of a marker with its rim, row by row; True is black."""
    drawn = cv2.aruco.generateImageMarker(DICTIONARY, number, CELLS + 2)
    return tuple(tuple(bool(value == 0) for value in row) for row in drawn)


@lru_cache
def _detector() -> cv2.aruco.ArucoDetector:
    params = cv2.aruco.DetectorParameters()
    params.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    params.minMarkerDistanceRate = 0.05  # the rim of white paper round a marker is no marker of its own
    params.adaptiveThreshWinSizeMin, params.adaptiveThreshWinSizeMax, params.adaptiveThreshWinSizeStep = 7, 31, 12
    return cv2.aruco.ArucoDetector(DICTIONARY, params)


def find_markers(image: Image) -> Seen | None:
    """Return the markers of the mat of which most are in `image`; None where there are none."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = _detector().detectMarkers(grey)
    found: dict[int, dict[MarkerPosition, Floats]] = {}
    mats: dict[int, Mat] = {}
    for quad, number in zip(corners, () if numbers is None else numbers.ravel(), strict=True):
        known = mat_of_marker(int(number))
        if known is not None:
            mats[known[0].number] = known[0]
            found.setdefault(known[0].number, {})[known[1]] = np.asarray(quad, np.float32).reshape(4, 2)
    if not found:
        return None
    best = max(found, key=lambda each: (len(found[each]), -each))
    return Seen(mats[best], found[best], tuple(mat for number, mat in mats.items() if number != best))
