"""The games that this companion can referee: one line each, the folder of `companion.games` that holds it."""

from __future__ import annotations

from importlib import import_module

from companion.drawing.decks import DeckDrawing
from companion.errors import BadInput
from companion.options import did_you_mean
from companion.referee import Game

FOLDERS = (
    "cubo",
    "monster_cube",
    "monster_rush",
    "thirteen_monsters",
    "monad",
)


def _game_in(folder: str) -> Game:
    """Return the game of a folder: every one has a module `game` with its `GAME`."""
    game: Game = import_module(f"companion.games.{folder}.game").GAME
    return game


GAMES: dict[str, Game] = {game.name: game for game in map(_game_in, FOLDERS)}


def game_named(name: str) -> Game:
    """Return the game called `name`; raise BadInput with the nearest name otherwise."""
    try:
        return GAMES[name]
    except KeyError:
        raise BadInput(f"there is no game {name!r}{did_you_mean(name, list(GAMES))}") from None


def drawing_of(game: str) -> DeckDrawing:
    """Return how the cards of `game` are drawn; raise BadInput when nobody has drawn them."""
    drawn = {name: each.drawing for name, each in GAMES.items() if each.drawing is not None}
    try:
        return drawn[game]
    except KeyError:
        raise BadInput(f"there is no drawing of the cards of {game!r}: only of {', '.join(drawn)}") from None
