"""What can happen at a table. Every event carries its time; games add their own kinds (`games/<game>/events.py`).

`at` is in nanoseconds of one monotonic clock. A referee sees match time: the same nanoseconds, less the time during
which the match was interrupted or taken back (`companion.session`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.observations import Axial, Cell, Colour, Observation, TileFace
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
    """The cards that are played with, as `companion.decks.files` reads them; empty: those that come with the game."""
    simulated: bool = False
    """Its dice are drawn, on the simulated table; such a match never goes on at a real table, nor the reverse."""


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
class ZoneEvent(Event):
    """Something was read in `zone` of the table, or somebody said something about what was read there."""

    zone: str


@dataclass(frozen=True, slots=True)
class Saw(ZoneEvent):
    """A reader read `zone`; the photograph is kept under the digest `picture`."""

    observation: Observation
    picture: str


@dataclass(frozen=True, slots=True)
class Corrected(ZoneEvent):
    """Somebody tapped part number `part` (from 0) of the reading of `zone`, and said what it shows."""

    part: int
    value: int
    colour: Colour | None = None
    """The colour of a die; None: as it was read."""
    cell: Cell | None = None
    """Its place in a square; None: where it was seen."""
    face: TileFace | None = None
    """The face of a tile that shows the value."""

    @staticmethod
    def upgraded(values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the plain values as they are written now; the number of the part was called `die` before."""
        return {"part" if key == "die" else key: value for key, value in values.items()}


@dataclass(frozen=True, slots=True)
class PartRemoved(ZoneEvent):
    """Part number `part` (from 0) of the reading of `zone` is none: something else was taken for it."""

    part: int


@dataclass(frozen=True, slots=True)
class PartAdded(ZoneEvent):
    """A part of `zone` was not seen; what it shows is said by `Corrected`.

    It lies at (`x`, `y`), in whole pixels of the photograph, or in a place that is named.
    """

    x: int | None = None
    y: int | None = None
    cell: Cell | None = None
    """Its place in a square."""
    place: Axial | None = None
    """The place of a tile among the others."""


@dataclass(frozen=True, slots=True)
class ReadingConfirmed(ZoneEvent):
    """The people have looked at `zone`, and it lies as shown, whatever the companion finds odd about it."""


@dataclass(frozen=True, slots=True)
class ReadingRestarted(ZoneEvent):
    """The reading of `zone` was no good: it is forgotten, and another picture is taken."""


@dataclass(frozen=True, slots=True)
class TypedByHand(ZoneEvent):
    """There is no picture of `zone`: people say what lies there by tapping an empty field."""


@dataclass(frozen=True, slots=True)
class Begins(Event):
    """The player on `seat` makes the beginning: the oldest, the youngest, whom the rules of the game name."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The player on `seat` has done what he wanted in this turn; a game that has turns lists it."""

    seat: Seat


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


READING_EVENTS: tuple[type[Event], ...] = (
    Corrected,
    PartRemoved,
    PartAdded,
    ReadingConfirmed,
    ReadingRestarted,
    TypedByHand,
)
"""What people say about a reading, whatever lies there."""

PAGE_EVENTS: tuple[type[Event], ...] = (Begins, Confirmed, *READING_EVENTS)
"""The events of every game that the page may send as they stand."""

CORE_EVENTS: tuple[type[Event], ...] = (
    Tick,
    Started,
    Pressed,
    SlotPressed,
    Saw,
    Undone,
    Redone,
    Paused,
    Resumed,
    *PAGE_EVENTS,
)
"""The events that every game shares, for the journal."""

FORMER_NAMES: Mapping[str, type[Event]] = {
    "Vouched": ReadingConfirmed,
    "StartedOver": ReadingRestarted,
    "LookedAfresh": ReadingRestarted,
    "EnteredByHand": TypedByHand,
}
"""What old journals call events that every game had for itself, before they were the same for all."""
