"""Tops and sides of dice on a mat: from straight above a top is a square, and two dice never overlap.

A tilted camera sees the sides of dice too. In a picture that was put upright by the mat they are
flat, and lie right below a top, on the side of the camera, where no second die fits: such are left out. Where it
is not clear which of two faces is the top, the reading is not sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from companion.observations import Observation, Problem, ProblemKind, SeenDie, renumbered
from companion.texts import Message, say
from vision.table.params import TopParams

Lean = tuple[float, float]
"""Where tops seem to move for every millimetre of their height: away from the camera."""


@dataclass(frozen=True, slots=True)
class _Face:
    """A face that was read, and its shape."""

    die: SeenDie
    edge: float
    square: float
    """1 for a square, less the flatter or the more slanted it is."""

    @property
    def shapeless(self) -> bool:
        """Whether its pips are too few to show its shape."""
        return self.die.value is None or self.die.value < 3


def tops_of(seen: Observation, lean: Lean, params: TopParams) -> Observation:
    """Return what was `seen` from above without the sides of dice; what may be one makes it unsure."""
    # Nearly straight down, sides are too narrow to be detected, and nothing need be removed.
    if np.hypot(*lean) < params.upright:
        return seen
    faces = [_face(die) for die in seen.dice]
    towards = -np.array(lean) / np.hypot(*lean)
    # A side lies below its top as the camera sees it, and is foreshortened where the top is square.
    sides = {side.die for top, side in permutations(faces, 2) if _is_side(side, top, towards, params)}
    tops = [face for face in faces if face.die not in sides]
    numbers = [number for number, face in enumerate(faces) if face.die not in sides]
    return replace(
        seen,
        dice=tuple(face.die for face in tops),
        problems=(*renumbered(seen.problems, numbers), *dict.fromkeys(_doubts(tops, towards, params))),
    )


def _face(die: SeenDie) -> _Face:
    corners = np.array(die.corners)
    lengths = np.maximum(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1), 1e-6)
    edge = float(max(lengths[0] + lengths[2], lengths[1] + lengths[3]) / 2)
    (ax, ay), (bx, by) = corners[2] - corners[0], corners[3] - corners[1]
    # Half the cross product of the diagonals is the area of any quadrilateral.
    return _Face(die, edge, min(1.0, abs(float(ax * by - ay * bx)) / 2 / edge**2))


def _away(face: _Face, other: _Face) -> tuple[float, np.ndarray]:
    """Return the distance of `face` from `other` in edges, and the direction."""
    step = np.array(face.die.centre) - other.die.centre
    distance = max(float(np.hypot(*step)), 1e-6)
    return distance / other.edge, step / distance


def _is_side(face: _Face, top: _Face, towards: np.ndarray, params: TopParams) -> bool:
    """Whether `face` is a side of the die of `top`: right below it, and flatter."""
    distance, direction = _away(face, top)
    below = float(direction @ towards) > params.below
    return distance < params.apart and below and face.square + params.squarer < top.square


def _doubts(faces: Sequence[_Face], towards: np.ndarray, params: TopParams) -> Iterator[Problem]:
    for face, other in permutations(faces, 2):
        distance, direction = _away(face, other)
        # A face of one or two pips has no measurable shape, so the distance decides with a wider margin.
        near = params.near if face.shapeless and float(direction @ towards) > params.below else params.apart
        if distance < near:
            yield _at(face.die, say("two faces of one die, or dice that are too close"))
    for face in faces:
        if not face.shapeless and face.square < params.square:
            yield _at(face.die, say("the side of a die, not its top"))


def _at(die: SeenDie, what: Message) -> Problem:
    x, y = die.centre
    return Problem.of(ProblemKind.NOT_A_TOP, say("near {x}, {y} I see {what}", x=round(x), y=round(y), what=what))
