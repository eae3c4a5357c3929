"""Friendly monsters of our own, put together from parts: body, eyes, mouth, what grows on the head, pattern, feet.

A creature stands in a box 120 wide and 150 high, x from -60 to 60 and y from 0 to 150: what grows on its head lies in
the upper third, its eyes in the middle one, mouth and feet in the lower one. So it can be cut into three rows and two
halves, and every part still says whose it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.drawing.layout import INK, IVORY
from companion.drawing.paths import (
    Affine,
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
    parsed,
    placed,
    polygon,
    rectangle,
    smooth,
    star,
)

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


def _pale(colour: str) -> str:
    return mixed(colour, "#ffffff", 0.45)


def _deep(colour: str) -> str:
    return mixed(colour, INK, 0.35)


def _both(figures: Figures) -> Figures:
    """Return what is drawn on the right, and its mirror image on the left."""
    return (*figures, *placed(figures, 0, 0, mirrored=True))


# ------------------------------------------------------------------------------------------------------------- eyes


def _eye(x: float, y: float, radius: float, *, gaze: tuple[float, float] = (0.0, 0.12), pupil: float = 0.5) -> Figures:
    px, py = x + gaze[0] * radius, y + gaze[1] * radius
    return (
        inked(ellipse(x, y, radius), "#ffffff", INK, LINE),
        filled(ellipse(px, py, radius * pupil), INK),
        filled(ellipse(px + radius * 0.18, py - radius * 0.2, radius * 0.17), "#ffffff"),
    )


def _one_eye(_: Traits) -> Figures:
    return _eye(0, EYE_Y, 23)


def _two_eyes(_: Traits) -> Figures:
    return (*_eye(-17, EYE_Y, 13.5, gaze=(0.25, 0.1)), *_eye(17, EYE_Y, 13.5, gaze=(-0.25, 0.1)))


def _three_eyes(_: Traits) -> Figures:
    return (*_eye(-25, EYE_Y + 3, 10.5), *_eye(25, EYE_Y + 3, 10.5), *_eye(0, EYE_Y - 7, 12.5))


def _sleepy_eyes(traits: Traits) -> Figures:
    lids = tuple(
        inked(
            parsed(f"M{x - 15} {EYE_Y} C{x - 15} {EYE_Y - 20} {x + 15} {EYE_Y - 20} {x + 15} {EYE_Y} Z"),
            _deep(traits.colour),
            INK,
            LINE,
        )
        for x in (-18, 18)
    )
    return (*_eye(-18, EYE_Y, 15), *_eye(18, EYE_Y, 15), *lids)


def _uneven_eyes(_: Traits) -> Figures:
    return (*_eye(-14, EYE_Y, 19, gaze=(0.2, 0)), *_eye(23, EYE_Y + 4, 9.5, gaze=(-0.1, 0)))


def _glasses(traits: Traits) -> Figures:
    rims = tuple(lined(ellipse(x, EYE_Y, 18), _deep(traits.accent), 5) for x in (-21, 21))
    return (
        *(filled(ellipse(x, EYE_Y, 18), "#eaf6ff") for x in (-21, 21)),
        *(filled(ellipse(x, EYE_Y + 1, 6.5), INK) for x in (-18, 18)),
        *rims,
        lined(line((-4, EYE_Y), (4, EYE_Y)), _deep(traits.accent), 5),
    )


def _four_eyes(_: Traits) -> Figures:
    places = ((-27, 72), (-9, 80), (9, 80), (27, 72))
    return tuple(figure for x, y in places for figure in _eye(x, y, 9))


def _tall_eyes(_: Traits) -> Figures:
    return tuple(
        figure
        for x in (-10.5, 10.5)
        for figure in (
            inked(ellipse(x, EYE_Y, 10.5, 20), "#ffffff", INK, LINE),
            filled(ellipse(x + (2 if x < 0 else -2), EYE_Y + 6, 5, 9), INK),
        )
    )


def _cross_eyes(_: Traits) -> Figures:
    brows = _both((lined(line((6, EYE_Y - 12), (32, EYE_Y - 22)), INK, 5.5),))
    return (*_eye(-17, EYE_Y, 12, gaze=(0.3, 0.15)), *_eye(17, EYE_Y, 12, gaze=(-0.3, 0.15)), *brows)


def _star_eyes(_: Traits) -> Figures:
    return tuple(
        figure
        for x in (-19, 19)
        for figure in (
            inked(ellipse(x, EYE_Y, 16), "#ffffff", INK, LINE),
            filled(star(x, EYE_Y + 1, 5, 12.5, 5.5), "#e0a100"),
        )
    )


def _dot_eyes(traits: Traits) -> Figures:
    cheeks = tuple(filled(ellipse(x, EYE_Y + 15, 8.5, 5.5), mixed(traits.colour, TONGUE, 0.75)) for x in (-31, 31))
    dots = tuple(filled(ellipse(x, EYE_Y, 6.5, 8.5), INK) for x in (-18, 18))
    lights = tuple(filled(ellipse(x + 2, EYE_Y - 3, 2.2), "#ffffff") for x in (-18, 18))
    return (*cheeks, *dots, *lights)


def _lashes(_: Traits) -> Figures:
    hairs = _both(tuple(lined(line((18 + dx, EYE_Y - 12), (18 + dx * 2.1, EYE_Y - 24)), INK, 3.4) for dx in (-6, 1, 8)))
    return (*hairs, *_eye(-18, EYE_Y, 14), *_eye(18, EYE_Y, 14))


def _visor(traits: Traits) -> Figures:
    return (
        inked(rectangle(-40, EYE_Y - 14, 80, 28, 14), INK, traits.accent, 4),
        *(filled(ellipse(x, EYE_Y, 7.5), "#fff3b0") for x in (-18, 18)),
        *(filled(ellipse(x, EYE_Y, 3), INK) for x in (-18, 18)),
    )


def _wink(_: Traits) -> Figures:
    lid = lined(parsed(f"M6 {EYE_Y} Q19 {EYE_Y - 15} 32 {EYE_Y}"), INK, 5)
    return (*_eye(-17, EYE_Y, 17), lid)


EYES: dict[str, Callable[[Traits], Figures]] = {
    "one": _one_eye,
    "two": _two_eyes,
    "three": _three_eyes,
    "sleepy": _sleepy_eyes,
    "uneven": _uneven_eyes,
    "glasses": _glasses,
    "four": _four_eyes,
    "tall": _tall_eyes,
    "cross": _cross_eyes,
    "stars": _star_eyes,
    "dots": _dot_eyes,
    "lashes": _lashes,
    "visor": _visor,
    "wink": _wink,
}

# ----------------------------------------------------------------------------------------------------------- mouths


def _smile(_: Traits) -> Figures:
    return (lined(parsed(f"M-22 {MOUTH_Y - 5} C-14 {MOUTH_Y + 12} 14 {MOUTH_Y + 12} 22 {MOUTH_Y - 5}"), INK, 5),)


def _grin(_: Traits) -> Figures:
    mouth = rectangle(-28, MOUTH_Y - 10, 56, 22, 11)
    bars = tuple(lined(line((x, MOUTH_Y - 9), (x, MOUTH_Y + 11)), INK, 2) for x in (-14, 0, 14))
    return (inked(mouth, "#ffffff", INK, LINE), *bars, lined(line((-27, MOUTH_Y + 1), (27, MOUTH_Y + 1)), INK, 2))


def _fang(_: Traits) -> Figures:
    tooth = inked(polygon(((6, MOUTH_Y), (20, MOUTH_Y - 2), (14, MOUTH_Y + 17))), "#ffffff", INK, 2.4)
    return (tooth, lined(parsed(f"M-24 {MOUTH_Y - 4} C-10 {MOUTH_Y + 5} 10 {MOUTH_Y + 4} 25 {MOUTH_Y - 5}"), INK, 5))


def _fangs(_: Traits) -> Figures:
    teeth = _both((inked(polygon(((9, MOUTH_Y + 6), (23, MOUTH_Y + 5), (17, MOUTH_Y - 16))), "#ffffff", INK, 2.6),))
    return (*teeth, lined(line((-28, MOUTH_Y + 6), (28, MOUTH_Y + 6)), INK, 5))


def _round_mouth(_: Traits) -> Figures:
    return (
        inked(ellipse(0, MOUTH_Y, 13, 15), DARK_MOUTH, INK, LINE),
        filled(ellipse(0, MOUTH_Y + 8, 8, 5), TONGUE),
    )


def _tongue(_: Traits) -> Figures:
    tongue = parsed(
        f"M-2 {MOUTH_Y} L20 {MOUTH_Y} L20 {MOUTH_Y + 14} C20 {MOUTH_Y + 26} -2 {MOUTH_Y + 26} -2 {MOUTH_Y + 14} Z"
    )
    return (
        inked(tongue, TONGUE, INK, LINE),
        lined(line((9, MOUTH_Y + 4), (9, MOUTH_Y + 14)), _deep(TONGUE), 2),
        lined(line((-28, MOUTH_Y), (28, MOUTH_Y)), INK, 5),
    )


def _zigzag(_: Traits) -> Figures:
    points = [(-30 + at * 10, MOUTH_Y + (-6 if at % 2 else 6)) for at in range(7)]
    return (lined(line(*points), INK, 5),)


def _beak(traits: Traits) -> Figures:
    return (
        inked(polygon(((-19, MOUTH_Y - 12), (19, MOUTH_Y - 12), (0, MOUTH_Y + 18))), traits.accent, INK, LINE),
        lined(line((-12, MOUTH_Y - 1), (12, MOUTH_Y - 1)), INK, 2.6),
    )


def _whiskers(_: Traits) -> Figures:
    hairs = _both(tuple(lined(line((15, MOUTH_Y + dy * 0.4), (43, MOUTH_Y + dy)), INK, 2.6) for dy in (-9, 0, 9)))
    nose = inked(polygon(((-8, MOUTH_Y - 12), (8, MOUTH_Y - 12), (0, MOUTH_Y - 3))), TONGUE, INK, 2.4)
    mouth = lined(
        parsed(f"M-12 {MOUTH_Y + 5} Q-6 {MOUTH_Y + 12} 0 {MOUTH_Y - 1} Q6 {MOUTH_Y + 12} 12 {MOUTH_Y + 5}"), INK, 3.4
    )
    return (*hairs, nose, mouth)


def _moustache(traits: Traits) -> Figures:
    hair = parsed("M0 -6 C12 -18 26 -2 42 -10 C36 14 12 12 0 2 C-12 12 -36 14 -42 -10 C-26 -2 -12 -18 0 -6 Z").mapped(
        Affine(f=MOUTH_Y)
    )
    return (inked(hair, _deep(traits.accent), INK, LINE),)


def _buck_teeth(_: Traits) -> Figures:
    teeth = tuple(inked(rectangle(x, MOUTH_Y - 2, 12, 17, 3), "#ffffff", INK, 2.6) for x in (-12, 0))
    return (*teeth, lined(parsed(f"M-26 {MOUTH_Y - 6} Q0 {MOUTH_Y + 4} 26 {MOUTH_Y - 6}"), INK, 5))


def _laugh(_: Traits) -> Figures:
    mouth = parsed(f"M-28 {MOUTH_Y - 9} L28 {MOUTH_Y - 9} C26 {MOUTH_Y + 22} -26 {MOUTH_Y + 22} -28 {MOUTH_Y - 9} Z")
    return (
        inked(mouth, DARK_MOUTH, INK, LINE),
        filled(rectangle(-20, MOUTH_Y - 7.5, 40, 6), "#ffffff"),
        filled(ellipse(0, MOUTH_Y + 8.5, 12, 5), TONGUE),
    )


def _snout(traits: Traits) -> Figures:
    return (
        inked(ellipse(0, MOUTH_Y, 24, 15), _pale(traits.accent), INK, LINE),
        *(filled(ellipse(x, MOUTH_Y - 1, 4, 6), INK) for x in (-9, 9)),
    )


def _saw(_: Traits) -> Figures:
    teeth = tuple(
        filled(polygon(((x, MOUTH_Y - 10), (x + 12, MOUTH_Y - 10), (x + 6, MOUTH_Y + 3))), "#ffffff")
        for x in range(-30, 30, 12)
    )
    return (inked(rectangle(-32, MOUTH_Y - 12, 64, 24, 8), DARK_MOUTH, INK, LINE), *teeth)


MOUTHS: dict[str, Callable[[Traits], Figures]] = {
    "smile": _smile,
    "grin": _grin,
    "fang": _fang,
    "fangs": _fangs,
    "round": _round_mouth,
    "tongue": _tongue,
    "zigzag": _zigzag,
    "beak": _beak,
    "whiskers": _whiskers,
    "moustache": _moustache,
    "buck": _buck_teeth,
    "laugh": _laugh,
    "snout": _snout,
    "saw": _saw,
}

# ------------------------------------------------------------------------------------------------ what grows on top


def _horns(traits: Traits) -> Figures:
    return _both((inked(parsed("M14 54 C18 30 34 24 40 6 C52 26 48 50 32 64 Z"), _pale(traits.accent), INK, LINE),))


def _antlers(traits: Traits) -> Figures:
    branch = parsed("M14 52 L24 24 L20 6 M24 24 L40 12 M20 36 L42 32 L52 18")
    return _both((lined(branch, INK, 11), lined(branch, traits.accent, 5.5)))


def _bunny(traits: Traits) -> Figures:
    ear = smooth(((20, 58), (10, 30), (22, 3), (36, 22), (36, 52)))
    inner = smooth(((23, 48), (18, 30), (23, 12), (30, 25), (30, 44)))
    return _both((inked(ear, traits.colour, INK, LINE), filled(inner, traits.accent)))


def _antennae(traits: Traits) -> Figures:
    stalk = parsed("M10 52 C12 30 20 22 34 14")
    return _both((lined(stalk, INK, 4), inked(ellipse(36, 12, 9.5), traits.accent, INK, LINE)))


def _crest(traits: Traits) -> Figures:
    points = (
        (-40, 62),
        (-38, 24),
        (-22, 38),
        (-18, 8),
        (-4, 30),
        (8, 2),
        (16, 30),
        (30, 12),
        (30, 38),
        (44, 28),
        (40, 62),
    )
    return (inked(polygon(points), traits.accent, INK, LINE),)


def _unicorn(traits: Traits) -> Figures:
    bands = tuple(
        lined(line((-9 + at * 1.9, 36 - at * 10), (10 - at * 2.6, 31 - at * 10)), INK, 2.6) for at in range(3)
    )
    return (inked(polygon(((-15, 54), (15, 54), (2, 0))), _pale(traits.accent), INK, LINE), *bands)


def _tuft(traits: Traits) -> Figures:
    hairs = ((-26, 16), (-14, 6), (0, 2), (14, 6), (26, 16))
    return tuple(
        figure
        for x, y in hairs
        for figure in (
            lined(line((x * 0.3, 52), (x, y)), INK, 11),
            lined(line((x * 0.3, 52), (x, y)), traits.accent, 5.5),
        )
    )


def _sprout(traits: Traits) -> Figures:
    leaf = inked(parsed("M2 26 C6 4 30 -2 50 8 C44 28 22 34 2 26 Z"), traits.accent, INK, LINE)
    other = inked(parsed("M-2 32 C-10 14 -30 12 -44 24 C-34 40 -14 42 -2 32 Z"), _pale(traits.accent), INK, LINE)
    return (lined(line((0, 54), (0, 26)), INK, 5), leaf, other)


def _fire_hair(traits: Traits) -> Figures:
    flame = parsed(
        "M-38 62 C-54 34 -30 30 -32 8 C-16 18 -14 24 -12 34 C-8 20 -4 12 4 0 C14 14 14 22 12 32 C20 26 26 20 28 10 "
        "C40 28 50 40 38 62 Z"
    )
    inner = parsed("M-20 60 C-24 44 -14 40 -12 46 C-8 36 -2 30 4 22 C8 36 10 40 14 44 C20 38 26 48 20 60 Z")
    return (inked(flame, traits.accent, INK, LINE), filled(inner, "#ffd94a"))


def _puffs(traits: Traits) -> Figures:
    balls = ((-34, 34, 15), (34, 34, 15), (-15, 20, 16), (15, 20, 16), (0, 34, 18), (-16, 42, 14), (16, 42, 14))
    return (
        *(inked(ellipse(x, y, r), traits.accent, INK, LINE * 2) for x, y, r in balls),
        *(filled(ellipse(x, y, r), traits.accent) for x, y, r in balls),
    )


def _fins(traits: Traits) -> Figures:
    fin = parsed("M30 60 L56 20 L58 48 L60 52 L54 80 Z")
    sail = parsed("M-12 46 C-16 24 -4 10 12 4 C8 20 14 32 18 46 Z")
    return (*_both((inked(fin, traits.accent, INK, LINE),)), inked(sail, traits.accent, INK, LINE))


def _cat_ears(traits: Traits) -> Figures:
    outer, inner = polygon(((12, 50), (46, 6), (50, 70))), polygon(((24, 48), (42, 20), (44, 58)))
    return _both((inked(outer, traits.colour, INK, LINE), filled(inner, traits.accent)))


def _bolts(traits: Traits) -> Figures:
    bolt = polygon(((14, 52), (26, 30), (18, 28), (36, 2), (32, 22), (42, 24), (26, 56)))
    return _both((inked(bolt, "#ffd23a", INK, LINE),)) if traits.accent else ()


def _cap(traits: Traits) -> Figures:
    cap = parsed("M-56 58 C-56 20 -30 4 0 4 C30 4 56 20 56 58 Z")
    spots = ((-28, 34, 9), (4, 20, 10), (32, 38, 8), (-2, 46, 7))
    return (inked(cap, traits.accent, INK, LINE), *(filled(ellipse(x, y, r), IVORY) for x, y, r in spots))


def _crown(traits: Traits) -> Figures:
    points = ((-34, 54), (-40, 12), (-20, 30), (0, 4), (20, 30), (40, 12), (34, 54))
    gems = tuple(inked(ellipse(x, y, 5), traits.accent, INK, 2.2) for x, y in ((-40, 12), (0, 5), (40, 12)))
    return (inked(polygon(points), "#f5c93b", INK, LINE), *gems)


def _curls(traits: Traits) -> Figures:
    curl = parsed("M12 52 C14 30 20 10 36 10 C52 10 52 34 38 34 C28 34 28 22 36 22")
    return _both((lined(curl, INK, 12), lined(curl, traits.accent, 6)))


TOPS: dict[str, Callable[[Traits], Figures]] = {
    "horns": _horns,
    "antlers": _antlers,
    "bunny": _bunny,
    "antennae": _antennae,
    "crest": _crest,
    "unicorn": _unicorn,
    "tuft": _tuft,
    "sprout": _sprout,
    "fire": _fire_hair,
    "puffs": _puffs,
    "fins": _fins,
    "cat": _cat_ears,
    "bolts": _bolts,
    "cap": _cap,
    "crown": _crown,
    "curls": _curls,
}

# --------------------------------------------------------------------------------------------------------- patterns


def _plain(_: Traits) -> Figures:
    return ()


def _spots(traits: Traits) -> Figures:
    places = ((-24, 52, 6), (18, 46, 7.5), (-34, 98, 6.5), (35, 92, 5.5), (-22, 130, 5), (26, 128, 6), (2, 56, 4))
    return tuple(filled(ellipse(x, y, r), traits.accent) for x, y, r in places)


def _belly(traits: Traits) -> Figures:
    return (filled(ellipse(0, MOUTH_Y + 2, 33, 23), _pale(traits.colour)),)


def _bands(traits: Traits) -> Figures:
    return _both(
        tuple(
            filled(polygon(((reach, y - 4), (reach, y + 4), (reach - 15, y))), traits.accent)
            for reach, y in ((27, 56), (36, 98), (38, 112), (34, 126))
        )
    )


def _brow(traits: Traits) -> Figures:
    return tuple(
        lined(line((-11 + at * 2, 44 + at * 7), (0, 50 + at * 6), (11 - at * 2, 44 + at * 7)), traits.accent, 4)
        for at in range(2)
    )


def _patch(traits: Traits) -> Figures:
    return (filled(ellipse(17, EYE_Y, 21, 19), traits.accent), filled(ellipse(-22, 126, 10, 7), traits.accent))


def _freckles(traits: Traits) -> Figures:
    places = ((20, 98), (27, 102), (34, 97), (-20, 98), (-27, 102), (-34, 97), (0, 50), (-8, 46), (8, 46))
    return tuple(filled(ellipse(x, y, 2.6), _deep(traits.accent)) for x, y in places)


def _scales(traits: Traits) -> Figures:
    rows = ((56, (-12, 0, 12)), (98, (-32, 32)), (106, (-26, 26)), (130, (-18, -6, 6, 18)))
    return tuple(
        lined(parsed(f"M{x - 6} {y} Q{x} {y + 9} {x + 6} {y}"), _deep(traits.colour), 3) for y, xs in rows for x in xs
    )


PATTERNS: dict[str, Callable[[Traits], Figures]] = {
    "none": _plain,
    "spots": _spots,
    "belly": _belly,
    "bands": _bands,
    "brow": _brow,
    "patch": _patch,
    "freckles": _freckles,
    "scales": _scales,
}

# ------------------------------------------------------------------------------------------------------------- feet


def _boots(traits: Traits) -> Figures:
    return _both((inked(ellipse(22, 140, 15, 9), _deep(traits.colour), INK, LINE),))


def _arms(traits: Traits) -> Figures:
    arm = parsed("M38 96 C50 92 54 82 54 74")
    return (
        *_both((lined(arm, INK, 12), lined(arm, traits.colour, 6), filled(ellipse(54, 73, 4.5), traits.colour))),
        *_boots(traits),
    )


def _wings(traits: Traits) -> Figures:
    wing = parsed("M36 84 C46 60 58 58 60 62 C58 70 60 76 58 82 C56 88 58 96 54 102 C48 104 40 104 36 104 Z")
    return (*_both((inked(wing, traits.accent, INK, LINE),)), *_boots(traits))


def _tentacles(traits: Traits) -> Figures:
    legs = tuple(parsed(f"M{x} 130 C{x - 2} 142 {x + 10} 142 {x + 12} 148") for x in (6, 22, 38))
    return _both(tuple(f for leg in legs for f in (lined(leg, INK, 12), lined(leg, traits.colour, 6))))


def _claws(traits: Traits) -> Figures:
    toes = tuple(inked(ellipse(x, 143, 6.5, 6), _pale(traits.accent), INK, 2.6) for x in (14, 26, 38))
    return _both(toes)


def _no_feet(_: Traits) -> Figures:
    return ()


FEET: dict[str, Callable[[Traits], Figures]] = {
    "boots": _boots,
    "arms": _arms,
    "wings": _wings,
    "tentacles": _tentacles,
    "claws": _claws,
    "none": _no_feet,
}


def standing(traits: Traits, x: float, y: float, height: float) -> tuple[Figure, ...]:
    """Return the creature with the middle of its feet at (x, y), so many millimetres high."""
    scale = height / HEIGHT
    return placed(creature(traits), x, y - height, scale)
