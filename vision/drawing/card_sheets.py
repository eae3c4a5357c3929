"""Cards on sheets of paper, in true scale: faces on one page, their backs on the next, mirrored for duplex printing.

The printer turns the paper over its long edge, so what lies left in front lies right behind. Crop marks stand in the
margin beside every cut; grounds run three millimetres over it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.drawing.paths import Artwork, Figure, VectorPath, rectangle, regular
from companion.errors import BadInput
from vision.drawing.pictures import DrawnCard

EDGE_MM = 5.0
"""What most printers leave white at the edge of the paper."""
GAP_MM = 2.0
"""Between two cards: the grounds run over into it, and each card has cuts of its own."""
BLEED_MM = GAP_MM / 2
MARK_FROM_MM, MARK_TO_MM = 1.5, 4.5
"""Where a crop mark begins and ends, from the cards outwards."""
CUT_GREY = 0.55
FOOT = "print at 100 % on both sides, turned over the long edge; cut at the marks"


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """How pieces of one size lie on a sheet."""

    paper_mm: tuple[float, float]
    piece_mm: tuple[float, float]
    columns: int
    rows: int

    @property
    def each(self) -> int:
        """How many lie on one sheet."""
        return self.columns * self.rows

    def place(self, at: int, *, behind: bool = False) -> tuple[float, float]:
        """Return left and top of the piece number `at`, in front or, mirrored, behind."""
        row, column = divmod(at, self.columns)
        width, height = self.piece_mm
        left = (self.paper_mm[0] - self.columns * width - (self.columns - 1) * GAP_MM) / 2 + column * (width + GAP_MM)
        top = (self.paper_mm[1] - self.rows * height - (self.rows - 1) * GAP_MM) / 2 + row * (height + GAP_MM)
        return (self.paper_mm[0] - left - width if behind else left), top


def plan_of(paper_mm: tuple[float, float], piece_mm: tuple[float, float]) -> SheetPlan:
    """Return how pieces of a size lie on upright paper; raise BadInput when none does.

    The paper is never used crosswise: its long edge would then be the upper one, and the backs would lie otherwise.
    """
    columns, rows = (
        int((side - 2 * EDGE_MM + GAP_MM) / (size + GAP_MM)) for side, size in zip(paper_mm, piece_mm, strict=True)
    )
    if columns < 1 or rows < 1:
        raise BadInput(f"a piece of {piece_mm[0]:g} x {piece_mm[1]:g} mm is larger than the paper")
    return SheetPlan(paper_mm, piece_mm, columns, rows)


def print_sheets(
    title: str, cards: Sequence[DrawnCard], paper_mm: tuple[float, float], file: Path, *, hexagons: bool = False
) -> int:
    """Write `cards`, each as often as it is in the deck, to `file`; return the number of sheets of paper.

    Raises:
        BadInput: a card is larger than the paper, or the file cannot be written.

    """
    canvas = Canvas(str(file), pagesize=(paper_mm[0] * mm, paper_mm[1] * mm), pageCompression=1, invariant=1)
    canvas.setTitle(f"Tabletop companion: {title}")
    canvas.setCreator("companion print")
    printer = _Printer(canvas, title, hexagons)
    total = sum(ceil(len(group) / plan_of(paper_mm, size).each) for size, group in _sizes(cards))
    for size, group in _sizes(cards):
        plan = plan_of(paper_mm, size)
        for start in range(0, len(group), plan.each):
            printer.sheet(plan, group[start : start + plan.each], total)
    try:
        canvas.save()
    except OSError as error:
        raise BadInput(f"{file}: cannot be written ({error.strerror})") from None
    return total


def _sizes(cards: Sequence[DrawnCard]) -> Iterator[tuple[tuple[float, float], list[DrawnCard]]]:
    """Yield every size, with its cards one by one."""
    sizes = dict.fromkeys((card.face.width_mm, card.face.height_mm) for card in cards)
    for size in sizes:
        yield (
            size,
            [card for card in cards if (card.face.width_mm, card.face.height_mm) == size for _ in range(card.count)],
        )


class _Printer:
    """Draws sheets one after the other. Only here y is turned over, and millimetres become points."""

    def __init__(self, canvas: Canvas, title: str, hexagons: bool) -> None:
        self._canvas = canvas
        self._title = title
        self._hexagons = hexagons
        self._sheets = 0
        self._forms: set[str] = set()

    def sheet(self, plan: SheetPlan, cards: Sequence[DrawnCard], total: int) -> None:
        """Draw a page of faces, and one of their backs."""
        self._sheets += 1
        for behind in (False, True):
            self._canvas.setPageSize((plan.paper_mm[0] * mm, plan.paper_mm[1] * mm))
            for at, card in enumerate(cards):
                x, y = plan.place(at, behind=behind)
                self._side(plan, card.back if behind else card.face, card.back_id if behind else card.id, x, y)
            if not self._hexagons:
                self._marks(plan)
            elif not behind:
                self._outlines(plan, len(cards))
            self._foot(
                plan, f"{self._title}, sheet {self._sheets} of {total}, {'backs' if behind else 'faces'}: {FOOT}"
            )
            self._canvas.showPage()

    def _side(self, plan: SheetPlan, artwork: Artwork, name: str, x: float, y: float) -> None:
        """Draw one side of a piece where it lies; each is described once in the file, however often it is drawn."""
        form = f"side-{name.replace('/', '-')}"
        if form not in self._forms:
            self._forms.add(form)
            self._describe(form, artwork)
        self._canvas.saveState()
        self._canvas.translate(x * mm, (plan.paper_mm[1] - y - artwork.height_mm) * mm)
        self._canvas.doForm(form)
        self._canvas.restoreState()

    def _describe(self, form: str, artwork: Artwork) -> None:
        """Put a side into the file: its lower left corner is the origin, and it runs over its edge."""
        width, height = artwork.width_mm, artwork.height_mm
        over = BLEED_MM * mm
        canvas = self._canvas
        canvas.beginForm(form, -over, -over, width * mm + over, height * mm + over)
        if self._hexagons:
            window = regular(width / 2, height / 2, 6, height / 2 + BLEED_MM)
        else:
            window = rectangle(-BLEED_MM, -BLEED_MM, width + 2 * BLEED_MM, height + 2 * BLEED_MM)
        canvas.clipPath(_points(canvas, window, height), stroke=0, fill=0)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        for figure in artwork.figures:
            _draw(canvas, figure, height)
        canvas.endForm()

    def _marks(self, plan: SheetPlan) -> None:
        """Draw short lines in the margin at every cut."""
        places = [plan.place(at) for at in range(plan.each)]
        width, height = plan.piece_mm
        left, top = places[0]
        right, low = places[-1][0] + width, places[-1][1] + height
        self._canvas.setStrokeGray(0.0)
        self._canvas.setLineWidth(0.1 * mm)
        for x in sorted({edge for each, _ in places for edge in (each, each + width)}):
            self._line(plan, (x, top - MARK_FROM_MM), (x, top - MARK_TO_MM))
            self._line(plan, (x, low + MARK_FROM_MM), (x, low + MARK_TO_MM))
        for y in sorted({edge for _, each in places for edge in (each, each + height)}):
            self._line(plan, (left - MARK_FROM_MM, y), (left - MARK_TO_MM, y))
            self._line(plan, (right + MARK_FROM_MM, y), (right + MARK_TO_MM, y))

    def _line(self, plan: SheetPlan, *ends: tuple[float, float]) -> None:
        (a, b), (c, d) = ends
        high = plan.paper_mm[1]
        self._canvas.line(a * mm, (high - b) * mm, c * mm, (high - d) * mm)

    def _outlines(self, plan: SheetPlan, count: int) -> None:
        """Draw the cuts of tiles: marks in the margin would not tell where their corners are."""
        width, height = plan.piece_mm
        self._canvas.setStrokeGray(CUT_GREY)
        self._canvas.setLineWidth(0.1 * mm)
        for at in range(count):
            x, y = plan.place(at)
            outline = regular(x + width / 2, y + height / 2, 6, height / 2)
            self._canvas.drawPath(_points(self._canvas, outline, plan.paper_mm[1]), stroke=1, fill=0)

    def _foot(self, plan: SheetPlan, text: str) -> None:
        """Write what the sheet is where its margin is widest: below the cards, or left of them."""
        left, top = plan.place(0)
        self._canvas.saveState()
        self._canvas.setFillGray(0.35)
        self._canvas.setFont("Helvetica", 5)
        if top < left:
            self._canvas.rotate(90)
            self._canvas.translate(0, -EDGE_MM * mm - 4)
            self._canvas.drawCentredString(plan.paper_mm[1] / 2 * mm, 0, text)
        else:
            self._canvas.drawCentredString(plan.paper_mm[0] / 2 * mm, EDGE_MM * mm, text)
        self._canvas.restoreState()


def _draw(canvas: Canvas, figure: Figure, height_mm: float) -> None:
    if figure.fill:
        canvas.setFillColor(figure.fill)
    if figure.stroke:
        canvas.setStrokeColor(figure.stroke)
        canvas.setLineWidth(figure.width * mm)
    path = _points(canvas, figure.path, height_mm)
    canvas.drawPath(path, stroke=int(bool(figure.stroke)), fill=int(bool(figure.fill)), fillMode=0)


def _points(canvas: Canvas, path: VectorPath, height_mm: float) -> object:
    """Return a path as the canvas wants it: points, and y upwards from the lower edge."""
    drawn = canvas.beginPath()
    draw = {"M": drawn.moveTo, "L": drawn.lineTo, "C": drawn.curveTo}
    for command, values in path.steps:
        if command == "Z":
            drawn.close()
        else:
            turned = ((height_mm - value if at % 2 else value) * mm for at, value in enumerate(values))
            draw[command](*turned)
    return drawn
