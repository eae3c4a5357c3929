"""Which part of a picture a zone is: by a mat, by four tapped corners, or simply all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from companion.errors import BadInput
from companion.observations import Kind, Observation, Point, Problem, ProblemKind, Quad
from companion.texts import Message, say
from vision.arrays import Floats, Image
from vision.camera.source import CameraTrouble, Size
from vision.dice.pose.uprights import Uprights
from vision.table.calibrate import Calibration
from vision.table.mat import Rect
from vision.table.params import DEFAULT, TopParams
from vision.table.tops import tops_of


class TableView(Protocol):
    """The mapping from a frame to the pictures of zones."""

    def picture(self, image: Image, zone: str, seat: int | None, kind: Kind) -> Image:
        """Return what lies in a zone, as a picture of its own; raise CameraTrouble where the table has no such zone."""

    def uprights(self, zone: str, seat: int | None, kind: Kind) -> tuple[Uprights, ...]:
        """Return the cameras that may have taken that picture; nothing where that is not known, or does not matter."""

    def judged(self, seen: Observation, zone: str, seat: int | None) -> Observation:
        """Return what was `seen` in that picture, with all that this view knows about it."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Without a mat the whole picture is the one zone."""

    def picture(self, image: Image, zone: str, seat: int | None, kind: Kind) -> Image:
        """Return all of it."""
        return image

    def uprights(self, zone: str, seat: int | None, kind: Kind) -> tuple[Uprights, ...]:
        """Return nothing: the pose of the camera is unknown."""
        return ()

    def judged(self, seen: Observation, zone: str, seat: int | None) -> Observation:
        """Return what was seen."""
        return seen


@dataclass(frozen=True, slots=True)
class Tapped:
    """A table whose four corners were tapped: all within them is the one zone."""

    corners: Quad
    """Clockwise in the picture."""
    size: Size
    """Of the picture in which they were tapped."""

    def picture(self, image: Image, zone: str, seat: int | None, kind: Kind) -> Image:
        """Return what lies within the corners, put upright."""
        corners = self._in(image)
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        width, height = round(float(max(sides[0], sides[2]))), round(float(max(sides[1], sides[3])))
        to = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
        matrix = cv2.getPerspectiveTransform(corners, to)
        return np.asarray(cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_CUBIC), np.uint8)

    def uprights(self, zone: str, seat: int | None, kind: Kind) -> tuple[Uprights, ...]:
        """Return nothing: the pose of the camera is unknown."""
        return ()

    def judged(self, seen: Observation, zone: str, seat: int | None) -> Observation:
        """Return what was seen."""
        return seen

    def window(self, image: Image) -> tuple[slice, slice]:
        """Return the rows and columns of `image` in which the table lies."""
        corners = self._in(image)
        low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int) + 1
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    @property
    def shares(self) -> Quad:
        """The corners as shares of the width and height of the picture."""
        a, b, c, d = ((x / self.size[0], y / self.size[1]) for x, y in self.corners)
        return a, b, c, d

    def fits(self, image: Image) -> bool:
        """Whether `image` has the shape of the picture in which the corners were tapped, larger or smaller."""
        height, width = image.shape[:2]
        return bool(abs(width * self.size[1] / (height * self.size[0]) - 1) < SAME_SHAPE)

    def _in(self, image: Image) -> Floats:
        """Return the corners in `image`, which may be larger or smaller than the picture that was tapped."""
        if not self.fits(image):
            raise CameraTrouble(
                say("the corners of the table were tapped in a picture of another shape"),
                say("tap them again on the page"),
            )
        height, width = image.shape[:2]
        return np.asarray(np.array(self.corners) * (width / self.size[0], height / self.size[1]), np.float32)


SAME_SHAPE = 0.02
"""Two pictures whose proportions differ by less show the same part of the table."""
SMALLEST = 0.02
"""Share of the picture that a table must fill."""
MOST_UNLIKE = 5.0
"""A side of a table is never so much longer than the opposite one, from wherever it is seen."""
MOST_FLAT_DEG = 170.0
"""A corner that is nearly a straight line is none."""


