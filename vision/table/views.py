"""Which part of a picture a zone is: by a mat, by four tapped corners, or simply all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from companion.errors import BadInput
from companion.observations import Kind, Observation, Point, Quad
from companion.texts import say
from vision.arrays import Image
from vision.camera.source import CameraTrouble
from vision.table.calibrate import Calibration
from vision.table.params import DEFAULT, TopParams
from vision.table.tops import tops_of


class View(Protocol):
    """A way to look at zones."""

    def picture(self, image: Image, zone: str, seat: int | None, kind: Kind) -> Image:
        """Return what lies in a zone, as a picture of its own; raise CameraTrouble where the table has no such zone."""

    def judged(self, seen: Observation, zone: str, seat: int | None) -> Observation:
        """Return what was `seen` in that picture, with all that this view knows about it."""


@dataclass(frozen=True, slots=True)
class Whole:
    """Without a mat the whole picture is the one zone."""

    def picture(self, image: Image, zone: str, seat: int | None, kind: Kind) -> Image:
        """Return all of it."""
        return image

    def judged(self, seen: Observation, zone: str, seat: int | None) -> Observation:
        """Return what was seen."""
        return seen


@dataclass(frozen=True, slots=True)
class Tapped:
    """A table of which somebody has tapped the four corners: all within them is the one zone."""

    corners: Quad
    """Clockwise in the picture."""

    def picture(self, image: Image, zone: str, seat: int | None, kind: Kind) -> Image:
        """Return what lies within the corners, put upright."""
        corners = np.array(self.corners, np.float32)
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        width, height = round(float(max(sides[0], sides[2]))), round(float(max(sides[1], sides[3])))
        to = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
        matrix = cv2.getPerspectiveTransform(corners, to)
        return np.asarray(cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_CUBIC), np.uint8)

    def judged(self, seen: Observation, zone: str, seat: int | None) -> Observation:
        """Return what was seen."""
        return seen


def tapped(corners: Sequence[Point], size: tuple[int, int]) -> Tapped:
    """Return the table whose four corners were tapped, in any order, in a picture of `size`.

    Raises:
        BadInput: they are not four corners of something that a table can look like.

    """
    if len(corners) != 4:
        raise BadInput(f"a table has four corners, not {len(corners)}")
    hull = cv2.convexHull(np.array(corners, np.float32)).reshape(-1, 2)
    if len(hull) != 4 or cv2.contourArea(hull) < 0.02 * size[0] * size[1]:
        raise BadInput("these four points are not the corners of a table: tap them one after the other, far apart")
    away = hull - hull.mean(axis=0)
    clockwise = hull[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]  # y points down
    first = int(np.argmin(clockwise.sum(axis=1)))
    a, b, c, d = ((float(x), float(y)) for x, y in np.roll(clockwise, -first, axis=0))
    return Tapped((a, b, c, d))


DICE = frozenset({Kind.DICE, Kind.CUBO})
"""What is as high as a die, not as flat as a card."""


@dataclass(frozen=True, slots=True)
class OnMat:
    """A mat that was found: each zone as seen from straight above, with its colours put right."""

    calibration: Calibration
    params: TopParams = DEFAULT.top

    def picture(self, image: Image, zone: str, seat: int | None, kind: Kind) -> Image:
        """Return what lies in a zone of the mat."""
        there = self.calibration.mat.zone_of(zone, seat)
        if there is None:
            raise _no_place(zone, seat)
        height_mm = self.params.height_mm if kind in DICE else 0.0
        seen = self.calibration.pose.above(image, there.rect, self.params.border_mm, height_mm)
        return self.calibration.balance.applied(seen)

    def judged(self, seen: Observation, zone: str, seat: int | None) -> Observation:
        """Return what was seen, without the sides of dice; from too far aside nothing is sure."""
        there = self.calibration.mat.zone_of(zone, seat)
        if seen.kind is Kind.DICE and there is not None:
            seen = tops_of(seen, self.calibration.pose.lean(*there.rect.centre), self.params)
        return replace(seen, problems=(*seen.problems, *(each.what for each in self.calibration.forbidding)))


def _no_place(zone: str, seat: int | None) -> CameraTrouble:
    what = say("this mat has no place for {zone}", zone=zone)
    if seat is not None:
        what = say("this mat has no place for seat {seat}", seat=seat)
    return CameraTrouble(what, say("sit at another place, use another mat, or play without one"))
