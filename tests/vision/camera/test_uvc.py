"""USB cameras, with a stand-in for OpenCV's VideoCapture."""

import os
from pathlib import Path

import cv2
import pytest

from companion.errors import BadInput
from tests.vision.camera.fakes import SECOND, FakeClock, picture
from vision.camera.source import CameraTrouble, NoFrame
from vision.camera.uvc import UvcSettings, UvcSource, usb_cameras


class FakeVideoCapture:
    """Delivers what it is given, with the kernel's time of it."""

    def __init__(self, clock, opened=True):
        self.clock, self.opened = clock, opened
        self.frames, self.age_ns = [], None
        self.asked, self.released = {}, 0

    def isOpened(self):  # noqa: N802
        return self.opened

    def set(self, prop, value):
        self.asked[prop] = value
        return True

    def get(self, prop):
        assert prop == cv2.CAP_PROP_POS_MSEC
        return 0.0 if self.age_ns is None else (self.clock() - self.age_ns) / 1e6

    def read(self):
        return (True, self.frames.pop(0)) if self.frames else (False, None)

    def release(self):
        self.released += 1


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def device(tmp_path):
    device = tmp_path / "video0"
    device.touch()
    return device


@pytest.fixture
def video(clock):
    return FakeVideoCapture(clock)


@pytest.fixture
def source(clock, device, video):
    return UvcSource(clock, UvcSettings(device), lambda name: video, clock.pass_)


def test_a_camera_that_is_not_plugged_in_is_named_with_the_cure(clock, tmp_path):
    source = UvcSource(clock, UvcSettings(tmp_path / "video9"))
    with pytest.raises(CameraTrouble) as trouble:
        source.open()
    text = f"there is no camera {tmp_path}/video9: plug it in, or name another one: companion check lists them"
    assert text == str(trouble.value)


def test_a_camera_that_this_user_may_not_open_says_so(source, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(CameraTrouble, match="may not be used by this user: add the user to the group video"):
        source.open()


def test_a_camera_that_does_not_open_is_in_use_and_is_let_go(source, video, device):
    video.opened = False
    with pytest.raises(CameraTrouble) as trouble:
        source.open()
    assert f"the USB camera {device} does not open: close the program that uses it (fuser {device} names it)" == str(
        trouble.value
    )
    assert 1 == video.released


def test_it_is_asked_for_the_size_as_motion_jpeg(source, video):
    source.open()
    wanted = {
        cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
        cv2.CAP_PROP_FRAME_WIDTH: 1280,
        cv2.CAP_PROP_FRAME_HEIGHT: 720,
        cv2.CAP_PROP_FPS: 15.0,
    }
    assert wanted.items() <= video.asked.items()


@pytest.mark.parametrize(
    ("age_ns", "at_age_ns"),
    [
        (30_000_000, 30_000_000),
        (0, 0),
        (None, 200_000_000),
        (3 * SECOND, 200_000_000),
        (-50_000_000, 200_000_000),
    ],
    ids=["the kernel's time", "just now", "no time", "stale", "in the future"],
)
def test_a_frame_is_as_old_as_the_kernel_says_if_that_can_be(source, video, clock, age_ns, at_age_ns):
    source.open()
    video.frames, video.age_ns = [picture()], age_ns
    assert at_age_ns == pytest.approx(clock() - source.read(1.0).at, abs=1000)


def test_no_picture_is_no_frame_without_haste(source, clock):
    source.open()
    before = clock()
    with pytest.raises(NoFrame):
        source.read(1.0)
    assert clock() > before


def test_a_camera_that_was_unplugged_is_trouble_at_once(source, device):
    source.open()
    device.unlink()
    with pytest.raises(CameraTrouble, match="^there is no camera ") as trouble:
        source.read(1.0)
    assert not isinstance(trouble.value, NoFrame)


def test_a_grey_picture_is_refused(source, video):
    source.open()
    video.frames = [picture()[:, :, 0]]
    with pytest.raises(BadInput):
        source.read(1.0)


def test_a_still_is_the_first_frame_after_the_instant(source, video, clock):
    source.open()
    video.frames, video.age_ns = [picture(1), picture(2)], 10_000_000
    read = video.read
    video.read = lambda: (clock.pass_(0.02), read())[1]
    assert 2 == source.still(clock() + 20_000_000, 1.0).image[0, 0, 0]


def test_it_is_closed_once_and_may_be_closed_twice(source, video):
    source.open()
    source.close()
    source.close()
    assert 1 == video.released
    with pytest.raises(NoFrame):
        source.read(1.0)


def test_only_the_first_node_of_a_usb_camera_is_a_camera(tmp_path):
    for name, index, driver in [("video0", 0, "uvcvideo"), ("video1", 1, "uvcvideo"), ("video10", 0, "bcm2835-codec")]:
        entry, real = tmp_path / "class" / name, tmp_path / "drivers" / driver
        (entry / "device").mkdir(parents=True)
        real.mkdir(parents=True, exist_ok=True)
        (entry / "device" / "driver").symlink_to(real)
        (entry / "index").write_text(f"{index}\n")
    (tmp_path / "class" / "video11").mkdir()
    assert (Path("/dev/video0"),) == usb_cameras(tmp_path / "class")


def test_a_machine_without_video_has_no_camera(tmp_path):
    assert () == usb_cameras(tmp_path / "nothing")
