"""The Pi's camera, against a stand-in that has picamera2's signatures and its bad habits."""

import inspect
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.camera.fake_picamera2 import REQUEST_SIGNATURES, SIGNATURES, FakePicamera2, FakeRequest, Pi
from tests.vision.camera.fakes import PATIENT_S, SECOND, FakeClock
from vision.camera.capture import Capture, CaptureParams, CaptureState
from vision.camera.lighting import LOOSE
from vision.camera.locking import kept, locked
from vision.camera.picamera import PicameraSettings, PicameraSource, find_pi_cameras, without_flicker
from vision.camera.pixels import PixelFormat
from vision.camera.source import CameraTrouble, NoFrame

RED = (0, 0, 255)
SMALL = PicameraSettings(size=(64, 48), small=(32, 24))


@pytest.fixture
def pi():
    return Pi(FakeClock())


def source_of(pi, settings=SMALL):
    return PicameraSource(pi.clock, settings, pi.make)


@pytest.fixture
def source(pi):
    source = source_of(pi)
    source.open()
    yield source
    source.close()


def parameters(function):
    return ", ".join(name for name, each in inspect.signature(function).parameters.items() if name != "pi")


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_stand_in_has_the_signatures_of_picamera2(name):
    assert SIGNATURES[name] == parameters(getattr(FakePicamera2, name))


@pytest.mark.parametrize("name", REQUEST_SIGNATURES)
def test_its_requests_too(name):
    assert REQUEST_SIGNATURES[name] == parameters(getattr(FakeRequest, name))


def test_a_red_patch_comes_through_the_camera_as_red_in_both_streams(source):
    """The format that libcamera calls RGB888 has the bytes b, g, r in the array."""
    frame = source.read(1.0)
    assert (RED, (64, 48)) == (tuple(frame.image[20, 20]), frame.size)
    assert (24, 32, 3) == frame.small.shape
    assert np.abs(frame.small.astype(int) - RED).max() < 5


def test_a_fourth_channel_is_dropped(source, pi):
    """An X or alpha channel would shift every colour in the array of a picture."""
    pi.channels = 4
    assert (48, 64, 3) == source.read(1.0).image.shape


def test_a_grey_array_is_refused_with_its_shape(source, pi):
    """A picture without colours cannot be read and must not crash a reader later."""
    pi.channels = 1
    with pytest.raises(CameraTrouble, match=r"^the Pi camera 0 failed \(.*\(48, 64\)"):
        source.read(1.0)


def test_a_frame_is_dated_by_the_beginning_of_its_exposure(source, pi):
    frame = source.read(1.0)
    assert pi.clock() - 10_000_000 == frame.at


def test_a_camera_without_sensor_times_dates_its_frames_a_frame_before_they_were_asked_for(pi):
    pi.says = ()
    source = source_of(pi, replace(SMALL, fps=10.0))
    source.open()
    before = pi.clock()
    assert before - SECOND // 10 == source.read(1.0).at


def test_a_still_is_exposed_after_the_edge_of_the_press(source, pi):
    edge = pi.clock() + 3 * SECOND // 30
    frame = source.still(edge, 2.0)
    assert edge <= frame.at < edge + SECOND // 30


def test_a_still_from_after_the_limit_is_given_up(source, pi):
    with pytest.raises(NoFrame):
        source.still(pi.clock() + 60 * SECOND, 0.5)


