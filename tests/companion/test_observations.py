"""Dice and tiles as the eyes hand them to the referees: shapes, promises, JSON."""

import pytest

from companion.observations import (
    Colour,
    Kind,
    Observation,
    Problem,
    ProblemKind,
    SeenDie,
    SeenFace,
    SeenTile,
    Side,
    TileFace,
    renumbered,
)
from companion.texts import say

HEXAGON = ((50.0, 0.0), (93.3, 25.0), (93.3, 75.0), (50.0, 100.0), (6.7, 75.0), (6.7, 25.0))


def face(value, *, sure=True, alternatives=()):
    return SeenFace(value, 0.98 if sure else 0.4, sure, alternatives)


YELLOW, RED, BLUE = face(5), face(2), face(9)


def tile(yellow=YELLOW, red=RED, blue=BLUE, place=(0, 0)):
    return SeenTile(place, yellow, red, blue, HEXAGON)


def test_a_tile_is_printed_as_the_command_line_promises():
    seen = Observation(Kind.TILES, (), (), (tile(blue=face(9, sure=False, alternatives=(6,))),), Side.NUMBERS)

    assert {
        "kind": "tiles",
        "sure": False,
        "problems": [],
        "side": "numbers",
        "tiles": [
            {
                "q": 0,
                "r": 0,
                "yellow": 5,
                "red": 2,
                "blue": 9,
                "confidence": 0.4,
                "sure": False,
                "corners": [list(point) for point in HEXAGON],
                "alternatives": {"yellow": [], "red": [], "blue": [6]},
            }
        ],
    } == seen.to_json()


@pytest.mark.parametrize(
    ("seen", "sure"),
    [
        (tile(), True),
        (tile(red=face(2, sure=False)), False),
        (tile(yellow=face(None)), False),
        (tile(place=None), False),
    ],
)
def test_one_face_or_place_in_doubt_leaves_the_tile_in_doubt(seen, sure):
    assert sure == seen.sure
    assert sure == Observation(Kind.TILES, (), (), (seen,)).sure


def test_a_problem_leaves_everything_in_doubt():
    assert not Observation(Kind.TILES, (), (Problem.of(ProblemKind.OVERLAP, say("two tiles overlap")),), (tile(),)).sure


@pytest.mark.parametrize(
    ("which", "middle"),
    [(TileFace.YELLOW, (50.0, 25.0)), (TileFace.RED, (28.35, 62.5)), (TileFace.BLUE, (71.65, 62.5))],
)
def test_yellow_lies_above_red_left_blue_right(which, middle):
    corners = tile().outline(which)

    assert pytest.approx(middle) == (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)


@pytest.mark.parametrize(
    ("value", "sure", "mark"), [(5, True, "5"), (5, False, "5?"), (None, False, "?"), (None, True, "?")]
)
def test_a_die_wears_its_value_and_a_question_mark_where_nobody_is_sure(value, sure, mark):
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert mark == SeenDie(value, Colour.RED, corners, 0.5, sure).mark


def test_a_problem_knows_its_part_and_its_place():
    cut = Problem.of(ProblemKind.CUT, say("die {die} is partly out of the picture", die=3))
    stray = Problem.of(ProblemKind.STRAY, say("near {x}, {y} there may be a die that I cannot make out", x=120, y=45))

    assert (2, None, None, (120.0, 45.0)) == (cut.part, cut.place, stray.part, stray.place)


def test_the_problems_of_parts_that_are_left_name_their_new_numbers():
    sentences = [say("die {die} is partly out of the picture", die=die) for die in (1, 2)]
    problems = [Problem.of(ProblemKind.CUT, each) for each in (*sentences, say("I see no dice"))]

    left = renumbered(problems, [1])

    assert ["die 1 is partly out of the picture", "I see no dice"] == [str(each) for each in left]
    assert [0, None] == [each.part for each in left]
