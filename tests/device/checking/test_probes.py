"""The probes of the self-test: each finds what is wrong on a machine, and says what to do."""

import errno
import socket
import sys
from importlib.machinery import ModuleSpec

import cv2
import numpy as np
import pytest

from companion.service import Notice, NoticeLevel
from companion.store import DataLock
from companion.texts import say
from device.checking import probes
from device.checking.report import CheckVerdict, Finding
from device.config import CameraConfig, CameraSource, Config, DataConfig, PageConfig
from device.hardware.clock import FakeClock
from device.hardware.config import ButtonsConfig
from device.hardware.presses.buttons import Buttons, Offline


def verdict(finding: Finding) -> tuple[str, str]:
    return finding.verdict.value, str(finding.text)


@pytest.mark.parametrize(
    ("opencv", "numpy", "build", "found"),
    [
        ("5.0.0", "2.4.6", "  GUI:  NONE", ("ok", "OpenCV 5.0.0, without windows")),
        ("4.11.0", "1.24.2", "  GUI:  NONE", ("ok", "OpenCV 4.11.0, without windows")),
        ("4.10.0", "1.24.2", "  GUI:  NONE", ("failed", "OpenCV 4.10.0 was never tested")),
        ("6.0.0", "2.4.6", "  GUI:  NONE", ("failed", "OpenCV 6.0.0 was never tested")),
        ("4.12.0", "1.26.4", "  GUI:  NONE", ("failed", "OpenCV 4.12.0 needs numpy 2, and numpy is 1.26.4")),
        ("5.0.0", "2.4.6", "", ("ok", "OpenCV 5.0.0, without windows")),
        (
            "5.0.0",
            "2.4.6",
            "  GUI:   QT5\n",
            ("note", "this OpenCV can open windows (QT5), and may fail without a screen"),
        ),
    ],
)
def test_opencv_must_be_one_that_was_tested_and_fit_numpy(opencv, numpy, build, found):
    assert found == verdict(probes.judge_opencv(opencv, numpy, build))


def test_the_opencv_of_this_test_run_is_one_of_ours():
    assert ("ok", f"OpenCV {cv2.__version__}, without windows") == verdict(probes.opencv(Config()))


@pytest.mark.parametrize(
    ("have", "found"),
    [
        ({"flask": None}, ("failed", "flask is not installed")),
        ({"waitress": "2.1.2"}, ("failed", "waitress 2.1.2 was never tested")),
        ({"gpiozero": "3.0"}, ("failed", "gpiozero 3.0 was never tested")),
    ],
)
def test_a_library_that_was_never_tested_is_named_with_the_one_that_was(monkeypatch, have, found):
    real = probes.installed
    monkeypatch.setattr(probes, "installed", lambda package: have[package] if package in have else real(package))

    finding = probes.libraries(Config())

    assert found == verdict(finding)
    assert str(finding.cure).startswith(f"pip install '{next(iter(have))}>=")


def test_the_libraries_of_this_test_run_will_do():
    finding = probes.libraries(Config())

    assert CheckVerdict.OK is finding.verdict
    assert f"numpy {np.__version__}" in str(finding.text)


@pytest.mark.parametrize(
    ("text", "parts"), [("2.0.1.post3", (2, 0, 1)), ("5.0.0.93", (5, 0, 0, 93)), ("1.24", (1, 24)), ("?", ())]
)
def test_a_version_is_its_leading_numbers(text, parts):
    assert parts == probes.numbers(text)


class Breaking:
    """Finds a module, and raises when it is loaded."""

    def __init__(self, name, error):
        self.name, self.error = name, error

    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name == self.name else None

    def create_module(self, spec):
        """Leave it to Python."""

    def exec_module(self, module):
        raise self.error


def test_a_picamera2_that_was_built_for_another_numpy_is_explained(monkeypatch):
    error = ValueError("numpy.dtype size changed, may indicate binary incompatibility. Expected 96, got 88")
    monkeypatch.setattr(sys, "meta_path", [Breaking("picamera2", error), *sys.meta_path])

    finding = probes.picamera2(Config())

    assert ("failed", "picamera2 was built for another numpy") == verdict(finding)
    assert "on Raspberry Pi OS Bookworm: pip install 'numpy<2' 'opencv-python-headless<4.12'" == str(finding.cure)


@pytest.mark.parametrize(("source", "wrong"), [(CameraSource.PICAMERA, "missing"), (CameraSource.AUTO, "note")])
def test_picamera2_is_missing_only_where_it_is_wanted(monkeypatch, source, wrong):
    monkeypatch.setattr(probes, "find_spec", lambda name: None)

    finding = probes.picamera2(Config(camera=CameraConfig(source)))

    assert (wrong, "picamera2 is not installed") == verdict(finding)


@pytest.mark.parametrize(
    ("spec", "version", "found"),
    [
        (None, None, ("missing", "lgpio is not installed")),
        (object(), "0.0.0.2", ("failed", "lgpio 0.0.0.2 is an empty placeholder")),
        (object(), "0.2.2.0", ("ok", "lgpio 0.2.2.0")),
        (object(), None, ("ok", "lgpio ?")),
    ],
)
def test_lgpio_is_looked_for_without_importing_it(monkeypatch, spec, version, found):
    monkeypatch.setattr(probes, "find_spec", lambda name: spec)
    monkeypatch.setattr(probes, "installed", lambda name: version)

    assert found == verdict(probes.lgpio(Config()))


class Line:
    """A button with a level."""

    def __init__(self, is_active):
        self.is_active = is_active

    def close(self):
        """Nothing to give back."""


