"""The house rules of 13 Monsters: what its rulebook leaves open, with the recommended reading first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.options import house_rule
from companion.texts import say


class ThirteenLength(StrEnum):
    """How long a match is."""

    WHOLE = "whole"
    SHORT = "short"


class SuperNovaHealth(StrEnum):
    """What the thirteenth monster is worth after its Super Nova."""

    KEPT = "kept"
    ZERO = "zero"


class MasterWhen(StrEnum):
    """When four elements win."""

    ANY_MOMENT = "any_moment"
    OWN_TURN = "own_turn"


class PermafrostWhen(StrEnum):
    """When a card may be frozen."""

    BEFORE_AND_AFTER = "before_and_after"
    BEFORE = "before"


class FrozenPerTurn(StrEnum):
    """How many cards a player may freeze in a turn."""

    ONE = "one"
    ONE_PER_MONSTER = "one_per_monster"


class Attacks(StrEnum):
    """How often a player may attack."""

    AFTER_EVERY_PAIR = "after_every_pair"
    ONE_UNTIL_NEXT = "one_until_next"


class DiceCount(StrEnum):
    """Which dice of a fight count."""

    ONE_VALUE = "one_value"
    ALL_GROUPS = "all_groups"


class NoneAlike(StrEnum):
    """What five different dice are worth."""

    ZERO = "zero"
    HIGHEST_DIE = "highest_die"


class CollectorSearch(StrEnum):
    """How long a player searches who has no pair yet."""

    ONE_SEARCH = "one_search"
    UNTIL_FOUND = "until_found"


class TradeWhat(StrEnum):
    """Which pairs may change hands."""

    FREE_PAIRS = "free_pairs"
    ANY_PAIR = "any_pair"


class ForcedBuild(StrEnum):
    """When a player must build whose turn it is not."""

    AT_ONCE = "at_once"
    OWN_TURN = "own_turn"


class FinalTrade(StrEnum):
    """Whether pairs may be traded in the final round."""

    NO = "no"
    YES = "yes"


class AllFrozen(StrEnum):
    """What happens when a player cannot turn up two cards."""

    SKIP = "skip"
    THAW_OLDEST = "thaw_oldest"


class ProphetLasts(StrEnum):
    """How long a Prophet looks ahead."""

    ONE_SEARCH = "one_search"
    UNTIL_NEXT = "until_next"


class Odds(StrEnum):
    """Whether the page shows the exact odds of a fight."""

    HIDDEN = "hidden"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class ThirteenOptions:
    """The house rules of one match."""

    length: ThirteenLength = house_rule(
        "TM-A24",
        say("How long is the game?"),
        say("In a short game everybody begins with a gnome: three pairs of three monsters."),
        {
            ThirteenLength.WHOLE: say("about an hour"),
            ThirteenLength.SHORT: say("half as long: everybody begins with a gnome"),
        },
    )
    supernova_health: SuperNovaHealth = house_rule(
        "TM-A5",
        say("What is the 13th monster worth after its Super Nova?"),
        say(
            "After its Super Nova the 13th monster is out of the game. The rulebook is not clear "
            "whether its points still count."
        ),
        {
            SuperNovaHealth.KEPT: say("it keeps its 60 health points"),
            SuperNovaHealth.ZERO: say("nothing"),
        },
    )
    master_when: MasterWhen = house_rule(
        "TM-A6",
        say("When does an Elementary Master win?"),
        say(
            "Whoever owns four O.G. monsters of four different elements wins. The rulebook leaves "
            "open whether it must be his own turn."
        ),
        {MasterWhen.ANY_MOMENT: say("at once"), MasterWhen.OWN_TURN: say("in his own turn only")},
    )
    permafrost_when: PermafrostWhen = house_rule(
        "TM-A7",
        say("When may a card be frozen?"),
        say(
            "The rulebook says in one place that powers are used before the search, in another that "
            "a card may be frozen after it too."
        ),
        {
            PermafrostWhen.BEFORE_AND_AFTER: say("before and after the search"),
            PermafrostWhen.BEFORE: say("before the search only"),
        },
    )
    frozen_per_turn: FrozenPerTurn = house_rule(
        "TM-A8",
        say("How many cards may a player freeze in a turn?"),
        say(
            "No more than five cards are frozen at once, as many as there are dice. The rulebook "
            "names no limit for a turn."
        ),
        {
            FrozenPerTurn.ONE: say("one"),
            FrozenPerTurn.ONE_PER_MONSTER: say("one for each Abomination or better"),
        },
    )
    attacks: Attacks = house_rule(
        "TM-A10",
        say("A pair was found, and the turn starts again. May its player attack again?"),
        say("A turn has one attack. After a pair was found the turn starts again."),
        {Attacks.AFTER_EVERY_PAIR: say("yes"), Attacks.ONE_UNTIL_NEXT: say("no, once until the turn passes on")},
    )
    dice_count: DiceCount = house_rule(
        "TM-A12",
        say("Which dice count in a fight?"),
        say(
            "The score of a fight is the sum of the dice that are equal. The rulebook does not say "
            "whether two groups are added up."
        ),
        {
            DiceCount.ONE_VALUE: say("equal dice of the one best value"),
            DiceCount.ALL_GROUPS: say("all dice that are there more than once"),
        },
    )
    none_alike: NoneAlike = house_rule(
        "TM-A13",
        say("What are five different dice worth?"),
        say(
            "The score of a fight is the sum of the dice that are equal. The rulebook does not say "
            "what it is when no two are."
        ),
        {NoneAlike.ZERO: say("nothing"), NoneAlike.HIGHEST_DIE: say("the highest die")},
    )
    collector_search: CollectorSearch = house_rule(
        "TM-A15",
        say("A Collector, who has no pair yet, finds none. What then?"),
        say(
            "A Collector must search until he has found a pair. The rulebook leaves open whether he "
            "does so in a single turn."
        ),
        {
            CollectorSearch.ONE_SEARCH: say("the turn passes on"),
            CollectorSearch.UNTIL_FOUND: say("he searches on until he finds his first pair"),
        },
    )
    trade_what: TradeWhat = house_rule(
        "TM-A16",
        say("Which pairs may be traded?"),
        say(
            "Pairs are traded against pairs. The rulebook does not say whether they may be part of a complete monster."
        ),
        {TradeWhat.FREE_PAIRS: say("free pairs only"), TradeWhat.ANY_PAIR: say("pairs of complete monsters too")},
    )
    forced_build: ForcedBuild = house_rule(
        "TM-A18",
        say("When must a player build whose turn it is not?"),
        say(
            "Whoever owns free pairs of all three levels must build a monster. The rulebook leaves "
            "open when, if it is not his turn."
        ),
        {ForcedBuild.AT_ONCE: say("at once"), ForcedBuild.OWN_TURN: say("when his turn comes")},
    )
    final_trade: FinalTrade = house_rule(
        "TM-A21",
        say("May pairs be traded in the final round?"),
        say("In the final round there are powers and an attack, but no search. The rulebook does not speak of trades."),
        {FinalTrade.NO: say("no, only powers and one attack"), FinalTrade.YES: say("yes")},
    )
    all_frozen: AllFrozen = house_rule(
        "TM-A22",
        say("The others have frozen nearly all cards. What then?"),
        say("A search turns up two cards, and nobody may turn up a card that another player has frozen."),
        {AllFrozen.SKIP: say("the search is skipped"), AllFrozen.THAW_OLDEST: say("the oldest die is taken away")},
    )
    prophet_lasts: ProphetLasts = house_rule(
        "TM-A23",
        say("A Prophet found a pair. May he turn up three cards again?"),
        say("A Prophet may turn up three cards in his next search. After a pair was found the turn starts again."),
        {
            ProphetLasts.ONE_SEARCH: say("only if he says so again"),
            ProphetLasts.UNTIL_NEXT: say("yes, until the turn passes on"),
        },
    )
    odds: Odds = house_rule(
        "TM-22, TM-28, TM-29",
        say("Show the exact odds of a fight?"),
        say(
            "Before each further throw any dice may be put aside. The odds of a fight are an addition of the companion."
        ),
        {Odds.HIDDEN: say("no"), Odds.SHOWN: say("yes, with the best dice to put aside")},
    )
