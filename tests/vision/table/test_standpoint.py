"""Where the camera stands over a mat: what the homography of the mat alone determines, for any lens and any print."""

import numpy as np
import pytest

from tests.vision.photographed import CAMERAS, CUBO
from vision.render.camera import Pinhole
from vision.render.dice import PlacedDie, faces_seen
from vision.render.render import VirtualCamera, VirtualDie
from vision.table.lens import Lens
from vision.table.mat import PLAIN, mat_for
from vision.table.params import DEFAULT
from vision.table.pose import MatPose
from vision.table.standpoint import standpoints

SIZE = (1280, 720)
LENSES = {
    "wide": VirtualCamera(280, 4, 30, focal=0.55),
    "long, straight down": VirtualCamera(800, focal=1.5),
    "long": VirtualCamera(900, 12, 100, 20, focal=1.7),
}
every_camera = pytest.mark.parametrize("camera", (CAMERAS | LENSES).values(), ids=CAMERAS | LENSES)
CORNERS = [(0, 0), (360, 0), (360, 256), (0, 256), (180, 128)]


def matrix_of(camera, stretch=1.0):
    """From millimetres of the mat, whose print is longer by `stretch`, to pixels."""
    on_table = np.array([[stretch, 0, -stretch * CUBO.width / 2], [0, -1, CUBO.height / 2], [0, 0, 1]])
    matrix = Pinhole.of(camera, SIZE).plane @ on_table
    return matrix / matrix[2, 2]


def true_lean(camera, x, y):
    centre = Pinhole.of(camera, SIZE).centre
    return np.array([x - CUBO.width / 2 - centre[0], y - CUBO.height / 2 + centre[1]]) / centre[2]


def furthest(standpoint, camera):
    """By how much the worst lean of a place is off, in millimetres for each millimetre of height."""
    return max(float(np.hypot(*(np.array(standpoint.lean(*at)) - true_lean(camera, *at)))) for at in CORNERS)


@every_camera
@pytest.mark.parametrize("stretch", [1.0, 0.997, 1.003])
def test_one_of_the_likely_standpoints_is_the_true_one_however_the_print_came_out(camera, stretch):
    likely = [each for each in standpoints(matrix_of(camera, stretch), SIZE) if each.unlikely < 5]

    assert min(furthest(each, camera) for each in likely) < 0.08


@pytest.mark.parametrize("camera", list(CAMERAS.values())[2:], ids=list(CAMERAS)[2:])
def test_a_camera_that_looks_from_the_side_shows_its_focal_length(camera):
    first, *others = standpoints(matrix_of(camera), SIZE)

    assert furthest(first, camera) < 0.03
    assert all(furthest(each, camera) < 0.2 for each in others)


def test_of_one_that_looks_straight_down_the_height_is_hardly_known_but_its_place_is():
    seen = standpoints(matrix_of(CAMERAS["above"]), SIZE)

    assert all((180, 128) == pytest.approx((each.x, each.y), abs=1) for each in seen)
    heights = [each.height for each in seen]
    assert (True, True) == (min(heights) < 350, max(heights) > 650)
    assert (0.0, True) == (seen[0].unlikely, all(each.unlikely > 0.1 for each in seen[1:]))


@every_camera
@pytest.mark.parametrize("place", [(-80, -40), (10, 60), (100, -10)])
def test_the_way_down_of_a_flat_die_is_known_in_a_zone_put_upright(camera, place):
    pose, hole = MatPose(CUBO, matrix_of(camera), Lens(SIZE)), Pinhole.of(camera, SIZE)
    die = PlacedDie.of(VirtualDie(*place, yaw_deg=30, value=4))
    (top,) = (corners for number, _, corners in faces_seen(die, hole) if number == 4)
    above, below = (pose.to_mat(hole.project(each)) for each in (top, 2 * die.middle - top))
    window = CUBO.zones[0].rect
    way = (below - above).mean(axis=0) / np.linalg.norm(above[1] - above[0])
    at = (above.mean(axis=0) - window.centre) / max(window.width, window.height)

    assert min(float(np.hypot(*(each.at(at) - way))) for each in pose.uprights(window, 16.0)) < 0.08


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)
@pytest.mark.parametrize("mat", [CUBO, mat_for(PLAIN)], ids=lambda mat: mat.game)
def test_the_upper_faces_of_all_dice_in_a_zone_lie_in_its_picture(camera, mat):
    pose, hole = MatPose(mat, matrix_of(camera), Lens(SIZE)), Pinhole.of(camera, SIZE)
    for zone in mat.zones:
        window = pose.over(zone.rect, DEFAULT.top.border_mm, 16.0)
        raised = np.column_stack([zone.rect.corners * (1, -1) + (-mat.width / 2, mat.height / 2), np.full(4, 16.0)])
        seen = pose.to_mat(hole.project(raised))
        assert ((seen >= window.corners[0]) & (seen <= window.corners[2])).all()
