"""The cards of Monad as we draw them: a band at each end that a column leaves visible, and as many signs as the rank.

Every colour has a sign and a texture of its own, so that nobody needs to see colours to tell two cards apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin

from companion.decks.cards import DeckCard, PhysicalDeck
from companion.drawing import layout, symbols
from companion.drawing.digits import haloed, number
from companion.drawing.paths import (
    Artwork,
    Figure,
    Figures,
    VectorPath,
    around,
    ellipse,
    filled,
    inked,
    line,
    lined,
    mixed,
    placed,
    polygon,
    rectangle,
    regular,
)

WIDTH, HEIGHT = 63.0, 88.0
MIDDLE = (WIDTH / 2, HEIGHT / 2)
BAND = (3.0, 3.0, WIDTH - 6.0, 14.0)
"""What a column leaves visible of a card, about: left, top, width, height."""
WINDOW = rectangle(3, 19, WIDTH - 6, HEIGHT - 38, 3)
GOLD = "#d9b44a"
NIGHT = "#241f45"


@dataclass(frozen=True, slots=True)
class ColourStyle:
    """How a colour looks."""

    colour: str
    on_it: str
    """What is readable on it."""
    sign: VectorPath


STYLES = {
    "red": ColourStyle("#bd1f1a", layout.WHITE, symbols.FLAME),
    "orange": ColourStyle("#ea7a10", layout.INK, symbols.SUN),
    "yellow": ColourStyle("#f7d51d", layout.INK, symbols.STAR),
    "navy": ColourStyle("#23307f", layout.WHITE, symbols.MOON),
    "sky": ColourStyle("#7ac8f2", layout.INK, symbols.CLOUD),
    "green": ColourStyle("#1f9a58", layout.WHITE, symbols.LEAF),
}
PAIRS = (("red", "navy"), ("orange", "sky"), ("yellow", "green"))
RANKS = ("unit", "bi", "tri", "quad", "quint")
SIGN_MM = (31.0, 19.0, 15.5, 14.5, 13.0)
"""How large the signs of each rank are."""


def draw(deck: PhysicalDeck, card: DeckCard) -> Artwork:
    """Return the face of a card."""
    del deck
    figures = {"card": _ranked, "identity": _identity, "bonus": _bonus, "monad": _monad}[card.kind](card)
    return layout.fitted(figures, (WIDTH, HEIGHT), card.size_mm)


def draw_back(deck: PhysicalDeck, card: DeckCard) -> Artwork:
    """Return the other side of a card: of a Bonus card that it has been used, of all others the same."""
    del deck
    if card.kind == "bonus":
        figures = layout.back(WIDTH, HEIGHT, "#5a5a63", "#a9a9b2", placed(_knots("#a9a9b2"), *MIDDLE))
    else:
        figures = layout.back(WIDTH, HEIGHT, NIGHT, GOLD, _rosette())
    return layout.fitted(figures, (WIDTH, HEIGHT), card.size_mm)


def _sign(style: ColourStyle, x: float, y: float, size: float, colour: str, turn: float = 0.0) -> Figures:
    return placed((filled(style.sign, colour),), x, y, size / 100, turn)


def _ranked(card: DeckCard) -> Figures:
    """Return the face of a Unit, Bi, Tri, Quad or Quint."""
    style, rank = STYLES[card.text("colour")], RANKS.index(card.text("rank"))
    return (
        *_texture(card.text("colour"), style.colour),
        layout.framed(WIDTH, HEIGHT, WINDOW, layout.IVORY),
        *layout.both_ends(_band(style, card.text("value"), _polygon_of(rank, style.on_it)), WIDTH, HEIGHT),
        lined(WINDOW, style.colour, 0.9),
        *_medallion(style, rank),
    )


def _band(style: ColourStyle, value: str, middle: Figures) -> Figures:
    """Return the band at the upper end: the sign, the rank and the value."""
    left, top, width, height = BAND
    y = top + height / 2
    return (
        filled(rectangle(left, top, width, height, 3), style.colour),
        *_sign(style, left + 8.5, y, 12, style.on_it),
        *middle,
        *number(value, left + width - (6.5 if len(value) == 1 else 9), y, 8.4, style.on_it, weight=19),
    )


def _polygon_of(rank: int, colour: str) -> Figures:
    """Return the rank in small: one point, two points on a line, or a polygon with a point at each corner."""
    x, y = MIDDLE[0] - 1, BAND[1] + BAND[3] / 2
    corners = _places(rank, x, y, (0, 4.2, 4.4, 4.6, 4.8)[rank])
    path = line(*corners) if len(corners) < 3 else polygon(corners)
    return (lined(path, colour, 0.7), *(filled(ellipse(a, b, 1.6 if rank else 2.6), colour) for a, b in corners))


def _places(rank: int, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Return where the signs of a rank stand."""
    if rank == 0:
        return [(x, y)]
    if rank == 1:
        return [(x - radius * 0.8, y), (x + radius * 0.8, y)]
    return around(x, y, rank + 1, radius, 45 if rank == 3 else 0)


