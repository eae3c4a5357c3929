"""What can be heard: phrases, and what belongs together as one utterance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from device.hardware.sound.tunes import Tune


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
