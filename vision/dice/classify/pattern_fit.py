"""Reading a face of which others know where it lies: how well the pips of each value explain what is seen there.

The lattice search finds a face by its pips, and so it fails where a gleam hides one, or where two pips of a die lie
closer than on others. Here the place is known, so the pips may lie as they do on any make: the patch is compared with
all of them, a little turned, shifted and larger or smaller, and the body and the pips may have any two colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.dice.classify.templates import CORNERS, grid, light_on, without_light
from vision.dice.params.lattice import PatternFitParams

NEXT = (1.0, (1 / 3) ** 0.5, (2 / 3) ** 0.5, (2 / 3) ** 0.5, (4 / 5) ** 0.5, (4 / 5) ** 0.5, (2 / 3) ** 0.5)
"""How well the next best value explains a flawless face of each value: a 3 has two of the pips of a 2, and one more."""
Pattern = tuple[int, tuple[tuple[float, float], ...]]
"""A value and where its pips lie on the lattice of a four."""


def fits_of(image: Image, corners: Sequence[Floats], params: PatternFitParams) -> Floats:
    """Return (n, 7): how well each value explains the faces near these corners (4, 2), clockwise; 1 is perfect.

    A fit is the share of all contrast in the patch, whatever its colour, that pips of that value make; 0 is unused.
    """
    out = np.zeros((len(corners), 7), np.float32)
    masks, values = _masks(params)
    for row, quad in enumerate(corners):
        own = without_light(_patches(image, quad, params), _light(params))
        length = np.maximum(np.linalg.norm(own, axis=(0, 2)), own[:, 0].size ** 0.5)  # a grey level is no contrast
        # The norm over the channels: body and pips may have any two colours.
        explained = np.linalg.norm(own @ masks.T, axis=0) / length[:, None]
        best = explained.max(axis=0)
        for value in range(1, 7):
            out[row, value] = best[values == value].max()
    return out


def plainness(fits: Floats, value: int) -> float:
    """Return how plainly fits (7,) single out `value`: 1 as on a flawless face, 0 where another one fits as well."""
    other = float(np.delete(fits, value).max())
    return (1 - other / max(float(fits[value]), 1e-6)) / (1 - NEXT[value])


def _patches(image: Image, quad: Floats, params: PatternFitParams) -> Floats:
    """Return (b g r, frames, pixels): the patch in every frame that is tried."""
    u, v = (quad[1] + quad[2] - quad[0] - quad[3]) / 4, (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    places = _places(params) @ np.stack([u, v]) + quad.mean(axis=0)
    x, y = (np.asarray(places[..., axis], np.float32) for axis in (0, 1))
    pixels = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.moveaxis(pixels, 2, 0), np.float32)


def _pixels(params: PatternFitParams) -> Floats:
    """Return (pixels, 2): what of the patch lies on the face of a die of any make, in half edges."""
    square = grid(params.side)
    return np.asarray(square[np.abs(square).max(axis=1) < params.inner])


@lru_cache(maxsize=2)
def _light(params: PatternFitParams) -> Floats:
    return light_on(_pixels(params))


@lru_cache(maxsize=2)
def _places(params: PatternFitParams) -> Floats:
    """Return (frames, pixels, 2): where the pixels of each frame that is tried lie, in half edges."""
    flat = _pixels(params)
    frames = []
    # Every combination is precomputed, so that one face costs a single remap and one matrix product.
    for turn, size, shift in product(np.radians(params.turns_deg), params.sizes, params.shifts):
        turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        frames.append(size * flat @ turned + np.array(shift))
    return np.asarray(frames, np.float32)


@lru_cache(maxsize=2)
def _masks(params: PatternFitParams) -> tuple[Floats, Floats]:
    """Return (patterns, pixels), what pips make of the patch, of length 1, and the value of each."""
    pixels = _pixels(params) / 2
    masks, values = [], []
    for (value, places), radius in product(_patterns(params), params.radii):
        away = np.hypot(*np.moveaxis(pixels[None] - params.lattice * np.array(places)[:, None], -1, 0)).min(axis=0)
        masks.append(np.clip((radius - away) * params.side + 0.5, 0, 1))
        values.append(value)
    flat = without_light(np.array(masks, np.float32), _light(params))
    return np.asarray(flat / np.linalg.norm(flat, axis=1, keepdims=True), np.float32), np.array(values)


def _patterns(params: PatternFitParams) -> Iterator[Pattern]:
    """Yield every face that a die of any make can show, in one position for each of its turns."""
    yield 1, ((0, 0),)
    for value, reaches in ((2, params.twos), (3, params.threes)):
        for reach, diagonal in product(reaches, (CORNERS[:2], CORNERS[2:])):
            yield value, (*_out(diagonal, reach), *(((0, 0),) if value == 3 else ()))
    for reach in params.fours:
        yield 4, _out(CORNERS, reach)
        yield 5, (*_out(CORNERS, reach), (0, 0))
    for apart, reach in product(params.rows, params.lengths):
        rows = tuple((place * reach, row) for row in (-apart, apart) for place in (-1, 0, 1))
        yield 6, rows
        yield 6, tuple((y, x) for x, y in rows)


def _out(places: Sequence[tuple[float, float]], reach: float) -> tuple[tuple[float, float], ...]:
    return tuple((reach * x, reach * y) for x, y in places)
