"""What can happen at a table. Every event carries its time; games add their own kinds (`games/<game>/events.py`).

`at` is in nanoseconds of one monotonic clock. A referee sees match time: the same nanoseconds, less the time during
which the match was interrupted or taken back (`companion.session`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.observations import Cell, Colour, Observation
from companion.table import Player, Seat


class By(StrEnum):
    """How a press reached us, and so what its time is worth."""

    BUTTON = "button"
    """A wired button: the kernel's time of the first edge."""
    ENCODER = "encoder"
    """A USB arcade encoder: the kernel's time of the input event."""
    KEYBOARD = "keyboard"
    """A key of an attached keyboard."""
    PAGE = "page"
    """A button on the page: the time at which the server heard of it."""
    SIMULATION = "simulation"
    """A virtual player of the simulated table."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at `at` (nanoseconds)."""

    at: int


@dataclass(frozen=True, slots=True)
class Tick(Event):
    """Time has passed; sent no earlier than the deadline that a referee named."""


@dataclass(frozen=True, slots=True)
class Started(Event):
    """A match begins: the first line of every journal."""

    game: str
    players: tuple[Player, ...]
    options: Mapping[str, str]
    """House rules that differ from their defaults, by name."""
    seed: int
    """For whatever the companion itself draws by lot."""
    deck: str = ""
    """The cards that are played with, as `companion.decks` reads them; empty: those that come with the game."""


@dataclass(frozen=True, slots=True)
class Pressed(Event):
    """The call button of `seat` was pressed; `at` is the time of the first edge.

    `tied` names the seats whose presses came so close to this one that the order of the two is not certain: the
    game's own rule decides between them.
    """

    seat: Seat
    by: By
    tied: tuple[Seat, ...] = ()
    slot: int | None = None
    """The monster slot, 1 to 3, that was grabbed, where every seat has slot buttons of its own."""


@dataclass(frozen=True, slots=True)
class Call:
    """A press that counts as a call, and the seats whose order with it is not certain."""

    seat: Seat
    at: int
    by: By
    tied: tuple[Seat, ...] = ()

    @classmethod
    def of(cls, press: Pressed) -> Call:
        """Return the call that `press` is."""
        return cls(press.seat, press.at, press.by, press.tied)


def are_tied(one: Call, other: Call) -> bool:
    """Whether the order of the two cannot be told."""
    return other.seat in one.tied or one.seat in other.tied or one.at == other.at


@dataclass(frozen=True, slots=True)
class SlotPressed(Event):
    """A slot button that all seats share was pressed: it says which slot, 1 to 3, the grab before it meant."""

    slot: int
    by: By


@dataclass(frozen=True, slots=True)
class Saw(Event):
    """A reader read `zone`; the photograph is kept under the digest `picture`."""

    zone: str
    observation: Observation
    picture: str


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """Somebody tapped die number `die` (from 0) of the reading of `zone`, and said what it shows."""

    zone: str
    die: int
    value: int
    colour: Colour
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Confirmed(Event):
    """The people agree with what is shown (the confirm button, or its twin on the page)."""


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Take back the last thing that changed the match."""


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """Do again what was taken back last."""


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """Somebody at the table cannot be heard (his encoder is unplugged): match time stands still until `Resumed`."""


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The match goes on after a pause or an interruption; the clock may have started anew."""


CORE_EVENTS: tuple[type[Event], ...] = (
    Tick,
    Started,
    Pressed,
    SlotPressed,
    Saw,
    Corrected,
    Confirmed,
    Undone,
    Redone,
    Paused,
    Resumed,
)
"""The events that every game shares, for the journal."""
