"""Which camera is used: what the configuration says, or what is plugged in, looked for until it is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.texts import Message, say
from vision.camera.folder import FolderSource
from vision.camera.picamera import PicameraSettings, PicameraSource, find_pi_cameras, without_flicker
from vision.camera.pixels import PixelFormat
from vision.camera.simulated import SimulatedSource, studio_of
from vision.camera.source import PATIENCE_S, CameraTrouble, Clock, Frame, Size, Source, Steered, no_frame
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
    pi_trouble: CameraTrouble | None = None
    """Why nobody can tell which cameras are on a ribbon: picamera2 is not there, or fails."""
    pi_broken: bool = False
    """picamera2 is installed and fails, so this is a computer that should have a camera."""


def probe() -> Probe:
    """Find the cameras without opening one."""
    pi = find_pi_cameras()
    return Probe(pi.models, usb_cameras(), pi.trouble, pi.broken)


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
    return isinstance(source, PicameraSource | UvcSource | SearchedSource)


class SearchedSource:
    """Whichever camera is plugged in when it is opened: one that comes late is found by the next attempt.

    `Capture` opens a source again and again, after pauses that grow. A camera on USB may need seconds after the start
    of the machine, and gets another number when it was unplugged, so each attempt looks for it anew.
    """

    patience_s = PATIENCE_S

    def __init__(self, settings: SourceSettings, clock: Clock, look: Callable[[], Probe] = probe) -> None:
        self._settings, self._clock, self._look = settings, clock, look
        self._found: Source | None = None
        self._controls: dict[str, Any] = {}

    @property
    def name(self) -> Message:
        """What people call the camera."""
        return say("the camera") if self._found is None else self._found.name

    def open(self) -> None:
        """Find the camera and open it; raise CameraTrouble with the reason why there is none."""
        self.close()
        found = open_source(self._settings, self._clock, self._look)
        self._found = found
        if self._controls and isinstance(found, Steered):
            found.steer(self._controls)  # this object is new; what the last one was told still holds
        found.open()

    def read(self, timeout_s: float) -> Frame:
        """Return the next frame."""
        return self._opened().read(timeout_s)

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return the best picture, exposed after an instant."""
        return self._opened().still(after_ns, timeout_s)

    def steer(self, controls: Mapping[str, Any]) -> None:
        """Use these controls from now on, where the camera has any."""
        self._controls.update(controls)
        found = self._found
        if found is not None and isinstance(found, Steered):
            found.steer(controls)

    def close(self) -> None:
        """Let the camera go."""
        found, self._found = self._found, None
        if found is not None:
            found.close()

    def _opened(self) -> Source:
        if self._found is None:
            raise no_frame(self.name)
        return self._found


def _found(settings: SourceSettings, clock: Clock, plugged: Probe) -> Source:
    if plugged.pi:
        return _picamera(settings, clock)
    if plugged.usb:
        return _uvc(settings, clock, _first(plugged.usb))
    raise _none(plugged)


def _none(plugged: Probe) -> CameraTrouble:
    """Return why there is no camera, and the cure."""
    if plugged.pi_trouble is None:
        return CameraTrouble(
            say("there is no camera: none answers on the ribbon, and none is plugged in on USB"),
            say(
                "check the ribbon cable at both ends and restart the Pi, or plug in a USB camera:"
                " it is taken as soon as it is there"
            ),
        )
    return CameraTrouble(
        say("there is no camera: none is plugged in on USB, and {what}", what=plugged.pi_trouble.what),
        say(
            "plug in a USB camera, which is taken as soon as it is there; for the Pi's own: {cure}",
            cure=plugged.pi_trouble.cure,
        ),
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
