"""The cards of Monster Rush as we draw them: monsters, and weapons and spells that differ in shape before colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.decks.cards import DeckCard, PhysicalDeck
from companion.drawing import creature_faces, creature_parts, creatures, layout, symbols
from companion.drawing.creature_traits import Traits
from companion.drawing.digits import haloed, number
from companion.drawing.layout import INK, IVORY
from companion.drawing.paths import (
    Artwork,
    Figure,
    Figures,
    Vector,
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
    star,
)
from companion.games.monster_rush.weapon_signs import DRAWN, FIELDS, rune, staff, sword

WIDTH, HEIGHT = 63.0, 88.0
MIDDLE = (WIDTH / 2, HEIGHT / 2)
TONES = {
    "plain": "#8b8790",
    "red": "#d2382a",
    "orange": "#ee8a22",
    "yellow": "#f0c91f",
    "green": "#2f9a57",
    "sky": "#58b7e8",
    "blue": "#2c62b8",
    "navy": "#27347f",
    "violet": "#8450b8",
    "white": "#e8e4da",
    "black": "#3a3740",
}
NIGHT = "#2a2350"
GREY = "#97939c"
FADED = 0.48
"""How much of its colour a failed attack has lost."""


def _sign(deck: PhysicalDeck, name: str, x: float, y: float, size: float) -> Figures:
    """Return a symbol, so many millimetres large, with its middle at (x, y)."""
    names = [str(row["name"]) for row in deck.records.get("symbol", ())]
    draw = DRAWN.get(name, rune)
    return placed(draw(str(names.index(name) if name in names else 0)), x, y, size / 100)


def _field(name: str, place: Vector, size: float, *, fill: str, rim: str, width: float) -> Figures:
    """Return the field on which a symbol stands: its outline is the symbol's own."""
    scale = size / 100
    return placed((inked(FIELDS.get(name, FIELDS["bow"]), fill, rim, width / scale),), *place, scale)


def _colour(deck: PhysicalDeck, name: str) -> str:
    tones = {str(row["name"]): str(row.get("tone", "plain")) for row in deck.records.get("symbol", ())}
    return TONES.get(tones.get(name, "plain"), TONES["plain"])


def _texture(name: str, colour: str, share: float = 0.3) -> Figures:
    """Return lines of a texture that every symbol has for itself."""
    light = mixed(colour, layout.WHITE, share)
    drawn: dict[str, Callable[[], Figures]] = {
        "sword": lambda: layout.stripes(WIDTH, HEIGHT, 6, light, 2.6, lean=HEIGHT),
        "bow": lambda: layout.rings(*MIDDLE, range(6, 64, 7), light, 2.8),
        "axe": lambda: layout.stripes(WIDTH, HEIGHT, 6.4, light, 3.0),
        "flame": lambda: layout.rays(*MIDDLE, 12, 70, light),
        "frost": lambda: layout.confetti(WIDTH, HEIGHT, 9, 3.2, 6, light),
        "potion": lambda: layout.dots(WIDTH, HEIGHT, 8, 2.4, light),
    }
    return drawn.get(name, lambda: layout.waves(WIDTH, HEIGHT, 6, light, 2.4))()


# ------------------------------------------------------------------------------------------------------------ cards


def draw(deck: PhysicalDeck, card: DeckCard) -> Artwork:
    """Return the face of a monster, weapon or spell card."""
    if card.kind == "monster":
        figures = _monster(deck, card)
    else:
        figures = {"normal": _normal, "failed": _failed, "combo": _combo, "staff": _staff_card}[card.text("kind")](
            deck, card
        )
    return layout.fitted(figures, (WIDTH, HEIGHT), card.size_mm)


