"""The house rules of Monad: what its rules leave open, with the recommended reading first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.options import house_rule
from companion.texts import say


class Dealt(StrEnum):
    """Who deals the Units, and so who knows the hands."""

    BY_HAND = "by_hand"
    BY_COMPANION = "by_companion"


class Teams(StrEnum):
    """Whether partners play together."""

    NO = "no"
    YES = "yes"


class BonusBelow(StrEnum):
    """Below which card a bonus takes."""

    TRADED = "traded"
    RECEIVED = "received"


class BonusPart(StrEnum):
    """Whether a bonus may be taken in part."""

    ANY_PART = "any_part"
    ALL_OR_NOTHING = "all_or_nothing"


class JokerRank(StrEnum):
    """What a joker may stand for."""

    ANY_OTHER = "any_other"
    UPWARD = "upward"


class PaidTarget(StrEnum):
    """Whether a card that is handed over may be the one that is taken."""

    NO = "no"
    YES = "yes"


class LeapNeeds(StrEnum):
    """When the other operation that a leap needs may be made."""

    EITHER = "either"
    AFTERWARDS = "afterwards"


class Leaps(StrEnum):
    """How many leaps a turn may have."""

    ANY_NUMBER = "any_number"
    ONE = "one"


class DrawAsLast(StrEnum):
    """Whether a turn with trades may end with drawing or flipping."""

    NO = "no"
    DRAW_AS_LAST = "draw_as_last"


class FlipUnder(StrEnum):
    """Whether the discard may be turned over while there is a draw pile."""

    NO = "no"
    UNDER_IT = "under_it"


class JokerForbidsPass(StrEnum):
    """Whether a trade that needs a joker forbids passing."""

    YES = "yes"
    NO = "no"


class MonadLength(StrEnum):
    """How many Monads are enough."""

    FULL = "full"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class MonadOptions:
    """The house rules of one match."""

    dealt: Dealt = house_rule(
        "MO-A24",
        say("Who deals the Units?"),
        say(
            "Everybody is dealt six Units and keeps his hand to himself. The companion can deal in "
            "the place of a player."
        ),
        {
            Dealt.BY_HAND: say("a player, with real cards: the companion learns of them as they are laid down"),
            Dealt.BY_COMPANION: say("the companion: everybody sees his hand on his own telephone"),
        },
    )
    teams: Teams = house_rule(
        "MO-A23",
        say("Do four players play in two teams?"),
        say("Four may play in two teams: the first team with five Monads wins. Partners give each other no cards."),
        {Teams.NO: say("no"), Teams.YES: say("yes, partners sit opposite each other")},
    )
    bonus_below: BonusBelow = house_rule(
        "MO-A4",
        say("A bonus takes cards of lower rank. Lower than what?"),
        say(
            "A bonus gives one card of each lower rank. The rulebook does not say whether it is "
            "counted from the cards given or from the card received."
        ),
        {BonusBelow.TRADED: say("than the two traded cards"), BonusBelow.RECEIVED: say("than the card received")},
    )
    bonus_part: BonusPart = house_rule(
        "MO-A5",
        say("May a bonus be taken in part?"),
        say("A bonus is taken at once after the trade. The rulebook does not say that all of it must be taken."),
        {BonusPart.ANY_PART: say("yes"), BonusPart.ALL_OR_NOTHING: say("no, all of it or nothing")},
    )
    joker_rank: JokerRank = house_rule(
        "MO-A6",
        say("What may a joker stand for?"),
        say(
            "A card in the colour of your Identity may stand for another rank in a trade. The "
            "rulebook adds that it is usually a higher one."
        ),
        {JokerRank.ANY_OTHER: say("any other rank"), JokerRank.UPWARD: say("a higher rank only")},
    )
    paid_target: PaidTarget = house_rule(
        "MO-A9",
        say("May a card that is handed over be the one that is taken?"),
        say(
            "The new card must be on the table. The rulebook does not say whether that is so before "
            "you pay or afterwards."
        ),
        {PaidTarget.NO: say("no: the card must lie on the table before"), PaidTarget.YES: say("yes")},
    )
    leap_needs: LeapNeeds = house_rule(
        "MO-A10",
        say("When is the trade or purchase made that a leap needs?"),
        say(
            "A turn with a leap has at least one trade or purchase as well. The rulebook leaves open "
            "which of them comes first."
        ),
        {
            LeapNeeds.EITHER: say("before or after it, in the same turn"),
            LeapNeeds.AFTERWARDS: say("only after it"),
        },
    )
    leaps: Leaps = house_rule(
        "MO-A11",
        say("How many leaps may a turn have?"),
        say(
            "A leap takes four, five or six Units of different colours. The rulebook names no limit "
            "to the leaps of a turn."
        ),
        {Leaps.ANY_NUMBER: say("as many as the cards allow"), Leaps.ONE: say("one")},
    )
    draw_as_last: DrawAsLast = house_rule(
        "MO-A12",
        say("May a turn with trades end with drawing or flipping?"),
        say("A turn is either trades, purchases and leaps, or one of drawing, flipping and passing."),
        {DrawAsLast.NO: say("no, it is the one or the other"), DrawAsLast.DRAW_AS_LAST: say("yes, as the last thing")},
    )
    flip_under: FlipUnder = house_rule(
        "MO-A13",
        say("May the discard be turned over while there is a draw pile?"),
        say(
            "The discard is turned over when the draw pile is used up. The rulebook does not speak of doing so earlier."
        ),
        {FlipUnder.NO: say("no"), FlipUnder.UNDER_IT: say("yes, it is put under the pile")},
    )
    joker_forbids_pass: JokerForbidsPass = house_rule(
        "MO-A16",
        say("Does a trade that needs a joker forbid passing?"),
        say(
            "You may pass only when no trade is possible. The rulebook does not say whether a trade "
            "with a joker counts."
        ),
        {JokerForbidsPass.YES: say("yes"), JokerForbidsPass.NO: say("no")},
    )
    length: MonadLength = house_rule(
        "MO-17",
        say("How long is the match?"),
        say(
            "The first player with enough Monads wins at once: five with two players, four with three, three with four."
        ),
        {
            MonadLength.FULL: say("as in the rules: 5, 4 or 3 Monads for 2, 3 or 4 players, 5 for a team"),
            MonadLength.SHORT: say("short: the first Monad wins"),
        },
    )
