"""The third voice: the reader of surroundings hears all places after the two other readers have spoken.

It saw sides, shadows and neighbours when it learnt what a die is. So it names dice that the others dismissed, dismisses
what they took for dice, and where they are not sure of a value, it may know better; nothing gets sure by that alone.
In the end all are asked once more about the dice that nobody is sure of, where they lie by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean

import numpy as np

from vision.arrays import Floats, Image
from vision.dice.classify.faces import with_opinion
from vision.dice.classify.pattern_fit import fits_of, plainness
from vision.dice.confidence.scoring import confidence_of, each_once, of_another_die
from vision.dice.detect.consensus import NOTHING_IN_COMMON, Common
from vision.dice.detect.fusion import of_network, placed
from vision.dice.detect.proposals import Proposal
from vision.dice.face import Face
from vision.dice.params import Params
from vision.dice.pose.leaning import with_standing
from vision.dice.refine.fitting import fitted
from vision.operations import best_of_sizes

LEAST_SEEN = 0.01
"""Of what is less likely a face nobody can say how it lies."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen in a picture; all lengths are in its pixels."""

    faces: list[Face]
    common: Common = NOTHING_IN_COMMON
    """What most of them have in common."""
    doubted: list[Face] = field(default_factory=list)
    """Places of which nobody knows whether a die lies there."""
    stray: list[Floats] = field(default_factory=list)
    """Pips, or what looks like one, that belong to nothing."""
    pipless: list[Face] = field(default_factory=list)
    """Dice with numbers, or with nothing, on their faces."""
    crop: bool = False
    """Whether the picture was read as that of one die, hardly larger than it."""


def heard_by_third(image: Image, seen: Seen, finds: Sequence[Proposal], params: Params) -> Seen:
    """Return what was seen after the third voice has spoken."""
    p = params.standing
    told = [_revalued(face, seen.common, params) for face in _refitted(image, seen, finds, params)]
    faces = [face for face in told if not _dismissed(face, seen, params)]
    free = _free(image, finds, told, params)
    doubted = with_standing(image, seen.doubted, closely=True)
    overlooked = [face for face in free if _own(face) >= p.overlooked]
    overlooked += [_as_told(face) for face in doubted if _own(face) >= p.better]
    faces += each_once(overlooked, faces, params)
    pipless = [face for face in (*told, *free) if _without_pips(face, params)]
    doubted += [face for face in free if 1 - _none(face) >= p.perhaps]
    doubted = [face for face in doubted if not _forgotten(face, p.no_doubt, params)]
    dismissed = [face for face in told if _dismissed(face, seen, params)]
    doubted += [face for face in dismissed if face.opinion >= p.open or not _forgotten(face, p.gone, params)]
    doubted = each_once(doubted, [*faces, *pipless], params)
    stray = seen.stray if faces or doubted else []
    faces = heard_once_more(image, faces, seen.common, params)
    if seen.crop and len(faces) == 1:
        faces = [_cut_out(face) for face in faces]
    return replace(seen, faces=faces, doubted=doubted, pipless=pipless, stray=stray)


def _cut_out(face: Face) -> Face:
    """Return the die of a crop: what it may lie on was cut away, so nobody can tell from there that it lies on it."""
    return replace(face, standing=replace(face.standing, upon=0.0)) if face.standing else face


def heard_once_more(image: Image, faces: Sequence[Face], common: Common | None, params: Params) -> list[Face]:
    """Return `faces`; about those that nobody is sure of, all are asked once more where they lie now.

    Pips of any make may tell their value there, and the reader of faces may know one that it did not know elsewhere.
    """
    told = list(faces)
    unclear = [n for n, face in enumerate(faces) if confidence_of(face, common, params) < params.judge.sure]
    opinions = with_opinion(image, [faces[n] for n in unclear], params)
    all_fits = fits_of(image, [faces[n].corners for n in unclear], params.known)
    for n, again, fits in zip(unclear, opinions, all_fits, strict=True):
        opinion = max(faces[n].opinion, again.opinion)
        told[n] = replace(faces[n], opinion=opinion, plain=plainness(fits, faces[n].value))
    return told


def seen_well(image: Image, faces: Sequence[Face], common: Common | None, params: Params) -> list[Face]:
    """Return `faces` with what the third voice says; where not all are of one mind, it looks closely.

    Where that does not help, the frame may be at fault. The two networks read the face in one that was moved onto it as
    well, and there it stays unless the third voice sees less of a face in it.
    """
    told = with_standing(image, faces)
    unclear = _unclear(told, common, params)
    for n, face in zip(unclear, with_standing(image, [faces[n] for n in unclear], closely=True), strict=True):
        told[n] = face
    unclear = _unclear(told, common, params)
    moved = with_opinion(image, fitted(image, [told[n] for n in unclear]), params)
    for n, face in zip(unclear, with_standing(image, moved, closely=True), strict=True):
        told[n] = _of_two_looks(face, told[n])
    return told


def _unclear(faces: Sequence[Face], common: Common | None, params: Params) -> list[int]:
    """Return of which faces, by their number, not all are of one mind."""
    return [
        n
        for n, face in enumerate(faces)
        if _own(face) < params.standing.clear or confidence_of(face, common, params) < params.judge.sure
    ]


