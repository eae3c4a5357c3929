"""The cards of Monster Rush as its deck tells them, and what must be so of all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.decks import Deck, read_deck
from companion.errors import BadInput
from companion.view import Tone

NAME = "monster-rush"
MOST_SYMBOLS = 8
COUNTS = {"normal": 84, "failed": 12, "combo": 9, "staff": 3}
"""S1 L28-39: "108 weapon and spell cards: 84 normal, 12 failed attacks, 9 combos, 3 wizard's staffs"."""
MONSTERS = 36


class WeaponKind(StrEnum):
    """What a weapon or spell card counts as."""

    NORMAL = "normal"
    """One symbol."""
    FAILED = "failed"
    """"Crosses in every corner, and drawn broken: these cards do not count" (S1 L153-160)."""
    COMBO = "combo"
    """"A combo card counts for both symbols" (S1 L146-148)."""
    STAFF = "staff"
    """"A joker, which counts as any weapon or spell of your choice" (S1 L170-172)."""


SYMBOLS_ON = {WeaponKind.NORMAL: 1, WeaponKind.FAILED: 1, WeaponKind.COMBO: 2, WeaponKind.STAFF: 0}


@dataclass(frozen=True, slots=True)
class Symbol:
    """A weapon or a spell, and the colour in which the page draws it."""

    name: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster card."""

    number: int
    """The figure at its bottom left: the higher one goes first when hands cannot be told apart (S1 L105-107)."""
    points: int
    symbols: tuple[str, ...]
    """What it takes to capture it; a symbol that stands there twice is there twice."""
    players: int = 2
    """The mark at its bottom right: only with so many players or more (S1 L44-47)."""

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
    return read_deck(text, NAME, {"symbol": Symbol, "monster": Monster, "weapon": Weapon}, _together)


def _together(deck: Deck) -> Iterator[str]:
    monsters, weapons = deck.all(Monster), deck.all(Weapon)
    known = {symbol.name for symbol in deck.all(Symbol)}
    if len(monsters) != MONSTERS:
        yield f"there are {len(monsters)} monsters, not {MONSTERS}"
    kinds = Counter(weapon.kind.value for weapon in weapons)
    yield from (
        f"there are {kinds[kind]} {kind} cards, not {count}" for kind, count in COUNTS.items() if kinds[kind] != count
    )
    used = {symbol for symbols in (*(m.symbols for m in monsters), *(w.symbols for w in weapons)) for symbol in symbols}
    yield from (f"no [[symbol]] is called {name!r}" for name in sorted(used - known))
    shown = {symbol for weapon in weapons for symbol in weapon.counts_for}
    yield from (f"no card shows {name!r}, which a monster needs" for name in sorted(_needed(monsters) - shown))


def _needed(monsters: Iterable[Monster]) -> set[str]:
    return {symbol for monster in monsters for symbol in monster.symbols}
