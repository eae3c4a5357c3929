"""What people lay at the simulated table, as plain records: each game says it (`Game.simulate`), the device draws it.

A simulation is a function of a look, the referee and a chance that is handed in. That chance follows from the seed
of the match, the occasion of the look and its zone: after an undo, a restart or a second look the same lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from companion.effects import ReadRequest
from companion.observations import Axial, Cell, Colour, Side

Item = TypeVar("Item")

FEW = 5
"""How many dice somebody throws when nobody says how many."""


class Chance(Protocol):
    """What chance decides; `companion.chance.Lots` is one."""

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""

    def die(self, faces: int = 6) -> int:
        """Return what a die shows."""

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return `items` in random order."""

    def sample(self, items: Sequence[Item], count: int) -> tuple[Item, ...]:
        """Return so many different ones of `items`."""


@dataclass(frozen=True, slots=True)
class LaidDie:
    """One die that lies on the table."""

    colour: Colour
    value: int


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies where a referee wants to look; without anything the place is empty."""

    thrown: tuple[LaidDie, ...] = ()
    """Dice as they come to rest after a throw."""
    square: Mapping[Cell, LaidDie] = field(default_factory=dict)
    """Dice that are pushed together in rows and columns."""
    tiles: tuple[tuple[Axial, tuple[int, int, int]], ...] = ()
    """Tiles by their places: yellow, red, blue."""
    side: Side = Side.NUMBERS
    """Which side of the tiles lies up."""


Simulate: TypeAlias = Callable[[ReadRequest, Any, Chance], Laid]
"""Called with a look, the referee of that game, and chance."""


def thrown_by_anybody(request: ReadRequest, _referee: object, chance: Chance) -> Laid:
    """Return white dice as anybody throws them who knows nothing of the game."""
    return Laid(thrown=tuple(LaidDie(Colour.WHITE, chance.die()) for _ in range(request.dice or FEW)))