def _of_two_looks(moved: Face, rough: Face) -> Face:
    """Return the face in the better frame, with the more convinced of two readings.

    How its die stands is no matter of frames: of that both looks count alike.
    """
    best = min(moved, rough, key=_none)
    looks = [face.standing for face in (best, moved, rough) if face.standing]
    if not looks:
        return best
    first, *both = looks
    upon = fmean(each.stacked for each in both) / max(1 - _none(best), LEAST_SEEN)
    way = fmean(each.way[0] for each in both), fmean(each.way[1] for each in both)
    standing = replace(first, upon=upon, way=way, spread=fmean(each.spread for each in both))
    return replace(best, opinion=max(moved.opinion, rough.opinion), standing=standing)


def _refitted(image: Image, seen: Seen, finds: Sequence[Proposal], params: Params) -> list[Face]:
    """Return the faces with what the third voice says, those that it does not know again in a frame that suits it.

    A frame that fits three spots may show two pips and a gleam, or a pip of a side: the finder may know a better one.
    """
    p = params.standing
    closely = partial(with_standing, image, closely=True)
    out: list[Face] = []
    told = seen_well(image, seen.faces, seen.common, params)
    for n, face in enumerate(told):
        if (other := _as_found(image, face, [*out, *told[n + 1 :]], finds, params)) is not None:
            out.append(other)
            continue
        if _none(face) < p.refit:
            out.append(face)
            continue
        sizes = p.sizes if seen.common.edge is None else (*p.sizes, seen.common.edge / face.edge)
        (best,) = best_of_sizes([face], sizes, Face.scaled, closely, _own)
        out.append(best if _own(best) >= p.overlooked else face)
    return out


def _as_found(
    image: Image, face: Face, beside: Sequence[Face], finds: Sequence[Proposal], params: Params
) -> Face | None:
    """Return the die of `face` as the finder sees it, where the judge is not sure of it but the third voice then is.

    What the finder sees of the dice `beside` it is left to those: no die is told twice.
    """
    if confidence_of(face, None, params) >= params.judge.sure:
        return None
    there = [(find, placed(find, 1)) for find in finds]
    same = [
        find
        for find, place in there
        if not of_another_die(place, [face], params) and of_another_die(place, beside, params)
    ]
    told = with_standing(image, [of_network(image, find, find.value or 1) for find in same], closely=True)
    tries = [_valued(each, find, face) for each, find in zip(told, same, strict=True)]
    best = max(tries, key=_own, default=None)
    return best if best is not None and _own(best) >= max(params.standing.better_seen, _own(face)) else None


def _valued(found: Face, find: Proposal, face: Face) -> Face:
    """Return what the finder sees where `face` was, with the value of the third voice; others may have named it too."""
    value = found.standing.value if found.standing else face.value
    opinion = max(find.reading.probabilities[value], face.opinion if face.value == value else 0.0)
    return replace(found, value=value, second=face.value, opinion=opinion, other=find.reading.value)


def _own(face: Face) -> float:
    """Return the probability that the third voice gives to the value of a face."""
    return face.standing.probabilities[face.value] if face.standing else 0.0


def _none(face: Face) -> float:
    """Return the probability of no die that has pips."""
    return face.standing.none + face.standing.pipless if face.standing else 0.0


def _revalued(face: Face, common: Common | None, params: Params) -> Face:
    """Return `face` with the value that the third voice has no doubt about, where the others are not sure of theirs."""
    p, standing = params.standing, face.standing
    if standing is None:
        return face
    better = standing.probabilities[standing.value] >= p.better and face.opinion < p.open
    if standing.value == face.value or not better or confidence_of(face, common, params) >= params.judge.sure:
        return face
    return replace(face, value=standing.value, second=face.value, opinion=0.0, other=face.value, finder=0.0)


def _dismissed(face: Face, seen: Seen, params: Params) -> bool:
    """Return whether nobody stands up for what the third voice takes for no die."""
    p = params.standing
    if face.finder is None and not seen.crop:
        return face.standing is not None and face.standing.none >= p.unfound
    nobody = face.opinion < p.open and confidence_of(face, seen.common, params) <= p.little
    return _none(face) >= p.dismissed and nobody


def _without_pips(face: Face, params: Params) -> bool:
    """Return whether this is a die without pips, of which nobody else reads the value without a doubt."""
    p = params.standing
    return face.standing is not None and face.standing.pipless >= p.pipless and face.opinion < p.open


def _forgotten(face: Face, bar: float, params: Params) -> bool:
    """Return whether nobody need be asked about a doubtful place: no die is as likely as `bar` there."""
    return _none(face) >= (params.standing.grain if face.edge < params.places.least_px else bar)


def _free(image: Image, finds: Sequence[Proposal], faces: Sequence[Face], params: Params) -> list[Face]:
    """Return the finds that lie on none of `faces` and have their size, with the value of the third voice."""
    usual = float(np.median([face.edge for face in faces])) if faces else None
    alike = params.standing.alike
    sized = [find for find in finds if usual is None or abs(float(np.log(find.edge_px / usual))) < alike]
    free = [find for find in sized[: params.places.most] if of_another_die(placed(find, 1), faces, params)]
    own = [of_network(image, find, find.value or 1) for find in free]
    return [_as_told(face) for face in with_standing(image, own, closely=True)]


def _as_told(face: Face) -> Face:
    """Return `face` with the value of the third voice, which nobody else has named there yet."""
    value = face.standing.value if face.standing else face.value
    return replace(face, value=value, second=face.value, opinion=0.0, finder=0.0)
