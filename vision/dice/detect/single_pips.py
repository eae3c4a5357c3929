"""Faces of a single pip: the pip says where, the edge of its body all round says how large and how it lies.

A speck on the table has the shape of a pip, but the colour round it never ends; a pip of a 5 has neighbours. Rays leave
the spot in all directions until the colour changes; a face is a square of ray ends round its middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from vision.arrays import Floats, Image, median
from vision.dice.detect.frames import FaceFrames
from vision.dice.detect.spots import Spots, most_apart, roots, sample
from vision.dice.params import SinglePipParams


def frames_of_ones(
    image: Image, spots: Spots, edge: float | None, params: SinglePipParams
) -> tuple[FaceFrames, Floats]:
    """Return the frames round each spot that lies in the middle of a square body, and how square each is (1 is enough).

    `edge` is the common edge of the other dice; a die of that size needs fewer of its sides to be visible.
    """
    root = roots(spots.shape)
    away, steps = _along_rays(image, spots, root, params)
    ends = np.concatenate([_ray_ends(away, steps, spots, *change, params) for change in params.changes])
    # First without a known size; below, the common edge may replace it where fewer sides are visible.
    half, turn, square = _squarest(ends, len(spots), params)
    enough = np.full(len(spots), params.square)
    keep = square >= params.square_of_print
    if edge is not None:
        # The rays are measured in radii of the pip, and half an edge in radii is an edge in diameters.
        known = edge / spots.diameter
        for turn_k, square_k, within in _squares_of_edge(ends, known, params):
            use = ~((square >= enough) & (np.abs(np.log(half / known)) < 0.2)) & (
                square_k >= params.square_of_known_edge
            )
            use &= within <= params.within
            half, turn = np.where(use, known, half), np.where(use, turn_k, turn)
            square, keep = np.where(use, square_k, square), keep | use
            enough = np.where(use, params.square_of_known_edge, enough)
    keep &= (half >= params.least) & (half <= params.most)
    u = np.stack([np.cos(turn), np.sin(turn)], axis=1) * half[:, None]
    v = np.stack([-np.sin(turn), np.cos(turn)], axis=1) * half[:, None]
    members = np.full((len(spots), 4), -1, np.int64)
    # A frame has room for four members; a 1 has one.
    members[:, 0] = np.arange(len(spots))
    frames = FaceFrames(
        spots.centre,
        np.einsum("nij,nj->ni", root, u).astype(np.float32),
        np.einsum("nij,nj->ni", root, v).astype(np.float32),
        spots.inside,
        spots.around,
        np.asarray(0.5 / np.maximum(half, 0.1), np.float32),
        spots.shape,
        members,
    )
    return frames.pick(keep), np.minimum(square[keep] / enough[keep], 1).astype(np.float32)


def frames_of_edge(spots: Spots, edges: Floats, turns: int) -> FaceFrames:
    """Return frames of a known edge round each spot, in several turns: what a 1 is when its sides cannot be seen."""
    angles = np.repeat(np.linspace(0, np.pi / 2, turns, endpoint=False), len(spots))
    rows = np.tile(np.arange(len(spots)), turns)
    half = (edges / spots.diameter)[rows][:, None]
    root = roots(spots.shape)[rows]
    members = np.full((len(rows), 4), -1, np.int64)
    members[:, 0] = rows
    return FaceFrames(
        spots.centre[rows],
        np.einsum("nij,nj->ni", root, half * np.stack([np.cos(angles), np.sin(angles)], axis=1)).astype(np.float32),
        np.einsum("nij,nj->ni", root, half * np.stack([-np.sin(angles), np.cos(angles)], axis=1)).astype(np.float32),
        spots.inside[rows],
        spots.around[rows],
        np.asarray(0.5 / half[:, 0], np.float32),
        spots.shape[rows],
        members,
    )


def _angles(params: SinglePipParams) -> Floats:
    """Return the directions of the rays."""
    return np.linspace(0, 2 * np.pi, params.rays, endpoint=False, dtype=np.float32)


def _along_rays(image: Image, spots: Spots, root: Floats, params: SinglePipParams) -> tuple[Floats, Floats]:
    """Return (n, rays, steps): how far the colours along each ray are from the body's, and the steps in pip radii."""
    steps = np.arange(params.first, params.most * 1.5, params.step, dtype=np.float32)
    angles = _angles(params)
    rays = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    outward = np.einsum("nij,rj->nri", root, rays)
    points = spots.centre[:, None, None] + outward[:, :, None] * steps[None, None, :, None]
    away = most_apart(sample(image, points), spots.around[:, None, None])
    (x, y), (h, w) = np.moveaxis(points, 3, 0), image.shape[:2]
    # Beyond the border of the picture every ray ends: the body cannot be seen to go on.
    away[(x < -0.5) | (y < -0.5) | (x > w - 0.5) | (y > h - 0.5)] = 255
    return away, steps


