"""When a zone may be read: the table seen through blocks of the small picture.

    EMPTY <--calm, and plain-- MOVING --calm for n frames, and nothing reaches in--> STILL
      '------ something changes ----^  ^---------------- something changes ------------'

A block has changed when its colour differs from the frame with which the calm began, so that a slow slide counts as
well. Lamps that flicker and clouds that pass change whole rows of blocks alike: the usual change of each row is taken
out first. A hand that rests is no motion; but it reaches in over the rim round the zone, which must appear as it did
when the table was clear. A zone that has become still is reported once, and again only after something has moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.mats import GAP_MM
from vision.arrays import Floats, Image
from vision.table.params import DEFAULT, StillParams
from vision.table.pose import MatPose

Mask: TypeAlias = npt.NDArray[np.bool_]


class ZonePhase(StrEnum):
    """The state of a zone."""

    EMPTY = "empty"
    MOVING = "moving"
    """Something moves, has just moved, or reaches in."""
    STILL = "still"


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """The blocks of a zone, and those of the rim that a hand must cross."""

    inside: Mask
    rim: Mask
    plain: bool = False
    """The zone is printed on a mat in one grey, so that an empty one is known by sight."""


def areas_on(pose: MatPose, small: tuple[int, int], params: StillParams = DEFAULT.still) -> Mapping[str, Area]:
    """Return the blocks of every zone of a mat in small pictures of this size."""
    columns, rows = _grid(small, params)
    scale = np.array(pose.lens.size) / small
    x, y = np.meshgrid((np.arange(columns) + 0.5) * params.block, (np.arange(rows) + 0.5) * params.block)
    there = pose.to_mat(np.stack([x, y], axis=-1).reshape(-1, 2) * scale).reshape(rows, columns, 2)
    areas = {}
    for zone in pose.mat.zones:
        inner, outer = zone.rect.shrunk(params.line_mm).corners, zone.rect.shrunk(params.line_mm - GAP_MM).corners
        line = zone.rect.shrunk(-params.line_mm).corners
        areas[zone.name] = Area(_within(there, inner), _within(there, outer) & ~_within(there, line), plain=True)
    return areas


def _within(points: npt.NDArray[np.float64], corners: npt.NDArray[np.float64]) -> Mask:
    return np.asarray(((points >= corners[0]) & (points <= corners[2])).all(axis=-1))


def whole_area(small: tuple[int, int], params: StillParams = DEFAULT.still) -> Mapping[str, Area]:
    """Return the one zone of a table without a mat: all of the picture but its rim."""
    columns, rows = _grid(small, params)
    inside = np.zeros((rows, columns), np.bool_)
    inside[params.rim : -params.rim, params.rim : -params.rim] = True
    return {"": Area(inside, ~inside)}


def _grid(small: tuple[int, int], params: StillParams) -> tuple[int, int]:
    return max(1, small[0] // params.block), max(1, small[1] // params.block)


def blocks_of(small: Image, params: StillParams = DEFAULT.still) -> Floats:
    """Return the mean of each block as logarithms of b, g, r: what a lamp multiplies is added there."""
    size = _grid((small.shape[1], small.shape[0]), params)
    whole = small[: size[1] * params.block, : size[0] * params.block]
    means = cv2.resize(whole, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(np.log(means + np.float32(params.dark)), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class ZoneState:
    """One zone."""

    phase: ZonePhase = ZonePhase.MOVING
    calm: int = 0
    """Frames since something changed."""
    reached: bool = False
    """Something reaches in."""


@dataclass(frozen=True, slots=True, eq=False)
class Stillness:
    """All zones of the table. `feed` leaves it untouched and returns what follows."""

    areas: Mapping[str, Area]
    params: StillParams = DEFAULT.still
    zones: Mapping[str, ZoneState] = field(default_factory=dict)
    clear: Floats | None = None
    """The blocks when nothing reached in, following the light."""
    anchors: Mapping[str, Floats] = field(default_factory=dict)
    """The blocks when the calm of each zone began."""

    def anew(self) -> Stillness:
        """Return the stillness after a pause without frames: every zone must come to rest again."""
        return replace(self, zones={}, anchors={})

    def feed(self, small: Image) -> tuple[Stillness, tuple[str, ...]]:
        """Return the stillness after one more frame, and the zones that have become still with it."""
        blocks = blocks_of(small, self.params)
        clear = blocks if self.clear is None else self.clear
        reached = _changed(blocks, clear, self.params)
        zones, anchors = {}, {}
        for name, area in self.areas.items():
            anchor = self.anchors.get(name, blocks)
            # Compared with the frame in which the calm began, not with the last one: a slow slide adds
            # up.
            moved = _some(_changed(blocks, anchor, self.params), area.inside | area.rim, self.params.moving)
            anchors[name] = blocks if moved else anchor
            zones[name] = self._next(name, area, blocks, moved, self._reached(area, blocks, reached))
        news = tuple(
            name
            for name, zone in zones.items()
            if zone.phase is ZonePhase.STILL and self.zones.get(name, ZoneState()).phase is not ZonePhase.STILL
        )
        # The model follows the daylight, but never what reaches in, or a resting hand would become table.
        followed = self._followed(clear, blocks, reached)
        return replace(self, zones=zones, clear=followed, anchors=anchors), news

    def _next(self, name: str, area: Area, blocks: Floats, moved: bool, reached: bool) -> ZoneState:
        before = self.zones.get(name, ZoneState())
        if moved or reached:
            return ZoneState(ZonePhase.MOVING, 0 if moved else before.calm + 1, reached)
        calm = before.calm + 1
        if before.phase is not ZonePhase.MOVING or calm < self.params.calm:
            return ZoneState(before.phase, calm)
        empty = area.plain and is_plain(blocks, area.inside, self.params)
        return ZoneState(ZonePhase.EMPTY if empty else ZonePhase.STILL, calm)

    def _reached(self, area: Area, blocks: Floats, reached: Mask) -> bool:
        """Whether something lies over the rim; on a mat that is white paper, whatever it was when we began."""
        if not _some(reached, area.rim, self.params.reaching):
            return False
        # The clear table may have been learnt with a hand on it; a plain white rim proves that it is gone.
        if area.plain and is_plain(blocks, area.rim, self.params):
            reached &= ~area.rim
            return False
        return True

    def _followed(self, clear: Floats, blocks: Floats, reached: Mask) -> Floats:
        """Return the model of the clear table, moved a little towards the current frame where nothing reaches in."""
        share = np.where(reached, 0, np.float32(self.params.follow))[..., None]
        return np.asarray(clear + (blocks - clear) * share, np.float32)


def _changed(blocks: Floats, before: Floats, params: StillParams) -> Mask:
    """Return the blocks whose colour has changed, against what usually changed in their row and in the whole frame."""
    change = blocks - before
    # Mains flicker changes whole rows at once on a rolling shutter; its median is taken out row by row.
    change = change - np.median(change, axis=1, keepdims=True)
    change = np.abs(change).max(axis=2)
    # 1.5 times the median of absolute values estimates the standard deviation of Gaussian noise.
    noise = 1.5 * float(np.median(change))
    return np.asarray(change > max(params.change, params.over_noise * noise))


def _some(changed: Mask, where: Mask, least: int) -> bool:
    return int(np.count_nonzero(changed & where)) >= least


def is_plain(blocks: Floats, inside: Mask, params: StillParams) -> bool:
    """Whether the blocks of a zone show nothing but its one grey, however the light falls on it."""
    rows, columns = np.nonzero(inside)
    if len(rows) < 4:
        return False
    seen = blocks[inside].astype(np.float64)
    for row in np.unique(rows):  # bands of mains light
        seen[rows == row] -= np.median(seen[rows == row], axis=0)
    # A second-order surface is the fall-off of a lamp; what deviates from it is an object.
    terms = np.stack([np.ones(len(rows)), rows, columns, rows * columns, rows**2, columns**2], axis=1)
    uneven = seen - terms @ np.linalg.lstsq(terms, seen, rcond=None)[0]
    return int(np.count_nonzero(np.abs(uneven).max(axis=1) > params.stain)) < params.moving
