"""Face classification: a small network classifies every face independently of the lattice search.

Where lattice search and classifier agree, a face is settled. Where they do not, the other frames of that place are
tried; the one with the highest joint score stays, and the agreement is part of its confidence.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from vision.arrays import Image
from vision.dice.classify.face_network import face_classifier
from vision.dice.classify.templates import read_frames
from vision.dice.detect.consensus import worth
from vision.dice.detect.frames import FaceFrames, joined
from vision.dice.detect.lattice_search import LatticeFaces, faces_of
from vision.dice.detect.single_pips import frames_of_edge
from vision.dice.detect.spots import Spots
from vision.dice.face import Face, apart, same_frame
from vision.dice.params import Params
from vision.operations import best_of_sizes, fused_score, non_max_suppression


def with_probability(image: Image, faces: list[Face], params: Params) -> list[Face]:
    """Return `faces` with what the network thinks of their values.

    Pips give the size of a face only roughly, since makers set them wider or closer: where the probability is low, a
    larger and a smaller frame are classified as well.
    """
    first = classified(image, faces)
    doubted = [n for n, face in enumerate(first) if face.probability < params.classifier.agreed]
    tries = best_of_sizes(
        [faces[n] for n in doubted], params.classifier.sizes, Face.scaled, partial(classified, image), _probability
    )
    for n, other in zip(doubted, tries, strict=True):
        first[n] = max(first[n], other, key=_probability)
    return first


def _probability(face: Face) -> float:
    return face.probability


def classified(image: Image, faces: list[Face]) -> list[Face]:
    """Return `faces` with what the network thinks of them as they are."""
    readings = face_classifier().read_all(image, [face.corners for face in faces])
    return [
        replace(face, probability=reading.probabilities[face.value], other=reading.value)
        for face, reading in zip(faces, readings, strict=True)
    ]


def alone(image: Image, face: Face, params: Params) -> Face | None:
    """Return `face` with the value that the network gives it, or None where the network sees none."""
    reading = face_classifier().read(image, face.corners)
    if reading.value is None or reading.confidence < params.classifier.trusted:
        return None
    second = int(np.argsort(reading.probabilities)[-2])
    return replace(face, value=reading.value, second=second, probability=reading.confidence, other=reading.value)


def ones_among(image: Image, spots: Spots, found: LatticeFaces, params: Params) -> list[Face]:
    """Return the spots that search and classifier take for the pip of a 1 of the common size without clear sides."""
    if found.common.edge is None or not len(spots):
        return []
    few = spots.pick(np.arange(min(len(spots), params.classifier.spots)))
    edges = np.full(len(few), found.common.edge)
    return _ones(image, frames_of_edge(few, edges, params.classifier.turns), params)


def lone_ones(image: Image, spots: Spots, params: Params) -> list[Face]:
    """Return the spots that search and classifier take for the pip of a 1 of any size."""
    few = spots.pick(np.arange(min(len(spots), params.classifier.spots)))
    if not len(few):
        return []
    tries = [frames_of_edge(few, times * few.diameter, params.classifier.turns) for times in params.classifier.edges]
    return _ones(image, joined(tries), params)


def _ones(image: Image, frames: FaceFrames, params: Params) -> list[Face]:
    """Return the best frame of each place that search and classifier take for a 1."""
    faces = faces_of(frames, read_frames(image, frames, params.templates, params.faces), (1,), params)
    agreed = [face for face in with_probability(image, faces, params) if face.probability >= params.classifier.agreed]
    return non_max_suppression(
        sorted(agreed, key=_probability, reverse=True), partial(apart, share=params.lattice_search.apart)
    )


def settled(image: Image, found: LatticeFaces, params: Params) -> list[Face]:
    """Return one face for each place, the most convincing first, after both have been asked."""
    faces = with_probability(image, found.faces, params)
    agreed = [face for face in faces if _is_settled(face, params)]
    open_places = [face for face in faces if not _is_settled(face, params)]
    chosen = [*agreed, *(_best_of_place(image, face, found, agreed, params) for face in open_places)]
    chosen.sort(key=lambda face: _fused(face, found, params), reverse=True)
    return non_max_suppression(chosen, partial(apart, share=params.lattice_search.apart))


def _is_settled(face: Face, params: Params) -> bool:
    """Return whether other frames of its place need not be tried; two pips are easily those of two faces."""
    return face.probability >= (params.classifier.agreed_of_two if face.value == 2 else params.classifier.agreed)


def _fused(face: Face, found: LatticeFaces, params: Params) -> float:
    """Return the joint score of `face` by search and classifier."""
    return fused_score(worth(face, found.common, params.lattice_search), face.probability, params.classifier.least)


def _best_of_place(image: Image, face: Face, found: LatticeFaces, agreed: list[Face], params: Params) -> Face:
    """Return the best candidate for the place of `face`, which the network does not believe."""
    share = params.lattice_search.apart
    others = sorted(found.candidates, key=lambda each: worth(each, found.common, params.lattice_search), reverse=True)
    here = (other for other in others if not apart(other, face, share) and all(apart(other, a, share) for a in agreed))
    rivals = non_max_suppression(here, partial(_differ, params=params), beside=[face], most=params.classifier.rivals)
    return max([face, *with_probability(image, rivals, params)], key=lambda each: _fused(each, found, params))


def _differ(a: Face, b: Face, params: Params) -> bool:
    """Return whether the network could think otherwise of `a` than of `b`."""
    return a.value != b.value or not same_frame(a, b, params.classifier.same)
