"""The contract that every game fulfils.

A referee is a value: `feed` returns the next one and leaves this one untouched. It never reads a clock, never
sleeps, never draws a number. It names its next `deadline`; the loop wakes it with a `Tick` no earlier than that.
It takes any well-formed event in any order without raising: what does not fit is a `Refused` effect with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeAlias, TypeVar

from companion.drawing.decks import DeckDrawing
from companion.effects import Effect, Lamp, ReadRequest, Refused
from companion.errors import BadInput
from companion.events import CORE_EVENTS, FORMER_NAMES, Event, Paused, Resumed, Started, Tick
from companion.mats import MatLayout
from companion.observations import Kind, Observation
from companion.questions import PictureScore, Question
from companion.simulation import Simulate, thrown_by_anybody
from companion.table import Seat, Table
from companion.texts import Message, say
from companion.view import View


class Referee(Protocol):
    """One match of one game at one moment."""

    @property
    def deadline(self) -> int | None:
        """When the loop must send a Tick (match time, ns), or None."""

    @property
    def read_requests(self) -> tuple[ReadRequest, ...]:
        """What it wants to see now; empty while there is nothing to read."""

    @property
    def lamps(self) -> Mapping[Seat, Lamp]:
        """What the lamp of each taken seat shows now."""

    def feed(self, event: Event) -> tuple[Referee, tuple[Effect, ...]]:
        """Return the referee after `event`, and what the table must do about it."""

    def view(self) -> View:
        """Return what the page shows now."""


State = TypeVar("State")

NOT_NOW = say("this does not fit what the table is doing now")
MATCH_IS_OVER = say("the match is over")


def refused(state: State, event: Event, *why: Message) -> tuple[State, tuple[Effect, ...]]:
    """Return `state` as it was, and every reason why `event` changed nothing; that time passes is never refused."""
    by_itself = isinstance(event, Tick | Resumed | Paused)
    return state, () if by_itself else tuple(Refused(event, each) for each in why)


def why_nobody(event: Event, table: Table) -> Message | None:
    """Return why `event` cannot come from anybody at `table`; None where it can, or names no seat."""
    seat = getattr(event, "seat", None)
    return None if seat is None or seat in table.seats else say("nobody sits on seat {seat}", seat=seat)


def seated(started: Started, game: str, seats: range) -> Table:
    """Return the table of a new match; raise BadInput where `game` is not played by so many."""
    table = Table(started.players)
    if len(table.seats) not in seats:
        fewest, most = seats.start, seats.stop - 1
        raise BadInput(f"{game} is played by {fewest} to {most} players, not by {len(table.seats)}")
    return table


@dataclass(frozen=True, slots=True)
class MatchBase:
    """What every match has: people round a table, and lamps; what it refuses leaves it as it is.

    As it stands nobody is hurried and there is nothing to read; a game that has either says so itself.
    """

    table: Table

    @property
    def deadline(self) -> int | None:
        """When the loop must send a Tick, or None."""
        return None

    @property
    def read_requests(self) -> tuple[ReadRequest, ...]:
        """What it wants to see now."""
        return ()

    @property
    def lamps(self) -> Mapping[Seat, Lamp]:
        """What the lamp of each seat shows."""
        return {seat: self.lamp(seat) for seat in self.table.seats}

    def lamp(self, seat: Seat) -> Lamp:
        """Return what the lamp of `seat` shows."""
        raise NotImplementedError(f"the game says what the lamp of seat {seat} shows")

    def refuse(self, event: Event, *why: Message) -> tuple[Self, tuple[Effect, ...]]:
        """Return the match as it is, and every reason why `event` changed nothing."""
        return refused(self, event, *why)


Verdict: TypeAlias = "tuple[Referee, tuple[Effect, ...]]"


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the registry knows it."""

    name: str
    title: Message
    seats: range
    """How many may play."""
    options: type[Any]
    """The dataclass of its house rules (`companion.options`)."""
    events: tuple[type[Event], ...]
    """The events that only this game has, for the journal and the page."""
    begin: Callable[[Started], Referee]
    """Return the referee of a new match; raise BadInput or BadConfig when it cannot begin like that."""
    former_names: Mapping[str, type[Event]] = field(default_factory=dict)
    """What old journals of this game call its events."""
    mats: tuple[MatLayout, ...] = ()
    """Every mat that was ever printed for it, the latest with the highest version."""
    simulate: Simulate = thrown_by_anybody
    """What people lay for a look at the simulated table."""
    questions: tuple[Question, ...] = ()
    """What it answers on the command line."""
    picture_scores: Mapping[Kind, Callable[[Observation], PictureScore]] = field(default_factory=dict)
    """What it says of a photograph that `companion read` has read, by what was looked for."""
    drawing: DeckDrawing | None = None
    """How its cards and tiles are drawn, where it has any."""
    last_call: Message | None = None
    """What people say on the stroke of its count-down, where they say anything: 3 - 2 - 1 - Cubo."""

    @property
    def vocabulary(self) -> dict[str, type[Event]]:
        """Every event that this game's journal may hold, by name."""
        return {**FORMER_NAMES, **self.former_names, **{kind.__name__: kind for kind in (*CORE_EVENTS, *self.events)}}
