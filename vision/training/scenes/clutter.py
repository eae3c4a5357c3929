"""Flat things that are no dice: coins, buttons, text, cards, dominoes, keys, dots, lines, stains."""

from __future__ import annotations

import string

import cv2
import numpy as np

from vision.render.dice import PIPS
from vision.render.render import Decal, Image

SIDE = 128


def _paint(chance: np.random.Generator) -> tuple[int, int, int, int]:
    blue, green, red = (int(level) for level in chance.integers(0, 256, 3))
    return blue, green, red, 255


def _grey(level: float) -> tuple[int, int, int, int]:
    return int(level), int(level), int(level), 255


def _empty(width: int = SIDE, height: int = SIDE) -> Image:
    return np.zeros((height, width, 4), np.uint8)


def _letters(chance: np.random.Generator, most: int = 7) -> str:
    dataset = list(string.ascii_letters + string.digits + ".:;oO0*#@")
    return "".join(chance.choice(dataset, int(chance.integers(1, most + 1))))


def coin(chance: np.random.Generator) -> Image:
    """A disc with a rim and something round or written in it."""
    out, metal = _empty(), _paint(chance) if chance.random() < 0.4 else _grey(chance.uniform(60, 220))
    middle = (SIDE // 2, SIDE // 2)
    cv2.circle(out, middle, 60, metal, -1, cv2.LINE_AA)
    rim = tuple(int(c * chance.uniform(0.4, 0.9)) for c in metal[:3])
    cv2.circle(out, middle, int(chance.integers(44, 58)), (*rim, 255), int(chance.integers(1, 6)), cv2.LINE_AA)
    if chance.random() < 0.5:
        cv2.ellipse(out, middle, (22, 30), float(chance.uniform(0, 180)), 0, 360, (*rim, 255), -1, cv2.LINE_AA)
    else:
        cv2.putText(out, _letters(chance, 2), (36, 82), 0, 1.8, (*rim, 255), 5, cv2.LINE_AA)
    return out


def button(chance: np.random.Generator) -> Image:
    """A round button with one to five holes."""
    out, body, hole = _empty(), _paint(chance), _paint(chance)
    cv2.circle(out, (64, 64), 60, body, -1, cv2.LINE_AA)
    count, start = int(chance.integers(1, 6)), chance.uniform(0, 6.3)
    far, radius = (0.0 if count == 1 else chance.uniform(15, 32)), int(chance.integers(5, 12))
    for angle in start + np.arange(count) * 2 * np.pi / count:
        place = (int(64 + far * np.cos(angle)), int(64 + far * np.sin(angle)))
        cv2.circle(out, place, radius, hole, -1, cv2.LINE_AA)
    return out


def text(chance: np.random.Generator) -> Image:
    """Printed lines, on paper or on the table itself."""
    out = _empty(2 * SIDE, SIDE)
    if chance.random() < 0.6:
        out[:] = _grey(chance.uniform(180, 255))
    ink, scale = _paint(chance) if chance.random() < 0.4 else _grey(20), float(chance.uniform(0.4, 2.2))
    for y in range(int(20 * scale), SIDE, int(32 * scale)):
        cv2.putText(out, _letters(chance, 24), (4, y), int(chance.integers(0, 8)), scale, ink, 2, cv2.LINE_AA)
    return out


def card(chance: np.random.Generator) -> Image:
    """A playing card with a few symbols in a lattice."""
    out, ink = _empty(SIDE, 3 * SIDE // 2), _paint(chance)
    out[:] = _grey(chance.uniform(200, 255))
    for row in range(int(chance.integers(1, 5))):
        for column in range(int(chance.integers(1, 4))):
            place = (24 + 40 * column, 24 + 46 * row)
            if chance.random() < 0.5:
                cv2.drawMarker(out, place, ink, int(chance.integers(0, 7)), 22, 5)
            else:
                cv2.ellipse(out, place, (9, 13), 45, 0, 360, ink, -1, cv2.LINE_AA)
    cv2.putText(out, _letters(chance, 2), (4, 24), 0, 0.8, ink, 2, cv2.LINE_AA)
    return out


def domino(chance: np.random.Generator) -> Image:
    """A domino: flat, twice as long as wide, a line across the middle."""
    out, ink = _empty(2 * SIDE, SIDE), _grey(20)
    out[:] = _grey(chance.uniform(200, 250))
    if chance.random() < 0.4:
        out[:], ink = _grey(25), _grey(240)
    if chance.random() < 0.3:
        out[:], ink = _paint(chance), _paint(chance)
    radius = int(chance.integers(7, 14))
    cv2.line(out, (SIDE, 8), (SIDE, SIDE - 8), ink, int(chance.integers(3, 7)))
    for half in range(2):
        for across, down in PIPS[int(chance.integers(0, 7))]:
            place = (half * SIDE + 64 + 32 * across, 64 + 32 * down)
            cv2.circle(out, place, radius, ink, -1, cv2.LINE_AA)
    return out


def keys(chance: np.random.Generator) -> Image:
    """The keys of a keyboard: rows of squares with a letter in the middle, or with text and signs in their corners."""
    out, body, ink = _empty(2 * SIDE, SIDE), _paint(chance), _paint(chance)
    if chance.random() < 0.6:
        body, ink = _grey(chance.uniform(10, 60)), _grey(chance.uniform(180, 255))
    out[:] = _paint(chance) if chance.random() < 0.5 else _grey(chance.uniform(60, 230))
    pitch, cornered = int(chance.integers(24, 64)), chance.random() < 0.6
    for y in range(2, SIDE - pitch + 2, pitch):
        for x in range(2, 2 * SIDE - pitch + 2, pitch):
            _key(out[y : y + pitch - 4, x : x + pitch - 4], body, ink, chance, cornered=cornered)
    return out


def _key(
    part: Image, body: tuple[int, ...], ink: tuple[int, ...], chance: np.random.Generator, *, cornered: bool
) -> None:
    """Paint one key into its part of the picture."""
    side = len(part)
    part[:] = body
    if not cornered:
        cv2.putText(part, _letters(chance, 1), (side // 4, 3 * side // 4), 0, side / 46, ink, 1, cv2.LINE_AA)
        return
    places = ((2, side - 4), (side // 2, side // 3), (2, side // 3), (side // 2, side - 4))
    for place in chance.permutation(places)[: int(chance.integers(1, 4))]:
        size = side / chance.uniform(90, 150)
        thick = 1 if side < 40 else 2
        cv2.putText(part, _letters(chance, 5), (int(place[0]), int(place[1])), 0, size, ink, thick, cv2.LINE_AA)


def dots(chance: np.random.Generator) -> Image:
    """Polka dots: a lattice without a face around it."""
    out, ink = _empty(), _paint(chance)
    if chance.random() < 0.5:
        out[:] = _paint(chance)
    pitch, radius = int(chance.integers(16, 64)), chance.uniform(0.12, 0.4)
    slip = int(chance.integers(0, 2)) * pitch // 2
    for row, y in enumerate(range(pitch // 2, SIDE, pitch)):
        for x in range(pitch // 2 + slip * (row % 2), SIDE, pitch):
            cv2.circle(out, (x, y), max(1, int(radius * pitch)), ink, -1, cv2.LINE_AA)
    return out


def lines(chance: np.random.Generator) -> Image:
    """Pens, cables, edges of things."""
    out = _empty()
    for _ in range(int(chance.integers(1, 5))):
        (x0, y0), (x1, y1) = chance.integers(0, SIDE, (2, 2))
        cv2.line(out, (int(x0), int(y0)), (int(x1), int(y1)), _paint(chance), int(chance.integers(1, 14)), cv2.LINE_AA)
    return out


def block(chance: np.random.Generator) -> Image:
    """A square or an oblong of one colour, perhaps with a frame or a letter: no die."""
    out = _empty(SIDE, int(chance.choice([SIDE, SIDE, 3 * SIDE // 2])))
    out[:] = _paint(chance)
    if chance.random() < 0.5:
        cv2.rectangle(out, (6, 6), (SIDE - 7, len(out) - 7), _paint(chance), int(chance.integers(2, 9)))
    if chance.random() < 0.5:
        cv2.putText(out, _letters(chance, 1), (34, 94), int(chance.integers(0, 8)), 3, _paint(chance), 6, cv2.LINE_AA)
    return out


def stain(chance: np.random.Generator) -> Image:
    """A blob of any shape."""
    out = _empty()
    angle = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    far = chance.uniform(15, 62, 14)
    points = np.stack([64 + far * np.cos(angle), 64 + far * np.sin(angle)], 1).astype(np.int32)
    cv2.fillPoly(out, [points], _paint(chance), cv2.LINE_AA)
    return out


def gem(chance: np.random.Generator) -> Image:
    """A die of many sides, seen from above: facets round a triangle or a square, with a number in it."""
    out, body = _empty(), np.array(_paint(chance)[:3], float)
    count, start = int(chance.integers(5, 9)), chance.uniform(0, 6.3)
    angles = start + np.arange(count) * 2 * np.pi / count
    rim = np.stack([64 + 60 * np.cos(angles), 64 + 60 * np.sin(angles)], axis=1)
    inner = int(chance.integers(3, 5))
    turns = start + np.arange(inner) * 2 * np.pi / inner
    top = np.stack([64 + 36 * np.cos(turns), 64 + 36 * np.sin(turns)], axis=1)
    for first in range(count):
        facet = np.array([rim[first], rim[(first + 1) % count], (64, 64)]).astype(np.int32)
        cv2.fillConvexPoly(out, facet, (*np.clip(body * chance.uniform(0.4, 1.1), 0, 255), 255.0), cv2.LINE_AA)
    cv2.fillConvexPoly(out, top.astype(np.int32), (*body, 255.0), cv2.LINE_AA)
    cv2.putText(out, str(chance.integers(1, 21)), (44, 78), 0, 1.2, _paint(chance), 4, cv2.LINE_AA)
    return out


def finger(chance: np.random.Generator) -> Image:
    """A finger that points at the dice, with its nail."""
    out = _empty(2 * SIDE, SIDE)
    skin = np.array([[140, 175, 225], [90, 130, 190], [50, 75, 120]][chance.integers(3)]) * chance.uniform(0.8, 1.1)
    paint = (*np.clip(skin, 0, 255), 255.0)
    cv2.line(out, (0, 64), (190, 64), paint, 90, cv2.LINE_AA)
    nail = (*np.clip(skin * chance.uniform(0.9, 1.25), 0, 255), 255.0)
    cv2.ellipse(out, (200, 64), (24, 20), 0, 0, 360, nail, -1, cv2.LINE_AA)
    for x in chance.integers(20, 140, 3):
        cv2.line(out, (int(x), 30), (int(x) + 4, 96), (*skin * 0.85, 255.0), 2, cv2.LINE_AA)
    return out


KINDS = (coin, button, text, card, domino, keys, dots, lines, block, stain, gem, finger)
WEIGHTS = np.array([3, 3, 3, 2, 1, 4, 2, 2, 2, 2, 2, 1]) / 27


def clutter(chance: np.random.Generator, reach_mm: float, edge_mm: float) -> tuple[Decal, ...]:
    """Return up to six flat things within reach, from half a die to a hand in size."""
    return tuple(_one(chance, reach_mm, edge_mm) for _ in range(int(chance.integers(1, 7))))


def _one(chance: np.random.Generator, reach_mm: float, edge_mm: float) -> Decal:
    image = KINDS[int(chance.choice(len(KINDS), p=WEIGHTS))](chance)
    x, y = chance.uniform(-reach_mm, reach_mm, 2)
    width = edge_mm * float(np.exp(chance.uniform(np.log(0.6), np.log(6)))) * image.shape[1] / SIDE
    return Decal(image, float(x), float(y), float(chance.uniform(0, 360)), width)
