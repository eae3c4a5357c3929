"""The cards and tiles of Monster Cube as we draw them: fourteen families of monsters, and cubes of three faces."""

from __future__ import annotations

from collections.abc import Callable

from companion.decks.cards import DeckCard, PhysicalDeck, PieceShape
from companion.drawing import creature_faces, creature_parts, creatures, layout
from companion.drawing.creature_traits import Traits
from companion.drawing.digits import haloed, number, width_of
from companion.drawing.layout import INK, IVORY
from companion.drawing.paths import (
    Artwork,
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
    polygon,
    rectangle,
    regular,
    star,
)

WIDTH, HEIGHT = 63.0, 88.0
MIDDLE = (WIDTH / 2, HEIGHT / 2)
YELLOW, RED, BLUE = "#fad028", "#ce282c", "#285abe"
GOLD = "#f5c63c"
LEVELS = ((18, "#2f7d5b"), (48, "#2d5fa8"), (56, "#7a3a9a"))
"""The last code of each pile of the higher monsters, and its colour."""
FAMILIES: tuple[Traits, ...] = (
    Traits("round", "#6bbf59", "#ffd166", "one", "smile", "antennae", "spots", "boots"),
    Traits("block", "#e8743b", "#7b2d59", "two", "grin", "horns", "bands", "claws"),
    Traits("tall", "#4a90d9", "#f6f0d6", "three", "fang", "bunny", "belly", "arms"),
    Traits("spiky", "#d9558f", "#ffd166", "sleepy", "round", "crest", "none", "boots"),
    Traits("pear", "#f2c230", "#2d4f8a", "glasses", "moustache", "tuft", "freckles", "arms"),
    Traits("wide", "#3fb8a8", "#e4572e", "uneven", "tongue", "fins", "scales", "none"),
    Traits("cloud", "#c3b4ea", "#ffffff", "dots", "laugh", "puffs", "none", "none"),
    Traits("gem", "#8a63c9", "#f4a6c0", "visor", "zigzag", "bolts", "brow", "tentacles"),
    Traits("egg", "#f6a65b", "#b5472f", "lashes", "beak", "sprout", "freckles", "wings"),
    Traits("peak", "#5aa9a0", "#c3202a", "four", "buck", "cap", "spots", "claws"),
    Traits("drop", "#b5472f", "#ffb52e", "cross", "saw", "fire", "bands", "boots"),
    Traits("tub", "#94a9c2", "#2f8f5b", "tall", "snout", "antlers", "patch", "boots"),
    Traits("bean", "#ecd9c0", "#8c3f2c", "wink", "whiskers", "cat", "patch", "arms"),
    Traits("ghost", "#f4f1ff", "#6f50b5", "stars", "fangs", "crown", "none", "none"),
)
BACKS = {
    1: ("#d98a2b", "#fff0c9"),
    2: ("#c2551d", "#ffd59a"),
    3: ("#8a1f1f", "#ffb48a"),
    -1: ("#5fa9b8", "#e8fbff"),
    -2: ("#2a6b94", "#a9dcf5"),
    -3: ("#152f5c", "#8fb8ef"),
}
"""The ground and the lines of each back: warm adds, cold takes away, and the larger the darker."""
SKIES = ("#cfe8f7", "#fde3c0", "#dff0cf", "#efd9f2", "#d7dff7", "#f9d3cf", "#fff1b8")


def draw(deck: PhysicalDeck, card: DeckCard) -> Artwork:
    """Return the face of a monster card, or the side of a tile with the numbers."""
    if card.shape is PieceShape.HEXAGON:
        return _tile(card, "numbers")
    rows = deck.records.get("card", ())
    family = sorted(int(row["code"]) for row in rows if row.get("family") == card.fields.get("family"))
    return _fitted(_face(card, family.index(card.number("code")) if card.number("code") in family else 0), card)


def draw_back(deck: PhysicalDeck, card: DeckCard) -> Artwork:
    """Return the back of a monster card, with its modifier, or the side of a tile with the pips."""
    del deck
    if card.shape is PieceShape.HEXAGON:
        return _tile(card, "dice")
    return _fitted(_modifier(card.number("modifier")), card)


def _fitted(figures: Figures, card: DeckCard) -> Artwork:
    return layout.fitted(figures, (WIDTH, HEIGHT), card.size_mm)


# ------------------------------------------------------------------------------------------------------------ cards


def _family_traits(family: int, member: int) -> Traits:
    """Return one of the four of a family: the same body and eyes, all else its own."""
    base = FAMILIES[(family - 1) % len(FAMILIES)]
    mouths, patterns, feet = list(creature_faces.MOUTHS), list(creature_parts.PATTERNS), list(creature_parts.FEET)
    colour = (
        base.colour,
        mixed(base.colour, base.accent, 0.4),
        mixed(base.colour, INK, 0.3),
        mixed(base.colour, layout.WHITE, 0.42),
    )
    accent = (base.accent, mixed(base.colour, layout.WHITE, 0.7), base.accent, mixed(base.colour, INK, 0.4))
    return Traits(
        base.body,
        colour[member % 4],
        accent[member % 4],
        base.eyes,
        mouths[(mouths.index(base.mouth) + member * 3) % len(mouths)],
        base.top,
        patterns[(patterns.index(base.pattern) + member * 3) % len(patterns)],
        feet[(feet.index(base.feet) + member) % len(feet)],
    )


