"""How good the pictures of a camera are: as sharp, as steady and as large as reading needs."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.table.calibrate import Calibration
from vision.table.mat import Rect

DIE_MM = 16.0
"""The usual die."""
AROUND_MM = 3.0
"""Paper beside a marker, and black rim within it, that an edge is measured over."""

REACH_PX = 25
"""An edge that is wider than this is none."""
LEAST_CONTRAST = 20.0
"""Grey levels; noise has less."""
LEAST_EDGE_PX = 20
"""So many pixels of edges must there be."""


def edge_px(image: Image, known: Calibration) -> float:
    """Return over how many pixels black turns into white at the rims of the markers: two in a sharp picture."""
    widths: list[float] = []
    for place in known.corners:
        seen = known.pose.above(image, known.mat.markers[place].shrunk(-AROUND_MM))
        grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)
        reach = round(2 * AROUND_MM * grey.shape[1] / (known.mat.marker + 2 * AROUND_MM))
        sides = (grey, grey[:, ::-1], grey.T, grey.T[:, ::-1])
        widths += [_width(side[reach:-reach, :reach].mean(axis=0)) for side in sides]
    return float(np.median(widths)) if widths else float("inf")


def sharpest_px(image: Image) -> float | None:
    """Return over how many pixels the sharpest edges of any picture run; None where there are no edges.

    A picture in focus has about three, whatever it shows.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 0.8)
    near = np.ones((REACH_PX, REACH_PX), np.uint8)
    contrast = cv2.dilate(grey, near) - cv2.erode(grey, near)
    slopes = [np.abs(np.diff(grey, axis=axis, append=grey.take([-1], axis))) for axis in (0, 1)]
    slope = np.maximum(*slopes)
    edges = (slope >= np.percentile(slope, 99.9)) & (contrast >= LEAST_CONTRAST)
    if np.count_nonzero(edges) < LEAST_EDGE_PX:
        return None
    return float(np.median(contrast[edges] / slope[edges]))


def brightest_of(image: Image) -> float:
    """Return how bright the brightest things are, but for single pixels."""
    return float(np.percentile(image.max(axis=2), 99))


def _width(profile: Floats) -> float:
    """Return the length of the steepest straight line from the lightest to the darkest value."""
    steepest = float(np.abs(np.diff(profile)).max())
    return float(np.ptp(profile)) / max(steepest, 1e-3)


def flicker_of(frames: Sequence[Image]) -> float:
    """Return by what share the brightness of rows changes from frame to frame: lamps, not things that move."""
    rows = np.stack([_row_levels(frame) for frame in frames])
    return float(np.percentile(np.abs(np.expm1(rows - np.median(rows, axis=0))), 95))


def _row_levels(frame: Image) -> Floats:
    """Return the logarithm of the median brightness of each row, smoothed."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    levels = np.log(np.median(grey, axis=1).astype(np.float32) + 4)[:, None]
    return np.asarray(cv2.blur(levels, (1, 9)).ravel(), np.float32)


def die_px(known: Calibration) -> float:
    """Return how many pixels the edge of a die has in the zone in which it has the fewest."""
    zones: list[Rect] = [zone.rect for zone in known.mat.zones]
    return DIE_MM * min(known.pose.px_per_mm(rect) for rect in zones)
