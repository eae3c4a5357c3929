"""What the detector's output maps mean: how a face becomes numbers in a cell, and numbers become a face again.

The maps are an eighth of the picture. A face is described where its middle lies, by where exactly that is, its size,
how oblique it is seen, and its turn (a quarter turn changes nothing, hence four times the angle).
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from vision.arrays import Floats32

STRIDE = 8
USUAL_EDGE = 32.0
"""The edge, in pixels of the level, that the size is counted from."""
LEAST_EDGE, MOST_EDGE = 17.0, 68.0
"""Edges that one level answers for; the levels are a factor of two apart, so that most faces are seen by two."""


class Channel(IntEnum):
    """The planes of the detector's output."""

    FACE = 0
    """Log odds that the middle of an upper face lies here."""
    ONE = 1
    """Six planes: log odds of the values 1 to 6 against each other and cocked."""
    COCKED = 7
    """A die that leans: no upper face."""
    X = 8
    Y = 9
    """From the cell to the middle of the face, in cells."""
    SIZE = 10
    """Logarithm of edge / USUAL_EDGE; the edge is the root of the face's area."""
    SLANT = 11
    """Two planes: the stretch of the face along the diagonals of a doubled angle; 0, 0 is a square."""
    TURN = 13
    """Two planes: cosine and sine of four times the angle of an edge."""


def describe(quads: Floats32) -> Floats32:
    """Return size, slant (2) and turn (2) of faces given by their corners (n, 4, 2)."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    spread = across[:, :, None] * across[:, None, :] + along[:, :, None] * along[:, None, :]
    root, size = _root(np.asarray(spread, np.float32))
    log_edge = np.log(size / USUAL_EDGE)
    # The logarithm turns stretches into a vector space: opposite slants are opposite numbers, and no slant is 0,
    # 0.
    slant = _logarithm(root / size[:, None, None])
    square = np.linalg.solve(root, across[:, :, None])[:, :, 0]
    # A square is the same after a quarter turn; four times the angle has no jump there.
    four = 4 * np.arctan2(square[:, 1], square[:, 0])
    return np.asarray(np.stack([log_edge, *slant.T, np.cos(four), np.sin(four)], axis=1), np.float32)


def _root(spread: Floats32) -> tuple[Floats32, Floats32]:
    """Return the square root of symmetric matrices, and the root of the root's determinant (the edge)."""
    values, vectors = np.linalg.eigh(spread)
    values = np.sqrt(np.maximum(values, 1e-3))
    root = (vectors * values[:, None, :]) @ vectors.transpose(0, 2, 1)
    return root, np.sqrt(values[:, 0] * values[:, 1])


def _logarithm(stretch: Floats32) -> Floats32:
    """Return the two free numbers of the logarithm of symmetric matrices of determinant 1."""
    values, vectors = np.linalg.eigh(stretch)
    log = (vectors * np.log(np.maximum(values, 1e-3))[:, None, :]) @ vectors.transpose(0, 2, 1)
    return np.stack([log[:, 0, 0], log[:, 0, 1]], axis=1)


def corners(middles: Floats32, numbers: Floats32) -> Floats32:
    """Return the corners (n, 4, 2), clockwise, of faces with these middles, sizes, slants and turns (n, 5)."""
    size = USUAL_EDGE * np.exp(numbers[:, 0])
    a, b = numbers[:, 1], numbers[:, 2]
    length = np.maximum(np.hypot(a, b), 1e-9)
    # the exponential of a symmetric matrix with the eigenvalues ± length, at most 1
    even, odd = np.cosh(np.minimum(length, 1)), np.sinh(np.minimum(length, 1)) / length
    stretch = np.stack([even + odd * a, odd * b, odd * b, even - odd * a], axis=1).reshape(-1, 2, 2)
    angle = np.arctan2(numbers[:, 4], numbers[:, 3]) / 4
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.stack([cos, -sin, sin, cos], axis=1).reshape(-1, 2, 2)
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    places = square @ (stretch @ turn * size[:, None, None]).transpose(0, 2, 1)
    return np.asarray(middles[:, None, :] + places, np.float32)
