"""Every fault of a square and of an exchange, in words."""

from dataclasses import replace

import pytest

from companion.games.cubo.judging import SquareFaultKind, faults, judge, judge_exchange, square_of
from companion.games.cubo.options import Colours, CuboOptions
from companion.games.cubo.square import Die, Square
from companion.observations import Colour, Kind, Observation
from tests.builders import EIGHTEEN, square_seen

RESET = CuboOptions(colours=Colours.RESET_COLOURS)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (EIGHTEEN, []),
        ("R1 R5 B1 / B4 B4 B4 / R1 R3 B1", ["there is no white die in the square"]),
        (
            "W1 R5 B1 / B4 R4 B4 / R1 R3 B1",
            ["a white die lies at the top left; it belongs in the middle of the square"],
        ),
        (
            "R1 R5 B1 / B4 W4 B4 / R1 W3 W1",
            [
                "there are 3 white dice in the square",
                "a white die lies at the bottom; it belongs in the middle of the square",
                "a white die lies at the bottom right; it belongs in the middle of the square",
            ],
        ),
        ("R1 R5 R1 / R4 W4 R4 / R1 R3 R1", []),
    ],
)
def test_a_square_has_all_its_faults(text, wrong):
    assert wrong == [str(fault.what) for fault in faults(Square.parse(text))]


@pytest.mark.parametrize(("reds", "wrong"), [(2, 1), (3, 0), (4, 0), (5, 0), (6, 1)])
def test_a_set_that_is_reset_has_four_and_four_give_or_take_the_exchange(reds, wrong):
    around = [Die(Colour.RED if at < reds else Colour.BLUE, 1) for at in range(8)]
    square = Square((*around[:4], Die(Colour.WHITE, 1), *around[4:]))

    assert [] == [fault.kind for fault in faults(square)]
    assert [SquareFaultKind.COLOURS] * wrong == [fault.kind for fault in faults(square, RESET)]


def test_a_reading_of_nine_good_dice_is_a_square():
    assert Square.parse(EIGHTEEN) == square_of(square_seen(EIGHTEEN))
    assert judge(square_seen(EIGHTEEN)).legal


def test_a_reading_says_everything_that_keeps_it_from_being_a_square():
    whole = square_seen(EIGHTEEN).dice
    dice = (
        replace(whole[0], value=None),
        replace(whole[1], colour=Colour.GREEN),
        replace(whole[2], cell=(0, 1)),
        replace(whole[3], cell=None),
        *whole[4:8],
    )
    found = square_of(Observation(Kind.CUBO, dice))

    assert [
        "the die at the top left could not be read",
        "the die at the top is green; dice of Cubo are red, blue or white",
        "die 4 lies outside the square",
        "more than one die lies at the top",
        "there is no die at the top right",
        "there is no die on the left",
        "there is no die at the bottom right",
    ] == [str(fault.what) for fault in found]


def test_dice_beside_a_whole_square_do_not_matter():
    beside = replace(square_seen(EIGHTEEN).dice[0], cell=None, value=None)

    assert judge(Observation(Kind.CUBO, (beside, *square_seen(EIGHTEEN).dice))).legal


def test_an_empty_table_has_nine_missing_dice():
    assert [SquareFaultKind.MISSING_DIE] * 9 == [fault.kind for fault in judge(Observation(Kind.CUBO, ())).faults]


BEFORE = Square.parse("B2 R5 B4 / B4 W4 B4 / R1 R3 R1")
SIX = Die.parse("R6")


@pytest.mark.parametrize(
    ("after", "cell", "wrong"),
    [
        ("B2 R5 B4 / B4 W4 B4 / R1 R3 R1", None, []),
        ("R6 R5 B4 / B4 W4 B4 / R1 R3 R1", (0, 0), []),
        (
            "B6 R5 B4 / B4 W4 B4 / R1 R3 R1",
            (0, 0),
            ["B6 lies at the top left, but R6 was taken"],
        ),
        (
            "R5 R5 B4 / B4 W4 B4 / R1 R3 R1",
            (0, 0),
            ["R5 lies at the top left, but R6 was taken: the face of the die is kept"],
        ),
        (
            "R6 R5 B4 / B4 W4 B4 / R1 R3 R2",
            None,
            [
                "2 dice are different now; an exchange replaces one die",
                "R2 lies at the bottom right, but R6 was taken: the face of the die is kept",
            ],
        ),
        (
            "B2 R5 B4 / B4 R6 B4 / R1 R3 R1",
            (1, 1),
            ["the white die was changed; it is never exchanged"],
        ),
        (
            "B2 R5 B4 / B4 W5 B4 / R1 R3 R1",
            (1, 1),
            ["the white die was changed; it is never exchanged", "W5 lies in the middle, but R6 was taken"],
        ),
    ],
)
def test_an_exchange_has_all_its_faults(after, cell, wrong):
    exchange = judge_exchange(BEFORE, Square.parse(after), SIX)

    assert cell == exchange.cell
    assert wrong == [str(fault.what) for fault in exchange.faults]


def test_nothing_may_change_when_no_die_was_taken():
    exchange = judge_exchange(BEFORE, BEFORE.replaced((0, 0), SIX), None)

    assert ["no die was taken from the centre, so nothing may change"] == [str(each.what) for each in exchange.faults]


def test_a_board_that_was_turned_is_the_same_board():
    swapped = BEFORE.replaced((0, 0), SIX)
    for turned in (swapped.turned(), swapped.turned().turned(), swapped.turned().turned().turned()):
        exchange = judge_exchange(BEFORE, turned, SIX)

        assert ((0, 0), (), swapped) == (exchange.cell, exchange.faults, exchange.after)


def test_a_mirrored_board_is_another_board():
    mirrored = Square.parse("B4 R5 B2 / B4 W4 B4 / R1 R3 R1")

    assert SquareFaultKind.MORE_THAN_ONE_CHANGED in [each.kind for each in judge_exchange(BEFORE, mirrored, SIX).faults]
