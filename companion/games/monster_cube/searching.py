"""OPEN, CLAIM and TURN: the search, the first press, and what is shown tap by tap or read by the camera."""

from __future__ import annotations

from dataclasses import replace

from companion.chance import Lots
from companion.effects import Announced, Cue, Effect, Froze
from companion.events import Confirmed, Event, Pressed, Saw
from companion.games.monster_cube.choices import Hints, RuleSet, Stalled, Ties, TurnClock
from companion.games.monster_cube.events import (
    AgreedNone,
    CardChosen,
    FaceTapped,
    GaveUp,
    HintWanted,
    MoveWanted,
    PlaceTapped,
    Skipped,
)
from companion.games.monster_cube.faults import Fault, FaultKind
from companion.games.monster_cube.going_on import skipped
from companion.games.monster_cube.laying import Step, refused
from companion.games.monster_cube.moving import move_faults, read_move
from companion.games.monster_cube.outcomes import agreed_none, failed, judged
from companion.games.monster_cube.reading import TilesReading
from companion.games.monster_cube.showing import Call, Showing
from companion.games.monster_cube.state import COMMON, SECOND, MatchState, Phase
from companion.games.monster_cube.tiles import FaceAt
from companion.observations import Kind
from companion.texts import Message, say

NOT_NOW = say("this does not fit what the table is doing now")

_TOO_LATE = Fault(FaultKind.TOO_LATE, say("time is over"))
_NOTHING = Fault(FaultKind.NOTHING_SHOWN, say("there is nothing to show"))


# OPEN: "all players search at the same time".


def in_open(state: MatchState, event: Event) -> Step:
    """Return the match after `event` while everybody searches."""
    match event:
        case Pressed():
            return _called(state, event)
        case AgreedNone():
            return agreed_none(state, state.layouts[COMMON])
        case HintWanted():
            return _hinted(state, event)
    return refused(state, event, NOT_NOW)


def _hinted(state: MatchState, event: Event) -> Step:
    """Return the match with a way shown on the page, if this table plays with hints: what all of them look for."""
    if state.options.hints is Hints.OFF or state.rules is RuleSet.ADVANCED:
        return refused(state, event, say("this table plays without hints"))
    return replace(state, hinted=True), ()


def _called(state: MatchState, event: Pressed) -> Step:
    """Somebody "calls Monstre! and then shows the combination" (S0 L203)."""
    if state.rules is RuleSet.ADVANCED and not state.hands[event.seat].cards:
        return refused(state, event, say("{name} has no card in hand", name=state.table.name(event.seat)))
    call = Call(event.seat, event.at, event.by, event.tied)
    showing = _showing_of(state, call)
    what = say("Monstre! {name} has a combination: which one?", name=state.table.name(event.seat))
    after = replace(state, phase=Phase.CLAIM, showing=showing)
    return after, (Announced(what, Cue.CALL), Froze(COMMON))


def _showing_of(state: MatchState, call: Call, others: tuple[Call, ...] = ()) -> Showing:
    limit = state.limit(call.seat)
    deadline = None if limit is None else call.at + limit * SECOND
    only = tuple(state.codes(call.seat))
    card = only[0] if len(only) == 1 else None
    layout = state.layouts[COMMON]
    calls = (call, *others)
    return Showing(call.seat, layout, state.options.linked, card, began=call.at, deadline=deadline, calls=calls)


# CLAIM: one player shows, the others look.


def in_claim(state: MatchState, showing: Showing, event: Event) -> Step:
    """Return the match after `event` while the caller shows a combination."""
    match event:
        case Pressed(seat=seat) if seat == showing.seat:
            return _shown_in_time(state, showing, event)
        case Pressed():
            return _called_too(state, showing, event)
        case GaveUp(seat=seat) if seat == showing.seat:
            return failed(state, showing, (_NOTHING,))
    return shown(state, showing, event)


