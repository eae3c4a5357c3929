"""Hard scenes for reading dice: hands and cups over dice, things that are no dice, sides, glare, blur.

Nothing in here may be read wrongly and be called sure; what cannot be known is asked, and the place is named.
"""

import cv2
import numpy as np
import pytest

from companion.observations import Colour
from tests.vision.covers import with_cup, with_hand
from tests.vision.flat import Drawn
from vision.dice.read import read_dice
from vision.dice.square import read_square
from vision.render.render import (
    Appearance,
    Decal,
    Make,
    SceneLight,
    Sensor,
    TableSurface,
    VirtualCamera,
    VirtualDie,
    render,
    truth_of,
)
from vision.training.scenes import clutter

SIZE = (1280, 720)
CELLS = [(row, column) for row in range(3) for column in range(3)]
NINE = (3, 4, 5, 2, 6, 1, 1, 5, 6)
SQUARE = tuple(
    VirtualDie((column - 1) * 16.6, (1 - row) * 16.6, 0, value, Colour.WHITE if value == 6 else Colour.RED)
    for (row, column), value in zip(CELLS, NINE, strict=True)
)
THROW = (
    VirtualDie(-50, 25, yaw_deg=17, value=2, colour=Colour.RED),
    VirtualDie(5, 30, yaw_deg=70, value=6, colour=Colour.BLUE),
    VirtualDie(55, 10, yaw_deg=33, value=5),
    VirtualDie(-25, -30, yaw_deg=52, value=3),
    VirtualDie(35, -35, yaw_deg=5, value=4, colour=Colour.BLUE),
)
NEAR = VirtualCamera(300)


def photograph(*dice, camera=None, appearance=None, seed=11):
    return render(dice, camera or VirtualCamera(), appearance or Appearance(), SIZE, np.random.default_rng(seed)).image


def place_of(die, camera=None):
    """The middle of the upper face in the picture, and its edge."""
    (truth,) = truth_of([die], camera or VirtualCamera(), SIZE)
    corners = np.array(truth.corners)
    return corners.mean(axis=0), float(np.linalg.norm(corners[0] - corners[1]))


def values(seen):
    return sorted(die.value for die in seen.dice)


def sentences(seen):
    return [str(problem) for problem in seen.problems]


@pytest.mark.parametrize(("skin", "die", "towards"), [("pale", 3, -60), ("tanned", 4, -120), ("dark", 0, 50)])
def test_a_hand_over_dice_is_asked_about_and_its_place_is_named(skin, die, towards):
    """What a hand covers cannot be seen, so a reading with a hand in it is never sure."""
    tip, edge = place_of(THROW[die])

    seen = read_dice(with_hand(photograph(*THROW), tip, edge, skin=skin, towards=towards))

    (question,) = [each for each in seen.problems if "a hand may cover dice" in str(each)]
    assert (False, True) == (seen.sure, np.hypot(*(np.array(question.place) - tip)) < 6 * edge)


@pytest.mark.parametrize("table", [TableSurface.FELT, TableSurface.WOOD, TableSurface.CLOTH, TableSurface.PLAIN])
def test_a_table_of_the_colour_of_skin_is_no_hand(table):
    seen = read_dice(photograph(*THROW, appearance=Appearance(table, ((92, 58, 32), (160, 112, 66)))))

    assert [] == [each for each in sentences(seen) if "hand" in each]


def test_a_carpet_beside_the_table_is_no_hand_though_some_of_its_loops_have_the_colour_of_skin():
    picture = photograph(*THROW)
    loops = np.random.default_rng(3).uniform(0.5, 1.3, (50, 36))
    light = cv2.resize(loops, (450, 300), interpolation=cv2.INTER_LINEAR)[..., None]
    picture[180:480, -450:] = np.clip(np.array((92, 128, 186)) * light, 0, 255)

    assert [] == [each for each in sentences(read_dice(picture)) if "hand" in each]


def with_finger(picture, at, edge, towards):
    """A hand of which one finger covers `at`."""
    turn = np.radians(towards)
    aside = 0.65 * np.array([-np.sin(turn), np.cos(turn)]) + 0.6 * np.array([np.cos(turn), np.sin(turn)])
    return with_hand(picture, at + edge * aside, edge, towards=towards)


@pytest.mark.parametrize(
    ("cover", "cell", "towards"), [("hand", (2, 2), -135), ("cup", (0, 0), 0), ("cup", (1, 1), 0), ("cup", (2, 2), 0)]
)
def test_what_covers_a_cell_of_the_square_is_asked_about_by_row_and_column(cover, cell, towards):
    at, edge = place_of(SQUARE[CELLS.index(cell)], NEAR)
    picture = photograph(*SQUARE, camera=NEAR)
    covered = with_finger(picture, at, edge, towards) if cover == "hand" else with_cup(picture, at, 0.8 * edge)

    seen = read_square(covered)

    places = [each.sentence.values for each in seen.problems if "row" in each.sentence.values]
    named = {(place["row"] - 1, place["column"] - 1) for place in places}
    assert (False, True) == (seen.sure, cell in named | {die.cell for die in seen.dice if not die.sure})
    assert all(die.value == NINE[CELLS.index(die.cell)] for die in seen.dice if die.sure)


