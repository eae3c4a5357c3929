"""Reading zones of the table: which reader looks at which zone, and with which photograph.

Readers are functions of a picture, so this only fetches some that were taken after the wish, averages them, cuts out
the zone where a mat says where it is, reads it, and keeps it as a JPEG that shows exactly the pixels that were read.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.effects import ReadRequest
from companion.errors import BadInput
from companion.events import Saw
from companion.observations import Kind
from companion.store import digest_of
from device.camera.table_monitor import TableMonitor
from vision.camera.live import jpeg, shrunk
from vision.camera.source import CameraTrouble, Frame, Image
from vision.exposure import READER_FAULTS
from vision.frame import decode
from vision.readers import READERS, Reader
from vision.table.average import averaged
from vision.table.calibrate import Calibration, calibrate
from vision.table.views import OnMat, TableView, Whole

WIDEST = 1920
"""Pixels: a phone's photograph is made smaller before it is read, so that corners and picture agree and disks last."""
QUALITY = 90


PATIENCE_S = 3.0
"""How long a picture may take."""
FRAMES = 4
"""So many pictures are averaged: half of the noise is gone, and a quarter of a second."""


class StillCamera(Protocol):
    """Where pictures come from; `vision.camera.capture.Capture` is one."""

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return a picture that was taken after `after_ns`; raise CompanionError in words when there is none."""


@dataclass(frozen=True, slots=True)
class ZoneReading:
    """What one reading brought: the event for the referee, and the photograph (JPEG) that it names."""

    event: Saw
    jpeg: bytes


@dataclass
class ZoneReader:
    """Reads zones of the table, one after the other."""

    camera: StillCamera | None
    now: Callable[[], int]
    readers: Mapping[Kind, Reader] = field(default_factory=lambda: READERS)
    monitor: TableMonitor | None = None
    """Knows where the mat is; without it the whole picture is the zone."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held while a picture is read, so that whoever steers the camera can wait for it (`TableMonitor.reading`)."""

    def read_table(self, request: ReadRequest) -> ZoneReading:
        """Photograph the table and read what `request` asks for."""
        if self.camera is None:
            raise BadInput("there is no camera: take a photograph with a telephone and send it, or type the values")
        with self.lock:
            frames = [shrunk(self.camera.still(self.now(), PATIENCE_S).image, WIDEST) for _ in range(FRAMES)]
            image = averaged(frames)
            view = Whole() if self.monitor is None else self.monitor.expect(frames, image)
            return self._read(request, image, view)

    def read_photograph(self, request: ReadRequest, photograph: bytes) -> ZoneReading:
        """Read what `request` asks for in an uploaded `photograph`; raise BadInput when it is none."""
        with self.lock:
            image = shrunk(decode(photograph, reduced=True), WIDEST)
            return self._read(request, image, view_of(image))

    def _read(self, request: ReadRequest, image: Image, view: TableView) -> ZoneReading:
        part = view.picture(image, request.zone, request.seat, request.kind)
        uprights = view.uprights(request.zone, request.seat, request.kind)
        read = self.readers[request.kind]
        try:
            seen = read(part, uprights=uprights) if uprights else read(part)
        except READER_FAULTS as error:
            raise BadInput("this picture cannot be read: take another one") from error
        observation = view.judged(seen, request.zone, request.seat)
        kept = jpeg(part, QUALITY)  # without any metadata: no place, no telephone's name
        return ZoneReading(Saw(self.now(), request.zone, observation, digest_of(kept)), kept)


def view_of(image: Image) -> TableView:
    """Return how to look at zones in a single photograph; raise CameraTrouble where a part of a mat is in it."""
    found = calibrate([image])
    if isinstance(found, Calibration):
        return OnMat(found)
    if found.hidden is None:
        return Whole()
    raise CameraTrouble(found.trouble.what, found.trouble.cure)
