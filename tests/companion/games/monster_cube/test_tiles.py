"""Tiles and layouts: the notation round-trips, and what is wrong with it is said in one line."""

import pytest

from companion.errors import BadInput
from companion.games.monster_cube.tiles import SLANTED, ZIGZAG, FaceAt, Layout, Tile, laid, parse_place
from companion.observations import TileFace
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES, TILES


def test_a_layout_is_written_row_by_row_and_read_again():
    text = str(laid(ZIGZAG, TILES))

    assert ("0,0=6/7/9 1,0=1/8/7 2,0=8/1/1 0,1=7/6/6 1,1=4/2/3 2,1=9/3/5 -1,2=2/9/8 0,2=5/5/2 1,2=3/4/4") == text
    assert laid(ZIGZAG, TILES) == Layout.parse(text) == eval(repr(Layout.parse(text)))


def test_both_start_layouts_are_three_rows_of_three():
    assert [3, 3, 3] == [sum(r == row for _, r in ZIGZAG) for row in range(3)]
    assert [3, 3, 3] == [sum(r == row for _, r in SLANTED) for row in range(3)]


def test_the_numbers_of_a_tile_stand_on_its_faces():
    layout = Layout.parse("0,0=5/2/9")

    assert [5, 2, 9, None] == [
        layout.number(FaceAt((0, 0), TileFace.YELLOW)),
        layout.number(FaceAt((0, 0), TileFace.RED)),
        layout.number(FaceAt((0, 0), TileFace.BLUE)),
        layout.number(FaceAt((1, 0), TileFace.BLUE)),
    ]


@pytest.mark.parametrize("text", ["0,0Y", "-1,2R", "3,-1B"])
def test_a_face_is_written_with_the_letter_of_its_colour(text):
    assert text == str(FaceAt.parse(text))


def test_a_layout_shifts_as_a_whole():
    assert Layout.parse("2,-1=5/2/9 3,-1=1/1/1") == Layout.parse("0,0=5/2/9 1,0=1/1/1").shifted((2, -1))


@pytest.mark.parametrize(
    ("text", "lonely", "one_group"),
    [
        ("0,0=1/1/1 1,0=1/1/1 1,1=1/1/1", [], True),
        ("0,0=1/1/1 1,0=1/1/1 3,0=1/1/1", [(3, 0)], False),
        ("0,0=1/1/1 1,0=1/1/1 3,0=1/1/1 4,0=1/1/1", [], False),
    ],
)
def test_tiles_that_touch_no_other_and_groups_are_seen(text, lonely, one_group):
    layout = Layout.parse(text)

    assert (lonely, one_group) == (list(layout.lonely()), layout.is_one_group)


@pytest.mark.parametrize(
    ("read", "text", "line"),
    [
        (Layout.parse, "", "there are no tiles: write them as 0,0=5/2/9 1,0=4/6/1 …"),
        (
            Layout.parse,
            "0,0=5/2",
            "'0,0=5/2' is no tile: it is written q,r=yellow/red/blue with 1 to 9, as in 0,0=5/2/9",
        ),
        (
            Layout.parse,
            "0,0=5/2/0",
            "'0,0=5/2/0' is no tile: it is written q,r=yellow/red/blue with 1 to 9, as in 0,0=5/2/9",
        ),
        (Layout.parse, "0,0=5/2/9 0,0=1/1/1", "two tiles lie at 0,0"),
        (parse_place, "1;2", "'1;2' is no place of a tile: it is written q,r as in 2,-1"),
        (FaceAt.parse, "1,2G", "'1,2G' is no face: it ends with Y (yellow), R (red) or B (blue), as in 2,-1Y"),
        (FaceAt.parse, "", "'' is no face: it ends with Y (yellow), R (red) or B (blue), as in 2,-1Y"),
    ],
)
def test_what_cannot_be_read_gets_one_clear_line(read, text, line):
    with pytest.raises(BadInput) as refused:
        read(text)

    assert line == str(refused.value)


def test_the_tiles_of_every_worked_example_lie_in_one_layout():
    assert Tile(4, 2, 3) == ALL_EXAMPLES.at[(1, 1)]
