"""The cards of Monad: six colours, warm and cold, five ranks, the Monads above them, and what people call them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum

from companion.errors import BadInput
from companion.texts import Message, say

# The cards of Monad: six colours, warm and cold, five ranks, and the Monads above them.
#
# One-line notation: colour letter and rank, as in r1 (a red Unit) or g5 (a green Quint); M is a Monad.


class MonadColour(Enum):
    """Three warm colours and three cold ones (MO-1)."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    NAVY = "navy"
    SKY = "sky"
    GREEN = "green"

    @property
    def letter(self) -> str:
        """How the notation names it."""
        return self.value[0]

    @property
    def warm(self) -> bool:
        """Whether it is a warm colour."""
        return self in (MonadColour.RED, MonadColour.ORANGE, MonadColour.YELLOW)


class Rank(IntEnum):
    """Unit, the lowest, then Bi, Tri, Quad and Quint (MO-2); above them the Monads."""

    UNIT = 1
    BI = 2
    TRI = 3
    QUAD = 4
    QUINT = 5
    MONAD = 6

    @property
    def worth(self) -> int:
        """What it is worth in a purchase; a Monad costs 80 (MO-12)."""
        return {1: 1, 2: 3, 3: 7, 4: 16, 5: 36, 6: 80}[self]

    @property
    def above(self) -> Rank:
        """The next higher rank."""
        return Rank(self + 1)


COLUMNS = (Rank.BI, Rank.TRI, Rank.QUAD, Rank.QUINT)
"""The ranks that lie in columns on the table."""
LETTERS = {colour.letter: colour for colour in MonadColour}
BONUS_PAIRS = frozenset(
    frozenset(pair)
    for pair in (
        (MonadColour.RED, MonadColour.NAVY),
        (MonadColour.ORANGE, MonadColour.SKY),
        (MonadColour.YELLOW, MonadColour.GREEN),
    )
)
"""The three pairs on every Bonus card (MO-1)."""


@dataclass(frozen=True, slots=True, order=True)
class MonadCard:
    """A card of one of the five ranks."""

    rank: Rank
    letter: str

    @property
    def colour(self) -> MonadColour:
        """Its colour."""
        return LETTERS[self.letter]

    @property
    def worth(self) -> int:
        """What it is worth in a purchase."""
        return self.rank.worth

    def __str__(self) -> str:
        """Return the notation: r1."""
        return f"{self.letter}{int(self.rank)}"


def card(text: str) -> MonadCard:
    """Return the card that the notation `text` names; raise BadInput otherwise."""
    letter, figure = text[:1], text[1:]
    if letter not in LETTERS or figure not in ("1", "2", "3", "4", "5"):
        raise BadInput(f"{text!r} is no card: it is a colour ({', '.join(LETTERS)}) and a rank from 1 to 5, as in r1")
    return MonadCard(Rank(int(figure)), letter)


def read_cards(text: str) -> tuple[MonadCard, ...]:
    """Return the cards in `text`, with spaces between them."""
    return tuple(card(part) for part in text.split())


def write_cards(cards: Iterable[MonadCard]) -> str:
    """Return `cards` in notation."""
    return " ".join(map(str, cards))


# Words that several sentences share: ranks, colours, cards, lists of names.


RANKS: dict[Rank, Message] = {
    Rank.UNIT: say("Unit"),
    Rank.BI: say("Bi"),
    Rank.TRI: say("Tri"),
    Rank.QUAD: say("Quad"),
    Rank.QUINT: say("Quint"),
    Rank.MONAD: say("Monad"),
}
COLOURS: dict[MonadColour, Message] = {
    MonadColour.RED: say("red"),
    MonadColour.ORANGE: say("orange"),
    MonadColour.YELLOW: say("yellow"),
    MonadColour.NAVY: say("navy"),
    MonadColour.SKY: say("sky blue"),
    MonadColour.GREEN: say("green"),
}


def rank_name(rank: Rank) -> Message:
    """Return what people call a rank."""
    return RANKS[rank]


def card_name(card: MonadCard) -> Message:
    """Return what people call a card."""
    return say("{rank} {colour}", rank=RANKS[card.rank], colour=COLOURS[card.colour])


def monads_of(count: int) -> Message:
    """Return how many Monads in words: 1 Monad, 2 Monads."""
    return say("1 Monad") if count == 1 else say("{count} Monads", count=count)
