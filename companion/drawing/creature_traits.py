"""What creatures are made of, and what all their parts have in common."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.layout import INK
from companion.drawing.paths import Figures, mixed, placed

WIDTH, HEIGHT = 120.0, 150.0
LINE = 3.0
"""How wide outlines are."""
EYE_Y, MOUTH_Y = 76.0, 114.0
TONGUE = "#e8647c"
DARK_MOUTH = "#571c34"


@dataclass(frozen=True, slots=True)
class Traits:
    """What a creature is made of: names of `BODIES`, `EYES`, `MOUTHS`, `TOPS`, `PATTERNS` and `FEET`."""

    body: str
    colour: str
    accent: str
    eyes: str
    mouth: str
    top: str
    pattern: str = "none"
    feet: str = "boots"


def paler(colour: str) -> str:
    """Return a colour with light on it."""
    return mixed(colour, "#ffffff", 0.45)


def darker(colour: str) -> str:
    """Return a colour in the shade."""
    return mixed(colour, INK, 0.35)


def mirrored_too(figures: Figures) -> Figures:
    """Return what is drawn on the right, and its mirror image on the left."""
    return (*figures, *placed(figures, 0, 0, mirrored=True))
