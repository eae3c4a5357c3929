"""Dice that do not lie flat on the table: leaning on something, wedged between others, lying on another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.render.objects import VirtualDie

LEAST_DEG, MOST_DEG = 10.0, 45.0
"""A die that leans less shows its value to everybody; one that leans more lies on its next face."""


def unsettled(chance: np.random.Generator, dice: Sequence[VirtualDie], share: float) -> list[VirtualDie]:
    """Return `dice`, about this share of them leaning or bearing another one, with what they lean on."""
    out: list[VirtualDie] = []
    for die in dice:
        kind = KINDS[int(chance.choice(len(KINDS), p=WEIGHTS))]
        out += kind(chance, die) if chance.random() < share else [die]
    return out


def _leaning(chance: np.random.Generator, die: VirtualDie) -> list[VirtualDie]:
    """Return the die on something too small to be seen: a fold, a coin, a crumb."""
    way = 0.0 if chance.random() < 0.6 else float(chance.uniform(-45, 45))
    return [replace(die, lean_deg=float(chance.uniform(LEAST_DEG, MOST_DEG)), lean_at_deg=way)]


def _beside(chance: np.random.Generator, die: VirtualDie) -> list[VirtualDie]:
    """Return the die against another one."""
    leaning = replace(die, lean_deg=float(chance.uniform(LEAST_DEG, MOST_DEG)))
    other = _like(chance, die)
    return [leaning, _at(other, die, _clear_of(leaning, other.make.edge_mm), chance.normal(0, 0.25))]


def _against_a_block(chance: np.random.Generator, die: VirtualDie) -> list[VirtualDie]:
    """Return the die against a block much larger than itself: a box, a book, the rim of a tray."""
    leaning = replace(die, lean_deg=float(chance.uniform(LEAST_DEG, MOST_DEG)))
    large = replace(die.make, edge_mm=die.make.edge_mm * float(chance.uniform(1.4, 3)), gloss=0.1, ghost=0.0)
    grey = tuple(int(level) for level in chance.integers(10, 250, 3))
    block = replace(die, value=0, make=large, body=(grey[0], grey[1], grey[2]), swirl=None)
    return [leaning, _at(block, die, _clear_of(leaning, large.edge_mm), chance.uniform(-0.8, 0.8))]


def _wedged(chance: np.random.Generator, die: VirtualDie) -> list[VirtualDie]:
    """Return the die with an edge down in the gap between two others."""
    half = die.make.edge_mm * float(chance.uniform(0.5, 0.75))
    lean = float(chance.uniform(25, MOST_DEG))
    height = max(die.make.edge_mm * (1 - half / die.make.edge_mm + 0.25), 0.1)
    one, other = (_at(_like(chance, die), die, sign * half * 1.25, chance.normal(0, 0.1)) for sign in (-1, 1))
    return [one, other, replace(die, lean_deg=lean, z_mm=height * float(chance.uniform(0.6, 1.0)))]


def _stacked(chance: np.random.Generator, die: VirtualDie) -> list[VirtualDie]:
    """Return the die with another one on top."""
    dx, dy = chance.uniform(-0.45, 0.45, 2) * die.make.edge_mm
    yaw = die.yaw_deg + float(chance.normal(0, 8)) if chance.random() < 0.4 else float(chance.uniform(0, 180))
    other = _like(chance, die)
    return [
        die,
        replace(other, x_mm=die.x_mm + float(dx), y_mm=die.y_mm + float(dy), z_mm=die.make.edge_mm, yaw_deg=yaw),
    ]


KINDS: tuple[Callable[[np.random.Generator, VirtualDie], list[VirtualDie]], ...] = (
    _leaning, _beside, _against_a_block, _wedged, _stacked,
)  # fmt: skip
WEIGHTS = (0.3, 0.15, 0.1, 0.12, 0.33)


def _like(chance: np.random.Generator, die: VirtualDie) -> VirtualDie:
    """Return another die of the same make, one in two in the colours of the first turned round the wheel."""
    other = replace(die, value=int(chance.integers(1, 7)), turn=int(chance.integers(8)))
    if chance.random() < 0.5:
        return other
    order = chance.permutation(3)
    body, pips = (tuple(rgb[n] for n in order) for rgb in (die.body_rgb, die.pip_rgb))
    return replace(other, body=(body[0], body[1], body[2]), pips=(pips[0], pips[1], pips[2]))


def _clear_of(leaning: VirtualDie, edge_mm: float) -> float:
    """Return how far from the middle of a leaning die the middle of what it touches lies."""
    lean, own = np.radians(leaning.lean_deg), leaning.make.edge_mm
    return float(own * (np.cos(lean) + np.sin(lean)) / 2 + edge_mm / 2)


def _at(other: VirtualDie, die: VirtualDie, along_mm: float, aside: float) -> VirtualDie:
    """Return `other` beside a die: so far along the way in which that is raised, aside by a share of an edge."""
    yaw, aside_mm = np.radians(die.yaw_deg), aside * die.make.edge_mm
    return replace(
        other,
        x_mm=die.x_mm - float(np.sin(yaw)) * along_mm + float(np.cos(yaw)) * aside_mm,
        y_mm=die.y_mm + float(np.cos(yaw)) * along_mm + float(np.sin(yaw)) * aside_mm,
        yaw_deg=die.yaw_deg,
        z_mm=0.0,
        lean_deg=0.0,
    )
