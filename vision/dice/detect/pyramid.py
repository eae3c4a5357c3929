"""The image pyramid: which levels of a picture, and which parts of them, the detector runs on.

Each level is half as large as the one before it. The network detects edges within a factor of four, so that most dice
are detected on two levels; the detections of a coarser level decide where, and whether, a finer one is needed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats32, Image
from vision.dice.detect.network import CELL, Detections, DetectorNetwork, edges_of, gain_of, together
from vision.operations import framed, resized


@dataclass(frozen=True, slots=True)
class LevelParams:
    """Every threshold of the choice of levels."""

    most_px: int = 1280
    """Larger pictures are shrunk to this length of their long side first."""
    tiny_px: int = 160
    """Smaller pictures are crops of one or two dice: table is added around them."""
    tiny_scales: tuple[float, ...] = (0.7, 1.0, 1.4)
    """The scales at which such crops are searched."""
    most: int = 5
    """Greatest number of levels."""
    least_px: int = 48
    """Least long side of the coarsest level."""
    clear: float = 0.6
    """A detection of this score may decide which other levels are needed."""
    coarse_edge_px: float = 60.0
    """The finest level, for small dice, is left out if all clear detections of coarser ones are larger than this."""
    near_edge_px: float = 18.0
    """If all clear detections of a level are larger than this, in its pixels, the next finer one is searched partly."""
    faint: float = 0.02
    """That part contains all detections of this score, however faint."""
    near_rim: float = 1.0
    """Margin of that part, in edges of the largest clear detection."""
    fine_edge_px: float = 27.0
    """Clear detections smaller than this, in pixels of the last level, are too small for the coarser levels."""
    fine: float = 0.8
    """Coarser levels are left out only if one detection has this score: a faint one may be a pip of a larger die."""
    closer_edge_px: float = 34.0
    """If the finest level detects dice smaller than this, that part is searched once more at twice the scale."""
    closer: float = 0.4
    """Least score of a detection that triggers this."""
    closer_most_px: int = 2600
    """A part of the picture that would become larger than this is not enlarged."""


class Pyramid:
    """Runs the detector on all levels that are needed. One instance belongs to one thread."""

    def __init__(self, params: LevelParams, least: float) -> None:
        self.params = params
        self._least = min(least, params.faint)
        self._detector = DetectorNetwork()

    def detect(self, image: Image) -> Detections:
        """Return the detections of all levels, in pixels of the picture; many faces more than once."""
        fit = min(1.0, self.params.most_px / max(image.shape[:2]))
        base = resized(image, fit)
        if max(base.shape[:2]) <= self.params.tiny_px:
            return together(self._around(base))
        found = self._levels(base, fit)
        return together(found + self._closer(image, 2 * fit, found))

    def _levels(self, base: Image, fit: float) -> list[Detections]:
        """Return the detections of each level.

        The quarter comes first: it is cheap, and limits the search of the half. Where both show that the
        coarser levels, or the whole picture, have nothing to add, these are left out.
        """
        levels = [base]
        while len(levels) < self.params.most and max(levels[-1].shape[:2]) // 2 >= self.params.least_px:
            levels.append(resized(levels[-1], 0.5))
        scales = [fit / 2**depth for depth in range(len(levels))]
        found: dict[int, Detections] = {}
        # The finest level costs three quarters of the time, so it is last and left out where it cannot add anything.
        for depth in (each for each in (2, 1, *range(3, len(levels))) if each < len(levels)):
            found[depth] = self._level(levels[depth], scales[depth], found.get(2) if depth == 1 else None)
            if depth != 2 and self._fine_enough(list(found.values()), scales[max(found)]):
                break
        if not self._coarse_enough(list(found.values()), fit):
            found[0] = self._level(base, fit, found.get(1))
        return list(found.values())

    def _level(self, level: Image, scale: float, coarser: Detections | None) -> Detections:
        """Return the detections of a level, or of the part where the next coarser one detected anything at all."""
        p = self.params
        clear = self._clear([coarser] if coarser else [])
        if coarser is None or min(clear, default=0) * scale / 2 < p.near_edge_px:
            return self._detector.detect(level, scale, self._least)
        left, top, right, bottom = _box(scale * coarser.above(p.faint).quads, p.near_rim * max(clear) * scale, level)
        # The convolutions stride by a cell: a part that begins on the grid of cells gives the output of the whole.
        left, top = left - left % CELL, top - top % CELL
        part = np.ascontiguousarray(level[top:bottom, left:right])
        return self._detector.detect(part, scale, self._least, (left / scale, top / scale), gain_of(level))

    def _fine_enough(self, found: list[Detections], scale: float) -> bool:
        """Return whether these levels found dice, and all so small that levels of less than `scale` would not."""
        best = max(float((each.score * each.chances.max(1)).max(initial=0)) for each in found)
        return best >= self.params.fine and max(self._clear(found), default=np.inf) * scale < self.params.fine_edge_px

    def _coarse_enough(self, found: list[Detections], fit: float) -> bool:
        """Return whether these levels found dice, and all so large that the finest level has nothing to add."""
        return min(self._clear(found), default=0) * fit >= self.params.coarse_edge_px

    def _clear(self, found: list[Detections]) -> list[float]:
        """Return the edges of the clear detections."""
        return [float(edge) for each in found for edge in each.above(self.params.clear).edges]

    def _around(self, crop: Image) -> list[Detections]:
        """Return the detections in a picture hardly larger than a die, with a border added, at several scales."""
        rim = max(crop.shape[:2]) // 2
        wide = framed(crop, (rim, rim, rim, rim))
        return [
            self._detector.detect(resized(wide, scale), scale, self._least, (-rim, -rim))
            for scale in self.params.tiny_scales
        ]

    def _closer(self, image: Image, scale: float, found: list[Detections]) -> list[Detections]:
        """Return the detections at twice the scale round the small dice of the finest level."""
        quads: Floats32 = np.concatenate([each.above(self.params.closer).quads for each in found])
        small = quads[edges_of(quads) * scale < 2 * self.params.closer_edge_px]
        if not len(small):
            return []
        left, top, right, bottom = _box(small, 3 * float(edges_of(small).max()), image)
        if max(right - left, bottom - top) * scale > self.params.closer_most_px:
            return []
        part = resized(np.ascontiguousarray(image[top:bottom, left:right]), scale)
        return [self._detector.detect(part, scale, self._least, (left, top))]


def _box(quads: Floats32, rim: float, image: Image) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the part of `image` that holds these corners and a rim round them."""
    left, top = np.maximum(quads.min((0, 1)) - rim, 0)
    right, bottom = np.minimum(quads.max((0, 1)) + rim, image.shape[1::-1])
    return int(left), int(top), int(right), int(bottom)
