"""A turn: the search, trades, powers and attacks, what follows from every change, and the end of the match."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from companion.effects import Announced, Cue, Effect
from companion.events import Event
from companion.games.thirteen_monsters.cards import (
    Holding,
    Level,
    Monster,
    MonsterKind,
    Pair,
    Power,
    is_elementary_master,
    parse_pairs,
)
from companion.games.thirteen_monsters.events import (
    ZONE,
    Absorbed,
    Agreed,
    Attacked,
    Called,
    CalledOff,
    CardFlipped,
    ChampionNamed,
    Declined,
    Forgotten,
    Froze,
    Offered,
    PrizeTaken,
    SearchEnded,
    Stopped,
    ThrownAgain,
)
from companion.games.thirteen_monsters.fight import Fight, Fighter
from companion.games.thirteen_monsters.judging import (
    can_stop_searching,
    health_of,
    monster_name,
    no_absorption,
    no_attack,
    no_end,
    no_flip,
    no_freeze,
    no_power,
    no_trade,
    pair_name,
    pair_names,
    power_name,
    searches_on,
)
from companion.games.thirteen_monsters.options import AllFrozen, Attacks, MasterWhen, ProphetLasts
from companion.games.thirteen_monsters.state import (
    Ending,
    FightOutcome,
    Frozen,
    Offer,
    ThirteenPhase,
    ThirteenState,
    ThirteenTurn,
)
from companion.referee import refused as refused
from companion.table import Seat
from companion.texts import Message, Value, listed, points_of, say

# What follows from every change of what lies before the players: forced building, four elements, dice that must go.


Changed: TypeAlias = tuple[ThirteenState, tuple[Effect, ...]]
"""A match, and what the table must do about it."""


def with_holding(match: ThirteenState, seat: Seat, holding: Holding) -> ThirteenState:
    """Return the match with `holding` before `seat`."""
    return replace(match, holdings={**match.holdings, seat: holding})


def moved(match: ThirteenState, pair: Pair, giver: Seat, taker: Seat) -> ThirteenState:
    """Return the match with `pair` before another player; a monster that loses it falls apart."""
    without = with_holding(match, giver, match.holdings[giver].without(pair))
    return with_holding(without, taker, without.holdings[taker].with_pairs(pair))


def final(match: ThirteenState) -> ThirteenState:
    """Return the match in which the power used last can no longer be taken back."""
    return replace(match, before=None, used=None)


def remembering(match: ThirteenState, before: ThirteenState, power: Power) -> ThirteenState:
    """Return the match in which `power` was used, and can be taken back to what was `before`."""
    return replace(match, before=final(before), used=power, moves=match.moves + 1)


def settled(match: ThirteenState, *said: Effect) -> Changed:
    """Return the match with everything done that has to be done at once and leaves no choice."""
    effects = list(said)
    while (master := _master(match)) is None and (seat := _builder_without_choice(match)) is not None:
        match, built = _built(match, seat, next(iter(match.holdings[seat].ways)))
        effects.append(built)
    if master is not None:
        won, announced = _won_by_elements(match, master)
        return won, (*effects, announced)
    return _thawed(match, effects)


def _builder_without_choice(match: ThirteenState) -> Seat | None:
    return next((seat for seat in match.builders if len(tuple(match.holdings[seat].ways)) == 1), None)


def _built(match: ThirteenState, seat: Seat, pairs: tuple[Pair, Pair, Pair]) -> tuple[ThirteenState, Effect]:
    after = with_holding(match, seat, match.holdings[seat].built(pairs))
    monster = Monster(pairs)
    said = say(
        "{name} builds: {monster}, {health}",
        name=match.table.name(seat),
        monster=monster_name(match, monster),
        health=health_of(monster.health()),
    )
    return replace(after, chosen=()), Announced(said, Cue.POINTS)


def choosing(match: ThirteenState, seat: Seat, pair: Pair) -> Changed:
    """Return the match with `pair` chosen for the monster that `seat` must build; with three of them it is built."""
    holding = match.holdings[seat]
    chosen = {each.level: each for each in (*match.chosen, pair)}
    for level in Level:
        only = holding.of_level(level)
        if len(only) == 1:
            chosen[level] = only[0]
    if len(chosen) < len(Level):
        return replace(match, chosen=tuple(chosen[level] for level in Level if level in chosen)), ()
    head, eyes, lower = (chosen[level] for level in Level)
    after, built = _built(match, seat, (head, eyes, lower))
    return settled(after, built)


def _master(match: ThirteenState) -> Seat | None:
    """Return who has become Elementary Master: "you win at once" (TM-35)."""
    if match.phase is ThirteenPhase.OVER:
        return None
    anybody = match.options.master_when is MasterWhen.ANY_MOMENT
    seats = match.table.clockwise_from(match.turn_of) if anybody else (match.turn_of,)
    return next((seat for seat in seats if is_elementary_master(match.holdings[seat], match.elements)), None)


def _won_by_elements(match: ThirteenState, seat: Seat) -> tuple[ThirteenState, Effect]:
    said = say("{name} is Elementary Master and wins", name=match.table.name(seat))
    return over(match, (seat,), Ending.MASTER), Announced(said, Cue.WON)


def over(match: ThirteenState, winners: tuple[Seat, ...], ending: Ending) -> ThirteenState:
    """Return the match as it ends."""
    return replace(
        final(match),
        phase=ThirteenPhase.OVER,
        turn=ThirteenTurn(),
        chosen=(),
        offer=None,
        fight=None,
        winners=winners,
        ending=ending,
    )


def _thawed(match: ThirteenState, effects: list[Effect]) -> Changed:
    """Take away the oldest dice of others while nothing can be searched, if the table wants it so (TM-A22)."""
    if match.phase is not ThirteenPhase.BEFORE or match.options.all_frozen is AllFrozen.SKIP or not match.grid:
        return match, tuple(effects)
    while not match.can_search:
        oldest = next(each for each in match.frozen if each.seat != match.turn_of)
        match = replace(match, frozen=tuple(each for each in match.frozen if each != oldest))
        effects.append(Announced(say("the oldest die is taken off its card"), Cue.CALL))
    return match, tuple(effects)


# The end: health points are counted, and a draw is settled in a death match (TM-33, TM-34).


def counted(match: ThirteenState) -> Changed:
    """Count the health points: "who has most of them wins"; with as many as another he fights to the death."""
    most = max(match.health(seat) for seat in match.table.seats)
    best = tuple(seat for seat in match.table.clockwise_from(match.turn_of) if match.health(seat) == most)
    if len(best) == 1:
        return _won(match, best, Ending.HEALTH)
    said = Announced(say("A draw at {health}!", health=health_of(most)), Cue.CALL)
    return _to_the_death(match, best, said)


def _won(match: ThirteenState, winners: tuple[Seat, ...], why: Ending, *said: Effect) -> Changed:
    after = over(match, winners, why)
    return after, (*said, Announced(victory(after), Cue.WON))


def _to_the_death(match: ThirteenState, seats: tuple[Seat, ...], *said: Effect) -> Changed:
    """Begin a death match: whoever has no monster loses it; if nobody has one, the victory is shared (TM-A26)."""
    able = tuple(seat for seat in seats if match.holdings[seat].active)
    if not able:
        return _won(match, seats, Ending.SHARED, *said)
    if len(able) == 1:
        return _won(match, able, Ending.DEATH_MATCH, *said)
    only = [(seat, match.holdings[seat].active[0]) for seat in able if len(match.holdings[seat].active) == 1]
    after = replace(match, phase=ThirteenPhase.CHAMPIONS, duellists=able, champions=tuple(only), fight=None)
    return _begun(after), said


def _begun(match: ThirteenState) -> ThirteenState:
    """Begin the fight as soon as everybody has named his monster."""
    named = dict(match.champions)
    if set(named) != set(match.duellists):
        return match
    fighters = tuple(Fighter(seat, match.throws_of(named[seat]), named[seat]) for seat in match.duellists)
    return replace(match, phase=ThirteenPhase.FIGHT, fight=Fight(fighters, match.options), throws=match.throws + 1)


def champion_named(match: ThirteenState, event: Event) -> Changed:
    """Take the monster with which somebody goes into the death match."""
    if not isinstance(event, ChampionNamed):
        return refused(match, event, say("name the monsters of the death match first"))
    waiting = waiting_for(match)
    if event.seat not in waiting:
        return refused(match, event, say("{name} has no monster to name", name=match.table.name(event.seat)))
    monster = match.holdings[event.seat].monster_with(Pair.parse(event.pair))
    wrong = _no_champion(monster)
    if wrong is not None or monster is None:
        return refused(match, event, wrong or say("name one of your own complete monsters first"))
    return _begun(replace(match, champions=(*match.champions, (event.seat, monster)))), ()


def _no_champion(monster: Monster | None) -> Message | None:
    if monster is None:
        return say("name one of your own complete monsters first")
    return say("this 13th monster is out of the game") if monster.spent else None


def waiting_for(match: ThirteenState) -> tuple[Seat, ...]:
    """Return who still has to name a monster."""
    named = {seat for seat, _ in match.champions}
    return tuple(seat for seat in match.duellists if seat not in named)


def duelled(match: ThirteenState, fight: Fight, said: Effect) -> Changed:
    """Decide a death match: the highest wins; "a draw? Fight again, another monster is allowed" (TM-34)."""
    most = max(fight.scores)
    best = tuple(each.seat for each, points in zip(fight.fighters, fight.scores, strict=True) if points == most)
    after = replace(match, outcome=FightOutcome(fight, best[0] if len(best) == 1 else None))
    if len(best) == 1:
        return _won(after, best, Ending.DEATH_MATCH, said)
    again = Announced(say("A draw: the fight begins anew, with the same monster or another"), Cue.CALL)
    return _to_the_death(after, best, said, again)


def victory(match: ThirteenState) -> Message:
    """Return who has won, and why."""
    names = listed(match.table.name(seat) for seat in match.winners)
    match match.ending:
        case Ending.MASTER:
            return say("{name} is Elementary Master and wins", name=names)
        case Ending.DEATH_MATCH:
            return say("{name} wins the death match", name=names)
        case Ending.SHARED:
            return say("{names} share the victory", names=names)
    return say("{name} wins with {health}", name=names, health=health_of(match.health(match.winners[0])))


# The search: two cards are turned up, three with a Prophet; a pair starts the turn again (TM-9, TM-13, TM-15, TM-16).


def flipped(match: ThirteenState, event: CardFlipped) -> Changed:
    """Turn up a card: "Permafrost ends when you turn up your own frozen card" (TM-22)."""
    cell = event.cell
    wrong = tuple(no_flip(match, cell))
    if wrong:
        return refused(match, event, *wrong)
    turn = replace(match.turn, open=(*match.turn.open, cell), picked=(), called=None)
    frozen = tuple(each for each in match.frozen if each.cell != cell)
    after = replace(
        final(match), phase=ThirteenPhase.SEARCH, turn=turn, frozen=frozen, outcome=None, moves=match.moves + 1
    )
    if after.found is not None:
        return (after, ()) if after.turn.prophet else pair_found(after, after.found)
    if len(turn.open) < after.most_open and after.searchable:
        return after, ()
    return replace(after, phase=ThirteenPhase.AFTER, turn=replace(turn, prophet=_goes_on_looking(after))), ()


def _goes_on_looking(match: ThirteenState) -> bool:
    return match.turn.prophet and match.options.prophet_lasts is ProphetLasts.UNTIL_NEXT


def search_ended(match: ThirteenState, event: SearchEnded) -> Changed:
    """End the search of a Prophet: with his pair, or without a third card."""
    if match.phase is ThirteenPhase.SEARCH and match.found is not None:
        return pair_found(match, match.found)
    if not can_stop_searching(match):
        return refused(match, event, say("turn up two cards first"))
    return replace(match, phase=ThirteenPhase.AFTER, turn=replace(match.turn, prophet=_goes_on_looking(match))), ()


def pair_found(match: ThirteenState, pair: Pair) -> Changed:
    """Give the pair to its finder: "your turn starts again" (TM-16); the last one begins the final round."""
    seat = match.turn_of
    grid = {cell: card for cell, card in match.grid.items() if card.pair != pair}
    won = with_holding(match, seat, match.mine.with_pairs(pair))
    turn = ThirteenTurn(
        prophet=_goes_on_looking(match),
        attacked=match.turn.attacked and match.options.attacks is Attacks.ONE_UNTIL_NEXT,
    )
    after = replace(
        won,
        grid=grid,
        frozen=tuple(each for each in match.frozen if each.cell in grid),
        turn=turn,
        phase=ThirteenPhase.BEFORE,
    )
    found = Announced(
        say("{name} has found {pair}", name=match.table.name(seat), pair=pair_name(match, pair)), Cue.POINTS
    )
    if grid:
        return settled(after, found)
    last = Announced(say("That was the last pair: the final round begins."), Cue.GO)
    return settled(replace(after, final=match.table.clockwise_from(seat), turn=ThirteenTurn()), found, last)


def turn_ended(match: ThirteenState, event: Event) -> Changed:
    """Turn the cards back and go on to the next player; after the final round, count."""
    wrong = tuple(no_end(match))
    if wrong:
        return refused(match, event, *wrong)
    if searches_on(match):
        return settled(replace(final(match), turn=ThirteenTurn(), phase=ThirteenPhase.BEFORE, moves=match.moves + 1))
    left = match.final[1:] if match.final is not None else None
    following = match.table.after(match.turn_of)
    after = replace(
        final(match),
        turn_of=following,
        turn=ThirteenTurn(),
        phase=ThirteenPhase.BEFORE,
        final=left,
        outcome=None,
        moves=match.moves + 1,
    )
    return counted(after) if left == () else settled(after)


# Trades: before the search, as often and with as many players as one likes; the other must agree (TM-14).


def offered(match: ThirteenState, event: Offered) -> Changed:
    """Ask another player whether he trades."""
    offer = Offer(event.seat, event.to, parse_pairs(event.give), parse_pairs(event.get))
    wrong = tuple(no_trade(match, offer))
    if wrong:
        return refused(match, event, *wrong)
    after = replace(
        final(match), phase=ThirteenPhase.OFFER, offer=offer, turn=replace(match.turn, picked=(), called=None)
    )
    return after, (Announced(offer_sentence(match, offer), Cue.CALL),)


def offer_sentence(match: ThirteenState, offer: Offer) -> Message:
    """Return an offer in words."""
    return say(
        "{name} offers {other}: {give} for {get}",
        name=match.table.name(offer.seat),
        other=match.table.name(offer.to),
        give=pair_names(match, offer.give),
        get=pair_names(match, offer.get),
    )


def answered(match: ThirteenState, offer: Offer, event: Event) -> Changed:
    """Carry out what the other says to an offer."""
    match event:
        case Agreed(seat=seat) if seat == offer.to:
            return _traded(match, offer)
        case Declined(seat=seat) if seat in (offer.to, offer.seat):
            return replace(match, phase=ThirteenPhase.BEFORE, offer=None), (Announced(say("no trade"), Cue.CALL),)
    name = match.table.name(offer.to)
    return refused(match, event, say("{name} is asked whether to trade: that is settled first", name=name))


def _traded(match: ThirteenState, offer: Offer) -> Changed:
    after = replace(match, phase=ThirteenPhase.BEFORE, offer=None, moves=match.moves + 1)
    for pair in offer.give:
        after = moved(after, pair, offer.seat, offer.to)
    for pair in offer.get:
        after = moved(after, pair, offer.to, offer.seat)
    said = say("{name} and {other} trade", name=match.table.name(offer.seat), other=match.table.name(offer.to))
    return settled(after, Announced(said, Cue.POINTS))


# The four powers: announced aloud, in one's own turn, before the search; Permafrost after it as well (TM-17, TM-18).


def called(match: ThirteenState, event: Called) -> Changed:
    """Announce a power; Sacrifice and Prophet begin with that, the others need a card or a monster."""
    power = event.power
    wrong = tuple(no_power(match, power))
    if wrong:
        return refused(match, event, *wrong)
    said = Announced(say("{name}: {power}", name=match.table.name(match.turn_of), power=power_name(power)), Cue.CALL)
    turn = replace(match.turn, picked=(), called=None)
    match power:
        case Power.SACRIFICE:
            return _sacrificed(replace(match, turn=turn), said)
        case Power.PROPHET:
            looking = replace(match, turn=replace(turn, prophet=True))
            return remembering(looking, match, power), (said,)
    return replace(final(match), turn=replace(turn, called=power)), (said,)


def called_off(match: ThirteenState, event: CalledOff) -> Changed:
    """Leave a power that has been announced but not used."""
    if match.turn.called is None:
        return refused(match, event, say("no power has been announced"))
    return replace(match, turn=replace(match.turn, called=None)), ()


def _sacrificed(match: ThirteenState, said: Effect) -> Changed:
    """Take all monsters apart: "arrange your pairs anew" (TM-19); what can be built must be built again."""
    apart = with_holding(match, match.turn_of, match.mine.opened(match.mine.active))
    return settled(remembering(apart, match, Power.SACRIFICE), said)


def froze(match: ThirteenState, event: Froze) -> Changed:
    """Put a die on a card: "your opponents cannot turn up the card that you have frozen" (TM-20, TM-21)."""
    if match.turn.called is not Power.PERMAFROST:
        return refused(match, event, say("announce Permafrost first"))
    wrong = (*no_power(match, Power.PERMAFROST), *no_freeze(match, event.cell))
    if wrong:
        return refused(match, event, *wrong)
    before = replace(match, turn=replace(match.turn, called=None))
    turn = replace(before.turn, frozen=match.turn.frozen + 1)
    after = replace(before, turn=turn, frozen=(*match.frozen, Frozen(event.cell, match.turn_of)))
    return remembering(after, before, Power.PERMAFROST), ()


def absorbed(match: ThirteenState, event: Absorbed) -> Changed:
    """Take a whole monster: "after that the 13th monster is out of the game" (TM-25)."""
    if match.turn.called is not Power.SUPER_NOVA:
        return refused(match, event, say("announce Super Nova first"))
    pair = Pair.parse(event.pair)
    wrong = (*no_power(match, Power.SUPER_NOVA), *no_absorption(match, pair))
    if wrong:
        return refused(match, event, *wrong)
    owner = match.owner(pair)
    monster = match.holdings[owner].monster_with(pair) if owner is not None else None
    if owner is None or monster is None:
        return match, ()
    before = replace(match, turn=replace(match.turn, called=None))
    return settled(remembering(_exploded(before, owner, monster), before, Power.SUPER_NOVA), _boom(match, monster))


def _exploded(match: ThirteenState, owner: Seat, monster: Monster) -> ThirteenState:
    robbed = with_holding(match, owner, match.holdings[owner].without_monster(monster))
    return with_holding(robbed, match.turn_of, _spent(match.mine).with_monster(monster))


def _spent(holding: Holding) -> Holding:
    monsters = (replace(each, spent=True) if each.kind is MonsterKind.THIRTEENTH else each for each in holding.monsters)
    return replace(holding, monsters=tuple(monsters))


def _boom(match: ThirteenState, monster: Monster) -> Effect:
    name = match.table.name(match.turn_of)
    return Announced(say("{name} absorbs {monster}", name=name, monster=monster_name(match, monster)), Cue.POINTS)


def forgotten(match: ThirteenState, event: Forgotten) -> Changed:
    """Take back a power that was not announced: "your opponents may take it from you for this turn" (L103, L355)."""
    if match.before is None or match.used is None:
        return refused(match, event, say("there is no power to take back now"))
    turn = replace(match.before.turn, forbidden=match.before.turn.forbidden | {match.used}, picked=())
    said = say("{power} was not announced: it is lost for this turn", power=power_name(match.used))
    return replace(match.before, turn=turn, moves=match.moves), (Announced(said, Cue.REFUSED),)


# Attacks: a monster against one pair, dice against dice, and what the winner takes (TM-22 to TM-31).


def attacked(match: ThirteenState, event: Attacked) -> Changed:
    """Begin a fight; the dice on frozen cards are needed for it, "and are not put back" (TM-22, TM-28)."""
    mine, target = Pair.parse(event.monster), Pair.parse(event.pair)
    wrong = tuple(no_attack(match, mine, target))
    if wrong:
        return refused(match, event, *wrong)
    monster, owner = match.mine.monster_with(mine), match.owner(target)
    if monster is None or owner is None:
        return match, ()
    after = replace(
        final(match),
        phase=ThirteenPhase.FIGHT,
        fight=fight_about(match, monster, owner, target),
        frozen=(),
        turn=replace(match.turn, attacked=True, picked=(), called=None),
        moves=match.moves + 1,
        throws=match.throws + 1,
    )
    words: dict[str, Value] = {"name": match.table.name(match.turn_of), "other": match.table.name(owner)}
    said = say("{name} attacks {pair} of {other}", pair=pair_name(match, target), **words)
    return after, (Announced(said, Cue.GO),)


def fight_about(match: ThirteenState, monster: Monster, owner: Seat, target: Pair) -> Fight:
    """Return the fight: a free pair is defended with as many throws as the attacker has (TM-27)."""
    attacker = Fighter(match.turn_of, match.throws_of(monster), monster)
    defending = match.holdings[owner].monster_with(target)
    throws = match.throws_of(defending) if defending is not None else attacker.throws
    return Fight((attacker, Fighter(owner, throws, defending)), match.options, target)


def fought(match: ThirteenState, fight: Fight, event: Event) -> Changed:
    """Carry on with the dice."""
    after = fight.stopped() if _is_end(fight, event) else fight.feed(event)
    if isinstance(after, Message):
        return refused(match, event, after)
    new = isinstance(event, ThrownAgain) or len(after.results) > len(fight.results)
    thrown = replace(match, fight=after, throws=match.throws + (new and not after.over))
    if len(after.results) == len(fight.results):
        return thrown, ()
    said = Announced(_result(match, after, len(after.results) - 1), Cue.POINTS)
    if not after.over:
        return thrown, (said,)
    return _decided(thrown, after, said) if fight.target is not None else duelled(thrown, after, said)


def _is_end(fight: Fight, event: Event) -> bool:
    return isinstance(event, Stopped) and (event.seat, event.zone) == (fight.fighter.seat, ZONE)


def _result(match: ThirteenState, fight: Fight, at: int) -> Message:
    dice = " ".join(str(value) for value in sorted(fight.results[at], reverse=True))
    name = match.table.name(fight.fighters[at].seat)
    return say("{name} has {points} with {dice}", name=name, points=points_of(fight.scores[at]), dice=dice)


def _decided(match: ThirteenState, fight: Fight, said: Effect) -> Changed:
    """Give the attacked pair to a winning attacker; a winning defender chooses a pair (TM-30, TM-31)."""
    attacker, defender = (fighter.seat for fighter in fight.fighters)
    if fight.target is None:
        return match, (said,)
    winner = attacker if fight.attacker_wins else defender
    told = Announced(say("{name} wins the fight", name=match.table.name(winner)), Cue.WON)
    after = replace(match, outcome=FightOutcome(fight, winner))
    if winner == defender:
        return replace(after, phase=ThirteenPhase.PRIZE), (said, told)
    won = moved(replace(after, phase=ThirteenPhase.BEFORE, fight=None), fight.target, defender, attacker)
    return settled(won, said, told)


def prize_taken(match: ThirteenState, fight: Fight, event: Event) -> Changed:
    """Give the defender "a pair of his choice of the monster that attacked him" (TM-31)."""
    attacker, defender = fight.fighters[:2]
    name = match.table.name(defender.seat)
    if not isinstance(event, PrizeTaken) or event.seat != defender.seat:
        return refused(match, event, say("{name} takes a pair first", name=name))
    pair = Pair.parse(event.pair)
    if attacker.monster is None or pair not in attacker.monster.pairs:
        return refused(match, event, say("the prize is a pair of the monster that attacked"))
    after = moved(replace(match, phase=ThirteenPhase.BEFORE, fight=None), pair, attacker.seat, defender.seat)
    said = say("{name} takes {pair}: {monster} falls apart", name=name, pair=pair_name(match, pair),
               monster=monster_name(match, attacker.monster))  # fmt: skip
    return settled(after, Announced(said, Cue.POINTS))