def tapped(corners: Sequence[Point], size: Size) -> Tapped:
    """Return the table whose four corners were tapped, in any order, in a picture of `size`.

    Raises:
        BadInput: they are not four corners of the picture of a table; every fault is named.

    """
    faults = faults_of(corners, size)
    if faults:
        raise BadInput("; ".join(map(str, faults)))
    away = np.array(corners) - np.mean(corners, axis=0)
    clockwise = np.array(corners)[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]  # y points down
    first = int(np.argmin(clockwise.sum(axis=1)))
    a, b, c, d = ((float(x), float(y)) for x, y in np.roll(clockwise, -first, axis=0))
    return Tapped((a, b, c, d), size)


def faults_of(corners: Sequence[Point], size: Size) -> tuple[Message, ...]:
    """Return all that speaks against these being the four corners of a table in a picture of `size`."""
    if len(corners) != 4:
        return (say("a table has four corners, not {count}", count=len(corners)),)
    return tuple(_faults(np.array(corners, np.float32), size))


def _faults(corners: Floats, size: Size) -> Iterator[Message]:
    if (corners < 0).any() or (corners > size).any():
        yield say("a corner lies outside of the picture: move the camera until it sees the whole table")
    hull = np.asarray(cv2.convexHull(corners), np.float32).reshape(-1, 2)
    if cv2.contourArea(hull) < SMALLEST * size[0] * size[1]:
        yield say("that is too small for a table: move the camera closer, or tap the corners further apart")
    elif len(hull) != 4 or _flattest_deg(hull) > MOST_FLAT_DEG:
        yield say("one of the points lies between the others: tap each corner of the table once")
    elif _most_unlike(hull) > MOST_UNLIKE:
        yield say("opposite sides of the table are too unlike: tap each of its corners once")


def _flattest_deg(hull: Floats) -> float:
    """Return the widest of the angles at four corners in their order."""
    before, after = np.roll(hull, 1, axis=0) - hull, np.roll(hull, -1, axis=0) - hull
    lengths = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
    return float(np.degrees(np.arccos(np.clip((before * after).sum(axis=1) / lengths, -1, 1))).max())


def _most_unlike(hull: Floats) -> float:
    """Return by how much a side is longer than the opposite one."""
    sides = np.linalg.norm(np.roll(hull, -1, axis=0) - hull, axis=1)
    shares = sides[:2] / sides[2:]
    return float(np.maximum(shares, 1 / shares).max())


DICE = frozenset({Kind.DICE, Kind.CUBO})
"""What is as high as a die, not as flat as a card."""


@dataclass(frozen=True, slots=True)
class OnMat:
    """A mat that was found: each zone as seen from straight above, with its colours put right."""

    calibration: Calibration
    params: TopParams = DEFAULT.top

    def picture(self, image: Image, zone: str, seat: int | None, kind: Kind) -> Image:
        """Return what lies in a zone of the mat."""
        seen = self.calibration.pose.above(image, self._window(zone, seat, kind))
        return self.calibration.balance.applied(seen)

    def uprights(self, zone: str, seat: int | None, kind: Kind) -> tuple[Uprights, ...]:
        """Return the cameras that may see that picture, for dice."""
        if kind not in DICE:
            return ()
        return self.calibration.pose.uprights(self._window(zone, seat, kind), self.params.height_mm)

    def _window(self, zone: str, seat: int | None, kind: Kind) -> Rect:
        """Return the part of the mat before which what lies in a zone is seen."""
        there = self.calibration.mat.zone_of(zone, seat)
        if there is None:
            raise _no_place(zone, seat)
        height_mm = self.params.height_mm if kind in DICE else 0.0
        return self.calibration.pose.over(there.rect, self.params.border_mm, height_mm)

    def judged(self, seen: Observation, zone: str, seat: int | None) -> Observation:
        """Return what was seen, without the sides of dice; from too far aside nothing is sure."""
        there = self.calibration.mat.zone_of(zone, seat)
        if seen.kind is Kind.DICE and there is not None:
            seen = tops_of(seen, self.calibration.pose.lean(*there.rect.centre), self.params)
        return replace(
            seen,
            problems=(
                *seen.problems,
                *(Problem.of(ProblemKind.CAMERA, each.what) for each in self.calibration.forbidding),
            ),
        )


def _no_place(zone: str, seat: int | None) -> CameraTrouble:
    what = say("this mat has no place for {zone}", zone=zone)
    if seat is not None:
        what = say("this mat has no place for seat {seat}", seat=seat)
    return CameraTrouble(what, say("sit at another place, use another mat, or play without one"))
