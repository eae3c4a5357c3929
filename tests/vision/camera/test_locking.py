"""White balance and focus stay as they were when the table was measured (A13, D17)."""

import threading

import pytest

from tests.vision.camera.fakes import FakeClock, Numbered
from vision.camera.capture import Capture, CaptureParams
from vision.camera.locking import kept, locked

SAYS = {"ColourGains": [1.8, 1.5], "LensPosition": 2.5, "ExposureTime": 20_000}
CONTROLS = {"AwbEnable": False, "ColourGains": (1.8, 1.5), "AfMode": 0, "LensPosition": 2.5}


def test_what_a_frame_says_is_what_is_kept():
    assert CONTROLS == locked(SAYS)


def test_a_camera_without_a_lens_that_moves_only_keeps_its_gains():
    assert {"AwbEnable": False, "ColourGains": (1.8, 1.5)} == locked({"ColourGains": (1.8, 1.5)})


def test_a_camera_that_says_nothing_has_nothing_to_keep():
    assert {} == locked({})


@pytest.mark.parametrize(
    ("says", "well"),
    [
        (SAYS, True),
        ({}, True),
        (SAYS | {"ColourGains": (1.81, 1.49)}, True),
        (SAYS | {"ColourGains": (1.2, 1.5)}, False),
        (SAYS | {"LensPosition": 7.0}, False),
        (SAYS | {"ExposureTime": 10_000}, True),
    ],
)
def test_a_hundred_frames_are_held_against_what_was_asked_for(says, well):
    assert [well] * 100 == [kept(CONTROLS, says) for _ in range(100)]


class Steerable(Numbered):
    """A camera whose controls can be set; it remembers which thread did it."""

    def __init__(self, clock):
        super().__init__(clock)
        self.steered = []

    def steer(self, controls):
        assert self.open_now
        self.readers.add("steered by the same thread" if self._mine() else "another thread")
        self.steered.append(controls)

    def _mine(self):
        return threading.get_ident() in self.readers or not self.readers


def test_only_the_thread_that_owns_the_camera_sets_its_controls():
    source = Steerable(FakeClock())
    capture = Capture(source, source.clock, CaptureParams(pauses_s=(0.0,)))
    capture.start()
    first = capture.wait_newer(0, 20)
    capture.steer(CONTROLS)
    second = capture.wait_newer(first.number + 3, 20)
    capture.stop()

    assert second is not None
    assert [CONTROLS] == source.steered
    assert "another thread" not in source.readers


def test_a_camera_without_controls_is_left_alone():
    source = Numbered(FakeClock())
    capture = Capture(source, source.clock, CaptureParams(pauses_s=(0.0,)))
    capture.start()
    capture.steer(CONTROLS)
    assert capture.wait_newer(3, 20) is not None
    capture.stop()