def _face(card: DeckCard, member: int) -> Figures:
    """Return the face of a monster card: code, stars and points, and the monster."""
    code, family = card.number("code"), card.number("family")
    colour = next(colour for last, colour in LEVELS if code <= last)
    sky = SKIES[(family + member * 3) % len(SKIES)]
    tint = mixed(sky, colour, 0.16)
    window = rectangle(3.2, 3.2, WIDTH - 6.4, 55.4, 4)
    scenery: tuple[Callable[[], Figures], ...] = (
        lambda: layout.rays(WIDTH / 2, 36, 14, 70, tint),
        lambda: layout.rings(WIDTH / 2, 36, range(8, 64, 8), tint, 3.6),
        lambda: _cubes(tint),
        lambda: layout.stripes(WIDTH, HEIGHT, 9, tint, 4, lean=50),
    )
    hill = parsed("M-6 52 C12 46 26 50 36 50 C48 50 58 46 70 49 L70 70 L-6 70 Z")
    size = 48 + (0, 4, -5, 2)[member % 4]
    return (
        layout.ground(WIDTH, HEIGHT, sky),
        *scenery[member % 4](),
        filled(hill, mixed(sky, colour, 0.45)),
        *creatures.standing(_family_traits(family, member), WIDTH / 2 + (2, -3, 4, 0)[member % 4], 57.5, size),
        layout.framed(WIDTH, HEIGHT, window, colour),
        lined(window, IVORY, 0.9),
        *_stars(card.number("stars")),
        *_code(str(code), colour),
        *_points(card.text("points"), colour),
    )


def _cubes(colour: str) -> Figures:
    return tuple(
        lined(line(centre, tip), colour, 1.6)
        for centre in layout.grid_points(WIDTH, 66, 14)
        for tip in around(*centre, 3, 7, 60)
    )


def _code(text: str, colour: str) -> Figures:
    """Return the code, large; 6 and 9 are underlined, so that they cannot be taken for each other."""
    x, y, high = 19.8, 73.0, 16.0
    wide = max(19.0, width_of(text, high) + 9)
    under = (lined(line((x - 4.5, y + 9.2), (x + 4.5, y + 9.2)), INK, 1.5),) if text in ("6", "9") else ()
    up = 1.3 if under else 0.0
    return (
        inked(rectangle(x - wide / 2, y - 11.7, wide, 23.4, 4), IVORY, mixed(colour, INK, 0.4), 0.7),
        *number(text, x, y - up, high, INK, weight=18),
        *under,
    )


def _stars(count: int) -> Figures:
    """Return the stars at the upper left, one to three."""
    return tuple(inked(star(9.8, 10.2 + at * 9, 5, 4.8, 2.1), GOLD, INK, 0.6) for at in range(count))


def _points(text: str, colour: str) -> Figures:
    """Return the points at the lower right: on a coin, or for a doubling card on a diamond."""
    x, y = WIDTH - 14.6, 73.0
    if text == "x2":
        badge = (inked(polygon(((x, y - 11.5), (x + 13, y), (x, y + 11.5), (x - 13, y))), "#f7d9ee", "#7a1f5c", 1.0),)
        return (*badge, *number(text, x, y, 7.4, "#7a1f5c", weight=19))
    return (
        inked(star(x, y, 16, 11, 9.6), GOLD, mixed(colour, INK, 0.5), 0.8),
        *number(text, x - 0.4, y, 7.8, INK, weight=19),
    )


def _modifier(value: int) -> Figures:
    """Return the back: as many cubes as the modifier is large, rising on warm ground or sinking on cold ground."""
    warm, count = value > 0, abs(value)
    dark, light = BACKS[value]
    x, y = MIDDLE
    inner = rectangle(4, 4, WIDTH - 8, HEIGHT - 8, 4)
    cubes = tuple(figure for at in range(count) for figure in _small_cube(x + (at - (count - 1) / 2) * 13.5, 15.0, 7))
    ground = (
        layout.rays(x, y, 8 + 4 * count, 70, mixed(dark, light, 0.25))
        if warm
        else layout.rings(x, y, range(6, 66, 16 - 3 * count), mixed(dark, light, 0.3), 2.4)
    )
    return (
        layout.ground(WIDTH, HEIGHT, dark),
        *ground,
        layout.framed(WIDTH, HEIGHT, inner, dark),
        lined(inner, light, 0.9),
        *_arrows(count, dark, light, warm=warm),
        *haloed(f"{value:+d}", x - 1, y, 17, IVORY, mixed(dark, INK, 0.65)),
        *layout.both_ends(cubes, WIDTH, HEIGHT),
    )


