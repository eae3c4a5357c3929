"""What lies on the table: four columns, the Monads, the discard and the draw pile.

"Units go face up on the discard, all other cards to the bottom of their columns" (S4 L76, L94).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.games.monad.cards import COLUMNS, Card, Rank


@dataclass(frozen=True, slots=True)
class Market:
    """The cards on the table. Every change returns another one."""

    columns: Mapping[Rank, tuple[Card, ...]]
    """The top card of each column first."""
    monads: int = 10
    discard: tuple[Card, ...] = ()
    """The last one on top."""
    draw: tuple[Card, ...] = ()
    """The top one first."""

    def has(self, rank: Rank) -> bool:
        """Whether a card of `rank`, or a Monad, can be taken."""
        return self.monads > 0 if rank is Rank.MONAD else bool(self.columns.get(rank))

    def top(self, rank: Rank) -> Card | None:
        """Return the top card of a column; for Units, of the draw pile; never of the discard."""
        pile = self.draw if rank is Rank.UNIT else self.columns.get(rank, ())
        return pile[0] if pile else None

    def with_paid(self, cards: Iterable[Card]) -> Market:
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
        """Return the table after the discard was "turned over as it is, without shuffling" (S4 L104)."""
        return replace(self, draw=(*self.draw, *self.discard), discard=())

    @property
    def cards(self) -> tuple[Card, ...]:
        """Everything that lies there, without the Monads."""
        return (*(each for rank in COLUMNS for each in self.columns.get(rank, ())), *self.discard, *self.draw)
