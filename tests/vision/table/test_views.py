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
from vision.table.views import OnMat, Whole, tapped

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
    ("corners", "told"),
    [
        (SQUARE[:3], "a table has four corners, not 3"),
        ((*SQUARE, (0.0, 0.0)), "a table has four corners, not 5"),
        (((0, 0), (100, 0), (200, 0), (300, 0)), "these four points are not the corners of a table"),
        (((0, 0), (600, 0), (600, 400), (500, 200)), "these four points are not the corners of a table"),
        (((10, 10), (30, 10), (30, 30), (10, 30)), "these four points are not the corners of a table"),
    ],
    ids=["three", "five", "on a line", "one within", "tiny"],
)
def test_what_is_no_table_is_refused(corners, told):
    with pytest.raises(BadInput, match=told):
        tapped(corners, SIZE)


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
    ("zone", "seat", "told"),
    [("square-7", 7, "this mat has no place for seat 7"), ("market", None, "this mat has no place for market")],
)
def test_a_zone_that_the_mat_lacks_is_named(zone, seat, told):
    with pytest.raises(CameraTrouble, match=told):
        OnMat(calibrate([photograph()])).picture(photograph(), zone, seat, Kind.DICE)
