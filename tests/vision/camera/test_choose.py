"""Which camera is used."""

from pathlib import Path

import pytest

from companion.texts import say
from tests.vision.camera.fakes import PATIENT_S, FakeClock, Numbered
from vision.camera.capture import Capture, CaptureState
from vision.camera.choose import Probe, SearchedSource, SourceKind, SourceSettings, is_camera, open_source, probe
from vision.camera.pixels import PixelFormat
from vision.camera.source import CameraTrouble

NONE = Probe((), ())
PI = Probe(("imx708",), ())
USB = Probe((), (Path("/dev/video2"), Path("/dev/video4")))
BOTH = Probe(PI.pi, USB.usb)


def name_of(plugged=NONE, **settings):
    return str(open_source(SourceSettings(**settings), FakeClock(), lambda: plugged).name)


@pytest.mark.parametrize(
    ("plugged", "name"),
    [(PI, "the Pi camera 0"), (USB, "the USB camera /dev/video2"), (BOTH, "the Pi camera 0")],
)
def test_left_alone_it_takes_the_pi_s_camera_before_a_usb_camera(plugged, name):
    assert name == name_of(plugged)


def test_without_any_camera_it_says_what_can_be_done():
    with pytest.raises(CameraTrouble) as trouble:
        name_of(NONE)
    text = (
        "there is no camera: none answers on the ribbon, and none is plugged in on USB: check the ribbon cable at both"
        " ends and restart the Pi, or plug in a USB camera: it is taken as soon as it is there"
    )
    assert text == str(trouble.value)


def test_a_picamera2_that_fails_is_the_reason_why_there_is_no_camera():
    trouble = CameraTrouble(say("picamera2 cannot be imported (no libcamera)"), say("install it again"))
    with pytest.raises(CameraTrouble) as said:
        name_of(Probe((), (), trouble, pi_broken=True))
    text = "there is no camera: none is plugged in on USB, and picamera2 cannot be imported (no libcamera)"
    assert text == str(said.value.what)


class Plugs:
    """What is plugged in, which changes while the program runs."""

    def __init__(self):
        self.now = NONE

    def __call__(self):
        return self.now


def test_a_camera_that_comes_late_is_taken_and_said_to_be_missing_until_then(monkeypatch):
    clock, plugs, camera, pauses = FakeClock(), Plugs(), None, []

    def made(_clock, settings):
        nonlocal camera
        camera = Numbered(clock)
        camera.device = settings.device
        return camera

    def pause(stopping, seconds):
        pauses.append((seconds, capture.health()))
        clock.pass_(seconds)
        if len(pauses) == 7:
            plugs.now = USB

    monkeypatch.setattr("vision.camera.choose.UvcSource", made)
    capture = Capture(SearchedSource(SourceSettings(), clock, plugs), clock, pause=pause)
    capture.start()
    frame = capture.wait_newer(0, PATIENT_S)
    capture.stop()

    assert (True, Path("/dev/video2")) == (frame is not None, camera.device)
    assert [0.25, 0.5, 1.0, 2.0, 5.0, 5.0, 5.0] == [seconds for seconds, _ in pauses[:7]]
    assert {CaptureState.STALLED} == {health.state for _, health in pauses[:7]}
    assert "there is no camera: none answers on the ribbon, and none is plugged in on USB" == str(pauses[0][1].what)


def test_what_a_camera_was_told_holds_for_the_one_that_is_found_next(monkeypatch):
    steered = []

    class Steerable(Numbered):
        def steer(self, controls):
            steered.append((self.open_now, dict(controls)))

    monkeypatch.setattr("vision.camera.choose.PicameraSource", lambda clock, _settings: Steerable(clock))
    source = SearchedSource(SourceSettings(), FakeClock(), lambda: PI)
    source.steer({"ExposureTime": 9_000})
    source.open()

    assert [(False, {"ExposureTime": 9_000})] == steered


def test_a_camera_that_is_looked_for_has_a_lamp_and_can_be_let_go():
    assert is_camera(SearchedSource(SourceSettings(), FakeClock(), lambda: NONE))


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"kind": SourceKind.PICAMERA, "number": 1}, "the Pi camera 1"),
        ({"kind": SourceKind.UVC, "device": "/dev/video7"}, "the USB camera /dev/video7"),
        ({"kind": SourceKind.UVC}, "the USB camera /dev/video2"),
        ({"kind": SourceKind.FOLDER, "folder": "/some/photographs"}, "the folder photographs"),
        ({"kind": SourceKind.UPLOAD}, "the uploaded photograph"),
        ({"kind": SourceKind.SIMULATED}, "the simulated table"),
    ],
)
def test_a_configuration_names_its_source(settings, name):
    assert name == name_of(USB, **settings)


@pytest.mark.parametrize(("mains_hz", "period_us"), [(50, 10_000), (60, 8_333)])
def test_the_pi_s_camera_exposes_in_steps_of_the_flicker_of_the_lamps(mains_hz, period_us):
    """Exposures are multiples of the flicker of the lamps also before the exposure is locked."""
    source = open_source(SourceSettings(kind=SourceKind.PICAMERA, mains_hz=mains_hz), FakeClock())
    assert {"AeFlickerMode": 1, "AeFlickerPeriod": period_us} == source.settings.controls


@pytest.mark.parametrize(("form", "small"), [(PixelFormat.RGB888, PixelFormat.YUV420), (PixelFormat.NV12,) * 2])
def test_the_format_of_the_streams_can_be_chosen(form, small):
    settings = open_source(SourceSettings(kind=SourceKind.PICAMERA, format=form), FakeClock()).settings
    assert (form, small) == (settings.format, settings.small_format)


def test_a_usb_camera_is_expected_at_the_usual_place_when_none_is_plugged_in():
    assert "the USB camera /dev/video0" == name_of(NONE, kind=SourceKind.UVC)


def test_probing_for_cameras_opens_none_and_never_fails():
    assert isinstance(probe(), Probe)
