"""Candidates: the detector proposes places, the lattice search and the face classifier give each a value.

    detector → places → lattice search in each → value of the highest joint score → non-maximum suppression

Dice that the detector missed are searched afterwards (`vision.dice.detect.missed`).
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
    """One place with the value that the lattice search and the classifiers give it together."""

    proposal: Proposal
    face: Face
    """The face of the highest joint score; its `detector_score` is 0 where the stages do not agree."""
    weight: float
    """The score of this place as that of an upper face."""
    agreed: bool
    """Whether both stages give this value."""
    likeness: float = 1.0
    """How far its size is that of the other dice."""


def classify_candidates(
    image: Image, proposals: Sequence[Proposal], params: Params
) -> tuple[list[DieCandidate], list[PlaceFaces]]:
    """Return a candidate for each likely proposal, and the faces that the lattice search found at each."""
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
    """Return the proposals where a die may lie, the likeliest first; those of an unusual size count less."""
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
    """Return `proposals`, rescaled where the face classifier rejects the frame but accepts it at another size.

    Rings of print, and the small upper face of a rounded die, are mistaken for the border of a face.
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
    """Return a proposal that is so many times as large."""
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
    """Return whether the best face of the lattice search has the value that the classifier gives."""
    return bool(result.faces) and result.faces[0].value == _value(proposal.reading)


def _asked_about(proposal: Proposal, result: PlaceFaces, params: CandidateParams) -> list[Face]:
    """Return the faces of a place that must be classified too: the best of each value where the stages differ."""
    if _agree(proposal, result):
        chance = proposal.reading.probabilities[result.faces[0].value]
        return [] if chance >= params.plain else result.faces[:1]
    return first_of_each(result.faces, lambda face: face.value)[: params.rivals]


def _agreed_candidate(
    proposal: Proposal, face: Face, read: list[tuple[Face, FaceReading]], params: Params
) -> DieCandidate:
    """Return a place where both stages give one value; the classifier may answer better in the frame of the pips."""
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
    """Return the detector's score of a die of `value`; an undoubted classifier overrides the detector's own value."""
    # The face classifier has the higher resolution, so it may override the detector's value, but not its "face".
    undoubted = ramp(chance, params.fusion.undoubted)
    return proposal.face * max(proposal.probabilities[value - 1], undoubted)


def _disputed_candidate(
    image: Image, proposal: Proposal, read: list[tuple[Face, FaceReading]], common: Common, params: Params
) -> DieCandidate:
    """Return a place where the stages differ, with the value of the highest joint score in whichever frame.

    It may become sure only if all three give this value in the frame of its pips, or if both networks are beyond
    doubt where rims and lamps hide the pips from the lattice search.
    """
    p = params.candidates
    # Worths have no absolute scale, so shares of the best one are compared.
    best = max((worth(face, common, params.lattice_search) for face, _ in read), default=1.0)
    alone = of_network(image, proposal, _value(proposal.reading))
    options = [(alone, proposal.reading, p.unseen)]
    options += [(face, reading, worth(face, common, params.lattice_search) / best) for face, reading in read]
    # a product, so that a value must be plausible to all three; `doubt` keeps one zero from excluding it
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
    """Return whether the pips plainly fit another value."""
    return any(other.value != face.value and other.fit >= params.contradicts for other, _ in read)


def believable(candidates: Sequence[DieCandidate], params: Params) -> tuple[list[DieCandidate], list[DieCandidate]]:
    """Return the places where a die lies, of two on one body the better one; and those that may be one after all."""
    p = params.candidates
    # Size is applied before suppression: a pip must not suppress the die that it lies on.
    candidates = _of_one_size(candidates, p)
    best = max((each.weight for each in candidates if each.agreed), default=0.0)
    kept: list[DieCandidate] = []
    doubted: list[DieCandidate] = []
    for each in sorted(candidates, key=lambda each: each.weight * (1.0 if each.agreed else p.disputed), reverse=True):
        if not of_another_die(each.face, [other.face for other in kept], params):
            continue
        # The absolute bound rejects background in an empty picture, the relative one weak detections beside
        # clear dice.
        floor, share = (p.agreed, p.agreed_share) if each.agreed else (p.alone, p.alone_share)
        share *= p.small_share if each.proposal.edge_px < p.small_px else 1.0
        if each.weight >= max(floor, share * best):
            # The size prior decides whether this is a die, and is taken out again for how certain it is.
            sure = each.weight / each.likeness >= p.certain_share * best
            kept.append(each if sure else replace(each, face=replace(each.face, detector_score=0.0)))
        elif (
            each.weight >= (p.doubted if each.agreed else p.doubted_alone)
            or each.likeness * each.proposal.face >= p.face
        ):
            doubted.append(each)
    return kept, doubted


def _of_one_size(candidates: Sequence[DieCandidate], params: CandidateParams) -> list[DieCandidate]:
    """Return `candidates` with less weight on places of another size than the best agreed dice.

    Cloth, print and pips give detections of their own size; dice of several makes seldom differ by more than a half.
    """
    usual = _usual([(each.face.edge, each.weight) for each in candidates if each.agreed], params)
    if usual is None:
        return list(candidates)
    likeness = [_likeness(each.face.edge / usual, params) for each in candidates]
    return [
        replace(each, weight=like * each.weight, likeness=like) for each, like in zip(candidates, likeness, strict=True)
    ]


def _usual(seen: Sequence[tuple[float, float]], params: CandidateParams) -> float | None:
    """Return the median edge of what was `seen` (edge, weight), weighted by area and trust; None of nothing."""
    if not seen:
        return None
    edges, weights = np.array(sorted(seen), float).T
    # weighting by area lets one die outvote its own pips, which are small and many
    return weighted_median(edges, edges * edges * weights**params.by_trust)


def _likeness(ratio: float, params: CandidateParams) -> float:
    """Return how much a place keeps of its weight whose edge is so many times the usual one."""
    # A Gaussian over the logarithm, with a floor: dice of several makes do lie together.
    differs = float(np.log(ratio)) / params.spread
    return params.unlike + (1 - params.unlike) * float(np.exp(-differs * differs / 2))


def clear(candidates: Sequence[DieCandidate], params: Params) -> bool:
    """Return whether the detector works for dice like these: at least one of them is beyond doubt."""
    return any(each.agreed and each.weight >= params.candidates.clear for each in candidates)
