"""The position of the camera over a mat, as far as the homography of the mat determines it.

    matrix → for each focal length that a lens may have: how square its millimetres come out, how usual such a lens is
           → the likeliest focal lengths, and where the camera would stand with each

Straight down, a long lens from far gives the same homography as a short one from near; the greater the tilt, the
better the focal length is determined.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.dice.pose.uprights import Uprights
from vision.table.lens import Points
from vision.table.mat import Rect
from vision.table.params import DEFAULT, StandParams

Matrices = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where the camera may stand, in millimetres of the mat."""

    x: float
    y: float
    height: float
    unlikely: float
    """How much speaks against it, in squares of the uncertainty."""

    def lean(self, x: float, y: float) -> tuple[float, float]:
        """Return how far a thing that is seen at a place of the mat is from where it stands, for each mm of height."""
        return (x - self.x) / self.height, (y - self.y) / self.height

    def over(self, rect: Rect, height_mm: float) -> Rect:
        """Return the part of the mat before which `rect` is seen when it is raised by a height."""
        larger = self.height / (self.height - height_mm)
        x, y = self.x + (rect.x - self.x) * larger, self.y + (rect.y - self.y) * larger
        return Rect(x, y, rect.width * larger, rect.height * larger)

    def uprights(self, window: Rect, height_mm: float) -> Uprights:
        """Return how dice of a height are seen before `window` of the mat, put upright."""
        # upper faces are nearer to the camera than the mat, and appear larger
        nearer = 1 - height_mm / self.height
        x, y = self.lean(*window.centre)
        return Uprights(
            -nearer * np.array([x, y]), -nearer * max(window.width, window.height) / self.height, self.unlikely
        )


def standpoints(matrix: Points, size: tuple[int, int], params: StandParams = DEFAULT.stand) -> tuple[Standpoint, ...]:
    """Return where the camera may stand that takes the mat's millimetres to its picture so, the likeliest first."""
    usual, grid = np.log(params.focal), params.reach * params.focal_spread * np.linspace(-1, 1, params.grid)
    costs = _against(matrix, size, np.exp(usual + grid), params)[1]
    best = float(usual + grid[costs.argmin()])
    # the width of the valley in which the cost stays below one
    spread = float(np.exp((costs.min() - costs) / 2).sum() * (grid[1] - grid[0]) / np.sqrt(2 * np.pi))
    focals = np.exp(best + spread * np.array(params.steps))
    centres, costs = _against(matrix, size, focals, params)
    costs -= costs[0]
    return tuple(
        Standpoint(float(centre[0]), float(centre[1]), float(abs(centre[2])), float(max(cost, 0)))
        for centre, cost in zip(centres, costs, strict=True)
    )


def _against(
    matrix: Points, size: tuple[int, int], focals: Points, params: StandParams
) -> tuple[Matrices, npt.NDArray[np.float64]]:
    """Return where the camera would stand with each focal length (in widths of the picture), and what is against it."""
    middle = (np.array(size) - 1) / 2
    centred = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]]) @ matrix
    seen = centred / np.stack([focals * size[0], focals * size[0], np.ones_like(focals)], axis=1)[:, :, None]
    across, along = seen[:, :, 0], seen[:, :, 1]
    squares = (across**2).sum(axis=1), (along**2).sum(axis=1)
    whole = (squares[0] + squares[1]) / 2
    # Of a rotation the first two columns are equal in length and perpendicular; the residual measures a wrong
    # focal length.
    skew = ((squares[0] - squares[1]) / 2) ** 2 + (across * along).sum(axis=1) ** 2
    costs = skew / whole**2 / params.unequal**2 + (np.log(focals / params.focal) / params.focal_spread) ** 2
    # The nearest rotation in the least-squares sense (orthogonal Procrustes).
    left, _, right = np.linalg.svd(seen[:, :, :2] / np.sqrt(whole)[:, None, None], full_matrices=False)
    turns = left @ right
    # The third column of a rotation is the cross product of the other two.
    turns = np.concatenate([turns, np.cross(turns[:, :, 0], turns[:, :, 1])[:, :, None]], axis=2)
    # The camera centre is -Rᵀt.
    centres = -(turns.transpose(0, 2, 1) @ (seen[:, :, 2] / np.sqrt(whole)[:, None])[:, :, None])[:, :, 0]
    return centres, np.asarray(costs)
