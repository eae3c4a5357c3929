"""Outlines of cards by their edges: exact where a card lies apart on a calm table, silent where the table is busy.

The network finds cards anywhere but knows their corners roughly only; where an edge runs all round, it is better.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.cards.detect import Find, agreement, sides
from vision.cards.params import OutlineParams
from vision.cards.refine import upright


def outlined(image: Image, params: OutlineParams) -> list[Find]:
    """Return all closed outlines of four straight sides, each once."""
    scale = min(1.0, params.width / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    kept: list[Find] = []
    for mask, grown in _masks(np.asarray(small, np.uint8), params):
        for find in _quads(mask, grown, scale, params):
            if all(agreement(find.corners, other.corners) < params.same for other in kept):
                kept.append(find)
    return kept


def _masks(image: Image, params: OutlineParams) -> Iterator[tuple[Image, float]]:
    """Yield pictures whose blobs may be cards, and by how many pixels the blobs are too large."""
    lab = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), (5, 5), 0)
    edges = np.zeros(image.shape[:2], np.uint8)
    for channel, share in zip(cv2.split(lab), (1.0, 0.5, 0.5), strict=True):
        edges |= np.asarray(cv2.Canny(channel, share * params.faint, share * params.clear), np.uint8)
    yield np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8), 1.0
    light = cv2.split(lab)[0]
    yield np.asarray(cv2.threshold(light, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8), 0.0


def _quads(mask: Image, grown: float, scale: float, params: OutlineParams) -> Iterator[Find]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    least = params.least_area * mask.shape[0] * mask.shape[1]
    for contour in contours:
        if cv2.contourArea(contour) < least:
            continue
        hull = cv2.convexHull(contour)
        quad = cv2.approxPolyN(hull, 4, epsilon_percentage=-1, ensure_convex=True)
        if quad is None or quad.size != 8:
            continue
        corners: Floats = np.asarray(quad.reshape(4, 2), float)
        around = float(cv2.contourArea(quad))
        if cv2.contourArea(contour) < params.filled * around or around > 0.98 * mask.size:
            continue
        corners = corners if cv2.contourArea(quad, oriented=True) > 0 else corners[::-1]
        wide, high = sides(corners)
        if max(wide, high) < params.tallest * min(wide, high):
            middle = corners.mean(axis=0)
            inwards = corners - np.sign(corners - middle) * grown
            yield Find(upright((inwards + 0.5) / scale - 0.5), 0.7, min(1.0, cv2.contourArea(contour) / around))


def both(
    finds: list[Find], corners: list[Floats], edged: list[Find], params: OutlineParams
) -> tuple[list[Find], list[Floats]]:
    """Return the finds of the network and of the edges with their corners; where they agree, the edges know better."""
    kept = [
        n for n, here in enumerate(corners) if all(agreement(here, other.corners) < params.agree for other in edged)
    ]
    return [*(finds[n] for n in kept), *edged], [*(corners[n] for n in kept), *(find.corners for find in edged)]
