"""The five dice of a fight: what they are worth, and the exact odds of putting some aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from companion.errors import BadInput
from companion.games.thirteen_monsters.options import DiceCount, NoneAlike, ThirteenOptions

# What five dice are worth in a fight: "all dice that show equal points" (TM-28, TM-29).


DICE = 5
FACES = (1, 2, 3, 4, 5, 6)
MOST = 30
"""Five sixes (TM-28, TM-29)."""


def score(dice: Iterable[int], options: ThirteenOptions | None = None) -> int:
    """Return what `dice` are worth: 6 6 6 1 2 gives 18; no two alike give nothing, unless a house rule says so."""
    rules = options or ThirteenOptions()
    counts = Counter(dice)
    groups = [value * count for value, count in counts.items() if count > 1]
    if not groups:
        return max(counts, default=0) if rules.none_alike is NoneAlike.HIGHEST_DIE else 0
    return sum(groups) if rules.dice_count is DiceCount.ALL_GROUPS else max(groups)


def parse_dice(notation: str) -> tuple[int, ...]:
    """Return the five dice of `6 6 2 1 3`; raise BadInput when they are none."""
    parts = notation.replace(",", " ").split()
    if len(parts) != DICE or not all(part in "123456" and len(part) == 1 for part in parts):
        raise BadInput(f"a throw has five dice from 1 to 6, as in 6 6 2 1 3, not {notation!r}")
    return tuple(int(part) for part in parts)


# The exact odds of a fight: the best dice to put aside, by counting every way in which dice can fall.
#
# `worth[dice]` is what is to be expected of five dice with so many throws left, when whoever throws always does the
# best. With none left it is what their score is good for; with one more it is the best that any part of them, put
# aside, gives on average: "you may also throw all again that was put aside" (TM-28, TM-29).
#
# What a score is good for (`Aims`) may be its points, or the chance to win with it.


Dice: TypeAlias = tuple[int, ...]
"""Sorted: their order does not matter."""
Aims: TypeAlias = tuple[float, ...]
"""What each score, from 0 to 30, is good for."""
POINTS: Aims = tuple(float(points) for points in range(MOST + 1))

_BY_SIZE = tuple(tuple(combinations_with_replacement(FACES, size)) for size in range(DICE + 1))


@dataclass(frozen=True, slots=True)
class Advice:
    """What to put aside, and what is to be expected then."""

    aside: Dice
    worth: float


@cache
def _parts(dice: Dice) -> tuple[Dice, ...]:
    """Return everything that can be put aside of `dice`, the most first."""
    return tuple(dict.fromkeys(part for size in range(DICE, -1, -1) for part in combinations(dice, size)))


def _on_average(worth: Mapping[Dice, float]) -> dict[Dice, float]:
    """Return what is to be expected of dice put aside when the others are thrown once."""
    expected = dict(worth)
    for size in range(DICE - 1, -1, -1):
        for aside in _BY_SIZE[size]:
            expected[aside] = sum(expected[tuple(sorted((*aside, face)))] for face in FACES) / len(FACES)
    return expected


@lru_cache(maxsize=256)
def _expected(aims: Aims, left: int, options: ThirteenOptions) -> Mapping[Dice, float]:
    """Return what dice put aside are good for when the others are thrown, the first of `left` throws."""
    return _on_average(_worth(aims, left - 1, options))


@lru_cache(maxsize=256)
def _worth(aims: Aims, left: int, options: ThirteenOptions) -> Mapping[Dice, float]:
    """Return what five dice are good for with `left` more throws."""
    if left == 0:
        return {dice: aims[score(dice, options)] for dice in _BY_SIZE[DICE]}
    expected = _expected(aims, left, options)
    return {dice: max(expected[part] for part in _parts(dice)) for dice in _BY_SIZE[DICE]}


def before(throws: int, options: ThirteenOptions, aims: Aims = POINTS) -> float:
    """Return what is to be expected before the first of so many throws."""
    return _expected(aims, throws, options)[()]


def advice(dice: Dice, left: int, options: ThirteenOptions, aims: Aims = POINTS) -> Advice:
    """Return what to put aside of five dice with `left` more throws; all five mean: stop."""
    lying = tuple(sorted(dice))
    if left <= 0:
        return Advice(lying, _worth(aims, 0, options)[lying])
    expected = _expected(aims, left, options)
    best = max(_parts(lying), key=lambda part: expected[part])
    return Advice(best, expected[best])


def beating(points: int) -> Aims:
    """Return the aims of a defender: he must have more than the attacker, "who wins a draw" (TM-30)."""
    return tuple(float(mine > points) for mine in range(MOST + 1))


@lru_cache(maxsize=64)
def holding(throws: int, options: ThirteenOptions) -> Aims:
    """Return the aims of an attacker: the chance that nobody with so many throws beats his score."""
    return tuple(1 - before(throws, options, beating(points)) for points in range(MOST + 1))
