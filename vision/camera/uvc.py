"""Any USB camera, through OpenCV's V4L2 back-end.

The frames carry the kernel's time of their exposure, which is on the monotonic clock. Where a driver gives none, they
count as old as a frame can be that waited in the buffers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy.typing as npt

from companion.texts import Message, say
from vision.camera.source import PATIENCE_S, CameraTrouble, Clock, Frame, Size, first_after, no_frame

_SELECT_TIMEOUT = "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"
"""How many seconds OpenCV waits for a silent camera; it asks once, before the first frame of the process."""


class VideoCapture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802, D102
        ...

    def set(self, propId: int, value: float) -> bool:  # noqa: N803, D102
        ...

    def get(self, propId: int) -> float:  # noqa: N803, D102
        ...

    def read(self) -> tuple[bool, npt.NDArray[Any] | None]:  # noqa: D102
        ...

    def release(self) -> None:  # noqa: D102
        ...


@dataclass(frozen=True, slots=True)
class UvcSettings:
    """Which USB camera, and what it is asked for."""

    device: Path = Path("/dev/video0")
    size: Size = (1280, 720)
    fps: float = 15.0
    oldest_s: float = 0.2
    """The age that a frame without a time of its own may have."""


def _video_capture(device: str) -> VideoCapture:
    os.environ.setdefault(_SELECT_TIMEOUT, "1")
    return cv2.VideoCapture(device, cv2.CAP_V4L2)


class UvcSource:
    """A USB camera."""

    patience_s = PATIENCE_S

    def __init__(
        self,
        clock: Clock,
        settings: UvcSettings = UvcSettings(),
        opener: Callable[[str], VideoCapture] = _video_capture,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._clock = clock
        self.settings = settings
        self._opener = opener
        self._pause = pause
        self._capture: VideoCapture | None = None

    @property
    def name(self) -> Message:
        """The name of this source on the page."""
        return say("the USB camera {device}", device=str(self.settings.device))

    def open(self) -> None:
        """Open the device; raise CameraTrouble that says whether it is absent, forbidden or in use."""
        self._expect_device()
        self._capture = capture = self._opener(str(self.settings.device))
        if not capture.isOpened():
            self.close()
            raise CameraTrouble(
                say("{camera} does not open", camera=self.name),
                say("close the program that uses it (fuser {device} names it)", device=str(self.settings.device)),
            )
        # The format must be set before the size: USB 2 has no bandwidth for large uncompressed frames.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self.settings.size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self.settings.size[1])
        capture.set(cv2.CAP_PROP_FPS, self.settings.fps)
        # Few buffers, or every frame is several frames old.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 2)

    def read(self, timeout_s: float) -> Frame:
        """Return the next frame. The driver, not `timeout_s`, says how long that may take (one second)."""
        if self._capture is None:
            raise no_frame(self.name)
        done, image = self._capture.read()
        if not done or image is None:
            self._expect_device()
            self._pause(min(timeout_s, 0.05))
            raise no_frame(self.name)
        return Frame(image, self._exposed(self._capture), self.name)

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return the first frame from after an instant."""
        return first_after(self.read, self._clock, after_ns, timeout_s)

    def close(self) -> None:
        """Release the device."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _exposed(self, capture: VideoCapture) -> int:
        """Return when the frame just read was exposed: by the kernel if it says so, else as early as can be."""
        now, oldest_ns = self._clock(), int(self.settings.oldest_s * 1e9)
        kernel = round(capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6)
        # Some drivers give no time, or one of another clock: such values lie outside this window.
        return kernel if now - 10 * oldest_ns <= kernel <= now else now - oldest_ns

    def _expect_device(self) -> None:
        device = self.settings.device
        if not device.exists():
            raise CameraTrouble(
                say("there is no camera {device}", device=str(device)),
                say("plug it in, or name another one: companion check lists them"),
            )
        if not os.access(device, os.R_OK | os.W_OK):
            raise CameraTrouble(
                say("the camera {device} may not be used by this user", device=str(device)),
                say("add the user to the group video, then log in again"),
            )


def usb_cameras(classes: Path = Path("/sys/class/video4linux"), devices: Path = Path("/dev")) -> tuple[Path, ...]:
    """Return the devices of all USB cameras that are plugged in; a Pi has many others, which are no cameras."""
    if not classes.is_dir():
        return ()
    found = (entry for entry in sorted(classes.iterdir()) if _is_usb_camera(entry))
    return tuple(devices / entry.name for entry in found)


def _is_usb_camera(entry: Path) -> bool:
    """Whether an entry is the first node of a camera of the kernel's driver for USB cameras."""
    try:
        first = (entry / "index").read_text().strip() == "0"
    except OSError:
        return False
    return first and (entry / "device" / "driver").resolve().name == "uvcvideo"
