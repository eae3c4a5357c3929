"""Which camera is used: what the configuration says, or what is plugged in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.texts import say
from vision.camera.folder import FolderSource
from vision.camera.picamera import PicameraSettings, PicameraSource, pi_cameras, without_flicker
from vision.camera.pixels import PixelFormat
from vision.camera.simulated import SimulatedSource, studio_of
from vision.camera.source import CameraTrouble, Clock, Size, Source
from vision.camera.upload import UploadSource
from vision.camera.uvc import UvcSettings, UvcSource, usb_cameras


class SourceKind(StrEnum):
    """Where pictures come from."""

    AUTO = "auto"
    """The Pi's camera if there is one, else the first USB camera."""
    PICAMERA = "picamera"
    UVC = "uvc"
    FOLDER = "folder"
    UPLOAD = "upload"
    """Only what is sent from a phone."""
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """What a configuration may say about the camera; each source takes what concerns it."""

    kind: SourceKind = SourceKind.AUTO
    number: int = 0
    """Which camera of the Pi."""
    device: str = ""
    """Which USB camera; the first one when empty."""
    folder: str = ""
    loop: bool = True
    """Whether a folder begins anew after its last picture."""
    size: Size = (1280, 720)
    still: Size | None = None
    """A larger size for reading, where the camera can change to it."""
    format: PixelFormat = PixelFormat.RGB888
    fps: float = 15.0
    mains_hz: int = 50
    """Lamps flicker twice as often: 50 in Europe, 60 in America."""
    seed: int = 1
    """Of the simulated table."""


@dataclass(frozen=True, slots=True)
class Probe:
    """The cameras that are plugged in."""

    pi: tuple[str, ...]
    """Models of the cameras on a ribbon, by number."""
    usb: tuple[Path, ...]
    """Devices of the USB cameras."""


def probe() -> Probe:
    """Look for cameras without opening one."""
    return Probe(pi_cameras(), usb_cameras())


def open_source(settings: SourceSettings, clock: Clock, find_cameras: Callable[[], Probe] = probe) -> Source:
    """Return the source that `settings` name. Nothing is opened before a `Capture` starts with it.

    Raises:
        CameraTrouble: the camera was left to us, and there is none.

    """
    match settings.kind:
        case SourceKind.AUTO:
            return _found(settings, clock, find_cameras())
        case SourceKind.PICAMERA:
            return _picamera(settings, clock)
        case SourceKind.UVC:
            return _uvc(settings, clock, Path(settings.device) if settings.device else _first(find_cameras().usb))
        case SourceKind.FOLDER:
            return FolderSource(Path(settings.folder), clock, settings.fps, settings.loop)
        case SourceKind.UPLOAD:
            return UploadSource(clock)
        case SourceKind.SIMULATED:
            return SimulatedSource(clock, studio_of(settings.seed, settings.size))


def is_camera(source: Source | None) -> bool:
    """Whether `source` is a real camera, which shines a lamp and which other programs may want, too."""
    return isinstance(source, PicameraSource | UvcSource)


def _found(settings: SourceSettings, clock: Clock, plugged: Probe) -> Source:
    if plugged.pi:
        return _picamera(settings, clock)
    if plugged.usb:
        return _uvc(settings, clock, _first(plugged.usb))
    raise CameraTrouble(
        say("there is no camera"),
        say("plug one in and restart, upload photographs, or play with --simulate"),
    )


def _first(usb: tuple[Path, ...]) -> Path:
    return usb[0] if usb else Path("/dev/video0")


def _picamera(settings: SourceSettings, clock: Clock) -> Source:
    return PicameraSource(
        clock,
        PicameraSettings(
            number=settings.number,
            size=settings.size,
            still=settings.still,
            format=settings.format,
            small_format=PixelFormat.NV12 if settings.format is PixelFormat.NV12 else PixelFormat.YUV420,
            fps=settings.fps,
            controls=without_flicker(settings.mains_hz),
        ),
    )


def _uvc(settings: SourceSettings, clock: Clock, device: Path) -> Source:
    return UvcSource(clock, UvcSettings(device, settings.size, settings.fps))
