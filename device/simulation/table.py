"""The simulated table: virtual people lay dice and tiles wherever a referee wants to look.

What they lay is said by the game (`Game.simulate`). It follows from the seed of the match, the occasion of the look
(in Cubo: the round) and the zone, and from nothing else: after an undo, a restart or a second look the same lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol
from zlib import crc32

import numpy as np

from companion.effects import ReadRequest
from companion.session import Match
from device.simulation.arrange import RandomChance, Things, arranged
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
        look = next(iter(match.referee.read_requests), None)
        if look is not None:
            wanted = (match.started.seed, match.started.game, look.occasion, look.zone)
            generator = np.random.default_rng(crc32(repr(wanted).encode()))
            self._lay(wanted, lambda: things_for(look, match, generator))

    def _lay(self, wanted: tuple[object, ...], things: Callable[[], Things]) -> None:
        if wanted != self._lies:
            self._lies = wanted
            self._surface.lay(*things())


def things_for(look: ReadRequest, match: Match, generator: np.random.Generator) -> Things:
    """Return the dice and tiles that the people of `match` lay for `look`."""
    return arranged(match.game.simulate(look, match.referee, RandomChance(generator)), generator)
