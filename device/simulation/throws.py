"""How dice come to lie: thrown, or pushed together in rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from companion.observations import Cell, Colour
from vision.render.render import VirtualDie

Chance: TypeAlias = np.random.Generator
Dice: TypeAlias = tuple[VirtualDie, ...]

PITCH_MM = 16.5
"""From die to die in a square: people push them together, but never quite."""
APART_MM = 27.0
"""Thrown dice lie at least so far from each other."""
FAR_MM = (60.0, 32.0)
"""How far from the middle of the picture a thrown die comes to rest, across and along."""
TURNED_DEG = 12.0
"""A square never lies quite straight."""


def thrown(dice: Sequence[tuple[Colour, int]], chance: Chance) -> Dice:
    """Return dice as they come to rest after a throw."""
    places: list[tuple[float, float]] = []
    while len(places) < len(dice):
        x, y = chance.uniform(-1, 1, 2) * FAR_MM
        if all(np.hypot(x - there, y - far) >= APART_MM for there, far in places):
            places.append((x, y))
    return tuple(
        VirtualDie(x, y, chance.uniform(0, 360), value, colour, turn=int(chance.integers(8)))
        for (x, y), (colour, value) in zip(places, dice, strict=True)
    )


def squared(dice: Mapping[Cell, tuple[Colour, int]], chance: Chance) -> Dice:
    """Return dice as somebody pushes them together in rows and columns, by hand and not quite straight."""
    turned_deg = chance.uniform(-TURNED_DEG, TURNED_DEG)
    cos, sin = np.cos(np.radians(turned_deg)), np.sin(np.radians(turned_deg))
    turn, middle = np.array([[cos, -sin], [sin, cos]]), chance.uniform(-8, 8, 2)
    laid = []
    for (row, column), (colour, value) in dice.items():
        place = np.array([column - 1, 1 - row]) * PITCH_MM + chance.uniform(-0.15, 0.15, 2)
        x, y = middle + turn @ place
        yaw_deg = turned_deg + chance.uniform(-0.8, 0.8)
        laid.append(VirtualDie(float(x), float(y), yaw_deg, value, colour, turn=int(chance.integers(8))))
    return tuple(laid)


def face(chance: Chance) -> int:
    """Return what a die shows when it is rolled."""
    return int(chance.integers(1, 7))
