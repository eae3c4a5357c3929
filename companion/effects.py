"""What a referee asks of the table in answer to an event.

Lasting things (lamps, deadline, looks) are no effects: they are read off the referee.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.events import Event
from companion.observations import Kind
from companion.table import Seat
from companion.texts import Message


class Cue(StrEnum):
    """A sound or spoken word that goes with an announcement."""

    GO = "go"
    CALL = "call"
    COUNT_DOWN = "count-down"
    TIME_OVER = "time-over"
    REFUSED = "refused"
    POINTS = "points"
    UNREADABLE = "unreadable"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that the table does once."""


@dataclass(frozen=True, slots=True)
class Refused(Effect):
    """`event` changed nothing, because of `why`."""

    event: Event
    why: Message


@dataclass(frozen=True, slots=True)
class Announced(Effect):
    """Tell everybody."""

    what: Message
    cue: Cue


FINISH = "finish"
"""The zone of the photo finish: a picture that people look at, and nobody reads."""


@dataclass(frozen=True, slots=True)
class FrameKept(Effect):
    """Keep the frame of `zone` that is nearest to the time of the event that this answers: the photo finish.

    The device hands it back as a `Saw` of the zone `FINISH`, for people to look at.
    """

    zone: str


class Lamp(StrEnum):
    """What the lamp of a call button shows; device/lamps knows the patterns."""

    OFF = "off"
    ARMED = "armed"
    """Your press would count."""
    FIRST = "first"
    """You were first."""
    CALLED = "called"
    """Your press was accepted."""
    TURN = "turn"
    """The table waits for you."""
    HURRY = "hurry"
    """Your time runs out."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A wish to read `zone` of the table; whether a hand or a stillness triggers it is the eyes' business."""

    zone: str
    kind: Kind
    title: Message
    """What lies there, for the page: the centre dice, the square of Ada."""
    seat: Seat | None = None
    """Whose things lie there."""
    dice: int | None = None
    """How many dice must lie there, where the game knows."""
    occasion: int = 0
    """What makes people lay or roll anew: it changes with the round, the throw, the next layout."""
