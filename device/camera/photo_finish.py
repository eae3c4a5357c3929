"""The photo finish: the picture of the table that is nearest to the moment of a call.

    camera --> ring of the last second --nearest to the edge of the press--> store and journal --> page

A press is judged some milliseconds after it was made, so its picture has been taken by then: one thread keeps the
latest frames, small, for about a second. It looks for the moment, encodes, and only then asks the loop to journal
what it found as a `Saw` of the zone `finish`; the loop never waits for it. The whole table is kept and not only the
zone that a referee names: what people want to see is whose hand was where.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event as Flag
from threading import Thread
from typing import Protocol

import numpy as np

from companion.effects import FINISH, FrameKept, Lamp
from companion.events import Redone, Saw
from companion.observations import Kind, Observation
from companion.service import Answer, Notice, NoticeLevel
from companion.store import digest_of
from companion.texts import say
from device.hardware.clock import MS
from device.inbox import Work
from device.match_service import MatchService, MatchUpdate
from device.publisher import StatePublisher
from vision.camera.live import jpeg, shrunk
from vision.camera.source import Frame, Image

UNREAD = Observation(Kind.TILES, ())
"""Nobody reads a photo finish: people look at it."""


@dataclass(frozen=True, slots=True)
class PhotoFinishParams:
    """What is kept: 36 pictures of 960 x 540 are 56 MB, and at 30 frames a second they are the last 1.2 s."""

    keep_ns: int = 1_200 * MS
    most: int = 36
    width: int = 960
    quality: int = 85
    near_ns: int = 300 * MS
    """A picture that is further away from the call shows something else: better none, and to say so."""
    patience_ns: int = 400 * MS
    """So long the first picture after the call is waited for; then the last one before it may be the nearest."""
    wait_s: float = 0.1
    remembered: int = 8
    """So many are kept at hand, for a call that is taken back and done again."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of the ring."""

    at: int
    image: Image


class Ring:
    """The latest pictures: no more than `most`, and none that is older than `keep_ns` before the latest."""

    def __init__(self, params: PhotoFinishParams = PhotoFinishParams()) -> None:
        self._params = params
        self._shots: deque[Shot] = deque(maxlen=params.most)

    def add(self, frame: Frame, crop: Callable[[Image], Image]) -> None:
        """Keep `frame`, small; never a view of a part of it, which would keep all of it alive."""
        small = shrunk(crop(frame.image), self._params.width)
        self._shots.append(Shot(frame.at, small if small.base is None else np.array(small)))

    def forget(self, now: int) -> None:
        """Let go of what is too old."""
        while self._shots and self._shots[0].at < now - self._params.keep_ns:
            self._shots.popleft()

    def nearest(self, at: int) -> Shot | None:
        """Return the picture nearest to the instant `at`, if one is near; of two equally near, the later one."""
        shot = min(reversed(self._shots), key=lambda each: abs(each.at - at), default=None)
        return shot if shot is not None and abs(shot.at - at) <= self._params.near_ns else None

    @property
    def latest(self) -> int | None:
        """When the latest picture was taken."""
        return self._shots[-1].at if self._shots else None

    @property
    def nbytes(self) -> int:
        """How much memory the pictures take."""
        return sum(shot.image.nbytes for shot in self._shots)


@dataclass(frozen=True, slots=True)
class Moment:
    """A call of a match, in match time: the same one after it was taken back and done again."""

    match: int
    at: int


@dataclass(frozen=True, slots=True)
class WantedPicture:
    """The picture of a moment is wanted, which was at `at` by the clock of the table."""

    moment: Moment
    at: int
    asked: int


class FrameSource(Protocol):
    """Where frames come from; `vision.camera.capture.Capture` is one."""

    def wait_newer(self, number: int, timeout_s: float) -> Frame | None:
        """Return the latest frame as soon as its number is above `number`; None if none came."""


