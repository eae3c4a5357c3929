"""What is used of picamera2, as a protocol that its stand-in in the tests fulfils too, and what its errors mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

import numpy.typing as npt

from companion.texts import Message, say
from vision.camera.source import CameraTrouble, no_frame


class Request(Protocol):
    """One completed frame of all streams: picamera2's CompletedRequest."""

    @property
    def config(self) -> Mapping[str, Any]:
        """The configuration under which it was taken."""

    def make_array(self, name: str) -> npt.NDArray[Any]:
        """Return a copy of what a stream holds."""

    def get_metadata(self) -> Mapping[str, Any]:
        """Return what the camera says about it."""

    def release(self) -> None:
        """Give the buffers back."""


class Picamera(Protocol):
    """An open camera: picamera2's Picamera2."""

    @property
    def camera_controls(self) -> Mapping[str, Any]:
        """The controls that it advertises."""

    def create_video_configuration(
        self,
        *,
        main: Mapping[str, Any],
        lores: Mapping[str, Any] | None,
        raw: None,
        buffer_count: int,
        controls: Mapping[str, Any],
        queue: bool,
    ) -> dict[str, Any]:
        """Return a configuration for streaming."""

    def create_still_configuration(
        self, *, main: Mapping[str, Any], raw: None, controls: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return a configuration for one large picture."""

    def configure(self, camera_config: dict[str, Any]) -> None:
        """Make the streams."""

    def start(self) -> None:
        """Begin to stream."""

    def captured_request(self, *, wait: float) -> AbstractContextManager[Request]:
        """Return the next frame, which is released at the end of the block."""

    def switch_mode_and_capture_request(self, camera_config: dict[str, Any], *, wait: float, delay: int) -> Request:
        """Take one frame in another mode, and go back."""

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        """Use these controls from the next frame on."""

    def cancel_all_and_flush(self) -> None:
        """Give up everything that waits for a frame."""

    def close(self) -> None:
        """Stop, and let go of the camera."""


@contextmanager
def explained(name: Message) -> Iterator[None]:
    """Turn what picamera2 raises into NoFrame and CameraTrouble."""
    try:
        yield
    except CameraTrouble:
        raise
    except TimeoutError as error:
        raise no_frame(name) from error
    except Exception as error:
        raise CameraTrouble(*why(error, name)) from error


def why(error: BaseException, name: Message | str) -> tuple[Message, Message]:
    """Return what an error of picamera2 means, and its cure."""
    reason = " / ".join(_chain(error))
    if is_missing(error):
        return (
            say("picamera2 is not installed"),
            say("sudo apt install python3-picamera2, and make the virtual environment with --system-site-packages"),
        )
    if isinstance(error, ImportError):
        return (
            say("picamera2 cannot be imported ({error})", error=reason),
            say("sudo apt install --reinstall python3-picamera2 python3-libcamera, then restart the companion"),
        )
    if "numpy.dtype size changed" in reason:
        return (
            say("picamera2 was built for another numpy"),
            say("on Raspberry Pi OS Bookworm: pip install 'numpy<2' 'opencv-python-headless<4.12'"),
        )
    if any(word in reason for word in ("busy", "Running state", "Acquired state")):
        return say("{camera} is used by another program", camera=name), say("close that program, or restart the Pi")
    if any(word in reason for word in ("No camera number", "Camera(s) not found", "list index out of range")):
        return say("{camera} is not there", camera=name), say(
            "check its ribbon cable at both ends, then restart the Pi"
        )
    return say("{camera} failed ({error})", camera=name, error=reason), say("it is opened again by itself")


def is_missing(error: BaseException) -> bool:
    """Whether `error` says that picamera2 itself is not there, rather than something that it needs."""
    return isinstance(error, ModuleNotFoundError) and error.name in (None, "picamera2")


def _chain(error: BaseException | None) -> Iterator[str]:
    """Yield what an error and those behind it say."""
    while error is not None:
        yield str(error) or type(error).__name__
        error = error.__cause__ or error.__context__
