"""The Raspberry Pi's camera through picamera2, which comes from apt and is imported only when a camera is opened.

Two streams of one video configuration: a large one for reading and a small one for stillness and the live view.
What was learnt about picamera2 the hard way, and is obeyed here:

* The format named RGB888 is b, g, r in the array (`vision.camera.pixels`).
* Every wait has a limit: an error in the camera's own thread would otherwise hang for ever. A wait that ran out
  leaves its job behind, which would swallow a frame later: it is cancelled.
* Every request is released, or the camera runs out of buffers.
* A control that the sensor does not advertise raises: such are left out, and named by `missing`.
* `close` ends picamera2's event loop first, and then stops the camera by itself; `stop` would wait for that loop, also
  when it has died.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from companion.texts import Message, say
from vision.camera.picamera_api import Picamera, Request, explained, is_missing, why
from vision.camera.pixels import PixelFormat, to_bgr
from vision.camera.source import PATIENCE_S, CameraTrouble, Clock, Frame, Image, NoFrame, Size, no_frame


@dataclass(frozen=True, slots=True)
class PicameraSettings:
    """Which camera of the Pi, and how it is run."""

    number: int = 0
    size: Size = (1280, 720)
    small: Size | None = (640, 360)
    """The second stream; None where the camera has only one."""
    still: Size | None = None
    """A larger picture for reading, at the price of a change of mode; None takes it from the stream."""
    format: PixelFormat = PixelFormat.RGB888
    small_format: PixelFormat = PixelFormat.YUV420
    fps: float = 15.0
    controls: Mapping[str, Any] = field(default_factory=dict)
    """Kept through every change of mode: ExposureTime, ColourGains, LensPosition, AeEnable, AwbEnable."""
    settling: int = 2
    """Frames that are dropped after a change of mode."""


def without_flicker(mains_hz: int) -> dict[str, Any]:
    """Return the controls that let the exposure follow the light, in steps of the period in which lamps flicker."""
    return {"AeFlickerMode": _MANUAL, "AeFlickerPeriod": round(1e6 / (2 * mains_hz))}


_MANUAL = 1
"""libcamera's AeFlickerMode for a period that is given, in microseconds."""


def _picamera2(number: int) -> Picamera:
    from picamera2 import Picamera2

    camera: Picamera = Picamera2(number)
    return camera


