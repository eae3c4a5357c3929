"""What follows from every change of what lies before the players: forced building, four elements, dice that must go."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from companion.effects import Announced, Cue, Effect
from companion.games.thirteen_monsters.cards import Level, Pair
from companion.games.thirteen_monsters.monsters import Holding, Monster, Power, is_elementary_master
from companion.games.thirteen_monsters.options import AllFrozen, MasterWhen
from companion.games.thirteen_monsters.state import Ending, Stage, ThirteenState, Turn
from companion.games.thirteen_monsters.words import health_of, monster_word
from companion.referee import refused as refused
from companion.table import Seat
from companion.texts import say

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
        monster=monster_word(match, monster),
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
    """Return who has become Elementary Master: "you win at once" (S2 L612)."""
    if match.stage is Stage.OVER:
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
        stage=Stage.OVER,
        turn=Turn(),
        chosen=(),
        offer=None,
        fight=None,
        winners=winners,
        ending=ending,
    )


def _thawed(match: ThirteenState, effects: list[Effect]) -> Changed:
    """Take away the oldest dice of others while nothing can be searched, if the table wants it so (TM-A22)."""
    if match.stage is not Stage.BEFORE or match.options.all_frozen is AllFrozen.SKIP or not match.grid:
        return match, tuple(effects)
    while not match.can_search:
        oldest = next(each for each in match.frozen if each.seat != match.turn_of)
        match = replace(match, frozen=tuple(each for each in match.frozen if each != oldest))
        effects.append(Announced(say("the oldest die is taken off its card"), Cue.CALL))
    return match, tuple(effects)
