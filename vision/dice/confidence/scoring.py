"""Scoring: which faces are upper faces, and how confident the reading of each is."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion.observations import Cell, SeenDie
from vision.arrays import Floats, Image
from vision.dice.classify.colours import colour_of
from vision.dice.classify.faces import lone_ones, ones_among, settled
from vision.dice.confidence.borders import borders
from vision.dice.detect.consensus import Common
from vision.dice.detect.lattice_search import LatticeFaces
from vision.dice.detect.spots import Spots
from vision.dice.face import ContextReading, Face, slants
from vision.dice.params import ConfidenceParams, ContextParams, Params
from vision.operations import non_max_suppression, quad_of, ramp, rescaled


def upper_faces(image: Image, found: LatticeFaces, params: Params) -> list[Face]:
    """Return the upper faces of `found`: their border is that of a die, and they are not the side of a better one."""
    faces = settled(image, found, params)
    possible = [
        face
        for face, border in zip(faces, borders(image, faces, params.bodies), strict=True)
        if border >= _least_border(face, params.confidence)
        and not _odd(face, found.common, params)
        and not _hopeless(face, found.common, params)
    ]
    kept = each_once(possible, (), params)
    # Ones are searched last, among the spots that no other face explains.
    ones = ones_among(image, left_over(found, kept, params), found, params)
    ones += lone_ones(image, _far_from(found.spots, [*kept, *ones], found.common, params), params)
    bounded = borders(image, ones, params.bodies) >= params.confidence.border
    return [*kept, *(one for one, good in zip(ones, bounded, strict=True) if good)]


def _least_border(face: Face, params: ConfidenceParams) -> float:
    """Return how much of a border a face must have to be an upper one; plain pips need less."""
    return params.border_of_plain if face.value >= 3 and face.fit > params.plain else params.border


def _far_from(spots: Spots, faces: list[Face], common: Common, params: Params) -> Spots:
    """Return the best spots that lie far from all faces: pips of dice of another make, or nothing."""
    p = params.confidence
    contrast = np.abs(spots.inside - spots.around).max(axis=1)
    far = (spots.calm >= p.far_calm) & (contrast > p.like_contrast * (common.contrast or 0.0))
    far &= np.hypot(*(slants(spots.shape) - common.slant).T) < p.like_slant
    for face in faces:
        far &= np.hypot(*(spots.centre - face.centre).T) > p.far * face.reach
    return spots.pick(far)


def _hopeless(face: Face, common: Common, params: Params) -> bool:
    """Return whether neither the lattice search nor the face classifier supports a face."""
    # A slant far from the common plane is that of a side.
    steep = float(np.hypot(*(face.slant - common.slant))) > -params.confidence.steep[0]
    if face.probability < params.classifier.refused or (steep and common.edge is not None):
        return True
    first = _of_first(face, common, params)
    doubted = params.classifier.doubted if first > 0 else params.classifier.agreed
    return face.probability < doubted and first < params.confidence.little


def left_over(found: LatticeFaces, faces: list[Face], params: Params) -> Spots:
    """Return the spots that match the pips of `faces` but belong to none: a die may be missed."""
    if not faces or not len(found.spots):
        return found.spots.pick(np.zeros(len(found.spots), bool))
    p, spots = params.confidence, found.spots
    size = float(np.median([2 * face.radius * face.edge for face in faces]))
    contrast = np.abs(spots.inside - spots.around).max(axis=1)
    like = (np.abs(np.log(spots.diameter / size)) < p.like_size) & (spots.calm > p.like_calm)
    like &= contrast > p.like_contrast * float(np.median([face.contrast for face in faces]))
    like &= np.hypot(*(slants(spots.shape) - found.common.slant).T) < p.like_slant
    for face in faces:
        like &= np.hypot(*(spots.centre - face.centre).T) > p.like_apart * face.reach
    return spots.pick(like)


def _odd(face: Face, common: Common, params: Params) -> bool:
    """Return whether the size or contrast of `face` differs too much from the others."""
    p, agreed = params.confidence, face.probability >= params.classifier.agreed
    # A face of which the classifier has no doubt may be of another make, so the bounds are wider.
    size, faint = (p.size_if_agreed, p.faint_if_agreed) if agreed else (p.size, p.faint)
    if common.edge is not None and abs(float(np.log(face.edge / common.edge))) > size:
        return True
    return common.contrast is not None and face.contrast < faint * common.contrast


def of_another_die(face: Face, others: Sequence[Face], params: Params) -> bool:
    """Return whether a face is too far from each of the others to belong to its die."""
    return all(
        math.dist(face.centre, other.centre) > params.confidence.side * max(face.reach, other.reach) for other in others
    )


def each_once(faces: Sequence[Face], others: Sequence[Face], params: Params) -> list[Face]:
    """Return those of `faces` that belong to the die of none of `others`, and of none before them."""
    return non_max_suppression(faces, lambda one, other: of_another_die(one, [other], params), beside=others)


def outside(face: Face, shape: tuple[int, ...]) -> bool:
    """Return whether a place where the face may have a pip lies out of a picture of `shape`."""
    # The corner pips lie within 0.72 of the way from the middle to the corners.
    x, y = (face.centre + 0.72 * (face.corners - face.centre)).T
    return bool(min(x.min(), y.min()) < 0 or x.max() > shape[1] - 1 or y.max() > shape[0] - 1)


def seen_die(
    face: Face,
    white: Floats,
    scale: float,
    params: Params,
    *,
    cell: Cell | None = None,
    common: Common | None = None,
    cut: bool = False,
) -> SeenDie:
    """Return `face` as a die of the original picture; one that is `cut` by the border has no value."""
    confidence = confidence_of(face, common, params)
    return SeenDie(
        None if cut else face.value,
        colour_of(face, white, params.colours),
        quad_of(rescaled(face.corners, scale)),
        confidence,
        not cut and confidence >= params.confidence.sure,
        cell,
        _alternatives(face, cut=cut),
    )


def _alternatives(face: Face, *, cut: bool) -> tuple[int, ...]:
    """Return the other values that the face may have, the likeliest first."""
    others = (face.value if cut else None, face.other, face.second)
    reported = None if cut else face.value
    return tuple(dict.fromkeys(value for value in others if value and value != reported))


def confidence_of(face: Face, common: Common | None, params: Params) -> float:
    """Return the confidence in a face, from 0 to 1: its value, its size and plane, and its pose."""
    readers = _of_readers(face, common, params)
    if face.context is None:
        return readers
    in_context = min(_of_context(face, face.context, params.context), _in_common(face, common, params))
    # Either route may establish the value; the pose limits both.
    return min(max(readers, in_context), _of_pose(face, face.context, params.context))


def _of_context(face: Face, context: ContextReading, params: ContextParams) -> float:
    """Return the confidence by the context classifier, as far as the other stages support its value.

    Log odds of the two networks, and plain pips, add up as those of independent tests; but each network by itself must
    give the value a fair probability too, so that no value is sure by one network alone.
    """
    own = context.probabilities[face.value]
    evidence = _log_odds(own) + _log_odds(face.probability)
    # pips led to this frame, and the detector sees another value or no die
    if face.explained and not face.detector_score:
        evidence -= params.weight_of_detector
    else:
        evidence += params.weight_of_pips * max(ramp(face.fit, params.pips), ramp(face.plain, params.plain))
    return min(
        ramp(evidence, params.evidence),
        ramp(own, params.own),
        ramp(face.probability, params.probability),
        ramp(-context.none, params.hardly_none),
        ramp(face.edge, params.large_enough),
    )


def _log_odds(probability: float) -> float:
    """Return the logarithm of the odds, clipped at one in a thousand: no network is more reliable than that."""
    believed = min(max(probability, 0.001), 0.999)
    return math.log(believed / (1 - believed))


def _of_pose(face: Face, context: ContextReading, params: ContextParams) -> float:
    """Return the confidence that this is a die that lies flat and shows its value."""
    other = sum(context.probabilities[1:7]) - context.probabilities[face.value]
    return min(
        ramp(-context.stacked, params.stacked),
        ramp(-context.none - context.pipless, params.none),
        ramp(-other, params.other),
        ramp(-face.lean, params.lean),
    )


def _of_readers(face: Face, common: Common | None, params: Params) -> float:
    """Return the confidence by the lattice search and the face classifier together."""
    if not face.explained:
        return min(_in_common(face, common, params), _of_networks(face, params.confidence))
    first = _of_first(face, common, params)
    undoubted = ramp(face.probability, params.fusion.undoubted) if face.detector_score is None else 0.0
    agreed = min(
        ramp(face.probability, params.confidence.probability), ramp(face.detector_score or 0.0, params.fusion.believed)
    )
    return min(first, max(undoubted, agreed))


def _of_networks(face: Face, params: ConfidenceParams) -> float:
    """Return the confidence in a face that the lattice search does not find."""
    return min(
        ramp(face.probability, params.probability_alone), ramp(face.detector_score or 0.0, params.detector_alone)
    )


def _of_first(face: Face, common: Common | None, params: Params) -> float:
    """Return the confidence by the lattice search alone."""
    p = params.confidence
    # Four pips and more leave little plain body to measure its evenness on.
    even = p.even_of_many if face.value >= 4 else p.even
    own = min(ramp(face.fit, p.fit), ramp(face.margin, p.margin), ramp(face.even, even))
    return min(own, _in_common(face, common, params))


def _in_common(face: Face, common: Common | None, params: Params) -> float:
    """Return how far a face lies in the plane of the others and has their size."""
    p = params.confidence
    if common is None:
        return 1.0
    flat = ramp(-float(np.hypot(*(face.slant - common.slant))), p.steep)
    if common.edge is None:
        return flat
    return min(flat, ramp(-abs(float(np.log(face.edge / common.edge))), p.unequal))
