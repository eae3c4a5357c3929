"""The house rules of Monster Cube: which of its four rule sets is played, and what its rulebooks leave open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.options import house_rule
from companion.texts import say

# What a table may choose among: the rule sets and the readings of the rulebook.


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


class ShowingTime(StrEnum):
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
    OWN = "told"


class Hints(StrEnum):
    """Whether the page helps."""

    OFF = "off"
    ON = "on"


# The house rules, as they are put to people.


@dataclass(frozen=True, slots=True)
class MonsterCubeOptions:
    """The rule set and the house rules of one match."""

    rules: RuleSet = house_rule(
        "MC-16, MC-25, MC-30, MC-35",
        say("Which rules?"),
        say(
            "The box has four sets of rules: two in which everybody searches at once, and two that are played in turn."
        ),
        {
            RuleSet.CODE: say("1, monster code: everybody searches at once, 1 to 6 players"),
            RuleSet.ADVANCED: say("2, advanced: seven cards each, and modifiers for the others, 2 to 6 players"),
            RuleSet.DICE: say("3, monster dice: in turn, with pips, plus and minus, 1 to 4 players"),
            RuleSet.NUMBERS: say("4, monster dice with numbers: in turn, with times, 1 to 4 players"),
        },
    )
    cards: Cards = house_rule(
        "MC-4",
        say("Whose monster cards?"),
        say(
            "There are 56 monster cards, with the codes 1 to 56. The companion knows them all, and "
            "can deal them on the screen."
        ),
        {
            Cards.DEALT: say("the companion deals them and shows them"),
            Cards.OWN: say("your own: you turn them up and tap their codes"),
        },
    )
    bonuses: Bonuses = house_rule(
        "MC-36, MC-37",
        say("Special rule: bonuses for the king of the monster hunters and for families?"),
        say(
            "The longest run of consecutive codes is worth 3, 6 or 10 points, and all four cards of "
            "one kind are worth 5."
        ),
        {Bonuses.OFF: say("no"), Bonuses.ON: say("yes")},
    )
    higher: Higher = house_rule(
        "MC-A29",
        say("Special rule: higher monsters, in three piles?"),
        say(
            "The codes 1 to 18, 19 to 48 and 49 to 56 are three piles, one after the other. The "
            "rulebook does not say how often they are played through."
        ),
        {
            Higher.OFF: say("no, one pile"),
            Higher.ONCE: say("yes, 1 to 18, then 19 to 48, then 49 to 56, played once"),
            Higher.TWICE: say("yes, and the discard is shuffled level by level and played again"),
        },
    )
    hints: Hints = house_rule(
        "MC-8",
        say("Does the page help?"),
        say(
            "In the rulebook the players find their combinations by themselves. Hints are an addition of the companion."
        ),
        {
            Hints.OFF: say("no, only afterwards it shows what was missed"),
            Hints.ON: say("yes, it says which monsters can be beaten and shows a way when asked"),
        },
    )
    three_adjacent: ThreeAdjacent = house_rule(
        "MC-A19",
        say("Rules 3 and 4: what are three adjacent numbers of three different cubes?"),
        say(
            "The combination takes three adjacent numbers of three different cubes. The rulebook "
            "does not say which of its three kinds that means."
        ),
        {
            ThreeAdjacent.CUBES: say("three faces round one point, which look like a cube"),
            ThreeAdjacent.THREE_TILES: say("those, and three of one colour in a line: much easier"),
            ThreeAdjacent.ALL: say("all three combinations of rules 1"),
        },
    )
    lines: Lines = house_rule(
        "MC-A1",
        say("Three faces of one colour: what must be in a line?"),
        say(
            "Three faces of one colour count when they are in a line. The rulebook leaves open "
            "whether the tiles or the faces must follow each other."
        ),
        {
            Lines.TILES: say("the three tiles, along any of the three directions"),
            Lines.FACES_TOUCH: say("the faces: they must touch tip to tip"),
        },
    )
    straights: Straights = house_rule(
        "MC-A2",
        say("Two faces of one colour and one of another: where do they lie?"),
        say("Three faces side by side in a line always lie on two tiles, although the rulebook speaks of three cubes."),
        {
            Straights.ADJACENT: say("side by side in a straight line, on two cubes"),
            Straights.THREE_TILES: say("on three tiles in a line"),
            Straights.OFF: say("nowhere: this combination is not played"),
        },
    )
    start_layout: StartLayout = house_rule(
        "MC-A4",
        say("How do the three rows lie when the companion lays them?"),
        say(
            "The tiles lie in three rows of three, each row shifted by half a tile. The rulebook "
            "leaves open to which side."
        ),
        {StartLayout.ZIGZAG: say("zigzag: the third row below the first"), StartLayout.SLANTED: say("slanted")},
    )
    linked: Linked = house_rule(
        "MC-A5",
        say("What must hold together when a tile has been moved?"),
        say(
            "After a move every tile must still touch at least one other. The rulebook does not ask "
            "that all of them be one group."
        ),
        {
            Linked.NO_TILE_ALONE: say("every tile touches at least one other"),
            Linked.ONE_GROUP: say("all tiles are one group"),
        },
    )
    wrong_move: WrongMove = house_rule(
        "MC-A6",
        say("What happens to the moved tile when the claim was wrong?"),
        say("A claim may move one tile. The rulebook does not say where the tile belongs after a wrong claim."),
        {WrongMove.GOES_BACK: say("it goes back"), WrongMove.STAYS: say("it stays where it is")},
    )
    ties: Ties = house_rule(
        "MC-A7",
        say("Two call at the same moment: who is first?"),
        say(
            "Whoever calls first may show a combination. The rulebook does not say what happens when "
            "nobody can tell who was first."
        ),
        {
            Ties.EARLIEST: say("whose press was measured first, however close it was"),
            Ties.LOT: say("the companion draws a lot"),
        },
    )
    showing: ShowingTime = house_rule(
        "MC-A7",
        say("How long may you take to show the combination?"),
        say("Whoever has called shows the combination. The rulebook names no time for it in rules 1 and 2."),
        {
            ShowingTime.SECONDS_10: say("10 seconds"),
            ShowingTime.SECONDS_20: say("20 seconds"),
            ShowingTime.SECONDS_30: say("30 seconds"),
            ShowingTime.UNTIMED: say("as long as you like"),
        },
    )
    give_back: GiveBack = house_rule(
        "MC-A8",
        say("Which won card goes back after a wrong claim?"),
        say("After a wrong claim one of the cards won goes under the pile. The rulebook does not say which."),
        {
            GiveBack.CHOSEN: say("the player chooses"),
            GiveBack.LAST_WON: say("the one won last"),
            GiveBack.LOT: say("the companion draws a lot"),
        },
    )
    none_found: NoneFound = house_rule(
        "MC-A9",
        say("Everybody agrees that there is no combination: what now?"),
        say(
            "The rulebook describes two ways out when nobody finds a combination: new cards, and "
            "laying the tiles again."
        ),
        {
            NoneFound.TWO_STEPS: say("new cards; if it happens again, the tiles are laid anew"),
            NoneFound.AT_ONCE: say("new cards, and the tiles are laid anew at once"),
        },
    )
    laid_again: LaidAgain = house_rule(
        "MC-A10",
        say("How are the tiles laid anew?"),
        say("The tiles are laid in three rows of three again. The rulebook does not say in which order."),
        {
            LaidAgain.AT_RANDOM: say("at random, in three rows of three"),
            LaidAgain.AS_AT_FIRST: say("as they lay at the beginning"),
        },
    )
    last_round: LastRound = house_rule(
        "MC-A11",
        say("The pile runs out for the second time: what now?"),
        say(
            "The round in which the pile runs out for the second time is the last. Fewer than three "
            "cards may be left for it."
        ),
        {
            LastRound.PLAYED: say("the cards that were dealt are the last round"),
            LastRound.ENDS_AT_ONCE: say("the match ends as soon as three cards cannot be dealt"),
        },
    )
    leftover: Leftover = house_rule(
        "MC-A12",
        say("The pile runs out for the first time: what happens to its last cards?"),
        say(
            "The discard becomes the new pile when fewer than three cards are left. The rulebook "
            "leaves open whether these are shuffled in."
        ),
        {
            Leftover.KEPT: say("they are dealt, and only the discard is shuffled"),
            Leftover.SHUFFLED: say("they are shuffled together with the discard"),
        },
    )
    solo: Solo = house_rule(
        "MC-A13",
        say("Rules 1 alone: how long do you hunt?"),
        say("Rules 1 may be played alone. The rulebook does not say what somebody alone plays for."),
        {
            Solo.MINUTES_5: say("5 minutes"),
            Solo.MINUTES_10: say("10 minutes"),
            Solo.UNTIMED: say("until the cards are gone"),
        },
    )
    most: Most = house_rule(
        "MC-A14",
        say("How many may play rules 1 and 2?"),
        say("The box names 1 to 6 players, but each set of rules names four at most."),
        {Most.SIX: say("up to six"), Most.FOUR: say("up to four, as each rule set says")},
    )
    used_modifiers: UsedModifiers = house_rule(
        "MC-A16",
        say("Rules 2: where do modifier cards go that are removed?"),
        say("Whoever solves a card clears the modifiers in front of himself. The rulebook does not say where they go."),
        {
            UsedModifiers.OUT_OF_PLAY: say("out of play"),
            UsedModifiers.UNDER_OWN_PILE: say("under the pile of the player in front of whom they lay"),
        },
    )
    codes: Codes = house_rule(
        "MC-A18",
        say("Rules 2: what if modifiers make a code smaller than 1?"),
        say("A code is the printed one plus all modifiers in front of its owner. The rulebook names no limit."),
        {Codes.AS_THEY_ARE: say("it counts as it is"), Codes.AT_LEAST_ONE: say("it counts as 1")},
    )
    moved_tile: MovedTile = house_rule(
        "MC-A20",
        say("Rules 3 and 4: must the moved tile be used?"),
        say(
            "In rules 3 and 4 one own tile must be moved in every turn. In rules 1 the moved tile "
            "must be part of the combination."
        ),
        {MovedTile.USED: say("yes"), MovedTile.FREE: say("no")},
    )
    plain_sums: PlainSums = house_rule(
        "MC-A21",
        say("Rules 3: may all three numbers be added?"),
        say("Rules 3 use plus and minus only. Without plain sums nobody can reach 18, which is 6 + 6 + 6."),
        {PlainSums.ALLOWED: say("yes"), PlainSums.ONE_MINUS: say("no, one at least is taken away")},
    )
    stalled: Stalled = house_rule(
        "MC-A22",
        say("Rules 3: nobody takes a card in a full round?"),
        say(
            "Rules 3 end when all 18 cards are won. The rulebook does not say what happens when "
            "nobody can reach those that are left."
        ),
        {Stalled.MAY_SKIP: say("you may skip these cards"), Stalled.PLAY_ON: say("you play on")},
    )
    turn_clock: TurnClock = house_rule(
        "MC-33",
        say("Rules 3 and 4: when do the seconds of a turn begin?"),
        say(
            "A turn has ten seconds, or as many as the players agree. The rulebook leaves open "
            "whether moving the tile is part of them."
        ),
        {TurnClock.AFTER_THE_MOVE: say("when the tile has been moved"), TurnClock.WHOLE_TURN: say("with the turn")},
    )
    king: King = house_rule(
        "MC-A25",
        say("Bonuses: who is king of the monster hunters?"),
        say(
            "The king of the monster hunters has the most consecutive codes. The rulebook does not "
            "say whether shorter runs are paid too."
        ),
        {
            King.LONGEST: say("whoever has the longest run of codes; several, if it is equally long"),
            King.EVERYBODY: say("everybody is paid for his own longest run"),
        },
    )
    long_runs: LongRuns = house_rule(
        "MC-A26",
        say("Bonuses: what are five and more codes in a row worth?"),
        say(
            "Two consecutive codes are worth 3 points, three 6 and four 10. The rulebook does not "
            "say what more are worth."
        ),
        {LongRuns.CAPPED: say("10 points, like four"), LongRuns.FIVE_MORE: say("5 points more for each")},
    )
