"""Learn mode as an automaton: one question after the other, answered by a press. The page and the command feed it.

    ASKING --a press of a new source, kept, or without--> ASKING (the next question) --the last one--> DONE
    ASKING, DONE --back--> ASKING (the question before)
    ASKING, DONE --nothing for a while--> SILENT
    any --stopped--> STOPPED

There is no clock in here: answers come with their time, and the owner sends a `Waited` no later than `deadline`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from companion.table import Seat
from companion.texts import Message, plain, say
from device.hardware.clock import MS, SECOND
from device.hardware.config import SLOTS, ButtonsConfig, GrabMode
from device.hardware.presses.targets import Control, SeatSlot, SharedSlot, Target, button_name
from device.pairing.sources import Source, sources_of, wired_to


@dataclass(frozen=True, slots=True)
class LearnParams:
    """Every time that matters to learning (ns)."""

    patience: int = 120 * SECOND
    """So long a question waits; then the pins are given back."""
    again: int = 400 * MS
    """A button that answered one question is let go of before it is heard again."""


PARAMS = LearnParams()


class PairingState(Enum):
    """How far learning is."""

    ASKING = "waiting for a press"
    DONE = "every question is answered"
    SILENT = "nobody pressed for a long time"
    STOPPED = "given up"


@dataclass(frozen=True, slots=True)
class DetectedPress:
    """Something was pressed."""

    at: int
    source: Source


@dataclass(frozen=True, slots=True)
class Kept:
    """Leave this button as it is wired now."""

    at: int


@dataclass(frozen=True, slots=True)
class Without:
    """There is no such button."""

    at: int


@dataclass(frozen=True, slots=True)
class Back:
    """Ask the question before again."""

    at: int


@dataclass(frozen=True, slots=True)
class PairingStopped:
    """Change nothing."""

    at: int


@dataclass(frozen=True, slots=True)
class Waited:
    """Time has passed."""

    at: int


Reply: TypeAlias = "DetectedPress | Kept | Without | Back | PairingStopped | Waited"


@dataclass(frozen=True, slots=True)
class PairingDialogue:
    """One learning at one moment. `feed` leaves it untouched and returns the one that follows."""

    questions: tuple[Target, ...]
    before: Mapping[Target, Source]
    """How the buttons are wired now."""
    grab: GrabMode
    since: int
    """When the present question was asked, or something was said to it."""
    answers: tuple[Source | None, ...] = ()
    trouble: Message | None = None
    """Why the latest reply was no answer."""
    ended: PairingState | None = None
    latest: tuple[int, Source] | None = None
    """What was heard last, and when."""
    params: LearnParams = field(default=PARAMS)

    @property
    def state(self) -> PairingState:
        """How far it is."""
        if self.ended is not None:
            return self.ended
        return PairingState.DONE if len(self.answers) == len(self.questions) else PairingState.ASKING

    @property
    def question(self) -> Target | None:
        """The button that is to be pressed now."""
        return self.questions[len(self.answers)] if self.state is PairingState.ASKING else None

    @property
    def now_wired(self) -> Source | None:
        """What the button in question is wired to now."""
        return None if self.question is None else self.before.get(self.question)

    @property
    def deadline(self) -> int | None:
        """When `Waited` ends it (ns)."""
        return self.since + self.params.patience if self.ended is None else None

    @property
    def wiring(self) -> dict[Target, Source]:
        """What was learnt so far."""
        return {target: source for target, source in zip(self.questions, self.answers, strict=False) if source}

    def feed(self, reply: Reply) -> PairingDialogue:
        """Return the learning after `reply`."""
        match self.state, reply:
            case ((PairingState.SILENT | PairingState.STOPPED), _):
                return self
            case _, PairingStopped():
                return replace(self, ended=PairingState.STOPPED, trouble=None)
            case _, Back(at) if self.answers:
                return replace(self, answers=self.answers[:-1], trouble=None, since=at)
            case _, Waited(at) if at >= self.since + self.params.patience:
                return replace(self, ended=PairingState.SILENT, trouble=None)
            case PairingState.ASKING, DetectedPress(at, source):
                return self._heard(at, source)
            case PairingState.ASKING, Kept(at):
                return self._kept(at)
            case PairingState.ASKING, Without(at):
                return self._answered(at, None)
        return self

    def _heard(self, at: int, source: Source) -> PairingDialogue:
        if self.latest is not None and self.latest[1] == source and at - self.latest[0] < self.params.again:
            return self
        heard = replace(self, latest=(at, source), since=at)
        if (owner := self._owner(source)) is None:
            return heard._answered(at, source)
        trouble = say("{source} is {button} already: press another one", source=str(source), button=button_name(owner))
        return replace(heard, trouble=trouble)

    def _kept(self, at: int) -> PairingDialogue:
        """Keep what is wired now, unless it has been given to another button meanwhile."""
        source = self.now_wired
        owner = None if source is None else self._owner(source)
        if owner is None:
            return self._answered(at, source)
        trouble = say(
            "{source} is {button} now, so it cannot be kept: press another one, or go without",
            source=str(source),
            button=button_name(owner),
        )
        return replace(self, trouble=trouble, since=at)

    def _owner(self, source: Source) -> Target | None:
        return next((target for target, each in self.wiring.items() if each == source), None)

    def _answered(self, at: int, source: Source | None) -> PairingDialogue:
        return replace(self, answers=(*self.answers, source), trouble=None, since=at)

    def result(self) -> ButtonsConfig:
        """Return what was learnt as a configuration; raise BadConfig, with what to change, when it cannot be one."""
        return wired_to(self.wiring, self.grab)


def begin(now: int, buttons: ButtonsConfig, seats: int, grab: GrabMode) -> PairingDialogue:
    """Return a new learning for a table with so many `seats`, wired as `buttons`."""
    before = sources_of(buttons)
    if buttons == ButtonsConfig():  # only suggested: nobody has wired more seats than the table has
        before = {target: each for target, each in before.items() if not isinstance(target, int) or target <= seats}
    players = sorted({Seat(seat) for seat in range(1, seats + 1)} | {each for each in before if isinstance(each, int)})
    slots: tuple[Target, ...] = tuple(SharedSlot(slot) for slot in SLOTS)
    if grab is GrabMode.SEAT_SLOT:
        slots = tuple(SeatSlot(seat, slot) for seat in players for slot in SLOTS)
    return PairingDialogue((*players, Control.CONFIRM, Control.UNDO, *slots), before, grab, since=now)


def asked(target: Target) -> Message:
    """Return the question for `target`."""
    match target:
        case Control.CONFIRM:
            return say("Press the confirm button now.")
        case Control.UNDO:
            return say("Press the undo button now.")
        case SharedSlot(slot):
            return say("Press the button of slot {slot} now.", slot=slot)
        case SeatSlot(seat, slot):
            return say("Press the button of player {seat} for slot {slot} now.", seat=seat, slot=slot)
    return say("Press the button of player {seat} now.", seat=target)


def now_wired_to(source: Source | None) -> Message:
    """Return what a button is wired to now."""
    return say("no button yet") if source is None else say("now: {source}", source=plain(str(source)))
