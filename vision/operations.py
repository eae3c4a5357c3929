"""Operations on pictures, points and candidates that several readers need: each of them is written here once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from companion.observations import Quad
from vision.arrays import Floats, Image

Candidate = TypeVar("Candidate")
Flags = npt.NDArray[np.bool_]


def non_max_suppression(
    candidates: Iterable[Candidate],
    apart: Callable[[Candidate, Candidate], bool],
    *,
    beside: Sequence[Candidate] = (),
    most: int | None = None,
) -> list[Candidate]:
    """Return those of `candidates`, the best first, that are `apart` from each one kept before, and from `beside`."""
    kept: list[Candidate] = []
    for each in candidates:
        if len(kept) == most:
            break
        if all(apart(each, other) for other in (*beside, *kept)):
            kept.append(each)
    return kept


def suppressed_rows(
    order: Iterable[int], overlapping: Callable[[int], Flags], count: int, most: int
) -> Iterator[tuple[int, Flags]]:
    """Yield the rows of a table that non-maximum suppression keeps, at `most` so many, each with those it suppresses.

    `order` has the rows, the best first; `overlapping` returns which of all `count` rows overlap one.
    """
    taken = np.zeros(count, bool)
    kept = 0
    for row in order:
        if kept == most:
            return
        if not taken[row]:
            kept += 1
            taken[row] = True
            new = overlapping(row) & ~taken
            taken |= new
            yield row, new


def best_of_sizes(
    candidates: Sequence[Candidate],
    sizes: Sequence[float],
    scaled: Callable[[Candidate, float], Candidate],
    classify: Callable[[list[Candidate]], Sequence[Candidate]],
    score: Callable[[Candidate], float],
) -> list[Candidate]:
    """Return each candidate in that of `sizes` in which it has the highest score; all are classified in one go."""
    tries = classify([scaled(each, size) for each in candidates for size in sizes])
    return [max(tries[n : n + len(sizes)], key=score) for n in range(0, len(tries), len(sizes))]


def resized(image: Image, scale: float) -> Image:
    """Return `image` so many times as large: areas are averaged, or cubics drawn between pixels."""
    if scale == 1:
        return image
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def resized_between(image: Image, least: int, most: int) -> tuple[Image, float]:
    """Return `image` with a longer side from `least` to `most`, and how many of its pixels make one of the original."""
    long = max(image.shape[:2])
    scale = min(max(long, least), most) / long
    return resized(image, scale), scale


def shrunk(image: Image, scale: float) -> Image:
    """Return `image` so many times as large, halved first: that is many times as fast as to average other areas."""
    while scale <= 0.5 and not (image.shape[0] % 2 or image.shape[1] % 2):
        image = resized(image, 0.5)
        scale *= 2
    # beyond a half no pixel is skipped
    way = cv2.INTER_LINEAR if scale > 0.5 else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def framed(image: Image, rims: tuple[int, int, int, int]) -> Image:
    """Return `image` with rims (top, bottom, left, right) in which its border pixels are repeated."""
    return np.asarray(cv2.copyMakeBorder(image, *rims, cv2.BORDER_REPLICATE), np.uint8) if any(rims) else image


def warped(image: Image, onto: Floats, side: int, times: int) -> Image:
    """Return the square patch, `side` pixels wide, that a homography makes of `image`.

    `onto` leads to a patch that is so many `times` larger, of which areas are averaged: no pixel is skipped.
    """
    large = side * times, side * times
    # warpPerspective has no area interpolation, so it enlarges first and resize averages.
    wide = cv2.warpPerspective(image, onto, large, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(wide, (side, side), interpolation=cv2.INTER_AREA) if times > 1 else wide, np.uint8)


def rescaled(points: Floats, scale: float) -> Floats:
    """Return points of a picture that is `scale` times as large as another one as points of that; pixels have middles.

    A picture's first pixel reaches from -0.5 to 0.5.
    """
    # Without the halves every change of scale would shift points by up to half a pixel of the smaller picture.
    return np.asarray((points + 0.5) / scale - 0.5)


def quad_of(corners: Floats) -> Quad:
    """Return four corners (4, 2) as plain numbers."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return first, second, third, fourth


def half_axes_of(corners: Floats) -> tuple[Floats, Floats]:
    """Return from the middle of a face with these corners (4, 2), clockwise, to the middle of two of its sides."""
    first, second, third, fourth = corners
    return np.asarray((second + third - first - fourth) / 4), np.asarray((third + fourth - first - second) / 4)


def edge_of(u: Floats, v: Floats) -> float:
    """Return the edge of the square of the same area as the face `centre ± u ± v`."""
    return 2 * float(np.sqrt(abs(u[0] * v[1] - u[1] * v[0])))


def weighted_median(values: Floats, weights: Floats) -> float:
    """Return the value below which half of the weight lies."""
    order = np.argsort(values, kind="stable")
    share = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(share, share[-1] / 2)])


def ramp(value: float, ends: tuple[float, float]) -> float:
    """Return 0 at the first end, 1 at the second, straight between."""
    low, high = ends
    return min(max((value - low) / (high - low), 0.0), 1.0)


def fused_score(explained: float, probability: float, floor: float) -> float:
    """Return how convincing a face is that pips explain so well, and to which a classifier gives this probability.

    `floor` is what remains where the classifier does not believe it at all.
    """
    return explained * (floor + probability)


def first_of_each(candidates: Iterable[Candidate], key: Callable[[Candidate], int]) -> list[Candidate]:
    """Return the first candidate of each key, in their order."""
    best: dict[int, Candidate] = {}
    for each in candidates:
        best.setdefault(key(each), each)
    return list(best.values())


def over_turns(
    patches: Image, turns: Iterable[int], answer: Callable[[Image], Floats], turned_back: Callable[[Floats], Floats]
) -> list[Floats]:
    """Return what a network answers about `patches` (n, y, x, …) in each of so many quarter turns.

    `turned_back` makes of the answer about a patch what it is before the patch was turned by one more quarter.
    """

    def seen(quarters: int) -> Floats:
        answers = answer(np.asarray(np.rot90(patches, quarters, axes=(1, 2)), np.uint8))
        for _ in range(quarters):
            answers = turned_back(answers)
        return answers

    return [seen(quarters) for quarters in turns]
