"""The monster cards and the tiles of the box, as a deck file tells them (`companion.decks`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.decks import Deck, read_deck
from companion.errors import BadInput
from companion.games.monster_cube.tiles import NUMBERS, Tile

GAME = "monster-cube"
CODES = range(1, 57)
FAMILIES = range(1, 15)
FAMILY = 4
LEVELS = (range(1, 19), range(19, 49), range(49, 57))
"""The three piles of the higher monsters (S0 L544-548)."""
MODIFIERS = (2, 1, 3)
"""The size of the modifiers of each level."""
SERIES = "ABCD"
PIPS = range(1, 7)


class Points(StrEnum):
    """What is printed on a monster card."""

    ONE = "+1"
    TWO = "+2"
    THREE = "+3"
    FOUR = "+4"
    DOUBLE = "x2"
    """One point for every +1 card of the player."""


@dataclass(frozen=True, slots=True)
class MonsterCard:
    """One monster card: its code, stars and points in front, its modifier on the back."""

    code: int
    stars: int
    points: Points
    modifier: int
    family: int

    def __post_init__(self) -> None:
        for name, value, known in (
            ("code", self.code, CODES),
            ("stars", self.stars, range(1, 4)),
            ("family", self.family, FAMILIES),
        ):
            if value not in known:
                raise BadInput(f"{name} is {known.start} to {known.stop - 1}, not {value}")
        size = MODIFIERS[level(self.code)]
        if abs(self.modifier) != size:
            raise BadInput(f"the modifier of code {self.code} is +{size} or -{size}, not {self.modifier}")


@dataclass(frozen=True, slots=True)
class TileRow:
    """One tile of the box: yellow, red, blue on both sides."""

    series: str
    index: int
    numbers: tuple[int, int, int]
    dice: tuple[int, int, int]

    def __post_init__(self) -> None:
        if self.series not in tuple(SERIES) or self.index not in NUMBERS:
            raise BadInput(
                f"a tile belongs to series A to D and has an index from 1 to 9, not {self.series}{self.index}"
            )
        if not set(self.numbers) <= set(NUMBERS):
            raise BadInput(f"numbers are 1 to 9, not {list(self.numbers)}")
        if not set(self.dice) <= set(PIPS):
            raise BadInput(f"dice are 1 to 6, not {list(self.dice)}")


def level(code: int) -> int:
    """Return 0, 1 or 2: to which pile of the higher monsters `code` belongs."""
    return next(number for number, codes in enumerate(LEVELS) if code in codes)


def read_monsters(text: str) -> Deck:
    """Return the deck that `text` tells; raise BadInput with every fault otherwise."""
    return read_deck(text, GAME, {"card": MonsterCard, "tile": TileRow}, _faults)


def _faults(deck: Deck) -> Iterator[str]:
    """Yield what is wrong with the box as a whole."""
    codes = Counter(card.code for card in deck.all(MonsterCard))
    yield from (f"there are {count} cards with code {code}" for code, count in codes.items() if count > 1)
    missing = [code for code in CODES if code not in codes]
    if missing:
        yield f"there is no card with code {', '.join(str(code) for code in missing)}"
    families = Counter(card.family for card in deck.all(MonsterCard))
    for family, count in sorted(families.items()):
        if count != FAMILY and not missing:
            yield f"family {family} has {count} cards, not {FAMILY}"
    tiles = Counter((tile.series, tile.index) for tile in deck.all(TileRow))
    for series in SERIES:
        for index in NUMBERS:
            if tiles[series, index] != 1:
                yield f"there are {tiles[series, index]} tiles {series}{index}, not 1"


def cards_of(deck: Deck) -> dict[int, MonsterCard]:
    """Return the monster cards by code."""
    return {card.code: card for card in sorted(deck.all(MonsterCard), key=lambda card: card.code)}


def series_of(deck: Deck, *, dice: bool) -> dict[str, tuple[Tile, ...]]:
    """Return the nine tiles of each series, with their numbers or their pips."""
    rows = sorted(deck.all(TileRow), key=lambda row: row.index)
    return {
        series: tuple(Tile(*(row.dice if dice else row.numbers)) for row in rows if row.series == series)
        for series in SERIES
    }
