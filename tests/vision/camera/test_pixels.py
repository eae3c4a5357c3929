"""Red stays red, whatever a camera calls its format."""

import cv2
import numpy as np
import pytest

from companion.errors import BadInput
from vision.camera.pixels import PixelFormat, to_bgr

SIZE = (64, 48)
RED, BLUE = (0, 0, 255), (255, 0, 0)


def as_delivered(form, bgr, padding=0):
    """Return a picture of one colour as picamera2 delivers it in an array, with `padding` bytes behind each line."""
    image = np.full((SIZE[1], SIZE[0] + padding, 3), bgr, np.uint8)
    planes = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
    match form:
        case PixelFormat.RGB888:
            return image
        case PixelFormat.BGR888:
            return image[:, :, ::-1]
        case PixelFormat.XRGB8888:
            return cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
        case PixelFormat.XBGR8888:
            return cv2.cvtColor(image, cv2.COLOR_BGR2RGBA)
        case PixelFormat.YUV420:
            return planes
        case PixelFormat.NV12:
            return side_by_side(planes)
        case PixelFormat.YUYV:
            return in_turn(planes)


def side_by_side(planes):
    bright = planes[: SIZE[1]]
    both = planes[SIZE[1] :].reshape(2, -1)
    return np.vstack([bright, np.stack(both, axis=1).reshape(-1, planes.shape[1])])


def in_turn(planes):
    """Return the picture of one colour with its two colour values in turn."""
    height = SIZE[1]
    array = np.empty((height, planes.shape[1], 2), np.uint8)
    array[:, :, 0] = planes[0, 0]
    array[:, 0::2, 1] = planes[height, 0]
    array[:, 1::2, 1] = planes[-1, -1]
    return array


@pytest.mark.parametrize("padding", [0, 32])
@pytest.mark.parametrize("colour", [RED, BLUE, (30, 160, 200)])
@pytest.mark.parametrize("form", PixelFormat)
def test_a_patch_keeps_its_colour_and_lines_lose_their_padding(form, colour, padding):
    image = to_bgr(as_delivered(form, colour, padding), form, SIZE)
    assert (SIZE[1], SIZE[0], 3) == image.shape
    assert np.abs(image.astype(int) - colour).max() <= 4


@pytest.mark.parametrize("form", PixelFormat)
def test_an_array_that_cannot_be_of_this_format_is_refused(form):
    with pytest.raises(BadInput):
        to_bgr(np.zeros((SIZE[1], SIZE[0]), np.uint8), form, SIZE)


@pytest.mark.parametrize("form", PixelFormat)
def test_an_array_that_is_too_small_is_refused(form):
    with pytest.raises(BadInput):
        to_bgr(as_delivered(form, RED), form, (SIZE[0] * 2, SIZE[1] * 2))
