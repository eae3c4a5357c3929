"""A contest: hands come down on the monsters, and only one of them counts.

"If several players try to catch different monsters, only the fastest takes his card. If they cannot be told
apart, look at the figure at the bottom left of each card: the hand on the card with the highest goes first,
whether right or wrong" (MR-2, MR-15). "If several try to catch the same monster the fastest takes it, that is the
one whose hand lies below the others; in doubt the one whose hand covers most of the card" (MR-16).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.events import By, Pressed
from companion.table import Seat

CLOSES_AFTER = 1_500_000_000
"""ns; hands that come down so soon after the first one belong to the same contest."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A hand on a monster."""

    seat: Seat
    at: int
    by: By
    slot: int | None = None
    """Which of the three places, from 1; None as long as nobody has said."""
    tied: tuple[Seat, ...] = ()
    """Whose touches came so close to this one that their order is not certain."""


@dataclass(frozen=True, slots=True)
class Contest:
    """All hands of one contest, the fastest first."""

    touches: tuple[Touch, ...]

    @classmethod
    def of(cls, press: Pressed) -> Contest:
        """Return the contest that `press` opens."""
        return cls(()).joined(press)

    @property
    def closes(self) -> int:
        """Until when hands may join."""
        return self.touches[0].at + CLOSES_AFTER

    def joined(self, press: Pressed) -> Contest:
        """Return the contest with one hand more; a player has one hand only, and his first touch counts."""
        if any(touch.seat == press.seat for touch in self.touches):
            return self
        touch = Touch(press.seat, press.at, press.by, press.slot, press.tied)
        return Contest(tuple(sorted((*self.touches, touch), key=lambda each: each.at)))

    def without(self, seat: Seat) -> Contest:
        """Return the contest without the hand of `seat`."""
        return Contest(tuple(touch for touch in self.touches if touch.seat != seat))

    @property
    def candidates(self) -> tuple[Touch, ...]:
        """The fastest hand, and those that cannot be told apart from it."""
        first = self.touches[0]
        return tuple(
            touch
            for touch in self.touches
            if touch.at == first.at or touch.seat in first.tied or first.seat in touch.tied
        )

    def asked(self, everybody: bool) -> tuple[Touch, ...]:
        """Return the hands of which it must be known where they are, and is not."""
        return tuple(touch for touch in (self.touches if everybody else self.candidates) if touch.slot is None)

    def placed(self, seat: Seat, slot: int) -> Contest:
        """Return the contest with the hand of `seat` on `slot`."""
        return Contest(tuple(replace(touch, slot=slot) if touch.seat == seat else touch for touch in self.touches))

    def winners(self, numbers: Mapping[int, int]) -> tuple[Touch, ...]:
        """Return whose touch counts, by the `numbers` on the monsters; several when people must look at the hands."""
        among = self.candidates
        highest = max(numbers[touch.slot] for touch in among if touch.slot is not None)
        return tuple(touch for touch in among if touch.slot is not None and numbers[touch.slot] == highest)
