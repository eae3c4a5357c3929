"""Two small networks of our own read every face; they see it in different views and share no weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from vision.arrays import Floats, Image
from vision.inference import MODELS, load, per_thread, run, softmax
from vision.tiles.classify.classes import CLASSES
from vision.tiles.classify.patches import plane_of, straight, upright


@dataclass(frozen=True, slots=True)
class FaceProbabilities:
    """What both networks think of the faces of tiles: probabilities (tile, face, class)."""

    upright: Floats
    straight: Floats

    @property
    def both(self) -> Floats:
        """What both together think, (tile, face, class)."""
        product = np.sqrt(self.upright * self.straight)
        return np.asarray(product / product.sum(axis=-1, keepdims=True))


class TileClassifiers:
    """Both networks, loaded once. One instance belongs to one thread."""

    def read(self, image: Image, tiles: list[Floats]) -> FaceProbabilities:
        """Return what the faces of tiles with these six corners show."""
        planes = [plane_of(corners) for corners in tiles]
        return FaceProbabilities(
            _chances(self._upright, np.concatenate([upright(image, plane) for plane in planes])),
            _chances(self._straight, np.concatenate([straight(image, plane) for plane in planes])),
        )

    @cached_property
    def _upright(self) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
        return load(MODELS / "upright.onnx")

    @cached_property
    def _straight(self) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
        return load(MODELS / "straight.onnx")


tile_classifiers = per_thread(TileClassifiers)


def _chances(net: Any, patches: Floats) -> Floats:  # noqa: ANN401 - a cv2.dnn.Net
    """Return the probabilities of each class, (tile, face, class)."""
    logits = run(net, np.ascontiguousarray(patches, np.float32))
    return softmax(logits.reshape(-1, 3, CLASSES))
