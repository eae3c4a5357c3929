"""Letting the camera go, so that another program may have it, and taking it back.

    OURS --release: the camera is closed--> RELEASED --take back: it is opened again--> OURS

Who has it is asked of the capture each time, so that a camera which was slow to let go is told as soon as it has.
While it is released no picture is shown and nothing is read by it; telephones and people go on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

from companion.service import Holder
from companion.texts import Message, say
from device.publisher import StatePublisher
from vision.camera.capture import Capture, CaptureState
from vision.camera.source import CameraTrouble


@dataclass
class Handover:
    """Who has the camera. All methods may be called from any thread; each may be called twice."""

    capture: Capture
    publisher: StatePublisher
    _turn: Lock = field(default_factory=Lock)
    """Two people at two telephones are served one after the other."""

    def release(self) -> Message | None:
        """Close the camera; return why that is not possible."""
        with self._turn:
            self.capture.stop()
            if self.publish_holder() is Holder.OURS:
                return say("{camera} does not answer: it is released as soon as it does", camera=self.capture.camera)
            return None

    def take_back(self) -> Message | None:
        """Open the camera again, and again until it opens; return why not even that is possible."""
        with self._turn:
            try:
                self.capture.start()
            except CameraTrouble as trouble:
                return trouble.said
            self.publish_holder()
            return None

    def publish_holder(self) -> Holder:
        """Say on the page who has the camera."""
        state = self.capture.health().state
        holder = Holder.RELEASED if state is CaptureState.CLOSED else Holder.OURS
        # a camera that was never there shows nothing; one that has just fallen silent shows its last picture
        live = state in (CaptureState.OPENING, CaptureState.RUNNING) or self.capture.latest() is not None
        self.publisher.change(holder=holder, live=live)
        return holder
