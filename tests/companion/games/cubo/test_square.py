"""Dice and squares in one line, there and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games.cubo.square import CELLS, MIDDLE, ROWS, Die, Square, parse_dice, parse_values, write_dice
from companion.observations import Colour

dice = st.builds(Die, st.sampled_from([Colour.RED, Colour.BLUE, Colour.WHITE]), st.integers(1, 6))
squares = st.builds(Square, st.tuples(*[dice] * 9))


@settings(deadline=None)
@given(dice)
def test_a_die_is_what_its_notation_says(die):
    assert die == Die.parse(str(die))
    assert die == eval(repr(die))


@settings(deadline=None)
@given(squares)
def test_a_square_is_what_its_notation_says(square):
    assert square == Square.parse(str(square))
    assert square == eval(repr(square))


@settings(deadline=None)
@given(st.lists(dice, max_size=9))
def test_a_list_of_dice_is_what_its_notation_says(some):
    assert tuple(some) == parse_dice(write_dice(some))


@settings(deadline=None)
@given(squares)
def test_four_quarters_are_a_whole_turn(square):
    assert square == square.turned().turned().turned().turned()
    assert square[MIDDLE] == square.turned()[MIDDLE]
    assert square[0, 0] == square.turned()[0, 2]


def test_values_alone_are_a_list_too():
    assert (6, 6, 6, 2, 4) == parse_values("6 6 6 2 4")
    assert (Die(Colour.RED, 6), Die(Colour.BLUE, 2)) == parse_dice("r6, B2")


def test_a_square_has_six_rows_of_three_of_its_nine_cells():
    assert 6 == len(set(ROWS))
    assert set(CELLS) == {cell for row in ROWS for cell in row}
    assert [2] * 9 == [sum(cell in row for row in ROWS) for cell in CELLS]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("X1", "'X1' is no die: it begins with R (red), B (blue) or W (white), as in R5"),
        ("R7", "'R7' is no die: after its colour comes a value from 1 to 6, as in R5"),
        ("B", "'B' is no die: after its colour comes a value from 1 to 6, as in B5"),
        ("R\u0664", "'R\u0664' is no die: after its colour comes a value from 1 to 6, as in R5"),
        ("", "'' is no die: it begins with R (red), B (blue) or W (white), as in R5"),
    ],
)
def test_what_is_no_die_gets_one_clear_line(text, why):
    with pytest.raises(BadInput) as error:
        Die.parse(text)

    assert why == str(error.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("R1 R5 / B4 W4 B4 / R1 R3 B1", "row 1 has 2 dice, not three: 'R1 R5'"),
        ("R1 R5 B1 / B4 W4 B4 / R1 R3 B1 R6", "row 3 has 4 dice, not three: 'R1 R3 B1 R6'"),
        (
            "R1 R5 B1 B4 W4 B4 R1 R3 B1",
            "a square has three rows with / between them, as in R1 R5 B1 / B4 W4 B4 / R1 R3 B1: "
            "'R1 R5 B1 B4 W4 B4 R1 R3 B1'",
        ),
    ],
)
def test_what_is_no_square_gets_one_clear_line(text, why):
    with pytest.raises(BadInput) as error:
        Square.parse(text)

    assert why == str(error.value)


def test_a_value_that_no_die_shows_gets_one_clear_line():
    with pytest.raises(BadInput) as error:
        parse_values("6 0")

    assert "'0' is no value of a die: it is a number from 1 to 6" == str(error.value)


def test_a_black_die_is_no_die_of_cubo():
    with pytest.raises(BadInput) as error:
        Die(Colour.BLACK, 3)

    assert "no die of Cubo is black with a 3" == str(error.value)
