"""Photographs that are sent from a phone: a source that has a frame only when one was uploaded."""

from __future__ import annotations

from threading import Condition

from companion.texts import say
from vision.camera.source import Clock, Frame, Image, first_after, no_frame
from vision.frame import decode


class UploadSource:
    """Hands on the photographs that are put into it; a newer one replaces one that was not read yet."""

    name = say("the uploaded photograph")
    patience_s = None

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._came = Condition()
        self._waiting: Image | None = None

    def put(self, photograph: bytes) -> None:
        """Hand over a photograph from any thread; raise BadInput with the reason when it is none."""
        image = decode(photograph, str(self.name), reduced=True)
        with self._came:
            self._waiting = image
            self._came.notify_all()

    def open(self) -> None:
        """Nothing has to be opened."""

    def read(self, timeout_s: float) -> Frame:
        """Return the photograph that was put last, once."""
        with self._came:
            self._came.wait_for(lambda: self._waiting is not None, timeout_s)
            if self._waiting is None:
                raise no_frame(self.name)
            image, self._waiting = self._waiting, None
            return Frame(image, self._clock(), self.name)

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return the next photograph."""
        return first_after(self.read, self._clock, after_ns, timeout_s)

    def close(self) -> None:
        """Drop a photograph that was not read."""
        with self._came:
            self._waiting = None
