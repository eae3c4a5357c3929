"""The probes of `companion check`: software first, then hardware, then the place where it runs.

What needs OpenCV is imported by the probe that needs it: a broken OpenCV is to be found, not to be stumbled over.
"""

from __future__ import annotations

import errno
import shutil
import socket
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from companion.store import holder
from companion.texts import Message, say
from device.checking.outputs import OUTPUT_PROBES
from device.checking.report import Finding, Probe, failed, missing, note, ok
from device.checking.table import TABLE_PROBES
from device.config import CameraSource, Config
from device.hardware.clock import MonotonicClock
from device.hardware.gpio import INSTALL_LGPIO, PinTrouble, chip_files, usable_chips
from device.hardware.presses.buttons import Buttons, Offline, open_buttons
from device.journal.safe_mode import existing_part

PLENTY, SCARCE = 1_000_000_000, 100_000_000
"""Bytes: a photograph takes about 200 kB, a match about fifty of them."""

FRAME_S = 5.0
"""How long a camera may take to send its first picture."""

UNIT_FILES = (Path("/etc/systemd/system/companion.service"), Path("/usr/lib/systemd/system/companion.service"))

BOOKWORM_PIN = say("on Raspberry Pi OS Bookworm: pip install 'numpy<2' 'opencv-python-headless<4.12'")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The versions of a library with which the companion works: from `least`, below `below`."""

    package: str
    least: tuple[int, ...]
    below: tuple[int, ...] = (sys.maxsize,)

    def fits(self, have: tuple[int, ...]) -> bool:
        """Whether version `have` will do."""
        return self.least <= have < self.below


LIBRARIES = (
    Wanted("numpy", (1, 24)),
    Wanted("flask", (3, 0), (4,)),
    Wanted("waitress", (3, 0, 1), (4,)),
    Wanted("click", (8, 1)),
    Wanted("gpiozero", (2, 0, 1), (3,)),
)
OPENCV = Wanted("opencv-python-headless", (4, 11), (6,))
NUMPY_2_FROM_OPENCV = (4, 12)


def numbers(text: str) -> tuple[int, ...]:
    """Return the leading numbers of a version: 2.0.1.post3 is (2, 0, 1)."""
    parts: list[int] = []
    for part in text.split("."):
        if not part.isdigit():
            break
        parts.append(int(part))
    return tuple(parts)


def installed(package: str) -> str | None:
    """Return the version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def python(_config: Config) -> Finding:
    """Find the version of Python."""
    have = ".".join(map(str, sys.version_info[:3]))
    return ok(say("Python {version} in {folder}", version=have, folder=sys.prefix))


def libraries(_config: Config) -> Finding:
    """Find whether every library has a version that was tested."""
    have = {wanted.package: installed(wanted.package) for wanted in LIBRARIES}
    for wanted in LIBRARIES:
        found = have[wanted.package]
        if found is None:
            return failed(say("{package} is not installed", package=wanted.package), _install(wanted))
        if not wanted.fits(numbers(found)):
            text = say("{package} {version} was never tested", package=wanted.package, version=found)
            return failed(text, _install(wanted))
    return ok(say("{list}", list=", ".join(f"{package} {found}" for package, found in have.items())))


def _install(wanted: Wanted) -> Message:
    below = "" if wanted.below == (sys.maxsize,) else f",<{'.'.join(map(str, wanted.below))}"
    return say("pip install '{wish}'", wish=f"{wanted.package}>={'.'.join(map(str, wanted.least))}{below}")


def opencv(_config: Config) -> Finding:
    """Find whether OpenCV loads, has a version that was tested, fits numpy, and opens no windows."""
    try:
        cv2 = import_module("cv2")
    except ImportError as error:
        return failed(say("OpenCV does not load: {error}", error=str(error)), opencv_cure(str(error)))
    return judge_opencv(str(cv2.__version__), installed("numpy") or "0", cv2.getBuildInformation())


