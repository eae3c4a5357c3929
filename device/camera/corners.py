"""The corners of a table without a mat, as people tap them on the page (`web.corners.TableCorners`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.errors import BadInput
from companion.observations import Point
from companion.texts import Message, say
from device.camera.table_memory import WIDEST, Configured, Remembered, TableMemory, chosen_in
from device.camera.table_monitor import TableMonitor
from vision.camera.live import jpeg, shrunk
from vision.camera.source import Frame, Image, Size
from vision.table.views import Tapped, faults_of
from web.corners import CornersShown

QUALITY = 85
NO_PICTURE = say("there is no picture of the table yet: wait until the camera has sent one")


class LatestFrames(Protocol):
    """Where the latest frame is; `vision.camera.capture.Capture` is one."""

    def latest(self) -> Frame | None:
        """Return the latest frame, or None before the first."""


@dataclass
class Corners:
    """What the page may ask and say about where the table lies; all methods may be called from any thread."""

    frames: LatestFrames
    monitor: TableMonitor
    memory: TableMemory
    configured: Configured
    size: Size
    """Of the pictures in which `configured` are corners."""
    changed: Callable[[], object] = lambda: None
    """Called when people have said something new."""

    def picture(self) -> bytes | None:
        """Return the latest picture, all of it, as JPEG."""
        image = self._image()
        return None if image is None else jpeg(image, QUALITY)

    def shown(self) -> CornersShown:
        """Return where the table lies now."""
        view = self.monitor.without.view
        corners: tuple[Point, ...] = ()
        if isinstance(view, Tapped):
            corners = view.shares
        elif self.memory.now.choice is not None:
            corners = self.memory.now.choice.corners
        mat = self.monitor.follower.known is not None and self.monitor.trouble is None
        return CornersShown(tuple(self._sentences()), corners, mat)

    def faults(self, corners: Sequence[Point]) -> tuple[Message, ...]:
        """Return all that speaks against these corners (shares of width and height)."""
        image = self._image()
        if image is None:
            raise BadInput(str(NO_PICTURE))
        height, width = image.shape[:2]
        return faults_of([(x * width, y * height) for x, y in corners], (width, height))

    def choose(self, corners: Sequence[Point]) -> None:
        """Play without a mat, on the table with these corners, or in the whole picture where there are none."""
        image = self._image()
        if image is None:
            raise BadInput(str(NO_PICTURE))
        if corners and (faults := self.faults(corners)):
            raise BadInput("; ".join(map(str, faults)))
        remembered = Remembered(choice=chosen_in(image, corners, self.configured))
        self.monitor.settle(remembered.ground(self.configured, self.size))
        try:
            self.memory.keep(remembered)
        finally:
            self.changed()

    def _image(self) -> Image | None:
        frame = self.frames.latest()
        return None if frame is None else shrunk(frame.image, WIDEST)

    def _sentences(self) -> Iterator[Message]:
        """Yield how the table is looked at, and what is to be said about that."""
        known, trouble = self.monitor.follower.known, self.monitor.trouble
        if trouble is not None:
            yield trouble.what
            yield trouble.cure
        elif known is not None:
            yield say("A mat lies there and tells where everything is: nothing needs to be tapped.")
        elif not isinstance(self.monitor.without.view, Tapped):
            yield say("No mat is seen: the whole picture is read.")
        elif self.memory.now.choice is not None and self.memory.now.choice.configured == self.configured:
            yield say("No mat is seen: what lies within the tapped corners is read.")
        else:
            yield say("No mat is seen: what lies within the corners of the configuration is read.")
        if trouble is None and known is None and self.monitor.note is not None:
            yield self.monitor.note