@dataclass
class PhotoFinish:
    """Answers `FrameKept`. The loop calls `effects_happened`; all the rest happens in a thread of its own."""

    publisher: StatePublisher
    frames: FrameSource
    ask: Callable[[Work], object]
    """Has work done by the loop (`Inbox.ask`); nobody waits for it."""
    now: Callable[[], int]
    crop: Callable[[Image], Image] = lambda image: image
    params: PhotoFinishParams = PhotoFinishParams()
    ring: Ring = field(init=False)
    _wanted: SimpleQueue[WantedPicture] = field(default_factory=SimpleQueue)
    _waiting: deque[WantedPicture] = field(default_factory=deque)
    _kept: OrderedDict[Moment, bytes] = field(default_factory=OrderedDict)
    _stopping: Flag = field(default_factory=Flag)
    _thread: Thread | None = None

    def __post_init__(self) -> None:
        self.ring = Ring(self.params)

    # What follows runs in the thread of the loop.

    def effects_happened(self, update: MatchUpdate) -> None:
        """Take in what the referee wants; a call that is done again keeps the picture that it had."""
        match, event = update.match, update.event
        if match is None or event is None or not any(isinstance(effect, FrameKept) for effect in update.effects):
            return
        moment = Moment(update.number, match.past[-1].event.at)
        if not isinstance(event, Redone):
            self._wanted.put(WantedPicture(moment, event.at, self.now()))
        elif (kept := self._kept.get(moment)) is not None:
            self.ask(lambda matches: self._hand_back(matches, moment, kept))

    def _hand_back(self, matches: MatchService, moment: Moment, photograph: bytes) -> Answer:
        """Journal the picture of `moment`, if its match is still played."""
        if matches.match is None or matches.number != moment.match:
            return self._nothing()
        self._kept[moment] = photograph
        while len(self._kept) > self.params.remembered:
            self._kept.popitem(last=False)
        self.publisher.withdraw(FINISH)
        return matches.feed(Saw(self.now(), FINISH, UNREAD, digest_of(photograph)), photograph)

    def _say_so(self, _matches: MatchService) -> Answer:
        """Say that there is no picture: people must not take an old one for it."""
        text = say("there is no picture of the moment of the call: the camera sent none in time")
        cure = say("the call counts; look at the table yourselves")
        self.publisher.notice(Notice(FINISH, NoticeLevel.WARNING, text, cure))
        return self._nothing()

    def _nothing(self) -> Answer:
        return Answer(accepted=False, version=self.publisher.snapshot().version)

    # What follows runs in the thread of the photo finish.

    def start(self) -> None:
        """Keep pictures in a thread of its own."""
        self._thread = Thread(target=self._run, name="photo finish", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop keeping pictures."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(1.0)

    def _run(self) -> None:
        number = 0
        while not self._stopping.is_set():
            frame = self.frames.wait_newer(number, self.params.wait_s)
            if frame is None:
                self._stopping.wait(self.params.wait_s / 2)  # a closed camera answers at once
            else:
                number = frame.number
            self.turn(frame)

    def turn(self, frame: Frame | None) -> None:
        """Keep `frame` if somebody may call now, and answer what is wanted."""
        while not self._wanted.empty():
            self._waiting.append(self._wanted.get())
        if frame is not None and (self._waiting or self._may_be_called()):
            self.ring.add(frame, self.crop)
        self.ring.forget(self.now())
        while self._waiting and self._is_ripe(self._waiting[0]):
            self._answer(self._waiting.popleft())

    def _may_be_called(self) -> bool:
        """Whether a press would count: at all other times nothing is copied."""
        match = self.publisher.snapshot().match
        return match is not None and Lamp.ARMED in match.lamps.values()

    def _is_ripe(self, wish: WantedPicture) -> bool:
        latest = self.ring.latest
        return (latest is not None and latest >= wish.at) or self.now() - wish.asked >= self.params.patience_ns

    def _answer(self, wish: WantedPicture) -> None:
        shot = self.ring.nearest(wish.at)
        if shot is None:
            self.ask(self._say_so)
            return
        photograph = jpeg(shot.image, self.params.quality)
        self.ask(lambda matches: self._hand_back(matches, wish.moment, photograph))
