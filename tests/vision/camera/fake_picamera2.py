"""A stand-in for picamera2 with its very signatures (`SIGNATURES`, read from release 0.3.38) and its bad habits.

It runs out of buffers when requests are not released, refuses controls that the sensor does not have, lets one owner
have the camera at a time, keeps a job whose wait ran out, forgets controls when the mode changes, and never raises by
itself when nothing comes and no limit was given: the test fails then, where a program would hang.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.vision.camera.fakes import FakeClock

_CONFIGURATION = (
    "self, main, lores, raw, transform, colour_space, buffer_count, controls, display, encode, queue, sensor, use_case"
)
SIGNATURES = {
    "__init__": "self, camera_num, verbose_console, tuning, allocator",
    "create_video_configuration": _CONFIGURATION,
    "create_still_configuration": _CONFIGURATION,
    "configure": "self, camera_config",
    "start": "self, config, show_preview",
    "capture_request": "self, wait, signal_function, flush",
    "captured_request": "self, wait, flush",
    "switch_mode_and_capture_request": "self, camera_config, wait, signal_function, delay",
    "set_controls": "self, controls",
    "cancel_all_and_flush": "self",
    "close": "self",
}
REQUEST_SIGNATURES = {"make_array": "self, name", "get_metadata": "self", "release": "self"}


@dataclass
class Pi:
    """A Raspberry Pi with one camera: what its sensor sees and has, and what goes wrong."""

    clock: FakeClock
    bgr: tuple[int, int, int] = (0, 0, 255)
    has: tuple[str, ...] = ("FrameDurationLimits", "ExposureTime", "ColourGains", "AeEnable", "AwbEnable")
    exposure_us: int = 10_000
    says: tuple[str, ...] = ("SensorTimestamp", "ExposureTime")
    channels: int | None = None
    """Deliver arrays with so many channels, whatever was asked for."""
    silent: bool = False
    error: Exception | None = None
    """What the camera thread raises at the next frame."""
    owner: object | None = None
    opened: int = 0
    taken: list[dict[str, object]] = field(default_factory=list)
    """The controls under which each frame was taken."""

    def make(self, number):
        return FakePicamera2(number, pi=self)


class FakeRequest:
    def __init__(self, camera, config):
        self._camera, self.config = camera, config
        camera.out += 1
        self._released = False

    def make_array(self, name):
        stream = self.config[name]
        width, height = stream["size"]
        image = np.full((height, width, 3), self._camera.pi.bgr, np.uint8)
        if self._camera.pi.channels == 1:
            return image[:, :, 0].copy()
        if stream["format"] == "YUV420":
            return cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
        return cv2.cvtColor(image, cv2.COLOR_BGR2BGRA) if self._camera.pi.channels == 4 else image

    def get_metadata(self):
        everything = {
            "SensorTimestamp": self._camera.pi.clock(),
            "ExposureTime": self._camera.pi.exposure_us,
            **self._camera.controls,
        }
        return {name: value for name, value in everything.items() if name in (*self._camera.pi.says, "ColourGains")}

    def release(self):
        if self._released:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._released = True
        self._camera.out -= 1


class FakePicamera2:
    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None, *, pi=None):
        if pi.owner is not None:
            busy = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from busy
        if camera_num > 0:
            raise RuntimeError(f'No camera number {camera_num} found - use "rpicam-hello --list-cameras" to check')
        self.pi, pi.owner = pi, self
        pi.opened += 1
        self.config = None
        self.started = False
        self.controls = {}
        self.out = self.jobs = 0

    @property
    def camera_controls(self):
        return dict.fromkeys(self.pi.has, (0, 1, 0))

    def create_video_configuration(  # noqa: PLR0917
        self,
        main={},  # noqa: B006
        lores=None,
        raw={},  # noqa: B006
        transform=None,
        colour_space=None,
        buffer_count=6,
        controls={},  # noqa: B006
        display="main",
        encode="main",
        queue=True,
        sensor={},  # noqa: B006
        use_case="video",
    ):
        main = {"format": "XBGR8888", "size": (1280, 720)} | main
        return {"main": main, "lores": lores, "raw": raw, "controls": controls, "buffer_count": buffer_count}

    def create_still_configuration(  # noqa: PLR0917
        self,
        main={},  # noqa: B006
        lores=None,
        raw={},  # noqa: B006
        transform=None,
        colour_space=None,
        buffer_count=1,
        controls={},  # noqa: B006
        display=None,
        encode=None,
        queue=True,
        sensor={},  # noqa: B006
        use_case="still",
    ):
        main = {"format": "BGR888", "size": (4056, 3040)} | main
        return {"main": main, "lores": lores, "raw": raw, "controls": controls, "buffer_count": buffer_count}

    def configure(self, camera_config=None):
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self.config, self.controls = camera_config, {}
        self.set_controls(camera_config["controls"])

    def start(self, config=None, show_preview=False):
        if self.config is None:
            raise RuntimeError("Camera has not been configured")
        self.started = True

    def capture_request(self, wait=None, signal_function=None, flush=None):
        if self.pi.error is not None:
            error, self.pi.error = self.pi.error, None
            raise error
        if self.pi.silent or self.out + self.jobs >= self.config["buffer_count"]:
            assert wait is not None, "this would hang for ever"
            self.pi.clock.pass_(wait)
            self.jobs += 1
            raise TimeoutError
        self.pi.clock.pass_(1 / 30)
        self.pi.taken.append(dict(self.controls))
        return FakeRequest(self, self.config)

    @contextlib.contextmanager
    def captured_request(self, wait=None, flush=None):
        request = self.capture_request(wait=wait, flush=flush)
        try:
            yield request
        finally:
            request.release()

    def switch_mode_and_capture_request(self, camera_config, wait=None, signal_function=None, delay=0):
        stream = self.config
        self.started = False
        self.configure(camera_config)
        self.started = True
        self.pi.clock.pass_(delay / 30)
        request = self.capture_request(wait=wait)
        self.started = False
        self.configure(stream)
        self.started = True
        return request

    def set_controls(self, controls):
        for name in controls:
            if name not in self.pi.has:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def cancel_all_and_flush(self):
        self.jobs = 0

    def close(self):
        self.started = False
        if self.pi.owner is self:
            self.pi.owner = None
