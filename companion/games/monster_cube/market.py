"""The draw pile, the monsters that lie open, and the discard (S0 L94-112, L208-235, L256)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.chance import Lots
from companion.games.monster_cube.choices import Higher, LastRound, Leftover
from companion.games.monster_cube.deck import LEVELS, level

OPEN_CARDS = 3


@dataclass(frozen=True, slots=True)
class PileRules:
    """How often the discard comes back, and what becomes of the last cards."""

    higher: Higher = Higher.OFF
    leftover: Leftover = Leftover.KEPT
    last_round: LastRound = LastRound.PLAYED
    once: bool = False
    """Rules 3: every card comes once; nothing is ever discarded."""

    @property
    def passes(self) -> int:
        """How often the pile is played through."""
        return 1 if self.once or self.higher is Higher.ONCE else 2


@dataclass(frozen=True, slots=True)
class Market:
    """All cards that nobody has won. The first card of the pile lies on top."""

    pile: tuple[int, ...]
    zone: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    shuffles: int = 0
    last: bool = False
    """The cards in the zone are the last round."""
    over: bool = False
    """Nothing can be dealt any more."""

    def refilled(self, seed: int, rules: PileRules) -> Market:
        """Return the market after new monsters were turned up."""
        short = len(self.pile) < OPEN_CARDS - len(self.zone)
        if short and self.shuffles + 1 < rules.passes and self.discard:
            return self._reshuffled(seed, rules)._dealt(rules)
        if short and not rules.once and rules.last_round is LastRound.ENDS_AT_ONCE:
            return replace(self, over=True)
        return self._dealt(rules)

    def _dealt(self, rules: PileRules) -> Market:
        count = OPEN_CARDS - len(self.zone)
        zone, pile = (*self.zone, *self.pile[:count]), self.pile[count:]
        # "The last round is reached when the pile is exhausted for the second time" (S0 L256).
        exhausted = not pile and self.shuffles + 1 >= rules.passes and not rules.once
        last = exhausted and rules.last_round is LastRound.PLAYED
        return replace(self, zone=zone, pile=pile, last=last, over=not zone)

    def _reshuffled(self, seed: int, rules: PileRules) -> Market:
        """Return the market with the discard as its new pile; the last cards are dealt first, or shuffled in."""
        number = self.shuffles + 1
        if rules.leftover is Leftover.SHUFFLED:
            pile = shuffled((*self.pile, *self.discard), seed, number, rules.higher)
            return replace(self, pile=pile, discard=(), shuffles=number)
        pile = shuffled(self.discard, seed, number, rules.higher)
        return replace(self, zone=(*self.zone, *self.pile), pile=pile, discard=(), shuffles=number)

    def cleared(self, *, discard: bool) -> Market:
        """Return the market with an empty zone: its cards are discarded, or put under the pile (S0 L240)."""
        if discard:
            return replace(self, zone=(), discard=(*self.discard, *self.zone))
        return replace(self, zone=(), pile=(*self.pile, *self.zone))

    def without(self, code: int) -> Market:
        """Return the market after somebody took `code` from the zone."""
        return replace(self, zone=tuple(each for each in self.zone if each != code))

    def with_under_pile(self, codes: Iterable[int]) -> Market:
        """Return the market with `codes` put under the pile."""
        return replace(self, pile=(*self.pile, *codes))

    def told(self, codes: tuple[int, ...]) -> Market:
        """Return the market with `codes` in the zone, as people turned them up themselves; the rest is the pile.

        The companion does not see how people shuffle: it knows what is in the pile, and not in which order.
        """
        rest = tuple(code for code in (*self.zone, *self.pile) if code not in codes)
        return replace(self, zone=codes, pile=rest)


def shuffled(codes: Iterable[int], seed: int, number: int, higher: Higher) -> tuple[int, ...]:
    """Return `codes` shuffled for the `number`th time; with higher monsters level by level (S0 L537-548)."""
    lots = Lots(seed, "cards", number)
    cards = sorted(codes)
    if higher is Higher.OFF:
        return lots.shuffled(cards)
    levels = ([code for code in cards if level(code) == at] for at in range(len(LEVELS)))
    return tuple(code for each in levels for code in lots.shuffled(each))
