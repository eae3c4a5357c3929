"""Who plays at the simulated table: what people do who know a game, and what anybody can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.effects import Look
from companion.observations import Colour
from companion.referee import Referee
from device.simulation import cubo, monster_cube, thirteen_monsters
from device.simulation.monster_cube import Tiles
from device.simulation.throws import Chance, Dice, face, thrown

FEW = 5
"""How many dice somebody throws when nobody says how many."""


@dataclass(frozen=True, slots=True)
class People:
    """Players of one game."""

    occasion: Callable[[Referee], int]
    """What makes them roll anew: the round, the throw."""
    deal: Callable[[Look, Referee, Chance], Dice]
    """The dice that they lay for a look."""
    tiles: Callable[[Look, Referee, Chance], Tiles] = lambda _look, _referee, _chance: ()
    """The tiles that they lay for a look."""


def none(_look: Look, _referee: Referee, _chance: Chance) -> Dice:
    """Return no dice at all."""
    return ()


def throw(look: Look, _referee: Referee, chance: Chance) -> Dice:
    """Return white dice as anybody throws them."""
    return thrown([(Colour.WHITE, face(chance)) for _ in range(look.dice or FEW)], chance)


SOMEBODY = People(occasion=lambda _referee: 0, deal=throw)

PEOPLE: Mapping[str, People] = {
    "cubo": People(cubo.occasion, cubo.deal),
    "monster-cube": People(monster_cube.occasion, none, monster_cube.tiles),
    "thirteen-monsters": People(thirteen_monsters.occasion, throw),
}
"""By the name of the game; whoever is not here throws dice when dice are wanted."""
