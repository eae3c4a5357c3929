"""The reader of a die in its surroundings: whether it is a die, whether it lies flat on the table, and what it shows.

Its patch is seen as the plane of the other dice would be from above: there a die that lies flat is a square, and one
that leans is none. Its sides, its shadow and its neighbours are seen as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.network.patch import AROUND, Floats, Image, levelled, rectify
from vision.network.run import MODELS, load, run, softmax

Corners = npt.NDArray[np.floating]


def flattened(corners: Corners, plane: Corners) -> Floats:
    """Return the corners (4, 2) of the square round a face, of its middle, area and turn, as `plane` is foreshortened.

    `plane` is the slant of the dice that lie flat (`vision.face.Face.slant`).
    """
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    along = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    own = np.stack([across, along], axis=1)
    length = float(np.hypot(*plane))
    a, b = plane / max(length, 1e-9)
    mirror = np.array([[a, b], [b, -a]])
    stretch = np.cosh(length / 2) * np.eye(2) + np.sinh(length / 2) * mirror
    level = np.linalg.solve(stretch, own)
    angle = np.arctan2(level[1, 0] - level[0, 1], level[0, 0] + level[1, 1])
    edge = np.sqrt(abs(float(np.linalg.det(own))))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    return np.asarray(corners.mean(0) + edge * square @ (stretch @ turn).T, np.float32)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the reader of surroundings makes of one die."""

    probabilities: tuple[float, ...]
    """Eight: no upper face of a die, the values 1 to 6 of a die that lies flat, a die that leans or lies on another."""

    @property
    def none(self) -> float:
        """Probability that this is no upper face of a die."""
        return self.probabilities[0]

    @property
    def unsettled(self) -> float:
        """Probability that the die does not lie flat on the table."""
        return self.probabilities[-1]

    @property
    def value(self) -> int:
        """The likeliest value, if it is a die that lies flat."""
        return int(np.argmax(self.probabilities[1:-1])) + 1


class SurroundingsNetwork:
    """The network, loaded when it is first needed. One instance belongs to one thread."""

    @cached_property
    def _net(self) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
        return load(MODELS / "surroundings.onnx")

    def look(self, image: Image, quads: Sequence[Corners], plane: Floats | None = None) -> tuple[Standing, ...]:
        """Return how the dice with these upper faces lie, each seen in two turns.

        `plane` is the slant of dice that lie flat (`vision.face.Face.slant`); where it is not known, None, each die is
        seen as if it lay flat itself.
        """
        if not quads:
            return ()
        own = [np.asarray(quad, np.float32) for quad in quads]
        level = own if plane is None else [flattened(quad, plane) for quad in own]
        patches = [rectify(image, quad, AROUND) for quad in level]
        patches += [np.rot90(rectify(image, quad, AROUND)) for quad in own]
        logits = run(self._net, levelled(np.stack(patches))).reshape(2, len(own), -1)
        chances = softmax(logits).mean(0)
        return tuple(Standing(tuple(float(chance) for chance in row)) for row in chances)
