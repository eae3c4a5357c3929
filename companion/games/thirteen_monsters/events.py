"""What only a table of 13 Monsters knows: searches, trades, powers and fights. Pairs are written as in 04.2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.events import Event, TurnEnded
from companion.games.thirteen_monsters.cards import Power
from companion.observations import Cell
from companion.table import Seat

ZONE = "centre"
"""Where dice are thrown."""


@dataclass(frozen=True, slots=True)
class CardFlipped(Event):
    """The player on `seat` turned up the card in `cell`: row and column, from 0."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class SearchEnded(Event):
    """The player on `seat`, a Prophet, turns up no third card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PairPicked(Event):
    """The player on `seat`, whose turn it is, points at a pair, his own or another's; again: no longer."""

    seat: Seat
    pair: str


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """The player on `seat`, who must build, takes this free pair for his monster."""

    seat: Seat
    pair: str


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """The player on `seat` offers the pairs `give` for the pairs `get` of the player on `to`."""

    seat: Seat
    to: Seat
    give: str
    get: str


@dataclass(frozen=True, slots=True)
class Agreed(Event):
    """The player on `seat` agrees with the trade that he was offered."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """There will be no trade: the player on `seat` says so, who offered it or who was asked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The player on `seat` announces a power aloud."""

    seat: Seat
    power: Power


@dataclass(frozen=True, slots=True)
class CalledOff(Event):
    """The player on `seat` does not use the power after all that he has announced."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Froze(Event):
    """The player on `seat` puts a die on the card in `cell`."""

    seat: Seat
    cell: Cell


@dataclass(frozen=True, slots=True)
class Absorbed(Event):
    """Super Nova: the player on `seat` takes the whole monster that `pair` belongs to."""

    seat: Seat
    pair: str


@dataclass(frozen=True, slots=True)
class Forgotten(Event):
    """The others say: the power used last was not announced aloud. It is taken back for this turn."""


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """The player on `seat` attacks `pair` of another player with the monster that his pair `monster` belongs to."""

    seat: Seat
    monster: str
    pair: str


@dataclass(frozen=True, slots=True)
class DieTold(Event):
    """There is no picture: the next die that the player on `seat` has thrown shows `value`."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class PutAside(Event):
    """The player on `seat` puts die number `die` (from 0) aside, or takes it back."""

    seat: Seat
    die: int


@dataclass(frozen=True, slots=True)
class ThrownAgain(Event):
    """The player on `seat` throws all dice again that are not put aside."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The player on `seat` leaves the dice as they are: they are counted.

    Naming the zone makes the page say what its people looked at, so that nothing else is counted.
    """

    seat: Seat
    zone: str = ZONE


@dataclass(frozen=True, slots=True)
class PrizeTaken(Event):
    """The player on `seat` has defended himself, and takes `pair` of the monster that attacked him."""

    seat: Seat
    pair: str


@dataclass(frozen=True, slots=True)
class ChampionNamed(Event):
    """The player on `seat` goes into the death match with the monster that `pair` belongs to."""

    seat: Seat
    pair: str


THIRTEEN_EVENTS: tuple[type[Event], ...] = (
    CardFlipped,
    SearchEnded,
    TurnEnded,
    PairPicked,
    Chosen,
    Offered,
    Agreed,
    Declined,
    Called,
    CalledOff,
    Froze,
    Absorbed,
    Forgotten,
    Attacked,
    DieTold,
    PutAside,
    ThrownAgain,
    Stopped,
    PrizeTaken,
    ChampionNamed,
)

FORMER_NAMES: Mapping[str, type[Event]] = {"Flipped": CardFlipped, "Picked": PairPicked}
"""What journals called these events when several games had one of that name."""
