"""Sources without hardware, and a clock that is advanced by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from companion.texts import say
from vision.camera.source import CameraTrouble, Frame, no_frame

SECOND = 1_000_000_000
A_CAMERA = say("a camera")
PATIENT_S = 20.0
"""No test waits so long; one that would have hung fails instead."""


class FakeClock:
    """Time that stands still until `pass_` moves it, or a `pause` waits in it."""

    def __init__(self, at=1000 * SECOND):
        self.at = at

    def __call__(self):
        return self.at

    def pass_(self, seconds):
        self.at += int(seconds * SECOND)


def picture(shade=0, size=(32, 24)):
    return np.full((size[1], size[0], 3), shade, np.uint8)


class Numbered:
    """A camera that numbers its frames in their pixels. It delivers as many as it is allowed to, then it is silent."""

    name = say("the fake camera")
    patience_s = 2.0

    def __init__(self, clock, allowed=10**6):
        self.clock = clock
        self.opened = self.closed = self.frames = 0
        self.open_now = False
        self.readers = set()
        self._allowed = threading.Semaphore(allowed)
        self.silent: Callable[[float], None] = lambda timeout_s: None
        self.open_error: CameraTrouble | None = None

    def allow(self, frames=1):
        self._allowed.release(frames)

    def open(self):
        if self.open_now:
            raise AssertionError("opened twice: Camera in Running state trying acquire()")
        self.opened += 1
        if self.open_error is not None:
            raise self.open_error
        self.open_now = True

    def read(self, timeout_s):
        self.readers.add(threading.get_ident())
        if not self._allowed.acquire(timeout=0.002):
            self.silent(timeout_s)
            raise no_frame(self.name)
        self.frames += 1
        return Frame(picture(self.frames % 256), self.clock(), self.name)

    def still(self, after_ns, timeout_s):
        return Frame(picture(255, (64, 48)), max(after_ns, self.clock()), self.name)

    def close(self):
        self.closed += 1
        self.open_now = False
