"""The end: health points are counted, and a draw is settled in a death match (S2 L586-594)."""

from __future__ import annotations

from dataclasses import replace

from companion.effects import Announced, Cue, Effect
from companion.events import Event
from companion.games.thirteen_monsters.cards import Pair
from companion.games.thirteen_monsters.changes import Changed, over, refused
from companion.games.thirteen_monsters.events import ChampionNamed
from companion.games.thirteen_monsters.fight import Fight, Fighter
from companion.games.thirteen_monsters.monsters import Monster
from companion.games.thirteen_monsters.state import Ending, Outcome, Stage, ThirteenState
from companion.games.thirteen_monsters.words import health_of
from companion.table import Seat
from companion.texts import Message, listed, say


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
    after = replace(match, stage=Stage.CHAMPIONS, duellists=able, champions=tuple(only), fight=None)
    return _begun(after), said


def _begun(match: ThirteenState) -> ThirteenState:
    """Begin the fight as soon as everybody has named his monster."""
    named = dict(match.champions)
    if set(named) != set(match.duellists):
        return match
    fighters = tuple(Fighter(seat, match.throws_of(named[seat]), named[seat]) for seat in match.duellists)
    return replace(match, stage=Stage.FIGHT, fight=Fight(fighters, match.options), throws=match.throws + 1)


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
    """Decide a death match: the highest wins; "a draw? Fight again, another monster is allowed" (S2 L594)."""
    most = max(fight.scores)
    best = tuple(each.seat for each, points in zip(fight.fighters, fight.scores, strict=True) if points == most)
    after = replace(match, outcome=Outcome(fight, best[0] if len(best) == 1 else None))
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
