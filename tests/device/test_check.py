"""The self-test: one line a finding, always with a cure, and an exit code that a script can use."""

import errno
import json
import socket
import subprocess
import sys
from importlib.machinery import ModuleSpec

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.lock import DataLock
from companion.texts import say
from device import probes
from device.buttons import Buttons, Offline
from device.check import Finding, Report, Verdict, examine, failed, missing, note, ok
from device.cli import main
from device.clock import FakeClock
from device.config import ButtonsConfig, CameraConfig, CameraSource, Config, DataConfig, PageConfig
from web.desk import Level, Notice

FINE = ok(say("all is well"))


def report(*findings: Finding) -> Report:
    return Report({f"probe {number}": finding for number, finding in enumerate(findings)})


@pytest.mark.parametrize(
    ("findings", "code"),
    [
        ([], 0),
        ([FINE], 0),
        ([FINE, note(say("by the way"))], 0),
        ([FINE, missing(say("no camera"), say("plug one in"))], 1),
        ([failed(say("no room"), say("make some")), FINE], 1),
    ],
)
def test_the_exit_code_is_0_when_all_is_well_and_1_when_something_is_missing_or_fails(findings, code):
    assert code == report(*findings).exit_code


def test_every_finding_is_one_line_with_its_cure():
    lines = list(Report({"data": FINE, "camera": missing(say("there is none"), say("plug one in"))}).lines())

    assert ["ok       data    all is well", "missing  camera  there is none - plug one in"] == lines


def test_as_json_a_finding_has_a_name_a_verdict_a_text_and_a_cure():
    assert {
        "ok": False,
        "findings": [
            {"name": "probe 0", "verdict": "ok", "text": "all is well", "cure": None},
            {"name": "probe 1", "verdict": "failed", "text": "no room", "cure": "make some"},
        ],
    } == report(FINE, failed(say("no room"), say("make some"))).to_json()


def test_a_probe_that_breaks_is_a_finding_and_the_others_go_on():
    def broken(config):
        raise KeyError("chip")

    found = examine(Config(), {"broken": broken, "fine": lambda config: FINE}).findings

    assert (Verdict.FAILED, "this cannot be examined: KeyError: 'chip'") == (
        found["broken"].verdict,
        str(found["broken"].text),
    )
    assert FINE == found["fine"]


def test_a_probe_is_asked_about_the_configuration():
    asked = []

    def probe(config):
        asked.append(config.page.port)
        return FINE

    examine(Config(page=PageConfig("127.0.0.1", 1234)), {"port": probe})

    assert [1234] == asked


@pytest.mark.parametrize("found", [missing, failed])
def test_trouble_cannot_be_told_without_a_cure(found):
    with pytest.raises(TypeError):
        found(say("something is wrong"))


# --- the command


@pytest.fixture
def command(monkeypatch, tmp_path):
    """Runs `companion check` with these probes."""

    def run(found, *arguments):
        monkeypatch.setattr("device.commands.check.PROBES", found)
        return CliRunner().invoke(main, ["check", "--data", str(tmp_path), *arguments])

    return run


def test_a_healthy_table_exits_with_0(command):
    result = command({"data": lambda config: FINE})

    assert (0, "ok       data  all is well\n") == (result.exit_code, result.output)


def test_a_missing_camera_exits_with_1(command):
    result = command({"camera": lambda config: missing(say("there is none"), say("plug one in"))})

    assert (1, "missing  camera  there is none - plug one in\n") == (result.exit_code, result.output)


def test_json_is_one_object_and_the_exit_code_stays(command):
    result = command({"camera": lambda config: missing(say("there is none"), say("plug one in"))}, "--json")

    assert 1 == result.exit_code
    assert ["missing"] == [finding["verdict"] for finding in json.loads(result.output)["findings"]]


def test_a_wrong_configuration_exits_with_2_and_one_line(command, tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("[buttns]\n1 = 4\n")

    result = command({}, "--config", str(file))

    assert (2, f"companion: {file}: unknown section [buttns] - did you mean 'buttons'?\n") == (
        result.exit_code,
        result.stderr,
    )


def test_the_real_self_test_ends_with_an_answer_on_any_machine(tmp_path):
    result = CliRunner().invoke(main, ["check", "--data", str(tmp_path), "--json"])
    findings = json.loads(result.output)["findings"]

    assert result.exit_code in (0, 1)
    assert list(probes.PROBES) == [finding["name"] for finding in findings]
    assert [] == [
        finding for finding in findings if finding["verdict"] in ("missing", "failed") and not finding["cure"]
    ]
    assert [] == [finding for finding in findings if "cannot be examined" in finding["text"]]


def test_a_broken_opencv_is_found_and_not_stumbled_over(tmp_path):
    script = (
        "import sys; sys.modules['cv2'] = None; from device.cli import main; main(['check', '--data', sys.argv[1]])"
    )

    done = subprocess.run([sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=False)

    assert 1 == done.returncode
    assert "" == done.stderr
    assert "failed   opencv     OpenCV does not load: " in done.stdout


# --- the probes


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

    assert Verdict.OK is finding.verdict
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
    why = Notice("buttons", Level.WARNING, say("this machine has no GPIO header"), say("run on a Raspberry Pi"))

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

    assert Verdict.OK is found.verdict
    assert str(found.text).endswith("sent a picture of 160 x 90")


def test_a_camera_that_sends_none_is_missing_with_its_cure(tmp_path):
    found = probes.camera(
        Config(camera=CameraConfig(CameraSource.FOLDER, tmp_path), data=DataConfig(tmp_path / "data"))
    )

    assert Verdict.MISSING is found.verdict
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
