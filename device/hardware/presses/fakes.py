"""Buttons without pins, on fake time: they bounce, and their edges come late, out of order, or not at all.

The peer of `presses.buttons` in tests and rehearsals. gpiozero's mock pins know neither bounce nor time, and forget a
button that was held before they were made; so they prove nothing about a race.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from companion.service import Notice
from device.hardware.clock import MS, FakeClock
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.contacts import PARAMS, ContactParams
from device.hardware.presses.panel import ContactPanel, Edge
from device.hardware.presses.targets import Target

DELIVERY = 2_400_000
"""How long after its edge a callback came, as it was measured (ns)."""


@dataclass(frozen=True, slots=True)
class Change:
    """The true level of a button from `at` on, and when the program hears of it: `delay` later, or never."""

    at: int
    target: Target
    closed: bool
    delay: int | None = DELIVERY


def bounced(target: Target, at: int, held: int = 80 * MS, bounces: Sequence[int] = ()) -> list[Change]:
    """Return a press at `at`, let go `held` later; `bounces` are the times after `at` at which the level flips."""
    flips = [at, *(at + bounce for bounce in bounces)]
    changes = [Change(time, target, closed=number % 2 == 0) for number, time in enumerate(flips)]
    if changes[-1].closed:
        changes.append(Change(at + held, target, closed=False))
    return changes


@dataclass
class FakeButtons:
    """All buttons of a table; `play` lets time pass."""

    clock: FakeClock
    enqueue: Callable[[RawPress], None]
    targets: Iterable[Target]
    held_at_start: frozenset[Target] = frozenset()
    params: ContactParams = PARAMS
    nap: int = 0
    """How long after it was due the program gets round to a turn."""
    closed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._levels = {target: target in self.held_at_start for target in self.targets}
        self._panel = ContactPanel(self._levels, self.clock.now(), self.params)
        self._flips: list[Change] = []
        self._heard: list[Change] = []

    def play(self, changes: Iterable[Change], until: int) -> None:
        """Let the levels change as in `changes`, and everybody do his work, until the clock shows `until`.

        What is still to come then is remembered.
        """
        planned = list(changes)
        self._flips = sorted([*self._flips, *planned], key=lambda change: change.at)
        self._heard = sorted([*self._heard, *(each for each in planned if each.delay is not None)], key=_heard_at)
        while (now := self._next()) <= until:
            self.clock.advance(max(0, now - self.clock.now()))
            self._pass()
        self.clock.advance(max(0, until - self.clock.now()))

    def horizon(self) -> int | None:
        """Return the time before which every press has been enqueued, or never will be."""
        return self._panel.horizon

    def notices(self) -> tuple[Notice, ...]:
        """Return what people should know about the buttons now."""
        return self._panel.notices(self.clock.now())

    def close(self) -> None:
        """Give nothing back; may be called twice."""
        self.closed = True

    def _next(self) -> int:
        due = self._panel.due
        times = [self._flips[0].at] if self._flips else []
        times += [_heard_at(self._heard[0])] if self._heard else []
        return min([*times, *([] if due is None else [due + self.nap])])

    def _pass(self) -> None:
        """Do everything that belongs to this instant: first the levels, then the news, then the program."""
        now = self.clock.now()
        while self._flips and self._flips[0].at <= now:
            change = self._flips.pop(0)
            self._levels[change.target] = change.closed
        while self._heard and _heard_at(self._heard[0]) <= now:
            change = self._heard.pop(0)
            self._panel.take(Edge(change.at, change.target, change.closed))
        due = self._panel.due
        if due is not None and due + self.nap <= now:
            for press in self._panel.turn(now, self._levels.__getitem__):
                self.enqueue(press)


def _heard_at(change: Change) -> int:
    return change.at + (change.delay or 0)