def _shown_in_time(state: MatchState, showing: Showing, event: Pressed) -> Step:
    """Stop the clock: the player has shown it, and tapping it in may take longer."""
    name = state.table.name(showing.seat)
    if showing.stopped or showing.deadline is None:
        return refused(state, event, say("{name} has called already: tap the three faces", name=name))
    what = Announced(say("{name} has shown it in time: tap the three faces.", name=name), Cue.CALL)
    return replace(state, showing=replace(showing, stopped=True)), (what,)


def _called_too(state: MatchState, showing: Showing, event: Pressed) -> Step:
    """Take a press that came later, or that was made earlier and comes late, or that nobody can tell apart."""
    call = Call(event.seat, event.at, event.by, event.tied)
    first = showing.calls[0]
    if any(each.seat == event.seat for each in showing.calls):
        name = state.table.name(event.seat)
        return refused(state, event, say("{name} has called already", name=name))
    if showing.is_untouched and _comes_first(state, first, call):
        taken_over = _showing_of(state, call, showing.calls)
        what = say("Monstre! {name} was first: which combination?", name=state.table.name(event.seat))
        if are_tied(first, call):
            what = _tie_words(state, call, first)
        return replace(state, showing=taken_over), (Announced(what, Cue.CALL), Froze(COMMON))
    calls = (first, *sorted((*showing.calls[1:], call), key=lambda each: (each.at, each.seat)))
    said = (Announced(_tie_words(state, first, call), Cue.CALL),) if are_tied(first, call) else ()
    return replace(state, showing=replace(showing, calls=calls)), said


def _tie_words(state: MatchState, first: Call, other: Call) -> Message:
    names = {"first": state.table.name(first.seat), "second": state.table.name(other.seat)}
    if state.options.ties is Ties.LOT or first.at == other.at:
        return say("{first} and {second} called at the same moment: the lot falls to {first}.", **names)
    return say("{first} and {second} called at the same moment: {first} was measured first.", **names)


def _comes_first(state: MatchState, first: Call, call: Call) -> bool:
    """Whether `call` takes the place of `first`: it was made earlier, or a lot decides between two that are tied.

    Presses of equal times come in the order that a lot gave them: the journal keeps it.
    """
    if state.options.ties is Ties.LOT and are_tied(first, call):
        seats = sorted((first.seat, call.seat))
        return Lots(state.seed, "tie", state.rounds).one_of(seats) == call.seat
    return call.at < first.at


def are_tied(one: Call, other: Call) -> bool:
    """Whether the order of the two cannot be told."""
    return other.seat in one.tied or one.seat in other.tied or one.at == other.at


# TURN: "on your turn you MUST move one of your tiles".


def in_turn(state: MatchState, showing: Showing, event: Event) -> Step:
    """Return the match after `event` in the turn of one player."""
    name = state.table.name(showing.seat)
    seat = getattr(event, "seat", None)
    if seat is not None and seat != showing.seat:
        return refused(state, event, say("it is the turn of {name}", name=name))
    match event:
        case Skipped():
            why = why_no_skip(state, showing)
            return skipped(state, event.at) if why is None else refused(state, event, why)
        case Pressed() | GaveUp() if showing.move is None:
            return refused(state, event, say("{name} must move a tile first", name=name))
        case Pressed():
            return _shown_in_time(state, showing, event)
        case GaveUp():
            return failed(state, showing, ())
        case MoveWanted():
            return refused(state, event, say("every turn begins with one moved tile; undo takes it back"))
    return _with_clock(shown(state, showing, event), showing, event)


def why_no_skip(state: MatchState, showing: Showing) -> Message | None:
    """Return why the cards cannot be skipped now, or None."""
    if state.rules is not RuleSet.DICE or state.options.stalled is Stalled.PLAY_ON:
        return NOT_NOW
    if state.idle < len(state.table.seats):
        return say("cards are skipped only after a full round in which nobody took one")
    return None if showing.move is None else say("finish this turn first")


