"""Are all symbols of a monster shown? Which card covers which, and what is missing.

"A monster can be captured when the cards turned up, no matter by whom, show all its symbols" (MR-12).
Each symbol of a monster is matched with a place on a card that may stand for it, one for one, so that as many as
possible are covered (augmenting paths, exact). A combo has two places, a staff one that stands for anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.monster_rush.cards import Weapon, WeaponKind
from companion.games.monster_rush.options import Repeats


@dataclass(frozen=True, slots=True)
class SymbolPlace:
    """One symbol on one of the shown cards."""

    card: int
    """Which of the shown cards."""
    symbol: str | None
    """None: whatever is wanted, on a staff."""


@dataclass(frozen=True, slots=True)
class Cover:
    """How the shown cards cover what a monster needs."""

    need: tuple[str, ...]
    by: tuple[int | None, ...]
    """For each needed symbol the card that covers it; None: nothing does."""

    @property
    def complete(self) -> bool:
        """Whether the monster may be captured."""
        return None not in self.by

    @property
    def missing(self) -> tuple[str, ...]:
        """The symbols that no card covers."""
        return tuple(symbol for symbol, card in zip(self.need, self.by, strict=True) if card is None)


def cover(need: Sequence[str], shown: Sequence[Weapon], repeats: Repeats = Repeats.COUNTED) -> Cover:
    """Return how `shown` covers `need`; with `Repeats.PRESENCE` a symbol that is needed twice is needed once."""
    wanted = tuple(need) if repeats is Repeats.COUNTED else tuple(dict.fromkeys(need))
    places = _places(shown)
    taken: dict[int, int] = {}  # place → needed symbol
    for number in range(len(wanted)):
        _match(number, wanted, places, taken, set())
    by_need = {number: places[place].card for place, number in taken.items()}
    return Cover(wanted, tuple(by_need.get(number) for number in range(len(wanted))))


def _places(shown: Sequence[Weapon]) -> tuple[SymbolPlace, ...]:
    """Return all places, those of the staffs last: a joker stays in hand as long as the symbol itself is there."""
    plain = [SymbolPlace(at, symbol) for at, card in enumerate(shown) for symbol in card.counts_for]
    staffs = [SymbolPlace(at, None) for at, card in enumerate(shown) if card.kind is WeaponKind.STAFF]
    return (*plain, *staffs)


def _match(
    number: int, need: Sequence[str], places: Sequence[SymbolPlace], taken: dict[int, int], tried: set[int]
) -> bool:
    """Find a place for needed symbol `number`, moving earlier ones aside where that helps."""
    for at, place in enumerate(places):
        if at in tried or place.symbol not in (None, need[number]):
            continue
        tried.add(at)
        if at not in taken or _match(taken[at], need, places, taken, tried):
            taken[at] = number
            return True
    return False
