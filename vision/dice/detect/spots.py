"""Finding spots that may be pips: compact, elliptic, of one colour on another, darker or lighter than the face.

One grey threshold fails on a table of red, blue and white dice. Here every pixel is compared with its own
neighbourhood, in the darkest and in the lightest of its three channels: white pips stand out in the darkest
channel of any coloured body, black ones in the lightest, red ones on white or on black in one of the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image, median
from vision.dice.detect.components import ellipses
from vision.dice.params import PipParams
from vision.operations import Flags, resized, suppressed_rows


@dataclass(frozen=True, slots=True)
class Spots:
    """Columns of equal length, one row a spot."""

    centre: Floats
    """(n, 2): x, y."""
    shape: Floats
    """(n, 3): xx, xy, yy of the ellipse matrix; an ellipse of semi-axes a and b has eigenvalues a² and b²."""
    inside: Floats
    """(n, 3): mean colour of the spot."""
    around: Floats
    """(n, 3): median colour of its neighbourhood."""
    calm: Floats
    """(n,): evenness of the neighbourhood; 1 is perfectly even."""
    quality: Floats
    """(n,): how compact and contrasting; orders them."""

    def __len__(self) -> int:
        return len(self.centre)

    @property
    def diameter(self) -> Floats:
        """Diameter of the circle of the same area."""
        a, b, c = self.shape.T
        return np.asarray(2 * np.sqrt(np.sqrt(np.maximum(a * c - b * b, 1e-6))), dtype=np.float32)

    def pick(self, rows: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Spots:
        """Return the spots of `rows`."""
        return Spots(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


_NONE = np.empty((0, 3), np.float32)
NO_SPOTS = Spots(np.empty((0, 2), np.float32), _NONE, _NONE, _NONE, np.empty(0, np.float32), np.empty(0, np.float32))


class Spotter:
    """Finds the spots of one picture, the large ones first; the small ones cost most and are not always needed."""

    def __init__(self, image: Image, params: PipParams) -> None:
        self._image = image
        self._params = params
        self._levels = _pyramid(image, params)
        self._rows = [_spots_of_level(level, scale, params) for level, scale in self._levels[1:]]

    def large(self) -> Spots:
        """Return the spots that half the resolution shows."""
        return self._spots(self._rows)

    def all(self) -> Spots:
        """Return all spots."""
        return self._spots([_spots_of_level(*self._levels[0], self._params), *self._rows])

    def _spots(self, tables: list[Floats]) -> Spots:
        rows = np.concatenate([np.empty((0, 7), np.float32), *tables])
        return _distinct(_measured(self._image, rows, self._params), self._params)


def _pyramid(image: Image, params: PipParams) -> list[tuple[Image, float]]:
    """Return `image` at its own size, half, a quarter …, each with how many of its pixels make one of the level's."""
    levels: list[tuple[Image, float]] = [(image, 1.0)]
    for step in range(1, params.levels):
        previous = levels[-1][0]
        if min(previous.shape[:2]) < 2 * params.window:
            break
        levels.append((resized(previous, 0.5), 2.0**step))
    return levels


def _spots_of_level(level: Image, scale: float, params: PipParams) -> Floats:
    """Return rows (x, y, xx, xy, yy, fill, scale) of one level, in pixels of the whole image."""
    table = ellipses(_masks(level, params), params)
    # Coordinates are those of pixel middles: half a pixel is added before scaling and subtracted after it.
    table[:, :2] = (table[:, :2] + 0.5) * scale - 0.5
    table[:, 2:5] *= scale * scale
    return table


def _masks(level: Image, params: PipParams) -> Image:
    """Return (n, 1 + height, width + 1): where a channel is lighter, and where it is darker, than its neighbourhood.

    The first row and the last column of each are empty: nothing reaches from one row, or mask, into the next.
    """
    height, width = level.shape[:2]
    size = (params.window, params.window)
    floor = np.full((height, width), params.floor, np.uint8)
    masks = np.zeros((3, len(params.spreads), 2, 1 + height, width + 1), np.uint8)
    for channel, of_channel in zip(cv2.split(level), masks, strict=True):
        # A box filter costs the same for any window, and its mean adapts to shadows and to the colour of each
        # die.
        mean = cv2.boxFilter(channel, -1, size)
        deviation = cv2.boxFilter(cv2.absdiff(channel, mean), -1, size)
        # cv2.subtract saturates at 0, so each difference of unsigned bytes keeps one sign; numpy would wrap
        # round.
        above, below = cv2.subtract(channel, mean), cv2.subtract(mean, channel)
        for spread, (lighter, darker) in zip(params.spreads, of_channel, strict=True):
            step = cv2.max(cv2.convertScaleAbs(deviation, alpha=spread), floor)
            lighter[1:, :-1] = cv2.compare(above, step, cv2.CMP_GT)
            # Both polarities are kept: pips may be darker or lighter than the body.
            darker[1:, :-1] = cv2.compare(below, step, cv2.CMP_GT)
    return masks.reshape(-1, 1 + height, width + 1)


