"""What may be believed of a classified card: similarity, match, lead over the second best, how much of it shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import cv2
import numpy as np

from vision.arrays import Floats
from vision.cards.classify import Guess
from vision.cards.compare import Fit
from vision.cards.params import CardConfidenceParams

BLOCK = 6
BLOCK_OFF = 38.0
"""From this mean difference in grey levels on a block does not look like the card."""


class Shows(Enum):
    """What is to be seen of a card, as far as outlines tell."""

    WHOLE = auto()
    STRIP = auto()
    """Another card lies over the rest."""
    CUT = auto()
    """It reaches out of the picture, or its outline runs into that of another one."""


class CardStanding(Enum):
    """How a card stands after all."""

    SURE = auto()
    DOUBTED = auto()
    """It is the likeliest card, but another one is near, or it does not look quite like it."""
    FOREIGN = auto()
    """No card of the deck looks like it."""


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """What may be believed of one card."""

    standing: CardStanding
    confidence: float
    covered: bool


def judged(guesses: list[Guess], short_px: float, shows: Shows, params: CardConfidenceParams) -> CardVerdict:
    """Return what may be believed of a card whose likeliest guess is the first one."""
    covered = shows is not Shows.WHOLE
    if not guesses:
        return CardVerdict(CardStanding.FOREIGN, 0.0, covered)
    best = guesses[0]
    if best.likeness < params.least_likeness:
        return CardVerdict(CardStanding.FOREIGN, _confidence(best, params), covered)
    hidden = hidden_share(best.fit)
    sure = (
        best.likeness >= params.sure_likeness
        and best.fit.match >= params.sure_match
        and best.ahead >= (params.strip_lead if shows is Shows.STRIP else params.lead)
        and short_px >= (params.strip_short_px if shows is Shows.STRIP else params.sure_short_px)
        and hidden <= params.most_covered
        and shows is not Shows.CUT
    )
    standing = CardStanding.SURE if sure else CardStanding.DOUBTED
    return CardVerdict(standing, _confidence(best, params), covered or hidden > params.covered)


def _confidence(best: Guess, params: CardConfidenceParams) -> float:
    """Return a probability-like figure: half where the card would just be believed."""
    weakest = min(best.ahead / params.lead, best.likeness / params.sure_likeness, best.fit.match / params.sure_match)
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
