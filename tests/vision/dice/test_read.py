"""Loose dice: the failures known from other dice readers on real tables."""

import cv2
import numpy as np
import pytest

from companion.observations import Colour
from tests.vision.flat import BLACK, BLUE, INK, RED, WHITE, Drawn
from vision.dice.read import read_dice
from vision.render.render import Appearance, Make, SceneLight, Sensor, TableSurface, VirtualCamera, VirtualDie, render


def values(seen):
    return sorted(die.value for die in seen.dice)


def row_of(dice, edge=80, gap=40, **make):
    drawn = Drawn()
    for n, (value, body) in enumerate(dice):
        drawn.die(100 + n * (edge + gap), 240, edge, value, body, **make)
    return drawn


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("turn", [0, 20, 45, 70, 90])
def test_each_value_is_read_whichever_way_the_die_is_turned(value, turn):
    """Nothing depends on the rotation of a die, nor on the version of OpenCV."""
    seen = read_dice(Drawn().die(320, 240, 80, value, turn=turn).die(150, 120, 80, 5).picture())

    assert sorted([value, 5]) == values(seen)


def test_a_six_is_one_die_and_never_two_threes():
    """The two rows of a six are each the pattern of a three."""
    seen = read_dice(Drawn().die(320, 240, 80, 6, turn=90).picture())

    assert [6] == values(seen)


@pytest.mark.parametrize("pips", [INK, (240, 240, 240)], ids=["dark pips", "light pips"])
def test_red_and_blue_dice_are_read_beside_white_ones(pips):
    """A single grey threshold for the whole scene would lose them."""
    drawn = Drawn().die(120, 240, 80, 5, RED, pips).die(270, 240, 80, 5, BLUE, pips).die(420, 240, 80, 5, WHITE)

    seen = read_dice(drawn.picture())

    assert [5, 5, 5] == values(seen)


def test_two_red_dice_that_touch_are_a_five_and_a_six():
    """Touching dice of one colour have one common outline and must not be merged."""
    drawn = Drawn().die(240, 240, 80, 5, RED).die(320.5, 240, 80, 6, RED).die(480, 120, 80, 4, RED)

    assert [4, 5, 6] == values(read_dice(drawn.picture()))


@pytest.mark.parametrize("scale", [0.6, 1.0, 1.5])
def test_values_do_not_change_when_the_camera_is_lowered(scale):
    """Thresholds may not depend on the size of a die in pixels."""
    picture = row_of([(1, WHITE), (3, RED), (6, BLUE), (4, WHITE)]).picture()

    seen = read_dice(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))

    assert [1, 3, 4, 6] == values(seen)


def test_the_big_red_pip_of_a_one_is_a_one():
    """On many dice the pip of the one is larger than the others, and red."""
    drawn = Drawn().die(320, 240, 80, 1, WHITE, (40, 40, 200), pip_one=2.2).die(150, 240, 80, 5).die(500, 240, 80, 4)

    assert [1, 4, 5] == values(read_dice(drawn.picture()))


def test_pips_that_nearly_melt_are_a_six_or_asked_about():
    """Pips of a six that nearly merge are two bars, which must never be a silent misreading."""
    seen = read_dice(Drawn().die(320, 240, 80, 6, radius=0.115).die(150, 240, 80, 6, radius=0.115).picture())

    assert [6, 6] == values(seen) or not seen.sure


@pytest.mark.parametrize("gains", [(0.75, 1.0, 1.35), (1.35, 1.0, 0.75)], ids=["warm", "cold"])
def test_colours_survive_the_white_balance(gains):
    """The colour of a die must not depend on the gains of the camera."""
    picture = row_of([(5, RED), (4, BLUE), (3, WHITE)], gap=60).picture()

    seen = read_dice(np.clip(picture * np.array(gains), 0, 255).astype(np.uint8))

    assert [Colour.RED, Colour.BLUE, Colour.WHITE] == [die.colour for die in seen.dice]


@pytest.mark.parametrize("phase", [0.0, 1.6, 3.1, 4.7])
def test_bands_of_led_light_change_nothing(phase):
    """Mains light darkens bands of the picture, which must not change a value."""
    picture = row_of([(5, RED), (4, BLUE), (3, WHITE), (6, WHITE)]).picture().astype(np.float64)
    bands = 1 + 0.25 * np.sin(np.arange(480) * 2 * np.pi / 60 + phase)

    seen = read_dice(np.clip(picture * bands[:, None, None], 0, 255).astype(np.uint8))

    assert [3, 4, 5, 6] == values(seen)


def test_the_mean_of_noisy_frames_is_read_where_one_frame_may_not_be():
    """Averaging frames must remove noise in which a single frame is unsure."""
    drawn = Drawn().die(320, 240, 80, 5, BLUE, INK).die(150, 240, 80, 3, BLUE, INK).die(480, 240, 80, 6, BLUE, INK)
    frames = [drawn.picture(noise=35, seed=seed).astype(np.float64) for seed in range(9)]

    assert [3, 5, 6] == values(read_dice(np.mean(frames, axis=0).astype(np.uint8)))


def test_an_empty_table_has_no_dice_and_says_so():
    seen = read_dice(Drawn().picture())

    assert ((), ["I see no dice"], False) == (seen.dice, [str(each) for each in seen.problems], seen.sure)


