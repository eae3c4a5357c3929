"""What may be done, with every reason why not, and what people call the things of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.thirteen_monsters.cards import (
    CardHalf,
    Element,
    Level,
    Monster,
    MonsterKind,
    Pair,
    Power,
    ThirteenCard,
)
from companion.games.thirteen_monsters.options import (
    CollectorSearch,
    FinalTrade,
    FrozenPerTurn,
    PermafrostWhen,
    TradeWhat,
)
from companion.games.thirteen_monsters.state import Offer, PlayerRank, ThirteenPhase, ThirteenState
from companion.observations import Cell
from companion.texts import Message, Value, listed, plain, say

# Words that several sentences share: parts, pairs, monsters, powers.


LEVELS = {Level.HEAD: say("head"), Level.EYES: say("eyes"), Level.LOWER: say("lower part")}
SIDES = {CardHalf.LEFT: say("left"), CardHalf.RIGHT: say("right")}
KINDS = {
    MonsterKind.GNOME: say("gnome"),
    MonsterKind.ABOMINATION: say("Abomination"),
    MonsterKind.OG: say("O.G. monster"),
    MonsterKind.THIRTEENTH: say("13th monster"),
}
POWER_NAMES = {
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
    PlayerRank.COLLECTOR: say("Collector"),
    PlayerRank.APPRENTICE: say("Apprentice"),
    PlayerRank.BEAST_MASTER: say("Beast Master"),
}


def power_name(power: Power) -> Message:
    """Return what people call a power."""
    return POWER_NAMES[power]


def pair_name(match: ThirteenState, pair: Pair) -> Message:
    """Return what people call a pair: the eyes of Sandil."""
    name = match.name_of(pair.monster)
    match pair.level:
        case Level.HEAD:
            return say("the head of {monster}", monster=name)
        case Level.EYES:
            return say("the eyes of {monster}", monster=name)
    return say("the lower part of {monster}", monster=name)


def card_name(match: ThirteenState, card: ThirteenCard) -> Message:
    """Return what people call an open card."""
    return say("{pair}, {side} half", pair=pair_name(match, card.pair), side=SIDES[card.side])


def monster_name(match: ThirteenState, monster: Monster) -> Message:
    """Return what people call a complete monster: the gnome of Wah, Twik and Chall."""
    names = dict.fromkeys(match.name_of(pair.monster) for pair in monster.pairs)
    kind = KINDS[monster.kind]
    return say("{kind} ({monsters})", kind=kind, monsters=listed(plain(name) for name in names))


def pair_names(match: ThirteenState, pairs: Iterable[Pair]) -> Value:
    """Return several pairs in words; "nothing" when there are none."""
    names = [pair_name(match, pair) for pair in pairs]
    return listed(names) if names else say("nothing")


def health_of(count: int) -> Message:
    """Return health points in words."""
    return say("{count} health points", count=count)


# What may be done, and every reason why not. The referee and the page ask the same questions here.


Faults = Iterator[Message]

_NEEDS = {
    Power.SACRIFICE: say("only who has a complete monster may sacrifice"),
    Power.PERMAFROST: say("Permafrost takes an Abomination, an O.G. or the 13th monster"),
    Power.PROPHET: say("a Prophet is an O.G. or the 13th monster"),
    Power.SUPER_NOVA: say("only the complete 13th monster explodes in a Super Nova, and only once"),
}


def no_flip(match: ThirteenState, cell: Cell) -> Faults:
    """Yield why the player in turn may not turn up the card in `cell`."""
    if cell not in match.grid:
        yield say("no card lies there")
    elif cell in match.turn.open:
        yield say("this card is open already")
    elif (freezer := match.freezer(cell)) not in (None, match.turn_of):
        yield say("{name} has frozen this card", name=match.table.name(freezer or match.turn_of))
    if match.phase is ThirteenPhase.SEARCH and len(match.turn.open) >= match.most_open:
        yield say("no more than {count} cards are turned up in a search", count=match.most_open)
    elif match.phase is ThirteenPhase.AFTER:
        yield say("the search is over: freeze a card, or end the turn")
    elif match.phase is ThirteenPhase.BEFORE and not match.can_search:
        yield say("the others have frozen too many cards: there is nothing to search")


def no_power(match: ThirteenState, power: Power) -> Faults:
    """Yield why the player in turn may not use `power` now."""
    if power not in match.mine.powers:
        yield _NEEDS[power]
    if power in match.turn.forbidden:
        yield say("{power} was not announced: it is lost for this turn", power=power_name(power))
    if power is Power.PERMAFROST:
        yield from _no_permafrost(match)
    elif match.phase is not ThirteenPhase.BEFORE:
        yield say("this power comes before the search")
    elif power is Power.PROPHET:
        yield from _no_prophet(match)
    elif power is Power.SUPER_NOVA and not any(_absorbable(match)):
        yield say("no other player has a monster to absorb")


def _no_permafrost(match: ThirteenState) -> Faults:
    if match.phase is ThirteenPhase.AFTER and match.options.permafrost_when is PermafrostWhen.BEFORE:
        yield say("by your house rule cards are frozen before the search only")
    elif match.phase not in (ThirteenPhase.BEFORE, ThirteenPhase.AFTER):
        yield say("Permafrost comes before or after the search, not within it")
    if not match.dice_left:
        yield say("all five dice lie on cards already")
    if match.turn.frozen >= freezes_allowed(match):
        yield say("no more cards can be frozen in this turn")
    if not any(match.freezer(cell) is None for cell in match.grid):
        yield say("there is no card to freeze")


def freezes_allowed(match: ThirteenState) -> int:
    """Return how many cards the player in turn may freeze: one, or one for each of his monsters that can (TM-A8)."""
    if match.options.frozen_per_turn is FrozenPerTurn.ONE:
        return 1
    return sum(Power.PERMAFROST in monster.powers for monster in match.mine.monsters)


def _no_prophet(match: ThirteenState) -> Faults:
    if match.turn.prophet:
        yield say("the Prophet looks ahead already")
    if not match.grid:
        yield say("no card is left to turn up")


def no_freeze(match: ThirteenState, cell: Cell) -> Faults:
    """Yield why a die cannot be put on the card in `cell`."""
    if cell not in match.grid:
        yield say("no card lies there")
    elif match.freezer(cell) is not None:
        yield say("a die lies on this card already")


def _absorbable(match: ThirteenState) -> Iterator[Monster]:
    for seat in match.table.seats:
        if seat != match.turn_of:
            yield from match.holdings[seat].active


def no_absorption(match: ThirteenState, pair: Pair) -> Faults:
    """Yield why a Super Nova cannot take the monster that `pair` belongs to: "any monster of an opponent" (TM-A20)."""
    owner = match.owner(pair)
    if owner is None or owner == match.turn_of:
        yield say("a Super Nova takes a monster of another player")
        return
    monster = match.holdings[owner].monster_with(pair)
    if monster is None:
        yield say("a Super Nova takes a complete monster, no free pair")
    elif monster.spent:
        yield say("this 13th monster is out of the game")


def no_attack(match: ThirteenState, mine: Pair, target: Pair) -> Faults:
    """Yield why the player in turn may not attack `target` with his monster that `mine` belongs to."""
    if match.phase is not ThirteenPhase.BEFORE:
        yield say("attacks come before the search")
    if match.turn.attacked:
        yield say("only one attack in a turn")
    monster = match.mine.monster_with(mine)
    if monster is None:
        yield say("name one of your own complete monsters first")
    elif monster.spent:
        yield say("the 13th monster cannot attack after its Super Nova")
    owner = match.owner(target)
    if owner is None or owner == match.turn_of:
        yield say("name a pair of another player")
    elif target not in match.holdings[owner].attackable:
        yield say("this 13th monster is out of the game")


def no_trade(match: ThirteenState, offer: Offer) -> Faults:
    """Yield why a trade cannot be offered: "before the search, any number, with any player" (TM-14)."""
    if match.phase is not ThirteenPhase.BEFORE:
        yield say("trades come before the search")
    if match.final is not None and match.options.final_trade is FinalTrade.NO:
        yield say("in the final round there are no trades any more")
    if not match.mine.pairs:
        yield say("a Collector has nothing to trade yet")
    if offer.to == match.turn_of or offer.to not in match.table.seats:
        yield say("a trade needs another player")
        return
    if not offer.give and not offer.get:
        yield say("nothing would change hands")
    for seat, pairs in ((offer.seat, offer.give), (offer.to, offer.get)):
        for pair in pairs:
            yield from _not_tradable(match, match.holdings[seat].free, match.holdings[seat].attackable, pair)


def _not_tradable(match: ThirteenState, free: tuple[Pair, ...], in_play: tuple[Pair, ...], pair: Pair) -> Faults:
    name = pair_name(match, pair)
    if pair not in in_play:
        yield say("nothing to trade there: {pair}", pair=name)
    elif pair not in free and match.options.trade_what is TradeWhat.FREE_PAIRS:
        yield say("part of a monster, but only free pairs can be traded: {pair}", pair=name)


def no_end(match: ThirteenState) -> Faults:
    """Yield why the turn cannot end yet."""
    if match.phase is ThirteenPhase.BEFORE and match.final is None and match.can_search:
        yield say("search first: turn up two cards")


def searches_on(match: ThirteenState) -> bool:
    """Return whether a Collector searches again: "he must continue until he has found a pair" (TM-12, TM-A15)."""
    until_found = match.options.collector_search is CollectorSearch.UNTIL_FOUND
    return until_found and match.phase is ThirteenPhase.AFTER and not match.mine.pairs


def can_stop_searching(match: ThirteenState) -> bool:
    """Return whether a Prophet may leave the third card: "this is not compulsory" (TM-24)."""
    return match.phase is ThirteenPhase.SEARCH and match.turn.prophet and len(match.turn.open) == 2