def opencv_cure(error: str) -> Message:
    """Return what to do when OpenCV does not load."""
    return BOOKWORM_PIN if "numpy" in error else _install(OPENCV)


def judge_opencv(have: str, numpy: str, build: str) -> Finding:
    """Return what to say about OpenCV `have` beside `numpy`, of which `build` is the build information."""
    if not OPENCV.fits(numbers(have)):
        return failed(say("OpenCV {version} was never tested", version=have), _install(OPENCV))
    if numbers(have) >= NUMPY_2_FROM_OPENCV and numbers(numpy) < (2,):
        text = say("OpenCV {version} needs numpy 2, and numpy is {numpy}", version=have, numpy=numpy)
        return failed(text, BOOKWORM_PIN)
    gui = next((line.split(":", 1)[1].strip() for line in build.splitlines() if line.strip().startswith("GUI:")), "")
    if gui not in ("", "NONE"):
        text = say("this OpenCV can open windows ({gui}), and may fail without a screen", gui=gui)
        return note(text, say("pip uninstall opencv-python, then {install}", install=_install(OPENCV)))
    return ok(say("OpenCV {version}, without windows", version=have))


def picamera2(config: Config) -> Finding:
    """Find whether picamera2 can be used, where it is there at all."""
    from vision.camera.picamera_api import why

    if find_spec("picamera2") is None:
        text, cure = why(ModuleNotFoundError("picamera2"), "picamera2")
        return missing(text, cure) if config.camera.source is CameraSource.PICAMERA else note(text, cure)
    try:
        import_module("picamera2")
    except Exception as error:  # noqa: BLE001 - a mixed installation fails in many ways
        return failed(*why(error, "picamera2"))
    return ok(say("picamera2 {version}", version=installed("picamera2") or "?"))


def lgpio(_config: Config) -> Finding:
    """Find whether lgpio is there, without importing it: that starts a thread and makes a pipe."""
    if find_spec("lgpio") is None:
        return missing(say("lgpio is not installed"), INSTALL_LGPIO)
    have = installed("lgpio")
    if have is not None and numbers(have) < (0, 1):
        return failed(say("lgpio {version} is an empty placeholder", version=have), INSTALL_LGPIO)
    return ok(say("lgpio {version}", version=have or "?"))


def gpio(_config: Config) -> Finding:
    """Find the chips of the kernel that we may open."""
    try:
        chips = usable_chips(chip_files())
    except PinTrouble as trouble:
        return missing(trouble.what, trouble.cure)
    return ok(say("GPIO chips {list}", list=", ".join(map(str, chips))))


def buttons(config: Config) -> Finding:
    """Open every button, and find one that is held down."""
    if (pid := holder(config.data.dir)) is not None:
        return note(say("the companion that runs (pid {pid}) has them", pid=pid))
    opened = open_buttons(config.buttons, lambda press: None, MonotonicClock())
    try:
        return judge_buttons(opened, config)
    finally:
        opened.close()


def judge_buttons(opened: Buttons | Offline, config: Config) -> Finding:
    """Return what to say about the opened buttons."""
    if isinstance(opened, Offline):
        return missing(opened.why.text, opened.why.cure or say("see docs/raspberry-pi.md"))
    if held := opened.notices():
        return failed(held[0].text, held[0].cure or say("let go of it"))
    return ok(say("{number} call buttons can be read", number=len(config.buttons.seats)))


def camera(config: Config) -> Finding:
    """Take one picture."""
    source = config.camera.source
    if source in (CameraSource.NONE, CameraSource.SIMULATED):
        return note(say("none is wanted: [camera] source is {source}", source=source.value))
    if (pid := holder(config.data.dir)) is not None:
        return note(say("the companion that runs (pid {pid}) has it", pid=pid))
    from vision.camera.source import CameraTrouble

    try:
        return _pictured(config)
    except CameraTrouble as trouble:
        return missing(trouble.what, trouble.cure)


