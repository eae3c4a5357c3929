"""What cards of several games have in common: grounds, frames with a window, textures, backs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import cos, pi, sin

from companion.drawing.paths import (
    Affine,
    Artwork,
    Figure,
    Figures,
    Vector,
    VectorPath,
    ellipse,
    filled,
    line,
    lined,
    placed,
    polygon,
    rectangle,
    regular,
    star,
)

BLEED_MM = 3.0
"""Grounds run so far over the edge, so that a cut beside the line shows no white."""
IVORY = "#fbf7ec"
INK = "#1d1b2e"
WHITE = "#ffffff"


def ground(width: float, height: float, colour: str) -> Figure:
    """Return a whole side in one colour."""
    return filled(rectangle(-BLEED_MM, -BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM), colour)


def fitted(figures: Figures, drawn_mm: Vector, size_mm: Vector) -> Artwork:
    """Return a side that was drawn in one size in the size of the card: a box of another make has other cards."""
    across, down = size_mm[0] / drawn_mm[0], size_mm[1] / drawn_mm[1]
    same = across == down == 1
    return Artwork(*size_mm, figures if same else tuple(each.mapped(Affine(across, 0, 0, down)) for each in figures))


def framed(width: float, height: float, window: VectorPath, colour: str) -> Figure:
    """Return a frame over a whole side with a window in it: it cuts what was drawn below it."""
    whole = rectangle(-BLEED_MM, -BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM)
    return filled(whole + window, colour)


def window_of(figures: Iterable[Figure], width: float, height: float) -> Figures:
    """Return the figures of which something may be seen on a side: a part of a large drawing need not hold it all."""
    return tuple(each for each in figures if _reaches(each, width, height))


def _reaches(figure: Figure, width: float, height: float) -> bool:
    points = [point for points, _ in figure.path.flattened(1.0) for point in points]
    rim = figure.width / 2 + BLEED_MM
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across) <= width + rim and max(across) >= -rim and min(down) <= height + rim and max(down) >= -rim


def both_ends(figures: Figures, width: float, height: float) -> Figures:
    """Return `figures`, and once more turned about the middle of the card: it has no wrong end up."""
    return (*figures, *placed(figures, width, height, turn=180))


def rays(x: float, y: float, count: int, radius: float, colour: str) -> Figures:
    """Return rays from a point, as many dark as light ones."""
    step = pi / count
    return tuple(
        filled(
            polygon(
                (
                    (x, y),
                    (x + radius * cos(at * 2 * step), y + radius * sin(at * 2 * step)),
                    (x + radius * cos((at * 2 + 1) * step), y + radius * sin((at * 2 + 1) * step)),
                )
            ),
            colour,
        )
        for at in range(count)
    )


def rings(x: float, y: float, radii: Iterable[float], colour: str, width: float) -> Figures:
    """Return circles about one point."""
    return tuple(lined(ellipse(x, y, radius), colour, width) for radius in radii)


def stripes(width: float, height: float, step: float, colour: str, thick: float, lean: float = 0.0) -> Figures:
    """Return upright stripes over a whole side; `lean` is how far they lean over the height."""
    count = int((width + abs(lean)) / step) + 2
    start = min(0.0, -lean)
    return tuple(
        lined(line((start + at * step, -BLEED_MM), (start + at * step + lean, height + BLEED_MM)), colour, thick)
        for at in range(count)
    )


def waves(width: float, height: float, step: float, colour: str, thick: float, length: float = 12.0) -> Figures:
    """Return waves that run across a whole side."""
    return tuple(lined(_wave(width, step * (at + 0.5), length), colour, thick) for at in range(int(height / step) + 1))


def _wave(width: float, y: float, length: float) -> VectorPath:
    steps: list[tuple[str, tuple[float, ...]]] = [("M", (-length, y))]
    at, up = -length, True
    while at < width + length:
        bend = -length / 4 if up else length / 4
        steps.append(("C", (at + length / 4, y + bend, at + length / 4, y + bend, at + length / 2, y)))
        at, up = at + length / 2, not up
    return VectorPath(tuple(steps))


def grid_points(width: float, height: float, step: float) -> Iterator[Vector]:
    """Yield points over a whole side, every second row shifted."""
    rows, columns = int(height / step) + 2, int(width / step) + 2
    for row, column in product(range(rows), range(columns)):
        yield column * step + (step / 2 if row % 2 else 0), row * step


def dots(width: float, height: float, step: float, radius: float, colour: str) -> Figures:
    """Return dots over a whole side."""
    return tuple(filled(ellipse(x, y, radius), colour) for x, y in grid_points(width, height, step))


def confetti(width: float, height: float, step: float, size: float, corners: int, colour: str) -> Figures:
    """Return small stars or polygons over a whole side."""
    shape = regular if corners < 5 else lambda x, y, n, r: star(x, y, n, r, r * 0.45)
    return tuple(filled(shape(x, y, corners, size), colour) for x, y in grid_points(width, height, step))


def back(width: float, height: float, dark: str, light: str, middle: Figures) -> Figures:
    """Return the back of a card: a lattice in two colours and a sign in its middle."""
    inner = rectangle(4, 4, width - 8, height - 8, 4)
    lattice = (
        *stripes(width, height, 6, light, 0.45, lean=height),
        *stripes(width, height, 6, light, 0.45, lean=-height),
    )
    return (
        ground(width, height, dark),
        *lattice,
        framed(width, height, inner, dark),
        lined(inner, light, 0.9),
        lined(rectangle(2.4, 2.4, width - 4.8, height - 4.8, 5), light, 0.4),
        filled(ellipse(width / 2, height / 2, min(width, height) * 0.33), dark),
        *rings(width / 2, height / 2, [min(width, height) * 0.33, min(width, height) * 0.3], light, 0.6),
        *middle,
    )
