"""Which part of a picture a zone is: on a mat, within tapped corners, or all of it."""

from itertools import permutations

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from companion.observations import Kind, Observation
from tests.vision.photographed import CAMERAS, CUBO, photograph, to_pixels
from vision.camera.source import CameraTrouble
from vision.table.calibrate import calibrate
from vision.table.mat import Rect
from vision.table.views import OnMat, Whole, faults_of, tapped

SEEN = Observation(Kind.DICE, ())
SQUARE = ((100.0, 80.0), (500.0, 90.0), (560.0, 400.0), (60.0, 390.0))
SIZE = (640, 480)


def test_without_anything_the_whole_picture_is_the_zone():
    picture = np.zeros((48, 64, 3), np.uint8)
    assert picture is Whole().picture(picture, "centre", None, Kind.DICE)
    assert SEEN is Whole().judged(SEEN, "centre", None)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_corners_may_be_tapped_in_any_order(order):
    assert SQUARE == tapped([SQUARE[at] for at in order], SIZE).corners


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        (SQUARE[:3], "a table has four corners, not 3"),
        ((*SQUARE, (0.0, 0.0)), "a table has four corners, not 5"),
        (((0, 0), (100, 0), (200, 0), (300, 0)), "that is too small for a table"),
        (((0, 0), (600, 0), (600, 400), (500, 200)), "one of the points lies between the others"),
        (((0, 0), (600, 0), (600, 400), (300, 5)), "one of the points lies between the others"),
        (((100, 100), (500, 100), (310, 400), (290, 400)), "opposite sides of the table are too unlike"),
        (((10, 10), (30, 10), (30, 30), (10, 30)), "that is too small for a table"),
        (((-9, 10), (600, 10), (600, 400), (10, 400)), "a corner lies outside of the picture"),
    ],
    ids=["three", "five", "on a line", "one within", "one on a side", "a wedge", "tiny", "outside"],
)
def test_what_is_no_table_is_refused(corners, message):
    with pytest.raises(BadInput, match=message):
        tapped(corners, SIZE)


def test_every_fault_is_named():
    faults = faults_of([(-9, 10), (30, 10), (30, 30), (10, 30)], SIZE)
    assert ["a corner lies outside of the picture", "that is too small for a table"] == [
        str(each).split(":")[0] for each in faults
    ]


@pytest.mark.parametrize("factor", [0.5, 1.0, 2.0])
def test_corners_hold_for_larger_and_smaller_pictures_of_the_same_shape(factor):
    picture = np.zeros((480, 640, 3), np.uint8)
    cv2.fillConvexPoly(picture, np.array(SQUARE, np.int32), (255, 255, 255))
    scaled = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    upright = tapped(SQUARE, SIZE).picture(scaled, "any", None, Kind.DICE)
    assert pytest.approx(500 * factor, abs=2) == upright.shape[1]
    assert upright.mean() > 250


def test_corners_tapped_in_a_picture_of_another_shape_are_not_believed():
    with pytest.raises(CameraTrouble, match="tapped in a picture of another shape: tap them again"):
        tapped(SQUARE, SIZE).picture(np.zeros((360, 640, 3), np.uint8), "any", None, Kind.DICE)


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
def test_the_four_corners_of_a_mat_tapped_by_hand_show_it_as_printed(camera):
    picture = photograph(camera=camera)
    corners = [(float(x), float(y)) for x, y in to_pixels(Rect(0, 0, CUBO.width, CUBO.height).corners, camera=camera)]
    upright = tapped(corners, (1280, 720)).picture(picture, "any", None, Kind.DICE)
    assert upright.shape[1] > upright.shape[0]
    # the zones are grey and the strips between them white, wherever the camera stood
    grey = cv2.resize(cv2.cvtColor(upright, cv2.COLOR_BGR2GRAY), (360, 256), interpolation=cv2.INTER_AREA)
    assert grey[60, 80] + 15 < grey[60, 131]
    assert grey[60, 180] + 15 < grey[60, 131]


def test_a_zone_of_the_mat_is_as_wide_and_high_as_in_print_and_a_little_more():
    view = OnMat(calibrate([photograph()]))
    for zone in CUBO.zones:
        seat = int(zone.name[-1]) if zone.name[-1].isdigit() else None
        picture = view.picture(photograph(), zone.name, seat, Kind.DICE)
        wanted = (zone.rect.height + 4) / (zone.rect.width + 4)
        assert pytest.approx(wanted, abs=0.01) == picture.shape[0] / picture.shape[1]


@pytest.mark.parametrize(
    ("zone", "seat", "message"),
    [("square-7", 7, "this mat has no place for seat 7"), ("market", None, "this mat has no place for market")],
)
def test_a_zone_that_the_mat_lacks_is_named(zone, seat, message):
    with pytest.raises(CameraTrouble, match=message):
        OnMat(calibrate([photograph()])).picture(photograph(), zone, seat, Kind.DICE)


def test_how_the_camera_sees_dice_is_known_on_a_mat_only_and_tiles_are_flat():
    view = OnMat(calibrate([photograph()]))

    assert () == Whole().uprights("centre", None, Kind.DICE)
    assert () == tapped(SQUARE, SIZE).uprights("centre", None, Kind.DICE)
    assert () == view.uprights("centre", None, Kind.TILES)
    assert view.uprights("centre", None, Kind.DICE)
