"""Finding the upper faces in a picture: candidates from all pip lattices, the best of each place.

    spots → frames (quads, pairs, ones) → readings → one face a place

Which of them are upper faces, and whether they may be believed, is for `vision.judge` to say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.faces import Frames, frames_of_pairs, frames_of_quads, pairs_of
from vision.ones import frames_of_ones
from vision.params import Params
from vision.pips import Floats, Image, Spots, find_spots
from vision.reading import Readings, read_frames

WEIGHT_OF_VALUE = {1: 0.5, 2: 0.5, 3: 1.0, 4: 2.0, 5: 3.0, 6: 3.0}
"""How much a face tells about the size of the dice: two spots are easily two dice, six are not."""


@dataclass(frozen=True, slots=True)
class Face:
    """One face that may be an upper one: `centre ± u ± v`, in pixels of the picture it was found in."""

    centre: Floats
    u: Floats
    v: Floats
    value: int
    second: int
    fit: float
    margin: float
    even: float
    radius: float
    inside: Floats
    around: Floats
    pips: int
    """How many spots support it; 0 for a face that was only looked for because others demanded it."""

    @property
    def edge(self) -> float:
        """Edge of the square of the same area."""
        return float(2 * abs(self.u[0] * self.v[1] - self.u[1] * self.v[0]) ** 0.5)

    @property
    def corners(self) -> Floats:
        """(4, 2): clockwise in the picture."""
        c, u, v = self.centre, self.u, self.v
        return np.stack([c - u - v, c + u - v, c + u + v, c - u + v])


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a picture."""

    faces: list[Face]
    """The best of each place, the most convincing first."""
    candidates: list[Face]
    """All that were read, the same place several times."""
    spots: Spots
    edge: float | None
    """The edge that most faces agree on."""


def find_faces(image: Image, params: Params) -> Found:
    """Return the faces of `image`."""
    spots = find_spots(image, params.pips)
    pairs = pairs_of(spots, params.faces)
    sources = [
        (frames_of_quads(spots, pairs, params.faces), (4, 5, 6)),
        (frames_of_pairs(spots, pairs, params.faces), (2, 3, 4, 5, 6)),
    ]
    faces: list[Face] = []
    for frames, values in sources:
        faces += faces_of(frames, read_frames(image, frames, params.read, params.faces), values, params)
    edge = common_edge(best_of_each_place(faces, None, params), params)
    ones, _ = frames_of_ones(image, spots, edge, params.ones)
    faces += faces_of(ones, read_frames(image, ones, params.read, params.faces), (1,), params)
    return Found(best_of_each_place(faces, edge, params), faces, spots, edge)


def common_edge(faces: list[Face], params: Params) -> float | None:
    """Return the edge that most faces agree on, or None where no two do."""
    if len(faces) < 2:
        return None
    logs = np.log([face.edge for face in faces])
    weights = np.array([merit(face) * WEIGHT_OF_VALUE[face.value] for face in faces])
    near = np.exp(-(((logs[:, None] - logs[None]) / params.find.kernel) ** 2) / 2)
    votes = near @ weights
    best = int(votes.argmax())
    if votes[best] < 1.2 * weights[best]:
        return None
    return float(np.exp(np.average(logs, weights=near[best] * weights)))


def faces_of(frames: Frames, readings: Readings, values: tuple[int, ...], params: Params) -> list[Face]:
    """Return the faces that read as one of `values`, well enough to be looked at."""
    good = np.isin(readings.value, values) & (readings.fit > params.find.fit) & (readings.even > params.find.even)
    good &= readings.margin > params.find.margin
    good &= (frames.radius < params.find.most_radius) | (readings.value == 1)
    return [_face(frames, readings, int(i)) for i in np.flatnonzero(good)]


def _face(frames: Frames, readings: Readings, i: int) -> Face:
    """Return row `i` of the frames and their readings as one face."""
    return Face(
        centre=frames.centre[i],
        u=frames.u[i],
        v=frames.v[i],
        value=int(readings.value[i]),
        second=int(readings.second[i]),
        fit=float(readings.fit[i]),
        margin=float(readings.margin[i]),
        even=float(readings.even[i]),
        radius=float(frames.radius[i]),
        inside=frames.inside[i],
        around=frames.around[i],
        pips=int((frames.members[i] >= 0).sum()),
    )


def best_of_each_place(faces: list[Face], edge: float | None, params: Params) -> list[Face]:
    """Return the faces in the order of their merit, without those that overlap a better one."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda face: merit(face) * _usual(face, edge, params), reverse=True):
        if all(_apart(face, other, params.find.apart) for other in kept):
            kept.append(face)
    return kept


def merit(face: Face) -> float:
    """How convincing a face is: how well it is explained, how even its body; more pips are less chance."""
    return face.fit * face.even * (1 + 0.15 * (face.value - 1))


def _usual(face: Face, edge: float | None, params: Params) -> float:
    """Return 1 for a face of the common edge, less for others."""
    if edge is None:
        return 1.0
    away = np.log(face.edge / edge) / (2 * params.find.kernel)
    return float(1 - params.find.odd * (1 - np.exp(-away * away / 2)))


def _apart(a: Face, b: Face, share: float) -> bool:
    """Return whether two faces are too far apart to claim the same pips."""
    away = float(np.hypot(*(a.centre - b.centre)))
    return away > share * max(a.edge, b.edge)
