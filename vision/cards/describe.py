"""What a face is known by: a network's description, a small picture in Lab and a hash of three channels, as one vector.

The product of two such vectors is their similarity, 1 for the same picture.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.cards.crops import blob_of, levelled
from vision.cards.params import CardClassifierParams

MODELS = Path(__file__).parents[1] / "models"
THUMB = (24, 32)
LOW = 16


@cache
def network(name: str) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
    """Return a network of the reader of cards; the classic engine of OpenCV 5 is the faster one for these."""
    path, engine = str(MODELS / f"card_{name}.onnx"), getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(path) if engine is None else cv2.dnn.readNetFromONNX(path, engine)


def answers(name: str, crops: list[Image]) -> Floats:
    """Return what a network says of pictures of one size."""
    net = network(name)
    net.setInput(blob_of(crops))
    return np.asarray(net.forward(), np.float32)


def descriptors(faces: list[Image], params: CardClassifierParams) -> Floats:
    """Return one row of length 1 for each flat face, `WIDE` by `HIGH` pixels."""
    if not faces:
        return np.zeros((0, 1), np.float32)
    level = [levelled(face) for face in faces]
    parts = (
        (params.embedding, _unit(answers("embedding", level))),
        (params.thumbnail, _unit(np.stack([thumbnail(face) for face in level]))),
        (params.hashed, _unit(np.stack([hashed(face) for face in level]))),
    )
    return np.hstack([np.float32(weight**0.5) * part for weight, part in parts])


def thumbnail(face: Image) -> Floats:
    """Return the face in small, in Lab; of its lightness only what differs from the surroundings."""
    small = cv2.resize(face, THUMB, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.float32)
    lab[..., 0] -= cv2.GaussianBlur(lab[..., 0], (0, 0), 6)
    lab -= lab.mean(axis=(0, 1))
    return lab.ravel()


def hashed(face: Image) -> Floats:
    """Return the signs of the low frequencies of each channel."""
    small = cv2.resize(face, (2 * LOW, 2 * LOW), interpolation=cv2.INTER_AREA).astype(np.float32)
    waves = np.stack([cv2.dct(np.ascontiguousarray(small[..., n]))[:LOW, :LOW] for n in range(3)])
    middle = np.median(waves.reshape(3, -1), axis=1)[:, None, None]
    return np.where(waves > middle, np.float32(1), np.float32(-1)).ravel()


def _unit(rows: Floats) -> Floats:
    rows = rows.reshape(len(rows), -1)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
