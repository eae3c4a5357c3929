"""Input devices through python-evdev: the kernel's time of every event, on the clock of the wired buttons.

evdev is imported only here and only when an encoder or a keyboard is configured, or its buttons are learnt.
"""

from __future__ import annotations

import fcntl
import os
import struct
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.texts import say
from device.hardware.presses.encoders import Dropped, FoundDevice, InputTrouble, KeyChange, Port
from device.hardware.presses.keycodes import KeyCode

FOLDER = Path("/dev/input")

EVIOCSCLOCKID = 0x400445A0
"""The request that sets the clock of an input device's events; without it they have the time of the wall clock."""

EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
RELEASED, PRESSED, REPEATED = 0, 1, 2
MOST_READS = 100
"""So often one device is read in a row (64 events each), before the others have their turn."""


def event_files(folder: Path = FOLDER) -> tuple[Path, ...]:
    """Return the files of the input devices, in the order of their numbers."""
    files = (file for file in folder.glob("event*") if file.name[len("event") :].isdecimal())
    return tuple(sorted(files, key=lambda file: int(file.name[len("event") :])))


class EvdevPorts:
    """The input devices of this machine."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder

    def found(self) -> tuple[FoundDevice, ...]:
        """Return all devices that may be opened; raise InputTrouble when nothing can be read at all."""
        evdev = _evdev()
        files = event_files(self._folder)
        allowed = [file for file in files if os.access(file, os.R_OK)]
        if files and not allowed:
            what = say("this user may not open {file}", file=str(files[0]))
            raise InputTrouble(what, say("sudo adduser $USER input, then log in again"))
        return tuple(found for file in allowed for found in _described(evdev, file))

    def open(self, found: FoundDevice) -> Port:
        """Open a device; raise OSError when that is not possible."""
        return EvdevPort(_evdev().InputDevice, found.path)


def _evdev() -> Any:  # noqa: ANN401 - evdev has no types
    try:
        return import_module("evdev")
    except ImportError as error:
        what = say("USB encoders and keyboards need evdev, which is not installed")
        cure = say(
            "sudo apt install python3-evdev, and make the virtual environment with --system-site-packages"
            " (docs/raspberry-pi.md)"
        )
        raise InputTrouble(what, cure) from error


def _described(evdev: Any, file: Path) -> Iterator[FoundDevice]:  # noqa: ANN401 - evdev has no types
    """Yield what a device says of itself; nothing when it went meanwhile, or has no keys."""
    try:
        device = evdev.InputDevice(str(file))
    except OSError:
        return
    try:
        keys = frozenset(map(KeyCode, device.capabilities().get(EV_KEY, ())))
        usb = f"{device.info.vendor:04x}:{device.info.product:04x}"
        if keys:
            yield FoundDevice(str(file), device.name, device.phys or "", usb, keys)
    except OSError:
        return
    finally:
        device.close()


class EvdevPort:
    """One input device, opened twice: once for its events, and once to look at its levels.

    To ask the kernel for the levels throws the key events away that this opening has not read yet.
    """

    def __init__(self, opener: Any, path: str) -> None:  # noqa: ANN401 - evdev has no types
        self._events = opener(path)
        try:
            fcntl.ioctl(self._events.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
            self._levels = opener(path)
        except OSError:
            self._events.close()
            raise
        self._dropping = False

    def fileno(self) -> int:
        """Return what to wait for with select."""
        return int(self._events.fd)

    def read(self) -> Sequence[KeyChange | Dropped]:
        """Return what happened since the last time, without waiting; raise OSError when the device is gone."""
        changes: list[KeyChange | Dropped] = []
        for _ in range(MOST_READS):
            try:
                for event in self._events.read():
                    changes += self._heard(event)
            except BlockingIOError:
                break
            except OSError:
                if changes:
                    break  # what it said before it went still counts; the next reading tells that it is gone
                raise
        return changes

    def _heard(self, event: Any) -> Iterator[KeyChange | Dropped]:  # noqa: ANN401 - evdev has no types
        if event.type == EV_SYN and event.code == SYN_DROPPED:
            self._dropping = True
            yield Dropped()
        elif event.type == EV_SYN and event.code == SYN_REPORT:
            self._dropping = False  # "ignore all events until and including the next SYN_REPORT"
        elif event.type == EV_KEY and not self._dropping and event.value != REPEATED:
            at = event.sec * 1_000_000_000 + event.usec * 1_000
            yield KeyChange(at, KeyCode(event.code), event.value == PRESSED)

    def down(self) -> frozenset[KeyCode]:
        """Return the keys that are down now; raise OSError when the device is gone."""
        return frozenset(map(KeyCode, self._levels.active_keys()))

    def close(self) -> None:
        """Give the device back."""
        self._events.close()
        self._levels.close()
