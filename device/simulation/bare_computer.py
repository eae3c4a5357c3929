"""Whether this is a computer for trying the program out: nothing is configured, and nothing of a table is there.

Only there a table is simulated that nobody asked for. A table with a loose ribbon, or with a camera that comes late,
must never go on with dice that nobody threw.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from device.hardware.gpio import DEVICES, chip_files
from vision.camera.choose import Probe, probe


def runs_as_service(environment: Mapping[str, str], pid: int, parent: int) -> bool:
    """Whether systemd started this process.

    A desktop session hands INVOCATION_ID on to every terminal; SYSTEMD_EXEC_PID, where it is set, tells whose it was.
    """
    if environment.get("NOTIFY_SOCKET"):
        return True
    if not environment.get("INVOCATION_ID"):
        return False
    return environment.get("SYSTEMD_EXEC_PID", str(pid)) in (str(pid), str(parent))


@dataclass(frozen=True)
class Surroundings:
    """What is known of the computer that this runs on."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    devices: Path = DEVICES
    cameras: Callable[[], Probe] = probe
    """Finds the cameras without opening one."""

    @property
    def is_service(self) -> bool:
        """Whether this runs under systemd."""
        return runs_as_service(self.environment, os.getpid(), os.getppid())

    def is_bare(self, config_file: Path | None) -> bool:
        """Whether nothing is configured, and neither pins nor a camera exist.

        Every GPIO chip counts, for its label can only be read with rights that may be missing; and so does a picamera2
        that is installed and fails.
        """
        if config_file is not None or self.is_service or chip_files(self.devices):
            return False
        found = self.cameras()
        return not (found.pi or found.usb or found.pi_broken)
