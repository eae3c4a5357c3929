"""White balance, focus and exposure stay as they were when the table was measured."""

import threading

import pytest

from tests.vision.camera.fakes import FakeClock, Numbered
from vision.camera.capture import Capture, CaptureParams
from vision.camera.locking import kept, locked, steady

SAYS = {"ColourGains": [1.8, 1.5], "LensPosition": 2.5, "ExposureTime": 20_000, "AnalogueGain": 4.0}
CONTROLS = {
    "AwbEnable": False,
    "ColourGains": (1.8, 1.5),
    "AfMode": 0,
    "LensPosition": 2.5,
    "AeEnable": False,
    "ExposureTime": 20_000,
    "AnalogueGain": 4.0,
}


def test_what_a_frame_says_is_what_is_kept():
    assert CONTROLS == locked(SAYS, 50)


def test_a_camera_without_a_lens_that_moves_only_keeps_its_gains():
    assert {"AwbEnable": False, "ColourGains": (1.8, 1.5)} == locked({"ColourGains": (1.8, 1.5)}, 50)


@pytest.mark.parametrize("says", [{}, {"ExposureTime": 20_000}, {"AnalogueGain": 2.0}])
def test_a_camera_that_does_not_say_enough_has_nothing_to_keep(says):
    assert {} == locked(says, 50)


@pytest.mark.parametrize(
    ("exposure_us", "gain", "mains_hz", "frame_us", "kept_us", "kept_gain"),
    [
        (20_000, 4.0, 50, 66_666, 20_000, 4.0),
        (20_004, 4.0, 50, 66_666, 20_000, 4.0),
        (13_000, 4.0, 50, 66_666, 20_000, 2.6),
        (13_000, 1.2, 50, 66_666, 10_000, 1.56),
        (4_000, 5.0, 50, 66_666, 10_000, 2.0),
        (4_000, 1.5, 50, 66_666, 4_000, 1.5),
        (66_000, 16.0, 50, 66_666, 60_000, 16.0),
        (66_000, 1.5, 50, 66_666, 60_000, 1.65),
        (33_000, 8.0, 50, None, 40_000, 6.6),
        (20_000, 4.0, 60, 66_666, 25_000, 3.2),
        (8_300, 2.0, 60, 66_666, 8_333, 1.992),
    ],
    ids=[
        "two periods already",
        "two periods but for a row of the sensor",
        "longer at less gain",
        "no gain to spare, so shorter at more",
        "one period at less gain",
        "sunlight is left alone",
        "never longer than a frame, nor more gain than the sensor had",
        "never longer than a frame, at more gain",
        "an unknown frame",
        "60 Hz",
        "60 Hz, one period",
    ],
)
def test_a14_the_exposure_is_whole_periods_of_the_lamps_and_as_bright(
    exposure_us, gain, mains_hz, frame_us, kept_us, kept_gain
):
    assert (kept_us, kept_gain) == steady(exposure_us, gain, mains_hz, frame_us)


@pytest.mark.parametrize("mains_hz", [50, 60])
def test_a14_whatever_the_automatic_exposure_has_chosen_lamps_paint_no_bands(mains_hz):
    for exposure_us in range(1_000, 66_000, 700):
        for gain in (1.0, 1.7, 4.0, 16.0):
            kept_us, kept_gain = steady(exposure_us, gain, mains_hz, 66_666)
            periods = kept_us * 2 * mains_hz / 1e6
            assert periods == pytest.approx(round(periods), abs=1e-3) or exposure_us * gain < 1e6 / (2 * mains_hz)
            assert 0.85 <= kept_us * kept_gain / (exposure_us * gain) <= 1.02
            assert kept_us <= 66_666
            assert 1.0 <= kept_gain <= max(gain, 2.0)


@pytest.mark.parametrize(
    ("says", "well"),
    [
        (SAYS, True),
        ({}, True),
        (SAYS | {"ColourGains": (1.81, 1.49)}, True),
        (SAYS | {"ColourGains": (1.2, 1.5)}, False),
        (SAYS | {"LensPosition": 7.0}, False),
        (SAYS | {"ExposureTime": 19_982}, True),
        (SAYS | {"ExposureTime": 10_000}, False),
        (SAYS | {"AnalogueGain": 4.2}, True),
        (SAYS | {"AnalogueGain": 8.0}, False),
    ],
)
def test_a13_d17_a_hundred_frames_are_held_against_what_was_asked_for(says, well):
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
