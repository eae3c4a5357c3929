"""A picture hardly larger than a die, as one cut out of a photograph: one die, in the middle, of unknown size.

The detector needs some table round a die. Here the lattice search runs on the middle in several sizes, and the network
says which of its faces is one; print round the pip of a casino die's 1 hides its sides, so the pip alone may be tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Image
from vision.dice.classify.faces import classified
from vision.dice.classify.templates import read_frames
from vision.dice.detect.candidates import DieCandidate, clear
from vision.dice.detect.frames import FaceFrames, joined
from vision.dice.detect.lattice_search import face_at
from vision.dice.detect.single_pips import frames_of_edge
from vision.dice.detect.spots import Spots, Spotter
from vision.dice.face import Face, same_frame
from vision.dice.params import Params, SingleDieParams
from vision.dice.refine.contact_sheet import SearchPlace, search_places
from vision.operations import fused_score, non_max_suppression


def face_of_crop(image: Image, dice: Sequence[DieCandidate], params: Params) -> Face | None:
    """Return the face of the one die in `image`, or None if there is none or if the `dice` of the detector say more.

    `detector_score` is 0 where another value is likely too.
    """
    p = params.single_die
    results, _ = search_places(image, _places(image, p), params)
    faces = _distinct([face for result in results for face in result.faces], p)
    candidates = [face for face in classified(image, faces) if face.probability >= p.least] + _ones(image, params)
    if not candidates:
        return None
    ordered = sorted(candidates, key=lambda face: _by_both(face, p), reverse=True)
    best = ordered[0]
    dice = [each for each in dice if each.face.edge > p.least_edge * max(image.shape[:2])]
    alone = not clear(dice, params)
    borne_out = len(dice) == 1 and dice[0].face.value == best.value
    if not alone and not borne_out and not _says_more(best, dice, p):
        return None
    rival = next((face for face in ordered if face.value != best.value), None)
    clearly = rival is None or _by_both(rival, p) < p.rival * _by_both(best, p) or _beyond_doubt(best, p)
    other = rival.value if rival is not None else None
    return replace(best, other=other, detector_score=None if clearly and (alone or borne_out) else 0.0)


def _says_more(best: Face, dice: Sequence[DieCandidate], params: SingleDieParams) -> bool:
    """Return whether `best` is to be believed rather than the `dice` that the detector sees in the same picture."""
    differ = any(each.face.value != best.value for each in dice)
    return differ and len(dice) <= params.few and _by_both(best, params) >= params.convincing


def _beyond_doubt(face: Face, params: SingleDieParams) -> bool:
    """Return whether search and classifier are so certain that rivals made of a part of the pips do not matter."""
    return face.probability >= params.undoubted and face.fit >= params.plain and face.margin >= params.margin


def _by_both(face: Face, params: SingleDieParams) -> float:
    """Return the joint score of a face; of the faces of one body the upper one is the most upright."""
    slanted = float(np.hypot(*face.slant)) / params.slant
    return fused_score(face.merit, face.probability, 0.05) * float(np.exp(-slanted * slanted / 2))


def _places(image: Image, params: SingleDieParams) -> list[SearchPlace]:
    """Return places round the middle, in several sizes."""
    height, width = image.shape[:2]
    side = max(height, width)
    steps = (-params.shift * side, params.shift * side)
    return [
        SearchPlace(width / 2 + x, height / 2 + y, share * side) for share in params.edges for x in steps for y in steps
    ]


def _distinct(faces: list[Face], params: SingleDieParams) -> list[Face]:
    """Return the best few frames of each value, without those that are nearly the same."""
    ordered = sorted(faces, key=lambda face: face.merit, reverse=True)

    def apart(one: Face, other: Face) -> bool:
        return not same_frame(one, other, params.same)

    kept = [
        non_max_suppression([face for face in ordered if face.value == value], apart, most=params.of_a_value)
        for value in dict.fromkeys(face.value for face in ordered)
    ]
    return sorted((face for each in kept for face in each), key=lambda face: face.merit, reverse=True)


def _ones(image: Image, params: Params) -> list[Face]:
    """Return the spots in the middle that the network takes for the pip of a 1, whatever is printed round them."""
    p = params.single_die
    side = max(image.shape[:2])
    spots = _central(Spotter(image, params.pips).all(), image.shape, p)
    if not len(spots):
        return []
    tries = [frames_of_edge(spots, np.full(len(spots), share * side), params.classifier.turns) for share in p.edges]
    frames = joined(tries)
    faces = [_as_one(image, frames, row, params) for row in range(len(frames))]
    return [face for face in classified(image, faces) if face.probability >= p.trusted_one]


def _central(spots: Spots, shape: tuple[int, ...], params: SingleDieParams) -> Spots:
    """Return the few best spots near the middle that have the size and the strength of a pip."""
    side, middle = max(shape[:2]), np.array([shape[1], shape[0]]) / 2
    low, high = params.pip
    good = (spots.diameter > low * side) & (spots.diameter < high * side)
    good &= np.hypot(*(spots.centre - middle).T) < params.central * side
    good &= np.abs(spots.inside - spots.around).max(axis=1) > params.contrast
    return spots.pick(np.flatnonzero(good)[: params.of_a_value])


def _as_one(image: Image, frames: FaceFrames, row: int, params: Params) -> Face:
    """Return a frame as the face of a 1, however well that explains what is printed on it."""
    one = frames.pick(np.array([row], np.intp))
    face = face_at(one, read_frames(image, one, params.templates, params.faces), 0)
    if face.value == 1:
        return replace(face, fit=max(face.fit, params.single_die.fit_of_one), even=1.0)
    return replace(face, value=1, second=face.value, fit=params.single_die.fit_of_one, even=1.0, margin=0.0)
