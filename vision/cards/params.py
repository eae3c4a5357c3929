"""Every threshold of the reader of cards, each with what it stands for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinderParams:
    """Where cards lie."""

    widths: tuple[int, ...] = (768, 320, 160)
    """Widths of the pictures that the finder is given: the largest for small cards, the smallest for large ones."""
    closer: int = 1344
    """In this width small cards are looked at once more …"""
    small_px: float = 34.0
    """… if any find is narrower than so many pixels of the first width."""
    inner: tuple[float, ...] = (0.5, 0.85)
    """From these probabilities on a cell is the inner part of a card; cards that touch part at the higher one."""
    any_part: float = 0.5
    """From this probability on a cell is a part of a card: only there a neighbour is looked for."""
    least_cells: int = 6
    """Smaller parts are nothing."""
    shrunk: float = 0.16
    """The inner part leaves out so much of the shorter side of a card all round."""
    least_fill: float = 0.75
    """An inner part fills at least this share of the box round it, or it is no single card."""
    least_short_px: float = 14.0
    """What is narrower than this is no card and no strip of one."""
    same: float = 0.5
    """Two finds whose outlines agree by more than this (intersection over union) are one."""
    overlap: float = 0.35
    """Of two finds that share more than this of the smaller one, the one that looks more like a card is kept."""
    meets: float = 0.08
    """Two cards whose outlines share more than this lie one over the other."""
    tallest: float = 7.0
    """No card is longer than so many times its width."""


@dataclass(frozen=True, slots=True)
class OutlineParams:
    """Outlines by edges."""

    width: int = 1280
    """The picture is looked at in this width at most."""
    faint: float = 25.0
    clear: float = 60.0
    """The two thresholds of the edges of lightness; those of colour are half as high."""
    least_area: float = 0.001
    """An outline takes up at least this share of the picture."""
    filled: float = 0.93
    """What is outlined fills at least this share of its four corners: the corners of cards are round."""
    tallest: float = 2.6
    same: float = 0.9
    """Two outlines that agree by more than this are one."""
    agree: float = 0.85
    """A find of the network that agrees with an outline by more than this is left out."""


@dataclass(frozen=True, slots=True)
class CardClassifierParams:
    """Which card of the deck it is."""

    embedding: float = 0.5
    """Weight of the network's description …"""
    thumbnail: float = 0.4
    """… of the small picture …"""
    hashed: float = 0.1
    """… and of the hash."""
    pixels: float = 0.15
    """Weight of the pixels in which two candidates differ."""
    shortlist: int = 4
    """So many cards of the deck are compared pixel by pixel."""
    near: float = 0.25
    """Cards whose similarity is further than this from the best one's are not compared."""
    square: float = 1.25
    """A card whose sides differ by less is tried in four directions."""


@dataclass(frozen=True, slots=True)
class CardConfidenceParams:
    """What may be believed."""

    least_likeness: float = 0.42
    """Below this likeness (the mean of similarity and match) the best card is no answer: it is not of this deck."""
    sure_likeness: float = 0.58
    """From this likeness on a card may be sure …"""
    sure_match: float = 0.65
    """… from this correlation on …"""
    lead: float = 0.09
    """… and from this lead over the second best on."""
    sure_short_px: float = 36.0
    """A card with a shorter side than this is never sure."""
    strip_lead: float = 0.14
    """The lead from which on a card may be sure of which only a strip shows …"""
    strip_short_px: float = 16.0
    """… and the least width of that strip."""
    covered: float = 0.06
    """From this share on that does not look like the card, something lies over it."""
    most_covered: float = 0.2
    """With more covered than this a card is never sure."""


@dataclass(frozen=True, slots=True)
class StripParams:
    """Cards of which only a strip shows."""

    foreshortened: float = 1.25
    """A whole card looks longer or shorter than it is by no more than this."""
    least: float = 0.14
    """Less than this share of a card is not read."""
    most: float = 0.75
    """More than this share is a whole card."""
    reach: float = 0.35
    """The card that lies over a strip begins within this share of the strip's width …"""
    touches: float = 0.08
    """… so that it takes up more than this of the surroundings."""


@dataclass(frozen=True, slots=True)
class CardParams:
    """All of them."""

    finder: FinderParams = FinderParams()
    outlines: OutlineParams = OutlineParams()
    classifier: CardClassifierParams = CardClassifierParams()
    confidence: CardConfidenceParams = CardConfidenceParams()
    strips: StripParams = StripParams()


DEFAULT = CardParams()
