"""Faces of cards that no game has, in families whose members differ in one thing only: what the networks learn from.

A family is a frame, a ground, a few symbols, digits or words at their places, or a picture; its members change the
shape, the filling, the colour, the number or the sign of one of them.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Image
from vision.training.card_patterns import Bgr, Chance, bar, outline, woven

HEIGHT = 256
SIZES_MM = ((63, 88), (59, 92), (56, 87), (44, 68), (70, 120), (45, 45), (57, 89), (50, 75), (80, 80), (41, 63))
SHAPES = ("oval", "diamond", "wave", "star", "polygon", "heart", "ring", "cross", "moon", "drop", "bolt")


@dataclass(frozen=True, slots=True)
class Mark:
    """A symbol, a sign or a group of them on a face."""

    shape: str
    """One of SHAPES, or letters and digits to write."""
    x: float
    y: float
    size: float
    """Half its height, in widths of the card."""
    ink: Bgr
    fill: str = "full"
    """full, empty or striped."""
    count: int = 1
    across: bool = False
    points: int = 5
    font: int = 0
    twice: bool = False
    """Whether it stands at the opposite corner too, upside down."""


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """A face to draw."""

    size_mm: tuple[int, int]
    ground: Bgr
    marks: tuple[Mark, ...]
    frame: Bgr | None = None
    frame_at: float = 0.0
    panel: tuple[float, float, float, float] | None = None
    panel_ink: Bgr = (255, 255, 255)
    art_seed: int | None = None
    art_box: tuple[float, float, float, float] = (0, 0, 1, 1)
    bands: tuple[tuple[float, float, Bgr], ...] = ()
    """Bars across the card from a height to another one, with round corners."""
    weave: int | None = None
    """What pattern lies over the ground, by its seed: stripes, dots, a lattice, waves, rings."""


def family(chance: Chance, members: int) -> list[tuple[Image, tuple[int, int]]]:
    """Return drawn faces that are nearly alike, and the size of the card in millimetres."""
    face = random_face(chance)
    faces = [face, *(varied(chance, face) for _ in range(members - 1))]
    return [(draw(each), each.size_mm) for each in faces]


def random_face(chance: Chance, shares: tuple[float, float, float] = (0.35, 0.15, 0.5)) -> DrawnFace:
    """Return a face drawn by lot; `shares` says how often it is banded, a back, or plain."""
    size = SIZES_MM[int(chance.integers(len(SIZES_MM)))]
    white = chance.random() < 0.5
    ground = _white(chance) if white else _colour(chance)
    if (kind := str(chance.choice(["banded", "back", "plain"], p=shares))) != "plain":
        return _banded(chance, size, ground) if kind == "banded" else _back(chance, size, ground)
    kind = str(chance.choice(["symbols", "corners", "art"], p=[0.4, 0.3, 0.3]))
    marks: list[Mark] = []
    if kind == "symbols":
        marks = [_group(chance, 0.5 + float(chance.normal(0, 0.03)), 0.5, chance.uniform(0.12, 0.3))]
        marks += [_anywhere(chance) for _ in range(int(chance.integers(0, 3)))]
    elif kind == "corners":
        marks = [replace(_sign(chance, 0.13, 0.1, chance.uniform(0.06, 0.12)), twice=True)]
        marks += [replace(_group(chance, 0.13, 0.24, 0.05), twice=True)] if chance.random() < 0.5 else []
        marks += [_group(chance, 0.5, 0.5, chance.uniform(0.1, 0.3))]
    else:
        marks = [_anywhere(chance) for _ in range(int(chance.integers(1, 5)))]
    framed = chance.random() < 0.5
    return DrawnFace(
        size,
        ground,
        tuple(marks),
        _colour(chance) if framed else None,
        float(chance.uniform(0.02, 0.08)),
        _rect(chance) if chance.random() < 0.35 else None,
        _white(chance) if chance.random() < 0.5 else _colour(chance),
        int(chance.integers(1 << 30)) if kind == "art" or chance.random() < 0.15 else None,
        (0, 0, 1, 1)
        if chance.random() < 0.4
        else (0.07, float(chance.uniform(0.05, 0.2)), 0.93, float(chance.uniform(0.5, 0.8))),
    )


def _banded(chance: Chance, size: tuple[int, int], ground: Bgr) -> DrawnFace:
    """Return a face of bars at its ends and a panel between them, patterned, with signs in the bars."""
    deep, off, ink = float(chance.uniform(0.12, 0.24)), float(chance.uniform(0.02, 0.05)), _colour(chance)
    mark = _group(chance, 0.5, 0.5, chance.uniform(0.1, 0.28))
    signs = [
        replace(make(chance, x, off + deep / 2, deep * 0.5), twice=True, ink=_white(chance), count=1)
        for x, make in ((0.16, _group), (0.5, _group), (0.82, _sign))
        if chance.random() < 0.8
    ]
    panel = (off + 0.02, off + deep + 0.02, 0.98 - off, 0.98 - off - deep)
    return DrawnFace(
        size,
        ground,
        (*signs, mark),
        panel=panel,
        panel_ink=ink if chance.random() < 0.6 else _colour(chance),
        bands=((off, off + deep, ink), (1 - off - deep, 1 - off, ink)),
        weave=int(chance.integers(1 << 30)) if chance.random() < 0.7 else None,
    )


def _back(chance: Chance, size: tuple[int, int], ground: Bgr) -> DrawnFace:
    """Return a back: one pattern all over, a frame, a figure in the middle."""
    mark = _group(chance, 0.5, 0.5, chance.uniform(0.15, 0.35))
    framed = chance.random() < 0.7
    return DrawnFace(
        size,
        _colour(chance) if chance.random() < 0.8 else ground,
        (replace(mark, count=1),),
        ground if framed else None,
        float(chance.uniform(0.015, 0.06)),
        weave=int(chance.integers(1 << 30)),
    )


def varied(chance: Chance, face: DrawnFace) -> DrawnFace:
    """Return a face that differs from `face` in one thing, sometimes in two."""
    marks = list(face.marks)
    at = int(chance.integers(len(marks)))
    mark = marks[at]
    sign = mark.shape not in SHAPES
    match str(chance.choice(["shape", "ink", "fill", "count", "art", "ground", "many"])):
        case "ink":
            marks[at] = replace(mark, ink=_colour(chance))
        case "fill" if not sign:
            marks[at] = replace(
                mark, fill=str(chance.choice([f for f in ("full", "empty", "striped") if f != mark.fill]))
            )
        case "count":
            marks[at] = replace(mark, count=mark.count % 4 + 1)
        case "art" if face.art_seed is not None:
            return replace(face, art_seed=int(chance.integers(1 << 30)))
        case "ground":
            return replace(face, ground=_colour(chance), panel_ink=_colour(chance))
        case "many":
            return varied(chance, varied(chance, face))
        case _:
            marks[at] = replace(mark, shape=_letters(chance, len(mark.shape)) if sign else _shape(chance, mark.shape))
    return replace(face, marks=tuple(marks))


def draw(face: DrawnFace) -> Image:
    """Return the face as it is printed."""
    out = _grounded(face)
    for mark in face.marks:
        _stamp(out, mark)
    if any(mark.twice for mark in face.marks):
        out = np.ascontiguousarray(out[::-1, ::-1])
        for mark in face.marks:
            if mark.twice:
                _stamp(out, mark)
    if face.frame:
        high, wide = out.shape[:2]
        cv2.rectangle(out, (0, 0), (wide - 1, high - 1), face.frame, max(1, int(2 * face.frame_at * wide)))
    return np.asarray(out, np.uint8)


def _grounded(face: DrawnFace) -> Image:
    """Return the face without its marks: ground, picture, pattern, bars and panel."""
    high = HEIGHT
    wide = round(high * face.size_mm[0] / face.size_mm[1])
    out = np.empty((high, wide, 3), np.uint8)
    out[:] = face.ground
    if face.art_seed is not None:
        left, top, right, bottom = face.art_box
        box = np.s_[int(top * high) : int(bottom * high), int(left * wide) : int(right * wide)]
        out[box] = _art(np.random.default_rng(face.art_seed), out[box].shape[:2])
    if face.weave is not None and not face.bands:
        woven(out, np.random.default_rng(face.weave))
    for upper, lower, ink in face.bands:
        bar(out, (0.04, upper, 0.96, lower), ink, None)
    if face.panel and face.bands:
        bar(out, face.panel, face.panel_ink, face.weave)
    elif face.panel:
        left, top, right, bottom = face.panel
        one, other = (int(left * wide), int(top * high)), (int(right * wide), int(bottom * high))
        cv2.rectangle(out, one, other, face.panel_ink, -1)
    return out


def _stamp(out: Image, mark: Mark) -> None:
    high, wide = out.shape[:2]
    radius = mark.size * wide
    step = 2.3 * radius
    for n in range(mark.count):
        shift = (n - (mark.count - 1) / 2) * step
        x = mark.x * wide + (shift if mark.across else 0)
        y = mark.y * high + (0 if mark.across else shift * 0.8)
        if mark.shape in SHAPES:
            _symbol(out, mark, (x, y), radius)
        else:
            scale = radius / 11
            place = (int(x - 9 * scale * len(mark.shape)), int(y + radius))
            thick = max(1, int(scale * 2.5))
            cv2.putText(out, mark.shape, place, mark.font, scale, mark.ink, thick, cv2.LINE_AA)


def _symbol(out: Image, mark: Mark, middle: tuple[float, float], radius: float) -> None:
    points = np.rint((outline(mark.shape, mark.points) * radius + middle) * 16).astype(np.int32)
    thick = max(1, int(radius / 9))
    if mark.fill == "full":
        cv2.fillPoly(out, [points], mark.ink, cv2.LINE_AA, 4)
        return
    if mark.fill == "striped":
        mask = np.zeros(out.shape[:2], np.uint8)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_8, 4)
        mask[:, np.arange(out.shape[1]) % 4 < 2] = 0
        out[mask > 0] = mark.ink
    cv2.polylines(out, [points], True, mark.ink, thick, cv2.LINE_AA, 4)


def _art(chance: Chance, shape: tuple[int, int]) -> Image:
    """Return a picture of nothing: clouds of colours with shapes and lines in front."""
    grid = chance.integers(0, 256, (int(chance.integers(2, 7)), int(chance.integers(2, 6)), 3)).astype(np.uint8)
    out = cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC if chance.random() < 0.7 else cv2.INTER_NEAREST)
    for _ in range(int(chance.integers(2, 14))):
        shape_drawn, x, y = _shape(chance, ""), float(chance.random()), float(chance.random())
        mark = Mark(
            shape_drawn,
            x,
            y,
            float(chance.uniform(0.03, 0.3)),
            _colour(chance),
            str(chance.choice(["full", "empty", "striped"])),
            points=int(chance.integers(3, 8)),
        )
        _stamp(np.asarray(out), mark)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), float(chance.uniform(0.3, 1.5))), np.uint8)


def _group(chance: Chance, x: float, y: float, size: float) -> Mark:
    count = int(chance.integers(1, 4))
    return Mark(
        _shape(chance, ""),
        x,
        float(y),
        float(min(size, 0.32 if count < 3 else 0.2)),
        _colour(chance),
        str(chance.choice(["full", "empty", "striped"])),
        count,
        bool(chance.random() < 0.2),
        int(chance.integers(3, 8)),
    )


def _sign(chance: Chance, x: float, y: float, size: float) -> Mark:
    return Mark(
        _letters(chance, int(chance.integers(1, 3))),
        x,
        y,
        float(size),
        _colour(chance),
        font=int(chance.integers(0, 5)),
    )


def _anywhere(chance: Chance) -> Mark:
    x, y = (float(v) for v in chance.uniform(0.12, 0.88, 2))
    make = _sign if chance.random() < 0.5 else _group
    return make(chance, x, y, float(chance.uniform(0.05, 0.16)))


def _letters(chance: Chance, count: int) -> str:
    digits = chance.random() < 0.6
    return "".join(chance.choice(list(string.digits if digits else string.ascii_uppercase), max(1, count)))


def _shape(chance: Chance, other: str) -> str:
    return str(chance.choice([shape for shape in SHAPES if shape != other]))


def _rect(chance: Chance) -> tuple[float, float, float, float]:
    left, top = (float(v) for v in chance.uniform(0.05, 0.4, 2))
    return left, top, float(chance.uniform(0.6, 0.95)), float(chance.uniform(top + 0.1, 0.95))


def _white(chance: Chance) -> Bgr:
    level = chance.uniform(225, 255)
    blue, green, red = (
        int(np.clip(level + chance.normal(0, 4) - warm, 0, 255)) for warm in (chance.uniform(0, 22), 3, 0)
    )
    return blue, green, red


def _colour(chance: Chance) -> Bgr:
    if chance.random() < 0.2:
        level = int(chance.integers(0, 70))
        return level, level, level
    hsv = np.array([[[chance.integers(0, 180), chance.integers(90, 256), chance.integers(60, 256)]]], np.uint8)
    blue, green, red = (int(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red
