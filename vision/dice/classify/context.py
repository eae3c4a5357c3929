"""Apply the context classifier to all places, after the detector, the lattice search and the face classifier.

It was trained on patches with sides, shadows and neighbours. So it adds dice that the earlier stages dropped, drops
false detections, and may replace a value of which they are not sure; no value becomes sure by that alone. In the end
the faces that are still unsure are classified once more in their final frames.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean

import numpy as np

from vision.arrays import Floats, Image
from vision.dice.classify.faces import with_probability
from vision.dice.classify.pattern_fit import fits_of, plainness
from vision.dice.confidence.scoring import confidence_of, each_once, of_another_die
from vision.dice.detect.consensus import NOTHING_IN_COMMON, Common
from vision.dice.detect.fusion import of_network, placed
from vision.dice.detect.proposals import Proposal
from vision.dice.face import Face
from vision.dice.params import Params
from vision.dice.pose.leaning import with_context
from vision.dice.refine.fitting import fitted
from vision.operations import best_of_sizes

LEAST_SEEN = 0.01
"""Least probability of a face by which the probability of a stacked die is divided: it keeps the quotient finite."""


@dataclass(frozen=True, slots=True)
class DetectedFaces:
    """The faces of a picture after detection; all lengths are in its pixels."""

    faces: list[Face]
    common: Common = NOTHING_IN_COMMON
    """What most of them have in common."""
    doubted: list[Face] = field(default_factory=list)
    """Places where a die may lie: the reading asks about them."""
    stray: list[Floats] = field(default_factory=list)
    """Spots like pips that belong to no face."""
    pipless: list[Face] = field(default_factory=list)
    """Dice with numbers, or with nothing, on their faces."""
    crop: bool = False
    """Whether the picture was read as that of one die, hardly larger than it."""


def apply_context_classifier(
    image: Image, seen: DetectedFaces, proposals: Sequence[Proposal], params: Params
) -> DetectedFaces:
    """Return the detected faces after the context classifier has added, dropped and revalued some."""
    p = params.context
    updated = [_revalued(face, seen.common, params) for face in _best_size(image, seen, proposals, params)]
    faces = [face for face in updated if not _dismissed(face, seen, params)]
    free = _free(image, proposals, updated, params)
    doubted = with_context(image, seen.doubted, closely=True)
    overlooked = [face for face in free if _own(face) >= p.overlooked]
    overlooked += [_with_context_value(face) for face in doubted if _own(face) >= p.better]
    faces += each_once(overlooked, faces, params)
    pipless = [face for face in (*updated, *free) if _without_pips(face, params)]
    doubted += [face for face in free if 1 - _none(face) >= p.perhaps]
    doubted = [face for face in doubted if not _forgotten(face, p.no_doubt, params)]
    dismissed = [face for face in updated if _dismissed(face, seen, params)]
    doubted += [face for face in dismissed if face.probability >= p.open or not _forgotten(face, p.gone, params)]
    doubted = each_once(doubted, [*faces, *pipless], params)
    stray = seen.stray if faces or doubted else []
    faces = reclassified(image, faces, seen.common, params)
    if seen.crop and len(faces) == 1:
        faces = [_cut_out(face) for face in faces]
    return replace(seen, faces=faces, doubted=doubted, pipless=pipless, stray=stray)


def _cut_out(face: Face) -> Face:
    """Return the die of a crop as one that is not stacked: whatever it may lie on was cut away."""
    return replace(face, context=replace(face.context, upon=0.0)) if face.context else face


def reclassified(image: Image, faces: Sequence[Face], common: Common | None, params: Params) -> list[Face]:
    """Return `faces`; those that are not sure are classified once more in their final frames.

    There the pips may fit the pattern of another make, and the face classifier may answer what it did not elsewhere.
    """
    updated = list(faces)
    unclear = [n for n, face in enumerate(faces) if confidence_of(face, common, params) < params.confidence.sure]
    again_classified = with_probability(image, [faces[n] for n in unclear], params)
    all_fits = fits_of(image, [faces[n].corners for n in unclear], params.pattern_fit)
    for n, again, fits in zip(unclear, again_classified, all_fits, strict=True):
        probability = max(faces[n].probability, again.probability)
        updated[n] = replace(faces[n], probability=probability, plain=plainness(fits, faces[n].value))
    return updated


def classified_in_context(image: Image, faces: Sequence[Face], common: Common | None, params: Params) -> list[Face]:
    """Return `faces` with the context classifier's answer; unclear ones are classified closely, then in refined frames.

    A face is unclear where the stages disagree. If both networks in four rotations do not settle it, the frame may be
    wrong: the face is classified in the refined frame too, and stays there unless "no face" is likelier in it.
    """
    updated = with_context(image, faces)
    unclear = _unclear(updated, common, params)
    for n, face in zip(unclear, with_context(image, [faces[n] for n in unclear], closely=True), strict=True):
        updated[n] = face
    unclear = _unclear(updated, common, params)
    # Refinement is not applied to all faces: a frame moved onto background makes it more like a die.
    moved = with_probability(image, fitted(image, [updated[n] for n in unclear]), params)
    for n, face in zip(unclear, with_context(image, moved, closely=True), strict=True):
        updated[n] = _merged(face, updated[n])
    return updated


def _unclear(faces: Sequence[Face], common: Common | None, params: Params) -> list[int]:
    """Return the indices of the faces on which the stages disagree."""
    return [
        n
        for n, face in enumerate(faces)
        if _own(face) < params.context.clear or confidence_of(face, common, params) < params.confidence.sure
    ]


def _merged(moved: Face, rough: Face) -> Face:
    """Return the face in the better frame, with the more convinced of two readings.

    The lean of a die does not depend on the frame: it is averaged over both.
    """
    best = min(moved, rough, key=_none)
    contexts = [face.context for face in (best, moved, rough) if face.context]
    if not contexts:
        return best
    first, *both = contexts
    # `stacked` is the product of "upon" and "is a die"; dividing by the latter keeps one doubt from counting
    # twice.
    upon = fmean(each.stacked for each in both) / max(1 - _none(best), LEAST_SEEN)
    way = fmean(each.way[0] for each in both), fmean(each.way[1] for each in both)
    context = replace(first, upon=upon, way=way, spread=fmean(each.spread for each in both))
    return replace(best, probability=max(moved.probability, rough.probability), context=context)


def _best_size(image: Image, seen: DetectedFaces, proposals: Sequence[Proposal], params: Params) -> list[Face]:
    """Return the faces with the context classifier's answer, each in the frame that suits it.

    A frame that fits three spots may contain two pips and a gleam, or a pip of a side: the detector's may be better.
    """
    p = params.context
    closely = partial(with_context, image, closely=True)
    out: list[Face] = []
    updated = classified_in_context(image, seen.faces, seen.common, params)
    for n, face in enumerate(updated):
        if (other := _as_proposed(image, face, [*out, *updated[n + 1 :]], proposals, params)) is not None:
            out.append(other)
            continue
        if _none(face) < p.refit:
            out.append(face)
            continue
        # The edge of the other dice is the best guess of the true size.
        sizes = p.sizes if seen.common.edge is None else (*p.sizes, seen.common.edge / face.edge)
        (best,) = best_of_sizes([face], sizes, Face.scaled, closely, _own)
        out.append(best if _own(best) >= p.overlooked else face)
    return out


def _as_proposed(
    image: Image, face: Face, beside: Sequence[Face], proposals: Sequence[Proposal], params: Params
) -> Face | None:
    """Return the die of `face` in the detector's frame, where it was unsure and the context classifier now is not.

    Proposals that belong to the dice `beside` it are left to those, so that no die is reported twice.
    """
    if confidence_of(face, None, params) >= params.confidence.sure:
        return None
    there = [(proposal, placed(proposal, 1)) for proposal in proposals]
    same = [
        proposal
        for proposal, place in there
        if not of_another_die(place, [face], params) and of_another_die(place, beside, params)
    ]
    updated = with_context(image, [of_network(image, proposal, proposal.value or 1) for proposal in same], closely=True)
    tries = [_valued(each, proposal, face) for each, proposal in zip(updated, same, strict=True)]
    best = max(tries, key=_own, default=None)
    return best if best is not None and _own(best) >= max(params.context.better_seen, _own(face)) else None


def _valued(found: Face, proposal: Proposal, face: Face) -> Face:
    """Return the detector's frame in place of `face`, with the value of the context classifier."""
    value = found.context.value if found.context else face.value
    probability = max(proposal.reading.probabilities[value], face.probability if face.value == value else 0.0)
    return replace(found, value=value, second=face.value, probability=probability, other=proposal.reading.value)