def test_every_request_is_released_also_those_that_came_too_early_and_those_that_failed(source, pi):
    for _ in range(20):
        source.still(pi.clock() + SECOND // 15, 2.0)
    pi.channels = 1
    for _ in range(20):
        with pytest.raises(CameraTrouble):
            source.read(1.0)
    assert 0 == pi.owner.out


def test_a_silent_camera_is_no_frame_in_time_and_leaves_no_job_behind(source, pi):
    pi.silent = True
    for _ in range(10):
        with pytest.raises(NoFrame, match="^the Pi camera 0 sends no picture: "):
            source.read(0.5)
    pi.silent = False
    assert RED == tuple(source.read(0.5).image[0, 0])


@pytest.mark.parametrize(
    "error", [RuntimeError("Camera frontend has timed out!"), KeyError("lores"), OSError(5, "EIO")]
)
def test_what_the_camera_thread_raises_is_trouble_of_ours(source, pi, error):
    pi.error = error
    with pytest.raises(CameraTrouble, match=r"^the Pi camera 0 failed \(.*\): it is opened again by itself$"):
        source.read(1.0)


def test_a_second_owner_gets_the_message_that_the_camera_is_in_use(source, pi):
    """libcamera reports a camera in use as `Camera in Running state trying acquire()`."""
    second = source_of(pi)
    with pytest.raises(CameraTrouble, match="^the Pi camera 0 is used by another program: close that program"):
        second.open()
    source.close()
    source.close()
    second.open()
    second.close()


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ModuleNotFoundError("No module named 'picamera2'"), "picamera2 is not installed: sudo apt install "),
        (
            ValueError("numpy.dtype size changed"),
            "picamera2 was built for another ",
        ),
        (IndexError("list index out of range"), "the Pi camera 0 is not there: check its ribbon cable"),
        (
            RuntimeError("Camera in Running state trying acquire()"),
            "the Pi camera 0 is used ",
        ),
        (RuntimeError("something new"), "the Pi camera 0 failed (something new): it is opened again by itself"),
    ],
)
def test_a_camera_that_does_not_open_says_why_and_what_to_do(pi, error, text):
    """Exceptions of picamera2 and numpy become a message with a cure."""

    def make(number):
        raise error

    with pytest.raises(CameraTrouble) as trouble:
        PicameraSource(pi.clock, SMALL, make).open()
    assert str(trouble.value).startswith(text)


def test_a_camera_that_is_not_there_is_named(pi):
    with pytest.raises(CameraTrouble, match="^the Pi camera 1 is not there: "):
        source_of(pi, replace(SMALL, number=1)).open()


def test_a_camera_that_cannot_be_configured_is_let_go(pi):
    class Fussy(FakePicamera2):
        def configure(self, camera_config=None):
            raise RuntimeError("Invalid camera configuration")

    with pytest.raises(CameraTrouble, match="Invalid camera configuration"):
        PicameraSource(pi.clock, SMALL, lambda number: Fussy(number, pi=pi)).open()
    assert pi.owner is None


def test_without_picamera2_on_this_machine_that_is_what_it_says(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "picamera2", None)
    with pytest.raises(CameraTrouble, match="^picamera2 is not installed: sudo apt install python3-picamera2"):
        PicameraSource(FakeClock()).open()
    found = find_pi_cameras()
    assert ((), False, "picamera2 is not installed") == (found.models, found.broken, str(found.trouble.what))


def test_controls_that_the_camera_lacks_are_left_out_and_named(pi):
    wanted = {"ExposureTime": 20_000, "LensPosition": 4.0}
    source = source_of(pi, replace(SMALL, controls=wanted))
    source.open()
    source.read(1.0)
    assert ("LensPosition",) == source.missing
    assert {"ExposureTime": 20_000, "FrameDurationLimits": (66_667, 66_667)} == pi.taken[-1]


def test_locked_colour_gains_stay_for_a_hundred_frames_through_stills_and_a_reopening(pi):
    """A still or a reopened camera must not return to automatic white balance."""
    source = source_of(pi, replace(SMALL, still=(128, 96)))
    source.open()
    source.steer({"ColourGains": (1.9, 1.4), "AwbEnable": False})
    gains = [source.read(1.0).says["ColourGains"] for _ in range(50)]
    gains += [source.still(pi.clock(), 2.0).says["ColourGains"]]
    source.close()
    source.open()
    gains += [source.read(1.0).says["ColourGains"] for _ in range(50)]
    assert {(1.9, 1.4)} == set(gains)
    assert [(1.9, 1.4)] * 101 == [controls["ColourGains"] for controls in pi.taken]


def test_a_loosened_exposure_goes_to_the_camera_with_zeros_in_place_of_fixed_values_and_the_lens_stays(pi):
    pi.has = ("FrameDurationLimits", *LIT)
    source = source_of(pi)
    source.open()
    source.steer({"AeEnable": False, "ExposureTime": 20_000, "AnalogueGain": 2.0, "AfMode": 0, "LensPosition": 2.5})
    source.steer(LOOSE)
    source.read(1.0)

    assert LOOSE.items() <= pi.taken[-1].items()
    assert {"AfMode": 0, "LensPosition": 2.5}.items() <= pi.taken[-1].items()


LIT = ("ExposureTime", "AnalogueGain", "AeEnable", "ColourGains", "AwbEnable", "AfMode", "LensPosition")


