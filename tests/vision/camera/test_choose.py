"""Which camera is used."""

from pathlib import Path

import pytest

from tests.vision.camera.fakes import FakeClock
from vision.camera.choose import Probe, SourceKind, SourceSettings, open_source, probe
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
    text = "there is no camera: plug one in and restart, upload photographs, or play with --simulate"
    assert text == str(trouble.value)


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
