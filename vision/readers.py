"""The registry of readers: one for each kind of thing on a table.

A reader is a function of a picture that returns what it saw, `read_x(image, params) -> Observation`. The table, the
commands and the evaluation find readers here and nowhere else; a further reader is one line.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.observations import Kind, Observation
from vision.cards.read import read_cards
from vision.dice.read import read_dice
from vision.dice.square import read_square
from vision.tiles.read import read_tiles

Reader = Callable[..., Observation]
"""Of a picture; those of dice also take `uprights`, where it is known how the camera sees upright edges, and that of
cards the deck that they are read against."""

READERS: dict[Kind, Reader] = {
    Kind.DICE: read_dice,
    Kind.CUBO: read_square,
    Kind.TILES: read_tiles,
    Kind.CARDS: read_cards,
}
