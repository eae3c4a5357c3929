"""Compact parts of masks: the same ellipses, whatever lies in the other masks; what is no pip is left out."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.detect.components import ellipses
from vision.dice.params import PipParams

PARAMS = PipParams()
HEIGHT, WIDTH = 40, 50


def framed(*pictures):
    """Return masks as `ellipses` wants them, the first row and the last column empty."""
    return np.stack([np.pad(picture, ((1, 0), (0, 1))) for picture in pictures])


def blank():
    return np.zeros((HEIGHT, WIDTH), np.uint8)


def disc(x, y, radius):
    return cv2.circle(blank(), (x, y), radius, 255, -1)


def moments_of(picture):
    """Return x, y, xx, xy, yy of all that is white in `picture`, as OpenCV counts it."""
    m = cv2.moments(picture, binaryImage=True)
    area = m["m00"]
    return [m["m10"] / area, m["m01"] / area, *(4 * m[name] / area for name in ("mu20", "mu11", "mu02"))]


@given(
    st.integers(10, WIDTH - 11),
    st.integers(10, HEIGHT - 11),
    st.integers(3, 8),
    st.integers(3, 8),
    st.integers(0, 179),
)
def test_a_part_is_the_ellipse_of_its_moments(x, y, a, b, turn):
    picture = cv2.ellipse(blank(), (x, y), (a, b), turn, 0, 360, 255, -1)
    rows = ellipses(framed(picture), PARAMS)

    assert 1 == len(rows)
    assert np.allclose(moments_of(picture), rows[0, :5], atol=1e-4)


def test_parts_come_mask_by_mask():
    rows = ellipses(framed(disc(30, 20, 5), blank(), disc(10, 11, 4)), PARAMS)

    assert [[30, 20], [10, 11]] == rows[:, :2].tolist()


def test_parts_that_touch_the_ends_of_rows_and_of_masks_stay_apart():
    rows = ellipses(framed(disc(WIDTH - 5, HEIGHT - 5, 4), disc(4, 4, 4)), PARAMS)

    assert [[WIDTH - 5, HEIGHT - 5], [4, 4]] == rows[:, :2].tolist()


NO_PIPS = {
    "nothing": blank(),
    "a speck": disc(20, 20, 1),
    "a patch": disc(20, 20, 12),
    "a line": cv2.line(blank(), (5, 20), (40, 20), 255, 3),
    "a flat ellipse": cv2.ellipse(blank(), (25, 20), (12, 3), 30, 0, 360, 255, -1),
    "a corner": cv2.line(cv2.line(blank(), (10, 10), (20, 10), 255, 3), (10, 10), (10, 20), 255, 3),
}


@pytest.mark.parametrize("picture", NO_PIPS.values(), ids=NO_PIPS)
def test_what_is_no_pip_is_left_out(picture):
    assert (0, 7) == ellipses(framed(picture), PARAMS).shape
