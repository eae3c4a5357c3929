"""The virtual people of the simulated table: they lay dice and tiles wherever a referee wants to look.

What they roll follows from the seed of the match, the occasion (in Cubo: the round) and the zone, and from nothing
else: after an undo, a restart or a second look the same dice lie there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol
from zlib import crc32

import numpy as np

from companion.effects import Look
from companion.referee import Referee
from companion.session import Match
from device.simulation.monster_cube import Tiles
from device.simulation.people import PEOPLE, SOMEBODY, People
from device.simulation.throws import Chance, Dice
from vision.render.render import VirtualDie
from vision.render.tiles import VirtualTile


class Surface(Protocol):
    """Where the dice are laid: the simulated source."""

    def lay(self, dice: Sequence[VirtualDie], tiles: Sequence[VirtualTile] = ()) -> None:
        """Put these there, in place of all others."""


class VirtualTable:
    """Keeps what lies on the surface as the match wants them; called by the thread that owns the referee."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._lies: tuple[object, ...] = ()

    def follow(self, match: Match | None) -> None:
        """Lay what the match wants to see now. While it wants nothing, everything stays as it lies."""
        if match is None:
            self._lay((), lambda: ((), ()))
            return
        people = PEOPLE.get(match.started.game, SOMEBODY)
        for look in match.referee.looks[:1]:
            wanted = (match.started.seed, match.started.game, people.occasion(match.referee), look.zone)
            self._lay(wanted, lambda: _laid(people, look, match.referee, wanted))  # noqa: B023 - called at once

    def _lay(self, wanted: tuple[object, ...], things: Callable[[], tuple[Dice, Tiles]]) -> None:
        if wanted != self._lies:
            self._lies = wanted
            self._surface.lay(*things())


def _laid(people: People, look: Look, referee: Referee, wanted: tuple[object, ...]) -> tuple[Dice, Tiles]:
    return people.deal(look, referee, _chance(wanted)), people.tiles(look, referee, _chance(wanted))


def _chance(of: tuple[object, ...]) -> Chance:
    return np.random.default_rng(crc32(repr(of).encode()))
