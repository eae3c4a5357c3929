"""The live picture: encoded on request, and once for each frame."""

import cv2
import numpy as np
import pytest

from tests.vision.camera.fakes import A_CAMERA, PATIENT_S, FakeClock, picture
from vision.camera import live
from vision.camera.live import Live, LiveParams
from vision.camera.source import Frame


class OneFrame:
    """A capture whose latest frame the test sets."""

    frame = None

    def latest(self):
        return self.frame

    def wait_newer(self, number, timeout_s):
        return self.frame if self.frame and self.frame.number > number else None


@pytest.fixture
def capture():
    return OneFrame()


@pytest.fixture
def encoded(monkeypatch):
    """The number of pictures that were encoded."""
    calls, encode = [], live.jpeg
    monkeypatch.setattr(live, "jpeg", lambda image, quality: calls.append(1) or encode(image, quality))
    return calls


def frame(number, size=(64, 48)):
    return Frame(picture(100, size), FakeClock()(), A_CAMERA, number=number)


def test_before_the_first_frame_there_is_no_picture(capture):
    assert Live(capture).jpeg() is None
    assert Live(capture).jpeg_newer(0, PATIENT_S) is None


def test_a_frame_is_encoded_once_for_any_number_of_viewers(capture, encoded):
    shown = Live(capture)
    capture.frame = frame(1)
    assert 1 == len({shown.jpeg() for _ in range(10)})
    assert (1, shown.jpeg()) == shown.jpeg_newer(0, PATIENT_S)
    assert 1 == len(encoded)
    capture.frame = frame(2)
    shown.jpeg()
    assert 2 == len(encoded)


def test_nothing_is_encoded_without_viewers(capture, encoded):
    shown = Live(capture)
    capture.frame = frame(1)
    assert shown.jpeg_newer(1, PATIENT_S) is None
    assert [] == encoded


@pytest.mark.parametrize(
    ("size", "shown"), [((64, 48), (64, 48)), ((200, 100), (200, 100)), ((400, 100), (200, 50)), ((4000, 8), (200, 1))]
)
def test_a_picture_is_no_wider_than_the_page_needs(capture, size, shown):
    capture.frame = frame(1, size)
    data = Live(capture, LiveParams(width=200)).jpeg()
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert shown == (image.shape[1], image.shape[0])
    assert np.abs(image.astype(int) - 100).max() <= 2
