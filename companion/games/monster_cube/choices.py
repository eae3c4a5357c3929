"""What a table may choose among: the rule sets and the readings of the rulebook (`options` puts them to people)."""

from __future__ import annotations

from enum import StrEnum


class RuleSet(StrEnum):
    """The four sets of rules in the box."""

    CODE = "1"
    """Monster code: everybody searches at once."""
    ADVANCED = "2"
    """Monster code, advanced: cards in hand, and modifiers laid in front of the others."""
    DICE = "3"
    """Monster dice: in turn, with pips, plus and minus."""
    NUMBERS = "4"
    """Monster dice with numbers: in turn, times, plus and minus."""


class Lines(StrEnum):
    """When three faces of one colour are in a line."""

    TILES = "tiles"
    FACES_TOUCH = "faces_touch"


class Straights(StrEnum):
    """What "three faces side by side, in a line" means."""

    ADJACENT = "adjacent"
    THREE_TILES = "type2_three_tiles"
    OFF = "off"


class StartLayout(StrEnum):
    """How the three rows of three lie to each other."""

    ZIGZAG = "zigzag"
    SLANTED = "slanted"


class Linked(StrEnum):
    """What must hold together after a move."""

    NO_TILE_ALONE = "no_tile_alone"
    ONE_GROUP = "one_group"


class WrongMove(StrEnum):
    """What becomes of the moved tile when the claim was wrong."""

    GOES_BACK = "goes_back"
    STAYS = "stays"


class Ties(StrEnum):
    """Who is first when the order of two presses is not certain."""

    EARLIEST = "earliest"
    LOT = "lot"


class Showing(StrEnum):
    """How long the caller may take to show the three faces."""

    SECONDS_10 = "10"
    SECONDS_20 = "20"
    SECONDS_30 = "30"
    UNTIMED = "untimed"


class GiveBack(StrEnum):
    """Which won card goes back after a wrong claim."""

    CHOSEN = "chosen"
    LAST_WON = "last_won"
    LOT = "lot"


class NoneFound(StrEnum):
    """What happens when everybody agrees that there is no combination."""

    TWO_STEPS = "two_steps"
    AT_ONCE = "at_once"


class LaidAgain(StrEnum):
    """How the tiles are laid again."""

    AT_RANDOM = "at_random"
    AS_AT_FIRST = "as_at_first"


class LastRound(StrEnum):
    """What happens when the pile runs out for the second time."""

    PLAYED = "played"
    ENDS_AT_ONCE = "ends_at_once"


class Leftover(StrEnum):
    """What becomes of the last cards when the pile runs out for the first time."""

    KEPT = "kept"
    SHUFFLED = "shuffled"


class Solo(StrEnum):
    """How long somebody alone hunts monsters."""

    MINUTES_5 = "5"
    MINUTES_10 = "10"
    UNTIMED = "untimed"


class Most(StrEnum):
    """How many may play rules 1 and 2."""

    SIX = "6"
    FOUR = "4"


class UsedModifiers(StrEnum):
    """Where modifier cards go that are removed or replaced."""

    OUT_OF_PLAY = "out_of_play"
    UNDER_OWN_PILE = "under_own_pile"


class Codes(StrEnum):
    """What modifiers may make of a code."""

    AS_THEY_ARE = "as_they_are"
    AT_LEAST_ONE = "at_least_one"


class ThreeAdjacent(StrEnum):
    """Which combinations count in rules 3 and 4."""

    CUBES = "cubes"
    THREE_TILES = "three_tiles"
    ALL = "all"


class MovedTile(StrEnum):
    """Whether the moved tile must be used in rules 3 and 4."""

    USED = "used"
    FREE = "free"


class PlainSums(StrEnum):
    """Whether a + b + c counts in rules 3."""

    ALLOWED = "allowed"
    ONE_MINUS = "one_minus"


class Stalled(StrEnum):
    """What happens in rules 3 when nobody takes a card in a full round."""

    MAY_SKIP = "may_skip"
    PLAY_ON = "play_on"


class TurnClock(StrEnum):
    """When the seconds of a turn begin in rules 3 and 4."""

    AFTER_THE_MOVE = "after_the_move"
    WHOLE_TURN = "whole_turn"


class Bonuses(StrEnum):
    """Whether the king of the monster hunters and the monster families are counted."""

    OFF = "off"
    ON = "on"


class King(StrEnum):
    """Who is paid for consecutive codes."""

    LONGEST = "longest"
    EVERYBODY = "everybody"


class LongRuns(StrEnum):
    """What five and more consecutive codes are worth."""

    CAPPED = "capped"
    FIVE_MORE = "five_more"


class Higher(StrEnum):
    """Whether the cards come as three piles, the higher monsters last."""

    OFF = "off"
    ONCE = "once"
    TWICE = "twice"


class Cards(StrEnum):
    """Whose monster cards are played with."""

    DEALT = "dealt"
    TOLD = "told"


class Hints(StrEnum):
    """Whether the page helps."""

    OFF = "off"
    ON = "on"
