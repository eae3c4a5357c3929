"""Flat drawings of dice for tests: exactly what a sentence of a bug report says, and nothing else.

`Drawn` places faces on a canvas at four times the size; `picture()` gives what a soft lens makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

TIMES = 4

RED, BLUE, WHITE, BLACK = (30, 30, 175), (170, 70, 25), (235, 238, 240), (30, 28, 28)
MAT = (45, 70, 40)
INK = (20, 20, 22)

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}


@dataclass
class Drawn:
    """A canvas with dice on it; lengths are pixels of the picture."""

    width: int = 640
    height: int = 480
    mat: tuple[int, int, int] = MAT
    canvas: np.ndarray = field(init=False)

    def __post_init__(self):
        self.canvas = np.full((self.height * TIMES, self.width * TIMES, 3), self.mat, np.uint8)

    def die(self, x, y, edge, value, body=WHITE, pips=None, *, turn=0.0, radius=0.09, corner=0.15, pip_one=1.0):
        """Draw an upper face with its middle at x, y, turned by `turn` degrees; return self."""
        turned = cv2.getRotationMatrix2D((0, 0), -turn, 1)[:, :2]
        self._rounded(x, y, edge, corner, turned, body)
        ink = pips if pips is not None else (INK if sum(body) > 380 else (240, 240, 240))
        for place in PIPS[value]:
            px, py = turned @ (np.array(place) * 0.26 * edge)
            size = radius * edge * (pip_one if value == 1 else 1)
            self._disc(x + px, y + py, size, ink)
        return self

    def spot(self, x, y, radius, colour):
        """Draw a disc: a coin, a button, a speck."""
        self._disc(x, y, radius, colour)
        return self

    def text(self, x, y, words, size=1.0, colour=(230, 230, 230)):
        """Write something on the table."""
        at = (round(x * TIMES), round(y * TIMES))
        cv2.putText(self.canvas, words, at, cv2.FONT_HERSHEY_SIMPLEX, size * TIMES, colour, 3 * TIMES, cv2.LINE_AA)
        return self

    def picture(self, noise=2.0, seed=3):
        """Return the photograph."""
        size = (self.width, self.height)
        small = cv2.GaussianBlur(cv2.resize(self.canvas, size, interpolation=cv2.INTER_AREA), (0, 0), 0.6)
        grain = np.random.default_rng(seed).normal(0, noise, small.shape)
        return np.clip(small + grain, 0, 255).astype(np.uint8)

    def _disc(self, x, y, radius, colour):
        cv2.circle(self.canvas, (round(x * TIMES), round(y * TIMES)), round(radius * TIMES), colour, -1, cv2.LINE_AA)

    def _rounded(self, x, y, edge, corner, turned, body):
        half, r = edge / 2, corner * edge
        arcs = [
            (sx * (half - r) + r * np.cos(a), sy * (half - r) + r * np.sin(a))
            for sx, sy, begin in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
            for a in np.radians(begin + np.linspace(0, 90, 9))
        ]
        points = (np.array(arcs) @ turned.T + (x, y)) * TIMES
        cv2.fillPoly(self.canvas, [points.round().astype(np.int32)], body, cv2.LINE_AA)


def square(values, *, edge=80, gap=1, bodies=None, turn=0.0, pips=None, mat=MAT, **make):
    """Return a drawing of three by three dice, row by row."""
    drawn = Drawn(mat=mat)
    turned = cv2.getRotationMatrix2D((0, 0), -turn, 1)[:, :2]
    for n, value in enumerate(values):
        row, column = divmod(n, 3)
        dx, dy = turned @ (np.array([column - 1, row - 1]) * (edge + gap))
        body = bodies[n] if bodies else WHITE
        drawn.die(320 + dx, 240 + dy, edge, value, body, pips, turn=turn, **make)
    return drawn
