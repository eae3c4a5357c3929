"""Fusion of the faces of the lattice search with the proposals of the detector, place by place.

    both have a face there, of one value     one face, with the lower confidence of the two
    both have a face there, of two values    the likelier value, not sure by these two
    only the detector                        a face, not sure by these two
    only the lattice search                  a face of the others' size that belongs to none of them, sure only if the
                                             face classifier has no doubt at all

The detector was trained on side faces, coins and cloth; the lattice search knows where pips can be. An
error that both make alike is rare. What the context classifier adds is in `classify.context` and `confidence.scoring`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.dice.detect.proposals import Proposal
from vision.dice.face import Face
from vision.dice.params import FusionParams, Params
from vision.operations import half_axes_of

SIDE = 24
"""Side of the rectified face in which colours are measured, in pixels."""


def fused(image: Image, faces: list[Face], proposals: Sequence[Proposal], params: Params) -> list[Face]:
    """Return one face for each die in `image`; `detector_score` is the detector's score of its value."""
    p = params.fusion
    left = list(faces)
    kept: list[Face] = []
    for proposal in proposals:
        if proposal.value is None or proposal.face < p.least_face or proposal.score < p.least:
            continue
        if (own := _at(proposal, left, p)) is not None:
            left = [face for face in left if face is not own]
            kept.append(_merged(own, proposal, p))
        elif proposal.score >= p.alone and _apart_from(kept, proposal, p):
            kept.append(of_network(image, proposal, proposal.value))
    kept = _of_one_size(kept, p)
    unseen = [face for face in left if _may_stand_alone(face, kept, p)]
    # where the detector sees other dice, it must have a reason not to see this one
    return kept + [replace(face, detector_score=0.0 if kept and face.fit < p.plain else None) for face in unseen]


def _at(proposal: Proposal, faces: list[Face], params: FusionParams) -> Face | None:
    """Return the face of the lattice search that lies where `proposal` lies."""
    near = [(_distance(proposal, face), face) for face in faces]
    close = [(away, face) for away, face in near if away < params.same * max(face.edge, proposal.edge_px)]
    return min(close, key=lambda each: each[0])[1] if close else None


def _distance(proposal: Proposal, face: Face) -> float:
    return float(np.hypot(*(face.centre - np.asarray(proposal.centre))))


def _apart_from(faces: list[Face], proposal: Proposal, params: FusionParams) -> bool:
    return all(_distance(proposal, face) >= params.same * max(face.edge, proposal.edge_px) for face in faces)


def _merged(face: Face, proposal: Proposal, params: FusionParams) -> Face:
    """Return `face` with the detector's score; where the values differ, the likelier one, with score 0."""
    assert proposal.value is not None  # noqa: S101 - the caller has seen to it
    if face.value == proposal.value:
        return replace(face, detector_score=proposal.score)
    if proposal.score > params.likelier * face.probability:
        return replace(face, value=proposal.value, second=face.value, other=face.value, detector_score=0.0)
    return replace(face, other=proposal.value, detector_score=0.0)


def of_network(image: Image, proposal: Proposal, value: int) -> Face:
    """Return a face that only the detector has; no pips explain it, so the two are not sure of it."""
    face = placed(proposal, value)
    inside, around = colours_between(image, face.corners)
    return replace(face, inside=inside, around=around)


def placed(proposal: Proposal, value: int) -> Face:
    """Return a face that only the detector has, without colours: measuring them costs more than all else here."""
    corners = np.asarray(proposal.corners, np.float32)
    u, v = half_axes_of(corners)
    chances = np.array(proposal.reading.probabilities[1:]) + proposal.probabilities[:6]
    second = next(int(each) + 1 for each in np.argsort(-chances) if each + 1 != value)
    return Face(
        corners.mean(0), u, v, value, second,
        fit=0.0, margin=0.0, even=0.0, radius=0.1, inside=np.zeros(3), around=np.zeros(3), pips=0,
        probability=proposal.reading.probabilities[value], other=proposal.reading.value, detector_score=0.0,
    )  # fmt: skip


def colours_between(image: Image, corners: Floats) -> tuple[Floats, Floats]:
    """Return the colours of the pips and of the body in the face between `corners`.

    Reflections on a glossy face are paler than its own colour, so that is taken from its more saturated half.
    """
    square = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    patch = cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners.astype(np.float32), square), (SIDE, SIDE))
    pixels = patch.reshape(-1, 3).astype(np.float32)
    away = np.abs(pixels - np.median(pixels, axis=0)).sum(axis=1)
    most = pixels.max(axis=1)
    # This is the saturation of HSV; computed here, it needs no conversion of the patch.
    colourful = (most - pixels.min(axis=1)) / np.maximum(most, 1)
    low, high = np.quantile(colourful, (0.5, 0.8))
    body = np.median(pixels[(colourful >= low) & (colourful <= high)], axis=0)
    return np.asarray(pixels[away >= np.quantile(away, 0.95)].mean(0), np.float32), np.asarray(body, np.float32)


def _of_one_size(faces: list[Face], params: FusionParams) -> list[Face]:
    """Return `faces` without those that only the detector has and that are of quite another size."""
    if not faces:
        return []
    # Faces that both stages support set the size; without any, all do.
    usual = float(np.median([face.edge for face in faces if face.detector_score] or [face.edge for face in faces]))
    return [
        face
        for face in faces
        if face.detector_score or face.pips > 0 or abs(float(np.log(face.edge / usual))) < params.other_size
    ]


def _may_stand_alone(face: Face, kept: list[Face], params: FusionParams) -> bool:
    """Return whether `face`, which the detector does not have, may be a die beside those of `kept`."""
    if not kept:
        # print and coins have middles too: a single pip is not much to go by
        return face.probability >= (params.trusted if face.value == 1 else params.trusted_alone)
    if face.probability < params.trusted:
        return False
    usual = float(np.median([other.edge for other in kept]))
    if abs(float(np.log(face.edge / usual))) > params.alike:
        return False
    return all(
        float(np.hypot(*(face.centre - other.centre))) >= params.apart * max(face.edge, other.edge) for other in kept
    )
