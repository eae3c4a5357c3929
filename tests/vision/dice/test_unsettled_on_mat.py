"""A die alone on a printed mat: the mat gives the camera, and the camera whether it leans."""

import pytest

from tests.rig.unsettled_on_mat import photographed, read, told
from tests.vision.photographed import CAMERAS

SCENE = 2
"""A die that leans by some 30 degrees, seen in 1280 x 720 under each camera."""


@pytest.fixture(scope="module")
def cocked():
    return [photographed("cocked, alone", SCENE, camera) for camera in CAMERAS.values()]


def leaning(pictures, *, known):
    return sum(told(read(mat, picture, known=known)) == "leans" for mat, picture in pictures)


def test_most_cocked_dice_are_asked_about_though_no_other_die_lies_there(cocked):
    """A lower bound, not a goal: a network that recognises fewer of them fails here."""
    assert 4 <= leaning(cocked, known=True)


def test_without_a_known_camera_hardly_any_of_them_is(cocked):
    assert leaning(cocked, known=True) > leaning(cocked, known=False) + 2


def test_a_die_that_lies_flat_is_not():
    flat = [photographed("flat, alone", 4, camera) for camera in CAMERAS.values()]

    assert 0 == leaning(flat, known=True)
