"""Where parts lie in a picture when they lie in rows: from a place in the rows to pixels, and back.

The places that were read tell how the rows lie: the affine map that fits them best (least squares) takes a place to
pixels. Plain Python, because a referee may use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.observations import Point

Place: TypeAlias = tuple[int, int]
"""Row and column of a square, or the axial coordinates of a tile."""
_Row: TypeAlias = tuple[float, float, float]

_LEAST = 1e-9
"""A determinant below this belongs to places in one line, which do not tell how the other rows lie."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The affine map from places to pixels: x and y are each `a * first + b * second + c`."""

    x: _Row
    y: _Row

    @classmethod
    def fitted(cls, seen: Sequence[tuple[Place, Point]]) -> Rows | None:
        """Return the map that fits `seen` best; None when these places do not tell it."""
        rows = [(float(first), float(second), 1.0) for (first, second), _ in seen]
        normal = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
        whole = _determinant(normal)
        if abs(whole) < _LEAST:
            return None
        solved = []
        for axis in (0, 1):
            right = [sum(row[i] * point[axis] for row, (_, point) in zip(rows, seen, strict=True)) for i in range(3)]
            a, b, c = (_determinant(_with_column(normal, at, right)) / whole for at in range(3))
            solved.append((a, b, c))
        return cls(*solved)

    def point(self, place: Place) -> Point:
        """Return where the middle of `place` is in the picture."""
        first, second = place
        x, y = (a * first + b * second + c for a, b, c in (self.x, self.y))
        return x, y

    def place(self, point: Point) -> Place | None:
        """Return the place whose middle is nearest to `point`; None when the rows lie in one line."""
        (ax, bx, cx), (ay, by, cy) = self.x, self.y
        area = ax * by - bx * ay
        if abs(area) < _LEAST:
            return None
        x, y = point[0] - cx, point[1] - cy
        return round((x * by - y * bx) / area), round((y * ax - x * ay) / area)


def _with_column(matrix: Sequence[Sequence[float]], at: int, column: Sequence[float]) -> list[list[float]]:
    return [[column[i] if j == at else row[j] for j in range(3)] for i, row in enumerate(matrix)]


def _determinant(matrix: Sequence[Sequence[float]]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
