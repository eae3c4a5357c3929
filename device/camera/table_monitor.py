"""Watching the table: where the mat lies, and which zones have come to rest.

One thread looks at the latest frame some times a second. Following and stillness are values (`vision.table.follow`,
`vision.table.anchor`, `vision.table.still`); this only feeds them, and remembers which rest has been read already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Event, Lock, Thread
from typing import Any, Protocol

import cv2
import numpy as np

from companion.texts import Message, say
from vision.camera.lighting import LOOSE, Lighting, level_of
from vision.camera.lighting import ExposurePhase as Light
from vision.camera.locking import kept, locked
from vision.camera.source import CameraTrouble, Frame, Image
from vision.table.anchor import Anchor, anchored
from vision.table.calibrate import Calibration, calibrate
from vision.table.follow import ALONE, Follower, TrackingState
from vision.table.inks import Trouble
from vision.table.mat import Mat
from vision.table.still import Stillness, ZonePhase, areas_on
from vision.table.views import OnMat, TableView, Tapped, Whole

LIGHT = Trouble(
    say("the light has changed: the camera is getting used to it"), say("keep your hands away for a moment")
)


class SteeredFrames(Protocol):
    """Where frames come from; `vision.camera.capture.Capture` is one."""

    def wait_newer(self, number: int, timeout_s: float) -> Frame | None:
        """Return the latest frame as soon as its number is above `number`; None if none came."""

    def steer(self, controls: Mapping[str, Any]) -> None:
        """Have controls of the camera set, where it has any."""


@dataclass(frozen=True, slots=True)
class TableMonitorParams:
    """How often the table is looked at."""

    still_ns: int = 90_000_000
    """Between two checks of whether it rests: about ten a second."""
    blind_ns: int = 2_000_000_000
    """After so long without a frame nobody knows what has been moved meanwhile."""
    follow_ns: int = 480_000_000
    """Between two searches for the markers: two a second."""
    small: tuple[int, int] = (640, 360)
    """The small picture, where the camera gives none."""
    wait_s: float = 0.5
    astray: int = 30
    """So many frames in a row with another white balance, focus or exposure are told."""
    mains_hz: int = 50
    """Lamps flicker twice as often."""


@dataclass(frozen=True, slots=True, eq=False)
class TableWithoutMat:
    """How to look at a table on which no mat is seen."""

    view: TableView = field(default_factory=Whole)
    anchor: Anchor | None = None
    """Notices when the camera is moved."""
    chosen: bool = False
    """Somebody has said so: a single marker of a mat says nothing against it."""
    asks: Trouble | None = None
    """Why nobody knows how: it must be asked, and nothing is read until a mat is seen or somebody has said."""


@dataclass
class TableMonitor:
    """What is known about the table now; all methods may be called from any thread."""

    frames: SteeredFrames
    params: TableMonitorParams = TableMonitorParams()
    without: TableWithoutMat = field(default_factory=TableWithoutMat)
    """How to look at a table on which there is no mat."""
    remember: Callable[[Mat], None] = lambda mat: None
    """Told whenever a mat has been measured."""
    reading: Callable[[], bool] = lambda: False
    """Whether somebody is reading: the exposure stays as it is then."""
    follower: Follower = field(default_factory=Follower)
    still: Stillness | None = None
    _untaken: set[str] = field(default_factory=set)
    _followed_at: int | None = None
    _stilled_at: int | None = None
    _controls: Mapping[str, Any] = field(default_factory=dict)
    _lighting: Lighting | None = None
    """Since the exposure was locked."""
    _astray: int = 0
    _lock: Lock = field(default_factory=Lock)
    _stopping: Event = field(default_factory=Event)
    _thread: Thread | None = None

    def start(self) -> None:
        """Watch in a thread of its own."""
        self._thread = Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(2 * self.params.wait_s)

    def observe(self, frame: Frame) -> None:
        """Take in one frame, as far as it is time for another one."""
        with self._lock:
            self._astray = 0 if kept(self._controls, frame.says) else self._astray + 1
            if _due(frame.at, self._followed_at, self.params.follow_ns):
                self._followed_at = frame.at
                self._follow(frame.image, frame.says)
                if self._lighting is None and "AeEnable" in self._controls:
                    self._lighting = Lighting(frame.at)
                self._heed_light(frame)
            if self.still is not None and _due(frame.at, self._stilled_at, self.params.still_ns):
                blind = self._stilled_at is not None and frame.at - self._stilled_at >= self.params.blind_ns
                self._stilled_at = frame.at
                self._feed(self.still.anew() if blind else self.still, frame)

    def expect(self, frames: Sequence[Image], image: Image) -> TableView:
        """Return how to look at zones in `image`, the mean of `frames`.

        Raises:
            CameraTrouble: nobody knows where the zones are; what is wrong, and what to do.

        """
        with self._lock:
            for frame in frames:
                self._follow(frame, {})
            trouble = self.trouble or self._trouble_in(image)
            if trouble is not None:
                raise CameraTrouble(trouble.what, trouble.cure)
            known = self.follower.known
            return self.without.view if known is None else OnMat(known)

    def settle(self, without: TableWithoutMat) -> None:
        """Look at the table like this from now on, while no mat is seen: one that was seen before is taken away."""
        with self._lock:
            self.without = without
            self.follower = Follower(self.follower.params)
            self.still = None
            self._untaken.clear()
            if self._lighting is not None and self._lighting.phase is not Light.STEADY:
                self._lighting = None

    @property
    def trouble(self) -> Trouble | None:
        """What forbids to score, and what to do about it."""
        ground = self.without
        if self._lighting is not None and self._lighting.phase is not Light.STEADY:
            return self.follower.trouble or LIGHT
        if self.follower.known is not None or self.follower.trouble is not None:
            return self.follower.trouble
        if self.follower.is_alone and not ground.chosen:
            return ALONE
        return ground.asks or (ground.anchor.trouble if ground.anchor else None)

    @property
    def note(self) -> Message | None:
        """What may be worth saying while nothing forbids to score."""
        if self.follower.known is not None or self.without.anchor is None:
            return self.follower.note
        return self.without.anchor.note

    def crop(self, image: Image) -> Image:
        """Return the part of a picture in which the mat or the tapped table lies, or all of it."""
        known, view = self.follower.known, self.without.view
        if known is not None:
            right = self.follower.state is TrackingState.RIGHT and known.pose.lens.size == image.shape[1::-1]
            return image[known.pose.window()] if right else image
        if isinstance(view, Tapped) and view.fits(image) and self.trouble is None:
            return image[view.window(image)]
        return image

    def take(self, zone: str, seat: int | None) -> bool:
        """Whether a zone of the mat has come to rest with something on it; True only once for each rest."""
        with self._lock:
            known = self.follower.known
            if known is None or self.follower.state is not TrackingState.RIGHT:
                return False
            there = known.mat.zone_of(zone, seat)
            if there is None or there.name not in self._untaken:
                return False
            self._untaken.discard(there.name)
            return True

    def _run(self) -> None:
        number = 0
        while not self._stopping.is_set():
            frame = self.frames.wait_newer(number, self.params.wait_s)
            if frame is None:
                self._stopping.wait(0.05)  # a closed camera answers at once
                continue
            number = frame.number
            self.observe(frame)
            self._stopping.wait(self.params.still_ns / 2e9)

    @property
    def astray(self) -> bool:
        """Whether the camera no longer keeps what it was told when the table was measured: light, colours, focus."""
        return self._astray >= self.params.astray

    def _follow(self, image: Image, says: Mapping[str, Any]) -> None:
        before = self.follower
        self.follower = before.feed(image)
        if self.follower.known is not before.known and self.follower.known is not None:
            self.still = Stillness(areas_on(self.follower.known.pose, self.params.small))
            self._untaken.clear()
            self._lock_camera(says)
            self.remember(self.follower.known.mat)
        elif self.follower.known is None and isinstance(self.without.view, Tapped):
            self.without = self._held(self.without.view, image)

    def _held(self, view: Tapped, image: Image) -> TableWithoutMat:
        """Hold a picture against the one in which the corners were tapped: for configured ones, the first there is."""
        anchor = self.without.anchor
        return replace(self.without, anchor=anchored(image, view.shares) if anchor is None else anchor.feed(image))

    def _trouble_in(self, image: Image) -> Trouble | None:
        """Return what forbids to score what `image` shows: it is asked for the very picture that is read."""
        if (trouble := self.follower.trouble_in(image)) is not None or self.follower.known is not None:
            return trouble
        return self.without.anchor.trouble_in(image) if self.without.anchor else None

    def _lock_camera(self, says: Mapping[str, Any]) -> None:
        """Keep white balance, focus and exposure as they are, from the first time that the mat is known."""
        if not self._controls and (controls := locked(says, self.params.mains_hz)):
            self._controls = controls
            self.frames.steer(controls)

    def _heed_light(self, frame: Frame) -> None:
        """Loosen an exposure that no longer suits the light, and lock it again when the camera has chosen."""
        known = self.follower.known
        if self._lighting is None or known is None or known.pose.lens.size != frame.size:
            return
        before = self._lighting.phase
        level = level_of(frame.image[known.pose.window()])
        self._lighting = self._lighting.feed(level, frame.at, busy=self.reading())
        if before is Light.STEADY and self._lighting.phase is Light.LOOSE:
            self._controls = {}
            self.frames.steer(LOOSE)
        elif self._lighting.phase is Light.SETTLED and self.follower.state is TrackingState.RIGHT:
            self._measure_again(frame)

    def _measure_again(self, frame: Frame) -> None:
        """Lock what the camera has chosen, and take the colours of the mat in the new light."""
        found = calibrate([frame.image], self.follower.params)
        if isinstance(found, Calibration):
            self.follower = replace(self.follower, known=found)
            self._controls = {}
            self._lock_camera(frame.says)
            self._lighting = Lighting(frame.at)

    def _feed(self, still: Stillness, frame: Frame) -> None:
        self.still, rested = still.feed(_small(frame, self.params.small))
        moving = {name for name, zone in self.still.zones.items() if zone.phase is not ZonePhase.STILL}
        self._untaken = (self._untaken | set(rested)) - moving


def _due(at: int, last: int | None, every_ns: int) -> bool:
    return last is None or at - last >= every_ns


def _small(frame: Frame, size: tuple[int, int]) -> Image:
    image = frame.image if frame.small is None else frame.small
    if image.shape[1::-1] == size:
        return image
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
