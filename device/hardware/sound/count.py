"""A count-down aloud: which number is due when. A value; time is handed in.

deadline - 6 s: "6", … deadline - 1 s: "1", deadline: "Cubo"
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.hardware.clock import MS, SECOND
from device.hardware.sound.phrases import Phrase
from device.hardware.sound.tunes import STROKE, TICK


@dataclass(frozen=True, slots=True)
class CountParams:
    """How it is counted."""

    most: int = 10
    """The largest number that is spoken."""
    late: int = 400 * MS
    """A number that nobody got round to for so long is left out: the next one must be right."""


PARAMS = CountParams()


@dataclass(frozen=True, slots=True)
class Count:
    """What is still to be counted until `deadline` (ns)."""

    deadline: int
    number: int
    """The next one; 0 is the stroke itself."""
    last: str = ""
    """The word on the stroke."""
    params: CountParams = PARAMS

    @classmethod
    def until(cls, deadline: int, now: int, last: str = "", params: CountParams = PARAMS) -> Count | None:
        """Return the count from `now` to `deadline`, or None when that is over."""
        if now >= deadline:
            return None
        seconds = -(-(deadline - now) // SECOND)
        return cls(deadline, min(seconds, params.most), last, params)

    @property
    def due(self) -> int:
        """When the next number must be heard."""
        return self.deadline - self.number * SECOND

    @property
    def phrase(self) -> Phrase:
        """The next number, or the last word; notes where nobody can speak."""
        return Phrase(str(self.number), TICK) if self.number else Phrase(self.last, STROKE)

    def step(self, now: int) -> tuple[Count | None, Phrase | None]:
        """Return what is still to be counted after `now`, and what must be heard at once, if anything."""
        if now < self.due:
            return self, None
        heard = self.phrase if now - self.due <= self.params.late else None
        rest = None if self.number == 0 else replace(self, number=self.number - 1)
        if heard is None and rest is not None:
            return rest.step(now)
        return rest, heard


def numbers(most: int = PARAMS.most) -> tuple[Phrase, ...]:
    """Return every number, so that a voice can prepare them."""
    return tuple(Phrase(str(number), TICK) for number in range(1, most + 1))
