"""Words that several sentences share."""

from __future__ import annotations

from companion.games.monster_cube.choices import RuleSet
from companion.games.monster_cube.state import MatchState
from companion.table import Seat
from companion.texts import Message, Value, points_of, say


def stars_of(count: int) -> Message:
    """Return `count` stars in words."""
    return say("1 star") if count == 1 else say("{count} stars", count=count)


def cards_of(count: int) -> Message:
    """Return `count` cards in words."""
    return say("1 card") if count == 1 else say("{count} cards", count=count)


def worth(state: MatchState, seat: Seat) -> Message:
    """Return what counts for the victory of `seat`, in words."""
    match state.rules:
        case RuleSet.ADVANCED:
            return cards_of(state.solved[seat])
        case RuleSet.DICE:
            return stars_of(state.scores[seat].stars)
        case _:
            return points_of(state.scores[seat].points)


def victory(state: MatchState) -> Message:
    """Return who has won; "if it is still equal, these players share the victory"."""
    names = [state.table.name(seat) for seat in state.winners]
    what = worth(state, state.winners[0])
    if len(state.table.seats) == 1:
        return say("{name} ends the hunt with {worth}", name=names[0], worth=what)
    if len(names) == 1:
        return say("{name} wins with {worth}: hero of the city!", name=names[0], worth=what)
    words: dict[str, Value] = {"names": ", ".join(names[:-1]), "last": names[-1], "worth": what}
    return say("{names} and {last} share the victory with {worth} each", **words)
