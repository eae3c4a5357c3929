"""The virtual people of the simulated table: they lay dice wherever a referee wants to look.

What they roll follows from the seed of the match, the occasion (in Cubo: the round) and the zone, and from nothing
else: after an undo, a restart or a second look the same dice lie there. They know the colours of their sets from the
referee, as real people know them from the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias
from zlib import crc32

import numpy as np

from companion.effects import Look
from companion.games.cubo.judging import DICE_AROUND, SET_REDS
from companion.games.cubo.referee import CuboMatch
from companion.games.cubo.scoring import score
from companion.games.cubo.square import AROUND, CELLS, MIDDLE, Die, Square
from companion.games.cubo.state import CENTRE_DICE, CENTRE_REDS
from companion.observations import Cell, Colour, Kind
from companion.referee import Referee
from companion.session import Match
from vision.scene.render import VirtualDie

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


class Surface(Protocol):
    """Where the dice are laid: the simulated source."""

    def lay(self, dice: Sequence[VirtualDie]) -> None:
        """Put these dice there, in place of all others."""


class VirtualTable:
    """Keeps the dice on the surface as the match wants them; called by the thread that owns the referee."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._lies: tuple[object, ...] = ()

    def follow(self, match: Match | None) -> None:
        """Lay what the match wants to see now. While it wants nothing, everything stays as it lies."""
        if match is None:
            self._lay((), lambda: ())
            return
        for look in match.referee.looks[:1]:
            wanted = (match.started.seed, match.started.game, _occasion(match.referee), look.zone)
            self._lay(wanted, lambda: deal(look, match.referee, _chance(wanted)))  # noqa: B023 - called at once

    def _lay(self, wanted: tuple[object, ...], dice: Callable[[], Dice]) -> None:
        if wanted != self._lies:
            self._lies = wanted
            self._surface.lay(dice())


def _chance(of: tuple[object, ...]) -> Chance:
    return np.random.default_rng(crc32(repr(of).encode()))


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


# Everything that follows is what people know who play Cubo.


def _occasion(referee: Referee) -> int:
    """Return what makes people roll anew: the round."""
    return referee.number if isinstance(referee, CuboMatch) else 0


def deal(look: Look, referee: Referee, chance: Chance) -> Dice:
    """Return the dice that people lay for `look`: a square, or dice that they have thrown."""
    if look.kind is Kind.CUBO:
        square = built(_roll(_reds(look, referee), DICE_AROUND, chance), Die(Colour.WHITE, _face(chance)), chance)
        return squared({cell: (square[cell].colour, square[cell].value) for cell in CELLS}, chance)
    dice = _roll(_reds(look, referee), look.dice or CENTRE_DICE, chance)
    return thrown([(die.colour, die.value) for die in dice], chance)


def _reds(look: Look, referee: Referee) -> int:
    """Return how many red dice lie there: exchanges make that drift, and the referee keeps count."""
    if not isinstance(referee, CuboMatch):
        return CENTRE_REDS if look.seat is None else SET_REDS
    if look.seat is None:
        return referee.centre_reds
    return referee.turn.reds if referee.turn else SET_REDS


def _roll(reds: int, count: int, chance: Chance) -> list[Die]:
    return [Die(Colour.RED if number < reds else Colour.BLUE, _face(chance)) for number in range(count)]


def _face(chance: Chance) -> int:
    return int(chance.integers(1, 7))


def built(dice: Sequence[Die], white: Die, chance: Chance) -> Square:
    """Return the square of a player who swaps dice for a while and keeps what is better: good, rarely perfect."""
    best = _square([dice[at] for at in chance.permutation(len(dice))], white)
    for _ in range(chance.integers(20, 200)):
        one, other = (AROUND[at] for at in chance.choice(len(AROUND), 2, replace=False))
        tried = best.replaced(one, best[other]).replaced(other, best[one])
        if score(tried).total >= score(best).total:
            best = tried
    return best


def _square(around: Sequence[Die], white: Die) -> Square:
    lying = dict(zip(AROUND, around, strict=True)) | {MIDDLE: white}
    return Square(tuple(lying[cell] for cell in CELLS))
