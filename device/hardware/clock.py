"""The one clock: nanoseconds that only ever go forward, and a fake one for tests.

It is CLOCK_MONOTONIC, the clock with which the kernel stamps the edges of the buttons. Setting the wall clock does
not move it, so no age, deadline or heartbeat ever jumps.
"""

from __future__ import annotations

import time
from typing import Protocol

MS = 1_000_000
"""Nanoseconds of a millisecond."""
SECOND = 1_000_000_000
"""Nanoseconds of a second."""


class Clock(Protocol):
    """Something that knows how late it is."""

    def now(self) -> int:
        """Return the time in nanoseconds; never less than before."""


class MonotonicClock:
    """The kernel's CLOCK_MONOTONIC."""

    def now(self) -> int:
        """Return the nanoseconds since some fixed point, usually the start of the machine."""
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


class FakeClock:
    """A clock that stands still until somebody moves it: the peer of `MonotonicClock` in tests."""

    def __init__(self, now: int = 0) -> None:
        self._now = now

    def now(self) -> int:
        """Return the time that was set."""
        return self._now

    def advance(self, ns: int) -> int:
        """Let `ns` nanoseconds pass and return the time after them."""
        if ns < 0:
            raise ValueError(f"a monotonic clock does not go back: {ns} ns")
        self._now += ns
        return self._now
