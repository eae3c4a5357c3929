"""The square of three by three: touching dice, turned squares, and the dice that lie beside it."""

import numpy as np
import pytest

from companion.observations import Colour
from tests.vision.flat import BLUE, RED, WHITE, Drawn, square
from vision.dice.square import read_square
from vision.render.render import Appearance, VirtualCamera, VirtualDie, render

CELLS = [(row, column) for row in range(3) for column in range(3)]
MIXED = [RED, BLUE, RED, BLUE, WHITE, RED, BLUE, RED, BLUE]
NINE = (3, 4, 5, 2, 6, 1, 1, 5, 6)


def updated(seen):
    return [(die.cell, die.value) for die in seen.dice]


def test_the_gap_between_four_corners_is_no_pip():
    """The dark gap where four dice meet has the size of a pip."""
    seen = read_square(square(NINE, edge=80, gap=0, mat=(25, 25, 25)).picture())

    assert list(zip(CELLS, NINE, strict=True)) == updated(seen)
    assert sum(NINE) == sum(die.value for die in seen.dice)


@pytest.mark.parametrize("turn", [-40, -20, 0, 8, 31, 44])
def test_cells_are_numbered_as_the_square_lies_in_the_picture(turn):
    seen = read_square(square(NINE, edge=70, gap=3, bodies=MIXED, turn=turn).picture())

    assert list(zip(CELLS, NINE, strict=True)) == updated(seen)


def test_colours_of_a_square_of_cubo():
    seen = read_square(square(NINE, bodies=MIXED).picture())

    name = {RED: Colour.RED, BLUE: Colour.BLUE, WHITE: Colour.WHITE}
    assert [name[body] for body in MIXED] == [die.colour for die in seen.dice]
    assert seen.sure


@pytest.mark.parametrize("values", [(1,) * 9, (2,) * 9, (6,) * 9, (1, 1, 1, 2, 4, 2, 3, 3, 3)])
def test_squares_of_equal_values_are_read(values):
    seen = read_square(square(values, bodies=MIXED, gap=4).picture())

    assert list(zip(CELLS, values, strict=True)) == updated(seen) or not seen.sure


def test_a_die_beside_the_square_is_no_fault():
    drawn = square(NINE, edge=70, bodies=MIXED)

    seen = read_square(drawn.die(520, 130, 70, 4, RED, turn=25).picture())

    assert (list(zip(CELLS, NINE, strict=True)), True) == (updated(seen), seen.sure)


def test_eight_dice_are_no_square_that_can_be_believed():
    drawn = Drawn()
    for n, value in enumerate(NINE[:8]):
        drawn.die(240 + n % 3 * 82, 160 + n // 3 * 82, 80, value, MIXED[n])

    seen = read_square(drawn.picture())

    assert ["no die that I can read in row 3, column 3"] == [str(problem) for problem in seen.problems]
    assert not seen.sure


def test_an_empty_table_is_no_square():
    seen = read_square(Drawn().picture())

    assert (["I see no dice"], False) == ([str(problem) for problem in seen.problems], seen.sure)


def test_loose_dice_are_no_square():
    seen = read_square(Drawn().die(150, 120, 80, 5).die(480, 350, 80, 3).die(420, 100, 80, 6).picture())

    assert ["I see 3 dice, but no square of three by three"] == [str(problem) for problem in seen.problems]


def test_a_square_that_the_border_cuts_is_asked_about():
    seen = read_square(square(NINE, bodies=MIXED).picture()[:, 225:])

    assert not seen.sure


@pytest.mark.parametrize("tilt", [0, 10, 20])
@pytest.mark.parametrize("gap_mm", [0.0, 1.5])
def test_a_photographed_square_is_read(tilt, gap_mm):
    colours = [{RED: Colour.RED, BLUE: Colour.BLUE, WHITE: Colour.WHITE}[body] for body in MIXED]
    pitch = 16.1 + gap_mm
    dice = [
        VirtualDie((cell[1] - 1) * pitch, (1 - cell[0]) * pitch, 0, value, colour)
        for cell, value, colour in zip(CELLS, NINE, colours, strict=True)
    ]
    picture = render(
        dice, VirtualCamera(300, tilt_deg=tilt, roll_deg=6), Appearance(), (1280, 720), np.random.default_rng(4)
    ).image

    seen = read_square(picture)

    assert (list(zip(CELLS, NINE, strict=True)), colours) == (updated(seen), [die.colour for die in seen.dice])


def test_a_die_of_no_colour_of_cubo_is_asked_about():
    """The sky that a face mirrors, or a die of another game: the colour decides, so it must not be guessed."""
    bodies = [*MIXED]
    bodies[4] = (60, 160, 60)

    seen = read_square(square(NINE, bodies=bodies).picture())

    assert ([NINE[4]], False) == ([die.value for die in seen.dice if not die.sure], seen.sure)
