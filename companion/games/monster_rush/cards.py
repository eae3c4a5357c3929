"""The cards of Monster Rush as its deck tells them, how they are dealt, and what people call them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.chance import Lots
from companion.decks.files import Deck, read_deck
from companion.errors import BadInput
from companion.games.monster_rush.options import FailedCards, RushOptions, Surplus
from companion.table import MOST_SLOTS, Seat
from companion.texts import Message, plain, say
from companion.view import Tone

# The cards of Monster Rush as its deck tells them, and what must be so of all of them together.


NAME = "monster-rush"
MOST_SYMBOLS = 8
COUNTS = {"normal": 84, "failed": 12, "combo": 9, "staff": 3}
"""MR-1: "108 weapon and spell cards: 84 normal, 12 failed attacks, 9 combos, 3 wizard's staffs"."""
MONSTERS = 36


class WeaponKind(StrEnum):
    """What a weapon or spell card counts as."""

    NORMAL = "normal"
    """One symbol."""
    FAILED = "failed"
    """"Crosses in every corner, and drawn broken: these cards do not count" (MR-5)."""
    COMBO = "combo"
    """"A combo card counts for both symbols" (MR-4)."""
    STAFF = "staff"
    """"A joker, which counts as any weapon or spell of your choice" (MR-6)."""


SYMBOLS_ON = {WeaponKind.NORMAL: 1, WeaponKind.FAILED: 1, WeaponKind.COMBO: 2, WeaponKind.STAFF: 0}


@dataclass(frozen=True, slots=True)
class Symbol:
    """A weapon or a spell, and the colour in which the page draws it."""

    name: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class RushMonster:
    """A monster card."""

    number: int
    """The figure at its bottom left: the higher one goes first when hands cannot be told apart (MR-2, MR-15)."""
    points: int
    symbols: tuple[str, ...]
    """What it takes to capture it; a symbol that stands there twice is there twice."""
    players: int = 2
    """The mark at its bottom right: only with so many players or more (MR-3)."""

    def __post_init__(self) -> None:
        if not 1 <= self.points <= 9 or not 1 <= len(self.symbols) <= MOST_SYMBOLS:
            raise BadInput("a monster has 1 to 9 points and needs 1 to 8 symbols")
        if self.players not in (2, 3, 5):
            raise BadInput("a monster is marked for 3 or 5 players and more, or not at all")


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon or spell card."""

    kind: WeaponKind
    symbols: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.symbols) != SYMBOLS_ON[self.kind]:
            raise BadInput(f"a {self.kind} card shows {SYMBOLS_ON[self.kind]} symbols, not {len(self.symbols)}")

    @property
    def counts_for(self) -> tuple[str, ...]:
        """The symbols that it gives; a staff gives any one, a failed attack none."""
        return () if self.kind is WeaponKind.FAILED else self.symbols


def cards(text: str) -> Deck:
    """Return the deck that `text` tells; raise BadInput with every fault."""
    return read_deck(text, NAME, {"symbol": Symbol, "monster": RushMonster, "weapon": Weapon}, _together)


def _together(deck: Deck) -> Iterator[str]:
    monsters, weapons = deck.all(RushMonster), deck.all(Weapon)
    known = {symbol.name for symbol in deck.all(Symbol)}
    if len(monsters) != MONSTERS:
        yield f"there are {len(monsters)} monsters, not {MONSTERS}"
    kinds = Counter(weapon.kind.value for weapon in weapons)
    yield from (
        f"there are {kinds[kind]} {kind} cards, not {count}" for kind, count in COUNTS.items() if kinds[kind] != count
    )
    used = {symbol for symbols in (*(m.symbols for m in monsters), *(w.symbols for w in weapons)) for symbol in symbols}
    yield from (f"no [[symbol]] is called {name!r}" for name in sorted(used - known))
    symbols = {symbol for weapon in weapons for symbol in weapon.counts_for}
    yield from (f"no card shows {name!r}, which a monster needs" for name in sorted(_needed(monsters) - symbols))


def _needed(monsters: Iterable[RushMonster]) -> set[str]:
    return {symbol for monster in monsters for symbol in monster.symbols}


# Setting up: which monsters are in play, the three piles, and everybody's weapons (MR-3, MR-7, MR-8, MR-9).


Piles = tuple[tuple[RushMonster, ...], ...]


def monsters_for(players: int, deck: Deck) -> tuple[RushMonster, ...]:
    """Return the monsters in play: "with fewer than 5 players remove those marked 5+; with 2 also those marked 3+"."""
    return tuple(monster for monster in deck.all(RushMonster) if monster.players <= players)


def monster_piles(monsters: Sequence[RushMonster], seed: int, surplus: Surplus) -> Piles:
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


# Words that several sentences share: symbols, monsters, lists of names.


SYMBOLS: dict[str, Message] = {
    "sword": say("sword"),
    "bow": say("bow"),
    "axe": say("axe"),
    "flame": say("flame"),
    "frost": say("frost"),
    "potion": say("potion"),
}
"""The symbols of the deck that comes with the game; an owner's names stand as they are."""


def symbol_name(name: str) -> Message:
    """Return what people call a symbol."""
    return SYMBOLS.get(name) or plain(name)


def monster_name(monster: RushMonster) -> Message:
    """Return what people call a monster."""
    return say("monster {number}", number=monster.number)


def weapon_name(weapon: Weapon) -> Message:
    """Return what people call a weapon or spell card."""
    match weapon.kind:
        case WeaponKind.FAILED:
            return say("failed attack ({symbol})", symbol=symbol_name(weapon.symbols[0]))
        case WeaponKind.STAFF:
            return say("wizard's staff")
        case WeaponKind.COMBO:
            one, other = (symbol_name(symbol) for symbol in weapon.symbols)
            return say("combo of {one} and {other}", one=one, other=other)
    return symbol_name(weapon.symbols[0])
