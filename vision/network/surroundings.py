"""The reader of a die in its surroundings: whether it is one, what it shows, and which way its body goes down.

It sees the sides of the die, its shadow and its neighbours as well, and so knows a die that lies on another one. A die
that leans cannot be told by itself, for a camera that looks from the side sees the same; but its body goes down another
way than those of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.observations import Point
from vision.face import Standing
from vision.network.patch import AROUND, Floats, Image, levelled, rectify
from vision.network.run import MODELS, load, run, softmax

LABELS = 8
UPON, WAY, SPREAD = 8, slice(9, 11), 11
"""Planes behind the labels: log odds that the die lies on another one, the way down in edges of the patch,
the logarithm of how uncertain that is."""


class SurroundingsNetwork:
    """The network, loaded when it is first needed. One instance belongs to one thread."""

    @cached_property
    def _net(self) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
        return load(MODELS / "surroundings.onnx")

    def look(
        self, image: Image, quads: Sequence[npt.NDArray[np.floating]], *, closely: bool = False
    ) -> tuple[Standing, ...]:
        """Return how the dice stand whose upper faces have these corners (4, 2), clockwise.

        They are seen as they are, or `closely`: in all four turns, which tells more and takes four times as long.
        """
        if not quads:
            return ()
        patches = np.stack([rectify(image, quad, AROUND) for quad in quads])
        answers = _answers(self._net, patches)
        if closely:
            answers = np.asarray((answers + sum(self._turned(patches, turns) for turns in (1, 2, 3))) / 4, np.float32)
        return tuple(
            Standing(
                tuple(float(chance) for chance in row[:LABELS]),
                float(row[UPON]),
                _in_picture(quad, row[WAY]),
                float(np.exp(row[SPREAD])),
            )
            for row, quad in zip(answers, quads, strict=True)
        )

    def _turned(self, patches: Image, turns: int) -> Floats:
        """Return what the network says of patches that are turned by so many quarters, told as if they were not."""
        answers = _answers(self._net, np.rot90(patches, turns, axes=(1, 2)))
        for _ in range(turns):  # what points to (x, y) points to (y, -x) in a patch that was turned by a quarter
            answers[:, WAY] = answers[:, WAY][:, ::-1] * (-1, 1)
        return answers


def _answers(net: Any, patches: Image) -> Floats:  # noqa: ANN401 - a cv2.dnn.Net
    """Return what the network says of patches, all but the way as probabilities."""
    answers = run(net, levelled(patches)).reshape(len(patches), -1)
    answers[:, :LABELS] = softmax(answers[:, :LABELS])
    answers[:, UPON] = 1 / (1 + np.exp(-answers[:, UPON]))
    return answers


def _in_picture(quad: npt.NDArray[np.floating], way: Floats) -> Point:
    """Return a direction of the patch, in edges, as one of the picture, in pixels."""
    across, along = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    x, y = (across * way[0] + along * way[1]) / 2
    return float(x), float(y)
