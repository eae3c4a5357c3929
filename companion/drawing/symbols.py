"""Signs that differ in shape before they differ in colour, each in a square from -50 to 50."""

from __future__ import annotations

from companion.drawing.paths import (
    VectorPath,
    around,
    ellipse,
    parsed,
    polygon,
    star,
)

FLAME = parsed(
    "M4 -50 C8 -28 36 -14 36 16 C36 37 19 50 0 50 C-20 50 -36 37 -36 15 C-36 2 -30 -8 -22 -18 "
    "C-20 -8 -15 -2 -9 -3 C-14 -22 -6 -40 4 -50 Z M3 8 C8 17 17 22 17 32 C17 40 10 45 1 45 C-9 45 -15 39 -15 31 "
    "C-15 22 -2 21 3 8 Z"
)
DROP = parsed("M0 -50 C14 -24 35 -6 35 16 C35 36 18 50 0 50 C-18 50 -35 36 -35 16 C-35 -6 -14 -24 0 -50 Z")
MOON = parsed(
    "M16 -47 C-18 -50 -48 -24 -48 4 C-48 32 -24 50 2 50 C24 50 41 38 47 20 C20 32 -9 20 -12 -8 C-13 -24 -2 -38 16 -47 Z"
)
CLOUD = parsed("M-28 32 C-52 32 -56 0 -32 -4 C-36 -32 2 -42 12 -20 C28 -30 46 -14 38 2 C58 6 52 32 34 32 Z")
LEAF = parsed("M-30 34 C-52 -6 -14 -48 48 -48 C52 8 20 52 -22 40 L-36 50 L-42 44 Z M-14 20 L30 -28 L26 -32 L-20 15 Z")
STAR = star(0, 3, 5, 52, 23)


def _sun() -> VectorPath:
    rays = VectorPath(())
    for number in range(8):
        turn = number * 45
        (tip,) = around(0, 0, 1, 50, turn)
        foot, other = around(0, 0, 1, 31, turn - 16)[0], around(0, 0, 1, 31, turn + 16)[0]
        rays += polygon((tip, other, foot))
    return ellipse(0, 0, 25) + rays


SUN = _sun()
MOUNTAIN = parsed("M-50 40 L-16 -30 L-2 -6 L14 -44 L50 40 Z M14 -44 L2 -16 L10 -20 L15 -10 L22 -22 Z")
WIND = parsed(
    "M-48 -6 L22 -6 C40 -6 44 -34 24 -36 C12 -37 6 -26 12 -20 L18 -24 C16 -30 30 -32 30 -22 C30 -17 26 -14 20 -14 "
    "L-48 -14 Z M-48 8 L34 8 C52 10 52 42 28 42 C12 42 8 24 20 22 L22 30 C18 32 22 36 28 34 C38 32 38 18 30 16 "
    "L-48 16 Z M-48 -28 L-10 -28 C0 -30 -2 -44 -14 -42 L-16 -36 C-10 -38 -8 -35 -14 -34 L-48 -34 Z"
)
GHOST = parsed(
    "M-34 48 L-34 -6 C-34 -34 -18 -50 0 -50 C18 -50 34 -34 34 -6 L34 48 L20 36 L10 48 L0 36 L-10 48 L-20 36 Z "
    "M-12 -18 C-20 -18 -20 0 -12 0 C-4 0 -4 -18 -12 -18 Z M12 -18 C4 -18 4 0 12 0 C20 0 20 -18 12 -18 Z"
)
