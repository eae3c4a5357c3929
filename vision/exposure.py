"""Pictures that nobody should read: too narrow, too dark, too bright, or moved while they were taken.

What is said here is said instead of a reading that is not sure anyway; a picture that can be read is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.observations import Observation, Problem, ProblemKind
from companion.texts import say
from vision.arrays import Floats, Image


@dataclass(frozen=True, slots=True)
class ExposureParams:
    """The thresholds; lengths are in pixels of the picture as it is read."""

    long_side: int = 1600
    narrow_px: int = 16
    """A picture of less shows no die, however long it is."""
    black: float = 12.0
    """Where the brightest things have less, there is nothing but noise."""
    dark: float = 32.0
    white: float = 0.98
    """Where so large a share of the picture is at its end, nothing is left to be read."""
    bright: float = 0.9
    clipped: int = 250
    """A pixel with two channels that are not below this has lost its colour and most of its shape."""
    moved_px: float = 9.0
    """Edges that are wider than this across one direction were moved along it, if ..."""
    moved_ratio: float = 2.6
    """... those across another direction are sharper by so much; if not, the picture is out of focus."""
    blurred_px: float = 11.0
    reach_px: int = 41
    """So far around an edge its contrast is looked for."""
    contrast: float = 20.0
    """Grey levels; noise has less."""
    edges: int = 20
    """So many pixels of edges must there be to measure any."""


PARAMS = ExposureParams()

STEP = 3
"""Brightness is measured on every third pixel of every third row."""

READER_FAULTS = (cv2.error, ArithmeticError, np.linalg.LinAlgError)
"""What the mathematics of a reader raises when a picture is none that anybody foresaw: it costs that picture alone."""

TOO_NARROW = Problem.of(ProblemKind.CAMERA, say("the picture is too narrow to show a die"))
TOO_DARK = Problem.of(
    ProblemKind.CAMERA, say("the picture is too dark: give the table more light, or the camera more time")
)
TOO_BRIGHT = Problem.of(
    ProblemKind.CAMERA, say("the picture is too bright: give the table less light, or the camera less time")
)
MOVED = Problem.of(
    ProblemKind.CAMERA, say("the picture is blurred: something moved while it was taken, hold still and take another")
)
OUT_OF_FOCUS = Problem.of(ProblemKind.CAMERA, say("the picture is blurred: it is out of focus, take another"))


def hopeless(image: Image, params: ExposureParams = PARAMS) -> Problem | None:
    """Return why there is no use in reading `image` (B, G, R), or None."""
    if min(image.shape[:2]) < params.narrow_px:
        return TOO_NARROW
    if brightest(image) < params.black:
        return TOO_DARK
    return TOO_BRIGHT if clipped(image, params) > params.white else None


def with_faults(image: Image, seen: Observation, params: ExposureParams = PARAMS) -> Observation:
    """Return `seen`, or what is wrong with the picture where nothing sure was seen for that reason."""
    if seen.sure or (why := next(_faults(_as_read(image, params), params), None)) is None:
        return seen
    return Observation(seen.kind, (), (why,), side=seen.side)


def _faults(image: Image, params: ExposureParams) -> Iterator[Problem]:
    if brightest(image) < params.dark:
        yield TOO_DARK
    if clipped(image, params) > params.bright:
        yield TOO_BRIGHT
    widths = edge_widths(image, params)
    if widths and max(widths) > params.moved_px and max(widths) > params.moved_ratio * min(widths):
        yield MOVED
    elif widths and min(widths) > params.blurred_px:
        yield OUT_OF_FOCUS


def _as_read(image: Image, params: ExposureParams) -> Image:
    """Return `image` no larger than the lengths are meant for."""
    share = params.long_side / max(image.shape[:2])
    if share >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def brightest(image: Image) -> float:
    """Return how bright the brightest things are, but for single pixels."""
    return float(np.percentile(image[::STEP, ::STEP].max(axis=2), 99))


def clipped(image: Image, params: ExposureParams = PARAMS) -> float:
    """Return which share of the picture has two channels, or all three, at their end: more light changes nothing."""
    return float(
        np.count_nonzero(_middle(image[::STEP, ::STEP]) >= params.clipped) / max(1, image[::STEP, ::STEP, 0].size)
    )


def _middle(image: Image) -> Image:
    """Return the middle one of the three channels."""
    one, two, three = image[..., 0], image[..., 1], image[..., 2]
    return np.maximum(np.minimum(one, two), np.minimum(np.maximum(one, two), three))


def edge_widths(image: Image, params: ExposureParams = PARAMS) -> tuple[float, ...]:
    """Return over how many pixels the sharpest edges run, across each of four directions; none without edges."""
    levels = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = np.asarray(cv2.GaussianBlur(levels, (0, 0), 0.8), np.float32)
    near = np.ones((params.reach_px, params.reach_px), np.uint8)
    contrast = cv2.dilate(grey, near) - cv2.erode(grey, near)
    found = [_width(contrast, slope, params) for slope in _slopes(grey)]
    return tuple(each for each in found if each is not None)


def _slopes(grey: Floats) -> Iterator[Floats]:
    """Yield how steep the picture is across each of four directions, a pixel."""
    for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)):
        kernel = np.zeros((3, 3), np.float32)
        kernel[1 + y, 1 + x], kernel[1 - y, 1 - x] = 1, -1
        yield np.abs(cv2.filter2D(grey, -1, kernel)) / (2 * float(np.hypot(x, y)))


def _width(contrast: Floats, slope: Floats, params: ExposureParams) -> float | None:
    edges = (slope >= np.percentile(slope, 99.7)) & (contrast >= params.contrast)
    if np.count_nonzero(edges) < params.edges:
        return None
    return float(np.median(contrast[edges] / slope[edges]))
