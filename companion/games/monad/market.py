"""What lies on the table of Monad: the columns, the Monads, the discard and the draw pile, and how they are set up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.chance import Lots
from companion.decks.files import Deck, read_deck
from companion.errors import BadInput
from companion.games.monad.cards import COLUMNS, MonadCard, MonadColour, Rank
from companion.table import Seat

# What lies on the table: four columns, the Monads, the discard and the draw pile.
#
# "Units go face up on the discard, all other cards to the bottom of their columns" (MO-9, MO-16, MO-12).


@dataclass(frozen=True, slots=True)
class Market:
    """The cards on the table. Every change returns another one."""

    columns: Mapping[Rank, tuple[MonadCard, ...]]
    """The top card of each column first."""
    monads: int = 10
    discard: tuple[MonadCard, ...] = ()
    """The last one on top."""
    draw: tuple[MonadCard, ...] = ()
    """The top one first."""

    def has(self, rank: Rank) -> bool:
        """Whether a card of `rank`, or a Monad, can be taken."""
        return self.monads > 0 if rank is Rank.MONAD else bool(self.columns.get(rank))

    def top(self, rank: Rank) -> MonadCard | None:
        """Return the top card of a column; for Units, of the draw pile; never of the discard."""
        pile = self.draw if rank is Rank.UNIT else self.columns.get(rank, ())
        return pile[0] if pile else None

    def with_paid(self, cards: Iterable[MonadCard]) -> Market:
        """Return the table after `cards` were handed over, in the order in which they go under their columns."""
        columns, discard = dict(self.columns), self.discard
        for paid in cards:
            if paid.rank is Rank.UNIT:
                discard = (*discard, paid)
            else:
                columns[paid.rank] = (*columns.get(paid.rank, ()), paid)
        return replace(self, columns=columns, discard=discard)

    def without_top(self, rank: Rank) -> Market:
        """Return the table after the top card of `rank`, or a Monad, was taken."""
        if rank is Rank.MONAD:
            return replace(self, monads=self.monads - 1)
        if rank is Rank.UNIT:
            return replace(self, draw=self.draw[1:])
        return replace(self, columns={**self.columns, rank: self.columns[rank][1:]})

    def flipped(self) -> Market:
        """Return the table after the discard was "turned over as it is, without shuffling" (MO-8, MO-14)."""
        return replace(self, draw=(*self.draw, *self.discard), discard=())

    @property
    def cards(self) -> tuple[MonadCard, ...]:
        """Everything that lies there, without the Monads."""
        return (*(each for rank in COLUMNS for each in self.columns.get(rank, ())), *self.discard, *self.draw)


# Setting up: which cards are in play, the columns, the Identities and the Units (MO-4 to MO-7).


NAME = "monad"
UNITS_DEALT = 6
"""Everybody takes up a hand of six Units (MO-7)."""


@dataclass(frozen=True, slots=True)
class RankInBox:
    """A rank as the deck tells it."""

    name: str
    value: int
    copies: int = 1
    """Of each colour."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """What is in play with so many players."""

    players: int
    bonus: int
    units: int
    """Of each colour."""
    identities: tuple[MonadColour, ...]
    monads: int
    """How many win."""


class RankName(StrEnum):
    """What the ranks are called in a deck."""

    UNIT = "unit"
    BI = "bi"
    TRI = "tri"
    QUAD = "quad"
    QUINT = "quint"


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card of one of the five ranks as it is printed."""

    colour: MonadColour
    rank: RankName
    value: int

    def __post_init__(self) -> None:
        if not 1 <= self.value <= 99:
            raise BadInput(f"a card is worth 1 to 99, not {self.value}")


@dataclass(frozen=True, slots=True)
class PrintedIdentity:
    """An Identity as it is printed."""

    colour: MonadColour


@dataclass(frozen=True, slots=True)
class PrintedBonus:
    """A Bonus card as it is printed: all are alike."""


@dataclass(frozen=True, slots=True)
class PrintedMonad:
    """A Monad as it is printed."""

    value: int

    def __post_init__(self) -> None:
        if not 1 <= self.value <= 99:
            raise BadInput(f"a Monad is worth 1 to 99, not {self.value}")


PRINTED = {"card": PrintedCard, "identity": PrintedIdentity, "bonus": PrintedBonus, "monad": PrintedMonad}


def deck(text: str) -> Deck:
    """Return the deck that `text` tells; raise BadInput when it is none of Monad's."""
    return read_deck(text, NAME, {"rank": RankInBox, "play": InPlay}, printed=PRINTED)


def in_play(players: int, box: Deck) -> InPlay:
    """Return what so many players play with."""
    return next(each for each in box.all(InPlay) if each.players == players)


def market(seed: int, players: InPlay) -> Market:
    """Return the columns, each shuffled by itself; there is no Unit on the table at first (MO-6)."""
    columns = {
        rank: Lots(seed, "column", int(rank)).shuffled(MonadCard(rank, colour.letter) for colour in MonadColour)
        for rank in COLUMNS
    }
    return Market(columns)


def units_of(players: InPlay) -> tuple[MonadCard, ...]:
    """Return all Units in play."""
    return tuple(MonadCard(Rank.UNIT, colour.letter) for colour in MonadColour for _ in range(players.units))


def dealt(seed: int, players: InPlay, seats: Sequence[Seat]) -> Mapping[Seat, tuple[MonadCard, ...]]:
    """Return a hand of six Units for every seat, dealt by lot."""
    order = Lots(seed, "units").shuffled(units_of(players))
    return {seat: tuple(sorted(order[at :: len(seats)])) for at, seat in enumerate(seats)}


def identities(seed: int, players: InPlay, seats: Sequence[Seat]) -> Mapping[Seat, MonadColour]:
    """Return everybody's Identity, by lot."""
    order = Lots(seed, "identities").shuffled(players.identities)
    return dict(zip(seats, order, strict=False))
