"""The outlines of symbols, the patterns of grounds and the bars that drawn faces are made of."""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

import cv2
import numpy as np

from vision.arrays import Floats, Image

Chance: TypeAlias = np.random.Generator
Bgr: TypeAlias = tuple[int, int, int]


def woven(out: Image, chance: Chance) -> None:
    """Lay a pattern over a part of a face."""
    high, wide = out.shape[:2]
    ink = tuple(int(v) for v in np.clip(out[0, 0] + chance.normal(0, 70, 3), 0, 255))
    step, thick = int(chance.integers(6, 26)), int(chance.integers(1, 5))
    kind = str(chance.choice(["stripes", "dots", "lattice", "waves", "rings"]))
    if kind == "dots":
        for x, y in product(range(0, wide, step), range(0, high, step)):
            cv2.circle(out, (x, y), thick + 1, ink, -1, cv2.LINE_AA)
    elif kind == "rings":
        for radius in range(step, high, step):
            cv2.circle(out, (wide // 2, high // 2), radius, ink, thick, cv2.LINE_AA)
    elif kind == "waves":
        along = np.arange(0, wide, 4)
        lines = [np.stack([along, y + step / 3 * np.sin(along / step * 2)], 1) for y in range(0, high, step)]
        cv2.polylines(out, [line.astype(np.int32) for line in lines], False, ink, thick, cv2.LINE_AA)
    else:
        slope = 0 if kind == "stripes" and chance.random() < 0.5 else high
        lines = [np.array([(x, 0), (x + slope, high)]) for x in range(-high, wide + high, step)]
        lines += [np.array([(x, high), (x + slope, 0)]) for x in range(-high, wide + high, step) if kind == "lattice"]
        cv2.polylines(out, [line.astype(np.int32) for line in lines], False, ink, thick, cv2.LINE_AA)


def bar(out: Image, box: tuple[float, float, float, float], ink: Bgr, weave: int | None) -> None:
    """Draw a bar or a panel with round corners, patterned or not."""
    high, wide = out.shape[:2]
    left, top, right, bottom = round(box[0] * wide), round(box[1] * high), round(box[2] * wide), round(box[3] * high)
    part = np.empty((max(1, bottom - top), max(1, right - left), 3), np.uint8)
    part[:] = ink
    if weave is not None:
        woven(part, np.random.default_rng(weave))
    radius = min(8, min(part.shape[:2]) // 2)
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.rectangle(mask, (radius, radius), (part.shape[1] - 1 - radius, part.shape[0] - 1 - radius), 255, -1)
    mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))
    there = out[top : top + part.shape[0], left : left + part.shape[1]]
    there[:] = np.where(
        mask[: there.shape[0], : there.shape[1], None] > 0, part[: there.shape[0], : there.shape[1]], there
    )


def outline(shape: str, points: int = 5) -> Floats:
    """Return the outline of a symbol about the origin, of half height about 1."""
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    cos, sin = np.cos(turn), np.sin(turn)
    spikes = np.where(np.arange(2 * points) % 2, 0.45, 1.0)
    around = np.arange(2 * points) * np.pi / points - np.pi / 2
    match shape:
        case "oval":
            flat = np.stack([1.25 * np.sign(cos) * np.abs(cos) ** 0.5, 0.6 * np.sign(sin) * np.abs(sin) ** 0.6], 1)
        case "diamond":
            flat = np.array([(0, -0.9), (1.1, 0), (0, 0.9), (-1.1, 0)])
        case "wave":
            flat = np.stack([1.3 * cos, 0.5 * sin + 0.35 * np.sin(2.4 * cos)], 1)
        case "star":
            flat = np.stack([spikes * np.cos(around), spikes * np.sin(around)], 1)
        case "polygon":
            flat = np.stack([np.cos(around[::2]), np.sin(around[::2])], 1)
        case "heart":
            flat = np.stack(
                [sin**3, -(13 * cos - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)) / 16], 1
            )
        case "ring":
            flat = np.vstack([np.stack([cos, sin], 1), 0.5 * np.stack([cos, sin], 1)[::-1]])
        case "cross":
            flat = np.array(
                [
                    (-0.3, -1),
                    (0.3, -1),
                    (0.3, -0.3),
                    (1, -0.3),
                    (1, 0.3),
                    (0.3, 0.3),
                    (0.3, 1),
                    (-0.3, 1),
                    (-0.3, 0.3),
                    (-1, 0.3),
                    (-1, -0.3),
                    (-0.3, -0.3),
                ]
            )
        case "moon":
            flat = np.vstack([np.stack([cos, sin], 1)[8:53], 0.75 * np.stack([cos, sin], 1)[8:53][::-1] + (0.4, 0)])
        case "drop":
            flat = np.stack([0.75 * sin * np.sin(turn / 2), -cos], 1)
        case _:
            flat = np.array([(0.2, -1), (-0.6, 0.15), (0, 0.15), (-0.2, 1), (0.6, -0.15), (0.05, -0.15)])
    return np.asarray(flat, float)
