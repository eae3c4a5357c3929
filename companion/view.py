"""What a referee shows: plain values that any page can draw without knowing the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.events import By
from companion.observations import Cell, Observation
from companion.table import Seat
from companion.texts import Message, Value


@dataclass(frozen=True, slots=True)
class Action:
    """A button on the page: pressing it sends the event named `event` with `values`."""

    event: str
    label: Message
    seat: Seat | None = None
    values: Mapping[str, int | str | bool | tuple[int, ...] | None] = field(default_factory=dict)
    primary: bool = False
    """The one thing that the table most likely wants next."""


@dataclass(frozen=True, slots=True)
class CallShown:
    """One call in the order in which it counts, with how long after the first one it came."""

    seat: Seat
    margin_ns: int
    by: By
    tied: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line to draw through the dice in `cells`, with what it is worth and why."""

    cells: tuple[Cell, ...]
    label: Message
    points: int
    tone: str = "other"
    """The colour that counted: red, blue or other."""


class Tap(StrEnum):
    """What a tap on a die of a picture does."""

    NOTHING = "nothing"
    CORRECT = "correct"
    """Opens the likely values, then all others; sends `Corrected`."""


@dataclass(frozen=True, slots=True)
class PictureShown:
    """A photograph with what was read in it."""

    zone: str
    title: Message
    picture: str
    """The digest under which the store keeps it."""
    observation: Observation
    seat: Seat | None = None
    lines: tuple[Line, ...] = ()
    total: int | None = None
    faults: tuple[Message, ...] = ()
    """Every reason why it does not count as it lies."""
    notes: tuple[Message, ...] = ()
    """What else is good to know: what was possible, which die was swapped."""
    exchanged: Mapping[Cell, str] = field(default_factory=dict)
    """Dice that are no longer what the photograph shows, in one-line notation: R5 where an exchange put it."""
    tap: Tap = Tap.NOTHING
    open: bool = True
    """The table is looking at this one now; older ones are folded."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Dice that are not in a photograph (a best square, a taken die): three rows of three, or one row."""

    title: Message
    rows: tuple[tuple[str, ...], ...]
    """In one-line notation: R5, B1, W4."""
    lines: tuple[Line, ...] = ()
    total: int | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Points per seat and round."""

    rounds: tuple[Message, ...]
    points: Mapping[Seat, tuple[int | None, ...]]
    totals: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended; several winners share the victory."""

    winners: tuple[Seat, ...]
    text: Message


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the page shows of a match at this moment."""

    headline: Message
    hint: Message
    turn: Seat | None = None
    """Whom the table waits for."""
    actions: tuple[Action, ...] = ()
    calls: tuple[CallShown, ...] = ()
    deadline: int | None = None
    """When the count-down ends, in match time (ns)."""
    pictures: tuple[PictureShown, ...] = ()
    grids: tuple[Grid, ...] = ()
    sheet: ScoreSheet | None = None
    result: Result | None = None
    facts: tuple[tuple[Message, Value], ...] = ()
    """Short facts: the round, the start player, what lies in the centre."""
