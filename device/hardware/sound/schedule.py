"""What is sounded when: a count-down aloud, and the phrases of the news around it. Values; time is handed in.

A number of the count is heard at its second, and cuts off whatever else is heard. Everything else waits for the end
of the phrase that is being heard, and newer news take the place of all that was still to be said: so nobody hears old
announcements, and no sentence is broken off in the middle. While it is counted, only what fits before the next number
is said: the whole rest of an utterance, or its short form, or its tune, or nothing.

The count-down: deadline - 6 s: "6", … deadline - 1 s: "1", deadline: "Cubo".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from device.hardware.clock import MS, SECOND
from device.hardware.sound.phrases import STROKE, TICK, Phrase, Urgency, Utterance


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


Length = Callable[[Phrase], "int | None"]
"""How long a phrase lasts (ns); None when it cannot be heard, or not yet."""

PAUSE = 60 * MS
"""Between two phrases; it also pays for the start of the next one."""
FRESH = 5_000 * MS
"""A refusal is not repeated for so long: somebody who hammers on a button is told once."""


@dataclass(frozen=True, slots=True)
class ScheduleStep:
    """What to do now: hear `phrase`, and break off what is being heard first if `cut`."""

    phrase: Phrase
    cut: bool


@dataclass(frozen=True, slots=True)
class Programme:
    """What is being heard, and what is still to be heard."""

    waiting: tuple[Phrase, ...] = ()
    short: Phrase | None = None
    urgency: Urgency = Urgency.ASIDE
    """Of what is waiting or being heard."""
    count: Count | None = None
    busy_until: int = 0
    refused: tuple[Utterance, int] | None = None
    """The latest refusal, and when it was said."""

    def say(self, utterance: Utterance, now: int) -> Programme:
        """Put `utterance` in the place of everything that is still to be said, if it matters enough."""
        if utterance.urgency is Urgency.ASIDE:
            if self._speaks_of_more(now) or self._is_repeated(utterance, now):
                return self
            return replace(self._with(utterance), refused=(utterance, now))
        return self._with(utterance)

    def count_to(self, count: Count | None) -> Programme:
        """Count like this from now on, or not at all; what is being counted already goes on."""
        if count is not None and self.count is not None and count.deadline == self.count.deadline:
            return self
        return replace(self, count=count)

    @property
    def due(self) -> int | None:
        """When `step` has something to do; None when nothing is to be heard."""
        times = [self.busy_until] if self.waiting else []
        return min([*times, *([self.count.due] if self.count else [])], default=None)

    def step(self, now: int, length: Length) -> tuple[Programme, ScheduleStep | None]:
        """Return the programme after `now`, and what must be heard at once, if anything."""
        if self.count is not None and now >= self.count.due:
            return self._counted(now, length)
        if now < self.busy_until or not self.waiting:
            return self, None
        return self._next(now, length)

    def _with(self, utterance: Utterance) -> Programme:
        return replace(self, waiting=utterance.phrases, short=utterance.short, urgency=utterance.urgency)

    def _speaks_of_more(self, now: int) -> bool:
        if self.count is not None and now >= self.count.due - SECOND:
            return True
        return bool(self.waiting or now < self.busy_until) and self.urgency > Urgency.ASIDE

    def _is_repeated(self, utterance: Utterance, now: int) -> bool:
        return self.refused is not None and self.refused[0] == utterance and now - self.refused[1] < FRESH

    def _counted(self, now: int, length: Length) -> tuple[Programme, ScheduleStep | None]:
        if self.count is None:
            return self, None
        rest, phrase = self.count.step(now)
        after = replace(self, count=rest)
        if phrase is None or (lasts := length(phrase)) is None:
            return after, None
        return replace(after, busy_until=now + lasts + PAUSE), ScheduleStep(phrase, cut=now < self.busy_until)

    def _next(self, now: int, length: Length) -> tuple[Programme, ScheduleStep | None]:
        """Begin the next phrase that can be heard and, while it is counted, fits before the next number."""
        phrases = self.waiting if self.count is None else self._fitting(now, self.count, length)
        for number, phrase in enumerate(phrases, start=1):
            if (lasts := length(phrase)) is not None:
                begun = replace(self, waiting=phrases[number:], short=None, busy_until=now + lasts + PAUSE)
                return begun, ScheduleStep(phrase, cut=False)
        return replace(self, waiting=(), short=None), None

    def _fitting(self, now: int, count: Count, length: Length) -> tuple[Phrase, ...]:
        """Return what can be said before the next number: everything, its short form, its tune, or nothing."""
        tunes = tuple(phrase for phrase in self.waiting[:1] if not phrase.words)
        for phrases in (self.waiting, () if self.short is None else (self.short,), tunes):
            lengths = [length(phrase) for phrase in phrases]
            known = [lasts for lasts in lengths if lasts is not None]  # half an utterance says something else
            if phrases and len(known) == len(lengths) and now + sum(known) + PAUSE * len(known) <= count.due:
                return phrases
        return ()
