"""Where pictures come from: the frame that a camera hands over, and the protocol that every source fulfils.

A source belongs to the one thread that opens and reads it (`vision.camera.capture`). It never tries again by itself:
it raises `CameraTrouble`, with the cure, and its owner closes it and opens it anew. Times are nanoseconds of one
monotonic clock, which is passed in, so that a set wall clock changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from companion.errors import HardwareTrouble
from companion.texts import Message, say
from vision.frame import checked

Image: TypeAlias = npt.NDArray[np.uint8]
Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""
Clock: TypeAlias = Callable[[], int]
"""Tells the monotonic time in nanoseconds."""


class CameraTrouble(HardwareTrouble):
    """A source cannot give pictures: `what` is wrong, and the `cure`."""

    @property
    def said(self) -> Message:
        """All of it in one sentence."""
        return say("{what}: {cure}", what=self.what, cure=self.cure)


class NoFrame(CameraTrouble, TimeoutError):
    """No picture came in time; the next one may."""


def no_frame(name: Message) -> NoFrame:
    """Return the error of a source called `name` that stayed silent."""
    return NoFrame(
        say("{camera} sends no picture", camera=name),
        say("check its cable and its power; it is opened again by itself"),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. Many may look at it at the same time, so nobody may draw in it: copy it first."""

    image: Image
    """Height by width by 3, in the order b, g, r."""
    at: int
    """When its exposure began, or an instant that is certainly not later (ns)."""
    source: Message
    """The name of the source, for people."""
    small: Image | None = None
    """The same instant, smaller, where the camera gives that for nothing: for stillness and the live view."""
    says: Mapping[str, Any] = field(default_factory=dict)
    """What the camera tells about it, where it does: ExposureTime, ColourGains, LensPosition."""
    number: int = 0
    """Rises from 1 with every frame of a capture, which counts them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "image", checked(self.image))
        for image in (self.image, self.small):
            if image is not None:
                image.setflags(write=False)

    @property
    def size(self) -> Size:
        """Width and height of the picture."""
        return self.image.shape[1], self.image.shape[0]


class Source(Protocol):
    """Something that gives pictures: a camera, a folder, a phone, the simulated table."""

    @property
    def name(self) -> Message:
        """What people call it."""

    @property
    def patience_s(self) -> float | None:
        """It is stalled when no frame came for so long; None where silence is normal."""

    def open(self) -> None:
        """Make ready to read; raise CameraTrouble when that is not possible."""

    def read(self, timeout_s: float) -> Frame:
        """Return the next frame; raise NoFrame after `timeout_s`, CameraTrouble when it must be opened again."""

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return the best picture that it can take, exposed after an instant; raises like `read`."""

    def close(self) -> None:
        """Let go of everything, so that another program may have it; may be called at any time, also twice."""


@runtime_checkable
class Steered(Protocol):
    """A source whose exposure, white balance or focus can be set."""

    def steer(self, controls: Mapping[str, Any]) -> None:
        """Use these controls from the next frame on, also after it was opened again."""


PATIENCE_S = 2.0
"""A camera that says nothing for two seconds is stalled."""


def first_after(read: Callable[[float], Frame], clock: Clock, after_ns: int, timeout_s: float) -> Frame:
    """Return the first frame that `read` gives and that was exposed after an instant: `still` of most sources."""
    until = clock() + int(timeout_s * 1e9)
    while True:
        frame = read(max(0.0, (until - clock()) / 1e9))
        if frame.at >= after_ns:
            return frame
        if clock() >= until:
            raise no_frame(frame.source)
