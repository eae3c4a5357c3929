"""The inbox of the loop: drivers and requests put in what has happened, from any thread; only the loop takes it out.

It is made before everything else and knows nobody, so that whoever has something to report or to ask need not know
the loop. Work that concerns the match is handed the match service when the loop does it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TypeAlias

from companion.service import Answer
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.attendance import Absence, Presence
from device.match_service import MatchService

Work: TypeAlias = "Callable[[MatchService], Answer]"
"""Something that is done by the thread that owns the referee."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """People go on without an input that is missing."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The loop ends."""


@dataclass(frozen=True, slots=True)
class Job:
    """What has come in, and who waits for its answer."""

    content: Work | RawPress | Absence | Presence | GoOn | Stop
    answer: Future[Answer] | None = None


@dataclass(frozen=True, slots=True)
class Inbox:
    """What the loop has still to do, in the order in which it came in."""

    _jobs: SimpleQueue[Job] = field(default_factory=SimpleQueue)

    def press(self, press: RawPress) -> None:
        """Take in a press from a driver: it only stamps and enqueues."""
        self._jobs.put(Job(press))

    def attend(self, news: Absence | Presence) -> None:
        """Take in that an input of the table was lost, or is back."""
        self._jobs.put(Job(news))

    def press_and_wait(self, press: RawPress) -> Future[Answer]:
        """Take in a press whose sender wants to know what became of it."""
        return self._asked(press)

    def ask(self, work: Work) -> Future[Answer]:
        """Have `work` done in the thread that owns the referee."""
        return self._asked(work)

    def go_on(self) -> Future[Answer]:
        """Have the match go on without what is missing."""
        return self._asked(GoOn())

    def stop(self) -> None:
        """Have the loop end after everything that came in before."""
        self._jobs.put(Job(Stop()))

    def next(self, timeout_s: float = 0.0) -> Job | None:
        """Return what has waited longest; None when nothing comes in within `timeout_s`."""
        try:
            return self._jobs.get(timeout=timeout_s) if timeout_s > 0 else self._jobs.get_nowait()
        except Empty:
            return None

    def _asked(self, content: Work | RawPress | GoOn) -> Future[Answer]:
        answer: Future[Answer] = Future()
        self._jobs.put(Job(content, answer))
        return answer
