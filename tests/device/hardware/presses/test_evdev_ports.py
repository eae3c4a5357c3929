"""Talking to python-evdev: clock, autorepeat, dropped events, and every reason for which nothing can be read.

The real library and a real kernel are met in the hardware rig; here stands a double that says what those say.
"""

import errno
import fcntl
import struct
import sys
import time
from collections import deque
from types import ModuleType, SimpleNamespace

import pytest

from device.hardware.presses.encoders import Dropped, FoundDevice, InputTrouble, KeyChange
from device.hardware.presses.evdev_ports import EVIOCSCLOCKID, EvdevPorts, event_files

KEY, SYN, ABS = 1, 0, 3


def event(kind, code, value, sec=5, usec=250_001):
    return SimpleNamespace(type=kind, code=code, value=value, sec=sec, usec=usec)


REPORT, DROPPED = event(SYN, 0, 0), event(SYN, 3, 0)


class Device:
    """An opened device of python-evdev."""

    name, phys = "DragonRise", None
    info = SimpleNamespace(vendor=0x79, product=0x6)

    def __init__(self, path):
        self.path, self.fd = path, 7
        self.batches = deque()
        self.closed = False
        opened.append(self)

    def capabilities(self):
        return {KEY: [288, 289]}

    def read(self):
        if not self.batches:
            raise BlockingIOError(errno.EAGAIN, "nothing")
        batch = self.batches.popleft()
        if isinstance(batch, OSError):
            raise batch
        return iter(batch)

    def active_keys(self):
        return [289]

    def close(self):
        self.closed = True


opened: list[Device] = []


@pytest.fixture
def evdev(monkeypatch):
    opened.clear()
    module = ModuleType("evdev")
    module.InputDevice = Device
    monkeypatch.setitem(sys.modules, "evdev", module)
    asked = []
    monkeypatch.setattr(fcntl, "ioctl", lambda *request: asked.append(request))
    module.asked = asked
    return module


@pytest.fixture
def port(evdev):
    return EvdevPorts().open(FoundDevice("/dev/input/event3", "DragonRise"))


def heard(port, *batches):
    opened[0].batches.extend(batches)
    return list(port.read())


def test_events_are_stamped_on_the_clock_of_the_wired_buttons(evdev, port):
    assert [(7, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))] == evdev.asked
    assert [KeyChange(5_250_001_000, 288, True)] == heard(port, [event(KEY, 288, 1), REPORT])


def test_autorepeat_and_sticks_are_ignored(port):
    changes = heard(port, [event(KEY, 288, 1), REPORT, event(KEY, 288, 2), REPORT], [event(ABS, 0, 127), REPORT])

    assert [True] == [change.down for change in changes]


def test_after_dropped_events_everything_up_to_the_next_report_is_ignored(port):
    changes = heard(port, [DROPPED, event(KEY, 288, 1), REPORT, event(KEY, 289, 1), REPORT])

    assert [Dropped(), KeyChange(5_250_001_000, 289, True)] == changes


def test_what_a_device_said_before_it_was_pulled_still_counts(port):
    gone = OSError(errno.ENODEV, "no such device")

    assert [288] == [change.code for change in heard(port, [event(KEY, 288, 1), REPORT], gone)]
    with pytest.raises(OSError, match="no such device"):
        heard(port, gone)


def test_levels_are_read_through_an_opening_of_their_own_because_asking_throws_events_away(port):
    events, levels = opened

    assert frozenset({289}) == port.down()
    assert (events.path, False) == (levels.path, events is levels)
    port.close()
    assert [True, True] == [each.closed for each in opened]


def test_devices_are_listed_with_name_place_and_model(evdev, tmp_path):
    for name in ("event10", "event2", "js0", "mouse0", "eventual"):
        (tmp_path / name).touch()

    assert ["event2", "event10"] == [file.name for file in event_files(tmp_path)]
    assert [
        FoundDevice(str(tmp_path / name), "DragonRise", "", "0079:0006", frozenset({288, 289}))
        for name in ("event2", "event10")
    ] == list(EvdevPorts(tmp_path).found())
    assert all(each.closed for each in opened)


def test_without_evdev_the_cure_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "evdev", None)

    with pytest.raises(InputTrouble) as trouble:
        EvdevPorts(tmp_path).found()

    assert "USB encoders and keyboards need evdev, which is not installed" == str(trouble.value.what)
    assert str(trouble.value.cure).startswith("sudo apt install python3-evdev")


def test_devices_that_this_user_may_not_open_are_told_with_the_cure(evdev, tmp_path, monkeypatch):
    (tmp_path / "event0").touch()
    monkeypatch.setattr("device.hardware.presses.evdev_ports.os.access", lambda file, mode: False)

    with pytest.raises(InputTrouble) as trouble:
        EvdevPorts(tmp_path).found()

    assert f"this user may not open {tmp_path}/event0" == str(trouble.value.what)
    assert "sudo adduser $USER input, then log in again" == str(trouble.value.cure)


def test_a_device_that_went_while_it_was_looked_at_is_not_listed(evdev, tmp_path):
    (tmp_path / "event0").touch()

    def gone(path):
        raise OSError(errno.ENODEV, "no such device")

    evdev.InputDevice = gone

    assert () == EvdevPorts(tmp_path).found()
