"""The four powers: announced aloud, in one's own turn, before the search; Permafrost after it as well (S2 L99-107)."""

from __future__ import annotations

from dataclasses import replace

from companion.effects import Announced, Cue, Effect
from companion.games.thirteen_monsters.cards import Pair
from companion.games.thirteen_monsters.changes import Changed, final, refused, remembering, settled, with_holding
from companion.games.thirteen_monsters.events import Absorbed, Called, CalledOff, Forgotten, Froze
from companion.games.thirteen_monsters.judging import no_absorption, no_freeze, no_power
from companion.games.thirteen_monsters.monsters import Holding, Kind, Monster, Power
from companion.games.thirteen_monsters.state import Frozen, ThirteenState
from companion.games.thirteen_monsters.words import monster_word, power_word
from companion.table import Seat
from companion.texts import say


def called(match: ThirteenState, event: Called) -> Changed:
    """Announce a power; Sacrifice and Prophet begin with that, the others need a card or a monster."""
    power = event.power
    wrong = tuple(no_power(match, power))
    if wrong:
        return refused(match, event, *wrong)
    said = Announced(say("{name}: {power}", name=match.table.name(match.turn_of), power=power_word(power)), Cue.CALL)
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
    """Take all monsters apart: "arrange your pairs anew" (S2 L361-369); what can be built must be built again."""
    apart = with_holding(match, match.turn_of, match.mine.opened(match.mine.active))
    return settled(remembering(apart, match, Power.SACRIFICE), said)


def froze(match: ThirteenState, event: Froze) -> Changed:
    """Put a die on a card: "your opponents cannot turn up the card that you have frozen" (S2 L371-377)."""
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
    """Take a whole monster: "after that the 13th monster is out of the game" (S2 L400-419)."""
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
    monsters = (replace(each, spent=True) if each.kind is Kind.THIRTEENTH else each for each in holding.monsters)
    return replace(holding, monsters=tuple(monsters))


def _boom(match: ThirteenState, monster: Monster) -> Effect:
    name = match.table.name(match.turn_of)
    return Announced(say("{name} absorbs {monster}", name=name, monster=monster_word(match, monster)), Cue.POINTS)


def forgotten(match: ThirteenState, event: Forgotten) -> Changed:
    """Take back a power that was not announced: "your opponents may take it from you for this turn" (L103, L355)."""
    if match.before is None or match.used is None:
        return refused(match, event, say("there is no power to take back now"))
    turn = replace(match.before.turn, forbidden=match.before.turn.forbidden | {match.used}, picked=())
    said = say("{power} was not announced: it is lost for this turn", power=power_word(match.used))
    return replace(match.before, turn=turn, moves=match.moves), (Announced(said, Cue.REFUSED),)
