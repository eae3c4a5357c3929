"""Finding the upper faces in a picture: candidates from all pip lattices, the best of each place.

    spots → frames (quads, pairs, ones) → readings → one face a place

Which of them are upper faces, and whether they may be believed, is for `vision.dice.confidence.scoring` to say.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image, Ints
from vision.dice.classify.templates import Readings, read_frames
from vision.dice.detect.consensus import NOTHING_IN_COMMON, Common, common_of, worth
from vision.dice.detect.frames import (
    FaceFrames,
    frames_of_halves,
    frames_of_pairs,
    frames_of_quads,
    pairs_of,
    skews,
    squared,
)
from vision.dice.detect.single_pips import frames_of_ones
from vision.dice.detect.spots import Spots, Spotter
from vision.dice.face import Face, apart, slants
from vision.dice.params import FaceParams, LatticeSearchParams, Params
from vision.operations import non_max_suppression


@dataclass(frozen=True, slots=True)
class LatticeFaces:
    """What was found in a picture."""

    faces: list[Face]
    """The best of each place, the most convincing first."""
    candidates: list[Face]
    """All that were read, the same place several times."""
    spots: Spots
    common: Common
    """What most of them have in common."""


def find_faces(image: Image, params: Params) -> LatticeFaces:
    """Return the faces of `image`; small pips are searched only where large ones do not explain it."""
    spotter = Spotter(image, params.pips)
    found = _faces_of_spots(image, spotter.large(), params)
    if found.common.edge is not None and found.common.edge > params.lattice_search.large:
        return found
    return _faces_of_spots(image, spotter.all(), params)


def frames_of_many(spots: Spots, pairs: Ints, params: FaceParams) -> list[tuple[FaceFrames, tuple[int, ...]]]:
    """Return the frames that pairs of spots, and pairs of pairs, may make, with the values that they may have."""
    quads = frames_of_quads(spots, pairs, params)
    skew = skews(quads)
    return [
        (quads.pick(skew < params.skew), (4, 5, 6)),
        (squared(quads.pick(skew > params.skew_of_rows)), (6,)),
        (frames_of_pairs(spots, pairs, params), (2, 3, 4, 5, 6)),
        (frames_of_halves(spots, pairs, params), (3, 5)),
    ]


def _faces_of_spots(image: Image, spots: Spots, params: Params) -> LatticeFaces:
    """Return the faces that `spots` may make."""
    faces: list[Face] = []
    for frames, values in frames_of_many(spots, pairs_of(spots, params.faces), params.faces):
        faces += faces_of(frames, read_frames(image, frames, params.templates, params.faces), values, params)
    faces = without_strangers(faces, spots, params)
    common = common_of(best_of_each_place(faces, NOTHING_IN_COMMON, params), params.lattice_search)
    ones, square = frames_of_ones(image, spots, common.edge, params.single_pips)
    readings = read_frames(image, ones, params.templates, params.faces)
    faces += without_strangers(
        faces_of(ones, replace(readings, even=readings.even * square), (1,), params), spots, params
    )
    common = common_of(best_of_each_place(faces, common, params), params.lattice_search)
    return LatticeFaces(best_of_each_place(faces, common, params), faces, spots, common)


def faces_of(frames: FaceFrames, readings: Readings, values: tuple[int, ...], params: Params) -> list[Face]:
    """Return the faces that read as one of `values` and pass the thresholds of a candidate."""
    return [face_at(frames, readings, int(i)) for i in np.flatnonzero(fair(frames, readings, values, params))]


def fair(frames: FaceFrames, readings: Readings, values: tuple[int, ...], params: Params) -> npt.NDArray[np.bool_]:
    """Return which rows read as one of `values` and pass the thresholds of a candidate."""
    good = np.isin(readings.value, values) & (readings.fit > params.lattice_search.fit)
    marbled = (readings.value >= 4) & (readings.fit > params.lattice_search.fit_of_marbled)
    good &= readings.even > np.where(marbled, params.lattice_search.even_of_marbled, params.lattice_search.even)
    good &= readings.margin > params.lattice_search.margin
    most = np.where(readings.value == 2, params.lattice_search.most_radius_of_two, params.lattice_search.most_radius)
    # Pip radii of real dice lie in a narrow band; outside it the spots belong to two dice or to a larger frame.
    good &= (frames.radius < most) | (readings.value == 1)
    good &= (frames.radius > params.lattice_search.least_radius) | (readings.value == 1)
    return np.asarray(good)


def face_at(frames: FaceFrames, readings: Readings, i: int) -> Face:
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


def without_strangers(
    faces: list[Face], spots: Spots, params: Params, places: tuple[Ints, Ints] | None = None
) -> list[Face]:
    """Return `faces`, less convincing where more like pips lie on them than their value says: parts of larger faces.

    `places` has the place of each face and of each spot; spots of another place do not count.
    """
    if not faces or not len(spots):
        return faces
    table = _Columns(*(np.array([getattr(face, each.name) for face in faces]) for each in fields(_Columns)))
    like = _like_pips_of(table, spots, params.lattice_search)
    if places is not None:
        like &= places[0][:, None] == places[1]
    where = _on_faces(table, spots)
    own = (like & (np.hypot(where[..., 0], where[..., 1]) < params.lattice_search.own)).sum(axis=1)
    out = []
    for n, face in enumerate(faces):
        # More pips than the value means that this face is a part of a larger one: the middle of a 5, or four
        # of a 6.
        whole = own[n] <= face.value and not (face.value == 4 and _has_third_row(where[n, like[n]], params))
        out.append(face if whole else replace(face, even=face.even * params.lattice_search.stranger))
    return out


@dataclass(frozen=True, slots=True)
class _Columns:
    """Faces as columns, one row a face."""

    centre: Floats
    u: Floats
    v: Floats
    radius: Floats
    inside: Floats
    around: Floats

    @property
    def area(self) -> Floats:
        """Of a quarter of the face, in square pixels; negative if v lies on the other side of u."""
        return np.asarray(self.u[:, 0] * self.v[:, 1] - self.u[:, 1] * self.v[:, 0])

    @property
    def shape(self) -> Floats:
        """(n, 3): xx, xy, yy of the ellipse that touches the sides."""
        (ux, uy), (vx, vy) = self.u.T, self.v.T
        return np.stack([ux * ux + vx * vx, ux * uy + vx * vy, uy * uy + vy * vy], axis=1)


def _like_pips_of(faces: _Columns, spots: Spots, params: LatticeSearchParams) -> npt.NDArray[np.bool_]:
    """Return (faces, spots): which spots match the pips of each face."""
    size = np.log(4 * faces.radius * np.sqrt(np.abs(faces.area)))
    like = np.abs(np.log(spots.diameter) - size[:, None]) < params.own_size
    slant = slants(faces.shape)[:, None] - slants(spots.shape)
    like &= np.hypot(slant[..., 0], slant[..., 1]) < params.own_slant
    # Colours are compared over the contrast, so that the threshold holds in dim and in bright pictures.
    most = params.own_paint * np.abs(faces.inside - faces.around).max(axis=1)
    for channel in range(3):
        like &= np.abs(spots.inside[:, channel] - faces.inside[:, channel, None]) < most[:, None]
    return np.asarray(like)


def _on_faces(faces: _Columns, spots: Spots) -> Floats:
    """Return (faces, spots, 2): where each spot lies on each face, in half edges."""
    u, v, area = faces.u, faces.v, faces.area[:, None]
    x, y = (spots.centre[:, axis] - faces.centre[:, axis, None] for axis in (0, 1))
    return np.stack([(v[:, 1:] * x - v[:, :1] * y) / area, (u[:, :1] * y - u[:, 1:] * x) / area], axis=2)


def _has_third_row(where: Floats, params: Params) -> bool:
    """Return whether two more pips continue the rows of a 4, as those of a 6 do; `where` is in half edges."""
    step = 2 * params.faces.lattice
    # A third row continues the lattice by one step in any of the four directions.
    rows = step * np.array([[[-1, 3], [1, 3]], [[-1, -3], [1, -3]], [[3, -1], [3, 1]], [[-3, -1], [-3, 1]]])
    away = np.linalg.norm(rows[:, :, None] - where[None, None], axis=3)
    return bool(len(where)) and bool((away.min(axis=2) < params.lattice_search.third_row).all(axis=1).any())


def best_of_each_place(faces: list[Face], common: Common, params: Params) -> list[Face]:
    """Return the faces in the order of their worth, without those that overlap a better one."""
    ordered = sorted(faces, key=lambda face: worth(face, common, params.lattice_search), reverse=True)
    return non_max_suppression(ordered, partial(apart, share=params.lattice_search.apart))