def _medallion(style: ColourStyle, rank: int) -> Figures:
    """Return the middle of the card: fields with as many corners as signs, and the signs."""
    x, y = MIDDLE
    full = rank in (1, 3)
    if rank == 3:
        fields: Figures = (_field(rectangle(x - 20.5, y - 20.5, 41, 41, 3), style, full=full),)
        places = [(x + across * 9.9, y + down * 9.9) for across in (-1, 1) for down in (-1, 1)]
    elif rank == 4:
        fields = (_field(regular(x, y + 2.2, 5, 25.5), style, full=full),)
        places = around(x, y + 2.2, 5, 15.5)
    else:
        places = ([(x, y)], [(x - 12.3, y - 9), (x + 12.3, y + 9)], around(x, y + 4.6, 3, 16.4))[rank]
        radius = (21.0, 13.4, 11.4)[rank]
        fields = tuple(_field(ellipse(a, b, radius), style, full=full) for a, b in places)
    signs = (
        figure
        for a, b in places
        for figure in (
            _sign(style, a, b, SIGN_MM[rank], style.on_it) if full else _own_sign(style, a, b, SIGN_MM[rank])
        )
    )
    return (*fields, *signs)


def _field(path: VectorPath, style: ColourStyle, *, full: bool) -> Figure:
    """Return a field on which signs stand: ivory, or for every second rank in the colour."""
    fill, rim = (style.colour, layout.IVORY) if full else (layout.IVORY, style.colour)
    return inked(path, fill, rim, 1.5)


def _own_sign(style: ColourStyle, x: float, y: float, size: float) -> Figures:
    """Return a sign in its own colour on ivory; a light colour gets a dark rim."""
    rim = layout.INK if style.on_it == layout.INK else style.colour
    return placed((inked(style.sign, style.colour, rim, 4.5),), x, y, size / 100)


def _texture(colour: str, base: str) -> Figures:
    """Return the ground of the window: each colour has its own."""
    light, mid = mixed(base, layout.WHITE, 0.62), mixed(base, layout.WHITE, 0.05)
    x, y = MIDDLE
    over: dict[str, Callable[[], Figures]] = {
        "red": lambda: layout.stripes(WIDTH, HEIGHT, 9, mid, 4.2),
        "orange": lambda: layout.rings(x, y, (11, 23, 35), mid, 5),
        "yellow": lambda: layout.rays(x, y, 8, 60, mid),
        "navy": lambda: layout.waves(WIDTH, HEIGHT, 9, mid, 4.2, 21),
        "sky": lambda: layout.dots(WIDTH, HEIGHT, 11, 3.9, mid),
        "green": lambda: layout.stripes(WIDTH, HEIGHT, 13, mid, 5, lean=HEIGHT),
    }
    return (layout.ground(WIDTH, HEIGHT, light), *over[colour]())


def _identity(card: DeckCard) -> Figures:
    """Return an Identity: the sign large, in a wreath of the four ranks for which it may stand."""
    style = STYLES[card.text("colour")]
    x, y = MIDDLE
    ring = around(x, y, 12, 20.5)
    return (
        *_texture(card.text("colour"), style.colour),
        layout.framed(WIDTH, HEIGHT, WINDOW, layout.IVORY),
        *layout.both_ends(_band(style, "", _mask(style.on_it)), WIDTH, HEIGHT),
        lined(WINDOW, layout.INK, 0.9),
        inked(ellipse(x, y, 23.5), layout.IVORY, layout.INK, 0.9),
        *(filled(regular(a, b, 3 + at % 3, 2.6, at * 30), _deep(style)) for at, (a, b) in enumerate(ring)),
        filled(ellipse(x, y, 17), style.colour),
        *_sign(style, x, y, 25, style.on_it),
    )


