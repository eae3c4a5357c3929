"""The live picture for the page: encoded on request, once for each frame, for any number of viewers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

import cv2
import numpy as np

from companion.errors import BadInput
from vision.camera.capture import Capture
from vision.camera.source import Frame, Image


@dataclass(frozen=True, slots=True)
class LiveParams:
    """How large and how good the live picture is: good enough to aim by, small enough for a phone."""

    width: int = 960
    quality: int = 80


class Live:
    """The latest frame of a capture as JPEG. A slow phone gets fewer frames, never older ones."""

    def __init__(
        self,
        capture: Capture,
        params: LiveParams = LiveParams(),
        crop: Callable[[Image], Image] = lambda image: image,
    ) -> None:
        self._capture = capture
        self._params = params
        self._crop = crop
        self._lock = Lock()
        self._encoded: tuple[int, bytes] | None = None

    def jpeg(self) -> bytes | None:
        """Return the latest frame, or None before the first."""
        frame = self._capture.latest()
        return self._of(frame) if frame else None

    def jpeg_newer(self, number: int, timeout_s: float) -> tuple[int, bytes] | None:
        """Return number and picture of the latest frame as soon as it is newer than `number`, or None in time."""
        frame = self._capture.wait_newer(number, timeout_s)
        return (frame.number, self._of(frame)) if frame else None

    def _of(self, frame: Frame) -> bytes:
        with self._lock:  # the capture thread never takes this lock, so that encoding delays viewers only
            if self._encoded is None or self._encoded[0] != frame.number:
                self._encoded = frame.number, jpeg(self._small(frame.image), self._params.quality)
            return self._encoded[1]

    def _small(self, image: Image) -> Image:
        return shrunk(self._crop(image), self._params.width)


def shrunk(image: Image, width: int) -> Image:
    """Return `image` no wider than `width`."""
    if image.shape[1] <= width:
        return image
    height = max(1, round(image.shape[0] * width / image.shape[1]))
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def jpeg(image: Image, quality: int) -> bytes:
    """Return `image` as a JPEG file."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise BadInput(f"a picture of {image.shape} cannot be encoded as JPEG")
    return data.tobytes()
