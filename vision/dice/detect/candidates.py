"""The first way to a picture's dice: the detector says where, the lattice reader looks there, and both are asked.

    detector → places → a closer look at each → the value that both together find likeliest → one face a die

What the detector missed is looked for once more: spots like the pips of the known dice that belong to none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Image
from vision.dice.classify.face_network import FaceReading, face_classifier
from vision.dice.confidence.scoring import of_another_die
from vision.dice.detect.consensus import Common, worth
from vision.dice.detect.fusion import of_network
from vision.dice.detect.proposals import Proposal
from vision.dice.face import Face
from vision.dice.params import CandidateParams, Params
from vision.dice.refine.contact_sheet import PlaceFaces, SearchPlace, search_places
from vision.operations import best_of_sizes, first_of_each, quad_of, ramp, weighted_median


@dataclass(frozen=True, slots=True)
class DieCandidate:
    """One place after both have been asked."""

    proposal: Proposal
    face: Face
    """What they make of it together; `detector_score` is 0 where they do not agree."""
    weight: float
    """How much speaks for a die that lies here face up."""
    agreed: bool
    """Whether both name this value."""
    likeness: float = 1.0
    """How far its size is that of the other dice."""


def classify_candidates(
    image: Image, proposals: Sequence[Proposal], params: Params
) -> tuple[list[DieCandidate], list[PlaceFaces]]:
    """Return what both readers make of each place that the detector points at, and what the first one saw there."""
    likely = _best_size(image, _likely_places(proposals, params.candidates), params.candidates)
    results, common = search_places(
        image, [SearchPlace(*proposal.centre, proposal.edge_px) for proposal in likely], params
    )
    asked = [
        _asked_about(proposal, result, params.candidates) for proposal, result in zip(likely, results, strict=True)
    ]
    readings = iter(face_classifier().read_all(image, [face.corners for faces in asked for face in faces]))
    candidates = []
    for proposal, result, faces in zip(likely, results, asked, strict=True):
        read = [(face, next(readings)) for face in faces]
        candidates.append(
            _agreed_candidate(proposal, result.faces[0], read, params)
            if _agree(proposal, result)
            else _disputed_candidate(image, proposal, read, common, params)
        )
    return candidates, results


def _likely_places(proposals: Sequence[Proposal], params: CandidateParams) -> list[Proposal]:
    """Return the finds where a die may lie, the likeliest first, whatever a cloth may show beside them."""
    usual = _usual([(proposal.edge_px, _likely(proposal)) for proposal in proposals if proposal.agreed], params)
    likeness = {
        id(proposal): 1.0 if usual is None else _likeness(proposal.edge_px / usual, params) for proposal in proposals
    }
    chosen = [
        proposal
        for proposal in proposals
        if likeness[id(proposal)] * _likely(proposal) >= params.least
        or likeness[id(proposal)] * proposal.face >= params.face
    ]
    return sorted(chosen, key=lambda proposal: likeness[id(proposal)] * _likely(proposal), reverse=True)[: params.most]


def _best_size(image: Image, proposals: list[Proposal], params: CandidateParams) -> list[Proposal]:
    """Return `proposals` with another size of those in which the face classifier sees none, if it does see one there.

    Rings of print, and the small upper face of a rounded die, pass for the border of a face.
    """
    doubtful = [
        proposal for proposal in proposals if proposal.value and proposal.reading.probabilities[0] > params.refit
    ]

    def classify(proposals: list[Proposal]) -> list[Proposal]:
        readings = face_classifier().read_all(image, [proposal.corners for proposal in proposals])
        return [replace(proposal, reading=reading) for proposal, reading in zip(proposals, readings, strict=True)]

    tries = best_of_sizes(
        doubtful, params.sizes, _grown, classify, lambda proposal: proposal.reading.probabilities[proposal.value or 0]
    )
    better = {
        id(proposal): best
        for proposal, best in zip(doubtful, tries, strict=True)
        if best.reading.value == proposal.value
        and best.reading.confidence > max(params.refitted, proposal.reading.confidence)
    }
    return [better.get(id(proposal), proposal) for proposal in proposals]


def _grown(proposal: Proposal, size: float) -> Proposal:
    """Return a find that is so many times as large."""
    corners = np.asarray(proposal.corners, np.float32)
    middle = corners.mean(axis=0)
    grown = np.asarray(middle + size * (corners - middle), np.float32)
    return replace(proposal, corners=quad_of(grown), edge_px=size * proposal.edge_px)


def _likely(proposal: Proposal) -> float:
    return proposal.face * (1 - proposal.reading.probabilities[0])


def _value(reading: FaceReading) -> int:
    """Return the likeliest value of what may be no face at all."""
    return int(np.argmax(reading.probabilities[1:])) + 1


def _agree(proposal: Proposal, result: PlaceFaces) -> bool:
    """Return whether what the lattice reader finds most convincing is what the network reads."""
    return bool(result.faces) and result.faces[0].value == _value(proposal.reading)


def _asked_about(proposal: Proposal, result: PlaceFaces, params: CandidateParams) -> list[Face]:
    """Return the faces of a place that the network must read too: the best of each value where the readers differ."""
    if _agree(proposal, result):
        chance = proposal.reading.probabilities[result.faces[0].value]
        return [] if chance >= params.plain else result.faces[:1]
    return first_of_each(result.faces, lambda face: face.value)[: params.rivals]


def _agreed_candidate(
    proposal: Proposal, face: Face, read: list[tuple[Face, FaceReading]], params: Params
) -> DieCandidate:
    """Return a place where both readers name one value; the frame that the pips give may suit the network better."""
    readings = [proposal.reading, *(reading for _, reading in read)]
    chance = max(reading.probabilities[face.value] for reading in readings)
    updated = replace(
        face,
        probability=chance,
        other=proposal.reading.value,
        detector_score=_belief(proposal, face.value, chance, params),
    )
    weight = proposal.face * (1 - min(reading.probabilities[0] for reading in readings))
    return DieCandidate(proposal, updated, weight, agreed=True)


def _belief(proposal: Proposal, value: int, chance: float, params: Params) -> float:
    """Return how far the detector believes in a die of `value`; its own reading yields to one beyond all doubt."""
    undoubted = ramp(chance, params.fusion.undoubted)
    return proposal.face * max(proposal.probabilities[value - 1], undoubted)


def _disputed_candidate(
    image: Image, proposal: Proposal, read: list[tuple[Face, FaceReading]], common: Common, params: Params
) -> DieCandidate:
    """Return a place where the readers differ: the value for which most speaks, in whichever frame.

    It may be believed only if all three name it in the frame of its pips, though others were likelier at first sight,
    or if the networks have no doubt where rims and lamps hide the pips from the lattice reader.
    """
    p = params.candidates
    best = max((worth(face, common, params.lattice_search) for face, _ in read), default=1.0)
    alone = of_network(image, proposal, _value(proposal.reading))
    options = [(alone, proposal.reading, p.unseen)]
    options += [(face, reading, worth(face, common, params.lattice_search) / best) for face, reading in read]
    scores = [
        (p.doubt + reading.probabilities[face.value])
        * (p.doubt + share)
        * (p.doubt + proposal.probabilities[face.value - 1])
        for face, reading, share in options
    ]
    face, reading, share = options[int(np.argmax(scores))]
    chance, own = reading.probabilities[face.value], proposal.probabilities[face.value - 1]
    all_three = face is not alone and min(chance, own) >= p.plain and share >= p.convincing
    hidden = face is alone and min(chance, own) >= p.beyond_doubt and not _contradicted(face, read, p)
    belief = _belief(proposal, face.value, 0.0, params) if all_three or hidden else 0.0
    updated = replace(face, probability=chance, other=_value(proposal.reading), detector_score=belief)
    # print and glare make the face classifier doubt the face itself: pips and the detector may outvote it
    supported = face.fit * own if face is not alone else 0.0
    weight = proposal.face * max(1 - min(reading.probabilities[0], proposal.reading.probabilities[0]), supported)
    return DieCandidate(proposal, updated, weight, agreed=all_three)


def _contradicted(face: Face, read: list[tuple[Face, FaceReading]], params: CandidateParams) -> bool:
    """Return whether pips speak plainly for another value."""
    return any(other.value != face.value and other.fit >= params.contradicts for other, _ in read)


def believable(candidates: Sequence[DieCandidate], params: Params) -> tuple[list[DieCandidate], list[DieCandidate]]:
    """Return the places where a die lies, of two on one body the better one; and those that may be one after all."""
    p = params.candidates
    candidates = _of_one_size(candidates, p)
    best = max((each.weight for each in candidates if each.agreed), default=0.0)
    kept: list[DieCandidate] = []
    doubted: list[DieCandidate] = []
    for each in sorted(candidates, key=lambda each: each.weight * (1.0 if each.agreed else p.disputed), reverse=True):
        if not of_another_die(each.face, [other.face for other in kept], params):
            continue
        floor, share = (p.agreed, p.agreed_share) if each.agreed else (p.alone, p.alone_share)
        share *= p.small_share if each.proposal.edge_px < p.small_px else 1.0
        if each.weight >= max(floor, share * best):
            sure = each.weight / each.likeness >= p.certain_share * best
            kept.append(each if sure else replace(each, face=replace(each.face, detector_score=0.0)))
        elif (
            each.weight >= (p.doubted if each.agreed else p.doubted_alone)
            or each.likeness * each.proposal.face >= p.face
        ):
            doubted.append(each)
    return kept, doubted


def _of_one_size(candidates: Sequence[DieCandidate], params: CandidateParams) -> list[DieCandidate]:
    """Return `candidates` with less weight on places of another size than the dice that both readers see best.

    Cloth, print and pips look like dice of their own size; dice of several makes seldom differ by more than a half.
    """
    usual = _usual([(each.face.edge, each.weight) for each in candidates if each.agreed], params)
    if usual is None:
        return list(candidates)
    likeness = [_likeness(each.face.edge / usual, params) for each in candidates]
    return [
        replace(each, weight=like * each.weight, likeness=like) for each, like in zip(candidates, likeness, strict=True)
    ]


def _usual(seen: Sequence[tuple[float, float]], params: CandidateParams) -> float | None:
    """Return the usual edge of what was `seen` (edge, weight), None of nothing: half of the trusted area lies below."""
    if not seen:
        return None
    edges, weights = np.array(sorted(seen), float).T
    return weighted_median(edges, edges * edges * weights**params.by_trust)


def _likeness(ratio: float, params: CandidateParams) -> float:
    """Return how much a place keeps of its weight whose edge is so many times the usual one."""
    differs = float(np.log(ratio)) / params.spread
    return params.unlike + (1 - params.unlike) * float(np.exp(-differs * differs / 2))


def clear(candidates: Sequence[DieCandidate], params: Params) -> bool:
    """Return whether the detector knows dice like these: one of them at least is beyond doubt."""
    return any(each.agreed and each.weight >= params.candidates.clear for each in candidates)
