"""Attacks: a monster against one pair, dice against dice, and what the winner takes (S2 L492-572)."""

from __future__ import annotations

from dataclasses import replace

from companion.effects import Announced, Cue, Effect
from companion.events import Event
from companion.games.thirteen_monsters import ending
from companion.games.thirteen_monsters.cards import Pair
from companion.games.thirteen_monsters.changes import Changed, final, moved, refused, settled
from companion.games.thirteen_monsters.events import ZONE, Attacked, PrizeTaken, Stopped, ThrownAgain
from companion.games.thirteen_monsters.fight import Fight, Fighter
from companion.games.thirteen_monsters.judging import no_attack
from companion.games.thirteen_monsters.monsters import Monster
from companion.games.thirteen_monsters.state import Outcome, Stage, ThirteenState
from companion.games.thirteen_monsters.words import monster_word, pair_word
from companion.table import Seat
from companion.texts import Message, Value, points_of, say


def attacked(match: ThirteenState, event: Attacked) -> Changed:
    """Begin a fight; the dice on frozen cards are needed for it, "and are not put back" (S2 L381, L548)."""
    mine, target = Pair.parse(event.monster), Pair.parse(event.pair)
    wrong = tuple(no_attack(match, mine, target))
    if wrong:
        return refused(match, event, *wrong)
    monster, owner = match.mine.monster_with(mine), match.owner(target)
    if monster is None or owner is None:
        return match, ()
    after = replace(
        final(match),
        stage=Stage.FIGHT,
        fight=fight_about(match, monster, owner, target),
        frozen=(),
        turn=replace(match.turn, attacked=True, picked=(), called=None),
        moves=match.moves + 1,
        throws=match.throws + 1,
    )
    words: dict[str, Value] = {"name": match.table.name(match.turn_of), "other": match.table.name(owner)}
    said = say("{name} attacks {pair} of {other}", pair=pair_word(match, target), **words)
    return after, (Announced(said, Cue.GO),)


def fight_about(match: ThirteenState, monster: Monster, owner: Seat, target: Pair) -> Fight:
    """Return the fight: a free pair is defended with as many throws as the attacker has (S2 L498-500, L520-522)."""
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
    return _decided(thrown, after, said) if fight.target is not None else ending.duelled(thrown, after, said)


def _is_end(fight: Fight, event: Event) -> bool:
    return isinstance(event, Stopped) and (event.seat, event.zone) == (fight.fighter.seat, ZONE)


def _result(match: ThirteenState, fight: Fight, at: int) -> Message:
    dice = " ".join(str(value) for value in sorted(fight.results[at], reverse=True))
    name = match.table.name(fight.fighters[at].seat)
    return say("{name} has {points} with {dice}", name=name, points=points_of(fight.scores[at]), dice=dice)


def _decided(match: ThirteenState, fight: Fight, said: Effect) -> Changed:
    """Give the attacked pair to a winning attacker; a winning defender chooses a pair (S2 L568-572)."""
    attacker, defender = (fighter.seat for fighter in fight.fighters)
    if fight.target is None:
        return match, (said,)
    winner = attacker if fight.attacker_wins else defender
    told = Announced(say("{name} wins the fight", name=match.table.name(winner)), Cue.WON)
    after = replace(match, outcome=Outcome(fight, winner))
    if winner == defender:
        return replace(after, stage=Stage.PRIZE), (said, told)
    won = moved(replace(after, stage=Stage.BEFORE, fight=None), fight.target, defender, attacker)
    return settled(won, said, told)


def prize_taken(match: ThirteenState, fight: Fight, event: Event) -> Changed:
    """Give the defender "a pair of his choice of the monster that attacked him" (S2 L570)."""
    attacker, defender = fight.fighters[:2]
    name = match.table.name(defender.seat)
    if not isinstance(event, PrizeTaken) or event.seat != defender.seat:
        return refused(match, event, say("{name} takes a pair first", name=name))
    pair = Pair.parse(event.pair)
    if attacker.monster is None or pair not in attacker.monster.pairs:
        return refused(match, event, say("the prize is a pair of the monster that attacked"))
    after = moved(replace(match, stage=Stage.BEFORE, fight=None), pair, attacker.seat, defender.seat)
    said = say("{name} takes {pair}: {monster} falls apart", name=name, pair=pair_word(match, pair),
               monster=monster_word(match, attacker.monster))  # fmt: skip
    return settled(after, Announced(said, Cue.POINTS))
