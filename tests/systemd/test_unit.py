"""The service: systemd understands it, it is locked down, and it fits the program and the documentation."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.checking.probes import NUMPY_2_FROM_OPENCV, OPENCV
from device.cli import main
from device.hardware.header import (
    BUZZER,
    CAMERA_LAMP,
    CONFIRM_BUTTON,
    POSITIONS,
    SEAT_BUTTONS,
    SEAT_LAMPS,
    UNDO_BUTTON,
)
from web.serve import ServerParams

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "companion.service"
MOST_EXPOSED = 2.5
"""The highest score of `systemd-analyze security` that we accept (0 is the best, 10 the worst)."""


def systemd(command: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a tool of systemd; a machine without it fails rather than skips."""
    assert shutil.which(command), f"{command} is missing: sudo apt-get install systemd (.ci/run does that)"
    return subprocess.run([command, *map(str, arguments)], capture_output=True, text=True, check=False)


def setting(text: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


@pytest.fixture
def unit(tmp_path):
    """The unit with a program that exists here: systemd looks for it."""
    text = UNIT.read_text(encoding="utf-8")
    copy = tmp_path / "companion.service"
    copy.write_text(text.replace("/opt/companion/bin/companion", shutil.which("true")), encoding="utf-8")
    return copy


def test_systemd_understands_every_line(unit):
    verified = systemd("systemd-analyze", "verify", unit)

    assert (0, "") == (verified.returncode, verified.stderr)


def test_a_line_that_systemd_does_not_know_would_be_noticed(unit):
    unit.write_text(unit.read_text() + "\n[Service]\nProtectEverything=yes\n")

    assert "ProtectEverything" in systemd("systemd-analyze", "verify", unit).stderr


def test_the_service_is_locked_down(unit):
    examined = systemd("systemd-analyze", "security", "--offline=true", "--no-pager", unit)
    score = float(re.search(r"Overall exposure level for companion\.service: ([\d.]+)", examined.stdout).group(1))

    assert score <= MOST_EXPOSED


def test_the_devices_of_the_table_stay_visible():
    text = UNIT.read_text(encoding="utf-8")

    assert [] == setting(text, "PrivateDevices")  # hides the devices
    assert [] == setting(text, "ProcSubset")  # gpiozero reads /proc
    assert [
        "char-gpiochip rw",
        "char-input r",
        "char-video4linux rw",
        "char-media rw",
        "char-dma_heap rw",
        "char-alsa rw",
    ] == setting(text, "DeviceAllow")
    assert ["gpio video input render audio"] == setting(text, "SupplementaryGroups")


def test_lgpio_finds_a_folder_for_its_pipe_and_no_other_library_is_taken():
    text = UNIT.read_text(encoding="utf-8")

    assert ["companion"] == setting(text, "RuntimeDirectory")
    assert ["%t/companion"] == setting(text, "WorkingDirectory")
    assert ["LG_WD=%t/companion GPIOZERO_PIN_FACTORY=lgpio"] == setting(text, "Environment")


def test_systemd_hears_of_the_start_and_watches_the_loop():
    text = UNIT.read_text(encoding="utf-8")

    assert [["notify"], ["main"], ["20"], ["on-failure"], ["2"]] == [
        setting(text, key) for key in ("Type", "NotifyAccess", "WatchdogSec", "Restart", "RestartPreventExitStatus")
    ]


MEGABYTES_OF_THE_SMALLEST_PI = 900
"""What is left of 1 GB beside the memory of the firmware."""
OTHER_PROGRAMS_MB = 150
"""Linux, systemd and sshd on Raspberry Pi OS Lite."""
THREADS_OF_THE_PAGE = ServerParams().threads


def test_memory_and_tasks_are_limited_so_that_a_small_pi_survives():
    text = UNIT.read_text(encoding="utf-8")
    (high,), (most,), (tasks,) = (setting(text, key) for key in ("MemoryHigh", "MemoryMax", "TasksMax"))
    high_mb, most_mb = (int(each.removesuffix("M")) for each in (high, most))

    assert 600 <= high_mb < most_mb <= MEGABYTES_OF_THE_SMALLEST_PI - OTHER_PROGRAMS_MB
    assert 2 * THREADS_OF_THE_PAGE < int(tasks) < 500
    assert all(f"`{key}=`" in GUIDE for key in ("MemoryHigh", "MemoryMax", "TasksMax"))


def test_the_program_knows_every_option_that_the_unit_gives():
    program, *arguments = setting(UNIT.read_text(encoding="utf-8"), "ExecStart")[0].split()

    assert "/opt/companion/bin/companion" == program
    assert 0 == CliRunner().invoke(main, [*arguments, "--help"]).exit_code
    assert 2 == CliRunner().invoke(main, ["play", "--no-such-option", "--help"]).exit_code


def test_the_user_of_the_unit_and_all_its_groups_are_created(tmp_path):
    (tmp_path / "etc").mkdir()
    made = systemd("systemd-sysusers", f"--root={tmp_path}", UNIT.with_name("companion.sysusers"))
    users = (tmp_path / "etc" / "passwd").read_text()
    groups = {line.split(":")[0]: line.split(":")[3] for line in (tmp_path / "etc" / "group").read_text().splitlines()}

    assert 0 == made.returncode
    assert re.search(r"^companion:x:\d+:\d+:Tabletop companion:/var/lib/companion:", users)
    assert {
        "gpio": "companion",
        "video": "companion",
        "input": "companion",
        "audio": "companion",
        "render": "companion",
    }.items() <= groups.items()


def test_an_empty_configuration_is_laid_where_the_unit_looks_for_it():
    lines = UNIT.with_name("companion.tmpfiles").read_text(encoding="utf-8").splitlines()
    arguments = setting(UNIT.read_text(encoding="utf-8"), "ExecStart")[0].split()

    made = [line.split()[1] for line in lines if not line.startswith("#")]

    assert ["/etc/companion", arguments[arguments.index("--config") + 1]] == made


# --- the documentation


GUIDE = (ROOT / "docs" / "raspberry-pi.md").read_text(encoding="utf-8")


def test_the_guide_shows_the_wiring_that_is_used():
    shown = re.findall(r"^\| ([^|]+) \| GPIO(\d+) \| (\d+) \|$", GUIDE, re.MULTILINE)
    wired = {
        **{f"call button, seat {seat}": pin for seat, pin in SEAT_BUTTONS.items()},
        "confirm": CONFIRM_BUTTON,
        "undo": UNDO_BUTTON,
        **{f"lamp, seat {seat}": pin for seat, pin in SEAT_LAMPS.items()},
        "lamp of the camera": CAMERA_LAMP,
        "buzzer": BUZZER,
    }

    assert [(name, str(pin), str(POSITIONS[pin])) for name, pin in wired.items()] == shown


def test_every_file_that_the_guide_copies_is_there():
    named = re.findall(r"(?:cp|-c) ((?:systemd|docs)/\S+)", GUIDE)

    assert {"systemd/companion.service", "systemd/companion.sysusers", "systemd/companion.tmpfiles"} <= set(named)
    assert [] == [name for name in named if not (ROOT / name).is_file()]


def test_the_guide_installs_the_program_where_the_unit_starts_it():
    assert "--system-site-packages /opt/companion\n" in GUIDE
    assert "python3-picamera2" in GUIDE
    assert "python3-lgpio" in GUIDE
    assert "espeak-ng alsa-utils" in GUIDE


def test_the_constraints_for_bookworm_allow_what_we_support_and_nothing_that_needs_numpy_2():
    lines = (ROOT / "docs" / "constraints-bookworm.txt").read_text(encoding="utf-8").splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert ["numpy<2", "opencv-python-headless<4.12"] == [line for line in lines if not line.startswith("#")]
    assert (4, 12) == NUMPY_2_FROM_OPENCV
    assert OPENCV.fits((4, 11))
    assert {"numpy>=1.24", "opencv-python-headless>=4.11,<6"} <= set(project["project"]["dependencies"])
    assert not [each for each in project["project"]["dependencies"] if "picamera2" in each]
