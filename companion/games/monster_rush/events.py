"""What only a table of Monster Rush knows: cards turned up, and what people say about a contest that buttons cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.events import Event
from companion.table import Seat


@dataclass(frozen=True, slots=True)
class TopCardFlipped(Event):
    """The player on `seat` turned up the top card of his pile."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Gathered(Event):
    """All piles are used up and nobody grabs: everybody takes his open cards back and shuffles them."""


@dataclass(frozen=True, slots=True)
class HandJudged(Event):
    """The people have looked: of the hands that came together, that of `seat` is the lower, or covers more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Withdrawn(Event):
    """The button of `seat` was pressed, but no hand touched a monster."""

    seat: Seat


RUSH_EVENTS: tuple[type[Event], ...] = (TopCardFlipped, Gathered, HandJudged, Withdrawn)

FORMER_NAMES: Mapping[str, type[Event]] = {"Flipped": TopCardFlipped}
"""What journals called these events when several games had one of that name."""
