"""The eyes: which reader looks at which zone, and with which photograph.

Readers are functions of a picture, so the eyes only fetch some that were taken after the wish, average them, cut out
the zone where a mat says where it is, read it, and keep it as a JPEG that shows exactly the pixels that were read.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.effects import Look
from companion.errors import BadInput
from companion.events import Saw
from companion.observations import Kind
from companion.store import digest_of
from device.looking.watch import Watch
from vision.camera.live import jpeg, shrunk
from vision.camera.source import CameraTrouble, Frame, Image
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


class Camera(Protocol):
    """Where pictures come from; `vision.camera.capture.Capture` is one."""

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return a picture that was taken after `after_ns`; raise CompanionError in words when there is none."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one look brought: the event for the referee, and the photograph (JPEG) that it names."""

    event: Saw
    jpeg: bytes


@dataclass
class Eyes:
    """Reads zones of the table, one after the other."""

    camera: Camera | None
    now: Callable[[], int]
    readers: Mapping[Kind, Reader] = field(default_factory=lambda: READERS)
    watch: Watch | None = None
    """Knows where the mat is; without it the whole picture is the zone."""
    _reading: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        if self.watch is not None:
            self.watch.reading = self._reading.locked

    def look(self, look: Look) -> Sight:
        """Photograph the table and read what `look` asks for."""
        if self.camera is None:
            raise BadInput("there is no camera: take a photograph with a telephone and send it, or type the values")
        with self._reading:
            frames = [shrunk(self.camera.still(self.now(), PATIENCE_S).image, WIDEST) for _ in range(FRAMES)]
            image = averaged(frames)
            view = Whole() if self.watch is None else self.watch.expect(frames, image)
            return self._read(look, image, view)

    def look_at(self, look: Look, photograph: bytes) -> Sight:
        """Read what `look` asks for in an uploaded `photograph`; raise BadInput when it is none."""
        with self._reading:
            image = shrunk(decode(photograph), WIDEST)
            return self._read(look, image, view_of(image))

    def _read(self, look: Look, image: Image, view: TableView) -> Sight:
        part = view.picture(image, look.zone, look.seat, look.kind)
        uprights = view.uprights(look.zone, look.seat, look.kind)
        read = self.readers[look.kind]
        seen = read(part, uprights=uprights) if uprights else read(part)
        observation = view.judged(seen, look.zone, look.seat)
        kept = jpeg(part, QUALITY)  # without any metadata: no place, no telephone's name
        return Sight(Saw(self.now(), look.zone, observation, digest_of(kept)), kept)


def view_of(image: Image) -> TableView:
    """Return how to look at zones in a single photograph; raise CameraTrouble where a part of a mat is in it."""
    found = calibrate([image])
    if isinstance(found, Calibration):
        return OnMat(found)
    if found.hidden is None:
        return Whole()
    raise CameraTrouble(found.trouble.what, found.trouble.cure)
