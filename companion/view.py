"""What a referee shows: plain values that any page can draw without knowing the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.events import By
from companion.observations import Cell, Observation, Point, Problem
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
    only_for: Seat | None = None
    """Only the page of this seat offers it: what it says would tell the others what is in a hand."""


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
    problems: tuple[Problem, ...] = ()
    """What the reader was uneasy about and nobody has answered yet."""
    notes: tuple[Message, ...] = ()
    """What else is good to know: what was possible, which die was swapped."""
    exchanged: Mapping[Cell, str] = field(default_factory=dict)
    """Dice that are no longer what the photograph shows, in one-line notation: R5 where an exchange put it."""
    tap: Tap = Tap.NOTHING
    edit: bool = False
    """A die or tile that is none can be removed (`PartRemoved`), one that was missed can be added (`PartAdded`)."""
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


class Tone(StrEnum):
    """The colour in which a piece of a board is drawn; the page has a shade of each for light and dark."""

    PLAIN = "plain"
    PLACE = "place"
    """A free place: an outline only."""
    BACK = "back"
    """A card that lies face down."""
    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    SKY = "sky"
    BLUE = "blue"
    NAVY = "navy"
    VIOLET = "violet"
    WHITE = "white"
    BLACK = "black"


class Standing(StrEnum):
    """How a piece stands out among the others."""

    USUAL = "usual"
    CHOSEN = "chosen"
    """Somebody has tapped it."""
    RIGHT = "right"
    """It belongs to what was right."""
    WRONG = "wrong"
    HINTED = "hinted"
    FADED = "faded"
    """It is there, but does not count now."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something on a board: a card, a face of a tile, a free place."""

    outline: tuple[Point, ...]
    """Its corners in units of the board, x right, y down."""
    name: Message
    """What it is, for somebody who does not see the page."""
    label: Message | None = None
    """What stands on it, large."""
    small: Message | None = None
    """What stands below that, small."""
    tone: Tone = Tone.PLAIN
    standing: Standing = Standing.USUAL
    action: Action | None = None
    """What a tap on it does."""
    art: tuple[str, ...] = ()
    """The cards that are drawn in its outline, from left to right, by their names in the deck; a back for a card that
    lies face down. What stands on it then is only drawn where the deck has no such card, or over a back."""


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the outline of an upright rectangle on a board."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line over a board from point to point, with what it says at its end."""

    points: tuple[Point, ...]
    label: Message | None = None
    standing: Standing = Standing.CHOSEN


@dataclass(frozen=True, slots=True)
class Board:
    """Pieces as they lie on the table, drawn to scale: tiles, cards in rows and columns, a hand."""

    title: Message
    pieces: tuple[Piece, ...]
    strokes: tuple[Stroke, ...] = ()
    seat: Seat | None = None
    """Whose things these are."""
    only_for: Seat | None = None
    """Only the page of this seat shows it: a hand. All others say that there is something that they do not show."""
    notes: tuple[Message, ...] = ()
    open: bool = True
    """The table is looking at it now; others are folded."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Points per seat and round, or per column of another kind."""

    rounds: tuple[Message, ...]
    """What each column is: rounds are numbered on the page, anything else is `named`."""
    points: Mapping[Seat, tuple[int | None, ...]]
    totals: Mapping[Seat, int]
    named: bool = False


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
    boards: tuple[Board, ...] = ()
    sheet: ScoreSheet | None = None
    result: Result | None = None
    facts: tuple[tuple[Message, Value], ...] = ()
    """Short facts: the round, the start player, what lies in the centre."""