def test_a14_d17_exposure_gain_and_focus_stay_through_every_change_of_mode_and_the_metadata_says_so(pi):
    pi.has = ("FrameDurationLimits", *LIT)
    pi.says = ("SensorTimestamp", "ExposureTime", "AnalogueGain", "LensPosition")
    source = source_of(pi, replace(SMALL, still=(128, 96)))
    source.open()
    controls = locked(source.read(1.0).says | {"ExposureTime": 13_000, "AnalogueGain": 4.0, "LensPosition": 2.5}, 50)
    source.steer(controls)
    frames = [source.read(1.0) for _ in range(20)] + [source.still(pi.clock(), 2.0) for _ in range(5)]
    source.close()
    source.open()
    frames += [source.read(1.0) for _ in range(20)]

    wanted = {"AeEnable": False, "ExposureTime": 20_000, "AnalogueGain": 2.6, "AfMode": 0, "LensPosition": 2.5}
    assert wanted == controls
    assert [True] * 45 == [kept(controls, frame.says) for frame in frames]
    assert {20_000} == {frame.says["ExposureTime"] for frame in frames}
    assert all(wanted.items() <= taken.items() for taken in pi.taken[1:])


def test_a14_a_camera_whose_exposure_cannot_be_set_keeps_what_it_can_and_names_the_rest(pi):
    source = source_of(pi, replace(SMALL, controls=without_flicker(60)))
    source.open()
    source.steer(
        locked({"ColourGains": (1.9, 1.4), "LensPosition": 2.5, "ExposureTime": 9_000, "AnalogueGain": 1.0}, 60)
    )
    source.read(1.0)

    assert ("AeFlickerMode", "AeFlickerPeriod", "AfMode", "AnalogueGain", "LensPosition") == source.missing
    assert (False, 8_333) == (pi.taken[-1]["AeEnable"], pi.taken[-1]["ExposureTime"])


def test_a_large_still_changes_the_mode_and_goes_back(pi):
    source = source_of(pi, replace(SMALL, still=(128, 96)))
    source.open()
    before = pi.clock()
    still = source.still(before, 2.0)
    assert ((128, 96), RED) == (still.size, tuple(still.image[0, 0]))
    assert still.at >= before
    assert ((64, 48), 0) == (source.read(1.0).size, pi.owner.out)


def test_the_format_of_the_streams_is_a_setting(pi):
    source = source_of(pi, replace(SMALL, format=PixelFormat.YUV420, small=None))
    source.open()
    frame = source.read(1.0)
    assert np.abs(frame.image.astype(int) - RED).max() < 5
    assert frame.small is None


def test_reading_a_camera_that_was_closed_is_no_frame(pi):
    with pytest.raises(NoFrame):
        source_of(pi).read(1.0)


def test_a_camera_that_stalls_under_the_capture_is_opened_again(pi):
    pi.silent = True
    capture = Capture(source_of(pi), pi.clock, CaptureParams(pauses_s=(0.0,)))
    capture.start()
    while pi.opened < 3:
        assert capture.wait_newer(0, 0.001) is None
    assert CaptureState.STALLED is capture.health().state
    pi.silent = False
    assert capture.wait_newer(0, PATIENT_S) is not None
    capture.stop()
    assert pi.owner is None


def test_stopping_and_opening_again_twenty_times_leaves_nothing_behind(pi):
    capture = Capture(source_of(pi), pi.clock, CaptureParams(pauses_s=(0.0,)))
    for round_ in range(1, 21):
        capture.start()
        assert capture.wait_newer(capture.latest().number if capture.latest() else 0, PATIENT_S) is not None
        capture.stop()
        assert (round_, None) == (pi.opened, pi.owner)


def test_usb_cameras_are_not_counted_as_the_pi_s_own():
    listed = [{"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"}, {"Model": "cam", "Id": "/base/usb@1"}]
    assert ("imx708",) == find_pi_cameras(lambda: listed).models


def test_a_picamera2_that_cannot_be_imported_is_said_with_its_own_words():
    def listed():
        raise ImportError("libcamera.so.0.3: cannot open shared object file: No such file or directory")

    found = find_pi_cameras(listed)

    assert ((), True) == (found.models, found.broken)
    assert (
        "picamera2 cannot be imported (libcamera.so.0.3: cannot open shared object file: No such file or directory)"
        == str(found.trouble.what)
    )


def test_a_module_that_picamera2_lacks_is_not_taken_for_picamera2_itself():
    def listed():
        raise ModuleNotFoundError("No module named 'simplejpeg'", name="simplejpeg")

    assert "picamera2 cannot be imported (No module named 'simplejpeg')" == str(find_pi_cameras(listed).trouble.what)