def draw_back(deck: PhysicalDeck, card: DeckCard) -> Artwork:
    """Return the back of the monsters, or the one of the weapons and spells."""
    del deck
    x, y = MIDDLE
    if card.kind == "monster":
        eye = (
            inked(ellipse(x, y, 14.5, 9.5), IVORY, "#f0b840", 1.0),
            filled(ellipse(x, y, 6.4), "#7b1f3c"),
            filled(ellipse(x, y, 2.9), INK),
        )
        figures = layout.back(WIDTH, HEIGHT, "#7b1f3c", "#f0b840", eye)
    else:
        crossed = (*placed(sword(), x, y, 0.27), *placed(sword(), x, y, 0.27, mirrored=True))
        figures = layout.back(WIDTH, HEIGHT, "#1f4d4a", "#c9d8c0", crossed)
    return layout.fitted(figures, (WIDTH, HEIGHT), card.size_mm)


WINDOW = rectangle(3.2, 3.2, WIDTH - 6.4, HEIGHT - 6.4, 4)


def _edge(rim: str) -> Figures:
    return (layout.framed(WIDTH, HEIGHT, WINDOW, IVORY), lined(WINDOW, rim, 0.9))


def _corner(deck: PhysicalDeck, name: str, rim: str) -> Figures:
    """Return the small sign in the upper left corner, and turned in the lower right one."""
    x, y = 11.0, 11.5
    figures = (inked(ellipse(x, y, 6.6), IVORY, rim, 0.9), *_sign(deck, name, x, y, 9.6))
    return layout.both_ends(figures, WIDTH, HEIGHT)


def _normal(deck: PhysicalDeck, card: DeckCard) -> Figures:
    """Return a weapon or a spell: "one symbol"."""
    (name,) = card.texts("symbols")
    colour = _colour(deck, name)
    return (
        layout.ground(WIDTH, HEIGHT, colour),
        *_texture(name, colour),
        *_edge(mixed(colour, INK, 0.4)),
        *_field(name, MIDDLE, 49, fill=IVORY, rim=mixed(colour, INK, 0.45), width=1.3),
        *_sign(deck, name, *MIDDLE, 37),
        *_corner(deck, name, mixed(colour, INK, 0.45)),
    )


def _failed(deck: PhysicalDeck, card: DeckCard) -> Figures:
    """Return a failed attack: "crosses in every corner, and drawn broken"."""
    (name,) = card.texts("symbols")
    colour = mixed(_colour(deck, name), GREY, FADED)
    x, y = MIDDLE
    crosses = tuple(
        figure
        for a, b in ((11.5, 12), (WIDTH - 11.5, 12), (11.5, HEIGHT - 12), (WIDTH - 11.5, HEIGHT - 12))
        for figure in (
            inked(ellipse(a, b, 7), IVORY, INK, 0.9),
            lined(line((a - 3.3, b - 3.3), (a + 3.3, b + 3.3)), "#c3202a", 2.4),
            lined(line((a + 3.3, b - 3.3), (a - 3.3, b + 3.3)), "#c3202a", 2.4),
        )
    )
    crack = ((-22, 8), (-15, -3), (-8, 6), (0, -7), (7, 4), (14, -8), (22, -2))
    upper = [(x + a, y + b - 1.9) for a, b in crack]
    lower = [(x + a, y + b + 1.9) for a, b in crack]
    pale = mixed(IVORY, GREY, 0.3)
    return (
        layout.ground(WIDTH, HEIGHT, colour),
        *_texture(name, colour, 0.34),
        *_edge(INK),
        *_field(name, (x, y), 46, fill=pale, rim=INK, width=1.1),
        *_sign(deck, name, x, y, 37),
        filled(polygon((*upper, *reversed(lower))), pale),
        lined(line(*upper), INK, 0.8),
        lined(line(*lower), INK, 0.8),
        *crosses,
    )


