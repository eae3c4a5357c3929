"""Comparing a card with one of the deck pixel by pixel: aligned, in the same light, and where two candidates differ.

Cards that are nearly alike differ in few pixels: only there it is decided which of the two was seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.cards.crops import levelled

FINE = (128, 192)
"""The size at which faces are compared pixel by pixel."""
EDGE = 5
"""So many pixels along the border are left out: there the table may show."""
MOST_SHIFT = 14.0
WHOLLY = 14400.0
"""The squared difference of a pixel that is wholly another one."""
FEW = 6.0
"""A difference of so few such pixels counts for half: it may be dirt or noise."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A card laid over one of the deck."""

    seen: Floats
    """The card in the light of the one of the deck, (height, width, 3)."""
    reference: Floats
    match: float
    """How well the two agree: the correlation of what stands out, 1 is the same."""
    matrix: Floats
    """From the flat card to the one of the deck."""


def grey_of(face: Image) -> Image:
    """Return the face in grey, brightened so that faint print stands out as well."""
    return np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.uint8)


def aligned(face: Image, reference: Image) -> Floats:
    """Return the homography from a flat card to one of the deck that it is nearly laid over already."""
    one, other = grey_of(reference), grey_of(face)
    points = cv2.goodFeaturesToTrack(one, 120, 0.02, 6, blockSize=5)
    if points is None or len(points) < 6:
        return np.eye(3)
    found, status, _ = cv2.calcOpticalFlowPyrLK(one, other, points, points.copy(), winSize=(21, 21), maxLevel=2)
    moved = np.linalg.norm(found - points, axis=2)[:, 0]
    good = (status[:, 0] == 1) & (moved < MOST_SHIFT)
    if good.sum() < 6:
        return np.eye(3)
    return _plane_motion(found[good, 0], points[good, 0])


def _plane_motion(here: Floats, there: Floats) -> Floats:
    """Return the motion that most points agree on: the richer, the more points there are."""
    if len(here) >= 24:
        matrix, inside = cv2.findHomography(here, there, cv2.RANSAC, 1.5)
    else:
        flat, inside = cv2.estimateAffine2D(here, there, ransacReprojThreshold=1.5)
        matrix = None if flat is None else np.vstack([flat, (0, 0, 1)])
    if matrix is None or inside.sum() < max(6, 0.35 * len(here)) or not _is_small(np.asarray(matrix)):
        return np.eye(3)
    return np.asarray(matrix, float)


def _is_small(matrix: Floats) -> bool:
    """Return whether a motion moves the corners of the card by no more than the corners may be wrong."""
    wide, high = FINE
    corners = np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]], np.float32)
    return bool(np.abs(cv2.perspectiveTransform(corners, matrix.astype(np.float64)) - corners).max() < 1.3 * MOST_SHIFT)


def fit(face: Image, reference: Image) -> Fit:
    """Lay a flat card over one of the deck."""
    matrix = aligned(face, reference)
    warped = cv2.warpPerspective(face, matrix, FINE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen, known = _softened(levelled(np.asarray(warped, np.uint8))), _softened(reference)
    return Fit(seen, known, correlation(seen, known), matrix)


def _softened(face: Image) -> Floats:
    """Return a face at half the size, a little blurred: a shift of a pixel must not count."""
    small = cv2.resize(face, (FINE[0] // 2, FINE[1] // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8).astype(np.float32)[EDGE:-EDGE, EDGE:-EDGE])


def correlation(seen: Floats, known: Floats) -> float:
    """Return how far what stands out of a face stands out of the other, 0 to 1."""
    one, other = ((each - cv2.blur(each, (21, 21))).ravel() for each in (seen, known))
    return float(one @ other / max(1e-6, float(np.linalg.norm(one) * np.linalg.norm(other))))


def preference(first: Fit, second: Fit) -> float:
    """Return how clearly the first card of the deck explains the pixels in which the two differ: 1 wholly, -1 not.

    The light is set by the pixels in which the two agree: a colour in which they differ must not explain itself away.
    """
    differ = ((first.reference - second.reference) ** 2).sum(axis=-1)
    common = 1 / (1 + differ / 200)
    one, other = (((_relit(each, common) - each.reference) ** 2).sum(axis=-1) for each in (first, second))
    where = np.where(differ > 0.1 * np.percentile(differ, 99), differ, 0)
    weighed = np.clip((other - one) / np.maximum(differ, 1), -1, 1) * where
    amount = float(where.sum()) / WHOLLY
    return float(weighed.sum() / max(1.0, float(where.sum())) * amount / (amount + FEW))


def _relit(each: Fit, weight: Floats) -> Floats:
    """Return the card with the gain and the slope of light of each channel that suit the one of the deck best."""
    high, wide = weight.shape
    row, column = np.linspace(-1, 1, high, dtype=np.float32)[:, None], np.linspace(-1, 1, wide, dtype=np.float32)
    slopes = np.stack([np.ones((high, wide), np.float32), row + 0 * column, column + 0 * row], axis=-1)
    out = np.empty_like(each.seen)
    for n in range(3):
        terms = slopes * each.seen[..., n : n + 1]
        flat, aim = terms.reshape(-1, 3), each.reference[..., n].ravel()
        heavy = flat * weight.reshape(-1, 1)
        off = aim - flat[:, 0]
        solved = np.linalg.solve(heavy.T @ flat + 1e5 * np.eye(3), heavy.T @ off)
        out[..., n] = terms @ (solved + np.array((1, 0, 0))).astype(np.float32)
    return out
