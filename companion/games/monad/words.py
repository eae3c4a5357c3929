"""Words that several sentences share: ranks, colours, cards, lists of names."""

from __future__ import annotations

from companion.games.monad.cards import Card, Colour, Rank
from companion.texts import Message, say

RANKS: dict[Rank, Message] = {
    Rank.UNIT: say("Unit"),
    Rank.BI: say("Bi"),
    Rank.TRI: say("Tri"),
    Rank.QUAD: say("Quad"),
    Rank.QUINT: say("Quint"),
    Rank.MONAD: say("Monad"),
}
COLOURS: dict[Colour, Message] = {
    Colour.RED: say("red"),
    Colour.ORANGE: say("orange"),
    Colour.YELLOW: say("yellow"),
    Colour.NAVY: say("navy"),
    Colour.SKY: say("sky blue"),
    Colour.GREEN: say("green"),
}


def rank_word(rank: Rank) -> Message:
    """Return what people call a rank."""
    return RANKS[rank]


def card_word(card: Card) -> Message:
    """Return what people call a card."""
    return say("{rank} {colour}", rank=RANKS[card.rank], colour=COLOURS[card.colour])


def monads_of(count: int) -> Message:
    """Return how many Monads in words: 1 Monad, 2 Monads."""
    return say("1 Monad") if count == 1 else say("{count} Monads", count=count)
