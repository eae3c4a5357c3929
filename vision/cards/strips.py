"""Cards of which only a strip shows: in columns and fans the next card lies over the rest.

A strip is as long as a side of its card. It is compared with the strips that the cards of the deck would show there,
so it is read as far as what shows decides, and no further.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.cards.classify import Guess, classified
from vision.cards.compare import FINE
from vision.cards.deck import CardView, LearntDeck
from vision.cards.detect import sides
from vision.cards.params import CardClassifierParams, StripParams

STEP = 0.05
"""Strips are cut in steps of this share of the card."""


@dataclass(frozen=True, slots=True)
class CardStrip:
    """What shows of a card: a share of it along its top and bottom edge, or along its sides."""

    ends: bool
    """Whether a short edge of the card shows; otherwise a long one."""
    share: float


def is_whole(corners: Floats, deck: LearntDeck, params: StripParams) -> bool:
    """Return whether an outline has the shape of a whole card of the deck, seen from up to as far aside as is usual."""
    wide, high = sides(corners)
    shape = max(wide, high) / min(wide, high)
    return any(1 / params.foreshortened < shape / known < params.foreshortened for known in deck.aspects)


def cuts(corners: Floats, deck: LearntDeck, params: StripParams) -> Iterator[CardStrip]:
    """Yield what an outline may show of a card; its first edge is a short one."""
    short, long = sides(corners)
    for known in deck.aspects:
        for ends, share in ((True, short / (long * known)), (False, short * known / long)):
            if params.least <= share <= params.most:
                yield CardStrip(ends, round(share / STEP) * STEP)


def classified_strip(
    image: Image, corners: Floats, deck: LearntDeck, params: CardClassifierParams, some: StripParams
) -> list[Guess]:
    """Return what a strip may belong to, the likeliest first; nothing if it is no strip of this deck."""
    best: list[Guess] = []
    for cut in cuts(corners, deck, some):
        guesses = classified(image, [corners], cut_deck(deck, cut), params)[0]
        if guesses and (not best or guesses[0].similarity > best[0].similarity):
            best = guesses
    return best


@lru_cache(maxsize=24)
def cut_deck(deck: LearntDeck, cut: CardStrip) -> LearntDeck:
    """Return the strips of a deck, both ends or both sides of each card, as a deck."""
    return LearntDeck.of(deck.name, tuple(strip for view in deck.views for strip in _strips(view, cut)))


def _strips(view: CardView, cut: CardStrip) -> Iterator[CardView]:
    wide, high = FINE
    deep = round((high if cut.ends else wide) * cut.share)
    pictures = (
        (view.picture[:deep], view.picture[-deep:]) if cut.ends else (view.picture[:, :deep], view.picture[:, -deep:])
    )
    for part in pictures:
        flat = np.rot90(part) if cut.ends else part
        picture = np.asarray(cv2.resize(np.ascontiguousarray(flat), FINE, interpolation=cv2.INTER_LINEAR), np.uint8)
        yield CardView(view.id, view.face, picture, 1.0, 2.0)
