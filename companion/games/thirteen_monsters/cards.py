"""The cards of 13 Monsters, the monsters that three pairs of them make, and the grid in which they are laid."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from itertools import count, product

from companion.chance import Lots
from companion.decks.files import Deck, read_deck
from companion.errors import BadInput
from companion.games.thirteen_monsters.options import SuperNovaHealth
from companion.observations import Cell
from companion.table import Seat

# The cards of 13 Monsters: 13 monsters in three parts, each part a left and a right half; two halves are a pair.
#
# A pair is written as monster and level, `04.2`: the eyes of monster 4. A card adds its side: `04.2L`.


NAME = "thirteen-monsters"
GHOST = 13
"""The thirteenth monster: "its own unique element makes it nearly invincible" (TM-4)."""
OF_AN_ELEMENT = 3
"""Monsters of each element but Ghost."""
_PAIR = re.compile(r"(\d\d)\.([123])")


class Element(StrEnum):
    """The elements: "Earth, Water, Air, Fire and Ghost" (TM-3)."""

    EARTH = "earth"
    WATER = "water"
    AIR = "air"
    FIRE = "fire"
    GHOST = "ghost"


class Level(IntEnum):
    """The part of a monster that a card shows (TM-2)."""

    HEAD = 1
    EYES = 2
    LOWER = 3


class CardHalf(StrEnum):
    """Which half of a part a card is (TM-A1)."""

    LEFT = "L"
    RIGHT = "R"


@dataclass(frozen=True, slots=True)
class MonsterRecord:
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
class ThirteenCard:
    """One card: a half."""

    pair: Pair
    side: CardHalf

    def __str__(self) -> str:
        return f"{self.pair}{self.side}"


@dataclass(frozen=True, slots=True)
class PrintedHalf:
    """A card as the deck tells it: one half of a part of a monster."""

    monster: int
    level: int
    side: CardHalf

    def __post_init__(self) -> None:
        if not 1 <= self.monster <= GHOST or self.level not in tuple(Level):
            raise BadInput(
                f"a card shows a part from 1 to 3 of a monster from 1 to 13, not {self.monster}.{self.level}"
            )


@dataclass(frozen=True, slots=True)
class PrintedLogo:
    """The card in the middle of the table, which is no part of a monster."""


ALL_PAIRS = tuple(Pair(number, level) for number in range(1, GHOST + 1) for level in Level)
ALL_CARDS = tuple(ThirteenCard(pair, side) for pair in ALL_PAIRS for side in CardHalf)
"""TM-1: thirteen monsters of six cards each."""


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
    return read_deck(
        text, NAME, {"monster": MonsterRecord}, _together, printed={"card": PrintedHalf, "logo": PrintedLogo}
    )


def _together(deck: Deck) -> Iterator[str]:
    records = deck.all(MonsterRecord)
    numbers = sorted(each.number for each in records)
    if numbers != list(range(1, GHOST + 1)):
        yield f"there must be the monsters 1 to {GHOST}, each once, not {numbers}"
        return
    if len({each.name for each in records}) != len(records):
        yield "two monsters have the same name"
    counts = Counter(each.element for each in records)
    yield from (
        f"there are {counts[element]} monsters of {element}, not {OF_AN_ELEMENT}"
        for element in Element
        if element is not Element.GHOST and counts[element] != OF_AN_ELEMENT
    )


# Monsters: what three pairs make, what it is worth and what it can do; and all that a player has before him.


Elements = Mapping[int, Element]
"""The element of each monster, by its number."""


class Power(StrEnum):
    """What monsters can do: "there are four special powers" (TM-17)."""

    SACRIFICE = "sacrifice"
    PERMAFROST = "permafrost"
    PROPHET = "prophet"
    SUPER_NOVA = "super_nova"


class MonsterKind(StrEnum):
    """What three pairs make: "the four kinds of monster" (TM-4, TM-10)."""

    GNOME = "gnome"
    """Three pairs of three different monsters."""
    ABOMINATION = "abomination"
    """Two pairs of one monster and one of another."""
    OG = "og"
    """All three pairs of one monster."""
    THIRTEENTH = "thirteenth"
    """All three pairs of the Ghost."""


HEALTH = {MonsterKind.GNOME: 10, MonsterKind.ABOMINATION: 20, MonsterKind.OG: 40, MonsterKind.THIRTEENTH: 60}
POWERS = {kind: frozenset(list(Power)[: number + 1]) for number, kind in enumerate(MonsterKind)}
"""Each kind has one power more than the one before it."""


@dataclass(frozen=True, slots=True)
class Monster:
    """A complete monster: one pair of each level, the head first."""

    pairs: tuple[Pair, Pair, Pair]
    spent: bool = False
    """The thirteenth after its Super Nova: "out of the game", it lies there only for its points (TM-25)."""

    def __str__(self) -> str:
        return " ".join(str(pair) for pair in self.pairs)

    @property
    def kind(self) -> MonsterKind:
        """What its pairs make of it."""
        different = len({pair.monster for pair in self.pairs})
        if different > 1:
            return MonsterKind.GNOME if different == len(self.pairs) else MonsterKind.ABOMINATION
        return MonsterKind.THIRTEENTH if self.pairs[0].monster == GHOST else MonsterKind.OG

    @property
    def powers(self) -> frozenset[Power]:
        """What its owner may do by it."""
        return frozenset() if self.spent else POWERS[self.kind]

    def health(self, after_nova: SuperNovaHealth = SuperNovaHealth.KEPT) -> int:
        """Return its health points; `after_nova` says what the thirteenth is worth after its Super Nova (TM-A5)."""
        return 0 if self.spent and after_nova is SuperNovaHealth.ZERO else HEALTH[self.kind]

    def throws(self, elements: Elements) -> int:
        """Return how often it may throw: three, and one more for each further equal element (TM-27, TM-28)."""
        if self.kind is MonsterKind.THIRTEENTH:
            return 6
        return {3: 3, 2: 4, 1: 5}[len({elements[pair.monster] for pair in self.pairs})]


Ways = Iterator[tuple[Pair, Pair, Pair]]


@dataclass(frozen=True, slots=True)
class Holding:
    """Everything that lies before a player, in the order in which it came there."""

    free: tuple[Pair, ...] = ()
    monsters: tuple[Monster, ...] = ()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs, the free ones first."""
        return (*self.free, *(pair for monster in self.monsters for pair in monster.pairs))

    @property
    def active(self) -> tuple[Monster, ...]:
        """The monsters that are in play: all but a thirteenth that is spent."""
        return tuple(monster for monster in self.monsters if not monster.spent)

    @property
    def attackable(self) -> tuple[Pair, ...]:
        """Every pair that can be attacked: free, or of a monster in play."""
        return (*self.free, *(pair for monster in self.active for pair in monster.pairs))

    @property
    def powers(self) -> frozenset[Power]:
        """The powers of all monsters in play."""
        return frozenset(power for monster in self.monsters for power in monster.powers)

    def monster_with(self, pair: Pair) -> Monster | None:
        """Return the complete monster that `pair` belongs to, if it is in one."""
        return next((monster for monster in self.monsters if pair in monster.pairs), None)

    def health(self, after_nova: SuperNovaHealth) -> int:
        """Return the health points of all monsters; "free pairs do not count" (TM-33)."""
        return sum(monster.health(after_nova) for monster in self.monsters)

    def of_level(self, level: Level) -> tuple[Pair, ...]:
        """Return the free pairs of `level`."""
        return tuple(pair for pair in self.free if pair.level is level)

    @property
    def must_build(self) -> bool:
        """Whether there are free pairs of all three levels: "you MUST create the monster" (TM-9)."""
        return all(self.of_level(level) for level in Level)

    @property
    def ways(self) -> Ways:
        """Every monster that the free pairs allow."""
        yield from product(self.of_level(Level.HEAD), self.of_level(Level.EYES), self.of_level(Level.LOWER))

    def with_pairs(self, *pairs: Pair) -> Holding:
        """Return all of it, and `pairs` free beside it."""
        return replace(self, free=(*self.free, *pairs))

    def without(self, pair: Pair) -> Holding:
        """Return what is left without `pair`; a monster that loses a pair falls apart into free pairs."""
        monster = self.monster_with(pair)
        opened = self.opened((monster,)) if monster is not None else self
        return replace(opened, free=tuple(each for each in opened.free if each != pair))

    def opened(self, monsters: Iterable[Monster]) -> Holding:
        """Return the holding with `monsters` taken apart into free pairs."""
        apart = tuple(monsters)
        left = tuple(monster for monster in self.monsters if monster not in apart)
        return Holding((*self.free, *(pair for monster in apart for pair in monster.pairs)), left)

    def built(self, pairs: tuple[Pair, Pair, Pair]) -> Holding:
        """Return the holding with a monster made of three free pairs."""
        left = tuple(pair for pair in self.free if pair not in pairs)
        return Holding(left, (*self.monsters, Monster(pairs)))

    def with_monster(self, monster: Monster) -> Holding:
        """Return the holding with a whole monster beside the others."""
        return replace(self, monsters=(*self.monsters, monster))

    def without_monster(self, monster: Monster) -> Holding:
        """Return the holding without a whole monster."""
        return replace(self, monsters=tuple(each for each in self.monsters if each != monster))


