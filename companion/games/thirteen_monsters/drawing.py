"""The cards of 13 Monsters as we draw them: thirteen creatures, each cut into three rows and two halves.

Laid beside and below each other, the six cards of a monster make it whole; any other three pairs make a new one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin

from companion.decks.cards import DeckCard, PhysicalDeck
from companion.drawing import creatures, layout, symbols
from companion.drawing.creature_traits import Traits
from companion.drawing.digits import haloed, number
from companion.drawing.layout import INK, IVORY
from companion.drawing.paths import (
    Artwork,
    Figures,
    VectorPath,
    around,
    ellipse,
    filled,
    inked,
    lined,
    mixed,
    parsed,
    placed,
    polygon,
    rectangle,
)

WIDTH, HEIGHT = 60.0, 50.0
LOGO_WIDTH = 3 * WIDTH
PLUM, GOLD = "#43204f", "#f0c04a"


@dataclass(frozen=True, slots=True)
class ElementStyle:
    """How an element looks: its sign, its colour, and the air behind its monsters."""

    sign: VectorPath
    colour: str
    sky: str


ELEMENTS = {
    "earth": ElementStyle(symbols.MOUNTAIN, "#7a5230", "#ecd9b0"),
    "air": ElementStyle(symbols.WIND, "#5b7f95", "#d9f0f2"),
    "fire": ElementStyle(symbols.FLAME, "#c8321e", "#fcd8bd"),
    "water": ElementStyle(symbols.DROP, "#2360b0", "#c3dbf6"),
    "ghost": ElementStyle(symbols.GHOST, "#5a3d8c", "#b9a6e0"),
}
MONSTERS: tuple[Traits, ...] = (
    Traits("pear", "#7ba23f", "#f2c84b", "two", "grin", "sprout", "belly", "arms"),
    Traits("block", "#b9672e", "#f3dfb8", "sleepy", "fangs", "antlers", "brow", "claws"),
    Traits("round", "#f2f0ea", "#3b3440", "dots", "smile", "cat", "patch", "boots"),
    Traits("egg", "#f0cf5b", "#e2703a", "lashes", "beak", "crest", "freckles", "wings"),
    Traits("cloud", "#9fc9ea", "#ffffff", "tall", "round", "puffs", "none", "none"),
    Traits("tall", "#b39ddb", "#f7a8c4", "three", "tongue", "bunny", "spots", "arms"),
    Traits("spiky", "#d9432f", "#ffc13b", "cross", "saw", "fire", "none", "claws"),
    Traits("drop", "#f08a2b", "#7e2a3b", "stars", "moustache", "curls", "bands", "boots"),
    Traits("gem", "#7e2a3b", "#f6b04a", "visor", "zigzag", "bolts", "brow", "tentacles"),
    Traits("wide", "#28a6b5", "#f4e3a1", "one", "laugh", "fins", "scales", "none"),
    Traits("tub", "#2f5fa8", "#8fe0d0", "four", "whiskers", "antennae", "spots", "tentacles"),
    Traits("peak", "#4f86c6", "#f3b6c8", "glasses", "snout", "cap", "belly", "boots"),
    Traits("ghost", "#f4f1ff", "#8e6bd1", "uneven", "fang", "crown", "freckles", "none"),
)


def draw(deck: PhysicalDeck, card: DeckCard) -> Artwork:
    """Return a half of a part of a monster, or the logo."""
    figures = _logo() if card.kind == "logo" else _half(deck, card)
    return _fitted(figures, card)


def draw_back(deck: PhysicalDeck, card: DeckCard) -> Artwork:
    """Return the back: all 78 alike; the logo card has one of its size."""
    del deck
    width = LOGO_WIDTH if card.kind == "logo" else WIDTH
    x, y = width / 2, HEIGHT / 2
    eyes = tuple(filled(ellipse(a, b, 1.1), GOLD) for a, b in around(x, y, 13, 12.6))
    middle = (*eyes, *placed((filled(symbols.GHOST, GOLD),), x, y, 0.16))
    return _fitted(layout.back(width, HEIGHT, PLUM, "#8f5aa3", middle), card)


def _fitted(figures: Figures, card: DeckCard) -> Artwork:
    """Return a side in the size of the card."""
    return layout.fitted(figures, (LOGO_WIDTH if card.kind == "logo" else WIDTH, HEIGHT), card.size_mm)


def _element(deck: PhysicalDeck, monster: int) -> ElementStyle:
    rows = deck.records.get("monster", ())
    name = next((str(row["element"]) for row in rows if row["number"] == monster), "ghost")
    return ELEMENTS.get(name, ELEMENTS["ghost"])


def _half(deck: PhysicalDeck, card: DeckCard) -> Figures:
    """Return one of the six cards of a monster: it is cut out of the whole one."""
    monster, level, left = card.number("monster"), card.number("level"), card.text("side") == "L"
    style = _element(deck, monster)
    whole = placed(creatures.creature(MONSTERS[monster - 1]), WIDTH if left else 0, -(level - 1) * HEIGHT)
    window = rectangle(1.6, 1.6, WIDTH - 3.2, HEIGHT - 3.2, 3)
    return (
        *_sky(style, left=left, level=level),
        *layout.window_of(whole, WIDTH, HEIGHT),
        layout.framed(WIDTH, HEIGHT, window, IVORY),
        lined(window, style.colour, 0.8),
        *_badge(style, monster, level, left=left),
    )


def _sky(style: ElementStyle, *, left: bool, level: int) -> Figures:
    """Return what is behind a monster: the left half lies in the light, and every level has its own air."""
    base = mixed(style.sky, layout.WHITE, 0.35) if left else mixed(style.sky, style.colour, 0.22)
    tint = mixed(base, style.colour, 0.2)
    x = WIDTH if left else 0.0
    drawn: tuple[Callable[[], Figures], ...] = (
        lambda: layout.rays(x, HEIGHT, 16, 90, tint),
        lambda: layout.rings(x, HEIGHT / 2, range(6, 80, 9), tint, 3),
        lambda: layout.waves(WIDTH, HEIGHT, 8, tint, 2.6, 15),
    )
    return (layout.ground(WIDTH, HEIGHT, base), *drawn[level - 1]())


def _badge(style: ElementStyle, monster: int, level: int, *, left: bool) -> Figures:
    """Return the outer corner: the element, the number of the monster, and the wheel that tells part and half."""
    x = 8.0 if left else WIDTH - 8.0
    text = str(monster)
    return (
        inked(ellipse(x, 8.4, 5.6), style.colour, IVORY, 0.9),
        *placed((filled(style.sign, IVORY),), x, 8.4, 0.074),
        *_wheel(x, HEIGHT - 8.4, level, style.colour, left=left),
        inked(rectangle(x - 4.7, HEIGHT / 2 - 4, 9.4, 8, 2.6), IVORY, style.colour, 0.7),
        *number(text, x, HEIGHT / 2, 5.0, INK),
    )


def _wheel(x: float, y: float, level: int, colour: str, *, left: bool) -> Figures:
    """Return a wheel of six fields, with the field of the card filled: two halves of a part face each other."""
    angle = {1: 60, 2: 0, 3: -60}[level]
    middle = 180 + angle if left else -angle
    arc = [radians(middle + step * 10 - 30) for step in range(7)]
    spokes = around(x, y, 6, 5.2)
    field = polygon([(x, y), *((x + 5.2 * cos(at), y + 5.2 * sin(at)) for at in arc)])
    return (
        inked(ellipse(x, y, 5.6), IVORY, colour, 0.9),
        filled(field, colour),
        *(lined(VectorPath((("M", (x, y)), ("L", point))), mixed(colour, IVORY, 0.45), 0.35) for point in spokes),
        filled(ellipse(x, y, 1.2), IVORY),
    )


def _logo() -> Figures:
    """Return the card in the middle of the table: twelve monsters about the thirteenth, and their number."""
    x, y = LOGO_WIDTH / 2, HEIGHT / 2
    window = rectangle(2.2, 2.2, LOGO_WIDTH - 4.4, HEIGHT - 4.4, 4)
    crowd: Figures = ()
    for at, traits in enumerate(MONSTERS[:12]):
        side = -1 if at % 2 else 1
        step = at // 2
        place = x + side * (75 - step * 10.0)
        crowd += creatures.standing(traits, place, HEIGHT - 3.2 - (4 if step % 2 else 0), 30 + step * 1.3)
    moon = (filled(ellipse(x, y, 26), "#f7e3a0"), filled(ellipse(x, y, 22), "#fbeec2"))
    ghost = creatures.standing(MONSTERS[12], x, HEIGHT + 7, 53)
    hill = parsed(f"M-4 44 C40 36 60 46 90 41 C120 36 150 46 {LOGO_WIDTH + 4} 40 L{LOGO_WIDTH + 4} 60 L-4 60 Z")
    return (
        layout.ground(LOGO_WIDTH, HEIGHT, PLUM),
        *layout.confetti(LOGO_WIDTH, HEIGHT, 9, 0.9, 5, GOLD),
        *moon,
        filled(hill, "#2b1436"),
        *crowd,
        *ghost,
        layout.framed(LOGO_WIDTH, HEIGHT, window, IVORY),
        lined(window, PLUM, 1.2),
        inked(rectangle(x - 13, HEIGHT - 15.5, 26, 12, 4), PLUM, GOLD, 0.9),
        *haloed("13", x, HEIGHT - 9.5, 7.4, GOLD, PLUM),
    )
