"""Everything that is so in a match of Monad at one moment, and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.monad.cards import MonadCard, MonadColour, Rank
from companion.games.monad.hands import MonadHand, unaccounted
from companion.games.monad.market import InPlay, Market, units_of
from companion.games.monad.options import Dealt, MonadLength, MonadOptions, Teams
from companion.referee import MatchBase
from companion.table import Seat

STALEMATE_ROUNDS = 3
"""So many rounds of nothing but passes end a match (MO-A18)."""
MONADS_OF_A_TEAM = 5
"""MO-18: the first team with five Monads wins."""
MONADS_OF_A_SHORT_MATCH = 1


@dataclass(frozen=True, slots=True)
class MonadTurn:
    """What the player whose turn it is has done so far."""

    traded: bool = False
    """At least one trade or purchase."""
    leaps: int = 0
    unproven: bool = False
    """A leap still waits for the trade or purchase that goes with it."""
    bonus_used: bool = False
    offered: tuple[Rank, ...] = ()
    """The bonus of the trade just made, until it is taken, declined or forgotten."""
    picked: tuple[MonadCard, ...] = ()
    """The cards laid out to do something with."""

    @property
    def acted(self) -> bool:
        """Whether anything was done that excludes drawing, turning over and passing."""
        return self.traded or self.leaps > 0


@dataclass(frozen=True, slots=True)
class MonadState(MatchBase):
    """One match at one moment."""

    options: MonadOptions
    in_play: InPlay
    identities: Mapping[Seat, MonadColour]
    market: Market
    hands: Mapping[Seat, MonadHand]
    turn_of: Seat
    monads: Mapping[Seat, int]
    turn: MonadTurn = MonadTurn()
    moves: int = 0
    """Finished turns and operations: until the first, somebody else may begin."""
    passes: int = 0
    """Passes in a row."""
    over: bool = False
    stalemate: bool = False

    @property
    def in_teams(self) -> bool:
        """Whether partners play together."""
        return self.options.teams is Teams.YES and len(self.table.seats) == 4

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """Return who wins and loses with `seat`: himself, or his team; "partners sit opposite each other" (MO-18)."""
        if not self.in_teams:
            return (seat,)
        at = self.table.seats.index(seat) % 2
        return self.table.seats[at::2]

    @property
    def needed(self) -> int:
        """How many Monads win."""
        if self.options.length is MonadLength.SHORT:
            return MONADS_OF_A_SHORT_MATCH
        return MONADS_OF_A_TEAM if self.in_teams else self.in_play.monads

    def monads_of(self, seat: Seat) -> int:
        """Return the Monads of `seat` and his side."""
        return sum(self.monads[each] for each in self.side(seat))

    @property
    def secret(self) -> bool:
        """Whether the companion dealt, and so knows more than the table."""
        return self.options.dealt is Dealt.BY_COMPANION

    @property
    def unaccounted(self) -> Counter[MonadCard]:
        """The Units that lie hidden in some hand."""
        held = [card for hand in self.hands.values() for card in hand.known]
        return unaccounted(units_of(self.in_play), (*held, *self.market.cards))

    def worth_of(self, seat: Seat) -> int:
        """Return the value of a hand: it decides a stalemate (MO-A18). Any Unit is worth one."""
        hand = self.hands[seat]
        return sum(card.worth for card in hand.known) + hand.hidden * Rank.UNIT.worth

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won: "the first to reach the number" (MO-17), or after a stalemate most Monads, then most value."""
        sides = dict.fromkeys(self.side(seat) for seat in self.table.seats)
        ranks = {side: self._rank(side) for side in sides}
        best = max(ranks.values())
        return tuple(seat for side in sides if ranks[side] == best for seat in side)

    def _rank(self, side: tuple[Seat, ...]) -> tuple[int, int]:
        value = sum(self.worth_of(seat) for seat in side) if self.stalemate else 0
        return self.monads_of(side[0]), value