def _pictured(config: Config) -> Finding:
    from device.camera.lamp import BorrowedLamp, lit
    from vision.camera.choose import SourceKind, SourceSettings, open_source

    wanted = config.camera
    where = str(wanted.path or "")
    settings = SourceSettings(
        SourceKind(wanted.source.value), number=wanted.index, device=where, folder=where, size=wanted.size
    )
    source = lit(open_source(settings, MonotonicClock().now), lambda: BorrowedLamp(config.lamps))
    try:
        source.open()
        width, height = source.read(FRAME_S).size
    finally:
        source.close()
    return ok(say("{camera} sent a picture of {width} x {height}", camera=source.name, width=width, height=height))


def data(config: Config) -> Finding:
    """Find whether matches can be kept."""
    folder = existing_part(config.data.dir)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        text = say("{folder} cannot be written: {error}", folder=str(folder), error=error.strerror or str(error))
        return failed(text, say("give it to the user that runs the companion, or choose another [data] dir"))
    return ok(say("matches are kept in {folder}", folder=str(config.data.dir)))


def disk(config: Config) -> Finding:
    """Find the room for photographs."""
    return judge_room(shutil.disk_usage(existing_part(config.data.dir)).free)


def judge_room(free: int) -> Finding:
    """Return what to say about `free` bytes."""
    text = say("{megabytes} MB are free", megabytes=free // 1_000_000)
    cure = say("delete old matches, or move [data] dir to a larger disk")
    if free < SCARCE:
        return failed(text, cure)
    return note(text, cure) if free < PLENTY else ok(text)


def another(config: Config) -> Finding:
    """Find whether a companion runs already."""
    if (pid := holder(config.data.dir)) is not None:
        return note(say("a companion runs already (pid {pid})", pid=pid), say("a second one will refuse to start"))
    return ok(say("no other companion runs"))


def port(config: Config) -> Finding:
    """Find whether the page can be served where it is wanted."""
    page = config.page
    if (pid := holder(config.data.dir)) is not None:
        return note(say("the companion that runs (pid {pid}) serves the page", pid=pid))
    family = socket.AF_INET6 if ":" in page.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((page.host, page.port))
    except OSError as error:
        return failed(say("{host}:{port} cannot be served", host=page.host, port=page.port), port_cure(error))
    return ok(say("{host}:{port} is free", host=page.host, port=page.port))


def port_cure(error: OSError) -> Message:
    """Return what to do when a port cannot be served."""
    cures = {
        errno.EADDRINUSE: say("stop the program that serves it, or choose another [page] port"),
        errno.EACCES: say("ports below 1024 belong to root: choose another [page] port, such as 8080"),
        errno.EADDRNOTAVAIL: say("[page] host is no address of this machine: 0.0.0.0 is all of them"),
    }
    return cures.get(error.errno or 0, say("choose another [page] host and port ({error})", error=str(error)))


def service(_config: Config) -> Finding:
    """Find whether the companion starts with the machine."""
    if not Path("/run/systemd/system").is_dir():
        return note(say("this machine was not started by systemd, so the companion starts by hand"))
    return judge_service(any(file.exists() for file in UNIT_FILES))


def judge_service(there: bool) -> Finding:
    """Return what to say about a machine with systemd."""
    if there:
        return ok(say("companion.service is installed"))
    return note(
        say("the companion does not start with the machine"),
        say("install systemd/companion.service (docs/raspberry-pi.md)"),
    )


PROBES: Mapping[str, Probe] = {
    "python": python,
    "libraries": libraries,
    "opencv": opencv,
    "picamera2": picamera2,
    "lgpio": lgpio,
    "gpio": gpio,
    "buttons": buttons,
    **OUTPUT_PROBES,
    "camera": camera,
    **TABLE_PROBES,
    "data": data,
    "disk": disk,
    "another": another,
    "port": port,
    "service": service,
}
"""All probes, in the order in which they are told."""
