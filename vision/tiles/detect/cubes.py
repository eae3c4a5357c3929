"""Three rhombi around a point, one of each colour: a tile, or three faces of three tiles in the outline of one.

Colours are named by comparison, which holds under any lamp: the bluest of the three is blue, the greener of
the other two is yellow. Clockwise they must follow each other as yellow, blue, red; a table has no mirrored tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Ints
from vision.tiles.detect.rhombi import Rhombi
from vision.tiles.params import CubeParams


@dataclass(frozen=True, slots=True)
class Cubes:
    """Candidates for tiles, one row each."""

    points: Floats
    """(n, 7, 2): the middle, then six corners clockwise, that between the outer edges of the yellow face first."""
    faces: Ints
    """(n, 3): which rhombi are its yellow, red and blue face."""

    def __len__(self) -> int:
        return len(self.points)


def tints(colours: Floats, dark: float) -> Floats:
    """Return how blue and how green colours (b, g, r) are, and how bright: logarithms, (…, 3)."""
    blue, green, red = (np.log(colours[..., at] + dark) for at in range(3))
    return np.stack([blue - red, green - red, (blue + green + red) / 3], axis=-1)


def find_cubes(rhombi: Rhombi, params: CubeParams) -> Cubes:
    """Return every three rhombi that meet in a point, each sharing an edge with the next, in the right colours."""
    found = list(_found(rhombi, params)) if len(rhombi) >= 3 else []
    points = np.array([points for points, _ in found]).reshape(-1, 7, 2)
    return Cubes(points, np.array([faces for _, faces in found], int).reshape(-1, 3))


def _found(rhombi: Rhombi, params: CubeParams) -> Iterator[tuple[Floats, tuple[int, int, int]]]:
    tint = tints(rhombi.colours, params.dark)
    follows = _follows(rhombi, params)
    for first in range(len(follows)):
        # A ring of three corners in which each follows the one before, and the first follows the last.
        for second in np.flatnonzero(follows[first]):
            for last in np.flatnonzero(follows[second] & follows[:, first]):
                ring = (first, int(second), int(last))  # corner numbers: four times the rhombus, and which corner
                if tuple(at // 4 for at in ring) == _named(ring, tint, params):
                    yield _points(rhombi, ring), (ring[0] // 4, ring[1] // 4, ring[2] // 4)


def _named(ring: tuple[int, int, int], tint: Floats, params: CubeParams) -> tuple[int, ...]:
    """Return the rhombi of a ring as yellow, red, blue; nothing where their tints are ambiguous."""
    blue, second, last = sorted((at // 4 for at in ring), key=lambda at: -tint[at, 0])
    yellow, red = sorted((second, last), key=lambda at: -tint[at, 1])
    clear = tint[blue, 0] - max(tint[yellow, 0], tint[red, 0]) > params.tint
    return (yellow, red, blue) if clear and tint[yellow, 1] - tint[red, 1] > params.tint else ()


def _follows(rhombi: Rhombi, params: CubeParams) -> Floats:
    """Return for each two corners whether the second's rhombus follows counter-clockwise around a common corner."""
    corners = rhombi.corners
    here = corners.reshape(-1, 2)
    after, before = np.roll(corners, -1, axis=1).reshape(-1, 2), np.roll(corners, 1, axis=1).reshape(-1, 2)
    side = np.repeat(np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).mean(axis=1), 4)
    least = params.apart * np.minimum(side[:, None], side[None])
    # The distance per axis prefilters all pairs before any norm is computed.
    across, along = here[:, :1] - here[:, 0], here[:, 1:] - here[:, 1]
    one, two = np.nonzero((np.abs(across) < least) & (np.abs(along) < least))
    met = np.hypot(across[one, two], along[one, two]) < least[one, two]
    shared = np.linalg.norm(after[one] - before[two], axis=1) < least[one, two]
    alike = np.abs(np.log(side[one] / side[two])) < params.sizes
    follows = np.zeros(least.shape, bool)
    follows[one, two] = met & shared & alike & (one // 4 != two // 4)
    return follows


def _points(rhombi: Rhombi, ring: tuple[int, int, int]) -> Floats:
    """Return the middle and the six corners of the cube of three rhombi: yellow, red, blue."""
    yellow, red, blue = (np.roll(rhombi.corners[at // 4], -(at % 4), axis=0) for at in ring)
    # Each corner was measured up to three times; the mean has the smaller error.
    middle = (yellow[0] + red[0] + blue[0]) / 3
    upper_right, lower, upper_left = (yellow[3] + blue[1]) / 2, (blue[3] + red[1]) / 2, (red[3] + yellow[1]) / 2
    return np.stack([middle, yellow[2], upper_right, blue[2], lower, red[2], upper_left])