def _with_clock(step: Step, before: Showing, event: Event) -> Step:
    """Start the seconds of a turn with the move, unless they began with the turn."""
    state, effects = step
    after = state.showing
    moved_now = after is not None and before.move is None and after.move is not None
    if after is None or not moved_now or state.options.turn_clock is TurnClock.WHOLE_TURN:
        return step
    limit = state.limit(after.seat)
    deadline = None if limit is None else event.at + limit * SECOND
    what = say("{seconds} seconds for {name}!", seconds=limit or 0, name=state.table.name(after.seat))
    return replace(state, showing=replace(after, deadline=deadline)), (*effects, Announced(what, Cue.COUNT_DOWN))


# What is shown, in a claim as in a turn.


def shown(state: MatchState, showing: Showing, event: Event) -> Step:
    """Return the match after the combination became clearer, or was agreed to be complete."""
    match event:
        case Saw():
            return _saw(state, showing, event)
        case Confirmed():
            why = why_not_complete(state, showing)
            return judged(state, showing) if why is None else refused(state, event, why)
    after = _tapped(state, showing, event)
    return refused(state, event, after) if isinstance(after, Message) else (replace(state, showing=after), ())


def _tapped(state: MatchState, showing: Showing, event: Event) -> Showing | Message:
    """Return what is shown after a tap, or why the tap cannot be."""
    match event:
        case CardChosen(code=code) if code in state.codes(showing.seat):
            return showing.with_card(code)
        case CardChosen(code=code):
            return say("there is no monster {code} to be beaten", code=code)
        case FaceTapped(zone=zone, q=q, r=r, face=face) if zone == state.zone(showing.seat):
            return showing.tapped(FaceAt((q, r), face))
        case FaceTapped():
            return say("those are not the tiles that are played with now")
        case MoveWanted(wanted=wanted):
            return showing.moving(wanted=wanted)
        case PlaceTapped(q=q, r=r):
            return showing.placed((q, r))
    return NOT_NOW


def why_not_complete(state: MatchState, showing: Showing) -> Message | None:
    """Return what is still to be tapped before the claim can be judged, or None."""
    if state.in_turn and showing.move is None:
        return say("{name} must move a tile first", name=state.table.name(showing.seat))
    if showing.card is None:
        return say("tap the monster that is beaten")
    if len(showing.faces) < 3:
        return say("tap the three faces: {count} of 3", count=len(showing.faces))
    return None


def _saw(state: MatchState, showing: Showing, event: Saw) -> Step:
    """Read which tile was moved: exactly one lies elsewhere; anything else is for people to say."""
    if event.zone != state.zone(showing.seat) or event.observation.kind is not Kind.TILES:
        return refused(state, event, NOT_NOW)
    if state.in_turn and showing.move is not None:
        return refused(state, event, say("the move of this turn is known"))
    reading = TilesReading.of(event, state.side)
    if reading.layout is None:
        return state, _unsure(reading.doubts(state.options.linked))
    read = read_move(showing.layout, reading.layout)
    wrong = move_faults(showing.layout, read.move, showing.linked) if read.move else ()
    doubts = tuple(fault.what for fault in (*read.faults, *wrong))
    if doubts:
        return state, _unsure(doubts)
    if read.move is None:  # nothing was moved yet, or the move was only tapped: people may be at it
        return state, ()
    return replace(state, showing=showing.with_move(read.move)), ()


def _unsure(doubts: tuple[Message, ...]) -> tuple[Effect, ...]:
    what = say("{doubt}: tap the tile that was moved, and its new place.", doubt=doubts[0])
    return (Announced(what, Cue.UNREADABLE),)


def timed_out(state: MatchState) -> Step:
    """Return the match after the seconds of a claim or of a turn."""
    showing = state.showing
    if showing is None:
        return state, ()
    return failed(state, showing, (_TOO_LATE,))