def _combo(deck: PhysicalDeck, card: DeckCard) -> Figures:
    """Return a combo: "counts for both symbols"."""
    one, two = card.texts("symbols")
    first, second = _colour(deck, one), _colour(deck, two)
    x, y = MIDDLE
    half = polygon(((-4, -4), (WIDTH + 4, -4), (WIDTH + 4, 18), (-4, HEIGHT - 18)))
    return (
        layout.ground(WIDTH, HEIGHT, second),
        *_texture(two, second),
        filled(half, first),
        lined(line((-4, HEIGHT - 18), (WIDTH + 4, 18)), IVORY, 2.4),
        *_edge(INK),
        *_field(one, (x - 9, y - 19.5), 34, fill=IVORY, rim=mixed(first, INK, 0.45), width=1.2),
        *_sign(deck, one, x - 9, y - 19.5, 26),
        *_field(two, (x + 9, y + 19.5), 34, fill=IVORY, rim=mixed(second, INK, 0.45), width=1.2),
        *_sign(deck, two, x + 9, y + 19.5, 26),
        inked(ellipse(x, y, 6.2), IVORY, INK, 0.9),
        *number("+", x, y - 0.2, 8, INK),
    )


def _staff_card(deck: PhysicalDeck, card: DeckCard) -> Figures:
    """Return a wizard's staff: "a joker, which counts as any weapon or spell"."""
    del card
    x, y = MIDDLE
    names = [str(row["name"]) for row in deck.records.get("symbol", ())]
    ring = around(x, y, len(names), 24.5)
    signs = tuple(
        figure
        for (a, b), name in zip(ring, names, strict=True)
        for figure in (inked(ellipse(a, b, 6.6), _colour(deck, name), IVORY, 0.9), *_sign(deck, name, a, b, 8.6))
    )
    return (
        layout.ground(WIDTH, HEIGHT, NIGHT),
        *layout.confetti(WIDTH, HEIGHT, 9, 1.2, 5, "#8f80cf"),
        *_edge("#f0c648"),
        lined(ellipse(x, y, 24.5), "#f0c648", 0.9),
        *signs,
        inked(ellipse(x, y, 16), IVORY, "#f0c648", 1.2),
        *placed(staff(), x, y, 0.29),
        *layout.both_ends(placed((filled(symbols.STAR, "#f0c648"),), 11, 11.5, 0.1), WIDTH, HEIGHT),
        *layout.both_ends(placed((filled(symbols.STAR, "#f0c648"),), WIDTH - 11, 11.5, 0.1), WIDTH, HEIGHT),
    )


# --------------------------------------------------------------------------------------------------------- monsters

BODY_COLOURS = ("#6bbf59", "#e8743b", "#4a90d9", "#d9558f", "#f2c230", "#8a63c9", "#3fb8a8", "#b5472f", "#9fb4c7")
ACCENTS = ("#ffd166", "#7b2d59", "#f6f0d6", "#2d4f8a", "#e4572e", "#2f8f5b", "#f4a6c0")
SKIES = ("#cfe8f7", "#fde3c0", "#dff0cf", "#efd9f2", "#fff1b8", "#d7dff7", "#f9d3cf", "#cdeee6")


def _pick(names: Iterable[str], at: int) -> str:
    listed = list(names)
    return listed[at % len(listed)]