RAYS = np.linspace(0, 2 * np.pi, 12, endpoint=False)
RIM = np.stack([np.cos(t := np.linspace(0, 2 * np.pi, 40, endpoint=False)), np.sin(t)], axis=1).astype(np.float32)
CIRCLE = np.stack([np.cos(RAYS), np.sin(RAYS)], axis=1).astype(np.float32)


def roots(shape: Floats) -> Floats:
    """Return (n, 2, 2): the symmetric square roots of the ellipse matrices; they map the unit circle on the spot."""
    a, b, c = shape.T
    s = np.sqrt(np.maximum(a * c - b * b, 1e-6))
    # Closed form of the square root of a symmetric 2 x 2 matrix: (M + s I) / sqrt(trace + 2 s), s the root of det.
    t = np.sqrt(a + c + 2 * s)
    return np.asarray(np.stack([a + s, b, b, c + s], axis=1).reshape(-1, 2, 2) / t[:, None, None], dtype=np.float32)


def sample(image: Image, points: Floats) -> Floats:
    """Return the colours (…, 3) of `image` at `points` (…, 2), the nearest pixel, borders repeated."""
    h, w = image.shape[:2]
    x = np.clip(np.rint(points[..., 0]), 0, w - 1).astype(np.intp)
    y = np.clip(np.rint(points[..., 1]), 0, h - 1).astype(np.intp)
    return np.asarray(image.reshape(-1, 3).take(y * w + x, axis=0), np.float32)


def most_apart(colours: Floats, others: Floats) -> Floats:
    """Return (…): the difference of colours (…, 3) in the channel where they differ most."""
    away = np.abs(colours - others)
    # much faster than a maximum along an axis of three
    return np.asarray(np.maximum(np.maximum(away[..., 0], away[..., 1]), away[..., 2]))


def _ring(root: Floats, circle: Floats) -> Floats:
    """Return (n, k, 2): the points of a unit circle (k, 2) as each spot maps them."""
    return np.asarray(np.stack([root[:, i, :1] * circle[:, 0] + root[:, i, 1:] * circle[:, 1] for i in (0, 1)], axis=2))


def _measured(image: Image, rows: Floats, params: PipParams) -> Spots:
    """Return the spots of `rows` with their colours, without the faint ones."""
    centre, shape = rows[:, :2], rows[:, 2:5]
    root = roots(shape)
    ring = _ring(root, CIRCLE)
    near = sample(image, centre[:, None] + 1.75 * ring)
    # The core stays well inside the spot and the ring well outside it: the rim of a pip is blurred over some
    # pixels.
    core = sample(image, np.concatenate([centre[:, None] + 0.45 * ring, centre[:, None]], axis=1))
    around, inside = median(near, axis=1), median(core, axis=1)
    contrast = most_apart(inside, around)
    away = most_apart(near, around[:, None]) / np.maximum(contrast, 1)[:, None]
    calm = (away < 0.4).mean(axis=1)
    # A fill above 1 is as bad as one below 1: such spots have frayed outlines.
    quality = np.minimum(rows[:, 5], 1 / rows[:, 5]) ** 2 * calm * np.minimum(contrast, 60)
    keep = (contrast >= params.contrast) & (calm > 0.45)
    # Discs of few pixels have no measurable corners, so only large spots are tested for squareness.
    large = np.flatnonzero(keep & (np.sqrt(shape[:, 0] * shape[:, 2]) >= (params.large_px / 2) ** 2))
    keep[large] = _round(image, centre[large], root[large], inside[large], around[large], params)
    spots = Spots(centre, shape, inside, around, calm.astype(np.float32), quality.astype(np.float32))
    return spots.pick(keep)


def _round(
    image: Image, centre: Floats, root: Floats, inside: Floats, around: Floats, params: PipParams
) -> npt.NDArray[np.bool_]:
    """Return whether no four corners stand out of a spot's disc, as with the checks of a cloth."""
    axis = inside - around
    colours = sample(image, centre[:, None] + params.rim * _ring(root, RIM))
    step = ((colours - around[:, None]) * axis[:, None]).sum(axis=2)
    out = step > 0.5 * (axis * axis).sum(axis=1)[:, None]
    # The corners of a square repeat every quarter turn; glare that merges with a pip bulges on one side.
    fourfold = (out & np.roll(out, len(RIM) // 4, axis=1)).sum(axis=1) / np.maximum(out.sum(axis=1), 1)
    return np.asarray((out.mean(axis=1) < params.corners) | (fourfold < params.fourfold))


def _distinct(spots: Spots, params: PipParams) -> Spots:
    """Return the strongest spots, one for each place."""
    spots = spots.pick(np.argsort(-spots.quality, kind="stable"))
    diameter, (x, y) = spots.diameter, np.ascontiguousarray(spots.centre.T)
    # Logarithms make "alike in size" a difference, whichever of the two is larger.
    size, reach = np.log(diameter), (0.45 * diameter) ** 2

    def overlapping(i: int) -> Flags:
        away = (x - x[i]) ** 2 + (y - y[i]) ** 2
        return np.asarray((np.abs(size - size[i]) < params.same_size) & (away < np.maximum(reach, reach[i])))

    kept = [row for row, _ in suppressed_rows(range(len(spots)), overlapping, len(spots), params.most)]
    return spots.pick(np.array(kept, np.intp))
