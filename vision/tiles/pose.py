"""One plane for all tiles: how the table lies before the camera, and which place of it each tile has.

The plane is measured in radii of a tile, x right, y down, the yellow face on top. Tiles are pushed together by hand:
between them there is a gap, the same everywhere but for a little. Three faces of three tiles may have the outline of
one tile upside down; the hypothesis that makes whole tiles of the most faces is right.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.observations import Axial
from vision.arrays import Floats, Ints
from vision.render.tile_art import HEXAGON
from vision.tiles.detect.cubes import Cubes
from vision.tiles.params import LatticeParams

SEVEN = np.vstack([np.zeros(2), HEXAGON])
"""The middle and the corners of a tile."""
ROW = 3**0.5
"""From the middle of a tile to that of its neighbour."""
PITCHES = (0.98, 1.12)
"""From how near to how far apart neighbours lie, over `ROW`."""
USUAL_PITCH = 1.02


@dataclass(frozen=True, slots=True)
class TilePose:
    """A tile on the plane."""

    middle: Floats
    turn: float
    """Radians, clockwise in the picture."""

    @property
    def corners(self) -> Floats:
        """Its six corners on the plane."""
        return np.asarray(self.middle + HEXAGON @ turned(self.turn))


def turned(turn: float) -> Floats:
    """Return the matrix that turns rows of points clockwise in the picture."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, sin], [-sin, cos]])


@dataclass(frozen=True, slots=True)
class Marks:
    """Points of tiles that were seen in the picture, one row each."""

    places: Ints
    """(n, 2): of which tile."""
    points: Ints
    """Which of its seven points (`SEVEN`)."""
    seen: Floats
    """(n, 2): where in the picture."""

    def of(self, place: Axial) -> tuple[Floats, Floats]:
        """Return the points of one tile, where they should be on it and where they were seen."""
        own = (self.places == place).all(axis=1)
        return SEVEN[self.points[own]], self.seen[own]

    @property
    def taken(self) -> list[Axial]:
        """The places that have a mark."""
        return sorted({(int(q), int(r)) for q, r in self.places})


@dataclass(frozen=True, slots=True)
class TileLattice:
    """The plane: how it lies before the camera, and how far apart its places are."""

    plane: Floats
    """Homography from the plane to the picture."""
    pitch: float
    """From tile to tile, over `ROW`."""
    off: float = np.inf
    """How far the marks lie from where they should, on average."""

    def middle(self, place: Axial) -> Floats:
        """Return the middle of a place on the plane."""
        return np.asarray(self.pitch * middles(np.array([place]))[0])

    def onto(self, points: Floats) -> Floats:
        """Return where points of the plane are in the picture."""
        flat = np.ascontiguousarray(points, float).reshape(1, -1, 2)
        return np.asarray(cv2.perspectiveTransform(flat, self.plane)[0])

    def back(self, points: Floats) -> Floats:
        """Return where points of the picture are on the plane."""
        flat = np.ascontiguousarray(points, float).reshape(1, -1, 2)
        return np.asarray(cv2.perspectiveTransform(flat, np.linalg.inv(self.plane))[0])

    def pose(self, marks: Marks, place: Axial) -> TilePose:
        """Return the pose of the tile on `place`, from its marks, or as the lattice has it."""
        true, seen = marks.of(place)
        return pose_of(true, self.back(seen)) if len(true) >= 4 else TilePose(self.middle(place), 0.0)


def middles(places: Ints) -> Floats:
    """Return the middles of places (n, 2), where neighbours touch."""
    q, r = places[:, 0], places[:, 1]
    return np.column_stack([ROW * (q + r / 2), 1.5 * r])


