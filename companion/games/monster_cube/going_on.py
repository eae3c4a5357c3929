"""How a match goes on: new monsters are turned up, everybody or one player searches, and at last it is over."""

from __future__ import annotations

from dataclasses import replace

from companion.effects import Announced, Cue, Effect
from companion.games.monster_cube.choices import RuleSet, TurnClock
from companion.games.monster_cube.laying import Step, laid_anew
from companion.games.monster_cube.market import OPEN_CARDS
from companion.games.monster_cube.showing import Picking, Showing
from companion.games.monster_cube.state import SECOND, MatchState, Phase
from companion.games.monster_cube.words import victory
from companion.texts import Message, say


def is_finished(state: MatchState) -> bool:
    """Whether nothing is left to be played for."""
    if state.rules is RuleSet.ADVANCED:
        return False
    if state.rules is RuleSet.DICE:
        return not state.market.zone and not state.market.pile
    return state.market.last or state.market.over


def finished(state: MatchState, effects: tuple[Effect, ...] = ()) -> Step:
    """Return the match at its end."""
    over = replace(state, phase=Phase.OVER, showing=None)
    return over, (*effects, Announced(victory(over), Cue.WON))


def goes_on(state: MatchState, at: int) -> Step:
    """Return the match after everybody has looked at the verdict."""
    if is_finished(state):
        return finished(state)
    after = laid_anew(state) if state.relay else state
    if after.in_turn:
        after = replace(after, turn=after.table.after(after.turn))
    return (after, ()) if after.phase is Phase.LAY else turned_up(after, at)


def turned_up(state: MatchState, at: int) -> Step:
    """Return the match with new monsters in the zone."""
    if state.rules is RuleSet.ADVANCED:
        return search(state, at)
    known = state.market.zone
    market = state.market.refilled(state.seed, state.pile_rules) if len(known) < OPEN_CARDS else state.market
    after = replace(state, market=market)
    if market.over:
        return finished(after)
    if state.tells and market.zone != known:
        return replace(after, phase=Phase.TELL, told=known), ()
    return search(after, at)


def search(state: MatchState, at: int) -> Step:
    """Return the match with everybody, or the player whose turn it is, searching."""
    began = state.began if state.began is not None else at
    if not state.in_turn:
        return replace(state, phase=Phase.OPEN, began=began, showing=None), (Announced(_go(state), Cue.GO),)
    seat = state.turn
    limit = state.limit(seat)
    whole = state.options.turn_clock is TurnClock.WHOLE_TURN and limit is not None
    deadline = at + (limit or 0) * SECOND if whole else None
    layout = state.layouts[state.zone(seat)]
    showing = Showing(seat, layout, state.options.linked, picking=Picking.TILE, began=at, deadline=deadline)
    what = say("{name}: move one of your tiles.", name=state.table.name(seat))
    return replace(state, phase=Phase.TURN, began=began, showing=showing), (Announced(what, Cue.GO),)


def _go(state: MatchState) -> Message:
    if state.market.last:
        return say("The last monsters! Search!")
    return say("Search! Whoever finds a combination calls Monstre!")


def skipped(state: MatchState, at: int) -> Step:
    """Rules 3: return the match with other monsters in the zone; if there are no others it is over (MC-A22)."""
    if not state.market.pile:
        gone = (*state.gone, *state.market.zone)
        return finished(replace(state, gone=gone, market=replace(state.market, zone=())))
    market = state.market.cleared(discard=False)
    return turned_up(replace(state, market=market, idle=0, showing=None), at)
