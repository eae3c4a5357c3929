"""What grows on the heads of creatures, their patterns and their feet."""

from __future__ import annotations

from collections.abc import Callable

from companion.drawing.creature_traits import (
    EYE_Y,
    LINE,
    MOUTH_Y,
    Traits,
    darker,
    mirrored_too,
    paler,
)
from companion.drawing.layout import INK, IVORY
from companion.drawing.paths import (
    Figures,
    ellipse,
    filled,
    inked,
    line,
    lined,
    parsed,
    polygon,
    smooth,
)


def _horns(traits: Traits) -> Figures:
    return mirrored_too(
        (inked(parsed("M14 54 C18 30 34 24 40 6 C52 26 48 50 32 64 Z"), paler(traits.accent), INK, LINE),)
    )


def _antlers(traits: Traits) -> Figures:
    branch = parsed("M14 52 L24 24 L20 6 M24 24 L40 12 M20 36 L42 32 L52 18")
    return mirrored_too((lined(branch, INK, 11), lined(branch, traits.accent, 5.5)))


def _bunny(traits: Traits) -> Figures:
    ear = smooth(((20, 58), (10, 30), (22, 3), (36, 22), (36, 52)))
    inner = smooth(((23, 48), (18, 30), (23, 12), (30, 25), (30, 44)))
    return mirrored_too((inked(ear, traits.colour, INK, LINE), filled(inner, traits.accent)))


def _antennae(traits: Traits) -> Figures:
    stalk = parsed("M10 52 C12 30 20 22 34 14")
    return mirrored_too((lined(stalk, INK, 4), inked(ellipse(36, 12, 9.5), traits.accent, INK, LINE)))


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
    return (inked(polygon(((-15, 54), (15, 54), (2, 0))), paler(traits.accent), INK, LINE), *bands)


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
    other = inked(parsed("M-2 32 C-10 14 -30 12 -44 24 C-34 40 -14 42 -2 32 Z"), paler(traits.accent), INK, LINE)
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
    return (*mirrored_too((inked(fin, traits.accent, INK, LINE),)), inked(sail, traits.accent, INK, LINE))


def _cat_ears(traits: Traits) -> Figures:
    outer, inner = polygon(((12, 50), (46, 6), (50, 70))), polygon(((24, 48), (42, 20), (44, 58)))
    return mirrored_too((inked(outer, traits.colour, INK, LINE), filled(inner, traits.accent)))


def _bolts(traits: Traits) -> Figures:
    bolt = polygon(((14, 52), (26, 30), (18, 28), (36, 2), (32, 22), (42, 24), (26, 56)))
    return mirrored_too((inked(bolt, "#ffd23a", INK, LINE),)) if traits.accent else ()


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
    return mirrored_too((lined(curl, INK, 12), lined(curl, traits.accent, 6)))


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


def _plain(_: Traits) -> Figures:
    return ()


def _spots(traits: Traits) -> Figures:
    places = ((-24, 52, 6), (18, 46, 7.5), (-34, 98, 6.5), (35, 92, 5.5), (-22, 130, 5), (26, 128, 6), (2, 56, 4))
    return tuple(filled(ellipse(x, y, r), traits.accent) for x, y, r in places)


def _belly(traits: Traits) -> Figures:
    return (filled(ellipse(0, MOUTH_Y + 2, 33, 23), paler(traits.colour)),)


def _bands(traits: Traits) -> Figures:
    return mirrored_too(
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
    return tuple(filled(ellipse(x, y, 2.6), darker(traits.accent)) for x, y in places)


def _scales(traits: Traits) -> Figures:
    rows = ((56, (-12, 0, 12)), (98, (-32, 32)), (106, (-26, 26)), (130, (-18, -6, 6, 18)))
    return tuple(
        lined(parsed(f"M{x - 6} {y} Q{x} {y + 9} {x + 6} {y}"), darker(traits.colour), 3) for y, xs in rows for x in xs
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


def _boots(traits: Traits) -> Figures:
    return mirrored_too((inked(ellipse(22, 140, 15, 9), darker(traits.colour), INK, LINE),))


def _arms(traits: Traits) -> Figures:
    arm = parsed("M38 96 C50 92 54 82 54 74")
    return (
        *mirrored_too((lined(arm, INK, 12), lined(arm, traits.colour, 6), filled(ellipse(54, 73, 4.5), traits.colour))),
        *_boots(traits),
    )


def _wings(traits: Traits) -> Figures:
    wing = parsed("M36 84 C46 60 58 58 60 62 C58 70 60 76 58 82 C56 88 58 96 54 102 C48 104 40 104 36 104 Z")
    return (*mirrored_too((inked(wing, traits.accent, INK, LINE),)), *_boots(traits))


def _tentacles(traits: Traits) -> Figures:
    legs = tuple(parsed(f"M{x} 130 C{x - 2} 142 {x + 10} 142 {x + 12} 148") for x in (6, 22, 38))
    return mirrored_too(tuple(f for leg in legs for f in (lined(leg, INK, 12), lined(leg, traits.colour, 6))))


def _claws(traits: Traits) -> Figures:
    toes = tuple(inked(ellipse(x, 143, 6.5, 6), paler(traits.accent), INK, 2.6) for x in (14, 26, 38))
    return mirrored_too(toes)


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
