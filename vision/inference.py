"""Running the small networks through `cv2.dnn`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from vision.arrays import Floats32

Network = TypeVar("Network")
MODELS = Path(__file__).parent / "models"
"""The networks of this project."""


def per_thread(make: Callable[[], Network]) -> Callable[[], Network]:
    """Return a function that gives each thread a network of its own, made when it is first asked for.

    `cv2.dnn` keeps the last input inside a network: two threads in one of them would answer each other's questions.
    """
    own = threading.local()

    def network() -> Network:
        if not hasattr(own, "network"):
            own.network = make()
        made: Network = own.network
        return made

    return network


def load(path: Path) -> Any:  # noqa: ANN401 - a cv2.dnn.Net
    """Return the network of a file; the classic engine of OpenCV 5 is the faster one for these."""
    engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(str(path)) if engine is None else cv2.dnn.readNetFromONNX(str(path), engine)


def run(net: Any, blob: Floats32) -> Floats32:  # noqa: ANN401 - a cv2.dnn.Net
    """Return what the network answers to a batch."""
    net.setInput(blob)
    return np.asarray(net.forward(), np.float32)


def softmax(logits: Floats32) -> Floats32:
    """Return log odds along the last axis as probabilities."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), np.float32)
