"""A face of which others know where it lies: the pips of its value explain it better than those of any other."""

from dataclasses import replace

import numpy as np
import pytest

from companion.observations import Colour
from vision.dice.classify.pattern_fit import fits_of, plainness
from vision.dice.params import DEFAULT
from vision.render.render import Appearance, Make, Sensor, VirtualCamera, VirtualDie, render

SIZE = (320, 240)
USUAL = Make()
APPEARANCE = Appearance(sensor=Sensor(noise=3))


def fits(value, make=USUAL, colour=Colour.WHITE, shake=0.0):
    """Return how well each value explains a die whose corners are known but for `shake`, in edges."""
    seen = render(
        [VirtualDie(0, 0, 20, value, colour, make)],
        VirtualCamera(300, 20),
        APPEARANCE,
        SIZE,
        np.random.default_rng(value),
    )
    corners = np.array(seen.truth[0].corners)
    edge = float(np.linalg.norm(corners[1] - corners[0]))
    (found,) = fits_of(seen.image, [corners + shake * edge * np.array([1, -1])], DEFAULT.pattern_fit)
    return found


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("colour", [Colour.WHITE, Colour.RED, Colour.BLACK])
def test_the_value_of_a_die_is_the_one_that_its_pips_fit(value, colour):
    assert plainness(fits(value, colour=colour), value) > 0.55


@pytest.mark.parametrize("value", range(1, 7))
def test_a_frame_that_is_a_little_off_is_enough(value):
    assert plainness(fits(value, shake=0.05), value) > 0.3


@pytest.mark.parametrize("two", [0.6, 0.75, 1.0])
def test_the_pips_of_a_two_may_lie_as_close_as_makers_set_them(two):
    assert plainness(fits(2, Make(two=two)), 2) > 0.7


@pytest.mark.parametrize("rows", [0.6, 0.8, 1.0])
def test_the_rows_of_a_six_too(rows):
    assert plainness(fits(6, Make(six_rows=rows)), 6) > 0.7


def test_a_face_without_pips_is_explained_by_no_value():
    chance = np.random.default_rng(1)
    cloth = chance.normal(120, 25, (200, 200, 3)).clip(0, 255).astype(np.uint8)
    (found,) = fits_of(cloth, [np.array([[60.0, 60], [140, 60], [140, 140], [60, 140]])], DEFAULT.pattern_fit)
    assert found.max() < 0.4


def test_nothing_to_read_is_nothing_read():
    assert fits_of(np.zeros((50, 50, 3), np.uint8), [], DEFAULT.pattern_fit).shape == (0, 7)


def test_an_even_face_is_explained_by_nothing_and_divides_by_nothing():
    (found,) = fits_of(
        np.full((50, 50, 3), 80, np.uint8), [np.array([[10.0, 10], [40, 10], [40, 40], [10, 40]])], DEFAULT.pattern_fit
    )
    assert found.max() < 0.001


def test_only_what_is_asked_for_is_compared():
    few = replace(DEFAULT.pattern_fit, turns_deg=(0.0,), sizes=(1.0,), shifts=((0.0, 0.0),))
    seen = render([VirtualDie(0, 0, 20, 5)], VirtualCamera(300), APPEARANCE, SIZE, np.random.default_rng(1))
    corners = [np.array(seen.truth[0].corners)]
    assert (fits_of(seen.image, corners, few) <= fits_of(seen.image, corners, DEFAULT.pattern_fit) + 1e-6).all()
