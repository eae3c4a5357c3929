"""Reading a face: a frame in the picture → how well each value explains the patch inside it.

The patch is straightened, every pixel becomes a number between body (0) and pip (1), and the numbers are
compared with the faces that a die can show. Nothing is counted, so melted pips and glare cost confidence
before they cost truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Image, Ints
from vision.dice.detect.frames import FaceFrames
from vision.dice.params import FaceParams, TemplateParams

CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
ROWS = (0.7, 0.8, 0.9)
"""How far apart the rows of a six are, over the corners of a four, and one over how long they are: most makers set them
closer, and the frame lies between the two."""
PATTERNS: tuple[tuple[int, tuple[tuple[float, float], ...]], ...] = (
    (1, ((0, 0),)),
    (2, CORNERS[:2]),
    (2, CORNERS[2:]),
    (3, (*CORNERS[:2], (0, 0))),
    (3, (*CORNERS[2:], (0, 0))),
    (4, CORNERS),
    (5, (*CORNERS, (0, 0))),
    (6, (*CORNERS, (-1, 0), (1, 0))),
    (6, (*CORNERS, (0, -1), (0, 1))),
    *((6, tuple((row, place / apart) for row in (-apart, apart) for place in (-1, 0, 1))) for apart in ROWS),
    *((6, tuple((place / apart, row) for row in (-apart, apart) for place in (-1, 0, 1))) for apart in ROWS),
)
"""Every face of a die: its value and where its pips lie on the lattice."""

PATTERN_VALUES = np.array([value for value, _ in PATTERNS], np.int64)


@dataclass(frozen=True, slots=True)
class Readings:
    """What each frame shows, one row a frame."""

    value: Ints
    fit: Floats
    """How well the best value explains the patch: 1 is perfect."""
    second: Ints
    """The runner-up among the other values."""
    margin: Floats
    """How much better the best value explains it than the runner-up."""
    even: Floats
    """Share of the body that has the body's colour."""

    def pick(self, rows: Ints) -> Readings:
        """Return the readings of `rows`."""
        return Readings(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


def read_frames(image: Image, frames: FaceFrames, params: TemplateParams, faces: FaceParams) -> Readings:
    """Return the reading of every frame."""
    inner = grid(params.patch)[_inner(params.patch)]
    # Only the inner pixels are compared: rounded edges and neighbours reach the others.
    levels, strange = _levels(_pixels(image, frames, inner), frames)
    # Each frame is compared with the patterns of the nearest pip radius only.
    radii = np.clip(np.digitize(frames.radius, _middles(params.radii)), 0, len(params.radii) - 1)
    fits = np.zeros((len(frames), len(PATTERNS)), np.float32)
    even = np.zeros(len(frames), np.float32)
    for r, masks in enumerate(_templates(params.patch, params.radii, faces.lattice)):
        rows = np.flatnonzero(radii == r)
        if len(rows):
            fits[rows], even[rows] = _agreement(levels[rows], strange[rows], masks, _light(params.patch), params.off)
    return _judged(fits, even)


def straightened(image: Image, frames: FaceFrames, side: int) -> Floats:
    """Return (n, side², 3): the patch inside each frame, as if seen from straight above."""
    return _pixels(image, frames, grid(side))


def _pixels(image: Image, frames: FaceFrames, places: Floats) -> Floats:
    """Return (n, places, 3): the colours in each frame at `places` (in half edges)."""
    if not len(frames):
        return np.empty((0, len(places), 3), np.float32)
    x, y = (
        frames.centre[:, axis, None] + places[:, 0] * frames.u[:, axis, None] + places[:, 1] * frames.v[:, axis, None]
        for axis in (0, 1)
    )
    # One remap for all frames: the call costs more than the pixels of a patch.
    patches = cv2.remap(
        image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return patches.astype(np.float32)


@lru_cache(maxsize=4)
def grid(side: int) -> Floats:
    """Return (side², 2): the pixels of a patch, in half edges."""
    steps = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    x, y = np.meshgrid(steps, steps)
    return np.stack([x.ravel(), y.ravel()], axis=1)


@lru_cache(maxsize=4)
def _inner(side: int) -> npt.NDArray[np.bool_]:
    """Return (side²,): the pixels that no rounded edge and no neighbour reaches."""
    x, y = np.abs(grid(side)).T
    return np.asarray((np.maximum(x, y) < 0.77) & (np.hypot(x, y) < 1.0))


@lru_cache(maxsize=4)
def _light(side: int) -> Floats:
    return light_on(grid(side)[_inner(side)])


def light_on(places: Floats) -> Floats:
    """Return an orthonormal basis of what light alone can make of these places (n, 2): even, sloping, curved."""
    x, y = places.T
    return np.linalg.qr(np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1))[0].astype(np.float32)


@lru_cache(maxsize=4)
def _templates(side: int, radii: tuple[float, ...], lattice: float) -> Floats:
    """Return (radii, patterns, pixels): the inner pixels of each pattern without what light can make, of length 1.

    A pattern is 1 inside a pip, 0 on the body, with soft rims.
    """
    pixels = grid(side)[_inner(side)][None] / 2
    out = np.zeros((len(radii), len(PATTERNS), pixels.shape[1]), np.float32)
    for r, radius in enumerate(radii):
        for k, (_, places) in enumerate(PATTERNS):
            spots = np.array(places, np.float32)[:, None] * lattice
            away = np.hypot(*np.moveaxis(pixels - spots, -1, 0)).min(axis=0)
            # A rim of one pixel between 0 and 1 is how a disc is sampled by pixels that average.
            out[r, k] = np.clip((radius - away) * side + 0.5, 0, 1)
        # Patterns and patches are projected alike, or the removed light would count as a misfit.
        out[r] = without_light(out[r], _light(side))
    return np.asarray(out / np.linalg.norm(out, axis=2, keepdims=True), np.float32)


def _middles(radii: tuple[float, ...]) -> Floats:
    return np.array([(a + b) / 2 for a, b in pairwise(radii)], np.float32)


def _levels(pixels: Floats, frames: FaceFrames) -> tuple[Floats, Floats]:
    """Return how pip-like each pixel is (0 body, 1 pip), and how far it is from the line between the two colours."""
    axis = frames.inside - frames.around
    length = np.maximum((axis * axis).sum(axis=1), 1)[:, None]
    away = [pixels[..., c] - frames.around[:, c, None] for c in range(3)]
    # Projection on the axis from the body's colour to the pips': any two colours become 0 and 1.
    level = sum(each * axis[:, c, None] for c, each in enumerate(away)) / length
    rest = sum((each - level * axis[:, c, None]) ** 2 for c, each in enumerate(away))
    return np.clip(level, -0.1, 1.15), np.sqrt(rest / length)


def _agreement(levels: Floats, strange: Floats, masks: Floats, light: Floats, off: float) -> tuple[Floats, Floats]:
    """Return (n, patterns): correlation of the levels with each pattern, and how much of the patch the best explains.

    What light alone can make is taken out of both first: a veil of glare is no pip.
    """
    own = without_light(levels, light)
    # A normalised cross-correlation with every pattern as one matrix product.
    steps = own @ masks.T
    fits = steps / np.maximum(np.linalg.norm(own, axis=1, keepdims=True), 1e-6)
    best = fits.argmax(axis=1)
    rest = own - steps[np.arange(len(own)), best][:, None] * masks[best]
    return fits, (rest * rest + strange * strange < off * off).mean(axis=1)


def without_light(rows: Floats, light: Floats) -> Floats:
    """Return the inner pixels of patches without what a smooth light adds to them."""
    return rows - rows @ light @ light.T


def _judged(fits: Floats, even: Floats) -> Readings:
    """Return the best value of each row and the runner-up."""
    best = fits.argmax(axis=1)
    value = PATTERN_VALUES[best]
    # The runner-up is the best other value, not another rotation of the same one.
    others = np.where(PATTERN_VALUES[None] == value[:, None], -1, fits)
    second = others.argmax(axis=1)
    rows = np.arange(len(fits))
    return Readings(value, fits[rows, best], PATTERN_VALUES[second], fits[rows, best] - others[rows, second], even)