def is_elementary_master(holding: Holding, elements: Elements) -> bool:
    """Return whether there are "four O.G. which all have another element" (TM-35).

    "The thirteenth is an element of its own, and may be one of the four unless its Super Nova has been used."
    """
    whole = (MonsterKind.OG, MonsterKind.THIRTEENTH)
    found = {elements[monster.pairs[0].monster] for monster in holding.active if monster.kind in whole}
    return len(found) >= 4


# Setting up: nine rows of nine cards face down, but for the logo card in the middle (TM-6), and gnomes (TM-7).


SIDE = 9
LOGO: tuple[Cell, ...] = ((4, 3), (4, 4), (4, 5))
"""Three empty places for the card with the logo."""
CELLS: tuple[Cell, ...] = tuple(
    (row, column) for row in range(SIDE) for column in range(SIDE) if (row, column) not in LOGO
)

Grid = Mapping[Cell, ThirteenCard]


def dealt(seed: int, without: Sequence[Pair] = ()) -> Grid:
    """Return the cards in their places, by lot; those of the pairs in `without` are in nobody's way."""
    order = Lots(seed, "grid").shuffled(card for card in ALL_CARDS if card.pair not in without)
    return dict(zip(CELLS, order, strict=False))


def gnomes(seed: int, seats: Sequence[Seat]) -> Mapping[Seat, Monster]:
    """Return a gnome for everybody: three pairs of three monsters, by lot (TM-A24)."""
    for attempt in count():
        drawn = [Lots(seed, "gnomes", attempt, int(level)).shuffled(range(1, GHOST + 1)) for level in Level]
        parts = list(zip(*drawn, strict=True))[: len(seats)]
        if all(len(set(numbers)) == len(Level) for numbers in parts):
            break
    return {seat: _gnome(*numbers) for seat, numbers in zip(seats, parts, strict=True)}


def _gnome(head: int, eyes: int, lower: int) -> Monster:
    return Monster((Pair(head, Level.HEAD), Pair(eyes, Level.EYES), Pair(lower, Level.LOWER)))