def _arrows(count: int, dark: str, light: str, *, warm: bool) -> Figures:
    """Return as many arrows as the modifier is large, up or down."""
    x, y = MIDDLE
    up = -1 if warm else 1
    figures: Figures = ()
    for at in range(count):
        foot = y - up * (12 + 3.5 * (count - 1)) + up * 7 * at
        tip = foot + up * 24
        outline = polygon(
            (
                (x, tip),
                (x + 24, foot),
                (x + 24, foot - up * 5),
                (x, tip - up * 5),
                (x - 24, foot - up * 5),
                (x - 24, foot),
            )
        )
        figures += (inked(outline, mixed(dark, light, 0.75), mixed(dark, INK, 0.5), 0.8),)
    return figures


def _small_cube(x: float, y: float, radius: float) -> Figures:
    faces = _rhombi(x, y, radius)
    return tuple(
        inked(polygon(face), colour, INK, 0.5) for face, colour in zip(faces, (YELLOW, RED, BLUE), strict=True)
    )


# ------------------------------------------------------------------------------------------------------------ tiles

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
STEP = 0.25
"""From pip to pip, in sides of a face."""
SERIES: dict[str, Callable[[float, float], Figures]] = {
    "A": lambda x, y: (filled(ellipse(x, y, 1.0), mixed(BLUE, layout.WHITE, 0.45)),),
    "B": lambda x, y: (filled(regular(x, y, 3, 1.3), mixed(BLUE, layout.WHITE, 0.45)),),
    "C": lambda x, y: (filled(rectangle(x - 0.9, y - 0.9, 1.8, 1.8), mixed(BLUE, layout.WHITE, 0.45)),),
    "D": lambda x, y: (filled(star(x, y, 4, 1.5, 0.6), mixed(BLUE, layout.WHITE, 0.45)),),
}
"""The mark of each series, at the lowest corner of the blue face."""


def _rhombi(x: float, y: float, radius: float) -> tuple[tuple[Vector, ...], ...]:
    """Return the yellow, the red and the blue face of a cube seen from its corner."""
    top, upper_right, lower_right, bottom, lower_left, upper_left = around(x, y, 6, radius)
    middle = (x, y)
    return (
        (upper_left, top, upper_right, middle),
        (upper_left, middle, bottom, lower_left),
        (middle, upper_right, lower_right, bottom),
    )


def _tile(card: DeckCard, side: str) -> Artwork:
    """Return one side of a tile: a cube with a number, or the pips of a die, on each of its three faces."""
    radius = card.height_mm / 2
    x, y = card.width_mm / 2, radius
    values = [int(each) for each in card.fields[side]]
    drawn: Figures = (filled(regular(x, y, 6, radius + layout.BLEED_MM), INK),)
    for face, colour, value in zip(_rhombi(x, y, radius), (YELLOW, RED, BLUE), values, strict=True):
        drawn += (filled(polygon(_larger(face, x, y)), colour), inked(polygon(face), colour, INK, radius * 0.016))
        (a, b), ink = _middle(face), INK if colour == YELLOW else layout.WHITE
        if side == "numbers":
            drawn += number(str(value), a, b, radius * 0.5, ink, weight=16)
        else:
            across, down = _axes(face)
            drawn += tuple(
                filled(ellipse(a + p * across[0] + q * down[0], b + p * across[1] + q * down[1], radius * 0.085), ink)
                for p, q in PIPS[value]
            )
    return Artwork(card.width_mm, card.height_mm, (*drawn, *_mark(card, x, y, radius)), regular(x, y, 6, radius))


def _mark(card: DeckCard, x: float, y: float, radius: float) -> Figures:
    """Return the mark of the series, in the lowest corner of the blue face."""
    *_, face = _rhombi(x, y, radius)
    (a, b), (across, down) = _middle(face), _axes(face)
    return SERIES[card.text("series")](a + 1.62 * (down[0] - across[0]), b + 1.62 * (down[1] - across[1]))


def _larger(face: tuple[Vector, ...], x: float, y: float) -> tuple[Vector, ...]:
    """Return a face that runs over the edge of the tile, for the cut."""
    grow = 1.06
    return tuple((x + (a - x) * grow, y + (b - y) * grow) for a, b in face)


def _middle(face: tuple[Vector, ...]) -> Vector:
    return sum(a for a, _ in face) / 4, sum(b for _, b in face) / 4


def _axes(face: tuple[Vector, ...]) -> tuple[Vector, Vector]:
    """Return the steps between pips along the two sides of a face."""
    (ax, ay), (bx, by), _, (dx, dy) = face
    return ((bx - ax) * STEP, (by - ay) * STEP), ((dx - ax) * STEP, (dy - ay) * STEP)