def _ray_ends(
    away: Floats, steps: Floats, spots: Spots, change: float, lasting: int, params: SinglePipParams
) -> Floats:
    """Return (n, rays): how many pip radii each ray runs over the body before the colour changes for good."""
    contrast = most_apart(spots.inside, spots.around)
    changed = away > np.maximum(change * contrast, params.noise)[:, None, None]
    count = len(steps) - lasting + 1
    # A change must last for some steps: print and veins are thinner than the gap between die and table.
    ended = np.logical_and.reduce([changed[..., first : first + count] for first in range(lasting)])
    first = np.where(ended.any(axis=2), ended.argmax(axis=2), len(steps) - 1)
    return steps[first]


def _squarest(ends: Floats, spots: int, params: SinglePipParams) -> tuple[Floats, Floats, Floats]:
    """Return half edge, turn and share of agreeing rays of the best square round each spot.

    `ends` has a row for each change of colour and spot; squares of a fainter border must be better ones.
    """
    best: tuple[Floats, ...] = (np.ones(spots), np.zeros(spots), np.zeros(spots))
    tries = [each.reshape(len(params.changes), spots) for each in _best_square(ends, params)]
    for tried in zip(*tries, strict=True):
        better = tried[2] > best[2] + params.better
        best = tuple(np.where(better, new, old) for new, old in zip(tried, best, strict=True))
    half, turn, square = best
    return half, turn, square


def _best_square(ends: Floats, params: SinglePipParams) -> tuple[Floats, Floats, Floats]:
    """Return half edge, turn and share of agreeing rays of the square that suits the ray ends best."""
    turns, factor = _turns(params)
    half = median(ends[:, None] * factor[None], axis=2)
    error = _off_the_square(ends[:, None] / half[..., None], factor, params)
    share = (error < params.tolerance).mean(axis=2) - 0.2 * np.minimum(error, params.tolerance).mean(axis=2)
    best = share.argmax(axis=1)
    rows = np.arange(len(ends))
    return half[rows, best], turns[best], share[rows, best]


@lru_cache(maxsize=4)
def _turns(params: SinglePipParams) -> tuple[Floats, Floats]:
    """Return the turns of squares, and (turns, rays) the cosine between each ray and the nearest side's normal."""
    turns = np.linspace(0, np.pi / 2, params.turns, endpoint=False, dtype=np.float32)
    away = _angles(params)[None] - turns[:, None]
    return turns, np.maximum(np.abs(np.cos(away)), np.abs(np.sin(away)))


def _off_the_square(ends: Floats, factor: Floats, params: SinglePipParams) -> Floats:
    """Return how far rays end from a square of half edge 1 whose corners may be rounded."""
    sharp = 1 / factor[None]
    rounded = np.minimum(sharp, params.rounded)
    return np.asarray(np.maximum(np.maximum(rounded - ends, ends - sharp), 0) * factor[None])


def _squares_of_edge(ends: Floats, half: Floats, params: SinglePipParams) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield turn, share of agreeing rays, and share of rays that end too early, of squares of a known size.

    `ends` has a row for each change of colour and spot; each change gives a square.
    """
    turns, factor = _turns(params)
    ends = ends[:, None] / np.tile(half, len(params.changes))[:, None, None]
    share = (_off_the_square(ends, factor, params) < params.tolerance + 0.04).mean(axis=2)
    early = (ends * factor[None] < 0.8 - params.tolerance).mean(axis=2)
    best = (share - early).argmax(axis=1)
    rows = np.arange(len(ends)).reshape(len(params.changes), len(half))
    for of_change in rows:
        yield turns[best[of_change]], share[of_change, best[of_change]], early[of_change, best[of_change]]
