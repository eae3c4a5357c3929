"""Paths of lines and cubic curves in millimetres, x right and y down, and the figures that are painted with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, radians, sin, sqrt
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float]
Step: TypeAlias = tuple[str, tuple[float, ...]]
"""A command of SVG with absolute coordinates: M x y, L x y, C with six numbers, Z."""

CIRCLE = 0.5522847498
"""How far the handles of a cubic curve stand off, so that four of them make a circle of radius one."""
_TOKENS = re.compile(r"[MLCQZ]|-?\d*\.?\d+")
_NUMBERS = {"M": 2, "L": 2, "Q": 4, "C": 6}


@dataclass(frozen=True, slots=True)
class Affine:
    """An affine map: x' = a x + c y + e, y' = b x + d y + f, as SVG writes it."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __call__(self, x: float, y: float) -> Vector:
        """Return where a point comes to lie."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self) -> float:
        """By how much a line becomes wider."""
        return sqrt(abs(self.a * self.d - self.b * self.c))


@dataclass(frozen=True, slots=True)
class VectorPath:
    """One or more outlines; what lies in an even number of them is left free."""

    steps: tuple[Step, ...]

    def mapped(self, by: Affine) -> VectorPath:
        """Return the path under an affine map."""
        return VectorPath(
            tuple(
                (command, tuple(number for at in range(0, len(values), 2) for number in by(values[at], values[at + 1])))
                for command, values in self.steps
            )
        )

    def __add__(self, other: VectorPath) -> VectorPath:
        return VectorPath(self.steps + other.steps)

    def flattened(self, tolerance: float = 0.02) -> Iterator[tuple[list[Vector], bool]]:
        """Yield each outline as points, and whether it is closed; curves become chords within `tolerance`."""
        points: list[Vector] = []
        for command, values in self.steps:
            if command == "Z":
                yield points, True
                points = []
            elif command == "M":
                if points:
                    yield points, False
                points = [(values[0], values[1])]
            elif command == "L":
                points.append((values[0], values[1]))
            else:
                points.extend(_chords(points[-1], values, tolerance))
        if points:
            yield points, False


def _chords(start: Vector, values: Sequence[float], tolerance: float) -> Iterator[Vector]:
    """Yield points along a cubic curve: as many as its bend needs."""
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = values
    bend = max(hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    count = max(1, int((0.75 * bend / tolerance) ** 0.5) + 1)
    for number in range(1, count + 1):
        t = number / count
        p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield p * x0 + q * x1 + r * x2 + s * x3, p * y0 + q * y1 + r * y2 + s * y3


@dataclass(frozen=True, slots=True)
class Figure:
    """A path that is filled, or drawn as a line with round ends, or both. Colours are written as #rrggbb."""

    path: VectorPath
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0

    def mapped(self, by: Affine) -> Figure:
        """Return the figure under an affine map; its line grows with it."""
        return replace(self, path=self.path.mapped(by), width=self.width * by.scale)


Figures: TypeAlias = tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Artwork:
    """What is printed on one side of a card or tile. Figures may run over its edge, where it is cut."""

    width_mm: float
    height_mm: float
    figures: Figures
    cut: VectorPath | None = None
    """Its edge, where it is no rectangle."""

    @property
    def whole(self) -> VectorPath:
        """The rectangle that holds it."""
        return rectangle(0, 0, self.width_mm, self.height_mm)


def placed(
    figures: Iterable[Figure], x: float, y: float, scale: float = 1.0, turn: float = 0.0, *, mirrored: bool = False
) -> Figures:
    """Return `figures` made larger, turned clockwise by degrees about their origin, and brought to a place."""
    across, down = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    side = -1.0 if mirrored else 1.0
    by = Affine(across * side, down * side, -down, across, x, y)
    return tuple(each.mapped(by) for each in figures)


def parsed(text: str) -> VectorPath:
    """Return the path that `text` writes as SVG does, with M, L, C, Q and Z and absolute numbers."""
    tokens = _TOKENS.findall(text)
    steps: list[Step] = []
    command, at, last = "M", 0, (0.0, 0.0)
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
            if command == "Z":
                steps.append(("Z", ()))
                continue
        values = tuple(float(token) for token in tokens[at : at + _NUMBERS[command]])
        at += len(values)
        steps.append(_cubic(last, values) if command == "Q" else (command, values))
        last = (values[-2], values[-1])
        command = "L" if command == "M" else command
    return VectorPath(tuple(steps))