def nearest_place(middle: Floats, pitch: float) -> tuple[Axial, float]:
    """Return the place that is nearest to a point of the plane, and how far it is."""
    # Rounding axial coordinates independently may miss the nearest hexagon, so the neighbours are compared too.
    r = middle[1] / (1.5 * pitch)
    q = middle[0] / (ROW * pitch) - r / 2
    around = [(round(q) + a, round(r) + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    away = [float(np.hypot(ROW * (q - a + (r - b) / 2), 1.5 * (r - b)) * pitch) for a, b in around]
    best = int(np.argmin(away))
    return around[best], away[best]


def pose_of(true: Floats, seen: Floats) -> TilePose:
    """Return the pose that brings points of a tile where they are on the plane."""
    ideal, away = true - true.mean(axis=0), seen - seen.mean(axis=0)
    # The least-squares rotation in the plane (Procrustes): its angle is that of the summed cross and dot
    # products.
    cross = ideal[:, 0] * away[:, 1] - ideal[:, 1] * away[:, 0]
    turn = float(np.arctan2(cross.sum(), (ideal * away).sum()))
    return TilePose(np.asarray(seen.mean(axis=0) - true.mean(axis=0) @ turned(turn)), turn)


def fit_lattices(cubes: Cubes, params: LatticeParams) -> list[tuple[TileLattice, dict[int, Axial]]]:
    """Return the lattices that cubes may lie on, with their places, those of the most cubes first."""
    found: list[tuple[TileLattice, dict[int, Axial]]] = []
    tried: set[int] = set()
    for seed in range(len(cubes)):
        if seed not in tried:
            found.append(_grown(cubes, seed, params))
            tried |= set(found[-1][1])
    return sorted(found, key=lambda each: (-len(each[1]), each[0].off))


def _grown(cubes: Cubes, seed: int, params: LatticeParams) -> tuple[TileLattice, dict[int, Axial]]:
    """Return the lattice around one cube, as far as others lie on it."""
    places: dict[int, Axial] = {seed: (0, 0)}
    lattice = refitted(USUAL_PITCH, marks_of(cubes, places))
    for _ in range(params.rounds):
        more = _placed(cubes, places, lattice, params)
        if more == places:
            break
        places = more
        lattice = refitted(lattice.pitch, marks_of(cubes, places))
    return lattice, places


def marks_of(cubes: Cubes, places: dict[int, Axial]) -> Marks:
    """Return the seven points of each placed cube."""
    where = np.repeat(np.array(list(places.values())).reshape(-1, 2), len(SEVEN), axis=0)
    return Marks(where, np.tile(np.arange(len(SEVEN)), len(places)), cubes.points[list(places)].reshape(-1, 2))


def _placed(cubes: Cubes, known: dict[int, Axial], lattice: TileLattice, params: LatticeParams) -> dict[int, Axial]:
    """Return the places of all cubes that lie on the lattice, each place once, each face once."""
    near = lattice.pitch * middles(np.array(list(known.values())))
    fits: list[tuple[float, int, Axial]] = []
    for at, points in enumerate(lattice.back(cubes.points).reshape(-1, len(SEVEN), 2)):
        pose = pose_of(SEVEN, points)
        size = float(np.linalg.norm(points[1:] - points[1:].mean(axis=0), axis=1).mean())
        upright = abs(np.degrees(pose.turn)) < params.turned_deg and params.sizes[0] < size < params.sizes[1]
        if upright and np.linalg.norm(near - pose.middle, axis=1).min() < params.reach:
            place, off = nearest_place(pose.middle, lattice.pitch)
            fits.append((off, at, place))
    places: dict[int, Axial] = {}
    used: set[int] = set()
    # Greedy assignment: the cube that lies nearest to a place takes it and its three faces.
    for off, at, place in sorted(fits):
        if off < params.off and place not in places.values() and used.isdisjoint(cubes.faces[at].tolist()):
            places[at] = place
            used |= set(cubes.faces[at].tolist())
    return places or known


def refitted(pitch: float, marks: Marks) -> TileLattice:
    """Return the lattice that suits the marks best; `pitch` is where to begin."""
    between, within = middles(marks.places), SEVEN[marks.points]
    tiles = len(marks.taken)
    lattice = TileLattice(np.eye(3), pitch)
    # Plane and pitch depend on each other, so they are fitted in turns.
    for _ in range(3):
        flat = pitch * between + within
        lattice = TileLattice(_plane(flat, marks.seen, tiles), pitch)
        back = lattice.back(marks.seen)
        lattice = TileLattice(lattice.plane, pitch, float(np.sqrt(np.square(back - flat).sum(axis=1).mean())))
        # Pitch and size of a tile are linear in the points, so one least-squares problem gives both.
        known = np.column_stack([between.ravel(), within.ravel()])
        apart, size = np.linalg.lstsq(known, back.ravel(), rcond=None)[0] if between.any() else (pitch, 1.0)
        pitch = float(np.clip(apart / size, *PITCHES))
    return lattice


def _plane(flat: Floats, seen: Floats, tiles: int) -> Floats:
    """Return the homography that brings points of the plane where they are seen; for few, without perspective."""
    if tiles >= 3:
        plane, _ = cv2.findHomography(flat, seen)
        return np.asarray(plane, float)
    # One or two tiles do not determine perspective: a homography would fit the errors of their corners.
    affine, *_ = np.linalg.lstsq(np.column_stack([flat, np.ones(len(flat))]), seen, rcond=None)
    return np.vstack([affine.T, (0.0, 0.0, 1.0)])
