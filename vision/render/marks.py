"""What is printed on faces of casino dice beside their pips: letters round the one, a mark in the middle of others."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.render.objects import Floats, Make

SIDE_PX = 128
"""Side of a printed face as it is drawn once."""
SIGNS = "ABCDEFGHIKLMNOPRSTUVWXYZ0123456789&*"
MARKED = (2, 3, 6)
"""Values whose face has space for a mark between its pips; on a three it lies under the pip in the middle."""


def printed(make: Make, values: np.ndarray[tuple[int], np.dtype[np.int64]], u: Floats, v: Floats) -> Floats:
    """Return how much of the colour of the pips each point of a face has by print alone, 0 to 1."""
    out = np.zeros(u.shape, np.float32)
    if make.ring:
        out += np.float32(make.ring) * _sampled(ring(make.print_seed), u, v) * (values == 1)
    if make.logo:
        out += np.float32(make.logo) * _sampled(logo(make.print_seed), u, v) * np.isin(values, MARKED)
    return out


def _sampled(face: Floats, u: Floats, v: Floats) -> Floats:
    column, row = ((np.clip(w, -0.5, 0.499) + 0.5) * SIDE_PX for w in (u, v))
    return np.asarray(face[row.astype(np.intp), column.astype(np.intp)], np.float32)


@lru_cache(maxsize=64)
def ring(seed: int) -> Floats:
    """Return letters on a circle round the middle of a face."""
    chance = np.random.default_rng([seed, 1])
    strip = np.zeros((20, 400), np.uint8)
    letters = "".join(chance.choice(list(SIGNS), int(chance.integers(12, 24))))
    wide = cv2.getTextSize(letters, 0, 0.6, 2)[0][0]
    cv2.putText(strip, letters, (2, 16), 0, 0.6 * 396 / max(wide, 396), 255, int(chance.integers(1, 4)), cv2.LINE_AA)
    inner, height = chance.uniform(0.17, 0.26), chance.uniform(0.06, 0.13)
    row, column = (np.mgrid[0:SIDE_PX, 0:SIDE_PX].astype(np.float32) + 0.5) / SIDE_PX - 0.5
    far, angle = np.hypot(row, column), np.arctan2(row, column) / (2 * np.pi) + 0.5
    down = (1 - (far - np.float32(inner)) / np.float32(height)) * 20
    drawn = cv2.remap(
        strip, (angle * 400).astype(np.float32), down.astype(np.float32), cv2.INTER_LINEAR, borderValue=(0.0,)
    )
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.8), np.float32) / np.float32(255)


@lru_cache(maxsize=64)
def logo(seed: int) -> Floats:
    """Return a mark in the middle of a face: a curl of one line, a word or a year, a star."""
    chance = np.random.default_rng([seed, 2])
    face = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    {0: _curl, 1: _word, 2: _star}[int(chance.choice(3, p=[0.45, 0.4, 0.15]))](face, chance)
    turn = cv2.getRotationMatrix2D((SIDE_PX / 2, SIDE_PX / 2), float(chance.choice([0, 45, 90, 135])), 1)
    turned = cv2.warpAffine(face, turn, (SIDE_PX, SIDE_PX))
    return np.asarray(cv2.GaussianBlur(turned, (0, 0), 0.8), np.float32) / np.float32(255)


def _curl(face: cv2.typing.MatLike, chance: np.random.Generator) -> None:
    """Draw one or two open loops that meet in the middle, as an S, an 8 or a 9."""
    thick, half = int(chance.integers(3, 8)), int(chance.integers(7, 15))
    aspect = chance.uniform(0.7, 1.3)
    for side in (-1, 1) if chance.random() < 0.75 else (1,):
        start = int(chance.integers(0, 360))
        middle = (SIDE_PX // 2 + side * half, SIDE_PX // 2 + int(chance.integers(-5, 6)))
        axes = (half, max(4, int(half * aspect)))
        cv2.ellipse(face, middle, axes, 0, start, start + int(chance.integers(200, 361)), 255, thick, cv2.LINE_AA)


def _word(face: cv2.typing.MatLike, chance: np.random.Generator) -> None:
    """Draw a few letters or the digits of a year."""
    word = "".join(chance.choice(list(SIGNS), int(chance.integers(2, 5))))
    scale, thick = float(chance.uniform(0.5, 1.1)), int(chance.integers(1, 5))
    wide, high = cv2.getTextSize(word, 0, scale, thick)[0]
    scale *= min(1.0, 66 / wide)
    place = (SIDE_PX // 2 - int(min(wide, 66) / 2), SIDE_PX // 2 + high // 2)
    cv2.putText(face, word, place, 0, scale, 255, thick, cv2.LINE_AA)


def _star(face: cv2.typing.MatLike, chance: np.random.Generator) -> None:
    """Draw a star or a flower."""
    count, far = int(chance.integers(4, 9)), chance.uniform(10, 24)
    angles = chance.uniform(0, 6) + np.arange(2 * count) * np.pi / count
    reach = np.where(np.arange(2 * count) % 2, far, far * chance.uniform(0.3, 0.8))
    points = SIDE_PX / 2 + np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach[:, None]
    if chance.random() < 0.5:
        cv2.fillPoly(face, [np.asarray(points, np.int32)], 255, cv2.LINE_AA)
    else:
        cv2.polylines(face, [np.asarray(points, np.int32)], True, 255, int(chance.integers(2, 6)), cv2.LINE_AA)
