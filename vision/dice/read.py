"""Reading loose dice: any number of them, anywhere in the picture.

detect      the detector proposes upper faces; the lattice search adds what it missed, or all without a clear die
refine      each place is searched at one scale; doubtful frames are moved onto their faces
classify    pips, the face classifier and the context classifier name the value; one face a die
pose        who does not lie flat as the camera must see it
confidence  believed, or asked about
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.observations import Kind, Observation, Problem, ProblemKind
from companion.texts import say
from vision.arrays import Floats, Image
from vision.dice.classify.colours import white_of
from vision.dice.classify.context import DetectedFaces, apply_context_classifier
from vision.dice.confidence.hands import with_hands
from vision.dice.confidence.scoring import left_over, outside, seen_die, upper_faces
from vision.dice.detect.candidates import DieCandidate, believable, classify_candidates, clear
from vision.dice.detect.consensus import common_of
from vision.dice.detect.fusion import fused
from vision.dice.detect.lattice_search import find_faces
from vision.dice.detect.missed import find_missed
from vision.dice.detect.proposals import Proposal, detector
from vision.dice.face import Face
from vision.dice.params import DEFAULT, Params
from vision.dice.pose.leaning import unsettled, with_leans
from vision.dice.pose.uprights import Uprights
from vision.dice.single_die import face_of_crop
from vision.exposure import hopeless, with_faults
from vision.frame import checked
from vision.operations import resized_between


def read_dice(image: Image, params: Params = DEFAULT, uprights: Sequence[Uprights] = ()) -> Observation:
    """Return the dice in `image`, from the top of the picture to its bottom.

    `uprights` are the cameras that may have taken it, where that is known: then even a die alone is seen to lean.
    """
    work, scale = resized_between(checked(image), params.pips.short_side, params.pips.long_side)
    if (why := hopeless(work)) is not None:
        return Observation(Kind.DICE, (), (why,))
    proposals = detector().propose(work)
    candidates, _ = classify_candidates(work, proposals, params)
    dice, doubted = believable(candidates, params)
    if max(image.shape[:2]) < params.single_die.side and (face := face_of_crop(work, dice, params)) is not None:
        seen = DetectedFaces([face], crop=True)
    elif clear(dice, params):
        seen = _again(work, dice, doubted, candidates, params)
    else:
        seen = _everywhere(work, proposals, params)
    seen = apply_context_classifier(work, seen, proposals, params)
    faces = with_leans(work, in_reading_order(seen.faces), params, uprights)
    updated = _observed(replace(seen, faces=faces), work.shape[:2], scale, params)
    return with_faults(work, with_hands(updated, work, faces, scale))


def _again(
    work: Image,
    dice: Sequence[DieCandidate],
    doubted: Sequence[DieCandidate],
    candidates: Sequence[DieCandidate],
    params: Params,
) -> DetectedFaces:
    """Return the faces of `dice` with what the detector missed beside them."""
    faces = [each.face for each in dice]
    common = common_of(faces, params.lattice_search)
    missed = find_missed(work, faces, [each.face for each in candidates], common, params)
    return DetectedFaces(
        [*faces, *missed.faces], common, [*(each.face for each in doubted), *missed.doubted], missed.cut
    )


def _everywhere(work: Image, proposals: Sequence[Proposal], params: Params) -> DetectedFaces:
    """Return the faces of a lattice search of the whole picture."""
    found = find_faces(work, params)
    faces = fused(work, upper_faces(work, found, params), proposals, params)
    large = [face for face in faces if face.edge >= params.candidates.least_px]
    small = [face for face in faces if face.edge < params.candidates.least_px]
    return DetectedFaces(large, found.common, small, list(left_over(found, faces, params).centre[:1]))


def _observed(seen: DetectedFaces, shape: tuple[int, ...], scale: float, params: Params) -> Observation:
    """Return what was seen as dice of the original picture, with what is wrong with each."""
    faces = seen.faces
    pipless = [_without_pips(face, scale) for face in seen.pipless[:1]]
    strays = pipless + _strays([*(face.centre for face in seen.doubted), *seen.stray], scale, params)
    if not faces:
        return Observation(Kind.DICE, (), tuple(strays) or (Problem.of(ProblemKind.NOTHING, say("I see no dice")),))
    white = white_of(faces, params.colours)
    dice = tuple(seen_die(face, white, scale, params, common=seen.common, cut=outside(face, shape)) for face in faces)
    cut = tuple(
        Problem.of(ProblemKind.CUT, say("die {die} is partly out of the picture", die=number))
        for number, die in enumerate(dice, start=1)
        if die.value is None
    )
    leaning = tuple(
        Problem.of(
            ProblemKind.UNSETTLED,
            say(
                "die {die} (a {value}?) may lean or lie on another one: look at it, or throw it again",
                die=number,
                value=face.value,
            ),
        )
        for number, face in enumerate(faces, start=1)
        if unsettled(face, params)
    )
    return Observation(Kind.DICE, dice, (*cut, *leaning, *strays, *_too_small(faces, params)))


def _without_pips(face: Face, scale: float) -> Problem:
    x, y = (round(float(each / scale)) for each in face.centre)
    what = say("near {x}, {y} there is a die without pips: I do not read numbers", x=x, y=y)
    return Problem.of(ProblemKind.STRAY, what)


def _too_small(faces: list[Face], params: Params) -> list[Problem]:
    """Return why nobody can be sure that dice of this size are all there."""
    if np.median([face.edge for face in faces]) >= params.candidates.tiny_px:
        return []
    what = say("the dice are very small in the picture: please count them, or move the camera closer")
    return [Problem.of(ProblemKind.COUNT, what)]


def _strays(places: Sequence[Floats], scale: float, params: Params) -> list[Problem]:
    """Return where there may be dice, the likeliest places first: a long list helps nobody."""
    updated: list[Problem] = []
    for x, y in (place / scale for place in places[: params.candidates.named]):
        what = say("near {x}, {y} there may be a die that I cannot make out", x=round(float(x)), y=round(float(y)))
        updated.append(Problem.of(ProblemKind.STRAY, what))
    if (more := len(places) - len(updated)) > 0:
        updated.append(Problem.of(ProblemKind.STRAY, say("there are {count} more places like that", count=more)))
    return updated


def in_reading_order(faces: list[Face]) -> list[Face]:
    """Return `faces` from top to bottom, and from left to right where they stand side by side."""
    if not faces:
        return []
    row = sorted(face.edge for face in faces)[len(faces) // 2]
    return sorted(faces, key=lambda face: (round(float(face.centre[1]) / row), float(face.centre[0])))
