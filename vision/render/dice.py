"""One die in the picture: where it stands, and where each ray meets the rounded cube.

Everything is measured in edges of the die, in its own axes: the cube reaches from -0.5 to 0.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.render.camera import Matrix, Pinhole
from vision.render.objects import Floats, Make, VirtualDie

Ints: TypeAlias = npt.NDArray[np.int64]

PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
STEPS = 20
"""Steps along a ray; flat faces are met by the first."""
WHOLE = 0.866
"""A ball of this radius holds the whole cube."""


def _lattice() -> npt.NDArray[np.bool_]:
    """Return a table [value, column, row] of the places of pips."""
    table = np.zeros((7, 3, 3), np.bool_)
    for value, places in PIPS.items():
        for column, row in places:
            table[value, column + 1, row + 1] = True
    return table


LATTICE = _lattice()
CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
TOP = np.array([[-0.5, -0.5, 0.5], [-0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5]])


def faces(value: int, turn: int) -> tuple[int, int, int, int, int, int]:
    """Return the values on +x, -x, +y, -y, +z, -z; opposite faces add to seven.

    >>> faces(6, 0)
    (2, 5, 3, 4, 6, 1)
    """
    if not value:
        return 0, 0, 0, 0, 0, 0
    one, other = (low for low in (1, 2, 3) if low not in (value, 7 - value))
    if turn & 1:
        one, other = other, one
    one = 7 - one if turn & 2 else one
    other = 7 - other if turn & 4 else other
    return one, 7 - one, other, 7 - other, value, 7 - value


def _turned(degrees: float) -> Matrix:
    """Return the turn by an angle round the upright axis."""
    turn = np.radians(degrees)
    return np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """Where a die is: its middle, and its own axes as columns, in table coordinates."""

    die: VirtualDie
    middle: Matrix
    axes: Matrix

    @classmethod
    def of(cls, die: VirtualDie) -> PlacedDie:
        """Return the pose of `die`, its lowest corner at its height over the table."""
        lean, way = np.radians(die.lean_deg), _turned(die.lean_at_deg)
        leaning = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        axes = _turned(die.yaw_deg) @ way @ leaning @ way.T
        # A leaning die still touches the table with its lowest corner.
        lift = -(CORNERS @ axes.T)[:, 2].min() * die.make.edge_mm
        return cls(die, np.array([die.x_mm, die.y_mm, die.z_mm + lift]), axes)

    def to_table(self, points: Matrix) -> Matrix:
        """Return points of the die in table coordinates."""
        return np.asarray(self.middle + points * self.die.make.edge_mm @ self.axes.T)

    @property
    def corners(self) -> Matrix:
        """The eight corners of the full cube on the table."""
        return self.to_table(CORNERS)


def faces_seen(pose: PlacedDie, hole: Pinhole) -> list[tuple[int, int, Matrix]]:
    """Return the faces that are turned to the camera: number (4 is the upper one), value, corners on the table."""
    seen = []
    for number, value in enumerate(faces(pose.die.value, pose.die.turn)):
        axis, sign = number // 2, 1 - 2 * (number % 2)
        corners = pose.to_table(np.roll(TOP, axis + 1, axis=1) * sign)
        if (pose.axes[:, axis] * sign) @ (hole.centre - corners.mean(0)) > 0:
            seen.append((number, value, corners))
    return seen


def distance(points: Floats, make: Make) -> Floats:
    """Return how far points (3, n) lie outside the rounded cube (negative inside)."""
    beyond = np.abs(points) - np.float32(0.5 - make.corner)
    deepest = np.maximum(np.maximum(beyond[0], beyond[1]), beyond[2])
    beyond = np.maximum(beyond, 0)
    # The signed distance of a rounded box: the distance to a smaller box, less the radius of its corners.
    beyond *= beyond
    cube = np.sqrt(beyond[0] + beyond[1] + beyond[2]) + np.minimum(deepest, 0) - np.float32(make.corner)
    if make.ball >= WHOLE:
        return np.asarray(cube, np.float32)
    return np.asarray(np.maximum(cube, length(points) - np.float32(make.ball)), np.float32)


def normals(points: Floats, make: Make) -> Floats:
    """Return the outward unit vectors of the rounded cube at points of its surface."""
    beyond = np.maximum(np.abs(points) - np.float32(0.5 - make.corner), np.float32(1e-6))
    out = np.sign(points) * beyond
    out /= length(out)
    if make.ball < WHOLE:
        far = length(points)
        # Where the ball cuts the cube, the normal is that of the ball.
        out = np.where(far > make.ball - 0.004, points / far, out)
    return np.asarray(out, np.float32)


def length(vectors: Floats) -> Floats:
    """Return the length of each column."""
    return np.asarray(np.sqrt(vectors[0] * vectors[0] + vectors[1] * vectors[1] + vectors[2] * vectors[2]))


@dataclass(frozen=True, slots=True)
class Hits:
    """The pixels of a window in which a die is seen."""

    box: tuple[slice, slice]
    """Rows and columns of the window in the picture."""
    where: Ints
    """Index of each hit in the flattened window."""
    points: Floats
    toward_camera: Floats
    cover: Floats
    """Share of the pixel that the die covers."""
    pixel: float
    """Width of a pixel, in edges."""


def window(pose: PlacedDie, hole: Pinhole, size: tuple[int, int]) -> tuple[slice, slice] | None:
    """Return the rows and columns that the die can touch, or None if it is out of the picture."""
    seen = hole.project(pose.corners)
    left, top = np.maximum(np.floor(seen.min(0)) - 2, 0).astype(int)
    right, bottom = np.minimum(np.ceil(seen.max(0)) + 3, size).astype(int)
    return (slice(top, bottom), slice(left, right)) if left < right and top < bottom else None


def strike(pose: PlacedDie, hole: Pinhole, size: tuple[int, int]) -> Hits | None:
    """Return where the rays of the picture meet the die."""
    box = window(pose, hole, size)
    if box is None:
        return None
    edge = pose.die.make.edge_mm
    rays = pose.axes.T.astype(np.float32) @ hole.rays(box[1], box[0])
    rays /= length(rays)
    centre = ((hole.centre - pose.middle) @ pose.axes / edge).astype(np.float32)[:, None]
    pixel = float(np.linalg.norm(hole.centre - pose.middle) / edge / hole.focal_px)
    where, start, end = _slabs(centre, rays, pixel)
    rays = rays[:, where]
    points, nearest = _march(centre + start * rays, rays, end - start, pose.die.make, pixel)
    # Coverage by distance: anti-aliasing without further rays.
    cover = np.clip(0.5 - nearest / pixel, 0, 1).astype(np.float32)
    met = cover > 0.02
    return Hits(box, where[met], points[:, met], -rays[:, met], cover[met], pixel)


def _slabs(centre: Floats, rays: Floats, pixel: float) -> tuple[Ints, Floats, Floats]:
    """Return the rays that meet the cube (a pixel larger), with the lengths at which they enter and leave it."""
    # The slab method divides by the direction, which may be 0 along an axis.
    safe = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
    near, far = (-0.5 - pixel - centre) / safe, (0.5 + pixel - centre) / safe
    enter, leave = np.minimum(near, far).max(0), np.maximum(near, far).min(0)
    where = np.flatnonzero(enter < leave)
    return where, enter[where], leave[where]


def _march(points: Floats, rays: Floats, free: Floats, make: Make, pixel: float) -> tuple[Floats, Floats]:
    """Walk along each ray to the surface; return the last points and the smallest distances on the way."""
    nearest = distance(points, make)
    going = np.arange(points.shape[1])
    walked = np.zeros(len(going), np.float32)
    for _ in range(STEPS):
        going = going[(nearest[going] > -0.45 * pixel) & (walked[going] < free[going])]
        if not len(going):
            break
        # Sphere tracing: the distance to the surface is a safe step; a pixel more keeps it from crawling
        # along edges.
        step = np.maximum(nearest[going] + pixel, 0.3 * pixel).astype(np.float32)
        ahead = points[:, going] + rays[:, going] * step
        here = distance(ahead, make)
        walked[going] += step
        closer = here < nearest[going]
        going = going[closer]
        points[:, going], nearest[going] = ahead[:, closer], here[closer]
    return points, nearest
