"""Everything that is so in a match of Monster Rush at one moment, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.games.monster_rush.cards import Piles, RushMonster, Symbol, Weapon
from companion.games.monster_rush.contest import Contest, Touch
from companion.games.monster_rush.cover import Cover
from companion.games.monster_rush.options import RushOptions
from companion.referee import MatchBase
from companion.table import Seat


class RushPhase(Enum):
    """Where a match stands; `referee` has the diagram."""

    REVEAL = "cards are turned up in turn"
    CONTEST = "hands come down on the monsters"
    WHERE = "somebody has to say which monster was touched"
    HANDS = "people look whose hand is below"
    GAME_OVER = "the match is over"


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A weapon or spell card that lies open before a player."""

    seat: Seat
    weapon: Weapon


@dataclass(frozen=True, slots=True)
class Trophy:
    """A monster that a player took: open when he was right, face down when he was not."""

    monster: RushMonster
    right: bool


@dataclass(frozen=True, slots=True)
class Grab:
    """A contest that has been judged."""

    winner: Touch
    monster: RushMonster
    cover: Cover
    open_cards: tuple[OpenCard, ...]
    contest: Contest
    fined: tuple[Seat, ...] = ()
    """Whose slower hand was wrong too, and costs a point (a house rule)."""


@dataclass(frozen=True, slots=True)
class RushState(MatchBase):
    """One match at one moment."""

    options: RushOptions
    symbols: tuple[Symbol, ...]
    seed: int
    piles: Piles
    """The monsters of the three places, the open one first; an empty place has none."""
    hands: Mapping[Seat, tuple[Weapon, ...]]
    """The weapons that lie face down before each player, the top card first."""
    turn: Seat
    open_cards: tuple[OpenCard, ...] = ()
    phase: RushPhase = RushPhase.REVEAL
    contest: Contest | None = None
    trophies: tuple[tuple[Seat, Trophy], ...] = ()
    fines: tuple[Seat, ...] = ()
    grabs: tuple[Grab, ...] = ()
    gathered: int = 0
    flips: int = 0

    @property
    def last(self) -> Grab | None:
        """The grab that was judged last."""
        return self.grabs[-1] if self.grabs else None

    def open_monster(self, slot: int) -> RushMonster | None:
        """Return the monster in `slot` (from 1), if one lies there."""
        pile = self.piles[slot - 1] if 1 <= slot <= len(self.piles) else ()
        return pile[0] if pile else None

    @property
    def open_slots(self) -> tuple[int, ...]:
        """The places where a monster lies."""
        return tuple(slot for slot in range(1, len(self.piles) + 1) if self.open_monster(slot))

    @property
    def all_used_up(self) -> bool:
        """Whether nobody can turn up a card any more."""
        return not any(self.hands.values())

    @property
    def open_weapons(self) -> tuple[Weapon, ...]:
        """All open weapons and spells, no matter whose."""
        return tuple(each.weapon for each in self.open_cards)

    def won_by(self, seat: Seat) -> tuple[Trophy, ...]:
        """Return everything that `seat` took, in its order."""
        return tuple(trophy for owner, trophy in self.trophies if owner == seat)
