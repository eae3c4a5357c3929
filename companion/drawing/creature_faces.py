"""Eyes and mouths of creatures."""

from __future__ import annotations

from collections.abc import Callable

from companion.drawing.creature_traits import (
    DARK_MOUTH,
    EYE_Y,
    LINE,
    MOUTH_Y,
    TONGUE,
    Traits,
    darker,
    mirrored_too,
    paler,
)
from companion.drawing.layout import INK
from companion.drawing.paths import (
    Affine,
    Figures,
    ellipse,
    filled,
    inked,
    line,
    lined,
    mixed,
    parsed,
    polygon,
    rectangle,
    star,
)


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
            darker(traits.colour),
            INK,
            LINE,
        )
        for x in (-18, 18)
    )
    return (*_eye(-18, EYE_Y, 15), *_eye(18, EYE_Y, 15), *lids)


def _uneven_eyes(_: Traits) -> Figures:
    return (*_eye(-14, EYE_Y, 19, gaze=(0.2, 0)), *_eye(23, EYE_Y + 4, 9.5, gaze=(-0.1, 0)))


def _glasses(traits: Traits) -> Figures:
    rims = tuple(lined(ellipse(x, EYE_Y, 18), darker(traits.accent), 5) for x in (-21, 21))
    return (
        *(filled(ellipse(x, EYE_Y, 18), "#eaf6ff") for x in (-21, 21)),
        *(filled(ellipse(x, EYE_Y + 1, 6.5), INK) for x in (-18, 18)),
        *rims,
        lined(line((-4, EYE_Y), (4, EYE_Y)), darker(traits.accent), 5),
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
    brows = mirrored_too((lined(line((6, EYE_Y - 12), (32, EYE_Y - 22)), INK, 5.5),))
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
    hairs = mirrored_too(
        tuple(lined(line((18 + dx, EYE_Y - 12), (18 + dx * 2.1, EYE_Y - 24)), INK, 3.4) for dx in (-6, 1, 8))
    )
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
    teeth = mirrored_too(
        (inked(polygon(((9, MOUTH_Y + 6), (23, MOUTH_Y + 5), (17, MOUTH_Y - 16))), "#ffffff", INK, 2.6),)
    )
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
        lined(line((9, MOUTH_Y + 4), (9, MOUTH_Y + 14)), darker(TONGUE), 2),
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
    hairs = mirrored_too(
        tuple(lined(line((15, MOUTH_Y + dy * 0.4), (43, MOUTH_Y + dy)), INK, 2.6) for dy in (-9, 0, 9))
    )
    nose = inked(polygon(((-8, MOUTH_Y - 12), (8, MOUTH_Y - 12), (0, MOUTH_Y - 3))), TONGUE, INK, 2.4)
    mouth = lined(
        parsed(f"M-12 {MOUTH_Y + 5} Q-6 {MOUTH_Y + 12} 0 {MOUTH_Y - 1} Q6 {MOUTH_Y + 12} 12 {MOUTH_Y + 5}"), INK, 3.4
    )
    return (*hairs, nose, mouth)


def _moustache(traits: Traits) -> Figures:
    hair = parsed("M0 -6 C12 -18 26 -2 42 -10 C36 14 12 12 0 2 C-12 12 -36 14 -42 -10 C-26 -2 -12 -18 0 -6 Z").mapped(
        Affine(f=MOUTH_Y)
    )
    return (inked(hair, darker(traits.accent), INK, LINE),)


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
        inked(ellipse(0, MOUTH_Y, 24, 15), paler(traits.accent), INK, LINE),
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
