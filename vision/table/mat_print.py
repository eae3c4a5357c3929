"""A mat as a PDF: vectors in true scale, cut into sheets that overlap where the mat is larger than the paper.

All that the camera needs is black, white and grey; colour only helps the white balance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from math import ceil
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from vision.table.markers import cells_of
from vision.table.mat import Mat, Outline, Rect

EDGE_MM = 10.0
"""What most printers leave white at the edge of the paper."""
OVERLAP_MM = 10.0
"""By so much a sheet lies over its neighbour."""
MARK_MM = EDGE_MM * 0.45
"""Length of the corner marks: what a printer leaves white they need not reach."""
MEASURE = "100 mm: print at 100 %, measure, and do not use a print that differs"
HOW_TO_JOIN = f"cut along the corner marks; lay it {OVERLAP_MM:.0f} mm over its neighbours, so that the print runs on"
SMALL_MARKER_MM = 24.0
"""Words are as large as on a mat with such markers, in proportion."""
ZONE_GREY = 0.78
"""White and dark dice both stand out against it."""


class Paper(Enum):
    """A paper size: width and height in millimetres, upright."""

    A4 = (210.0, 297.0)
    A3 = (297.0, 420.0)
    LETTER = (215.9, 279.4)

    @property
    def label(self) -> str:
        """The name of the format, as on the command line."""
        return self.name if self is not Paper.LETTER else "Letter"


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One sheet of paper, and the part of the mat that it shows."""

    column: int
    row: int
    part: Rect


@dataclass(frozen=True, slots=True)
class Cut:
    """How a mat is cut into sheets."""

    paper: tuple[float, float]
    """Width and height as it is used, upright or turned."""
    columns: int
    rows: int
    sheets: tuple[PrintedSheet, ...]


def cut(mat: Mat, paper: Paper) -> Cut:
    """Return how `mat` is cut into the fewest sheets of `paper`."""
    upright = paper.value
    return min((_cut(mat, size) for size in (upright, upright[::-1])), key=lambda each: len(each.sheets))


def _cut(mat: Mat, paper: tuple[float, float]) -> Cut:
    width, height = (side - 2 * EDGE_MM for side in paper)
    columns, rows = _count(mat.width, width), _count(mat.height, height)
    sheets = tuple(
        PrintedSheet(column, row, Rect(x, y, min(width, mat.width - x), min(height, mat.height - y)))
        for row in range(rows)
        for column in range(columns)
        for x, y in [(column * (width - OVERLAP_MM), row * (height - OVERLAP_MM))]
    )
    return Cut(paper, columns, rows, sheets)


def _count(length: float, sheet: float) -> int:
    """Return how many sheets are needed for a length."""
    return max(1, ceil(round((length - OVERLAP_MM) / (sheet - OVERLAP_MM), 6)))


def print_mat(mat: Mat, paper: Paper, file: Path) -> int:
    """Write `mat` to `file`, and return the number of its sheets."""
    plan = cut(mat, paper)
    canvas = Canvas(str(file), pagesize=(plan.paper[0] * mm, plan.paper[1] * mm), pageCompression=1, invariant=1)
    canvas.setTitle(f"Tabletop companion: mat for {mat.game}, version {mat.version}")
    canvas.setCreator("companion print mat")
    for sheet in plan.sheets:
        _Page(canvas, plan, sheet).draw(mat)
        canvas.showPage()
    canvas.save()
    return len(plan.sheets)


