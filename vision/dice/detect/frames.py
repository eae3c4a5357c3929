"""From spots to faces: which spots lie on the lattice of one die's face, and in which frame.

All that is used is that pips are equal circles on a square lattice, seen under a nearly affine view: their own
ellipses give the view, their midpoints give the lattice. A pair of spots is a diagonal of a 2 or a 3; two pairs
that share their midpoint and are perpendicular on the die are the four corners of a 4, a 5 or a 6.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Ints
from vision.dice.detect.spots import Spots
from vision.dice.params import FaceParams


@dataclass(frozen=True, slots=True)
class FaceFrames:
    """Places where a face may lie, one row each: the face is `centre ± u ± v`."""

    centre: Floats
    """(n, 2)"""
    u: Floats
    """(n, 2): from the centre to the middle of one side."""
    v: Floats
    """(n, 2): from the centre to the middle of the next side, clockwise."""
    inside: Floats
    """(n, 3): colour of the pips."""
    around: Floats
    """(n, 3): colour of the body."""
    radius: Floats
    """(n,): of a pip, over the edge of the face."""
    shape: Floats
    """(n, 3): xx, xy, yy of the mean ellipse of the pips."""
    members: Ints
    """(n, 4): the spots that the frame was made from; -1 where fewer."""

    def __len__(self) -> int:
        return len(self.centre)

    def pick(self, rows: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> FaceFrames:
        """Return the frames of `rows`."""
        return FaceFrames(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    @property
    def edge(self) -> Floats:
        """Edge of the square of the same area."""
        u, v = self.u, self.v
        return np.asarray(2 * np.sqrt(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])), dtype=np.float32)


def joined(tables: list[FaceFrames]) -> FaceFrames:
    """Return the rows of all tables."""
    return FaceFrames(
        *(np.concatenate([getattr(each, name) for each in tables]) for name in FaceFrames.__dataclass_fields__)
    )


def pairs_of(spots: Spots, params: FaceParams) -> Ints:
    """Return (n, 2): every two spots alike enough, and near enough, to lie on one face."""
    if len(spots) < 2:
        return np.empty((0, 2), np.int64)
    # The sizes of pips bound the edge of a die, so distances in pip diameters exclude most pairs before colours
    # are compared.
    i, j = np.triu_indices(len(spots), 1)
    size = spots.diameter
    mean = (size[i] + size[j]) / 2
    away = np.hypot(*(spots.centre[i] - spots.centre[j]).T)
    near = (away > params.nearest * mean) & (away < params.furthest * mean)
    near &= np.maximum(size[i], size[j]) < params.alike * np.minimum(size[i], size[j])
    i, j = i[near], j[near]
    step = spots.inside - spots.around
    length = np.linalg.norm(step, axis=1)
    longer, shorter = np.maximum(length[i], length[j]), np.minimum(length[i], length[j])
    cosine = (step[i] * step[j]).sum(axis=1) / (longer * shorter)
    # one body, though glare may lie on one of the pips …
    same = (np.linalg.norm(spots.around[i] - spots.around[j], axis=1) < params.same_body * longer) & (
        cosine > params.same_step
    )
    # … or one paint, though the body may be marbled
    same |= (np.linalg.norm(spots.inside[i] - spots.inside[j], axis=1) < params.same_paint * longer) & (cosine > 0)
    same &= shorter > params.fainter * longer
    return np.stack([i[same], j[same]], axis=1)


def frames_of_quads(spots: Spots, pairs: Ints, params: FaceParams) -> FaceFrames:
    """Return the frames of four corners: two diagonals with one middle, perpendicular and equal on the die."""
    a, b = _crossing(spots, pairs, params)
    members = np.concatenate([pairs[a], pairs[b]], axis=1)
    if not len(members):
        return _frames(spots, members, np.empty((0, 2), np.float32), np.empty((0, 2), np.float32), params)
    half = (spots.centre[pairs[:, 1]] - spots.centre[pairs[:, 0]]) / 2
    shape = spots.shape[members].mean(axis=1)
    # On the plane of the die the diagonals of a square are perpendicular and equal; in the picture they are not.
    first, second = _on_die(shape, half[a]), _on_die(shape, half[b])
    long, short = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    cosine = np.abs((first * second).sum(axis=1)) / (long * short)
    good = (cosine < params.skew_of_six) & (np.maximum(long, short) < params.stretch * np.minimum(long, short))
    return _frames(spots, members[good], half[a][good], half[b][good], params)


def skews(frames: FaceFrames) -> Floats:
    """Return the cosine between the diagonals of each frame on the die: 0 for a square."""
    first, second = _on_die(frames.shape, frames.u + frames.v), _on_die(frames.shape, frames.v - frames.u)
    lengths = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    return np.asarray(np.abs((first * second).sum(axis=1)) / np.maximum(lengths, 1e-6))


def squared(frames: FaceFrames) -> FaceFrames:
    """Return frames of the same area whose sides are equal on the die: the corners of a 6 may be those of an oblong."""
    along, across = (np.linalg.norm(_on_die(frames.shape, side), axis=1) for side in (frames.u, frames.v))
    # Equal sides at equal area: one side grows by the factor by which the other shrinks.
    times = np.sqrt(np.maximum(across, 1e-6) / np.maximum(along, 1e-6))[:, None]
    return replace(frames, u=np.asarray(frames.u * times, np.float32), v=np.asarray(frames.v / times, np.float32))


def frames_of_pairs(spots: Spots, pairs: Ints, params: FaceParams) -> FaceFrames:
    """Return the frames whose diagonal is a pair of spots; the other diagonal follows from the spots' ellipses."""
    half = (spots.centre[pairs[:, 1]] - spots.centre[pairs[:, 0]]) / 2
    shape = spots.shape[pairs].mean(axis=1)
    return _frames(spots, pairs, half, across(shape, half), params)