def _cubic(start: Vector, values: Sequence[float]) -> Step:
    """Return a quadratic curve as a cubic one."""
    (x0, y0), (x1, y1, x2, y2) = start, values
    return "C", (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3, x2 + (x1 - x2) * 2 / 3, y2 + (y1 - y2) * 2 / 3, x2, y2)


def ellipse(x: float, y: float, across: float, down: float | None = None) -> VectorPath:
    """Return an ellipse, or a circle, about (x, y)."""
    down = across if down is None else down
    k, j = across * CIRCLE, down * CIRCLE
    return VectorPath(
        (
            ("M", (x + across, y)),
            ("C", (x + across, y + j, x + k, y + down, x, y + down)),
            ("C", (x - k, y + down, x - across, y + j, x - across, y)),
            ("C", (x - across, y - j, x - k, y - down, x, y - down)),
            ("C", (x + k, y - down, x + across, y - j, x + across, y)),
            ("Z", ()),
        )
    )


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> VectorPath:
    """Return a rectangle, with round corners where `radius` is not nought."""
    if radius <= 0:
        return polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
    r, k = radius, radius * (1 - CIRCLE)
    right, low = x + width, y + height
    return VectorPath(
        (
            ("M", (x + r, y)),
            ("L", (right - r, y)),
            ("C", (right - k, y, right, y + k, right, y + r)),
            ("L", (right, low - r)),
            ("C", (right, low - k, right - k, low, right - r, low)),
            ("L", (x + r, low)),
            ("C", (x + k, low, x, low - k, x, low - r)),
            ("L", (x, y + r)),
            ("C", (x, y + k, x + k, y, x + r, y)),
            ("Z", ()),
        )
    )


def polygon(points: Iterable[Vector]) -> VectorPath:
    """Return a closed path of straight lines."""
    first, *others = points
    return VectorPath((("M", first), *(("L", each) for each in others), ("Z", ())))


def line(*points: Vector) -> VectorPath:
    """Return an open path of straight lines."""
    first, *others = points
    return VectorPath((("M", first), *(("L", each) for each in others)))


def around(x: float, y: float, count: int, radius: float, turn: float = 0.0) -> list[Vector]:
    """Return `count` points on a circle, the first one at the top and the others clockwise."""
    angles = (2 * pi * number / count - pi / 2 + radians(turn) for number in range(count))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def regular(x: float, y: float, count: int, radius: float, turn: float = 0.0) -> VectorPath:
    """Return a regular polygon with a corner at the top."""
    return polygon(around(x, y, count, radius, turn))


def star(x: float, y: float, count: int, outer: float, inner: float, turn: float = 0.0) -> VectorPath:
    """Return a star with a point at the top."""
    tips = around(x, y, count, outer, turn)
    dents = around(x, y, count, inner, turn + 180 / count)
    return polygon(point for pair in zip(tips, dents, strict=True) for point in pair)


def smooth(points: Sequence[Vector], bend: float = 1.0) -> VectorPath:
    """Return a closed round path through `points` (Catmull-Rom); `bend` nought makes it a polygon."""
    count = len(points)
    steps: list[Step] = [("M", points[0])]
    for number in range(count):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (points[(number + k) % count] for k in (-1, 0, 1, 2))
        steps.append(
            (
                "C",
                (
                    bx + (cx - ax) * bend / 6,
                    by + (cy - ay) * bend / 6,
                    cx - (dx - bx) * bend / 6,
                    cy - (dy - by) * bend / 6,
                    cx,
                    cy,
                ),
            )
        )
    return VectorPath((*steps, ("Z", ())))


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two: `share` of the second in the first."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def filled(path: VectorPath, fill: str) -> Figure:
    """Return a path that is filled."""
    return Figure(path, fill)


def lined(path: VectorPath, stroke: str, width: float) -> Figure:
    """Return a path that is drawn as a line."""
    return Figure(path, None, stroke, width)


def inked(path: VectorPath, fill: str, stroke: str, width: float) -> Figure:
    """Return a path that is filled and has an outline."""
    return Figure(path, fill, stroke, width)
