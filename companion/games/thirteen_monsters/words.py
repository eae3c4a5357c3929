"""Words that several sentences share: parts, pairs, monsters, powers."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.thirteen_monsters.cards import Card, Element, Level, Pair, Side
from companion.games.thirteen_monsters.monsters import Kind, Monster, Power
from companion.games.thirteen_monsters.state import Rank, ThirteenState
from companion.texts import Message, Value, listed, plain, say

LEVELS = {Level.HEAD: say("head"), Level.EYES: say("eyes"), Level.LOWER: say("lower part")}
SIDES = {Side.LEFT: say("left"), Side.RIGHT: say("right")}
KINDS = {
    Kind.GNOME: say("gnome"),
    Kind.ABOMINATION: say("Abomination"),
    Kind.OG: say("O.G. monster"),
    Kind.THIRTEENTH: say("13th monster"),
}
POWER_WORDS = {
    Power.SACRIFICE: say("Sacrifice"),
    Power.PERMAFROST: say("Permafrost"),
    Power.PROPHET: say("Prophet"),
    Power.SUPER_NOVA: say("Super Nova!"),
}
ELEMENTS = {
    Element.EARTH: say("Earth"),
    Element.WATER: say("Water"),
    Element.AIR: say("Air"),
    Element.FIRE: say("Fire"),
    Element.GHOST: say("Ghost"),
}
RANKS = {
    Rank.COLLECTOR: say("Collector"),
    Rank.APPRENTICE: say("Apprentice"),
    Rank.BEAST_MASTER: say("Beast Master"),
}


def power_word(power: Power) -> Message:
    """Return what people call a power."""
    return POWER_WORDS[power]


def pair_word(match: ThirteenState, pair: Pair) -> Message:
    """Return what people call a pair: the eyes of Sandil."""
    name = match.name_of(pair.monster)
    match pair.level:
        case Level.HEAD:
            return say("the head of {monster}", monster=name)
        case Level.EYES:
            return say("the eyes of {monster}", monster=name)
    return say("the lower part of {monster}", monster=name)


def card_word(match: ThirteenState, card: Card) -> Message:
    """Return what people call an open card."""
    return say("{pair}, {side} half", pair=pair_word(match, card.pair), side=SIDES[card.side])


def monster_word(match: ThirteenState, monster: Monster) -> Message:
    """Return what people call a complete monster: the gnome of Wah, Twik and Chall."""
    names = dict.fromkeys(match.name_of(pair.monster) for pair in monster.pairs)
    kind = KINDS[monster.kind]
    return say("{kind} ({monsters})", kind=kind, monsters=listed(plain(name) for name in names))


def pairs_word(match: ThirteenState, pairs: Iterable[Pair]) -> Value:
    """Return several pairs in words; "nothing" when there are none."""
    words = [pair_word(match, pair) for pair in pairs]
    return listed(words) if words else say("nothing")


def health_of(count: int) -> Message:
    """Return health points in words."""
    return say("{count} health points", count=count)