def _traits(at: int) -> Traits:
    """Return what monster number `at` is made of: no two are alike in body, eyes, mouth and what grows on top."""
    return Traits(
        body=_pick(creatures.BODIES, at * 5 + at // 14),
        colour=_pick(BODY_COLOURS, at * 4 + at // 9),
        accent=_pick(ACCENTS, at * 3),
        eyes=_pick(creature_faces.EYES, at * 3 + at // 14 * 5),
        mouth=_pick(creature_faces.MOUTHS, at * 9 + at // 14 * 3),
        top=_pick(creature_parts.TOPS, at * 7 + at // 16),
        pattern=_pick(creature_parts.PATTERNS, at * 3 + at // 8),
        feet=_pick(creature_parts.FEET, at + at // 6),
    )


def _monster(deck: PhysicalDeck, card: DeckCard) -> Figures:
    """Return a monster: points at the top left, what it takes below it, its number and for how many players it is."""
    own, needs = card.number("number"), card.texts("symbols")
    sky = _pick(SKIES, own * 3 + own // 8)
    points = card.text("points")
    window = rectangle(3.2, 3.2, WIDTH - 6.4, 57, 4)
    scenery: Callable[[], Figures] = (
        lambda: layout.rays(WIDTH / 2, 34, 14, 70, mixed(sky, layout.WHITE, 0.5)),
        lambda: layout.rings(WIDTH / 2, 34, range(8, 60, 8), mixed(sky, layout.WHITE, 0.5), 3.4),
        lambda: layout.dots(WIDTH, HEIGHT, 10, 3, mixed(sky, layout.WHITE, 0.5)),
        lambda: layout.stripes(WIDTH, HEIGHT, 9, mixed(sky, layout.WHITE, 0.5), 4, lean=40),
        lambda: layout.confetti(WIDTH, HEIGHT, 12, 3.4, 5, mixed(sky, layout.WHITE, 0.55)),
    )[own % 5]
    hill = parsed("M-6 52 C12 44 26 49 36 50 C48 51 58 46 70 49 L70 70 L-6 70 Z")
    return (
        layout.ground(WIDTH, HEIGHT, sky),
        *scenery(),
        filled(hill, mixed(sky, "#3f5a3a", 0.38)),
        *creatures.standing(_traits(own), WIDTH / 2 + 2, 59, 54),
        layout.framed(WIDTH, HEIGHT, window, IVORY),
        lined(window, INK, 0.8),
        *_points_badge(points),
        *_needs(deck, needs),
        *_foot(card),
    )


def _points_badge(points: str) -> Figures:
    x, y = 11.4, 12.0
    return (
        inked(star(x, y, 10, 9.6, 8.0), "#f5c63c", INK, 0.7),
        *haloed(points, x, y, 9.2, INK, "#fff4cf"),
    )


def _needs(deck: PhysicalDeck, needs: tuple[str, ...]) -> Figures:
    """Return the symbols in a row, each on its field."""
    size = min(13.4, (WIDTH - 5) / len(needs) - 0.6)
    step = size + 0.8
    y = 69.0
    figures: list[Figure] = []
    for at, name in enumerate(needs):
        x = WIDTH / 2 + (at - (len(needs) - 1) / 2) * step
        colour = _colour(deck, name)
        pale, rim = mixed(colour, layout.WHITE, 0.55), mixed(colour, INK, 0.5)
        figures.extend(_field(name, (x, y), size, fill=pale, rim=rim, width=0.5))
        figures.extend(_sign(deck, name, x, y, size * 0.78))
    return tuple(figures)


def _foot(card: DeckCard) -> Figures:
    """Return the number at the lower left, and the mark for the players at the lower right."""
    y = HEIGHT - 6.6
    text = card.text("number")
    figures: Figures = (
        filled(rectangle(3.2, y - 4, 15, 8, 4), INK),
        *number(text, 10.7, y, 5, IVORY),
        lined(line((20.5, y), (WIDTH - 20.5, y)), mixed(IVORY, INK, 0.35), 0.5),
    )
    players = int(card.fields.get("players", 2))
    if players > 2:
        x = WIDTH - 12.5
        fill = "#c3202a" if players > 3 else "#2c62b8"
        figures += (
            filled(rectangle(x - 9.3, y - 4, 18.6, 8, 4), fill),
            filled(ellipse(x - 5, y - 1.7, 1.5), IVORY),
            filled(parsed(f"M{x - 7.6} {y + 2.6} C{x - 7.6} {y - 1} {x - 2.4} {y - 1} {x - 2.4} {y + 2.6} Z"), IVORY),
            *number(f"{players}+", x + 3, y, 5, IVORY),
        )
    return figures
