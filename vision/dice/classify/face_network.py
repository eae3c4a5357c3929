"""The face classifier: a small network that reads the value of one face whose corners are known.

It knows nothing of pips on lattices. How it was made, and how far it can be trusted: docs/network.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.observations import Point
from vision.arrays import Floats32, Image
from vision.dice.patches import levelled, rectify
from vision.inference import MODELS, load, per_thread, run, softmax

Corners: TypeAlias = "Sequence[Point] | npt.NDArray[np.floating]"


@dataclass(frozen=True, slots=True)
class FaceReading:
    """What the face classifier makes of one face."""

    probabilities: tuple[float, ...]
    """Seven: no face of a die, then the values 1 to 6."""

    @property
    def value(self) -> int | None:
        """The likeliest value; None if it is likelier no face at all."""
        return int(np.argmax(self.probabilities)) or None

    @property
    def confidence(self) -> float:
        """The probability of what `value` says."""
        return max(self.probabilities)


class FaceClassifier:
    """The network, loaded when it is first needed. One instance belongs to one thread."""

    @cached_property
    def _net(self) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
        return load(MODELS / "face.onnx")

    def read(self, image: Image, corners: Corners) -> FaceReading:
        """Return what the face between four corners (clockwise) shows."""
        return self.read_all(image, [corners])[0]

    def read_all(self, image: Image, quads: Sequence[Corners], plain: float = np.inf) -> tuple[FaceReading, ...]:
        """Return what each of several faces of a picture shows, each seen in two turns.

        A value of the probability `plain` in one turn needs no second one.
        """
        if not quads:
            return ()
        patches = np.stack([rectify(image, quad) for quad in quads])
        chances = self._chances(patches)
        unclear = np.flatnonzero(chances[:, 1:].max(axis=1) < plain)
        if len(unclear):
            chances[unclear] = (chances[unclear] + self._chances(np.rot90(patches[unclear], axes=(1, 2)))) / 2
        return tuple(FaceReading(tuple(float(chance) for chance in row)) for row in chances)

    def _chances(self, patches: Image) -> Floats32:
        """Return (n, 7): what the face classifier says of patches, as probabilities."""
        return softmax(run(self._net, levelled(patches)).reshape(len(patches), 7))


face_classifier = per_thread(FaceClassifier)
