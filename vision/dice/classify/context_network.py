"""The context classifier of a die: whether it is one, what it shows, and which way its body goes down.

It sees the sides of the die, its shadow and its neighbours as well, and so knows a die that lies on another one. A die
that leans cannot be recognised by itself, because an oblique camera sees the same of a flat one; but its body goes
down another way than those of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.observations import Point
from vision.arrays import Floats32, Image
from vision.dice.face import ContextReading
from vision.dice.patches import AROUND, FAR_AROUND, PatchView, levelled, rectify
from vision.inference import MODELS, load, run, softmax
from vision.operations import over_turns

LABELS = 8
UPON, WAY, SPREAD = 8, slice(9, 11), 11
"""Planes behind the labels: log odds that the die lies on another one, the way down in edges of the patch,
the logarithm of how uncertain that is."""
SHOWN = 0.75
"""The far network is used only for dice of whose patch the picture contains this share."""
HARDLY = 1e-6
"""No probability is nearer to 0 or 1 than this."""


@dataclass(frozen=True, slots=True)
class _Reader:
    """A network, and how much of the picture it sees of a die."""

    net: Any
    view: PatchView

    def answers(self, image: Image, quads: Sequence[npt.NDArray[np.floating]], turns: Sequence[int]) -> Floats32:
        """Return (n, 12): what the network says of dice, seen in so many quarter turns, all but the way as chances."""
        patches = np.stack([rectify(image, quad, self.view) for quad in quads])
        return np.asarray(np.mean(over_turns(patches, turns, self._answer, _turned_back), axis=0), np.float32)

    def _answer(self, patches: Image) -> Floats32:
        """Return what the network says of patches as they are."""
        answers = run(self.net, levelled(patches)).reshape(len(patches), -1)
        answers[:, :LABELS] = softmax(answers[:, :LABELS])
        answers[:, UPON] = 1 / (1 + np.exp(-answers[:, UPON]))
        return answers


def _turned_back(answers: Floats32) -> Floats32:
    """Return answers as if their patches were turned by one quarter less: what points to (x, y) points to (y, -x)."""
    answers[:, WAY] = answers[:, WAY][:, ::-1] * (-1, 1)
    return answers


class ContextNetwork:
    """Two networks, each loaded when it is first needed. One instance belongs to one thread."""

    @cached_property
    def _near(self) -> _Reader:
        return _Reader(load(MODELS / "context.onnx"), AROUND)

    @cached_property
    def _far(self) -> _Reader:
        return _Reader(load(MODELS / "far_context.onnx"), FAR_AROUND)

    def classify(
        self, image: Image, quads: Sequence[npt.NDArray[np.floating]], *, closely: bool = False
    ) -> tuple[ContextReading, ...]:
        """Return how the dice stand whose upper faces have these corners (4, 2), clockwise.

        They are classified by one network as they are, or `closely`: by both, in all four rotations, which is more
        reliable and takes about eleven times as long.
        """
        if not quads:
            return ()
        answers = self._near.answers(image, quads, range(4) if closely else (0,))
        wide = [n for n, quad in enumerate(quads) if _shown(image, quad) >= SHOWN] if closely else []
        if wide:
            answers[wide] = _near_and_far(answers[wide], self._far.answers(image, [quads[n] for n in wide], range(4)))
        return tuple(
            ContextReading(
                tuple(float(chance) for chance in row[:LABELS]),
                float(row[UPON]),
                _in_picture(quad, row[WAY]),
                float(np.exp(row[SPREAD])),
                closely,
            )
            for row, quad in zip(answers, quads, strict=True)
        )


def _near_and_far(near: Floats32, far: Floats32) -> Floats32:
    """Return what both say: whether this is a face with pips, and which way the die goes down from it.

    What it shows, what else it may be and whether it lies on another die is for the one to say that sees it larger.
    """
    updated = near.copy()
    updated[:, WAY.start :] = (near[:, WAY.start :] + far[:, WAY.start :]) / 2
    pips, others = slice(1, LABELS - 1), [0, LABELS - 1]
    own = near[:, pips].sum(axis=1, keepdims=True).clip(HARDLY, 1 - HARDLY)
    chance = (own + far[:, pips].sum(axis=1, keepdims=True)) / 2
    updated[:, pips] *= chance / own
    updated[:, others] *= (1 - chance) / (1 - own)
    return updated


def _shown(image: Image, quad: npt.NDArray[np.floating]) -> float:
    """Return how much of what the second network sees round a die lies in the picture."""
    middle = quad.mean(axis=0)
    low, high = (middle + (1 + 2 * FAR_AROUND.margin) * (end - middle) for end in (quad.min(axis=0), quad.max(axis=0)))
    within = np.minimum(high, image.shape[1::-1]) - np.maximum(low, 0)
    return float(np.prod(np.maximum(within, 0)) / np.prod(high - low))


def _in_picture(quad: npt.NDArray[np.floating], way: Floats32) -> Point:
    """Return a direction of the patch, in edges, as one of the picture, in pixels."""
    across, along = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    x, y = (across * way[0] + along * way[1]) / 2
    return float(x), float(y)