class _Page:
    """One sheet being drawn: millimetres of the mat in, points of the page out. Only here y is turned over."""

    def __init__(self, canvas: Canvas, plan: Cut, sheet: PrintedSheet) -> None:
        self._canvas = canvas
        self._plan = plan
        self._sheet = sheet

    def draw(self, mat: Mat) -> None:
        """Draw what the sheet shows of `mat`, and how it is put together with the others."""
        part = self._sheet.part
        self._canvas.saveState()
        window = self._canvas.beginPath()
        window.rect(*self._box(part))
        self._canvas.clipPath(window, stroke=0, fill=0)
        self._draw_zones(mat)
        self._draw_markers(mat)
        self._draw_patches(mat)
        self._draw_bar(mat.bar, mat.marker / SMALL_MARKER_MM)
        size = mat.marker / SMALL_MARKER_MM
        self._write(mat.border, mat.border / 2 + size, f"{mat.title} · mat, version {mat.version}", 9 * size)
        self._canvas.restoreState()
        self._draw_edges(mat)

    def _box(self, rect: Rect) -> tuple[float, float, float, float]:
        """Return a rectangle as the canvas wants it: left, bottom, width, height in points."""
        x, y = self._at(rect.x, rect.y + rect.height)
        return x, y, rect.width * mm, rect.height * mm

    def _at(self, x: float, y: float) -> tuple[float, float]:
        part = self._sheet.part
        return (EDGE_MM + x - part.x) * mm, (self._plan.paper[1] - EDGE_MM - (y - part.y)) * mm

    def _fill(self, rect: Rect, red: float, green: float, blue: float) -> None:
        self._canvas.setFillColorRGB(red, green, blue)
        self._canvas.rect(*self._box(rect), stroke=0, fill=1)

    def _write(self, x: float, y: float, text: str, size_pt: float, grey: float = 0.0) -> None:
        self._canvas.setFillGray(grey)
        self._canvas.setFont("Helvetica", size_pt)
        self._canvas.drawString(*self._at(x, y), text)

    def _draw_zones(self, mat: Mat) -> None:
        size = mat.marker / SMALL_MARKER_MM  # a larger mat is seen from further away
        for zone in mat.zones:
            self._fill(zone.rect, ZONE_GREY, ZONE_GREY, ZONE_GREY)
            self._canvas.setStrokeGray(0.35)
            self._canvas.setLineWidth(0.5 * mm)
            self._canvas.rect(*self._box(zone.rect.shrunk(0.25)), stroke=1, fill=0)
            self._write(zone.rect.x + 2.5 * size, zone.rect.y + 6 * size, zone.label, 12 * size, ZONE_GREY - 0.18)
            for outline in zone.outlines:
                self._draw_outline(outline, size)

    def _draw_outline(self, outline: Outline, size: float) -> None:
        self._canvas.setStrokeGray(ZONE_GREY - 0.18)
        self._canvas.setLineWidth(0.3 * mm)
        self._canvas.roundRect(*self._box(outline.rect), radius=3 * mm, stroke=1, fill=0)
        self._write(outline.rect.x + 3, outline.rect.y + 6 * size, outline.label, 10 * size, ZONE_GREY - 0.3)

    def _draw_markers(self, mat: Mat) -> None:
        for place, rect in mat.markers.items():
            self._fill(rect, 0, 0, 0)
            for white in white_parts(mat.marker_id(place), rect):
                self._fill(white, 1, 1, 1)

    def _draw_patches(self, mat: Mat) -> None:
        for ink, rect in mat.patches.items():
            red, green, blue = (level / 255 for level in ink.rgb)
            self._fill(rect, red, green, blue)
            self._canvas.setStrokeGray(0)
            self._canvas.setLineWidth(0.2 * mm)
            self._canvas.rect(*self._box(rect), stroke=1, fill=0)
            size = mat.marker / SMALL_MARKER_MM
            self._write(rect.x + rect.width / 2 - size, rect.y + rect.height + 3.6 * size, ink.letter, 7 * size)

    def _draw_bar(self, bar: Rect, size: float) -> None:
        for centimetre in range(10):
            shade = float(centimetre % 2)
            self._fill(Rect(bar.x + 10 * centimetre, bar.y, 10, bar.height), shade, shade, shade)
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(0.2 * mm)
        self._canvas.rect(*self._box(bar), stroke=1, fill=0)
        self._write(bar.x, bar.y + bar.height + 4 * size, MEASURE, 7 * size)

    def _draw_edges(self, mat: Mat) -> None:
        """Draw where the mat ends, where the next sheet begins, and which sheet this is."""
        plan, sheet = self._plan, self._sheet
        part = sheet.part
        self._canvas.setStrokeGray(0.5)
        self._canvas.setLineWidth(0.1 * mm)
        for x, y in _corners_of(part):
            across, along = (1 if x > part.x else -1), (1 if y > part.y else -1)
            for dx, dy in ((across * MARK_MM, 0.0), (0.0, along * MARK_MM)):
                self._canvas.line(*self._at(x + dx * 0.2, y + dy * 0.2), *self._at(x + dx, y + dy))
        if len(plan.sheets) > 1:
            name = f"column {sheet.column + 1} of {plan.columns}, row {sheet.row + 1} of {plan.rows}"
            self._write(part.x + 8, part.y - 3, f"{mat.title}: {name}; {HOW_TO_JOIN}", 6, 0.4)
            self._draw_ruler(part)

    def _draw_ruler(self, part: Rect) -> None:
        """Draw a second scale bar where it is cut away: the one of the mat may run over two sheets."""
        left, top = part.x + 8, part.y + part.height + 3.5
        for centimetre in range(10):
            shade = float(centimetre % 2)
            self._fill(Rect(left + 10 * centimetre, top, 10, 1.5), shade, shade, shade)
        self._canvas.setStrokeGray(0)
        self._canvas.rect(*self._box(Rect(left, top, 100, 1.5)), stroke=1, fill=0)
        self._write(left, top + 3.8, MEASURE, 5, 0.4)


def _corners_of(rect: Rect) -> Iterator[tuple[float, float]]:
    for x, y in rect.corners:
        yield float(x), float(y)


def white_parts(number: int, rect: Rect) -> Iterator[Rect]:
    """Yield the white runs of a marker along its rows and its columns: together they leave no seam between cells."""
    cells = cells_of(number)
    side = rect.width / len(cells)
    for row, line in enumerate(cells):
        for start, length in _white_runs(line):
            yield Rect(rect.x + start * side, rect.y + row * side, length * side, side)
    for column, line in enumerate(zip(*cells, strict=True)):
        for start, length in _white_runs(line):
            yield Rect(rect.x + column * side, rect.y + start * side, side, length * side)


def _white_runs(line: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    """Yield start and length of every run of white cells."""
    at = 0
    for black, run in groupby(line):
        length = len(list(run))
        if not black:
            yield at, length
        at += length
