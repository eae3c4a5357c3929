"""Calibration: the printed mat under five cameras and five lights, and whatever may go wrong with it."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from companion.observations import Colour, Kind
from tests.vision.photographed import CAMERAS, CUBO, LIGHTS, dice_on, hide, photograph, to_pixels
from tests.vision.printed import sheet_of
from vision.dice.read import read_dice
from vision.dice.square import read_square
from vision.render.render import SceneLight, Sensor, VirtualCamera, VirtualDie
from vision.table.calibrate import Calibration, CalibrationRefused, calibrate
from vision.table.lens import Lens
from vision.table.mat import PLAIN, Ink, MarkerPosition, mat_for
from vision.table.params import DEFAULT
from vision.table.tops import tops_of
from vision.table.views import OnMat

GRID = np.stack(np.meshgrid(np.linspace(4, 356, 12), np.linspace(4, 252, 9)), axis=-1).reshape(-1, 2)
"""Points all over the mat, in millimetres."""
every_camera = pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)


@pytest.fixture(scope="module")
def seen():
    return photograph()


def furthest_mm(found, camera=CAMERAS["above"]):
    """How far the worst point of the mat is from where it is taken to be."""
    assert isinstance(found, Calibration), found
    there = found.pose.to_mat(to_pixels(GRID, camera=camera))
    return float(np.linalg.norm(there - GRID, axis=1).max())


@every_camera
@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_under_any_camera_and_any_light_every_point_is_known_to_less_than_half_a_millimetre(camera, light):
    found = calibrate([photograph(camera=camera, light=light)])

    assert furthest_mm(found, camera) < 0.5
    assert found.error_mm < 0.5
    assert () == found.hidden


@every_camera
def test_with_one_marker_hidden_it_still_is_and_the_marker_is_named(camera):
    picture = photograph(camera=camera)
    for place in MarkerPosition:
        found = calibrate([hide(picture, CUBO, place, camera=camera)])
        assert furthest_mm(found, camera) < 0.6
        assert (place,) == found.hidden


@pytest.mark.parametrize(
    "hidden", list(combinations(MarkerPosition, 2)), ids=lambda pair: f"{pair[0].name} and {pair[1].name}"
)
def test_with_two_markers_hidden_it_asks(seen, hidden):
    found = calibrate([hide(seen, CUBO, *hidden)])

    assert isinstance(found, CalibrationRefused)
    assert hidden == found.hidden


def test_what_is_hidden_is_said_in_words(seen):
    found = calibrate([hide(seen, CUBO, MarkerPosition.TOP_LEFT, MarkerPosition.BOTTOM)])

    message = "I cannot see the top left marker, the marker in the middle of the lower side"
    cure = "clear them; turn a lamp that is mirrored in them, or move the camera"
    assert (message, cure) == (str(found.trouble.what), str(found.trouble.cure))


def test_without_a_mat_it_says_so_and_names_the_ways_out():
    found = calibrate([np.full((720, 1280, 3), 120, np.uint8)])

    assert "I see no mat" == str(found.trouble.what)
    assert "tap the corners" in str(found.trouble.cure)
    assert found.hidden is None


def test_two_mats_in_one_picture_are_refused(seen):
    other = photograph(mat_for(PLAIN))
    both = cv2.resize(np.vstack([seen, other]), None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    found = calibrate([both])

    assert "there are two mats in the picture" == str(found.trouble.what)


@pytest.mark.parametrize(("slipped_mm", "refused"), [(0.0, False), (0.5, False), (5.0, True), (10.0, True)])
def test_sheets_that_are_joined_badly_are_refused_above_two_millimetres(slipped_mm, refused):
    sheet = cv2.copyMakeBorder(sheet_of(CUBO), 60, 60, 0, 0, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    half, slip = sheet.shape[1] // 3, round(4 * slipped_mm)
    sheet[:, half:] = np.roll(sheet[:, half:], slip, axis=0)
    found = calibrate([photograph(print_=sheet)])

    assert refused == isinstance(found, CalibrationRefused)
    if refused:
        assert str(found.trouble.what).startswith("the mat does not fit: ")
        assert "how its sheets are joined" in str(found.trouble.cure)


def test_glare_that_bends_one_marker_costs_that_marker_only(seen):
    """Glare may hide or distort a single marker."""
    corner = to_pixels(CUBO.markers[MarkerPosition.RIGHT].corners[:1])[0]
    glare = np.zeros(seen.shape[:2], np.float32)
    cv2.circle(glare, (round(corner[0]), round(corner[1])), 26, 255, -1)
    shiny = np.clip(seen + cv2.GaussianBlur(glare, (0, 0), 6)[..., None], 0, 255).astype(np.uint8)
    found = calibrate([shiny])

    assert furthest_mm(found) < 0.6
    assert set(found.hidden) <= {MarkerPosition.RIGHT}


def test_several_frames_are_better_than_the_noise_of_one():
    noisy = [photograph(sensor=Sensor(noise=14), seed=seed) for seed in range(5)]
    assert furthest_mm(calibrate(noisy)) < 0.4


@pytest.mark.parametrize("bend", [-0.15, -0.06, 0.08])
def test_the_bend_of_a_lens_is_found_when_enough_markers_are_seen(seen, bend):
    lens = Lens((1280, 720), bend)
    rows, columns = np.mgrid[0:720, 0:1280]
    grid = np.stack([columns, rows], axis=-1).astype(float)
    bent = cv2.remap(
        seen, lens.straight(grid).astype(np.float32), None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    found = calibrate([bent])

    assert isinstance(found, Calibration), found
    there = found.pose.to_mat(lens.bent(to_pixels(GRID)))
    assert np.linalg.norm(there - GRID, axis=1).max() < 1.0
    assert bend * found.pose.lens.bend > 0


@pytest.mark.parametrize("bend", [-0.3, 0.0, 0.2])
def test_bent_and_straight_undo_each_other(bend):
    lens = Lens((1280, 720), bend)
    points = np.array([[0.0, 0.0], [640.0, 10.0], [1000.0, 500.0], [639.5, 359.5]])
    assert pytest.approx(points) == lens.straight(lens.bent(points))


@every_camera
def test_the_tilt_and_the_pixels_per_millimetre_are_those_of_the_camera(camera):
    found = calibrate([photograph(camera=camera)])

    assert pytest.approx(camera.tilt_deg, abs=1.5) == found.pose.tilt_deg
    for zone in CUBO.zones:
        x, y = zone.rect.centre
        near = to_pixels([[x - 5, y], [x + 5, y]], camera=camera)
        truly = float(np.hypot(*(near[1] - near[0]))) / 10
        assert found.pose.scales_at(x, y)[1] - 0.01 <= truly <= found.pose.scales_at(x, y)[0] + 0.01
        assert 0.6 * truly < found.pose.px_per_mm(zone.rect) <= truly + 0.01


def test_a_camera_that_is_too_oblique_is_reported():
    flat = VirtualCamera(620, 46)
    found = calibrate([photograph(camera=flat, size=(1920, 1080))])
    assert ["the camera looks from the side, by 46 degrees"] == [str(each.what) for each in found.troubles]


def test_a_camera_that_is_too_far_is_reported_in_pixels_of_a_die():
    found = calibrate([photograph(camera=VirtualCamera(900))])
    assert ["a die of 16 mm is only 23 pixels wide"] == [str(each.what) for each in found.troubles]


# White balance, exposure, the order of the colours


@pytest.mark.parametrize("tint", [(1.35, 1.0, 0.75), (0.75, 1.0, 1.35), (1.0, 0.8, 1.0)], ids=str)
def test_under_any_tint_the_patches_come_out_in_their_colours(tint):
    """White balance is measured on the patches, so a tint of the light must cancel out."""
    seen = photograph(sensor=Sensor(tint=tint), light=SceneLight(exposure=0.7))
    found = calibrate([seen])
    right = found.balance.applied(found.pose.above(seen, CUBO.patches[Ink.GREY].shrunk(3)))

    assert np.ptp(right.reshape(-1, 3).mean(axis=0)) < 6
    assert not found.inks.swapped


def test_swapped_colours_are_noticed(seen):
    """Swapped channels are detected on the patches when the table is measured."""
    assert ["red and blue are swapped in this camera's pictures"] == [
        str(each.what) for each in calibrate([np.ascontiguousarray(seen[..., ::-1])]).troubles
    ]


@pytest.mark.parametrize("tint", [(1.35, 1.0, 0.75), (0.75, 1.0, 1.35)], ids=str)
def test_a_tint_never_passes_for_swapped_colours(tint):
    """A strong tint shifts both colours alike, unlike a swap of channels."""
    assert not calibrate([photograph(sensor=Sensor(tint=tint))]).inks.swapped


def test_a_print_without_colour_says_nothing_about_the_order_of_the_colours():
    grey = cv2.cvtColor(cv2.cvtColor(sheet_of(CUBO), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    seen = photograph(print_=grey)
    for picture in (seen, np.ascontiguousarray(seen[..., ::-1])):
        found = calibrate([picture])
        assert furthest_mm(found) < 0.5
        assert () == found.troubles


@pytest.mark.parametrize(
    ("light", "message"),
    [(SceneLight(exposure=0.05), "it is too dark"), (SceneLight(exposure=2.5), "it is too bright")],
    ids=["dark", "bright"],
)
def test_the_light_is_judged_by_the_white_patch(light, message):
    found = calibrate([photograph(light=light)])
    assert message in [str(each.what) for each in found.troubles]


def test_a_veil_of_light_is_reported(seen):
    veiled = (170 + seen * 0.2).astype(np.uint8)
    found = calibrate([veiled])
    assert ["black is hardly darker than white: light is mirrored, or the lens is dirty"] == [
        str(each.what) for each in found.troubles
    ]


def test_a_patch_on_which_something_lies_is_left_out(seen):
    covered = seen.copy()
    corners = to_pixels(CUBO.patches[Ink.GREY].corners)
    (x, y), (_, bottom) = corners[0], corners[2]
    covered[round(y) : round((y + bottom) / 2), round(x) - 5 : round(x) + 60] = (20, 20, 160)
    assert Ink.GREY not in calibrate([covered]).inks.levels


# Dice on the mat


SQUARE = (5, 3, 1, 6, 4, 2, 1, 5, 6)
COLOURS = (*(Colour.RED, Colour.BLUE) * 2, Colour.WHITE, *(Colour.RED, Colour.BLUE) * 2)
THROWN = (6, 3, 2, 5)
DICE = (
    *dice_on(
        CUBO,
        "seat-1",
        [
            VirtualDie((at % 3 - 1) * 16.6, (at // 3 - 1) * 16.6, 0, value, colour, turn=at % 8)
            for at, (value, colour) in enumerate(zip(SQUARE, COLOURS, strict=True))
        ],
    ),
    *dice_on(
        CUBO,
        "centre",
        [
            VirtualDie(-20, -60, 20, 6, Colour.RED),
            VirtualDie(15, -20, 50, 3, Colour.BLUE),
            VirtualDie(-10, 25, 70, 2, Colour.RED),
            VirtualDie(18, 66, 10, 5, Colour.BLUE),
        ],
    ),
)


def read(picture):
    """The square of seat 1 and the dice in the centre, as they are read."""
    found = calibrate([picture])
    view = OnMat(found)
    square = read_square(view.picture(picture, "square", 1, Kind.CUBO))
    lean = found.pose.lean(*CUBO.zone_of("centre").rect.centre)
    centre = tops_of(read_dice(view.picture(picture, "centre", None, Kind.DICE)), lean, DEFAULT.top)
    return [(square.values, square.sure), (centre.values, centre.sure)]


@pytest.mark.parametrize(("camera", "light"), list(zip(CAMERAS, LIGHTS, strict=True)))
def test_dice_on_the_mat_are_read_as_without_tilt(camera, light):
    picture = photograph(camera=CAMERAS[camera], light=LIGHTS[light], dice=DICE, size=(1920, 1080))

    assert [(SQUARE, True), (THROWN, True)] == read(picture)


@pytest.mark.parametrize(("camera", "place"), list(zip(CAMERAS, list(MarkerPosition)[:5], strict=True)))
def test_with_one_marker_hidden_they_still_are(camera, place):
    picture = photograph(camera=CAMERAS[camera], dice=DICE, size=(1920, 1080))

    assert [(SQUARE, True), (THROWN, True)] == read(hide(picture, CUBO, place, camera=CAMERAS[camera]))
