"""Weapons and spells as we draw them, each in a square from -50 to 50, and the field on which each stands."""

from __future__ import annotations

from collections.abc import Callable

from companion.drawing.digits import number
from companion.drawing.layout import INK
from companion.drawing.paths import (
    Figures,
    VectorPath,
    around,
    ellipse,
    filled,
    inked,
    line,
    lined,
    mixed,
    parsed,
    placed,
    polygon,
    rectangle,
    regular,
    smooth,
    star,
)

STEEL, WOOD, GLASS = "#cfd8e3", "#a9703a", "#e3f3f8"


def sword(_: str = "") -> Figures:
    """Return a sword."""
    blade = polygon(((0, -50), (9, -38), (9, 14), (-9, 14), (-9, -38)))
    upright = (
        inked(blade, STEEL, INK, 3),
        lined(line((0, -36), (0, 10)), mixed(STEEL, INK, 0.4), 2.4),
        inked(rectangle(-27, 13, 54, 10, 5), "#e3b23c", INK, 3),
        inked(rectangle(-5.5, 23, 11, 18), WOOD, INK, 3),
        inked(ellipse(0, 45, 7), "#e3b23c", INK, 3),
    )
    return placed(upright, 0, 0, 1, 38)


def _bow(_: str) -> Figures:
    arc = parsed("M-14 -47 C48 -34 48 34 -14 47")
    return (
        lined(line((-14, -47), (-30, 0), (-14, 47)), INK, 2.6),
        lined(arc, INK, 13),
        lined(arc, WOOD, 7.5),
        lined(line((-34, 0), (40, 0)), INK, 5),
        inked(polygon(((50, 0), (33, -11), (33, 11))), STEEL, INK, 3),
        inked(polygon(((-48, -10), (-34, -10), (-26, 0), (-34, 10), (-48, 10), (-40, 0))), "#d2382a", INK, 2.6),
    )


def _axe(_: str) -> Figures:
    handle = line((-30, 46), (20, -36))
    blade = parsed("M8 -48 C34 -56 54 -28 46 6 C38 -8 26 -12 14 -8 L-2 -32 Z")
    other = parsed("M2 -30 L16 -6 C6 2 -8 -2 -18 -14 C-12 -16 -4 -22 2 -30 Z")
    return (
        lined(handle, INK, 14),
        lined(handle, WOOD, 8.5),
        inked(other, mixed(STEEL, INK, 0.25), INK, 3),
        inked(blade, STEEL, INK, 3),
        lined(line((-22, 32), (-14, 20)), INK, 2.4),
    )


def _flame(_: str) -> Figures:
    outer = parsed(
        "M4 -50 C8 -28 38 -14 38 16 C38 38 20 50 0 50 C-20 50 -38 38 -38 15 C-38 2 -32 -8 -23 -18 C-20 -8 -16 -3 -9 -4 "
        "C-14 -22 -6 -40 4 -50 Z"
    )
    inner = parsed(
        "M4 -14 C6 0 22 6 22 24 C22 38 12 45 1 45 C-11 45 -21 38 -21 24 C-21 16 -16 10 -10 6 C-8 12 -6 14 -2 14 "
        "C-4 4 0 -6 4 -14 Z"
    )
    return (inked(outer, "#e2451f", INK, 3.4), filled(inner, "#ffb52e"), filled(ellipse(0, 33, 9, 10), "#fff0a8"))


def _frost(_: str) -> Figures:
    arm = (line((0, 0), (0, -47)), line((-13, -42), (0, -29), (13, -42)), line((-11, -22), (0, -13), (11, -22)))
    arms = [
        placed(tuple(lined(part, colour, width) for part in arm), 0, 0, 1, turn)
        for colour, width in ((INK, 12), ("#dff4ff", 6))
        for turn in range(0, 360, 60)
    ]
    return (*(figure for each in arms for figure in each), inked(regular(0, 0, 6, 10), "#7fd0f5", INK, 3))


def _potion(_: str) -> Figures:
    flask = parsed(
        "M-11 -38 L-11 -14 C-34 -6 -42 12 -38 28 C-34 44 -18 49 0 49 C18 49 34 44 38 28 C42 12 34 -6 11 -14 L11 -38 Z"
    )
    juice = parsed("M-37 14 C-24 6 -12 20 2 13 C14 7 26 10 37 15 C40 38 24 46 0 46 C-24 46 -40 38 -37 14 Z")
    bubbles = ((-14, 28, 5.5), (8, 32, 7), (18, 22, 4), (-2, 2, 4))
    return (
        filled(flask, GLASS),
        filled(juice, "#9b4fd0"),
        *(filled(ellipse(x, y, r), "#e9cffb") for x, y, r in bubbles),
        lined(flask, INK, 3.6),
        inked(rectangle(-16, -42, 32, 8, 3), GLASS, INK, 3),
        inked(rectangle(-9, -50, 18, 9, 3), WOOD, INK, 3),
    )


def staff(_: str = "") -> Figures:
    """Return a wizard's staff."""
    rod = parsed("M-20 50 C-10 20 2 4 6 -16")
    return (
        lined(rod, INK, 12),
        lined(rod, WOOD, 6.5),
        lined(parsed("M6 -16 C-16 -14 -18 -46 8 -48 C30 -48 34 -22 20 -14"), INK, 9),
        lined(parsed("M6 -16 C-16 -14 -18 -46 8 -48 C30 -48 34 -22 20 -14"), WOOD, 4.5),
        inked(star(9, -30, 5, 15, 6.5), "#ffd84a", INK, 2.6),
    )


def rune(mark: str) -> Figures:
    """Return the sign of a symbol that we have not drawn: a star with as many points as its place in the deck says."""
    points = 3 + int(mark) % 7
    return (inked(star(0, 0, points, 46, 22), "#f4e3b2", INK, 4), *number(str(int(mark) + 1), 0, 0, 26, INK))


DRAWN: dict[str, Callable[[str], Figures]] = {
    "sword": sword,
    "bow": _bow,
    "axe": _axe,
    "flame": _flame,
    "frost": _frost,
    "potion": _potion,
}
SHIELD = parsed("M-40 -44 C-20 -38 -10 -42 0 -48 C10 -42 20 -38 40 -44 C46 4 34 34 0 50 C-34 34 -46 4 -40 -44 Z")
FIELDS: dict[str, VectorPath] = {
    "sword": SHIELD,
    "bow": ellipse(0, 0, 47),
    "axe": regular(0, 0, 6, 52),
    "flame": smooth(around(0, 0, 4, 55), 0.3),
    "frost": star(0, 0, 12, 52, 42),
    "potion": rectangle(-43, -43, 86, 86, 16),
}
