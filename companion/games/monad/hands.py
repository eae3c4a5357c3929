"""What each hand must hold. A hand is hidden; the companion knows what was taken in the open and what was dealt by it.

Cards that were dealt by hand are hidden Units, until they are laid down or shown. A Unit that a hand does not surely
hold may still be one of its hidden ones, unless all Units of that colour are known to lie elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.games.monad.cards import MonadCard, Rank


@dataclass(frozen=True, slots=True)
class MonadHand:
    """The cards of one player."""

    known: tuple[MonadCard, ...] = ()
    hidden: int = 0
    """Units of which only their player knows the colour."""

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.known) + self.hidden

    def lacks(self, cards: Iterable[MonadCard]) -> tuple[MonadCard, ...]:
        """Return those of `cards` that are not known to be here."""
        return tuple((Counter(cards) - Counter(self.known)).elements())

    def without(self, cards: Iterable[MonadCard]) -> MonadHand:
        """Return the hand after `cards` were laid down; what it did not surely hold were hidden Units."""
        paid = tuple(cards)
        left = tuple(sorted((Counter(self.known) - Counter(paid)).elements()))
        return MonadHand(left, self.hidden - len(self.lacks(paid)))

    def with_card(self, card: MonadCard) -> MonadHand:
        """Return the hand with a card that was taken in the open."""
        return replace(self, known=tuple(sorted((*self.known, card))))


def unaccounted(units: Iterable[MonadCard], seen: Iterable[MonadCard]) -> Counter[MonadCard]:
    """Return which Units the hidden ones of all hands are: those in play that are `seen` nowhere."""
    return Counter(units) - Counter(each for each in seen if each.rank is Rank.UNIT)


def could_hold(hand: MonadHand, cards: Iterable[MonadCard], missing: Mapping[MonadCard, int]) -> tuple[MonadCard, ...]:
    """Return those of `cards` that `hand` cannot hold, given which Units are unaccounted for; empty when it may."""
    lacking = Counter(hand.lacks(cards))
    impossible = [card for card, count in lacking.items() for _ in range(max(0, count - missing.get(card, 0)))]
    possible = sum(lacking.values()) - len(impossible)
    too_many = max(0, possible - hand.hidden)
    return (*impossible, *[card for card in lacking.elements() if card not in impossible][:too_many])
