"""The real Picamera2 on libcamera's virtual pipeline, on a machine without camera, without dma heap, without pykms.

Only what a machine without a camera lacks is replaced: the memory of the frames (memfd instead of dma-buf), the
preview's pykms, the writer of raw files (pidng, which would need a compiler), and the probe for raw sensor modes, which
the virtual pipeline refuses.
"""

import mmap
import os
import sys
import time
import types
from pathlib import Path

import cv2

FRAMES = Path("/w/frames")
PIPELINE = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
DESCRIPTION = f"""\
"Virtual0":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates: [30, 30]
  - width: 640
    height: 360
    frame_rates: [30, 30]
  frames:
    path: "{FRAMES}/"
  location: "CameraLocationFront"
  model: "Files"
"""


def provide(pictures):
    """Let the virtual camera show these pictures (b, g, r) in turn; before libcamera is loaded."""
    FRAMES.mkdir(parents=True, exist_ok=True)
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(FRAMES / f"{number}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 98])
    PIPELINE.parent.mkdir(parents=True, exist_ok=True)
    PIPELINE.write_text(DESCRIPTION)


def _pykms():
    module = types.ModuleType("pykms")
    module.PlaneType = types.SimpleNamespace(Primary=0, Overlay=1)
    formats = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "ARGB8888", "ABGR8888", "YUV420", "YVU420", "YUYV", "NV12")
    module.PixelFormat = types.SimpleNamespace(**{name: name for name in formats})
    return module


def _pidng():
    """Return the modules of pidng, with the two names that picamera2 imports."""
    modules = {name: types.ModuleType(name) for name in ("pidng", "pidng.core", "pidng.camdefs")}
    modules["pidng.core"].PICAM2DNG = modules["pidng.camdefs"].Picamera2Camera = None
    return modules


for _name, _module in {"pykms": _pykms(), **_pidng()}.items():
    sys.modules.setdefault(_name, _module)

import libcamera  # noqa: E402 - picamera2 wants pykms and pidng when it is imported
from picamera2 import Picamera2, picamera2  # noqa: E402
from picamera2.allocators.allocator import Allocator  # noqa: E402


class Mapped:
    """The memory of a frame while somebody looks at it."""

    def __init__(self, _allocator, buffer, _write):
        self._buffer = buffer

    def __enter__(self):
        planes = self._buffer.planes
        self._memory = mmap.mmap(planes[0].fd, sum(plane.length for plane in planes))
        return self._memory

    def __exit__(self, *_exception):
        self._memory.close()


class MemfdAllocator(Allocator):
    """Frames in memfds, with one plane for brightness and one for both colours, as NV12 has them."""

    def __init__(self):
        super().__init__()
        self.sync = Mapped
        self._buffers, self._files = {}, []

    def allocate(self, libcamera_config, _use_case=None):
        self.close()
        for stream in libcamera_config:
            self._buffers[stream.stream] = [self._buffer(stream) for _ in range(stream.buffer_count)]

    def _buffer(self, stream):
        file = os.memfd_create("frame")
        self._files.append(file)
        os.ftruncate(file, stream.frame_size)
        luma = stream.stride * stream.size.height
        return libcamera.FrameBuffer([_plane(file, 0, luma), _plane(file, luma, stream.frame_size - luma)])

    def buffers(self, stream):
        return self._buffers[stream]

    def close(self):
        for file in self._files:
            os.close(file)
        self._files.clear()
        self._buffers.clear()


def _plane(file, offset, length):
    plane = libcamera.FrameBuffer.Plane()
    plane.fd, plane.offset, plane.length = file, offset, length
    return plane


class VirtualPicamera2(Picamera2):
    """Picamera2 itself, at thirty frames a second: the virtual pipeline would run as fast as it can."""

    def __init__(self, number):
        super().__init__(number)
        self.pre_callback = lambda request: time.sleep(1 / 30)

    def _get_raw_modes(self):
        role = libcamera.StreamRole.VideoRecording
        formats = self.camera.generate_configuration([role]).at(0).formats
        return [
            {"format": str(each), "size": (size.width, size.height)}
            for each in formats.pixel_formats
            for size in formats.sizes(each)
        ]


picamera2.DmaAllocator = MemfdAllocator  # Picamera2 makes it by this name
