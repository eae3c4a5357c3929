"""From button to button: asks for each in turn, and says what it has shown. A value; time is handed in.

ASKING --the right one is pressed--> SHOWING --its contacts have come to rest--> ASKING for the next, OVER
       --another one is pressed: that is said--> ASKING
       --skip--> ASKING for the next, OVER          from anywhere --quit--> OVER
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from device.hardware.clock import MS
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.panel import Edge
from device.hardware.presses.targets import Target
from device.selftest.trials import Trial, Trials

SHOWN_AFTER = 500 * MS
"""So long after a press people have let go, and the whole touch can be told."""


class Wish(Enum):
    """What people may type."""

    SKIP = "skip"
    QUIT = "quit"


News: TypeAlias = "Edge | RawPress | Wish | None"
"""What can happen; None is nothing but time."""


@dataclass(frozen=True, slots=True)
class PressAsked:
    """Ask for `target` now."""

    target: Target


@dataclass(frozen=True, slots=True)
class Praised:
    """`target` was pressed: light it up, and sound it."""

    target: Target


@dataclass(frozen=True, slots=True)
class Mistaken:
    """Another button than the one asked for was pressed: crossed wires, perhaps."""

    pressed: Target
    wanted: Target


@dataclass(frozen=True, slots=True)
class PressShown:
    """Say what `target` has shown."""

    target: Target
    trial: Trial


@dataclass(frozen=True, slots=True)
class PressSkipped:
    """`target` was left out."""

    target: Target


Remark: TypeAlias = "PressAsked | Praised | Mistaken | PressShown | PressSkipped"


@dataclass(frozen=True, slots=True)
class Walk:
    """The walk at one moment; `feed` leaves it untouched."""

    left: tuple[Target, ...]
    """The buttons to come; the first of them is asked for."""
    trials: Trials
    show_at: int | None = None
    """When the trial of the present button is told; None while it is asked for."""
    skipped: tuple[Target, ...] = field(default=())

    @classmethod
    def begin(cls, targets: Iterable[Target]) -> tuple[Walk, tuple[Remark, ...]]:
        """Return the walk before the first button, and the question for it."""
        left = tuple(targets)
        return cls(left, Trials.for_buttons(left)), tuple(PressAsked(target) for target in left[:1])

    @property
    def over(self) -> bool:
        """Whether there is nothing more to ask for."""
        return not self.left

    @property
    def passed(self) -> bool:
        """Whether every button was pressed when it was asked for."""
        return self.over and not self.skipped

    def feed(self, news: News, now: int) -> tuple[Walk, tuple[Remark, ...]]:
        """Return the walk after `news`, and what is to be done about it."""
        if self.over:
            return self, ()
        match news:
            case Wish.QUIT:
                return replace(self, left=(), skipped=(*self.skipped, *self._unasked())), ()
            case Wish.SKIP if self.show_at is None:
                return replace(self, skipped=(*self.skipped, self.left[0]))._next((PressSkipped(self.left[0]),))
            case Edge():
                return replace(self, trials=self.trials.edge_seen(news, now)), ()
            case RawPress():
                return replace(self, trials=self.trials.pressed(news, now))._pressed(news.target, now)
        return self._shown() if self.show_at is not None and now >= self.show_at else (self, ())

    def _unasked(self) -> tuple[Target, ...]:
        return self.left if self.show_at is None else self.left[1:]

    def _pressed(self, target: Target, now: int) -> tuple[Walk, tuple[Remark, ...]]:
        wanted = self.left[0]
        if self.show_at is not None:
            return self, ()
        if target != wanted:
            return self, (Mistaken(target, wanted),)
        return replace(self, show_at=now + SHOWN_AFTER), (Praised(target),)

    def _shown(self) -> tuple[Walk, tuple[Remark, ...]]:
        return self._next((PressShown(self.left[0], self.trials.trial(self.left[0])),))

    def _next(self, remarks: tuple[Remark, ...]) -> tuple[Walk, tuple[Remark, ...]]:
        left = self.left[1:]
        return replace(self, left=left, show_at=None), (*remarks, *(PressAsked(target) for target in left[:1]))
