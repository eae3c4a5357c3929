"""The cards of 13 Monsters: 13 monsters in three parts, each part a left and a right half; two halves are a pair.

A pair is written as monster and level, `04.2`: the eyes of monster 4. A card adds its side: `04.2L`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from companion.decks import Deck, read_deck
from companion.errors import BadInput

NAME = "thirteen-monsters"
GHOST = 13
"""The thirteenth monster: "its own unique element makes it nearly invincible" (S2 L334)."""
OF_AN_ELEMENT = 3
"""Monsters of each element but Ghost."""
_PAIR = re.compile(r"(\d\d)\.([123])")


class Element(StrEnum):
    """The elements: "Earth, Water, Air, Fire and Ghost" (S2 L167)."""

    EARTH = "earth"
    WATER = "water"
    AIR = "air"
    FIRE = "fire"
    GHOST = "ghost"


class Level(IntEnum):
    """The part of a monster that a card shows (S2 L234-245)."""

    HEAD = 1
    EYES = 2
    LOWER = 3


class Side(StrEnum):
    """Which half of a part a card is (TM-A1)."""

    LEFT = "L"
    RIGHT = "R"


@dataclass(frozen=True, slots=True)
class Kin:
    """A monster as the deck tells it."""

    number: int
    name: str
    element: Element

    def __post_init__(self) -> None:
        if not 1 <= self.number <= GHOST or not self.name.strip():
            raise BadInput("a monster has a number from 1 to 13 and a name")
        if (self.number == GHOST) != (self.element is Element.GHOST):
            raise BadInput("monster 13 is the Ghost, and no other is")


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """Both halves of one part of a monster."""

    monster: int
    level: Level

    def __str__(self) -> str:
        return f"{self.monster:02}.{self.level:d}"

    @classmethod
    def parse(cls, text: str) -> Pair:
        """Return the pair that `text` names; raise BadInput when there is none."""
        found = _PAIR.fullmatch(text)
        if found is None or not 1 <= int(found[1]) <= GHOST:
            raise BadInput(f"a pair is written as monster and level, as in 04.2, not {text!r}")
        return cls(int(found[1]), Level(int(found[2])))


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card: a half."""

    pair: Pair
    side: Side

    def __str__(self) -> str:
        return f"{self.pair}{self.side}"


@dataclass(frozen=True, slots=True)
class PrintedHalf:
    """A card as the deck tells it: one half of a part of a monster."""

    monster: int
    level: int
    side: Side

    def __post_init__(self) -> None:
        if not 1 <= self.monster <= GHOST or self.level not in tuple(Level):
            raise BadInput(
                f"a card shows a part from 1 to 3 of a monster from 1 to 13, not {self.monster}.{self.level}"
            )


@dataclass(frozen=True, slots=True)
class PrintedLogo:
    """The card in the middle of the table, which is no part of a monster."""


ALL_PAIRS = tuple(Pair(number, level) for number in range(1, GHOST + 1) for level in Level)
ALL_CARDS = tuple(Card(pair, side) for pair in ALL_PAIRS for side in Side)
"""S2 L225: thirteen monsters of six cards each."""


def parse_pairs(text: str) -> tuple[Pair, ...]:
    """Return several pairs, written with spaces; raise BadInput when one is none, or is named twice."""
    pairs = tuple(Pair.parse(word) for word in text.split())
    if len(set(pairs)) != len(pairs):
        raise BadInput(f"a pair is named twice: {text!r}")
    return pairs


def write_pairs(pairs: tuple[Pair, ...]) -> str:
    """Return several pairs as `parse_pairs` takes them."""
    return " ".join(str(pair) for pair in pairs)


def cards(text: str) -> Deck:
    """Return the deck that `text` tells; raise BadInput with every fault."""
    return read_deck(text, NAME, {"monster": Kin}, _together, printed={"card": PrintedHalf, "logo": PrintedLogo})


def _together(deck: Deck) -> Iterator[str]:
    kin = deck.all(Kin)
    numbers = sorted(each.number for each in kin)
    if numbers != list(range(1, GHOST + 1)):
        yield f"there must be the monsters 1 to {GHOST}, each once, not {numbers}"
        return
    if len({each.name for each in kin}) != len(kin):
        yield "two monsters have the same name"
    counts = Counter(each.element for each in kin)
    yield from (
        f"there are {counts[element]} monsters of {element}, not {OF_AN_ELEMENT}"
        for element in Element
        if element is not Element.GHOST and counts[element] != OF_AN_ELEMENT
    )
