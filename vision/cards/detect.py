"""Where cards lie: a network marks the inner part of every card, so that cards that touch stay apart; each part is one.

The picture is looked at in two sizes: small cards are found in the larger one, large cards in the smaller one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.cards.describe import answers
from vision.cards.params import FinderParams
from vision.operations import non_max_suppression

CELL = 4
"""Pixels of the finder's picture to a cell of its map."""
COARSEST = 32
BRIGHT = 225.0
"""The brightest part of the picture is made so bright for the finder."""
MOST_GROWN = 6.0
"""A picture is not made larger than so many times for the finder."""


@dataclass(frozen=True, slots=True, eq=False)
class Find:
    """A card, or what shows of one, found roughly."""

    corners: Floats
    """Clockwise in the picture, in its pixels."""
    score: float
    fill: float
    """How much of its outline the inner part fills: less where something lies over it."""

    @property
    def short(self) -> float:
        """The shorter side, in pixels."""
        return float(min(sides(self.corners)))


def sides(corners: Floats) -> tuple[float, float]:
    """Return the mean width and height of four corners, the first edge being the width."""
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(edges[0] + edges[2]) / 2, float(edges[1] + edges[3]) / 2


@dataclass(frozen=True, slots=True, eq=False)
class CardCover:
    """Where any part of a card lies."""

    odds: Floats
    scale: float

    def at(self, point: Floats) -> float:
        """Return how probably a point of the picture lies on a card."""
        x, y = (int(value * self.scale / CELL) for value in point)
        inside = 0 <= y < self.odds.shape[0] and 0 <= x < self.odds.shape[1]
        return float(self.odds[y, x]) if inside else 0.0


def find_cards(image: Image, params: FinderParams) -> tuple[list[Find], CardCover]:
    """Return what may be cards, the clearest first; of nested ones the classifier must say which is the card."""
    finds: list[Find] = []
    maps = [
        (_map(image, scale), scale) for width in params.widths if (scale := width / max(image.shape[:2])) < MOST_GROWN
    ]
    for each, scale in maps:
        finds += _at_all_levels(each[0], scale, params)
    closer = params.closer / max(image.shape[:2])
    if closer <= 1 and any(find.short * maps[0][1] < params.small_px for find in finds):
        finds += _at_all_levels(_map(image, closer)[0], closer, params)
    return best_finds(finds, params.same), CardCover(maps[0][0][1], maps[0][1])


def _at_all_levels(inner: Floats, scale: float, params: FinderParams) -> Iterator[Find]:
    for level in params.inner:
        yield from _finds(inner, level, scale, params)


def _map(image: Image, scale: float) -> Floats:
    """Return the probabilities of an inner part and of any part of a card, in cells."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    bright = float(np.percentile(small[::4, ::4].max(axis=-1), 98))
    small = np.asarray(cv2.convertScaleAbs(small, alpha=float(np.clip(BRIGHT / max(bright, 1.0), 0.8, 4.0))), np.uint8)
    high, wide = small.shape[:2]
    right, below = -wide % COARSEST, -high % COARSEST
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
    odds = answers("finder", [np.asarray(padded, np.uint8)])[0]
    return np.asarray(1 / (1 + np.exp(-odds[:, : -(-high // CELL), : -(-wide // CELL)])), np.float32)


def _finds(inner: Floats, level: float, scale: float, params: FinderParams) -> Iterator[Find]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats((inner > level).astype(np.uint8), connectivity=4)
    for number in range(1, count):
        left, top, wide, high, area = (int(value) for value in stats[number])
        if area < params.least_cells:
            continue
        box = np.s_[top : top + high, left : left + wide]
        part = (labels[box] == number).astype(np.uint8)
        quad, fill = _outline(part, area)
        if fill < params.least_fill:
            continue
        corners = (_grown(quad + np.array((left, top)), params.shrunk) + 0.5) * CELL / scale - 0.5
        wide_px, high_px = sides(corners)
        if (
            max(wide_px, high_px) > params.tallest * min(wide_px, high_px)
            or min(wide_px, high_px) < params.least_short_px
        ):
            continue
        yield Find(corners, float(inner[box][part > 0].mean()), fill)


def _outline(part: Image, area: int) -> tuple[Floats, float]:
    """Return the four corners of an inner part, clockwise, and how much of them it fills."""
    contours, _ = cv2.findContours(np.pad(part, 1), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(contours, key=len) - 1
    box = cv2.boxPoints(cv2.minAreaRect(contour))
    if area > 80:
        quad = cv2.approxPolyN(cv2.convexHull(contour), 4, epsilon_percentage=-1, ensure_convex=True)
        if quad is not None and quad.size == 8 and cv2.contourArea(quad) > 0.6 * cv2.contourArea(box):
            box = quad.reshape(4, 2).astype(np.float32)
    if cv2.contourArea(box, oriented=True) < 0:
        box = box[::-1]
    perimeter = float(np.sum(sides(np.asarray(box, float)))) * 2
    return np.asarray(box, float), area / max(1.0, float(cv2.contourArea(box)) + perimeter / 2 + 1)


def _grown(quad: Floats, shrunk: float) -> Floats:
    """Return the outline of a card whose inner part has these corners (middles of cells)."""
    short = min(sides(quad)) + 1
    off = 0.5 + shrunk * short / (1 - 2 * shrunk)
    return outset(quad, off)


def outset(points: Floats, off: float) -> Floats:
    """Return a convex outline, clockwise in the picture, moved outwards by `off` on every side."""
    along = np.roll(points, -1, axis=0) - points
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    before = np.roll(along, 1, axis=0)
    sine = np.abs(along[:, 0] * before[:, 1] - along[:, 1] * before[:, 0])[:, None]
    return np.asarray(points - (along - before) * off / np.maximum(sine, 0.3))


def best_finds(finds: Sequence[Find], most: float) -> list[Find]:
    """Return the finds of which no better one takes up the same place."""
    best_first = sorted(finds, key=lambda each: -each.score * each.fill)
    return non_max_suppression(best_first, lambda one, other: agreement(one.corners, other.corners) < most)


def shared(one: Floats, other: Floats) -> float:
    """Return how much of the smaller of two outlines lies in the other one."""
    common, first, second = _areas(one, other)
    return common / max(1.0, min(first, second))


def agreement(one: Floats, other: Floats) -> float:
    """Return the intersection of two outlines over their union."""
    common, first, second = _areas(one, other)
    return common / max(1.0, first + second - common)


def _areas(one: Floats, other: Floats) -> tuple[float, float, float]:
    """Return the areas of what two outlines share and of each."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    if (first.max(0) < second.min(0)).any() or (second.max(0) < first.min(0)).any():
        return 0.0, 1.0, 1.0
    common = float(cv2.intersectConvexConvex(first, second)[0])
    return common, float(cv2.contourArea(first)), float(cv2.contourArea(second))
