"""Reading loose dice: any number of them, anywhere in the picture.

finder → a closer look at each place → both readers heard → one face a die → the third voice → who leans
       → believed or asked about

Where the finder knows no die in the picture, the lattice reader searches all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.observations import Kind, Observation
from companion.texts import Message, say
from vision.arrays import Floats, Image
from vision.exposure import hopeless, with_faults
from vision.face import Face
from vision.frame import to_work
from vision.judging.colours import white_of
from vision.judging.crop import face_of_crop
from vision.judging.fusion import fused
from vision.judging.hands import with_hands
from vision.judging.judge import left_over, outside, seen_die, upper_faces
from vision.judging.missed import look_again
from vision.judging.opinion import network
from vision.judging.places import Heard, believable, clear, hear
from vision.judging.standing import unsettled, with_leans
from vision.judging.third import Seen, heard_by_third
from vision.lattices.common import common_of
from vision.lattices.finding import find_faces
from vision.network.reader import Proposal
from vision.params import DEFAULT, Params
from vision.uprights import Uprights


def read_dice(image: Image, params: Params = DEFAULT, uprights: Sequence[Uprights] = ()) -> Observation:
    """Return the dice in `image`, from the top of the picture to its bottom.

    `uprights` are the cameras that may have taken it, where that is known: then even a die alone is seen to lean.
    """
    work, scale = to_work(image, params.pips)
    if (why := hopeless(work)) is not None:
        return Observation(Kind.DICE, (), (why,))
    finds = network().propose(work)
    heard, _ = hear(work, finds, params)
    dice, doubted = believable(heard, params)
    if max(image.shape[:2]) < params.crop.side and (face := face_of_crop(work, dice, params)) is not None:
        seen = Seen([face], crop=True)
    elif clear(dice, params):
        seen = _again(work, dice, doubted, heard, params)
    else:
        seen = _everywhere(work, finds, params)
    seen = heard_by_third(work, seen, finds, params)
    faces = with_leans(work, in_reading_order(seen.faces), params, uprights)
    observed = _observed(replace(seen, faces=faces), work.shape[:2], scale, params)
    return with_faults(work, with_hands(observed, work, faces, scale))


def _again(
    work: Image, dice: Sequence[Heard], doubted: Sequence[Heard], heard: Sequence[Heard], params: Params
) -> Seen:
    """Return the faces of `dice` with what the finder missed beside them."""
    faces = [each.face for each in dice]
    common = common_of(faces, params.find)
    missed = look_again(work, faces, [each.face for each in heard], common, params)
    return Seen([*faces, *missed.faces], common, [*(each.face for each in doubted), *missed.doubted], missed.cut)


def _everywhere(work: Image, finds: Sequence[Proposal], params: Params) -> Seen:
    """Return what a search of the whole picture finds."""
    found = find_faces(work, params)
    faces = fused(work, upper_faces(work, found, params), finds, params)
    large = [face for face in faces if face.edge >= params.places.least_px]
    small = [face for face in faces if face.edge < params.places.least_px]
    return Seen(large, found.common, small, list(left_over(found, faces, params).centre[:1]))


def _observed(seen: Seen, shape: tuple[int, ...], scale: float, params: Params) -> Observation:
    """Return what was seen as dice of the original picture, with what is wrong with each."""
    faces = seen.faces
    pipless = [_without_pips(face, scale) for face in seen.pipless[:1]]
    strays = pipless + _strays([*(face.centre for face in seen.doubted), *seen.stray], scale, params)
    if not faces:
        return Observation(Kind.DICE, (), tuple(strays) or (say("I see no dice"),))
    white = white_of(faces, params.colours)
    dice = tuple(seen_die(face, white, scale, params, common=seen.common, cut=outside(face, shape)) for face in faces)
    cut = tuple(
        say("die {die} is partly out of the picture", die=number)
        for number, die in enumerate(dice, start=1)
        if die.value is None
    )
    leaning = tuple(
        say(
            "die {die} (a {value}?) may lean or lie on another one: look at it, or throw it again",
            die=number,
            value=face.value,
        )
        for number, face in enumerate(faces, start=1)
        if unsettled(face, params)
    )
    return Observation(Kind.DICE, dice, (*cut, *leaning, *strays, *_too_small(faces, params)))


def _without_pips(face: Face, scale: float) -> Message:
    x, y = (round(float(each / scale)) for each in face.centre)
    return say("near {x}, {y} there is a die without pips: I do not read numbers", x=x, y=y)


def _too_small(faces: list[Face], params: Params) -> list[Message]:
    """Return why nobody can be sure that dice of this size are all there."""
    if np.median([face.edge for face in faces]) >= params.places.tiny_px:
        return []
    return [say("the dice are very small in the picture: please count them, or move the camera closer")]


def _strays(places: Sequence[Floats], scale: float, params: Params) -> list[Message]:
    """Return where there may be dice, the likeliest places first: a long list helps nobody."""
    told: list[Message] = []
    for x, y in (place / scale for place in places[: params.places.told]):
        told.append(
            say("near {x}, {y} there may be a die that I cannot make out", x=round(float(x)), y=round(float(y)))
        )
    if (more := len(places) - len(told)) > 0:
        told.append(say("there are {count} more places like that", count=more))
    return told


def in_reading_order(faces: list[Face]) -> list[Face]:
    """Return `faces` from top to bottom, and from left to right where they stand side by side."""
    if not faces:
        return []
    row = sorted(face.edge for face in faces)[len(faces) // 2]
    return sorted(faces, key=lambda face: (round(float(face.centre[1]) / row), float(face.centre[0])))