@pytest.mark.parametrize("turn", [0, 3, 4, 7])
def test_the_side_of_a_tilted_die_is_neither_added_nor_taken_for_its_top(turn):
    """The top is a 2; the sides that are visible from 30 degrees have other values, which must not be added."""
    die = VirtualDie(0, 0, yaw_deg=8, value=2, colour=Colour.RED, turn=turn)

    seen = read_dice(photograph(die, camera=VirtualCamera(260, tilt_deg=30)))

    assert [2] == values(seen)


@pytest.mark.parametrize("across", [0, 90])
@pytest.mark.parametrize("yaw", [0, 25])
def test_two_threes_side_by_side_are_no_six(across, yaw):
    """Two rows of three pips on neighbouring dice have the pattern of a six."""
    step = 8.05 * np.array([np.cos(np.radians(yaw)), np.sin(np.radians(yaw))])
    pair = [VirtualDie(*(side * step), yaw_deg=yaw + across, value=3, colour=Colour.BLUE) for side in (-1, 1)]

    assert [3, 3] == values(read_dice(photograph(*pair)))


@pytest.mark.parametrize("angle", range(0, 91, 5))
def test_all_values_are_read_in_every_direction(angle):
    """Every value is read at rotations of 0, 5 … 90 degrees."""
    drawn = Drawn(640, 480)
    for n in range(6):
        drawn.die(120 + n % 3 * 190, 150 + n // 3 * 190, 80, n + 1, turn=angle)

    assert [1, 2, 3, 4, 5, 6] == values(read_dice(drawn.picture()))


def test_a_six_whose_pips_do_not_melt_is_a_six():
    """The die has an edge of 80 pixels and pips of a radius of 7."""
    assert [6, 6] == values(read_dice(Drawn().die(320, 240, 80, 6, radius=7 / 80).die(150, 240, 80, 6).picture()))


THINGS = {
    "coins": clutter.coin,
    "buttons": clutter.button,
    "dominoes": clutter.domino,
    "text": clutter.text,
    "cards": clutter.card,
    "dots": clutter.dots,
    "keys": clutter.keys,
    "dice of many sides": clutter.gem,
}


@pytest.mark.parametrize("thing", THINGS)
def test_things_that_are_no_dice_are_never_believed(thing):
    chance = np.random.default_rng(5)
    places = [(-55, 20), (0, 25), (50, -5), (-20, -30), (35, -35)]
    things = tuple(Decal(THINGS[thing](chance), x, y, float(chance.uniform(0, 360)), 26) for x, y in places)

    assert not read_dice(photograph(appearance=Appearance(decals=things))).sure


@pytest.mark.parametrize("number", [1, 6, 12])
def test_dice_with_numbers_are_never_believed(number):
    blank = [VirtualDie(x, y, yaw, 0) for x, y, yaw in ((-40, 10, 20), (10, -20, 65), (50, 25, 5))]
    picture = photograph(*blank)
    for die in blank:
        (x, y), edge = place_of(die)
        at = (round(x - 0.35 * edge), round(y + 0.3 * edge))
        cv2.putText(picture, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, edge / 40, (20, 20, 22), 4, cv2.LINE_AA)

    assert not read_dice(picture).sure


@pytest.mark.parametrize(("colour", "ink"), [(Colour.RED, 240), (Colour.BLUE, 240), (Colour.WHITE, 20)])
def test_a_die_with_a_number_among_others_is_named(colour, ink):
    numbered = VirtualDie(0, -5, 20, 0, colour)
    picture = photograph(*THROW, numbered, camera=NEAR)
    (x, y), edge = place_of(numbered, NEAR)
    wide, high = cv2.getTextSize("6", 0, edge / 40, 4)[0]
    cv2.putText(picture, "6", (round(x - wide / 2), round(y + high / 2)), 0, edge / 40, (ink, ink, ink), 4)

    seen = read_dice(picture)

    assert ([2, 3, 4, 5, 6], False) == (values(seen), seen.sure)
    assert "I do not read numbers" in sentences(seen)[0]


def test_glossy_dice_under_a_lamp_are_right_or_asked_about():
    shiny = [VirtualDie(d.x_mm, d.y_mm, d.yaw_deg, d.value, d.colour, Make(gloss=1.0)) for d in THROW]
    lamp = SceneLight(height_deg=86, softness=0.2, exposure=1.8, ambient=0.3)

    seen = read_dice(photograph(*shiny, appearance=Appearance(light=lamp)))

    assert [2, 3, 4, 5, 6] == values(seen) or not seen.sure


@pytest.mark.parametrize("blur_px", [0.3, 2.0, 3.0])
def test_a_picture_out_of_focus_is_right_or_asked_about(blur_px):
    """A camera that is lowered is out of focus first."""
    seen = read_dice(photograph(*THROW, appearance=Appearance(sensor=Sensor(blur_px=blur_px))))

    assert [2, 3, 4, 5, 6] == values(seen) or not seen.sure
