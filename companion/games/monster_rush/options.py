"""The house rules of Monster Rush: what its rulebook leaves open, with the recommended reading first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.options import house_rule
from companion.texts import say


class Repeats(StrEnum):
    """What a symbol means that stands on a monster twice."""

    COUNTED = "counted"
    PRESENCE = "presence"


class AfterWrong(StrEnum):
    """Who turns the first card after a wrong grab."""

    TAKER = "taker"
    NEXT_IN_ORDER = "next_in_order"


class WrongLast(StrEnum):
    """Whether the last monster of a pile ends the game when it was taken by mistake."""

    ENDS = "ends"
    PLAYS_ON = "plays_on"


class EndsWhen(StrEnum):
    """When the game is over."""

    LAST_TAKEN = "last_taken"
    PILE_EMPTY = "pile_empty"


class OtherTouches(StrEnum):
    """What the slower hands of the same contest cost."""

    IGNORED = "ignored"
    MINUS_ONE = "minus_one"


class Surplus(StrEnum):
    """What becomes of monsters that do not divide by three."""

    UNEVEN = "uneven"
    SET_ASIDE = "set_aside"


class Negative(StrEnum):
    """Whether a total may fall below zero."""

    ALLOWED = "allowed"
    FLOOR_ZERO = "floor_zero"


class FailedCards(StrEnum):
    """Whether the failed attacks are in the deck."""

    IN = "in"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class RushOptions:
    """The house rules of one match."""

    repeats: Repeats = house_rule(
        "MR-A1",
        say("A symbol stands on a monster twice. What does it take?"),
        say(
            "All symbols of a monster must lie open. The rulebook does not say whether a symbol that "
            "is printed twice must lie there twice."
        ),
        {Repeats.COUNTED: say("two cards that show it"), Repeats.PRESENCE: say("one card is enough")},
    )
    after_wrong: AfterWrong = house_rule(
        "MR-A2",
        say("Who turns the first card after a wrong grab?"),
        say("Whoever took the monster turns the next card. The rulebook says so of a right grab only."),
        {
            AfterWrong.TAKER: say("whoever took the monster"),
            AfterWrong.NEXT_IN_ORDER: say("the player whose turn it was"),
        },
    )
    wrong_last: WrongLast = house_rule(
        "MR-A3",
        say("The last monster of a pile is taken by mistake. Is the game over?"),
        say(
            "The game ends when the last monster of a pile is taken. The rulebook does not say "
            "whether a wrong grab ends it too."
        ),
        {WrongLast.ENDS: say("yes"), WrongLast.PLAYS_ON: say("no, it goes on with the other places")},
    )
    ends_when: EndsWhen = house_rule(
        "MR-A4",
        say("When is the game over?"),
        say(
            "The game ends when the last monster of a pile is taken. Some tables end it when a place "
            "cannot be filled again."
        ),
        {
            EndsWhen.LAST_TAKEN: say("when the last monster of a pile is taken"),
            EndsWhen.PILE_EMPTY: say("as soon as a pile is used up"),
        },
    )
    other_touches: OtherTouches = house_rule(
        "MR-A5",
        say("What do the slower hands cost that were wrong too?"),
        say(
            "Only the fastest hand counts. The rulebook does not say what the other wrong hands of the same rush cost."
        ),
        {OtherTouches.IGNORED: say("nothing: only the fastest counts"), OtherTouches.MINUS_ONE: say("a point each")},
    )
    surplus: Surplus = house_rule(
        "MR-A8",
        say("The monsters cannot be divided by three. What happens to the rest?"),
        say("The monsters are shuffled into three equal piles. That cannot be done with every number of players."),
        {Surplus.UNEVEN: say("piles may differ by one card"), Surplus.SET_ASIDE: say("it is put aside")},
    )
    negative: Negative = house_rule(
        "MR-A14",
        say("May a total fall below zero?"),
        say("A face-down card costs a point. The rulebook does not say whether a total may fall below zero."),
        {Negative.ALLOWED: say("yes"), Negative.FLOOR_ZERO: say("no, zero is the least")},
    )
    failed_cards: FailedCards = house_rule(
        "MR-10",
        say("Play with the failed attacks?"),
        say("A failed attack counts for nothing. With young children the rulebook lets you leave these cards out."),
        {FailedCards.IN: say("yes"), FailedCards.OUT: say("no, for the first games with young children")},
    )
