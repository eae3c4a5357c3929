"""The contract that every game fulfils.

A referee is a value: `feed` returns the next one and leaves this one untouched. It never reads a clock, never
sleeps, never draws a number. It names its next `deadline`; the loop wakes it with a `Tick` no earlier than that.
It takes any well-formed event in any order without raising: what does not fit is a `Refused` effect with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from companion.effects import Effect, Lamp, Look
from companion.events import CORE_EVENTS, FORMER_NAMES, Event, Started
from companion.questions import Question
from companion.table import Seat
from companion.texts import Message
from companion.view import View


class Referee(Protocol):
    """One match of one game at one moment."""

    @property
    def deadline(self) -> int | None:
        """When the loop must send a Tick (match time, ns), or None."""

    @property
    def looks(self) -> tuple[Look, ...]:
        """What it wants to see now; empty while there is nothing to read."""

    @property
    def lamps(self) -> Mapping[Seat, Lamp]:
        """What the lamp of each taken seat shows now."""

    def feed(self, event: Event) -> tuple[Referee, tuple[Effect, ...]]:
        """Return the referee after `event`, and what the table must do about it."""

    def view(self) -> View:
        """Return what the page shows now."""


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
    questions: tuple[Question, ...] = ()
    """What it answers on the command line."""
    last_call: Message | None = None
    """What people say on the stroke of its count-down, where they say anything: 3 - 2 - 1 - Cubo."""

    @property
    def vocabulary(self) -> dict[str, type[Event]]:
        """Every event that this game's journal may hold, by name."""
        return {**FORMER_NAMES, **{kind.__name__: kind for kind in (*CORE_EVENTS, *self.events)}}
