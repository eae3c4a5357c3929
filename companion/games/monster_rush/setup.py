"""Setting up: which monsters are in play, the three piles, and everybody's weapons (S1 L44-67)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.chance import Lots
from companion.decks import Deck
from companion.games.monster_rush.cards import Monster, Weapon, WeaponKind
from companion.games.monster_rush.options import FailedCards, RushOptions, Surplus
from companion.table import MOST_SLOTS, Seat

Piles = tuple[tuple[Monster, ...], ...]


def monsters_for(players: int, deck: Deck) -> tuple[Monster, ...]:
    """Return the monsters in play: "with fewer than 5 players remove those marked 5+; with 2 also those marked 3+"."""
    return tuple(monster for monster in deck.all(Monster) if monster.players <= players)


def monster_piles(monsters: Sequence[Monster], seed: int, surplus: Surplus) -> Piles:
    """Return "three equal piles", the open card of each first; a rest goes to the first piles, or is put aside."""
    order = Lots(seed, "monsters").shuffled(monsters)
    if surplus is Surplus.SET_ASIDE:
        order = order[: len(order) - len(order) % MOST_SLOTS]
    return tuple(order[at::MOST_SLOTS] for at in range(MOST_SLOTS))


def weapon_piles(
    seats: Sequence[Seat], deck: Deck, seed: int, options: RushOptions
) -> Mapping[Seat, tuple[Weapon, ...]]:
    """Return everybody's pile, the top card first: "not counted, they need not be equal", but here they nearly are."""
    weapons = [
        weapon
        for weapon in deck.all(Weapon)
        if options.failed_cards is FailedCards.IN or weapon.kind is not WeaponKind.FAILED
    ]
    order = Lots(seed, "weapons").shuffled(weapons)
    return {seat: order[at :: len(seats)] for at, seat in enumerate(seats)}
