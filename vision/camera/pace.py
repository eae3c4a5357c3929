"""When the next frame of a source without a sensor is due."""

from __future__ import annotations

import time
from collections.abc import Callable

from vision.camera.source import Clock


class Pace:
    """Lets so many frames a second through. `pause` waits for some seconds, or less."""

    def __init__(self, clock: Clock, fps: float, pause: Callable[[float], object] = time.sleep) -> None:
        self._clock = clock
        self._period_ns = int(1e9 / fps)
        self._pause = pause
        self._due_ns = clock()

    def hurry(self) -> None:
        """Let the next frame through at once; may be called from any thread."""
        self._due_ns = 0

    def wait(self, timeout_s: float) -> bool:
        """Wait until a frame is due, and say so; False when that is not within `timeout_s`."""
        until = self._clock() + int(timeout_s * 1e9)
        while (now := self._clock()) < self._due_ns:
            if now >= until:
                return False
            self._pause((min(self._due_ns, until) - now) / 1e9)
        late_ns = now - self._due_ns
        self._due_ns = now + self._period_ns - (late_ns if late_ns < self._period_ns else 0)  # a little is made up for
        return True
