"""Several frames of a table that stands still, laid over each other and averaged: noise goes, what lies there stays.

A camera trembles: each frame is shifted onto the last one first. A frame in which something else lies is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.table.params import DEFAULT, AverageParams


def averaged(frames: Sequence[Image], params: AverageParams = DEFAULT.average) -> Image:
    """Return the mean of those `frames` that show the same as the last one."""
    last = frames[-1]
    if len(frames) == 1:
        return last
    total, count = last.astype(np.float32), 1
    for frame in frames[:-1]:
        aligned = _onto(frame, last, params)
        if aligned is not None:
            total += aligned
            count += 1
    # Truncating instead of rounding would darken every mean by half a grey level.
    return np.asarray(np.rint(total / count), np.uint8)


def _onto(frame: Image, last: Image, params: AverageParams) -> Floats | None:
    """Return `frame` shifted onto `last`; None where it shows something else."""
    if frame.shape != last.shape:
        return None
    # Phase correlation assumes a periodic picture; the Hann window hides the seam at its border.
    shift, _ = cv2.phaseCorrelate(_grey(frame), _grey(last), _window(last.shape[:2]))
    if max(map(abs, shift)) > params.most_px:
        return None
    moved = frame
    if max(map(abs, shift)) > params.least_px:
        matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
        size = (last.shape[1], last.shape[0])
        moved = np.asarray(cv2.warpAffine(frame, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    return moved.astype(np.float32) if _same(moved, last, params) else None


def _same(one: Image, other: Image, params: AverageParams) -> bool:
    """Whether two frames show the same, apart from noise and from light that changes row by row."""
    size = (max(1, one.shape[1] // params.block), max(1, one.shape[0] // params.block))
    means = [
        np.log(cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.float32) + 16) for each in (one, other)
    ]
    change = means[0] - means[1]
    # The median of each row is removed: mains light brightens whole rows.
    change = np.abs(change - np.median(change, axis=1, keepdims=True)).max(axis=2)
    limit = max(params.change, params.over_noise * 1.5 * float(np.median(change)))
    return bool(np.count_nonzero(change > limit) <= params.stray * change.size)


def _grey(image: Image) -> Floats:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)


def _window(shape: tuple[int, ...]) -> Floats:
    return np.asarray(cv2.createHanningWindow((shape[1], shape[0]), cv2.CV_32F), np.float32)
