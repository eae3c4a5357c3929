"""A vector drawing as a picture of pixels: every edge smoothed by drawing it larger and reducing it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.drawing.paths import Artwork, Figure, filled

PRINT_DPI = 300.0
MM_OF_AN_INCH = 25.4
PAPER = "#ffffff"
_LARGER = 2
"""Drawn so many times larger; OpenCV smooths the edges of what it draws besides."""
_SHIFT = 5
"""Bits of a pixel's fraction that OpenCV takes."""


def rasterise(artwork: Artwork, dpi: float = PRINT_DPI) -> NDArray[np.uint8]:
    """Return `artwork` as a BGR picture, white where nothing is drawn."""
    per_mm = dpi / MM_OF_AN_INCH
    width, height = round(artwork.width_mm * per_mm), round(artwork.height_mm * per_mm)
    large = np.full((height * _LARGER, width * _LARGER, 3), 255, np.uint8)
    for figure in artwork.figures:
        _paint(large, figure, per_mm * _LARGER)
    if artwork.cut is not None:
        _paint(large, filled(artwork.whole + artwork.cut, PAPER), per_mm * _LARGER)
    return np.asarray(cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _paint(picture: NDArray[np.uint8], figure: Figure, per_mm: float) -> None:
    outlines = [
        (_fixed(points, per_mm), closed) for points, closed in figure.path.flattened(tolerance=0.25 / per_mm) if points
    ]
    if figure.fill:
        closed_ones = [points for points, _ in outlines]
        cv2.fillPoly(picture, closed_ones, _bgr(figure.fill), cv2.LINE_AA, _SHIFT)
    if figure.stroke:
        thickness = max(1, round(figure.width * per_mm))
        for points, closed in outlines:
            cv2.polylines(picture, [points], closed, _bgr(figure.stroke), thickness, cv2.LINE_AA, _SHIFT)


def _fixed(points: list[tuple[float, float]], per_mm: float) -> NDArray[np.int32]:
    """Return points in OpenCV's fixed-point pixels; (0, 0) is the middle of its first pixel, not its corner."""
    scaled = (np.asarray(points, np.float64) * per_mm - 0.5) * (1 << _SHIFT)
    return np.round(scaled).astype(np.int32)


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red
