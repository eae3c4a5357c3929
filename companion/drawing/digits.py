"""Figures and signs of our own drawing, as lines with round ends: no font is needed anywhere."""

from __future__ import annotations

from companion.drawing.paths import Affine, Figures, VectorPath, lined, parsed

HEIGHT = 100.0
WIDTH = 60.0
GAP = 22.0
WEIGHT = 17.0
"""Of a line, where a figure is 100 high."""

_SIX = "M47 12 C42 8 37 6 32 6 C13 6 6 28 6 58 C6 82 15 94 30 94 C45 94 54 82 54 66 C54 50 44 40 31 40 C18 40 8 50 6 62"
_SIGNS = {
    "0": "M30 6 C48 6 54 26 54 50 C54 74 48 94 30 94 C12 94 6 74 6 50 C6 26 12 6 30 6 Z",
    "1": "M12 24 L34 6 L34 94 M14 94 L54 94",
    "2": "M8 28 C10 12 20 6 31 6 C44 6 53 16 53 29 C53 46 34 58 8 94 L54 94",
    "3": "M9 18 C15 9 22 6 30 6 C44 6 51 15 51 26 C51 39 42 47 28 47 C44 47 54 56 54 70 C54 85 44 94 30 94 "
    "C19 94 11 89 6 79",
    "4": "M42 94 L42 6 L6 68 L56 68",
    "5": "M50 6 L16 6 L11 46 C17 40 24 37 31 37 C46 37 54 49 54 65 C54 83 43 94 29 94 C18 94 11 89 6 80",
    "6": _SIX,
    "7": "M7 6 L54 6 C40 32 30 60 26 94",
    "8": "M30 46 C18 46 10 38 10 26 C10 14 18 6 30 6 C42 6 50 14 50 26 C50 38 42 46 30 46 C15 46 6 56 6 70 "
    "C6 85 15 94 30 94 C45 94 54 85 54 70 C54 56 45 46 30 46 Z",
    "+": "M30 24 L30 80 M2 52 L58 52",
    "-": "M4 52 L56 52",
    "x": "M8 32 L52 80 M52 32 L8 80",
}
_HALF_TURN = Affine(-1, 0, 0, -1, WIDTH, HEIGHT)
_PATHS: dict[str, VectorPath] = {
    **{sign: parsed(text) for sign, text in _SIGNS.items()},
    "9": parsed(_SIX).mapped(_HALF_TURN),
}


def number(text: str, x: float, y: float, height: float, colour: str, *, weight: float = WEIGHT) -> Figures:
    """Return `text` in figures and the signs + - x, with its middle at (x, y)."""
    scale = height / HEIGHT
    left = x - width_of(text, height) / 2
    return tuple(
        lined(
            _PATHS[sign].mapped(Affine(scale, 0, 0, scale, left + place * (WIDTH + GAP) * scale, y - height / 2)),
            colour,
            weight * scale,
        )
        for place, sign in enumerate(text)
    )


def width_of(text: str, height: float) -> float:
    """Return how wide `text` becomes."""
    return (len(text) * (WIDTH + GAP) - GAP) * height / HEIGHT


def haloed(text: str, x: float, y: float, height: float, colour: str, halo: str) -> Figures:
    """Return `text` with a rim in another colour, so that it stands out on anything."""
    return (*number(text, x, y, height, halo, weight=WEIGHT + 16), *number(text, x, y, height, colour))
