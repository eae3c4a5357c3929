"""Reading loose dice: any number of them, anywhere in the picture.

faces → upper faces (no sides, none that two dice share) → fused with the network's finds → believed or asked about
"""

from __future__ import annotations

from companion.observations import Kind, Observation
from companion.texts import Message, say
from vision.arrays import Image
from vision.face import Face
from vision.frame import to_work
from vision.judging.colours import white_of
from vision.judging.fusion import fused
from vision.judging.judge import left_over, outside, seen_die, upper_faces
from vision.lattices.finding import Found, find_faces
from vision.params import DEFAULT, Params


def read_dice(image: Image, params: Params = DEFAULT) -> Observation:
    """Return the dice in `image`, from the top of the picture to its bottom."""
    work, scale = to_work(image, params.pips)
    found = find_faces(work, params)
    faces = in_reading_order(fused(work, upper_faces(work, found, params), params))
    if not faces:
        return Observation(Kind.DICE, (), (say("I see no dice"),))
    white = white_of(faces, params.colours)
    dice = tuple(
        seen_die(face, white, scale, params, common=found.common, cut=outside(face, work.shape[:2])) for face in faces
    )
    problems = tuple(
        say("die {die} is partly out of the picture", die=number)
        for number, die in enumerate(dice, start=1)
        if die.value is None
    )
    return Observation(Kind.DICE, dice, (*problems, *_doubts(found, faces, scale, params)))


def _doubts(found: Found, faces: list[Face], scale: float, params: Params) -> list[Message]:
    """Return what keeps a picture from being believed although every die in it is read."""
    missed = left_over(found, faces, params)
    if not len(missed):
        return []
    x, y = missed.centre[0] / scale
    return [
        say("near {x}, {y} there is something like a pip that belongs to no die", x=round(float(x)), y=round(float(y)))
    ]


def in_reading_order(faces: list[Face]) -> list[Face]:
    """Return `faces` from top to bottom, and from left to right where they stand side by side."""
    if not faces:
        return []
    row = sorted(face.edge for face in faces)[len(faces) // 2]
    return sorted(faces, key=lambda face: (round(float(face.centre[1]) / row), float(face.centre[0])))