def frames_of_halves(spots: Spots, pairs: Ints, params: FaceParams) -> FaceFrames:
    """Return the frames with one spot of a pair in the middle, the other at a corner: glare hides one of a 3."""
    both = np.concatenate([pairs, pairs[:, ::-1]])
    half = spots.centre[both[:, 1]] - spots.centre[both[:, 0]]
    size = spots.diameter[both].mean(axis=1)
    both = both[np.hypot(*half.T) < params.furthest / 2 * size]
    half = spots.centre[both[:, 1]] - spots.centre[both[:, 0]]
    frames = _frames(spots, both, half, across(spots.shape[both].mean(axis=1), half), params)
    # the second spot is no support: the pip opposite to it, which is not visible, counts against it
    return replace(
        frames, centre=spots.centre[both[:, 0]], members=np.where(frames.members == both[:, :1], both[:, :1], -1)
    )


def across(shape: Floats, along: Floats) -> Floats:
    """Return the vectors that are perpendicular to `along`, and as long, on a die whose pips have this `shape`."""
    a, b, c = shape.T
    x, y = along.T
    root = np.sqrt(np.maximum(a * c - b * b, 1e-6))
    return np.asarray(np.stack([b * x - a * y, c * x - b * y], axis=1) / root[:, None], dtype=np.float32)


def _on_die(shape: Floats, vectors: Floats) -> Floats:
    """Return `vectors` as they lie on the die, in radii of its pips."""
    a, b, c = shape.T
    root = np.sqrt(np.maximum(a * c - b * b, 1e-6))
    t = np.sqrt(a + c + 2 * root)
    x, y = vectors.T
    away = np.stack([(c + root) * x - b * y, (a + root) * y - b * x], axis=1)
    return np.asarray(away / (root * t)[:, None], dtype=np.float32)


def _crossing(spots: Spots, pairs: Ints, params: FaceParams) -> tuple[Ints, Ints]:
    """Return which pairs share their midpoint, as two columns of row numbers of `pairs`."""
    ends = spots.centre[pairs]
    middle = ends.mean(axis=1)
    half = np.hypot(*(ends[:, 1] - ends[:, 0]).T) / 2
    # Sorting by x makes the search for equal midpoints a window instead of all pairs of pairs.
    order = np.argsort(middle[:, 0], kind="stable")
    a, b = _neighbours(middle[order, 0], params.middle * half.max(initial=0))
    a, b = order[a], order[b]
    apart = np.hypot(*(middle[a] - middle[b]).T)
    close = apart < params.middle * np.minimum(half[a], half[b])
    close &= np.maximum(half[a], half[b]) < 2.2 * np.minimum(half[a], half[b])
    return a[close], b[close]


def _neighbours(ascending: Floats, reach: float) -> tuple[Ints, Ints]:
    """Return every two positions in `ascending` that are at most `reach` apart."""
    ends = np.searchsorted(ascending, ascending + reach, side="right")
    counts = np.maximum(ends - np.arange(len(ascending)) - 1, 0)
    a = np.repeat(np.arange(len(ascending)), counts)
    b = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + a + 1
    return a, b


def _frames(spots: Spots, members: Ints, first: Floats, second: Floats, params: FaceParams) -> FaceFrames:
    """Return the frames whose half diagonals, from the centre to corner pips, are `first` and `second`."""
    # The second diagonal is flipped where needed, so that u and v always run clockwise in the picture.
    turn = np.sign(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0])[:, None]
    second = second * np.where(turn == 0, 1, turn)
    u, v = (first - second) / 2, (first + second) / 2
    # Pips lie inside the face: the lattice is enlarged to the border of the face.
    scale = 0.5 / params.lattice
    filled = np.full((len(members), 4), -1, np.int64)
    filled[:, : members.shape[1]] = members
    size = spots.diameter[members].mean(axis=1) / 2
    edge = 2 * scale * np.sqrt(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]))
    return FaceFrames(
        spots.centre[members].mean(axis=1),
        np.asarray(u * scale, np.float32),
        np.asarray(v * scale, np.float32),
        spots.inside[members].mean(axis=1),
        # The median of the four neighbourhoods ignores one that glare covers.
        np.median(spots.around[members], axis=1).astype(np.float32),
        np.asarray(size / np.maximum(edge, 1e-3), np.float32),
        spots.shape[members].mean(axis=1),
        filled,
    )
