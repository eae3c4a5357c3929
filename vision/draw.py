"""Drawing what was seen onto the photograph: faces, values, colours, what is unsure, and rows of a score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Colour, Observation, Point, SeenCard, SeenDie, SeenTile, TileFace
from vision.arrays import Image

SURE = (80, 220, 60)
UNSURE = (0, 150, 255)
FOREIGN = (150, 150, 150)
ROW = (255, 220, 60)
INK = (20, 20, 20)
PAPER = (255, 255, 255)

SWATCH: dict[Colour, tuple[int, int, int]] = {
    Colour.RED: (40, 30, 200),
    Colour.BLUE: (200, 90, 20),
    Colour.WHITE: (245, 245, 245),
    Colour.BLACK: (30, 30, 30),
    Colour.GREEN: (60, 160, 40),
    Colour.YELLOW: (40, 220, 240),
    Colour.OTHER: (150, 150, 150),
}


@dataclass(frozen=True, slots=True)
class RowLine:
    """A line through the dice of one row, and what to write at its end: its points."""

    start: Point
    end: Point
    text: str


def annotated(image: Image, seen: Observation, rows: Iterable[RowLine] = ()) -> Image:
    """Return a copy of `image` with everything in `seen` drawn on it, and the lines of `rows`."""
    canvas = image[:, :, :3].copy()
    thick = max(1, round(max(canvas.shape[:2]) / 640))
    rows = tuple(rows)
    for row in rows:
        _draw_row(canvas, row, thick)
    for number, die in enumerate(seen.dice, start=1):
        _draw_die(canvas, die, number, thick)
    for number, tile in enumerate(seen.tiles, start=1):
        _draw_tile(canvas, tile, number, thick)
    for number, card in enumerate(seen.cards, start=1):
        _draw_card(canvas, card, number, thick)
    for row in rows:
        _label(canvas, (round(row.end[0]) - 5 * thick, round(row.end[1]) + 5 * thick), row.text, thick, ROW)
    for problem in seen.problems:
        if problem.place is not None:
            _draw_place(canvas, problem.place, _edge(seen, canvas), thick)
    for number, problem in enumerate(seen.problems):
        _label(canvas, (4 * thick, (14 + 16 * number) * thick), str(problem), thick, UNSURE)
    return canvas


def _edge(seen: Observation, canvas: Image) -> float:
    """Return the usual edge of the dice in pixels, or a part of the picture where there are none."""
    edges = [float(np.hypot(*np.subtract(die.corners[1], die.corners[0]))) for die in seen.dice]
    return float(np.median(edges)) if edges else max(canvas.shape[:2]) / 16


def _draw_place(canvas: Image, place: Point, edge: float, thick: int) -> None:
    """Ring the place that a question is about, with a question mark beside it."""
    middle, radius = (round(place[0]), round(place[1])), max(4 * thick, round(0.75 * edge))
    cv2.circle(canvas, middle, radius, INK, 3 * thick, cv2.LINE_AA)
    cv2.circle(canvas, middle, radius, UNSURE, thick, cv2.LINE_AA)
    _label(canvas, (middle[0] + radius // 2, middle[1] - radius // 2), "?", thick, UNSURE)


def _draw_row(canvas: Image, row: RowLine, thick: int) -> None:
    start, end = (tuple(round(v) for v in point) for point in (row.start, row.end))
    cv2.line(canvas, start, end, INK, 3 * thick, cv2.LINE_AA)
    cv2.line(canvas, start, end, ROW, thick, cv2.LINE_AA)


def _draw_outline(
    canvas: Image, corners: Sequence[Point], colour: tuple[int, int, int], thick: int
) -> npt.NDArray[np.int32]:
    """Draw an outline that stands out from light and dark, and return its corners as whole pixels, (n, 2)."""
    whole = np.array(corners, np.float64).round().astype(np.int32)
    cv2.polylines(canvas, [whole], True, INK, 3 * thick, cv2.LINE_AA)
    cv2.polylines(canvas, [whole], True, colour, thick, cv2.LINE_AA)
    return whole


def _draw_die(canvas: Image, die: SeenDie, number: int, thick: int) -> None:
    corners = _draw_outline(canvas, die.corners, SURE if die.sure else UNSURE, thick)
    top = corners[corners[:, 1].argmin()]
    name = "" if die.cell else f"  #{number}"  # in a square, its place names a die
    text = f"{'?' if die.value is None else die.value}{'' if die.sure else ' ?'}{name}"
    _label(canvas, (int(top[0]), int(top[1])), text, thick, SWATCH[die.colour])


FACE_SWATCH = {
    TileFace.YELLOW: SWATCH[Colour.YELLOW],
    TileFace.RED: SWATCH[Colour.RED],
    TileFace.BLUE: SWATCH[Colour.BLUE],
}


def _draw_tile(canvas: Image, tile: SeenTile, number: int, thick: int) -> None:
    """Draw the outline of a tile, its number among the others, and what each face shows, near its outer corner."""
    _draw_outline(canvas, tile.corners, SURE if tile.sure else UNSURE, thick)
    for name, face in tile.faces.items():
        outer = np.array(tile.outline(name)[2])
        x, y = 0.84 * outer + 0.16 * np.array(tile.centre)
        text = f"{'?' if face.value is None else face.value}{'' if face.sure else ' ?'}"
        _label(canvas, (round(x) - 4 * thick, round(y) + 4 * thick), text, thick, FACE_SWATCH[name])
    if not tile.sure:  # a number to ask by
        x, y = tile.centre
        _label(canvas, (round(x) - 4 * thick, round(y) + 4 * thick), f"#{number}", thick, PAPER)


def _draw_card(canvas: Image, card: SeenCard, number: int, thick: int) -> None:
    """Draw the outline of a card and what it is; of one that is not of the deck only its number, to ask by."""
    colour = SURE if card.sure else UNSURE if card.id is not None else FOREIGN
    _draw_outline(canvas, card.corners, colour, thick)
    name = "" if card.id is None else card.id.partition("/")[2]
    text = name if card.sure else f"{name} ? #{number}".strip()
    x, y = card.centre
    _label(canvas, (round(x) - 4 * len(text) * thick, round(y) + 4 * thick), text, thick, colour)


def _label(canvas: Image, at: tuple[int, ...], text: str, thick: int, paper: tuple[int, int, int]) -> None:
    """Write `text` on a plate of the colour `paper`, kept inside the picture."""
    plain = text.encode("ascii", "replace").decode()
    size, base = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, 0.45 * thick, thick)
    x = min(max(at[0], 2), max(canvas.shape[1] - size[0] - 4, 2))
    y = min(max(at[1], size[1] + 4), canvas.shape[0] - base - 2)
    ink = INK if sum(paper) > 330 else PAPER
    cv2.rectangle(canvas, (x - 2, y - size[1] - 3), (x + size[0] + 2, y + base), paper, -1)
    cv2.putText(canvas, plain, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.45 * thick, ink, thick, cv2.LINE_AA)
