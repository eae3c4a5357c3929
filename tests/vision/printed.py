"""The printed mat as pictures: what the printer gets, and what a camera sees of it."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import pypdfium2

from vision.table.mat import Mat
from vision.table.mat_print import EDGE_MM, Paper, cut, print_mat

FINER = 3
"""A page is drawn so much finer first: PDFium lets a rectangle end at whole pixels."""


def pages_of(file, px_per_mm=4.0):
    """The pages of a PDF as pictures (b, g, r)."""
    document = pypdfium2.PdfDocument(file)
    try:
        return [_drawn(page, px_per_mm) for page in document]
    finally:
        document.close()


def _drawn(page, px_per_mm):
    fine = page.render(scale=FINER * px_per_mm * 25.4 / 72).to_numpy()[..., :3]
    size = fine.shape[1] // FINER, fine.shape[0] // FINER
    return cv2.resize(
        np.ascontiguousarray(fine[: size[1] * FINER, : size[0] * FINER]), size, interpolation=cv2.INTER_AREA
    )


@lru_cache(maxsize=4)
def sheet_of(mat: Mat, px_per_mm: float = 4.0):
    """The whole mat as it comes out of the printer, its sheets put together, its own size."""
    paper = Paper.A3
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mat.pdf"
        print_mat(mat, paper, file)
        pages = pages_of(file, px_per_mm)
    whole = np.full((round(mat.height * px_per_mm), round(mat.width * px_per_mm), 3), 255, np.uint8)
    edge = round(EDGE_MM * px_per_mm)
    for sheet, page in zip(cut(mat, paper).sheets, pages, strict=True):
        x, y, width, height = (
            round(each * px_per_mm) for each in (sheet.part.x, sheet.part.y, sheet.part.width, sheet.part.height)
        )
        part = page[edge : edge + height, edge : edge + width]
        part_of_page = whole[y : y + part.shape[0], x : x + part.shape[1]]
        part_of_page[:] = part[: part_of_page.shape[0], : part_of_page.shape[1]]
    whole.setflags(write=False)
    return whole