def test_coins_buttons_and_words_are_no_dice():
    drawn = Drawn().spot(200, 150, 30, (60, 140, 180)).spot(400, 150, 22, (90, 160, 200))
    drawn.text(60, 400, "o0 Cubo: :. %8", 2.0)

    assert [] == values(read_dice(drawn.picture()))


def test_a_die_that_the_border_cuts_never_gets_a_sure_wrong_value():
    drawn = Drawn().die(300, 240, 80, 4).die(450, 200, 80, 3).die(12, 240, 80, 6)

    seen = read_dice(drawn.picture())

    assert [3, 4] == sorted(die.value for die in seen.dice if die.sure)
    assert not seen.sure


@pytest.mark.parametrize("edge", [26, 60, 150, 330])
def test_dice_of_any_size_are_read_without_a_setting(edge):
    drawn = Drawn(1280, 720)
    drawn.die(250, 300, edge, 5, turn=12).die(250 + 1.5 * edge, 310, edge, 3, RED, turn=40)

    assert [3, 5] == values(read_dice(drawn.picture()))


def test_corners_lie_on_the_die_and_run_clockwise():
    (die,) = read_dice(Drawn().die(320, 240, 80, 4).picture()).dice

    corners = np.array(die.corners)
    area = 0.5 * sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True))

    assert np.allclose((320, 240), corners.mean(axis=0), atol=2)
    assert pytest.approx(80 * 80, rel=0.2) == area


def test_the_fourth_channel_of_a_camera_is_left_out():
    picture = row_of([(5, WHITE), (4, WHITE)]).picture()

    assert [4, 5] == values(read_dice(np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])))


def test_dark_dice_on_a_light_table_are_read():
    drawn = Drawn(mat=(225, 228, 230)).die(200, 240, 80, 2, BLACK).die(400, 240, 80, 5, BLACK)

    assert [2, 5] == values(read_dice(drawn.picture()))


THROW = (
    VirtualDie(-50, 25, yaw_deg=17, value=2, colour=Colour.RED),
    VirtualDie(5, 30, yaw_deg=70, value=6, colour=Colour.BLUE),
    VirtualDie(55, 10, yaw_deg=33, value=5),
    VirtualDie(-25, -30, yaw_deg=52, value=3),
    VirtualDie(35, -35, yaw_deg=5, value=4, colour=Colour.BLUE),
)


def photograph(*dice, camera=None, appearance=None, seed=11):
    return render(
        dice, camera or VirtualCamera(), appearance or Appearance(), (1280, 720), np.random.default_rng(seed)
    ).image


@pytest.mark.parametrize("tilt", [0, 12, 25, 30])
def test_sides_that_a_tilted_camera_sees_are_not_added(tilt):
    """The visible sides of a die have pips too and must not be counted as dice."""
    seen = read_dice(photograph(*THROW, camera=VirtualCamera(tilt_deg=tilt)))

    assert [2, 3, 4, 5, 6] == values(seen)


@pytest.mark.parametrize("table", [TableSurface.WOOD, TableSurface.FELT, TableSurface.CLOTH, TableSurface.PLAIN])
def test_the_table_is_no_die(table):
    seen = read_dice(photograph(*THROW, appearance=Appearance(table, ((150, 120, 90), (190, 160, 130)))))

    assert [2, 3, 4, 5, 6] == values(seen)


@pytest.mark.parametrize("gloss", [0.0, 0.4])
def test_a_throw_in_dim_light_is_read_or_asked_about(gloss):
    dice = [VirtualDie(d.x_mm, d.y_mm, d.yaw_deg, d.value, d.colour, Make(gloss=gloss)) for d in THROW]

    seen = read_dice(photograph(*dice, appearance=Appearance(light=SceneLight(exposure=0.3), sensor=Sensor(noise=4))))

    assert [2, 3, 4, 5, 6] == values(seen) or not seen.sure


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_crop_of_one_die_is_read(value):
    seen = read_dice(Drawn(64, 64, mat=(60, 110, 30)).die(32, 32, 42, value, RED, radius=0.1, turn=25).picture())

    assert [value] == values(seen)


@pytest.mark.parametrize(("edge", "sure"), [(24, True), (18, False)])
def test_dice_of_24_pixels_are_read_and_smaller_ones_asked_about(edge, sure):
    seen = read_dice(Drawn(640, 480).die(200, 200, edge, 5).die(300, 240, edge, 4).die(400, 200, edge, 3).picture())

    assert ([3, 4, 5], sure) == (values(seen), seen.sure)


def test_dice_of_two_sizes_may_lie_on_one_table():
    drawn = Drawn().die(150, 200, 60, 5).die(260, 300, 60, 3, RED).die(450, 220, 110, 4)

    assert [3, 4, 5] == values(read_dice(drawn.picture()))


@pytest.mark.parametrize("seed", range(12))
def test_two_dice_in_a_small_picture_are_never_one_that_is_sure(seed):
    """A picture hardly larger than a die is read as one die; this one is larger."""
    chance = np.random.default_rng(seed)
    values_there = [int(value) for value in chance.integers(1, 7, 2)]
    dice = [
        VirtualDie(x, chance.uniform(-4, 4), chance.uniform(0, 90), value, colour)
        for x, value, colour in zip((-11, 11), values_there, (Colour.WHITE, Colour.RED), strict=True)
    ]
    picture = render(dice, VirtualCamera(400), Appearance(), (640, 480), chance).image[170:310, 245:395]

    seen = read_dice(np.ascontiguousarray(picture))

    assert not seen.sure or sorted(values_there) == values(seen)
