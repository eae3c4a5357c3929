"""What counts as read rightly: every tile in view in its place, up to a shift, and nothing else."""

import pytest

from companion.observations import Kind, Observation, SeenFace, SeenTile, Side
from vision.evaluation.tiles import is_exact, pairs_of, true_tiles

HEXAGON = ((0.0, 0.0),) * 6
ROW = {
    "side": "numbers",
    "tiles": [
        {"q": 0, "r": 0, "yellow": 1, "red": 2, "blue": 3},
        {"q": 1, "r": 0, "yellow": 4, "red": 5, "blue": 6, "in_view": True},
        {"q": 1, "r": 1, "yellow": 7, "red": 8, "blue": 9, "in_view": False},
    ],
}
RIGHT = {(3, -2): (1, 2, 3), (4, -2): (4, 5, 6)}


def saw(tiles, side=Side.NUMBERS):
    faces = [(place, [SeenFace(value, 0.9, sure=True) for value in values]) for place, values in tiles.items()]
    return Observation(Kind.TILES, (), (), tuple(SeenTile(place, *each, HEXAGON) for place, each in faces), side)


@pytest.mark.parametrize(
    ("seen", "exact"),
    [
        (saw(RIGHT), True),
        (saw({**RIGHT, (4, -1): (None, None, None)}), True),
        (saw({**RIGHT, (4, -1): (7, 8, 9)}), False),
        (saw({**RIGHT, (4, -2): (4, 5, 9)}), False),
        (saw({(3, -2): (1, 2, 3), (5, -2): (4, 5, 6)}), False),
        (saw({(3, -2): (1, 2, 3)}), False),
        (saw({(3, -2): (1, 2, 3), None: (4, 5, 6)}), False),
        (saw(RIGHT, Side.PIPS), False),
        (saw({}), False),
    ],
)
def test_a_layout_is_exact_up_to_a_shift(seen, exact):
    assert exact == is_exact(true_tiles(ROW), seen)


def test_faces_are_compared_under_the_shift_that_suits_most():
    seen = saw({(3, -2): (1, 2, None), (4, -2): (4, 5, 9)})

    assert [(1, 1), (2, 2), (3, 0), (4, 4), (5, 5), (6, 9)] == list(pairs_of(true_tiles(ROW), seen))