class PicameraSource:
    """A camera on the ribbon of a Raspberry Pi."""

    patience_s = PATIENCE_S

    def __init__(
        self,
        clock: Clock,
        settings: PicameraSettings = PicameraSettings(),
        make: Callable[[int], Picamera] = _picamera2,
    ) -> None:
        self._clock = clock
        self.settings = settings
        self._controls = dict(settings.controls)
        self._make = make
        self._camera: Picamera | None = None
        self.missing: tuple[str, ...] = ()
        """Controls that were asked for and that this camera does not have."""

    @property
    def name(self) -> Message:
        """The name of this source on the page."""
        return say("the Pi camera {number}", number=self.settings.number)

    def open(self) -> None:
        """Open, configure and start the camera; raise CameraTrouble with the cure."""
        try:
            self._camera = self._make(self.settings.number)
            with explained(self.name):
                self._start(self._camera)
        except CameraTrouble:
            self.close()
            raise
        except Exception as error:
            self.close()
            raise CameraTrouble(*why(error, self.name)) from error

    def read(self, timeout_s: float) -> Frame:
        """Return the next frame of both streams."""
        return self._next(0, timeout_s)

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return a picture exposed after an instant, in the size for stills when there is one."""
        if self.settings.still is None:
            return self._next(after_ns, timeout_s)
        return self._large(self.settings.still, timeout_s)

    def steer(self, controls: Mapping[str, Any]) -> None:
        """Set controls from now on, also after the camera was opened again; `missing` names those it does not have."""
        self._controls.update(controls)
        if self._camera is not None:
            with explained(self.name):
                self._camera.set_controls(self._advertised(self._camera))

    def close(self) -> None:
        """Cancel what waits, stop and release the camera."""
        camera, self._camera = self._camera, None
        if camera is not None:
            try:
                camera.cancel_all_and_flush()
            finally:
                camera.close()

    def _start(self, camera: Picamera) -> None:
        wanted = self.settings
        small = {"size": wanted.small, "format": wanted.small_format.value} if wanted.small else None
        period_us = round(1e6 / wanted.fps)
        self._controls.setdefault("FrameDurationLimits", (period_us, period_us))
        camera.configure(
            camera.create_video_configuration(
                main={"size": wanted.size, "format": wanted.format.value},
                lores=small,
                raw=None,
                buffer_count=4,
                controls=self._advertised(camera),
                queue=False,
            )
        )
        camera.start()

    def _advertised(self, camera: Picamera) -> dict[str, Any]:
        """Return the wanted controls that the camera has, and remember those that it has not."""
        has = camera.camera_controls
        self.missing = tuple(sorted(name for name in self._controls if name not in has))
        return {name: value for name, value in self._controls.items() if name in has}

    def _next(self, after_ns: int, timeout_s: float) -> Frame:
        """Return the first frame exposed at or after an instant; those before it are let go without a copy."""
        camera = self._opened()
        until = self._clock() + int(timeout_s * 1e9)
        while True:
            asked = self._clock()
            with self._limited(camera), camera.captured_request(wait=max(0.001, (until - asked) / 1e9)) as request:
                says = request.get_metadata()
                at = self._exposed(says, asked)
                if at >= after_ns:
                    return Frame(_array(request, "main"), at, self.name, self._small(request), says)
            if self._clock() >= until:
                raise no_frame(self.name)

    def _large(self, size: Size, timeout_s: float) -> Frame:
        """Change to the mode for stills, take one picture, and change back; its exposure begins after the change."""
        camera = self._opened()
        asked = self._clock()
        with self._limited(camera):
            config = camera.create_still_configuration(
                main={"size": size, "format": self.settings.format.value}, raw=None, controls=self._advertised(camera)
            )
            request = camera.switch_mode_and_capture_request(config, wait=timeout_s, delay=self.settings.settling)
            camera.set_controls(self._advertised(camera))  # changing back brought those of the first configuration
            try:
                return Frame(_array(request, "main"), asked, self.name, says=request.get_metadata())
            finally:
                request.release()

    def _opened(self) -> Picamera:
        if self._camera is None:
            raise no_frame(self.name)
        return self._camera

    @contextmanager
    def _limited(self, camera: Picamera) -> Iterator[None]:
        """Turn what picamera2 raises into our own errors; a wait that ran out leaves no job behind."""
        try:
            with explained(self.name):
                yield
        except NoFrame:
            camera.cancel_all_and_flush()
            raise

    def _exposed(self, says: Mapping[str, Any], asked: int) -> int:
        """Return when the exposure began: by the sensor if it says so, else no later than a frame before we asked."""
        if "SensorTimestamp" not in says:
            return asked - round(1e9 / self.settings.fps)
        return int(says["SensorTimestamp"]) - 1000 * int(says.get("ExposureTime", 0))

    def _small(self, request: Request) -> Image | None:
        return _array(request, "lores") if self.settings.small else None


def _array(request: Request, stream: str) -> Image:
    """Return the picture of one stream, in the format and size that it really has."""
    is_as = request.config[stream]
    return to_bgr(request.make_array(stream), PixelFormat(is_as["format"]), is_as["size"])


@dataclass(frozen=True, slots=True)
class PiCameras:
    """The cameras on the Pi's ribbons, or the reason why nobody can tell."""

    models: tuple[str, ...] = ()
    """By number."""
    trouble: CameraTrouble | None = None
    broken: bool = False
    """picamera2 is installed, and fails."""


def find_pi_cameras(listed: Callable[[], list[Mapping[str, Any]]] | None = None) -> PiCameras:
    """Return the Pi's cameras without opening one. USB cameras, which picamera2 lists too, are left out."""
    try:
        found = (listed or _global_camera_info)()
    except Exception as error:  # noqa: BLE001 - a broken installation raises anything
        trouble = CameraTrouble(*why(error, say("the Pi camera")))
        return PiCameras(trouble=trouble, broken=not is_missing(error))
    return PiCameras(tuple(str(each.get("Model", "?")) for each in found if "/usb" not in str(each.get("Id", ""))))


def _global_camera_info() -> list[Mapping[str, Any]]:
    from picamera2 import Picamera2

    return list(Picamera2.global_camera_info())
