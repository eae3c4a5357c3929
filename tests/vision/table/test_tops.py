"""Visible sides of dice are not counted, and dice that lie side by side are not taken for sides."""

import numpy as np
import pytest

from companion.observations import Colour, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.texts import say
from vision.table.params import DEFAULT
from vision.table.tops import tops_of

PARAMS = DEFAULT.top
AWAY = (0.0, -0.6)
"""The camera stands at the lower edge of the picture, 31 degrees from the vertical."""


def die(value, x, y, wide=40.0, high=40.0, turned_deg=0.0):
    cos, sin = np.cos(np.radians(turned_deg)), np.sin(np.radians(turned_deg))
    turn = np.array([[cos, -sin], [sin, cos]])
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2 @ turn.T + (x, y)
    first, second, third, fourth = ((float(a), float(b)) for a, b in corners)
    return SeenDie(value, Colour.RED, (first, second, third, fourth), 0.9, sure=True)


def tops(*dice, lean=AWAY):
    return tops_of(Observation(Kind.DICE, dice), lean, PARAMS)


def test_the_flat_side_below_a_top_is_left_out():
    top, side = die(6, 100, 100), die(4, 100, 132, high=24)
    seen = tops(top, side)
    assert ((top,), True) == (seen.dice, seen.sure)


@pytest.mark.parametrize("turned_deg", [0, 20, 45, 70])
@pytest.mark.parametrize("gap", [0.0, 3.0, 20.0])
def test_dice_that_touch_are_all_dice(turned_deg, gap):
    cos, sin = np.cos(np.radians(turned_deg)), np.sin(np.radians(turned_deg))
    step = (40 + gap) * np.array([[cos, sin], [-sin, cos]])
    places = [(0.0, 0.0), step[0], step[1], step[0] + step[1]]
    seen = tops(
        *(
            die(value, 100 + x, 100 + y, turned_deg=turned_deg)
            for value, (x, y) in zip((3, 4, 5, 6), places, strict=True)
        )
    )
    assert ((3, 4, 5, 6), True) == (seen.values, seen.sure)


@pytest.mark.parametrize("value", [1, 2])
def test_a_face_with_too_few_pips_to_show_its_shape_is_asked_about_below_a_top(value):
    seen = tops(die(6, 100, 100), die(value, 100, 141))
    assert not seen.sure
    assert ["near 100, 141 I see two faces of one die, or dice that are too close"] == [*map(str, seen.problems)]


@pytest.mark.parametrize("value", [1, 2])
def test_above_or_beside_a_top_or_far_below_it_it_is_a_die(value):
    for place in ((100, 58), (142, 100), (58, 100), (100, 160)):
        seen = tops(die(6, 100, 100), die(value, *place))
        assert ((6, value), True) == (seen.values, seen.sure)


def test_two_faces_where_only_one_die_has_room_are_asked_about():
    seen = tops(die(6, 100, 100), die(5, 125, 95))
    assert not seen.sure
    assert 2 == len(seen.dice)


def test_a_side_whose_top_was_not_found_is_asked_about():
    seen = tops(die(4, 100, 100, high=26))
    assert ["near 100, 100 I see the side of a die, not its top"] == [*map(str, seen.problems)]


def test_a_camera_that_looks_straight_down_sees_no_sides():
    observation = Observation(Kind.DICE, (die(6, 100, 100), die(5, 125, 95)))
    assert observation is tops_of(observation, (0.05, 0.1), PARAMS)


def test_what_is_said_about_a_side_goes_with_it_and_the_dice_are_numbered_anew():
    side, *dice = die(4, 100, 132, high=24), die(6, 100, 100), die(5, 200, 100)
    problems = tuple(
        Problem.of(ProblemKind.CUT, say("die {die} is partly out of the picture", die=number)) for number in (1, 3)
    )
    seen = tops_of(
        Observation(Kind.DICE, (side, *dice), (*problems, Problem.of(ProblemKind.COVERED, say("I see a hand")))),
        AWAY,
        PARAMS,
    )

    assert tuple(dice) == seen.dice
    assert ["die 2 is partly out of the picture", "I see a hand"] == [*map(str, seen.problems)]
