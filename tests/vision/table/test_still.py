"""Stillness: a reading for each time that dice come to rest, and none while a hand is there, moving or not."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from companion.observations import Colour
from tests.vision.photographed import CUBO, dice_on, photograph, to_pixels
from tests.vision.printed import sheet_of
from vision.dice.read import read_dice
from vision.render.render import Appearance, SceneLight, Sensor, TableSurface, VirtualCamera, VirtualDie, render
from vision.table.average import averaged
from vision.table.calibrate import calibrate
from vision.table.mat import mat_for
from vision.table.still import Stillness, ZonePhase, areas_on, blocks_of, whole_area

SMALL = (640, 360)
QUIET = Sensor(noise=0, jpeg=None)


def small_of(picture):
    return cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA)


@lru_cache
def grain(sigma):
    return np.rint(np.random.default_rng(7).normal(0, sigma, (SMALL[1] + 97, SMALL[0] + 97, 3))).astype(np.int16)


def grainy(picture, number, sigma=4.0):
    """A frame with the noise of its own: another piece of one large field."""
    y, x = number * 31 % 97, number * 57 % 97
    noise = grain(sigma)[y : y + picture.shape[0], x : x + picture.shape[1]]
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def with_hand(picture, tip, *, wide=52, skin=(96, 128, 184)):
    """An arm that comes in from the lower edge and ends at `tip`, in pixels of the small picture."""
    seen = picture.copy()
    cv2.line(seen, (tip[0] + 60, SMALL[1] + 60), tip, skin, wide, cv2.LINE_AA)
    cv2.circle(seen, tip, wide // 2 + 6, skin, -1, cv2.LINE_AA)
    return seen


class Watched:
    """A stillness that is fed frame by frame, and all that it reported."""

    def __init__(self, areas):
        self.still = Stillness(areas)
        self.number = 0
        self.reports = []

    def see(self, picture, frames=10, sigma=4.0):
        """Let so many frames pass, each with its own noise; return the phases of all zones."""
        for _ in range(frames):
            self.number += 1
            self.still, news = self.still.feed(grainy(picture, self.number, sigma))
            self.reports += news
        return {name: zone.phase for name, zone in self.still.zones.items()}


@pytest.fixture(scope="module")
def scenes():
    """Small pictures of the mat: without dice, with a throw in the middle, with another one."""
    throws = {
        "empty": (),
        "A": [VirtualDie(-20, -40, 20, 6, Colour.RED), VirtualDie(15, 30, 50, 3, Colour.BLUE)],
        "B": [VirtualDie(10, -30, 75, 1, Colour.RED), VirtualDie(-15, 45, 10, 3, Colour.BLUE)],
    }
    return {
        name: small_of(photograph(dice=dice_on(CUBO, "centre", dice), sensor=QUIET)) for name, dice in throws.items()
    }


@pytest.fixture(scope="module")
def areas():
    return areas_on(calibrate([photograph()]).pose, SMALL)


def middle(zone, small=SMALL):
    x, y = to_pixels([CUBO.zone_of(zone, int(zone[-1]) if zone[-1].isdigit() else None).rect.centre])[0] / 2
    return round(x), round(y)


def test_an_empty_mat_is_empty_in_every_zone(scenes, areas):
    watched = Watched(areas)
    assert {ZonePhase.EMPTY} == set(watched.see(scenes["empty"]).values())
    assert [] == watched.reports


def test_dice_that_lie_still_are_reported_once_and_only_in_their_zone(scenes, areas):
    watched = Watched(areas)
    watched.see(scenes["empty"])
    phases = watched.see(scenes["A"], 100)

    assert ["centre"] == watched.reports
    assert ZonePhase.STILL == phases.pop("centre")
    assert {ZonePhase.EMPTY} == set(phases.values())


@pytest.mark.parametrize("colour", [each for each in Colour if each is not Colour.OTHER])
@pytest.mark.parametrize("zone", ["centre", "seat-2"])
def test_one_die_of_any_colour_is_seen(scenes, areas, colour, zone):
    watched = Watched(areas)
    watched.see(scenes["empty"])
    picture = photograph(dice=dice_on(CUBO, zone, [VirtualDie(20, 12, 30, 1, colour)]), sensor=QUIET, size=SMALL)
    watched.see(picture)
    assert [zone] == watched.reports


def test_two_throws_with_a_hand_between_them_are_two_reports_and_none_in_between(scenes, areas):
    """Ten still frames, ten with a hand over the dice, ten still ones with other dice."""
    watched = Watched(areas)
    watched.see(scenes["empty"])
    watched.see(scenes["A"])
    assert ["centre"] == watched.reports
    phases = watched.see(with_hand(scenes["A"], middle("centre")))
    assert (ZonePhase.MOVING, ["centre"]) == (phases["centre"], watched.reports)
    watched.see(scenes["B"])
    assert ["centre", "centre"] == watched.reports


def test_a_hand_that_rests_for_ever_is_never_still(scenes, areas):
    watched = Watched(areas)
    watched.see(scenes["empty"])
    phases = watched.see(with_hand(scenes["A"], middle("centre")), 200)

    assert ZonePhase.MOVING == phases["centre"]
    assert [] == watched.reports


def test_a_hand_that_is_there_from_the_beginning_does_not_spoil_what_comes_after_it(scenes, areas):
    watched = Watched(areas)
    watched.see(with_hand(scenes["empty"], middle("centre")))
    assert ZonePhase.EMPTY == watched.see(scenes["empty"])["centre"]
    assert ZonePhase.MOVING == watched.see(with_hand(scenes["A"], middle("centre")), 40)["centre"]
    watched.see(scenes["A"])
    assert "centre" == watched.reports[-1]


def test_a_hand_over_one_zone_does_not_hold_up_another(scenes, areas):
    watched = Watched(areas)
    watched.see(scenes["empty"])
    phases = watched.see(with_hand(scenes["A"], middle("seat-3"), wide=30))

    assert (ZonePhase.STILL, ZonePhase.MOVING) == (phases["centre"], phases["seat-3"])


def test_a_hand_that_leaves_the_dice_as_they_lay_makes_one_more_report(scenes, areas):
    watched = Watched(areas)
    watched.see(scenes["empty"])
    for picture in (scenes["A"], with_hand(scenes["A"], middle("centre")), scenes["A"]):
        watched.see(picture)
    assert ["centre", "centre"] == watched.reports


def test_a_die_that_rolls_on_slowly_is_not_still(areas, scenes):
    """A millimetre for each frame: hardly a change from one frame to the next."""
    watched = Watched(areas)
    watched.see(scenes["empty"])
    for step in range(24):
        die = VirtualDie(0, -60 + 1.0 * step, 0, 4, Colour.RED)
        picture = photograph(dice=dice_on(CUBO, "centre", [die]), sensor=QUIET, size=SMALL)
        assert ZonePhase.MOVING == watched.see(picture, 1)["centre"]
    assert ZonePhase.STILL == watched.see(picture)["centre"]


def test_dice_that_are_taken_away_leave_an_empty_zone(scenes, areas):
    watched = Watched(areas)
    for picture in (scenes["empty"], scenes["A"]):
        watched.see(picture)
    assert ZonePhase.EMPTY == watched.see(scenes["empty"])["centre"]


@pytest.mark.parametrize(("game", "height_mm"), [("thirteen-monsters", 1500), ("monster-cube", 650)])
def test_what_is_printed_into_a_zone_that_is_read_does_not_make_it_look_used(game, height_mm):
    mat = mat_for(game)
    picture = photograph(mat, camera=VirtualCamera(height_mm), print_=sheet_of(mat, 2.0), size=(2304, 1296))
    pose = calibrate([picture]).pose
    watched = Watched(areas_on(pose, SMALL))
    phases = watched.see(small_of(picture), 30)
    assert {ZonePhase.EMPTY} == {phases[zone.name] for zone in mat.zones if not zone.outlines}


@pytest.mark.parametrize("sigma", [1.0, 8.0, 20.0])
def test_noise_is_no_motion(scenes, areas, sigma):
    watched = Watched(areas)
    watched.see(scenes["empty"], sigma=sigma)
    assert ZonePhase.STILL == watched.see(scenes["A"], 30, sigma)["centre"]
    assert ["centre"] == watched.reports


def test_bands_of_mains_light_are_no_motion(scenes, areas):
    """Bands of a quarter that roll through the picture."""
    watched = Watched(areas)
    rows = np.arange(SMALL[1])[:, None, None]
    for name, frames in (("empty", 30), ("A", 30)):
        for number in range(frames):
            bands = 1 + 0.25 * np.sin(2 * np.pi * (rows / 30 + number * 0.37))
            watched.see(np.clip(0.85 * scenes[name] * bands, 0, 255).astype(np.uint8), 1)
    assert ["centre"] == watched.reports


def test_a_cloud_that_passes_is_no_motion(scenes, areas):
    watched = Watched(areas)
    watched.see(scenes["empty"])
    watched.see(scenes["A"])
    for number in range(60):
        watched.see((scenes["A"] * (1 - 0.4 * np.sin(number / 19))).astype(np.uint8), 1)
    assert ["centre"] == watched.reports


def test_without_a_mat_the_whole_picture_is_one_zone_and_its_edge_is_the_rim():
    appearance = Appearance(TableSurface.WOOD, ((120, 78, 44), (160, 108, 66)), light=SceneLight(), sensor=QUIET)
    camera = VirtualCamera(250)
    table, dice = (
        small_of(render(lie, camera, appearance, (1280, 720), np.random.default_rng(1)).image)
        for lie in ((), [VirtualDie(-30, 10, 20, 6, Colour.RED), VirtualDie(20, -10, 50, 3, Colour.BLUE)])
    )
    watched = Watched(whole_area(SMALL))
    watched.see(table)
    reported = list(watched.reports)
    watched.see(dice)
    assert [*reported, ""] == watched.reports
    assert {"": ZonePhase.MOVING} == watched.see(with_hand(dice, (320, 200)), 100)
    assert [*reported, ""] == watched.reports


def test_feeding_leaves_the_stillness_before_untouched(scenes, areas):
    first = Stillness(areas)
    second, _ = first.feed(scenes["A"])
    assert ({}, None) == (first.zones, first.clear)
    assert {"centre", "seat-1", "seat-2", "seat-3", "seat-4"} == set(second.zones)


def test_a_block_is_the_mean_of_its_pixels():
    picture = np.zeros((16, 24, 3), np.uint8)
    picture[:8, 8:16] = 100
    assert (2, 3, 3) == blocks_of(picture).shape
    assert pytest.approx(np.log(112)) == blocks_of(picture)[0, 1, 0]


# Averaging


def noisy(picture, number, sigma):
    """A frame whose noise has nothing in common with that of any other."""
    noise = np.random.default_rng(number).normal(0, sigma, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


DIE = [VirtualDie(0, 0, 15, 5, Colour.BLUE)]


@pytest.fixture(scope="module")
def blue_five():
    appearance = Appearance(TableSurface.FELT, sensor=QUIET)
    return render(DIE, VirtualCamera(250), appearance, (480, 360), np.random.default_rng(1)).image


def test_the_mean_of_nine_noisy_frames_is_read_where_one_is_not(blue_five):
    """In sixty frames with a noise of 35 grey levels the displayed value changes at most once."""
    frames = [noisy(blue_five, number, 35.0) for number in range(60)]
    read = [read_dice(averaged(frames[at : at + 9])) for at in range(0, 52, 9)]

    assert {(5,)} == {seen.values for seen in read}


def test_averaging_lowers_the_noise_by_the_root_of_the_number_of_frames(blue_five):
    frames = [noisy(blue_five, number, 12.0) for number in range(9)]
    left = averaged(frames).astype(float) - blue_five
    assert 3.5 < left[20:-20, 20:-20].std() < 5.0


@pytest.mark.parametrize("shift", [(0.4, -0.3), (1.6, 0.9), (-2.5, 2.0)])
def test_a_camera_that_trembles_does_not_blur_the_mean(blue_five, shift):
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], float)
    trembled = cv2.warpAffine(blue_five, matrix, (480, 360), borderMode=cv2.BORDER_REPLICATE)
    mean = averaged([trembled, blue_five])
    assert np.abs(mean.astype(float) - blue_five)[20:-20, 20:-20].mean() < 2.0


def test_a_frame_in_which_something_else_lies_is_left_out(blue_five):
    other = with_hand(blue_five, (240, 180))
    assert np.array_equal(blue_five, averaged([other, other, blue_five]))


def test_a_frame_of_another_size_is_left_out(blue_five):
    assert np.array_equal(blue_five, averaged([small_of(blue_five), blue_five]))
