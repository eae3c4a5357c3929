"""Rules 2: the personal pile, the hand and the modifiers that lie in front of a player (S0 L292-351)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.monster_cube.choices import Codes, UsedModifiers
from companion.games.monster_cube.deck import MonsterCard

CARDS_EACH = 7
HAND = 3
MOST_IN_FRONT = 3
"""\"At most three cards, face down, in front of a player\"."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one player. The first of the pile is drawn next."""

    pile: tuple[int, ...]
    cards: tuple[int, ...] = ()
    front: tuple[int, ...] = ()
    """Cards of others, face down: their modifiers count."""

    @property
    def is_empty(self) -> bool:
        """Whether the player has got rid of all cards, and so wins."""
        return not self.cards and not self.pile

    def drawn(self, count: int = HAND) -> Hand:
        """Return the hand filled up to `count` from its pile."""
        wanted = max(0, count - len(self.cards))
        return replace(self, cards=(*self.cards, *self.pile[:wanted]), pile=self.pile[wanted:])

    def without(self, code: int) -> Hand:
        """Return the hand after `code` was played."""
        return replace(self, cards=tuple(each for each in self.cards if each != code))

    def cleared(self, rule: UsedModifiers) -> tuple[Hand, tuple[int, ...]]:
        """Return the hand without any card in front of it, and the cards that leave the game."""
        return replace(self, front=())._used(self.front, rule)

    def placed(self, code: int, replaced: int | None, rule: UsedModifiers) -> tuple[Hand, tuple[int, ...]]:
        """Return the hand with `code` in front of it, in the place of `replaced`, and what leaves the game."""
        kept = tuple(each for each in self.front if each != replaced)
        gone = () if replaced is None else (replaced,)
        return replace(self, front=(*kept, code))._used(gone, rule)

    def _used(self, gone: tuple[int, ...], rule: UsedModifiers) -> tuple[Hand, tuple[int, ...]]:
        if rule is UsedModifiers.UNDER_OWN_PILE:
            return replace(self, pile=(*self.pile, *gone)), ()
        return self, gone

    def modifier(self, cards: Mapping[int, MonsterCard]) -> int:
        """Return the sum of the modifiers in front of the player."""
        return sum(cards[code].modifier for code in self.front)


def effective(code: int, modifier: int, rule: Codes) -> int:
    """Return what `code` has become by the modifiers in front of its owner."""
    return max(1, code + modifier) if rule is Codes.AT_LEAST_ONE else code + modifier
