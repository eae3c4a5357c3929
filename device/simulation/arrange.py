"""How things come to lie on the simulated table: dice are thrown or pushed together in rows, tiles are laid in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

import numpy as np

from companion.observations import Cell
from companion.simulation import Laid, LaidDie
from vision.render.render import VirtualDie
from vision.render.tiles import VirtualTile, laid

Item = TypeVar("Item")
Things: TypeAlias = tuple[tuple[VirtualDie, ...], tuple[VirtualTile, ...]]

PITCH_MM = 16.5
"""From die to die in a square: people push them together, but never quite."""
APART_MM = 27.0
"""Thrown dice lie at least so far from each other."""
FAR_MM = (60.0, 32.0)
"""How far from the middle of the picture a thrown die comes to rest, across and along."""
TURNED_DEG = 12.0
"""A square never lies quite straight."""
TILES_TURNED_DEG = 6.0
"""Three rows of tiles never lie quite straight."""
LARGEST_GAP_MM = 1.5


class RandomChance:
    """The chance of people, drawn from a generator of numpy."""

    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""
        return int(self._generator.integers(count))

    def die(self, faces: int = 6) -> int:
        """Return what a die shows."""
        return int(self._generator.integers(1, faces + 1))

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return `items` in random order."""
        return tuple(items[at] for at in self._generator.permutation(len(items)))

    def sample(self, items: Sequence[Item], count: int) -> tuple[Item, ...]:
        """Return so many different ones of `items`."""
        return tuple(items[at] for at in self._generator.choice(len(items), count, replace=False))


def arranged(what: Laid, generator: np.random.Generator) -> Things:
    """Return the dice and the tiles of `what` where they come to lie."""
    return (*_thrown(what.thrown, generator), *_squared(what.square, generator)), _rows(what, generator)


def _thrown(dice: Sequence[LaidDie], generator: np.random.Generator) -> tuple[VirtualDie, ...]:
    """Return dice as they come to rest after a throw."""
    places: list[tuple[float, float]] = []
    while len(places) < len(dice):
        x, y = generator.uniform(-1, 1, 2) * FAR_MM
        if all(np.hypot(x - there, y - far) >= APART_MM for there, far in places):
            places.append((x, y))
    return tuple(
        VirtualDie(x, y, generator.uniform(0, 360), die.value, die.colour, turn=int(generator.integers(8)))
        for (x, y), die in zip(places, dice, strict=True)
    )


def _squared(dice: Mapping[Cell, LaidDie], generator: np.random.Generator) -> tuple[VirtualDie, ...]:
    """Return dice as somebody pushes them together in rows and columns, by hand and not quite straight."""
    if not dice:
        return ()
    turned_deg = generator.uniform(-TURNED_DEG, TURNED_DEG)
    cos, sin = np.cos(np.radians(turned_deg)), np.sin(np.radians(turned_deg))
    turn, middle = np.array([[cos, -sin], [sin, cos]]), generator.uniform(-8, 8, 2)
    lying = []
    for (row, column), die in dice.items():
        place = np.array([column - 1, 1 - row]) * PITCH_MM + generator.uniform(-0.15, 0.15, 2)
        x, y = middle + turn @ place
        yaw_deg = turned_deg + generator.uniform(-0.8, 0.8)
        lying.append(VirtualDie(float(x), float(y), yaw_deg, die.value, die.colour, turn=int(generator.integers(8))))
    return tuple(lying)


def _rows(what: Laid, generator: np.random.Generator) -> tuple[VirtualTile, ...]:
    """Return tiles laid side by side."""
    if not what.tiles:
        return ()
    yaw_deg = float(generator.uniform(-TILES_TURNED_DEG, TILES_TURNED_DEG))
    gap_mm = float(generator.uniform(0.3, LARGEST_GAP_MM))
    return laid(what.tiles, side=what.side, yaw_deg=yaw_deg, gap_mm=gap_mm)
