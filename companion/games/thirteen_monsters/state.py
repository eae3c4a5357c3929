"""Everything that is so in a match of 13 Monsters at one moment, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.games.thirteen_monsters.cards import (
    Element,
    Grid,
    Holding,
    Monster,
    MonsterRecord,
    Pair,
    Power,
    ThirteenCard,
)
from companion.games.thirteen_monsters.dice import DICE
from companion.games.thirteen_monsters.fight import Fight
from companion.games.thirteen_monsters.options import ForcedBuild, ThirteenOptions
from companion.observations import Cell
from companion.referee import MatchBase
from companion.table import Seat


class ThirteenPhase(Enum):
    """Where a match stands; `referee` has the diagram."""

    BEFORE = "before the search"
    OFFER = "somebody is asked whether he trades"
    SEARCH = "cards are turned up"
    AFTER = "after the search"
    FIGHT = "dice are thrown"
    PRIZE = "a defender takes a pair of the attacker"
    CHAMPIONS = "the monsters of the death match are named"
    OVER = "the match is over"


class PlayerRank(Enum):
    """How far a player has come: "three levels, on the way to the ultimate Beast Master" (TM-7, TM-11, TM-12)."""

    COLLECTOR = "no pair yet"
    APPRENTICE = "pairs, but no monster"
    BEAST_MASTER = "at least one monster"


class Ending(Enum):
    """Why a match is over."""

    HEALTH = "the most health points"
    DEATH_MATCH = "won the death match"
    MASTER = "four monsters of four elements"
    SHARED = "as many points, and no monster to fight with"


@dataclass(frozen=True, slots=True)
class ThirteenTurn:
    """What the player in turn has done; it starts again with every pair that is found (TM-16)."""

    open: tuple[Cell, ...] = ()
    """The cards that he has turned up, in their order."""
    picked: tuple[Pair, ...] = ()
    """The pairs at which he points, his own and others'."""
    called: Power | None = None
    """The power that he has announced, and must say more about."""
    prophet: bool = False
    """He may turn up three cards."""
    attacked: bool = False
    frozen: int = 0
    """How many cards he has frozen."""
    forbidden: frozenset[Power] = frozenset()
    """Powers that he forgot to announce: "the others may take it away for this turn" (TM-17, TM-18)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A trade that waits for an answer."""

    seat: Seat
    to: Seat
    give: tuple[Pair, ...]
    get: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Frozen:
    """A die on a card."""

    cell: Cell
    seat: Seat
    """Who put it there."""


@dataclass(frozen=True, slots=True)
class FightOutcome:
    """A fight that is over, for the page."""

    fight: Fight
    winner: Seat | None
    """None when a death match was a draw."""


@dataclass(frozen=True, slots=True)
class ThirteenState(MatchBase):
    """One match at one moment."""

    options: ThirteenOptions
    records: tuple[MonsterRecord, ...]
    grid: Grid
    """The cards that nobody has won yet. What lies face down is nobody's business: no view may tell it."""
    holdings: Mapping[Seat, Holding]
    turn_of: Seat
    phase: ThirteenPhase = ThirteenPhase.BEFORE
    turn: ThirteenTurn = ThirteenTurn()
    frozen: tuple[Frozen, ...] = ()
    """The oldest die first."""
    offer: Offer | None = None
    fight: Fight | None = None
    outcome: FightOutcome | None = None
    """The last fight, until the turn ends."""
    chosen: tuple[Pair, ...] = ()
    """What somebody who must build has chosen so far."""
    final: tuple[Seat, ...] | None = None
    """Who is still to come in the final round, the player in turn first; None before it."""
    duellists: tuple[Seat, ...] = ()
    """Who is in the death match."""
    champions: tuple[tuple[Seat, Monster], ...] = ()
    """The monsters that have been named for it."""
    before: ThirteenState | None = None
    """The match before the power that was used last, as long as it can be taken back."""
    used: Power | None = None
    """The power that was used last, as long as it can be taken back."""
    winners: tuple[Seat, ...] = ()
    ending: Ending | None = None
    moves: int = 0
    throws: int = 0
    """How many throws there have been in the match."""

    @property
    def elements(self) -> Mapping[int, Element]:
        """The element of each monster."""
        return {each.number: each.element for each in self.records}

    @property
    def mine(self) -> Holding:
        """What lies before the player in turn."""
        return self.holdings[self.turn_of]

    @property
    def open_cards(self) -> Mapping[Cell, ThirteenCard]:
        """The cards that lie face up in the grid."""
        return {cell: self.grid[cell] for cell in self.turn.open if cell in self.grid}

    @property
    def dice_left(self) -> int:
        """The dice that are not on cards: "no more than five cards can be frozen at once" (TM-21)."""
        return DICE - len(self.frozen)

    def freezer(self, cell: Cell) -> Seat | None:
        """Return who has frozen the card in `cell`, if anybody has."""
        return next((each.seat for each in self.frozen if each.cell == cell), None)

    @property
    def searchable(self) -> tuple[Cell, ...]:
        """The cards that the player in turn may turn up now: not open, not frozen by another."""
        return tuple(
            cell for cell in self.grid if cell not in self.turn.open and self.freezer(cell) in (None, self.turn_of)
        )

    @property
    def most_open(self) -> int:
        """How many cards may be turned up in this search: two, or "THREE with the Prophet" (TM-23)."""
        return 3 if self.turn.prophet else 2

    @property
    def can_search(self) -> bool:
        """Whether two cards can be turned up."""
        return len(self.searchable) + len(self.turn.open) >= 2

    @property
    def found(self) -> Pair | None:
        """The pair among the open cards."""
        pairs = [card.pair for card in self.open_cards.values()]
        return next((pair for pair in pairs if pairs.count(pair) > 1), None)

    @property
    def builder(self) -> Seat | None:
        """Who must build now, and has a choice, the player in turn first (TM-A17, TM-A18)."""
        return next(iter(self.builders), None)

    @property
    def builders(self) -> Iterator[Seat]:
        """Everybody who must build now."""
        for seat in self.table.clockwise_from(self.turn_of):
            waits = self.options.forced_build is ForcedBuild.OWN_TURN and seat != self.turn_of
            if self.holdings[seat].must_build and not waits:
                yield seat

    def rank(self, seat: Seat) -> PlayerRank:
        """Return how far a player has come."""
        holding = self.holdings[seat]
        if holding.monsters:
            return PlayerRank.BEAST_MASTER
        return PlayerRank.APPRENTICE if holding.free else PlayerRank.COLLECTOR

    def owner(self, pair: Pair) -> Seat | None:
        """Return before whom `pair` lies; None while its cards are in the grid."""
        return next((seat for seat, holding in self.holdings.items() if pair in holding.pairs), None)

    def health(self, seat: Seat) -> int:
        """Return the health points of a player."""
        return self.holdings[seat].health(self.options.supernova_health)

    def throws_of(self, monster: Monster) -> int:
        """Return how often a monster may throw."""
        return monster.throws(self.elements)

    def name_of(self, number: int) -> str:
        """Return the name of a monster, as the deck tells it."""
        return next(each.name for each in self.records if each.number == number)
