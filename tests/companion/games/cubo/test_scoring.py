"""What rows and squares are worth: the rulebook's examples, every house rule, and a slow checker of our own."""

import random
from itertools import product

import pytest

from companion.games.cubo.options import CuboOptions, StraightOrder, WhiteDie
from companion.games.cubo.scoring import RowKind, score, score_row
from companion.games.cubo.square import ROWS, Die, Square, parse_dice
from companion.observations import Colour
from tests.builders import EIGHTEEN

ANY_ORDER = CuboOptions(straights=StraightOrder.ANY_ORDER)
BOTH = CuboOptions(white_die=WhiteDie.BOTH_COLOURS)


def row(text, options=CuboOptions()):  # noqa: B008 - a frozen value
    return score_row(ROWS[0], parse_dice(text), options)


LINES = {
    "CU-G01 a mixed triple of threes": ("B3 R3 R3", 3),
    "CU-G02 a red triple of threes": ("R3 R3 R3", 6),
    "CU-G03 a mixed straight 4-5-6": ("B4 R5 R6", 6),
    "CU-G04 a falling straight": ("R6 B5 R4", 6),
    "CU-G05 a straight lies in order": ("R4 R6 R5", 0),
    "CU-G06 white counts as blue": ("B3 W4 B5", 10),
    "CU-G07 white is not both colours at once": ("B3 W4 R5", 5),
    "CU-G08 before the exchange": ("B2 R5 B4", 0),
    "CU-G09 blue 2 replaced by red 6": ("R6 R5 B4", 6),
}
SQUARES = {
    "CU-G10": ("R1 R5 B1 / B4 W4 B4 / R1 R3 B1", 18, [0, 8, 0, 0, 10, 0]),
    "CU-G11": ("B4 R5 B6 / R4 W4 R4 / B4 R3 B2", 32, [6, 8, 4, 4, 10, 0]),
    "CU-G12": ("B5 R4 R3 / B4 W3 B2 / R3 R2 B1", 32, [5, 8, 3, 5, 8, 3]),
    "CU-G13": ("R6 B6 R6 / R6 W6 R6 / B6 B6 B6", 54, [6, 12, 12, 6, 12, 6]),
}


@pytest.mark.parametrize(("text", "points"), LINES.values(), ids=LINES)
def test_a_row_of_the_rulebook(text, points):
    assert points == row(text).points


@pytest.mark.parametrize(("text", "total", "points"), SQUARES.values(), ids=SQUARES)
def test_a_square_of_the_rulebook(text, total, points):
    sheet = score(Square.parse(text))

    assert total == sheet.total
    assert points == [each.points for each in sheet.rows]


def test_a_one_colour_straight_of_one_two_three_is_worth_six_as_well():
    """CU-A12: "this straight is worth six points" is true of a mixed 4-5-6 and of a red 1-2-3."""
    assert (6, 6) == (row("B4 R5 R6").points, row("R1 R2 R3").points)


def test_a_triple_is_worth_one_of_its_dice_not_their_sum():
    assert (4, 5) == (row("R4 B4 R4").points, row("B5 R5 R5").points)


@pytest.mark.parametrize(
    ("text", "kind", "doubled", "colour"),
    [
        ("B3 W4 B5", RowKind.STRAIGHT, True, Colour.BLUE),
        ("R4 W4 R4", RowKind.TRIPLE, True, Colour.RED),
        ("B3 W4 R5", RowKind.STRAIGHT, False, None),
        ("R3 R3 R3", RowKind.TRIPLE, True, None),
        ("B1 W4 B1", RowKind.NONE, False, None),
        ("R1 B5 R2", RowKind.NONE, False, None),
    ],
)
def test_a_row_says_what_it_is_and_what_white_counted_as(text, kind, doubled, colour):
    scored = row(text)

    assert (kind, doubled, colour) == (scored.kind, scored.doubled, scored.colour)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("R1 R5 B1", CuboOptions(), "1-5-1: neither a straight nor a triple"),
        ("B4 R5 R6", CuboOptions(), "straight 4-5-6: its highest die counts, 6 points"),
        ("B3 R3 R3", CuboOptions(), "triple 3-3-3: one of its dice counts, 3 points"),
        ("R3 R3 R3", CuboOptions(), "triple 3-3-3: 3 points, doubled because all is red, 6 points"),
        ("B1 B2 B3", CuboOptions(), "straight 1-2-3: 3 points, doubled because all is blue, 6 points"),
        ("R4 W4 R4", CuboOptions(), "triple 4-4-4: 4 points, doubled because white counts as red, 8 points"),
        ("B3 W4 B5", CuboOptions(), "straight 3-4-5: 5 points, doubled because white counts as blue, 10 points"),
        ("B3 W4 R5", BOTH, "straight 3-4-5: 5 points, doubled because white counts as both colours, 10 points"),
        ("R4 R6 R5", ANY_ORDER, "straight 4-6-5: 6 points, doubled because all is red, 12 points"),
    ],
)
def test_every_row_says_why_in_words(text, options, words):
    assert words == str(row(text, options).why)


