"""Noticing a moved camera without a mat: details of the picture in which the corners of the table were tapped.

    HELD --most details elsewhere, twice--> MOVED --back in their places--> HELD
     '-----too few details found, for long--> LOST --found again----------> HELD or MOVED

Features beside the table are tracked first: they are not covered by cards. Where there are too few of those, details of
the table itself speak, and when they are covered, which is what happens in play, that is a note and no trouble. A
picture with too few features at all gives no result, and a message says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Point
from companion.texts import Message, say
from vision.arrays import Floats, Image
from vision.table.inks import Trouble
from vision.table.params import DEFAULT, AnchorParams


class Hold(StrEnum):
    """How well we know that the camera stands where it stood."""

    HELD = "held"
    MOVED = "moved"
    LOST = "lost"
    """The features beside the table were not found again."""


MOVED = Trouble(
    say("the camera or the table was moved"), say("put it back, or tap the corners of the table again on the page")
)
LOST = Trouble(
    say("the table does not look as it did when its corners were tapped"),
    say("bring back the light, put the camera back over the table, or tap the corners again on the page"),
)
BARE = say("This picture has too few details to notice when the camera is moved: after a bump, tap the corners again.")
COVERED = say("Too much is covered to notice when the camera is moved: after a bump, tap the corners again.")


NEAR, FAR = 1, 3
"""Pyramid levels: features are searched near by first, where things laid on the table do not disturb them."""


class _FrameResult(Enum):
    """The result of one frame."""

    HELD = auto()
    MOVED = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """What is known about where the camera stands. `feed` leaves it untouched and returns what follows."""

    picture: Image
    """The reduced grey picture of the moment when the corners were tapped."""
    details: Floats
    """Where its details are, shape (n, 1, 2)."""
    beside: bool
    """Whether the features lie beside the table, where nothing is laid or taken."""
    params: AnchorParams = DEFAULT.anchor
    hold: Hold = Hold.HELD
    count: int = 0
    """Looks in a row that speak for a change."""
    covered: bool = False
    """Whether the latest frame gave no result."""

    def feed(self, image: Image) -> Anchor:
        """Return the state after a frame of the whole picture."""
        match self._compared(image):
            case _FrameResult.HELD:
                return replace(self, hold=Hold.HELD, count=0, covered=False)
            case _FrameResult.MOVED:
                sure = self.hold is not Hold.HELD or self.count + 1 >= self.params.twice
                count = 1 if self.covered else self.count + 1
                return replace(self, hold=Hold.MOVED if sure else self.hold, count=count, covered=False)
        count = self.count + 1 if self.covered else 1
        lost = self.beside and count >= self.params.patience
        return replace(self, hold=Hold.LOST if lost else self.hold, count=count, covered=True)

    def trouble_in(self, image: Image) -> Trouble | None:
        """Return what forbids to score what `image` shows: it is asked for the very picture that is read."""
        match self._compared(image):
            case _FrameResult.MOVED:
                return MOVED
            case _FrameResult.NOTHING if self.beside:
                return LOST
            case _FrameResult.HELD:
                return None if self.hold is Hold.HELD else self.trouble
        return self.trouble

    @property
    def trouble(self) -> Trouble | None:
        """What forbids to score, and what to do about it."""
        match self.hold:
            case Hold.MOVED:
                return MOVED
            case Hold.LOST:
                return LOST
        return None

    @property
    def note(self) -> Message | None:
        """What is worth knowing while nothing forbids to score: a moved camera may pass unnoticed."""
        if len(self.details) < self.params.least:
            return BARE
        return COVERED if self.covered and self.count >= self.params.patience else None

    def _compared(self, image: Image) -> _FrameResult:
        """Return what the details of `image` say."""
        if len(self.details) < self.params.least:
            return _FrameResult.HELD  # `note` says that this is worth nothing
        now, enough = _small_grey(image, self.params), max(self.params.least, self.params.found * len(self.details))
        steps = self._steps(now, NEAR)
        if len(steps) < enough:
            # A large displacement is found only on coarser levels, where cards on the table disturb more.
            steps = self._steps(now, FAR)
        if len(steps) < enough:
            return _FrameResult.NOTHING
        # A share, not any: cards, hands and shadows move some features, the camera moves all of them.
        moved = np.count_nonzero(steps > self.params.moved_px)
        return _FrameResult.MOVED if moved > self.params.most * len(steps) else _FrameResult.HELD

    def _steps(self, now: Image, reach: int) -> Floats:
        """Return by how many pixels each detail has moved that is found again."""
        if now.shape != self.picture.shape:
            return np.zeros(0, np.float32)
        there, found = self._followed(self.picture, now, self.details, reach)
        back, again = self._followed(now, self.picture, there, reach)
        # Optical flow always returns a point; only one that is tracked back to its start is a true match.
        astray = np.linalg.norm(back - self.details, axis=2).ravel()
        known = found & again & (astray < self.params.back_px)
        return np.asarray(np.linalg.norm(there - self.details, axis=2).ravel()[known])

    def _followed(
        self, before: Image, after: Image, points: Floats, reach: int
    ) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Return where points of one picture are in another, and which of them are there at all."""
        window = (self.params.reach_px, self.params.reach_px)
        there, found, _ = cv2.calcOpticalFlowPyrLK(before, after, points, points.copy(), winSize=window, maxLevel=reach)
        return np.asarray(there, np.float32), np.asarray(found).ravel() == 1


def anchored(image: Image, corners: Sequence[Point], params: AnchorParams = DEFAULT.anchor) -> Anchor:
    """Return an anchor in `image`, whose table has `corners` (shares of its width and height)."""
    small = _small_grey(image, params)
    table = np.zeros(small.shape, np.uint8)
    outline = np.rint(np.array(corners) * small.shape[::-1]).astype(np.int32)
    cv2.fillConvexPoly(table, outline, 255)
    side = 2 * round(params.margin * params.width) + 1
    far = np.asarray(cv2.bitwise_not(cv2.dilate(table, np.ones((side, side), np.uint8))), np.uint8)
    beside = _details(small, far, params)
    if len(beside) >= params.least:
        return Anchor(small, beside, True, params)
    return Anchor(small, _details(small, None, params), False, params)


def _details(small: Image, where: Image | None, params: AnchorParams) -> Floats:
    clear = cv2.cornerMinEigenVal(small, 5)
    if float(clear.max()) < params.clearest:
        return np.zeros((0, 1, 2), np.float32)
    quality = max(params.quality, params.clearest / float(clear.max()))
    found = cv2.goodFeaturesToTrack(small, params.points, min(quality, 1.0), params.apart_px, mask=where, blockSize=5)
    return np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)


def _small_grey(image: Image, params: AnchorParams) -> Image:
    """Return `image` in the width in which pictures are compared, its light evened out."""
    height = max(1, round(image.shape[0] * params.width / image.shape[1]))
    small = cv2.resize(image, (params.width, height), interpolation=cv2.INTER_AREA)
    grey = (cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small).astype(np.float32)
    middle = cv2.GaussianBlur(grey, (0, 0), 12)
    return np.asarray(np.clip(128 + 90 * (grey - middle) / (middle + 20), 0, 255), np.uint8)
