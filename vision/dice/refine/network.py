"""Box refinement: a network that moves a rough frame onto the face that it was meant for.

The lattice search and the coarse levels of the detector locate the border of a face roughly; the classifiers are most
accurate where it is exact. Nothing is classified here: a moved frame is better, but no more probable.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats32, Image
from vision.dice.patches import AROUND, levelled, rectify
from vision.inference import MODELS, load, run
from vision.operations import over_turns

FRAME = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) / 2
"""The corners of a frame, clockwise, in edges of its patch from the middle."""
MIDDLE, ACROSS, ALONG, SPREAD = slice(0, 2), slice(2, 4), slice(4, 6), 6
"""Channels of the output, in edges of the patch: the offset of the middle, the differences of the two edges from those
of the frame, and the logarithm of the error of the corners, which only the loss of the training uses."""
OUTPUTS = 7
TURNS = range(4)
ROUNDS = 2
"""A frame that was far off is refined again: the second patch shows more of the face."""


class FrameRefiner:
    """The network, loaded when it is first needed. One instance belongs to one thread."""

    @cached_property
    def _net(self) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
        return load(MODELS / "refiner.onnx")

    def refine(self, image: Image, quads: Sequence[npt.NDArray[np.floating]]) -> list[Floats32]:
        """Return the corners (4, 2) of the faces that these rough corners, clockwise, were meant for.

        Both are pixels of the picture. The first corner stays the nearest to the first of the frame. Where the network
        outputs no convex shape, the frame stays as it was.
        """
        moved = [np.asarray(quad, np.float32) for quad in quads]
        for _ in range(ROUNDS if moved else 0):
            patches = np.stack([rectify(image, quad, AROUND) for quad in moved])
            # Averaging over the four rotations reduces the bias of a network that is not invariant to them.
            updated = over_turns(patches, TURNS, self._answer, lambda corners: corners[..., ::-1] * (-1, 1))
            corners = np.mean([[_in_order(each) for each in seen] for seen in updated], axis=0)
            moved = [_in_picture(quad, updated) for quad, updated in zip(moved, corners, strict=True)]
        return moved

    def _answer(self, patches: Image) -> Floats32:
        """Return (n, 4, 2): the corners in patches as they are."""
        answers = run(self._net, levelled(patches)).reshape(len(patches), OUTPUTS)
        across, along = answers[:, None, ACROSS] + (1, 0), answers[:, None, ALONG] + (0, 1)
        return np.asarray(answers[:, None, MIDDLE] + FRAME[:, :1] * across + FRAME[:, 1:] * along)


def _in_order(corners: Floats32) -> Floats32:
    """Return corners (4, 2), clockwise, beginning with the one that lies where that of the frame does."""
    # A rotated patch permutes the corners; the permutation nearest to the frame restores their order.
    tries = [np.roll(corners, turns, axis=0) for turns in TURNS]
    return min(tries, key=lambda each: float(np.abs(each - FRAME).sum()))


def _in_picture(frame: Floats32, corners: Floats32) -> Floats32:
    """Return corners in the patch of a frame, in edges from its middle, as corners in the picture."""
    updated = np.asarray(corners, np.float32)
    # getPerspectiveTransform accepts crossed corners silently and returns a transform that folds the patch
    if not cv2.isContourConvex(updated[:, None]):
        return frame
    flat = cv2.getPerspectiveTransform(FRAME, frame)
    return np.asarray(cv2.perspectiveTransform(updated[None], flat)[0], np.float32)
