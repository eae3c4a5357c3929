"""Where a table is simulated that nobody asked for: on a bare computer only, and never under the service."""

from pathlib import Path

import pytest

from companion.texts import say
from device.simulation.bare_computer import Surroundings, runs_as_service
from vision.camera.choose import Probe
from vision.camera.source import CameraTrouble

NOTHING = Probe((), ())
LACKING = CameraTrouble(say("picamera2 is not installed"), say("install it"))


def surroundings(tmp_path, found=NOTHING, **environment):
    return Surroundings(environment, tmp_path, lambda: found)


def test_a_computer_with_nothing_at_all_is_bare(tmp_path):
    assert surroundings(tmp_path).is_bare(None)
    assert surroundings(tmp_path, Probe((), (), LACKING)).is_bare(None)


@pytest.mark.parametrize(
    "found",
    [
        Probe(("imx708",), ()),
        Probe((), (Path("/dev/video0"),)),
        Probe((), (), LACKING, pi_broken=True),
    ],
)
def test_a_camera_or_a_picamera2_that_fails_makes_a_table_of_it(tmp_path, found):
    assert not surroundings(tmp_path, found).is_bare(None)


def test_a_configuration_makes_a_table_of_it(tmp_path):
    assert not surroundings(tmp_path).is_bare(Path("companion.toml"))


def test_a_gpio_chip_makes_a_table_of_it(tmp_path):
    (tmp_path / "gpiochip0").touch()

    assert not surroundings(tmp_path).is_bare(None)


@pytest.mark.parametrize("variable", ["NOTIFY_SOCKET", "INVOCATION_ID"])
def test_under_the_service_nothing_is_ever_bare(tmp_path, variable):
    assert not surroundings(tmp_path, **{variable: "/run/systemd/notify"}).is_bare(None)


@pytest.mark.parametrize(
    ("environment", "service"),
    [
        ({}, False),
        ({"INVOCATION_ID": "5f"}, True),
        ({"INVOCATION_ID": "5f", "SYSTEMD_EXEC_PID": "41"}, True),
        ({"INVOCATION_ID": "5f", "SYSTEMD_EXEC_PID": "40"}, True),
        ({"INVOCATION_ID": "5f", "SYSTEMD_EXEC_PID": "39"}, False),
        ({"NOTIFY_SOCKET": "@x", "INVOCATION_ID": "5f", "SYSTEMD_EXEC_PID": "39"}, True),
    ],
)
def test_a_terminal_that_inherited_the_variables_of_its_desktop_is_no_service(environment, service):
    assert service == runs_as_service(environment, pid=41, parent=40)
