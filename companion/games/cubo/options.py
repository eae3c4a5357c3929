"""The house rules of Cubo: what its rulebook leaves open, with the recommended reading first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.options import house_rule
from companion.texts import say


class RollingEnds(StrEnum):
    """Whose "Cubo!" ends the re-rolling."""

    FIRST_CALL = "first_call"
    START_PLAYER_STOPS = "start_player_stops"


class LastRoll(StrEnum):
    """What the last player may still do during the count-down."""

    NO_REROLL = "no_reroll"
    LAST_MAY_REROLL = "last_may_reroll"


class CountDown(StrEnum):
    """When the six seconds begin."""

    COVERED = "covered"
    TAKEN = "taken"


class Colours(StrEnum):
    """What becomes of the colours that an exchange mixes."""

    DRIFT = "drift"
    RESET_COLOURS = "reset_colours"


class StraightOrder(StrEnum):
    """How the dice of a straight must lie."""

    IN_ORDER = "in_order"
    ANY_ORDER = "any_order"


class WhiteDie(StrEnum):
    """What the white die counts as within one row."""

    ONE_COLOUR = "one_colour"
    BOTH_COLOURS = "both_colours"


class WrongLayout(StrEnum):
    """What a square that does not lie as it must is worth."""

    ZERO = "zero"
    FIX = "fix"


@dataclass(frozen=True, slots=True)
class CuboOptions:
    """The house rules of one match."""

    rolling_ends: RollingEnds = house_rule(
        "CU-A1",
        say("Whose Cubo ends the re-rolling?"),
        say(
            "After the first call nobody rolls again. The rulebook leaves open whether only the "
            "start player's call counts as the first."
        ),
        {
            RollingEnds.FIRST_CALL: say("the first player to finish, whoever it is"),
            RollingEnds.START_PLAYER_STOPS: say("only the start player"),
        },
    )
    last_roll: LastRoll = house_rule(
        "CU-A2",
        say("May the last player still re-roll during the six seconds?"),
        say(
            "After the first call nobody rolls again, but the rulebook speaks of rolling once more "
            "where it describes the six seconds."
        ),
        {
            LastRoll.NO_REROLL: say("no: only dice that were in hand are rolled once more"),
            LastRoll.LAST_MAY_REROLL: say("yes, as often as there is time"),
        },
    )
    countdown: CountDown = house_rule(
        "CU-A4",
        say("When do the six seconds begin?"),
        say(
            "The rulebook counts down when all but one have taken a die from the centre, but it lets "
            "everybody do without one."
        ),
        {
            CountDown.COVERED: say("when all but one have covered their square"),
            CountDown.TAKEN: say("when all but one have taken a centre die, or said that they want none"),
        },
    )
    colours: Colours = house_rule(
        "CU-A5",
        say("What happens to the colours after an exchange?"),
        say(
            "The replaced die goes to the centre. The rulebook does not say whether everybody gets "
            "his four red and four blue dice back."
        ),
        {
            Colours.DRIFT: say("the replaced die stays in the centre, so the colours of a set may change"),
            Colours.RESET_COLOURS: say("after each round everybody goes back to four red and four blue dice"),
        },
    )
    straights: StraightOrder = house_rule(
        "CU-A8",
        say("Must a straight lie in order?"),
        say("A straight is three consecutive values. The rulebook shows them in order only."),
        {
            StraightOrder.IN_ORDER: say("yes, rising or falling"),
            StraightOrder.ANY_ORDER: say("no, any order within the row counts"),
        },
    )
    white_die: WhiteDie = house_rule(
        "CU-A9",
        say("May the white die be both colours in the same row?"),
        say("The white die counts as red or blue, for each row anew. A row of one colour counts twice."),
        {
            WhiteDie.ONE_COLOUR: say("no: the row is doubled only if its two other dice agree"),
            WhiteDie.BOTH_COLOURS: say("yes: a row through the white die is always doubled"),
        },
    )
    wrong_layout: WrongLayout = house_rule(
        "CU-A10",
        say("What is a wrong square worth?"),
        say(
            "The rulebook does not say what happens when dice are missing under the tile, or when "
            "the white one is not in the middle."
        ),
        {
            WrongLayout.ZERO: say("nothing in this round"),
            WrongLayout.FIX: say("it is put right before it is counted"),
        },
    )
