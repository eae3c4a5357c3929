"""What is sounded, as data: notes and tunes, phrases that are spoken or played, utterances of several phrases.

The tunes are our own, so nothing has to be shipped or licensed. All notes lie between A4 and A6, which every piezo
buzzer reaches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from companion.effects import Cue
from companion.table import MOST_SEATS, Seat
from device.hardware.clock import MS


@dataclass(frozen=True, slots=True)
class Note:
    """A tone of `hz` (0 is a rest) for `ms` milliseconds."""

    hz: float
    ms: int


Tune: TypeAlias = tuple[Note, ...]

A4, C5, D5, E5, F5, G5, A5, B5 = 440.0, 523.25, 587.33, 659.26, 698.46, 783.99, 880.0, 987.77
C6, E6, G6, A6 = 1046.5, 1318.51, 1567.98, 1760.0

TUNES: Mapping[Cue, Tune] = {
    Cue.GO: (Note(G5, 110), Note(0, 30), Note(C6, 180)),
    Cue.CALL: (Note(E6, 140),),
    Cue.COUNT_DOWN: (Note(A5, 90), Note(0, 60), Note(A5, 90)),
    Cue.TIME_OVER: (Note(A5, 160), Note(F5, 160), Note(D5, 380)),
    Cue.REFUSED: (Note(A4, 90), Note(0, 40), Note(A4, 90)),
    Cue.POINTS: (Note(C6, 90), Note(E6, 140)),
    Cue.UNREADABLE: (Note(E5, 150), Note(C5, 150), Note(E5, 220)),
    Cue.WON: (Note(C5, 120), Note(E5, 120), Note(G5, 120), Note(C6, 160), Note(0, 60), Note(G5, 100), Note(C6, 420)),
}
"""One for every cue, each of its own shape."""

TICK: Tune = (Note(A5, 70),)
"""A second of a count-down, where nobody can speak."""
STROKE: Tune = (Note(A6, 450),)
"""The end of a count-down."""

SCALE = (C5, D5, E5, F5, G5, A5, B5, C6)


def seat_tune(seat: Seat) -> Tune:
    """Return the note of `seat`, for the self-test: each button has its own."""
    return (Note(SCALE[(seat - 1) % MOST_SEATS], 160),)


CONTROL_TUNE: Tune = (Note(G6, 70), Note(0, 30), Note(G6, 70))
"""For the buttons that belong to no seat."""


def length_ns(tune: Tune) -> int:
    """Return how long `tune` lasts."""
    return sum(note.ms for note in tune) * MS


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing that is heard without a break: the words where somebody can speak them, else the tune."""

    words: str = ""
    tune: Tune = ()


class Urgency(IntEnum):
    """How much an utterance matters while others are heard."""

    ASIDE = 1
    """Heard only when nothing else is: why a press was refused."""
    NEWS = 2
    """Takes the place of everything that was still to be said."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What is said about one event, sentence by sentence, so that newer news wait for one sentence at most."""

    phrases: tuple[Phrase, ...]
    urgency: Urgency = Urgency.NEWS
    short: Phrase | None = None
    """What stands for all of it between two numbers of a count-down: a name."""
