"""The games that this companion can referee: one line each."""

from __future__ import annotations

from companion.errors import BadInput
from companion.games.cubo.game import CUBO
from companion.games.monad.game import MONAD
from companion.games.monster_cube.game import MONSTER_CUBE
from companion.games.monster_rush.game import MONSTER_RUSH
from companion.games.thirteen_monsters.game import THIRTEEN_MONSTERS
from companion.options import did_you_mean
from companion.referee import Game

GAMES: dict[str, Game] = {game.name: game for game in (CUBO, MONSTER_CUBE, MONSTER_RUSH, THIRTEEN_MONSTERS, MONAD)}


def game_named(name: str) -> Game:
    """Return the game called `name`; raise BadInput with the nearest name otherwise."""
    try:
        return GAMES[name]
    except KeyError:
        raise BadInput(f"there is no game {name!r}{did_you_mean(name, list(GAMES))}") from None