def _own(face: Face) -> float:
    """Return the probability that the context classifier gives to the value of a face."""
    return face.context.probabilities[face.value] if face.context else 0.0


def _none(face: Face) -> float:
    """Return the probability of no die that has pips."""
    return face.context.none + face.context.pipless if face.context else 0.0


def _revalued(face: Face, common: Common | None, params: Params) -> Face:
    """Return `face` with the value of which the context classifier alone has no doubt."""
    p, context = params.context, face.context
    if context is None:
        return face
    better = context.probabilities[context.value] >= p.better and face.probability < p.open
    if context.value == face.value or not better or confidence_of(face, common, params) >= params.confidence.sure:
        return face
    return replace(face, value=context.value, second=face.value, probability=0.0, other=face.value, detector_score=0.0)


def _dismissed(face: Face, seen: DetectedFaces, params: Params) -> bool:
    """Return whether the context classifier answers "no die" and no earlier stage has confidence in the face."""
    p = params.context
    # The detector proposed nothing here, so less evidence against the face is enough.
    if face.detector_score is None and not seen.crop:
        return face.context is not None and face.context.none >= p.unfound
    unsupported = face.probability < p.open and confidence_of(face, seen.common, params) <= p.little
    return _none(face) >= p.dismissed and unsupported


def _without_pips(face: Face, params: Params) -> bool:
    """Return whether this is a die without pips, to whose value the face classifier gives no great probability."""
    p = params.context
    return face.context is not None and face.context.pipless >= p.pipless and face.probability < p.open


def _forgotten(face: Face, bar: float, params: Params) -> bool:
    """Return whether a doubtful place need not be asked about: "no die" is as likely as `bar` there."""
    return _none(face) >= (params.context.grain if face.edge < params.candidates.least_px else bar)


def _free(image: Image, proposals: Sequence[Proposal], faces: Sequence[Face], params: Params) -> list[Face]:
    """Return the proposals of the usual size that lie on none of `faces`, with the context classifier's value."""
    # Proposals of another size than the dice are pips, print or the grain of cloth.
    usual = float(np.median([face.edge for face in faces])) if faces else None
    alike = params.context.alike
    sized = [
        proposal for proposal in proposals if usual is None or abs(float(np.log(proposal.edge_px / usual))) < alike
    ]
    free = [
        proposal for proposal in sized[: params.candidates.most] if of_another_die(placed(proposal, 1), faces, params)
    ]
    own = [of_network(image, proposal, proposal.value or 1) for proposal in free]
    return [_with_context_value(face) for face in with_context(image, own, closely=True)]


def _with_context_value(face: Face) -> Face:
    """Return `face` with the value of the context classifier, which no other stage has given there."""
    value = face.context.value if face.context else face.value
    return replace(face, value=value, second=face.value, probability=0.0, detector_score=0.0)