@pytest.mark.parametrize(
    ("text", "tone"), [("R3 R3 R3", Colour.RED), ("B3 W4 B5", Colour.BLUE), ("B3 R3 R3", None), ("R1 R5 R2", None)]
)
def test_a_doubled_row_has_the_tone_of_its_colour(text, tone):
    assert tone == row(text).tone


def test_white_is_blue_across_and_red_down_in_one_square():
    rows = score(Square.parse(EIGHTEEN)).rows

    assert [None, Colour.BLUE, None, None, Colour.RED, None] == [each.colour for each in rows]


def test_a_sheet_as_json_names_cells_kind_points_and_colour():
    assert {
        "total": 18,
        "row": {
            "cells": [[1, 0], [1, 1], [1, 2]],
            "kind": "triple",
            "points": 8,
            "doubled": True,
            "colour": "blue",
        },
    } == {"total": (sheet := score(Square.parse(EIGHTEEN)).to_json())["total"], "row": sheet["rows"][1]}


def slow_points(dice, options):
    """Independent of the product: list every straight and triple there is, try both colours for white."""
    runs = [list(range(low, low + 3)) for low in range(1, 5)]
    allowed = [run[::step] for run in runs for step in (1, -1)] + [[value] * 3 for value in range(1, 7)]
    values = [die.value for die in dice]
    if options.straights is StraightOrder.ANY_ORDER and sorted(values) in runs:
        values = sorted(values)
    if values not in allowed:
        return 0
    letters = [str(die)[0] for die in dice]
    one_colour = any(set("".join(letters).replace("W", white)) in ({"R"}, {"B"}) for white in "RB")
    both = options.white_die is WhiteDie.BOTH_COLOURS and "W" in letters
    return max(values) * (1 + (one_colour or both))


def slow_total(square, options=CuboOptions()):  # noqa: B008 - a frozen value
    across = [square.dice[at : at + 3] for at in (0, 3, 6)]
    down = [square.dice[at::3] for at in (0, 1, 2)]
    return sum(slow_points(dice, options) for dice in (*across, *down))


def random_square(rng):
    around = [Die(rng.choice([Colour.RED, Colour.BLUE]), rng.randint(1, 6)) for _ in range(8)]
    return Square((*around[:4], Die(Colour.WHITE, rng.randint(1, 6)), *around[4:]))


@pytest.mark.parametrize(
    ("options", "count"),
    [(CuboOptions(), 10_000), (ANY_ORDER, 2_000), (BOTH, 2_000)],
    ids=["default", "any_order", "both_colours"],
)
def test_thousands_of_random_boards_equal_the_slow_checker(options, count):
    rng = random.Random(31)
    boards = [random_square(rng) for _ in range(count)]

    assert [slow_total(board, options) for board in boards] == [score(board, options).total for board in boards]


def test_a_mirrored_a_transposed_and_a_turned_board_are_worth_the_same():
    rng = random.Random(32)
    for board in (random_square(rng) for _ in range(2_000)):
        mirrored = Square(tuple(board[row, 2 - column] for row, column in product(range(3), repeat=2)))
        transposed = Square(tuple(board[column, row] for row, column in product(range(3), repeat=2)))

        totals = {score(each).total for each in (board, mirrored, transposed, board.turned())}
        assert {score(board).total} == totals
