"""What only a table of Cubo knows: rolls, the centre dice, the exchange, and what to do without a good picture."""

from __future__ import annotations

from dataclasses import dataclass

from companion.events import Event
from companion.observations import Cell
from companion.table import Seat


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """The player on `seat` rolled all nine dice again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DieTaken(Event):
    """The player on `seat` took centre die number `die` (from 0, as the centre was read)."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class DieDeclined(Event):
    """The player on `seat` takes no centre die."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """The player on `seat` replaces the die in `cell` by the one taken; None: the square stays as it lay."""

    seat: Seat
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Forfeited(Event):
    """The player on `seat` has no square in this round: no points."""

    seat: Seat


CUBO_EVENTS: tuple[type[Event], ...] = (
    Rolled,
    DieTaken,
    DieDeclined,
    Exchanged,
    Forfeited,
)
