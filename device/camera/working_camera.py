"""The camera as readings use it: one that does not work is said at once, with what people can do without it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.texts import Message, say
from vision.camera.capture import Capture, CaptureState
from vision.camera.source import CameraTrouble, Frame

BY_HAND = say("type what lies there by hand, or send a photograph from a telephone")


@dataclass(frozen=True, slots=True)
class WorkingCamera:
    """Takes pictures for readings; nobody waits for a camera that is known to be missing."""

    capture: Capture

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return a picture that was taken after `after_ns`.

        Raises:
            CameraTrouble: the camera does not work now; its text offers what works without it.

        """
        health = self.capture.health()
        if health.state is CaptureState.STALLED and health.what is not None:
            raise _without(health.what)
        if health.state is CaptureState.CLOSED:
            raise _without(say("{camera} is closed", camera=health.camera))
        return self.capture.still(after_ns, timeout_s)


def _without(what: Message) -> CameraTrouble:
    return CameraTrouble(what, BY_HAND)
