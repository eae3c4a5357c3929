"""Two widely used recipes for reading cards, to measure this reader against.

Both find cards by their edges (Canny, contours of four corners) and flatten them. One matches ORB features against
every card of the deck and takes the most matches, the other takes the nearest perceptual hash.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import cv2
import numpy as np

from companion.observations import SeenCard
from vision.arrays import Floats, Grey, Image
from vision.cards.compare import FINE
from vision.cards.crops import flattened
from vision.cards.deck import LearntDeck
from vision.cards.evaluation import CardLabel, CardTally, add
from vision.cards.refine import upright
from vision.frame import load

Recipe: TypeAlias = Callable[[Image], tuple[SeenCard, ...]]
LEAST_MATCHES = 15
"""The recipes call a card known from so many ratio-tested matches on."""
MOST_BITS = 60
"""Or from a hash on that differs in no more than so many of 256 bits."""


def quads(image: Image) -> Iterator[Floats]:
    """Yield outlines of four corners, as the recipes find them."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    edges = cv2.dilate(cv2.Canny(grey, 40, 120), np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    least = 0.002 * image.shape[0] * image.shape[1]
    for contour in contours:
        quad = cv2.approxPolyDP(contour, 0.03 * cv2.arcLength(contour, closed=True), closed=True)
        if len(quad) == 4 and cv2.contourArea(quad) > least and cv2.isContourConvex(quad):
            corners = np.asarray(quad.reshape(4, 2), float)
            yield upright(corners if cv2.contourArea(quad, oriented=True) > 0 else corners[::-1])


def by_orb(deck: LearntDeck) -> Recipe:
    """Return the recipe that matches ORB features against every card of the deck."""
    orb, matcher = cv2.ORB.create(500), cv2.BFMatcher(cv2.NORM_HAMMING)
    known = [orb.detectAndCompute(view.picture, None)[1] for view in deck.views]

    def matches(found: Grey | None, other: Grey | None) -> int:
        if found is None or other is None or len(other) < 2:
            return 0
        pairs = (pair for pair in matcher.knnMatch(found, other, k=2) if len(pair) == 2)
        return sum(one.distance < 0.75 * two.distance for one, two in pairs)

    def read(image: Image) -> tuple[SeenCard, ...]:
        seen = []
        for corners in quads(image):
            found = orb.detectAndCompute(flattened(image, corners, FINE), None)[1]
            counts = [matches(found, other) for other in known]
            best = int(np.argmax(counts))
            seen.append(_seen(deck, best, corners, sure=counts[best] >= LEAST_MATCHES))
        return tuple(seen)

    return read


def _bits(face: Image) -> Floats:
    grey = cv2.resize(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (64, 64), interpolation=cv2.INTER_AREA)
    low = cv2.dct(grey.astype(np.float32))[:16, :16].ravel()
    return np.asarray(low > np.median(low))


def by_hash(deck: LearntDeck) -> Recipe:
    """Return the recipe that takes the card with the nearest perceptual hash, either way up."""
    known = np.stack([_bits(view.picture) for view in deck.views])

    def read(image: Image) -> tuple[SeenCard, ...]:
        seen = []
        for corners in quads(image):
            face = flattened(image, corners, FINE)
            both = [_bits(face), _bits(np.ascontiguousarray(face[::-1, ::-1]))]
            off = np.min([(known != bits).sum(axis=1) for bits in both], axis=0)
            best = int(np.argmin(off))
            seen.append(_seen(deck, best, corners, sure=bool(off[best] <= MOST_BITS)))
        return tuple(seen)

    return read


def _seen(deck: LearntDeck, view: int, corners: Floats, *, sure: bool) -> SeenCard:
    one, two, three, four = ((float(x), float(y)) for x, y in corners)
    return SeenCard(deck.views[view].id, deck.views[view].face, 1.0 if sure else 0.3, sure, (one, two, three, four))


RECIPES: Mapping[str, Callable[[LearntDeck], Recipe]] = {"ORB over the deck": by_orb, "perceptual hash": by_hash}


def tally(labels: Sequence[CardLabel], recipe: Recipe) -> CardTally:
    """Return the figures of a recipe."""
    out = CardTally()
    for label in labels:
        image = load(label.path)
        began = time.perf_counter()
        seen = recipe(image)
        out.milliseconds.append((time.perf_counter() - began) * 1000)
        out.pictures += 1
        add(out, label, seen)
    return out
