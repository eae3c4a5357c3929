"""Layouts and short ways to write what lies on a table of Monster Cube."""

from companion.games.monster_cube.tiles import ZIGZAG, FaceAt, Tile, laid

TILES = tuple(
    Tile(*numbers)
    for numbers in [(6, 7, 9), (1, 8, 7), (8, 1, 1), (7, 6, 6), (4, 2, 3), (9, 3, 5), (2, 9, 8), (5, 5, 2), (3, 4, 4)]
)
ALL_EXAMPLES = laid(ZIGZAG, TILES)
"""MC-G29: every worked example of the rulebook occurs in this layout."""


def faces(text: str) -> tuple[FaceAt, ...]:
    """The faces written as `0,0Y 1,0Y 2,0Y`."""
    return tuple(FaceAt.parse(word) for word in text.split())
