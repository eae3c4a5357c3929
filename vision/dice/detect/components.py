"""The compact parts of masks as ellipses, thousands at once: each part is the runs of pixels that it has in the rows.

A part is 4-connected. Loops over parts or pixels in Python would take most of the time of a reading.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image, Ints
from vision.dice.params import PipParams


def ellipses(masks: Image, params: PipParams) -> Floats:
    """Return rows (x, y, xx, xy, yy, fill, 0) of the compact parts of `masks` (n, height, width), mask by mask.

    The first row and the last column of every mask are empty; x and y are counted without that row.
    """
    runs, counts = _runs_of_middling(masks, params)
    begin = _begins(counts)
    # Runs of a part lie together, so reduceat gives the bounding boxes of all parts without a loop.
    top, left, _ = np.minimum.reduceat(runs, begin, axis=1)
    bottom, _, right = np.maximum.reduceat(runs, begin, axis=1)
    area = np.add.reduceat(runs[2] - runs[1], begin)
    compact = _compact(right - left, bottom - top + 1, area, params)
    # Moments are summed from the corner of each part: integers stay small and the differences exact.
    runs -= np.repeat([top, left, left], counts, axis=1)
    rows, good = _of_moments(_moments(runs[:, np.repeat(compact, counts)], counts[compact]), params)
    rows[:, :2] += np.stack([left, top % masks.shape[1] - 1], axis=1)[compact]
    return rows[good].astype(np.float32)


def _runs_of_middling(masks: Image, params: PipParams) -> tuple[Ints, Ints]:
    """Return the runs (3, n), part by part: row, left end, right end; and how many of them each part has.

    Parts of fewer or more pixels than a pip are left out. Rows are counted through all masks.
    """
    first, last, part = _runs(masks)
    area = np.bincount(part, last - first)
    middling = np.flatnonzero(((area >= 0.6 * params.least_px**2) & (area <= params.most_px**2))[part])
    order = middling[np.argsort(part[middling], kind="stable")]
    row, left = np.divmod(first[order], masks.shape[2])
    counts = np.bincount(part[order])
    return np.stack([row, left, left + (last - first)[order]]), counts[counts > 0]


def _runs(masks: Image) -> tuple[Ints, Ints, Ints]:
    """Return where each run of pixels begins and ends, pixels counted through all masks, and the number of its part."""
    changes: list[Ints] = []
    parts: list[Ints] = []
    before = 0
    labels: Ints = np.empty(masks.shape[1:], np.int32)
    for n, mask in enumerate(masks):
        # fresh memory for the labels of every mask would cost more than the search
        count, _ = cv2.connectedComponents(mask, labels, connectivity=4, ltype=cv2.CV_32S)
        pixels = mask.ravel()
        ends = np.flatnonzero(pixels[1:] != pixels[:-1]) + 1
        changes.append(ends + n * mask.size)
        parts.append(labels.ravel()[ends[::2]] + before)
        before += count
    first, last = np.concatenate(changes).reshape(-1, 2).T
    return first, last, np.concatenate(parts)


def _begins(counts: Ints) -> Ints:
    """Return where each part begins if the parts have so many runs."""
    return np.asarray(np.cumsum(counts) - counts)


def _compact(width: Ints, height: Ints, area: Ints, params: PipParams) -> npt.NDArray[np.bool_]:
    """Return which parts have the bounding box of a pip."""
    longest, shortest = np.maximum(width, height), np.minimum(width, height)
    keep = (longest <= 1.5 * params.most_px) & (shortest >= params.least_px - 1)
    return np.asarray(keep & (shortest > 0.34 * longest) & (area > 0.42 * width * height))


def _moments(runs: Ints, counts: Ints) -> Floats:
    """Return (6, n): the sums of 1, x, y, xx, xy, yy over the pixels of each part."""
    y, left, right = runs
    length = right - left
    twice = length * (left + right - 1)
    squares = (_squares_below(right) - _squares_below(left)) // 6
    sums = np.stack([2 * length, twice, 2 * length * y, 2 * squares, twice * y, 2 * length * y * y])
    return np.asarray(np.add.reduceat(sums, _begins(counts), axis=1) / 2)


def _squares_below(n: Ints) -> Ints:
    """Return six times the sum of the squares of 0 … n - 1."""
    return np.asarray((n - 1) * n * (2 * n - 1))


def _of_moments(moments: Floats, params: PipParams) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return rows (x, y, xx, xy, yy, fill, 0): the ellipse of inertia of each part; and which parts fill theirs."""
    area, x, y = moments[0], moments[1] / moments[0], moments[2] / moments[0]
    # the inertia of a disc is r²/4; a pixel adds its own twelfth
    xx, xy, yy = 4 * (moments[3:] - [x * moments[1], y * moments[1], y * moments[2]]) / area
    root = np.sqrt((xx - yy) ** 2 / 4 + xy * xy)
    major, minor = (xx + yy) / 2 + root, (xx + yy) / 2 - root
    size = np.sqrt(np.maximum(major * minor, 1e-9))
    fill = area / (np.pi * size)
    good = (minor > 0) & (minor >= params.flattest**2 * major)
    good &= (fill >= params.fill) & (2 * np.sqrt(size) >= params.least_px)
    return np.stack([x, y, xx, xy, yy, fill, np.zeros_like(x)], axis=1), np.asarray(good)
