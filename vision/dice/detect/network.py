"""The detector: a small fully convolutional network that detects upper faces of the sizes it was trained for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Point
from vision.arrays import Floats32, Image
from vision.dice.detect.maps import LEAST_EDGE, MOST_EDGE, STRIDE, Channel, corners
from vision.inference import MODELS, load, run, softmax
from vision.operations import framed, rescaled

CELL = 2 * STRIDE
"""The detector's pictures have sides of so many pixels, or multiples of that."""


@dataclass(frozen=True, slots=True)
class Detections:
    """The detections of the network, one row each, in pixels of the picture."""

    score: Floats32
    """Probability that an upper face lies here."""
    quads: Floats32
    """(n, 4, 2): its corners, clockwise."""
    numbers: Floats32
    """(n, 5): size, slant and turn, as `maps` has them."""
    chances: Floats32
    """(n, 7): probabilities of the values 1 to 6 and cocked."""

    @property
    def edges(self) -> Floats32:
        """Return the edge of each face."""
        return edges_of(self.quads)

    def above(self, score: float) -> Detections:
        """Return those that are likelier than `score`."""
        rows = self.score > score
        return Detections(self.score[rows], self.quads[rows], self.numbers[rows], self.chances[rows])


def together(parts: list[Detections]) -> Detections:
    """Return the detections of several levels or parts as one."""
    score, quads, numbers, chances = (
        np.concatenate([getattr(each, name) for each in parts]) for name in Detections.__dataclass_fields__
    )
    return Detections(score, quads, numbers, chances)


class DetectorNetwork:
    """The network, loaded when it is first needed. One instance belongs to one thread."""

    def __init__(self) -> None:
        self._memory = np.empty(0, np.float32)  # for pictures of all sizes: fresh memory costs more than to fill it

    @cached_property
    def _net(self) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
        return load(MODELS / "dice.onnx")

    def detect(
        self, level: Image, scale: float, least: float, origin: Point = (0, 0), gain: float | None = None
    ) -> Detections:
        """Return the faces of at least this score in a `level`: a part of a picture, `scale` times its size.

        The part begins at `origin`, in pixels of the picture. Unless a `gain` is given, the level is brightened alone.
        """
        height, width = (-(-side // CELL) * CELL for side in level.shape[:2])
        # one branch of the network works at half the resolution of the output, so sides are padded to whole cells
        rims = 0, height - level.shape[0], 0, width - level.shape[1]
        maps = np.asarray(run(self._net, exposed(framed(level, rims), self._blob(height, width), gain))[0], np.float32)
        return _decoded(maps, scale, least, origin)

    def _blob(self, height: int, width: int) -> Floats32:
        size = 3 * height * width
        if len(self._memory) < size:
            self._memory = np.empty(size, np.float32)
        return self._memory[:size].reshape(1, 3, height, width)


def gain_of(image: Image) -> float:
    """Return what the grey levels of a picture are multiplied with, so that its brightest parts come to 1."""
    blue, green, red = (image[::4, ::4, channel] for channel in range(3))
    # The 99th percentile ignores specular highlights; the lower bound keeps noise in the dark from being
    # amplified.
    return 1 / max(_quantile(np.maximum(np.maximum(blue, green), red).ravel(), 0.99), 40.0)


def exposed(image: Image, blob: Floats32 | None = None, gain: float | None = None) -> Floats32:
    """Return a picture as the detector's input, perhaps in a `blob` of its size: brightened, 0 in the middle."""
    table = np.asarray((gain or gain_of(image)) * np.arange(256) - 0.5, np.float32)
    blob = np.empty((1, 3, *image.shape[:2]), np.float32) if blob is None else blob
    for channel, plane in zip(cv2.split(image), blob[0], strict=True):
        cv2.LUT(channel, table, plane)
    return blob


def edges_of(quads: Floats32) -> Floats32:
    """Return the edge of each face (n, 4, 2): the root of its area."""
    (x, y), (z, w) = np.moveaxis(quads[:, 2:] - quads[:, :2], 0, -1)
    return np.asarray(np.sqrt(np.abs(x * w - y * z) / 2), np.float32)


def _quantile(values: npt.NDArray[np.uint8], share: float) -> float:
    """Return what `np.quantile` does, many times as fast."""
    # Partial sorting is linear in the number of pixels.
    below, part = divmod(share * (len(values) - 1), 1)
    first = int(below)
    last = min(first + 1, len(values) - 1)
    low, high = np.partition(values, [first, last])[[first, last]].tolist()
    return float(low + part * (high - low))


def _decoded(maps: Floats32, scale: float, least: float, origin: Point) -> Detections:
    """Return the peaks of the maps as faces, in pixels of the picture."""
    odds = maps[Channel.FACE]
    # A dilation compares each cell with its eight neighbours: cells that equal it are local maxima.
    peak = (odds > np.log(least / (1 - least))) & (odds >= cv2.dilate(odds, np.ones((3, 3), np.uint8)))
    rows, columns = np.divmod(np.flatnonzero(peak), odds.shape[1])
    cells = maps[:, rows, columns].T
    # Maps give the offset of the middle within a cell.
    middles = (np.stack([columns, rows], axis=1) + cells[:, Channel.X : Channel.Y + 1]) * STRIDE
    quads = corners(middles, cells[:, Channel.SIZE : Channel.SIZE + 5])
    sized = edges_of(quads)
    # Larger and smaller faces are detected better on another level of the pyramid.
    fits = (sized > 0.8 * LEAST_EDGE) & (sized < 1.25 * MOST_EDGE)
    chances = softmax(cells[:, Channel.ONE : Channel.COCKED + 1])
    whole = np.asarray(rescaled(quads, scale) + origin, np.float32)
    face = 1 / (1 + np.exp(-cells[fits, Channel.FACE]))
    return Detections(face, whole[fits], cells[fits, Channel.SIZE : Channel.SIZE + 5], chances[fits])
