"""What only a table of Monad knows. Cards are written in notation: r1 is a red Unit, g5 a green Quint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.events import Event, TurnEnded
from companion.table import Seat


@dataclass(frozen=True, slots=True)
class CardPicked(Event):
    """The player on `seat` lays `card` before him, to do something with it; laid again, he takes it back."""

    seat: Seat
    card: str
    back: bool = False


@dataclass(frozen=True, slots=True)
class Traded(Event):
    """The player on `seat` trades two cards for the top card of the next rank."""

    seat: Seat
    cards: str


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """The player on `seat` buys the top card of rank `target` (2 Bi to 5 Quint, 6 a Monad)."""

    seat: Seat
    cards: str
    target: int


@dataclass(frozen=True, slots=True)
class Leapt(Event):
    """The player on `seat` leaps with four, five or six Units of different colours."""

    seat: Seat
    cards: str


@dataclass(frozen=True, slots=True)
class BonusTaken(Event):
    """The player on `seat` takes his bonus: the top cards of `ranks`, as in "4 3 2 1"."""

    seat: Seat
    ranks: str


@dataclass(frozen=True, slots=True)
class BonusDeclined(Event):
    """The player on `seat` keeps his bonus for a later trade of this turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """The player on `seat` draws the top Unit."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiscardFlipped(Event):
    """The player on `seat` turns the discard over: it becomes the draw pile."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """The player on `seat` shows his hand; `units` are the Units that nobody knew of."""

    seat: Seat
    units: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """The player on `seat` passes, with his hand shown."""

    seat: Seat


MONAD_EVENTS: tuple[type[Event], ...] = (
    CardPicked,
    Traded,
    Bought,
    Leapt,
    BonusTaken,
    BonusDeclined,
    Drawn,
    DiscardFlipped,
    HandShown,
    Passed,
    TurnEnded,
)

FORMER_NAMES: Mapping[str, type[Event]] = {"Flipped": DiscardFlipped, "Picked": CardPicked}
"""What journals called these events when several games had one of that name."""
