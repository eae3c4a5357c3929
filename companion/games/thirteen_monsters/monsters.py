"""Monsters: what three pairs make, what it is worth and what it can do; and all that a player has before him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from companion.games.thirteen_monsters.cards import GHOST, Element, Level, Pair
from companion.games.thirteen_monsters.options import SuperNovaHealth

Elements = Mapping[int, Element]
"""The element of each monster, by its number."""


class Power(StrEnum):
    """What monsters can do: "there are four special powers" (S2 L355)."""

    SACRIFICE = "sacrifice"
    PERMAFROST = "permafrost"
    PROPHET = "prophet"
    SUPER_NOVA = "super_nova"


class Kind(StrEnum):
    """What three pairs make: "the four kinds of monster" (S2 L275-349)."""

    GNOME = "gnome"
    """Three pairs of three different monsters."""
    ABOMINATION = "abomination"
    """Two pairs of one monster and one of another."""
    OG = "og"
    """All three pairs of one monster."""
    THIRTEENTH = "thirteenth"
    """All three pairs of the Ghost."""


HEALTH = {Kind.GNOME: 10, Kind.ABOMINATION: 20, Kind.OG: 40, Kind.THIRTEENTH: 60}
POWERS = {kind: frozenset(list(Power)[: number + 1]) for number, kind in enumerate(Kind)}
"""Each kind has one power more than the one before it."""


@dataclass(frozen=True, slots=True)
class Monster:
    """A complete monster: one pair of each level, the head first."""

    pairs: tuple[Pair, Pair, Pair]
    spent: bool = False
    """The thirteenth after its Super Nova: "out of the game", it lies there only for its points (S2 L404-417)."""

    def __str__(self) -> str:
        return " ".join(str(pair) for pair in self.pairs)

    @property
    def kind(self) -> Kind:
        """What its pairs make of it."""
        different = len({pair.monster for pair in self.pairs})
        if different > 1:
            return Kind.GNOME if different == len(self.pairs) else Kind.ABOMINATION
        return Kind.THIRTEENTH if self.pairs[0].monster == GHOST else Kind.OG

    @property
    def powers(self) -> frozenset[Power]:
        """What its owner may do by it."""
        return frozenset() if self.spent else POWERS[self.kind]

    def health(self, after_nova: SuperNovaHealth = SuperNovaHealth.KEPT) -> int:
        """Return its health points; `after_nova` says what the thirteenth is worth after its Super Nova (TM-A5)."""
        return 0 if self.spent and after_nova is SuperNovaHealth.ZERO else HEALTH[self.kind]

    def throws(self, elements: Elements) -> int:
        """Return how often it may throw: three, and one more for each further equal element (S2 L532-542)."""
        if self.kind is Kind.THIRTEENTH:
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
        """Return the health points of all monsters; "free pairs do not count" (S2 L590)."""
        return sum(monster.health(after_nova) for monster in self.monsters)

    def of_level(self, level: Level) -> tuple[Pair, ...]:
        """Return the free pairs of `level`."""
        return tuple(pair for pair in self.free if pair.level is level)

    @property
    def must_build(self) -> bool:
        """Whether there are free pairs of all three levels: "you MUST create the monster" (S2 L83, L230)."""
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
    """Return whether there are "four O.G. which all have another element" (S2 L612-618).

    "The thirteenth is an element of its own, and may be one of the four unless its Super Nova has been used."
    """
    whole = (Kind.OG, Kind.THIRTEENTH)
    found = {elements[monster.pairs[0].monster] for monster in holding.active if monster.kind in whole}
    return len(found) >= 4
