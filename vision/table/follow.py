"""Following the mat during play, so that nothing is read in a place where it no longer lies.

    NO_MAT --markers--> UNFIT --a fit--> RIGHT --several markers elsewhere--> MOVED --they rest, and fit--> RIGHT
                                          ^  '--none to be seen for long--> LOST --they are back----------> RIGHT

Only what is RIGHT may be scored, and a table on which no mat was ever seen. A hand that hides markers changes nothing:
the last pose is kept, and the markers are named. One marker that seems to be elsewhere while the others are in their
places is a glare, not a bump.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from companion.texts import Message, say
from vision.arrays import Floats, Image
from vision.table.calibrate import Calibration, CalibrationRefused, calibrate, named
from vision.table.inks import Trouble
from vision.table.markers import Seen, find_markers
from vision.table.mat import MarkerPosition
from vision.table.params import DEFAULT, TableParams


class TrackingState(StrEnum):
    """The state of tracking the mat."""

    NO_MAT = "no mat"
    """None was ever seen: the whole picture is the table."""
    UNFIT = "unfit"
    """Something of a mat is seen, but not enough of it."""
    RIGHT = "right"
    MOVED = "moved"
    LOST = "lost"


MOVED = Trouble(
    say("the camera or the mat was moved"), say("take your hands away: it finds the mat again by itself, in a moment")
)
FINDING = Trouble(say("I am measuring the mat"), say("keep your hands away for a moment"))
ALONE = Trouble(
    say("I see only one marker of a mat"),
    say("clear the others, or say on the page where the table lies without a mat"),
)
LOST = Trouble(
    say("I no longer see the mat"),
    say("clear its markers, put the camera back over it, or say on the page where the table lies without it"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Follower:
    """What is known about the mat. `feed` leaves it untouched and returns what follows."""

    params: TableParams = DEFAULT
    state: TrackingState = TrackingState.NO_MAT
    known: Calibration | None = None
    refused: CalibrationRefused | None = None
    """Why there is no fit, in UNFIT."""
    hidden: tuple[MarkerPosition, ...] = ()
    """Markers that cannot be seen now."""
    frames: tuple[Image, ...] = ()
    """The latest frames in which the markers rest, for a fit."""
    count: int = 0
    """Looks in a row that speak for a change of state."""
    single: int = 0
    """Looks in a row, while no mat is known, that found one marker and no more."""

    def feed(self, image: Image) -> Follower:
        """Return the state after a frame of the whole table."""
        seen = find_markers(image)
        single = 0
        if seen is not None and len(seen.corners) < self.params.follow.least:
            seen, single = None, self.single + 1
        if self.known is None:
            return replace(self._fitted(image, seen), single=single)
        if seen is None:
            return self._unseen()
        elsewhere, inplace = _compared(self.known, seen, self.params)
        there = replace(self, hidden=tuple(place for place in MarkerPosition if place not in inplace))
        if len(elsewhere) < self.params.follow.least or len(elsewhere) < len(inplace):
            return replace(there, state=TrackingState.RIGHT, count=0, frames=())
        return there._elsewhere(image, seen)

    def trouble_in(self, image: Image) -> Trouble | None:
        """Return what forbids to score what `image` shows: it is asked for the very picture that is read."""
        after = self.feed(image)
        if after.state is TrackingState.RIGHT and after.count == 0:
            return None
        return after.trouble or (MOVED if after.known is not None and after._doubted else None)

    @property
    def trouble(self) -> Trouble | None:
        """What forbids to score, and what to do about it."""
        match self.state:
            case TrackingState.MOVED:
                return MOVED
            case TrackingState.LOST:
                return LOST
            case TrackingState.UNFIT:
                return self.refused.trouble if self.refused else FINDING
        return None

    @property
    def is_alone(self) -> bool:
        """Whether one marker, and no more, is detected repeatedly: a mat lies there in an unknown position."""
        return self.known is None and self.single >= self.params.follow.frames

    @property
    def note(self) -> Message | None:
        """What may be worth saying while all is right: the markers that are hidden."""
        if self.state is not TrackingState.RIGHT or not self.hidden:
            return None
        return say("I cannot see {markers}", markers=named(self.hidden))

    @property
    def _doubted(self) -> bool:
        """Whether the latest frame already had the markers elsewhere."""
        return bool(self.frames)

    def _unseen(self) -> Follower:
        """Keep the last pose while a hand passes, but not for ever."""
        count = self.count + 1
        lost = count >= self.params.follow.patience or self.state is TrackingState.LOST
        state = TrackingState.LOST if lost else self.state
        return replace(self, state=state, hidden=tuple(MarkerPosition), count=count, frames=())

    def _elsewhere(self, image: Image, seen: Seen) -> Follower:
        """Believe that it has moved when it is seen twice, and fit it anew when it rests."""
        after = self._collected(image, seen)
        sure = self.state is not TrackingState.RIGHT or self.count + 1 >= self.params.follow.twice
        moved = replace(after, state=TrackingState.MOVED if sure else TrackingState.RIGHT, count=self.count + 1)
        return moved._tried() if sure else moved

    def _fitted(self, image: Image, seen: Seen | None) -> Follower:
        """Look for a mat where none is known."""
        if seen is None:
            return replace(self, frames=(), count=0, hidden=())
        return replace(self._collected(image, seen), state=TrackingState.UNFIT)._tried()

    def _collected(self, image: Image, seen: Seen) -> Follower:
        """Add a frame to those in which the markers rest, or begin anew."""
        rest = bool(self.frames) and _rests(find_markers(self.frames[-1]), seen, self.params)
        frames = (*self.frames, image) if rest else (image,)
        return replace(self, frames=frames[-self.params.follow.frames :])

    def _tried(self) -> Follower:
        """Fit the mat to the frames, once there are enough in which it rests."""
        found = calibrate(self.frames, self.params)
        if isinstance(found, CalibrationRefused):
            return replace(self, refused=found, hidden=found.hidden or ())
        if len(self.frames) < self.params.follow.frames:
            return replace(self, refused=None)
        return replace(
            self, state=TrackingState.RIGHT, known=found, refused=None, hidden=found.hidden, frames=(), count=0
        )


def _compared(
    known: Calibration, seen: Seen, params: TableParams
) -> tuple[Mapping[MarkerPosition, float], Mapping[MarkerPosition, float]]:
    """Return the markers that are seen elsewhere, and those in their places, with their drift in pixels."""
    limit = params.follow.drift * known.pose.lens.size[0]
    drifts = {place: _drift(corners, known, place) for place, corners in seen.corners.items()}
    if seen.mat != known.mat:
        return drifts, {}
    return (
        {place: drift for place, drift in drifts.items() if drift > limit},
        {place: drift for place, drift in drifts.items() if drift <= limit},
    )


def _drift(corners: Floats, known: Calibration, place: MarkerPosition) -> float:
    """Return how far the middle of a marker is from where it should be, in pixels."""
    there = known.pose.to_picture(known.mat.markers[place].corners)
    return float(np.hypot(*(corners.mean(axis=0) - there.mean(axis=0))))


def _rests(before: Seen | None, now: Seen, params: TableParams) -> bool:
    """Whether the markers are where they were one frame before."""
    if before is None or before.mat != now.mat:
        return False
    both = before.corners.keys() & now.corners.keys()
    steps = [np.abs(before.corners[place] - now.corners[place]).max() for place in both]
    return len(both) >= params.follow.least and float(np.median(steps)) < params.follow.rest_px
