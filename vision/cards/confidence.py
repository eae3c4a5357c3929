"""What may be believed of a classified card: its similarity, its match, its lead over the second best, what shows of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import cv2
import numpy as np

from vision.arrays import Floats
from vision.cards.classify import Guess
from vision.cards.compare import Fit
from vision.cards.params import ConfidenceParams

BLOCK = 6
BLOCK_OFF = 38.0
"""From this mean difference in grey levels on a block does not look like the card."""


class Standing(Enum):
    """How a card stands after all."""

    SURE = auto()
    DOUBTED = auto()
    """It is the likeliest card, but another one is near, or it does not look quite like it."""
    FOREIGN = auto()
    """No card of the deck looks like it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may be believed of one card."""

    standing: Standing
    confidence: float
    covered: bool


def judged(guesses: list[Guess], short_px: float, *, whole: bool, params: ConfidenceParams) -> Verdict:
    """Return what may be believed of a card; `whole` says that nothing else lies over it as far as outlines tell."""
    if not guesses or guesses[0].fit is None:
        return Verdict(Standing.FOREIGN, 0.0, covered=False)
    best = guesses[0]
    assert best.fit is not None
    if best.similarity < params.least_similarity or best.fit.match < params.least_match:
        return Verdict(Standing.FOREIGN, _confidence(best, params), covered=False)
    hidden = hidden_share(best.fit)
    sure = (
        best.similarity >= params.sure_similarity
        and best.fit.match >= params.sure_match
        and best.ahead >= params.lead
        and short_px >= params.sure_short_px
        and hidden <= params.most_covered
        and whole
    )
    return Verdict(
        Standing.SURE if sure else Standing.DOUBTED,
        _confidence(best, params),
        covered=not whole or hidden > params.covered,
    )


def _confidence(best: Guess, params: ConfidenceParams) -> float:
    """Return a probability-like figure: half where the card would just be believed."""
    assert best.fit is not None
    weakest = min(
        best.ahead / params.lead, best.similarity / params.sure_similarity, best.fit.match / params.sure_match
    )
    return float(1 / (1 + np.exp(-6 * (weakest - 1))))


def hidden_share(fit: Fit) -> float:
    """Return the share of the card, in the largest piece, that does not look like the one of the deck."""
    off = np.abs(fit.seen - fit.reference).max(axis=-1)
    high, wide = off.shape
    blocks: Floats = np.asarray(
        cv2.resize(off, (wide // BLOCK, high // BLOCK), interpolation=cv2.INTER_AREA), np.float32
    )
    unlike = (blocks > BLOCK_OFF + float(np.median(blocks))).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(unlike, connectivity=8)
    return float(stats[1:, cv2.CC_STAT_AREA].max()) / unlike.size if count > 1 else 0.0
