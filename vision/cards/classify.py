"""Which card of the deck each one is: described in every direction that it may lie, the nearest compared by pixels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.cards.compare import FINE, Fit, fit, preference
from vision.cards.crops import HIGH, WIDE, flattened
from vision.cards.deck import CardView, LearntDeck
from vision.cards.describe import descriptors
from vision.cards.detect import sides
from vision.cards.params import CardClassifierParams


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A card of the deck that a seen one may be."""

    view: CardView
    similarity: float
    turn: int
    """By how many quarter turns the corners are to be rolled for the card to lie as its view does."""
    fit: Fit
    """How the two compare pixel by pixel."""
    ahead: float = 1.0
    """How clearly it is this one and no other: the least lead over any other; below 0 another one leads."""

    @property
    def likeness(self) -> float:
        """How much it looks like this card, by description and by pixels: fine patterns are described badly."""
        return (self.similarity + self.fit.match) / 2


def classified(
    image: Image, corners: list[Floats], deck: LearntDeck, params: CardClassifierParams
) -> list[list[Guess]]:
    """Return for each card what it may be, the likeliest first; its corners begin with a short edge."""
    turns = [_turns(each, deck, params) for each in corners]
    flat = [
        flattened(image, np.roll(each, -turn, axis=0), FINE)
        for each, some in zip(corners, turns, strict=True)
        for turn in some
    ]
    small = [np.asarray(cv2.resize(face, (WIDE, HIGH), interpolation=cv2.INTER_AREA), np.uint8) for face in flat]
    alike = descriptors(small, params) @ deck.described.T if flat else np.zeros((0, 0), np.float32)
    out, at = [], 0
    for some in turns:
        rows = np.s_[at : at + len(some)]
        out.append(_ranked(flat[rows], alike[rows], some, deck, params))
        at += len(some)
    return out


def _turns(corners: Floats, deck: LearntDeck, params: CardClassifierParams) -> tuple[int, ...]:
    """Return the directions in which a card may lie: all four where its shape does not tell."""
    wide, high = sides(corners)
    squarish = high < params.square * wide and (not deck.aspects or deck.aspects[0] < params.square)
    return (0, 1, 2, 3) if squarish else (0, 2)


def _ranked(
    flat: list[Image], alike: Floats, turns: tuple[int, ...], deck: LearntDeck, params: CardClassifierParams
) -> list[Guess]:
    """Return the cards that one may be, compared pixel by pixel where more than one comes near."""
    best: dict[str, tuple[float, int, int]] = {}
    for row, column in zip(
        *np.unravel_index(np.argsort(-alike, axis=None)[: 40 * len(turns)], alike.shape), strict=True
    ):
        best.setdefault(deck.views[column].id, (float(alike[row, column]), int(row), int(column)))
    nearest = sorted(best.values(), reverse=True)[: params.shortlist]
    nearest = [each for each in nearest if each[0] > nearest[0][0] - params.near]
    guesses = [
        Guess(deck.views[column], similarity, turns[row], fit(flat[row], deck.views[column].picture))
        for similarity, row, column in nearest
    ]
    return _by_lead(guesses, params)


def _by_lead(guesses: list[Guess], params: CardClassifierParams) -> list[Guess]:
    """Return the guesses by how far each leads over all others."""
    if len(guesses) < 2:
        return [Guess(g.view, g.similarity, g.turn, g.fit, params.near) for g in guesses]
    lead = np.full((len(guesses), len(guesses)), np.inf)
    for one in range(len(guesses)):
        for other in range(one):
            lead[one, other] = lead_of(guesses[one], guesses[other], params)
            lead[other, one] = -lead[one, other]
    ahead = lead.min(axis=1)
    ranked = [Guess(g.view, g.similarity, g.turn, g.fit, float(a)) for g, a in zip(guesses, ahead, strict=True)]
    return sorted(ranked, key=lambda each: -each.ahead)


def lead_of(one: Guess, other: Guess, params: CardClassifierParams) -> float:
    """Return how much more likely the first card is than the second, by similarity and by the pixels that differ."""
    return one.similarity - other.similarity + params.pixels * preference(one.fit, other.fit)