def opened(**levels):
    lines = {int(seat[1:]): Line(closed) for seat, closed in levels.items()}
    return Buttons(lines, None, lambda press: None, FakeClock())


def test_buttons_that_can_be_read_are_counted():
    config = Config(buttons=ButtonsConfig({1: 4, 2: 17}))

    assert ("ok", "2 call buttons can be read") == verdict(probes.judge_buttons(opened(s1=False, s2=False), config))


def test_a_button_that_is_held_down_is_named():
    found = probes.judge_buttons(opened(s1=False, s2=True), Config())

    assert ("failed", "the button of seat 2 is held down and does not count") == verdict(found)


def test_buttons_that_cannot_be_opened_say_why():
    why = Notice("buttons", NoticeLevel.WARNING, say("this machine has no GPIO header"), say("run on a Raspberry Pi"))

    found = probes.judge_buttons(Offline(why), Config())

    assert (("missing", "this machine has no GPIO header"), "run on a Raspberry Pi") == (
        verdict(found),
        str(found.cure),
    )


@pytest.mark.parametrize("source", [CameraSource.NONE, CameraSource.SIMULATED])
def test_no_camera_is_looked_for_where_none_is_wanted(source):
    assert ("note", f"none is wanted: [camera] source is {source}") == verdict(
        probes.camera(Config(camera=CameraConfig(source)))
    )


def test_a_camera_must_send_a_picture(tmp_path):
    cv2.imwrite(str(tmp_path / "dice.png"), np.zeros((90, 160, 3), np.uint8))
    found = probes.camera(
        Config(camera=CameraConfig(CameraSource.FOLDER, tmp_path), data=DataConfig(tmp_path / "data"))
    )

    assert CheckVerdict.OK is found.verdict
    assert str(found.text).endswith("sent a picture of 160 x 90")


def test_a_camera_that_sends_none_is_missing_with_its_cure(tmp_path):
    found = probes.camera(
        Config(camera=CameraConfig(CameraSource.FOLDER, tmp_path), data=DataConfig(tmp_path / "data"))
    )

    assert CheckVerdict.MISSING is found.verdict
    assert found.cure is not None


def test_matches_are_kept_in_a_folder_that_can_be_written(tmp_path):
    folder = tmp_path / "not" / "there" / "yet"

    assert ("ok", f"matches are kept in {folder}") == verdict(probes.data(Config(data=DataConfig(folder))))
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    def refuse(**where):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(probes.tempfile, "TemporaryFile", refuse)

    assert ("failed", f"{tmp_path} cannot be written: Read-only file system") == verdict(
        probes.data(Config(data=DataConfig(tmp_path)))
    )


@pytest.mark.parametrize(
    ("free", "found"),
    [(99_999_999, "failed"), (100_000_000, "note"), (999_999_999, "note"), (1_000_000_000, "ok")],
)
def test_photographs_need_room(free, found):
    assert (found, f"{free // 1_000_000} MB are free") == verdict(probes.judge_room(free))


def test_the_room_is_measured_where_matches_are_kept(tmp_path):
    assert str(probes.disk(Config(data=DataConfig(tmp_path / "new"))).text).endswith(" MB are free")


@pytest.fixture
def taken():
    """A port of this machine that is served already."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_that_is_served_already_is_named(taken, tmp_path):
    found = probes.port(Config(page=PageConfig("127.0.0.1", taken), data=DataConfig(tmp_path)))

    assert ("failed", f"127.0.0.1:{taken} cannot be served") == verdict(found)
    assert "stop the program that serves it, or choose another [page] port" == str(found.cure)


def test_a_free_port_is_free(tmp_path):
    found = probes.port(Config(page=PageConfig("127.0.0.1", 0), data=DataConfig(tmp_path)))

    assert ("ok", "127.0.0.1:0 is free") == verdict(found)


@pytest.mark.parametrize(
    ("number", "cure"),
    [
        (errno.EACCES, "ports below 1024 belong to root: choose another [page] port, such as 8080"),
        (errno.EADDRNOTAVAIL, "[page] host is no address of this machine: 0.0.0.0 is all of them"),
        (errno.EIO, "choose another [page] host and port ([Errno 5] broken)"),
    ],
)
def test_every_reason_why_a_port_is_refused_has_its_cure(number, cure):
    assert cure == str(probes.port_cure(OSError(number, "broken")))


@pytest.fixture
def running(tmp_path):
    """A configuration whose data folder another companion keeps."""
    lock = DataLock(tmp_path)
    yield Config(data=DataConfig(tmp_path), page=PageConfig("127.0.0.1", 0))
    lock.close()


def test_a_companion_that_runs_is_named_with_its_pid_and_left_alone(running):
    pid = probes.holder(running.data.dir)

    assert ("note", f"a companion runs already (pid {pid})") == verdict(probes.another(running))
    assert ("note", f"the companion that runs (pid {pid}) has them") == verdict(probes.buttons(running))
    assert ("note", f"the companion that runs (pid {pid}) has it") == verdict(probes.camera(running))
    assert ("note", f"the companion that runs (pid {pid}) serves the page") == verdict(probes.port(running))


def test_where_none_runs_that_is_well(tmp_path):
    assert ("ok", "no other companion runs") == verdict(probes.another(Config(data=DataConfig(tmp_path))))


def test_a_machine_with_systemd_is_told_of_the_service():
    assert [("ok", "companion.service is installed"), ("note", "the companion does not start with the machine")] == [
        verdict(probes.judge_service(there)) for there in (True, False)
    ]