def _deep(style: ColourStyle) -> str:
    """Return the colour of small signs on ivory: dark enough to be seen in grey too."""
    return mixed(style.colour, layout.INK, 0.28 if style.on_it == layout.INK else 0.0)


def _mask(colour: str) -> Figures:
    """Return the mark of an Identity: an eye."""
    x, y = WIDTH - 15, BAND[1] + BAND[3] / 2
    return (
        lined(ellipse(x, y, 7.5, 4.6), colour, 0.9),
        filled(ellipse(x, y, 2.7), colour),
    )


def _bonus(card: DeckCard) -> Figures:
    """Return a Bonus card: the three pairs of colours that earn it."""
    del card
    rows: list[Figure] = []
    for at, pair in enumerate(PAIRS):
        y = HEIGHT / 2 + (at - 1) * 17.5
        rows.append(lined(line((17, y), (WIDTH - 17, y)), layout.INK, 2))
        for x, name in zip((18.5, WIDTH - 18.5), pair, strict=True):
            style = STYLES[name]
            rows.append(inked(ellipse(x, y, 8), style.colour, layout.INK, 0.6))
            rows.extend(_sign(style, x, y, 9.6, style.on_it))
    band = (
        filled(rectangle(*BAND, 3), layout.INK),
        *placed(_knots(layout.IVORY), WIDTH / 2, BAND[1] + BAND[3] / 2, 0.42),
    )
    return (
        layout.ground(WIDTH, HEIGHT, layout.IVORY),
        *layout.both_ends(band, WIDTH, HEIGHT),
        lined(WINDOW, layout.INK, 0.9),
        *rows,
    )


def _knots(colour: str) -> Figures:
    """Return three linked rings."""
    return tuple(lined(ellipse(x, 0, 7), colour, 1.8) for x in (-10, 0, 10))


def _monad(card: DeckCard) -> Figures:
    """Return a Monad: all six colours round its value."""
    x, y = MIDDLE
    wheel: list[Figure] = []
    order = ("red", "orange", "yellow", "navy", "sky", "green")
    for at, name in enumerate(order):
        style = STYLES[name]
        arc = [radians(at * 60 - 120 + step * 6) for step in range(11)]
        wheel.append(
            inked(
                polygon([(x, y), *((x + 26.5 * cos(angle), y + 26.5 * sin(angle)) for angle in arc)]),
                style.colour,
                layout.IVORY,
                1.0,
            )
        )
        a, b = around(x, y, 1, 19.6, at * 60)[0]
        wheel.extend(_sign(style, a, b, 9.5, style.on_it))
    dots = tuple(
        filled(ellipse(WIDTH / 2 - 22 + at * 5.2, BAND[1] + BAND[3] / 2, 2.1), STYLES[name].colour)
        for at, name in enumerate(order)
    )
    value = number(card.text("value"), WIDTH - 14, BAND[1] + BAND[3] / 2, 8.4, layout.WHITE, weight=19)
    band = (filled(rectangle(*BAND, 3), NIGHT), *dots, *value)
    return (
        layout.ground(WIDTH, HEIGHT, NIGHT),
        *layout.confetti(WIDTH, HEIGHT, 7, 0.9, 5, GOLD),
        layout.framed(WIDTH, HEIGHT, WINDOW, layout.IVORY),
        *layout.both_ends(band, WIDTH, HEIGHT),
        lined(WINDOW, GOLD, 1.2),
        *wheel,
        inked(ellipse(x, y, 12.4), layout.IVORY, layout.INK, 0.8),
        *haloed(card.text("value"), x, y, 11, NIGHT, layout.IVORY),
    )


def _rosette() -> Figures:
    """Return six petals in a circle, gold on night."""
    x, y = MIDDLE
    return tuple(lined(ellipse(a, b, 8.2), GOLD, 0.9) for a, b in around(x, y, 6, 8.2)) + tuple(
        filled(ellipse(a, b, 1.1), GOLD) for a, b in ((x, y), *around(x, y, 6, 14.4, 30))
    )
