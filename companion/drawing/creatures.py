"""Friendly monsters of our own, put together from parts: body, eyes, mouth, what grows on the head, pattern, feet.

A creature stands in a box 120 wide and 150 high, x from -60 to 60 and y from 0 to 150: what grows on its head lies in
the upper third, its eyes in the middle one, mouth and feet in the lower one. So it can be cut into three rows and two
halves, and every part still says whose it is.
"""

from __future__ import annotations

from companion.drawing.creature_faces import EYES, MOUTHS
from companion.drawing.creature_parts import FEET, PATTERNS, TOPS
from companion.drawing.creature_traits import HEIGHT, LINE, Traits
from companion.drawing.layout import INK
from companion.drawing.paths import (
    Figures,
    VectorPath,
    around,
    ellipse,
    inked,
    parsed,
    placed,
    rectangle,
    smooth,
    star,
)

BODIES: dict[str, VectorPath] = {
    "round": ellipse(0, 88, 49, 52),
    "tall": rectangle(-37, 27, 74, 114, 36),
    "wide": rectangle(-54, 44, 108, 96, 42),
    "pear": smooth(
        ((0, 29), (25, 42), (33, 76), (51, 110), (39, 136), (0, 141), (-39, 136), (-51, 110), (-33, 76), (-25, 42))
    ),
    "block": rectangle(-46, 34, 92, 106, 15),
    "ghost": parsed(
        "M-46 138 L-46 78 C-46 46 -25 27 0 27 C25 27 46 46 46 78 L46 138 C38 147 33 128 23 128 C13 128 10 145 0 145 "
        "C-10 145 -13 128 -23 128 C-33 128 -38 147 -46 138 Z"
    ),
    "spiky": star(0, 88, 15, 56, 46),
    "cloud": smooth(
        [point for pair in zip(around(0, 88, 9, 56), around(0, 88, 9, 45, 20), strict=True) for point in pair]
    ),
    "egg": smooth(((0, 26), (31, 56), (46, 100), (30, 136), (0, 142), (-30, 136), (-46, 100), (-31, 56))),
    "peak": smooth(((0, 22), (30, 78), (54, 122), (44, 139), (0, 142), (-44, 139), (-54, 122), (-30, 78)), 0.8),
    "bean": smooth(((10, 28), (40, 44), (42, 84), (54, 116), (34, 140), (-20, 141), (-48, 120), (-36, 84), (-30, 42))),
    "gem": smooth(around(0, 86, 6, 58), 0.35),
    "drop": smooth(((0, 20), (14, 46), (44, 84), (48, 116), (26, 140), (-26, 140), (-48, 116), (-44, 84), (-14, 46))),
    "tub": smooth(((-42, 32), (42, 32), (54, 60), (46, 128), (34, 140), (-34, 140), (-46, 128), (-54, 60)), 0.6),
}


def creature(traits: Traits) -> Figures:
    """Return the whole creature, from back to front."""
    body = BODIES[traits.body]
    return (
        *TOPS[traits.top](traits),
        *FEET[traits.feet](traits),
        inked(body, traits.colour, INK, LINE),
        *PATTERNS[traits.pattern](traits),
        *MOUTHS[traits.mouth](traits),
        *EYES[traits.eyes](traits),
    )


def standing(traits: Traits, x: float, y: float, height: float) -> Figures:
    """Return the creature with the middle of its feet at (x, y), so many millimetres high."""
    scale = height / HEIGHT
    return placed(creature(traits), x, y - height, scale)
