"""OPEN, CLAIM and TURN: the search, the first press, what is shown, what becomes of it, and how the match goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.chance import Lots
from companion.effects import Announced, Cue, Effect, FrameKept
from companion.events import Call, Confirmed, Event, Pressed, Saw, are_tied
from companion.games.monster_cube.cards import OPEN_CARDS, CubeHand
from companion.games.monster_cube.claims import PartialClaim, Picking, Verdict, verify_claim
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
from companion.games.monster_cube.laying import Step, refused, with_tiles_laid_again
from companion.games.monster_cube.moves import ClaimFault, ClaimFaultKind, move_faults, read_move
from companion.games.monster_cube.options import (
    GiveBack,
    Hints,
    NoneFound,
    RuleSet,
    Stalled,
    Ties,
    TurnClock,
    WrongMove,
)
from companion.games.monster_cube.reading import TilesReading
from companion.games.monster_cube.solver import solve
from companion.games.monster_cube.state import COMMON, SECOND, Missed, MonsterCubePhase, MonsterCubeState, Past
from companion.games.monster_cube.tiles import FaceAt, Layout
from companion.observations import Kind
from companion.referee import NOT_NOW
from companion.table import Seat
from companion.texts import Message, Value, points_of, say

# Words that several sentences share.


def stars_of(count: int) -> Message:
    """Return `count` stars in words."""
    return say("1 star") if count == 1 else say("{count} stars", count=count)


def cards_of(count: int) -> Message:
    """Return `count` cards in words."""
    return say("1 card") if count == 1 else say("{count} cards", count=count)


def worth(state: MonsterCubeState, seat: Seat) -> Message:
    """Return what counts for the victory of `seat`, in words."""
    match state.rules:
        case RuleSet.ADVANCED:
            return cards_of(state.solved[seat])
        case RuleSet.DICE:
            return stars_of(state.scores[seat].stars)
        case _:
            return points_of(state.scores[seat].points)


def victory(state: MonsterCubeState) -> Message:
    """Return who has won; "if it is still equal, these players share the victory"."""
    names = [state.table.name(seat) for seat in state.winners]
    what = worth(state, state.winners[0])
    if len(state.table.seats) == 1:
        return say("{name} ends the hunt with {worth}", name=names[0], worth=what)
    if len(names) == 1:
        return say("{name} wins with {worth}: hero of the city!", name=names[0], worth=what)
    effects: dict[str, Value] = {"names": ", ".join(names[:-1]), "last": names[-1], "worth": what}
    return say("{names} and {last} share the victory with {worth} each", **effects)


# How a match goes on: new monsters are turned up, everybody or one player searches, and at last it is over.


def is_finished(state: MonsterCubeState) -> bool:
    """Whether nothing is left to be played for."""
    if state.rules is RuleSet.ADVANCED:
        return False
    if state.rules is RuleSet.DICE:
        return not state.market.zone and not state.market.pile
    return state.market.last or state.market.over


def finished(state: MonsterCubeState, effects: tuple[Effect, ...] = ()) -> Step:
    """Return the match at its end."""
    over = replace(state, phase=MonsterCubePhase.OVER, showing=None)
    return over, (*effects, Announced(victory(over), Cue.WON))


def goes_on(state: MonsterCubeState, at: int) -> Step:
    """Return the match after everybody has looked at the verdict."""
    if is_finished(state):
        return finished(state)
    after = with_tiles_laid_again(state) if state.relay else state
    if after.in_turn:
        after = replace(after, turn=after.table.after(after.turn))
    return (after, ()) if after.phase is MonsterCubePhase.LAY else turned_up(after, at)


def turned_up(state: MonsterCubeState, at: int) -> Step:
    """Return the match with new monsters in the zone."""
    if state.rules is RuleSet.ADVANCED:
        return search(state, at)
    known = state.market.zone
    market = state.market.refilled(state.seed, state.pile_rules) if len(known) < OPEN_CARDS else state.market
    after = replace(state, market=market)
    if market.over:
        return finished(after)
    if state.has_own_cards and market.zone != known:
        return replace(after, phase=MonsterCubePhase.NAME_CARDS, turned_up=known), ()
    return search(after, at)


def search(state: MonsterCubeState, at: int) -> Step:
    """Return the match with everybody, or the player whose turn it is, searching."""
    began = state.began if state.began is not None else at
    if not state.in_turn:
        return replace(state, phase=MonsterCubePhase.OPEN, began=began, showing=None), (Announced(_go(state), Cue.GO),)
    seat = state.turn
    limit = state.limit(seat)
    whole = state.options.turn_clock is TurnClock.WHOLE_TURN and limit is not None
    deadline = at + (limit or 0) * SECOND if whole else None
    layout = state.layouts[state.zone(seat)]
    showing = PartialClaim(seat, layout, state.options.linked, picking=Picking.TILE, began=at, deadline=deadline)
    what = say("{name}: move one of your tiles.", name=state.table.name(seat))
    return replace(state, phase=MonsterCubePhase.TURN, began=began, showing=showing), (Announced(what, Cue.GO),)


def _go(state: MonsterCubeState) -> Message:
    if state.market.last:
        return say("The last monsters! Search!")
    return say("Search! Whoever finds a combination calls Monstre!")


def skipped(state: MonsterCubeState, at: int) -> Step:
    """Rules 3: return the match with other monsters in the zone; if there are no others it is over (MC-A22)."""
    if not state.market.pile:
        gone = (*state.gone, *state.market.zone)
        return finished(replace(state, gone=gone, market=replace(state.market, zone=())))
    market = state.market.cleared(discard=False)
    return turned_up(replace(state, market=market, idle=0, showing=None), at)


# What becomes of a claim, a turn and an agreement, and how the match goes on after it.


def judged(state: MonsterCubeState, showing: PartialClaim) -> Step:
    """Return the match after what `showing` shows was judged."""
    if showing.card is None:
        return state, ()
    code = state.codes(showing.seat)[showing.card]
    verdict = verify_claim(showing.layout, showing.claim(code), state.claim_rules)
    if not verdict.right or verdict.formula is None:
        return failed(state, showing, verdict.faults, verdict)
    name = state.table.name(showing.seat)
    formula = f"{verdict.formula.printed} = {code}"
    why = say("{name} beats monster {card}: {formula}", name=name, card=showing.card, formula=formula)
    past = Past(
        why, showing.now, showing.seat, showing.card, code, verdict, calls=showing.calls, picture=showing.picture
    )
    return _right(_with_layout(state, showing, showing.now), showing, past)


def _with_layout(state: MonsterCubeState, showing: PartialClaim, layout: Layout) -> MonsterCubeState:
    zone = state.zone(showing.seat)
    return replace(state, layouts={**state.layouts, zone: layout}, showing=None, rounds=state.rounds + 1, hinted=False)


def _right(state: MonsterCubeState, showing: PartialClaim, past: Past) -> Step:
    seat, card = showing.seat, past.card
    announced = (Announced(past.why, Cue.POINTS),)
    if card is None:
        return state, ()
    if state.rules is RuleSet.ADVANCED:
        return _got_rid_of(state, seat, card, past, announced)
    others = [code for code in state.market.zone if code != card]
    missed = _missed(state, showing.layout, others) if _lists_missed(state) else ()
    won = {**state.won, seat: (*state.won[seat], card)}
    market = state.market.without(card)
    if state.rules is not RuleSet.DICE:
        # "He puts the remaining monster cards on the discard" (MC-18) and "one card at a time".
        market = market.cleared(discard=True)
    after = replace(state, won=won, market=market, agreed=0, idle=0, past=replace(past, missed=missed))
    return replace(after, phase=MonsterCubePhase.VERDICT), announced


def _got_rid_of(state: MonsterCubeState, seat: Seat, card: int, past: Past, announced: tuple[Effect, ...]) -> Step:
    """Rules 2: the player clears what lies in front of him, and the card goes to another (MC-26 to MC-28)."""
    rule = state.options.used_modifiers
    state = with_card_in_hand(state, seat, card)
    hands = dict(state.hands)
    hand, gone = hands[seat].without(card).cleared(rule)
    hands[seat] = hand
    solved = {**state.solved, seat: state.solved[seat] + 1}
    after = replace(state, hands=hands, gone=(*state.gone, *gone), solved=solved, agreed=0, past=past)
    if hand.is_empty:
        after = replace(after, gone=(*after.gone, card))
        return finished(after, announced)
    return replace(after, placing=card, phase=MonsterCubePhase.PLACE), announced


def with_card_in_hand(state: MonsterCubeState, seat: Seat, card: int) -> MonsterCubeState:
    """Return the match with `card` in the hand of `seat`.

    With their own cards people know their hands and the companion does not: the hands that it keeps are only as many
    cards as there are. A card that turns up changes places with one of them, wherever it was thought to be.
    """
    hand = state.hands[seat]
    if card in hand.cards or not hand.cards:
        return state
    other = hand.cards[-1]
    trade = {card: other, other: card}
    hands = {each: _traded(mine, trade) for each, mine in state.hands.items()}
    return replace(state, hands=hands, box=tuple(trade.get(code, code) for code in state.box))


def _traded(hand: CubeHand, trade: Mapping[int, int]) -> CubeHand:
    pile = tuple(trade.get(code, code) for code in hand.pile)
    return replace(hand, pile=pile, cards=tuple(trade.get(code, code) for code in hand.cards))


def failed(
    state: MonsterCubeState, showing: PartialClaim, faults: tuple[ClaimFault, ...], verdict: Verdict | None = None
) -> Step:
    """Return the match after a claim that was wrong, late or empty, or after a turn without a monster."""
    name = state.table.name(showing.seat)
    why = say("{name}: {fault}", name=name, fault=faults[0].what) if faults else say("{name} finds nothing", name=name)
    stays = state.in_turn or _stays(state, showing)
    code = state.codes(showing.seat).get(showing.card) if showing.card is not None else None
    judged_ = verdict or (Verdict(showing.claim(code or 0), faults) if faults else None)
    missed = _missed(state, showing.layout, state.codes(showing.seat).values()) if _lists_missed(state) else ()
    back = showing.move is not None and not stays
    past = Past(
        why, showing.now, showing.seat, showing.card, code, judged_, missed, back, showing.calls, showing.picture
    )
    after = _with_layout(state, showing, showing.now if stays else showing.layout)
    after = replace(after, past=past, agreed=0, idle=state.idle + 1, phase=MonsterCubePhase.VERDICT)
    announced = (Announced(why, Cue.REFUSED),)
    match state.rules:
        case RuleSet.CODE:
            given, effects = _gives_back(after, showing.seat)
            return given, (*announced, *effects)
        case RuleSet.NUMBERS:
            return replace(after, market=after.market.cleared(discard=True)), announced
    return after, announced


def _lists_missed(state: MonsterCubeState) -> bool:
    """Whether everybody may see what was possible: a hand of rules 2 goes on being played, and so do open cards."""
    return state.rules in (RuleSet.CODE, RuleSet.NUMBERS) or (
        state.rules is RuleSet.DICE and state.options.hints is Hints.ON
    )


def _stays(state: MonsterCubeState, showing: PartialClaim) -> bool:
    """Whether the moved tile stays after a wrong claim (MC-A6); one that must not lie there never does."""
    if state.options.wrong_move is WrongMove.GOES_BACK or showing.move is None:
        return False
    return not any(move_faults(showing.layout, showing.move, showing.linked))


def _gives_back(state: MonsterCubeState, seat: Seat) -> Step:
    """Rules 1: "he puts back one of the cards that he has won, if he has any, under the pile" (MC-19)."""
    won = state.won[seat]
    if not won:
        return replace(state, market=state.market.cleared(discard=True)), ()
    match state.options.give_back:
        case GiveBack.LAST_WON:
            return given_back(state, seat, won[-1])
        case GiveBack.LOT:
            return given_back(state, seat, Lots(state.seed, "give back", state.rounds).one_of(won))
    return (replace(state, phase=MonsterCubePhase.GIVE_BACK), ()) if len(won) > 1 else given_back(state, seat, won[0])


def given_back(state: MonsterCubeState, seat: Seat, card: int) -> Step:
    """Return the match after `card` went back under the pile, and the three monsters on the discard."""
    won = {**state.won, seat: tuple(code for code in state.won[seat] if code != card)}
    market = state.market.with_under_pile((card,)).cleared(discard=True)
    what = say("{name} puts monster {code} back under the pile.", name=state.table.name(seat), code=card)
    return replace(state, won=won, market=market, phase=MonsterCubePhase.VERDICT), (Announced(what, Cue.REFUSED),)


def _missed(state: MonsterCubeState, layout: Layout, codes: Iterable[int]) -> tuple[Missed, ...]:
    found = solve(layout, tuple(codes), 1, state.claim_rules)
    return tuple(Missed(code, ways[0] if ways else None) for code, ways in found.items())


def agreed_none(state: MonsterCubeState, layout: Layout) -> Step:
    """Return the match after everybody agreed that there is no combination (MC-21)."""
    if state.rules is RuleSet.ADVANCED:
        past = Past(say("Nobody finds a combination: the tiles are laid anew."), layout)
        after = replace(state, past=past, relay=True, phase=MonsterCubePhase.VERDICT, rounds=state.rounds + 1)
        return after, (Announced(past.why, Cue.GO),)
    missed = _missed(state, layout, state.market.zone)
    none = all(each.way is None for each in missed)
    relay = none or state.agreed > 0 or state.options.none_found is NoneFound.AT_ONCE
    market = state.market.cleared(discard=False)
    past = Past(_none_found_sentence(none=none, relay=relay), layout, missed=missed)
    after = replace(
        state, market=market, past=past, relay=relay, phase=MonsterCubePhase.VERDICT, rounds=state.rounds + 1
    )
    return replace(after, agreed=0 if relay else 1, hinted=False), (Announced(past.why, Cue.GO),)


def _none_found_sentence(*, none: bool, relay: bool) -> Message:
    if none:
        return say("There is no combination indeed: the tiles are laid anew.")
    if relay:
        return say("Nobody finds a combination: new monsters, and the tiles are laid anew.")
    return say("Nobody finds a combination: new monsters.")


# OPEN, CLAIM and TURN: the search, the first press, and what is shown tap by tap or read by the camera.


_TOO_LATE = ClaimFault(ClaimFaultKind.TOO_LATE, say("time is over"))
_NOTHING = ClaimFault(ClaimFaultKind.NO_FACES, say("there is nothing to show"))


# OPEN: "all players search at the same time".


def in_open(state: MonsterCubeState, event: Event) -> Step:
    """Return the match after `event` while everybody searches."""
    match event:
        case Pressed():
            return _called(state, event)
        case AgreedNone():
            return agreed_none(state, state.layouts[COMMON])
        case HintWanted():
            return _hinted(state, event)
    return refused(state, event, NOT_NOW)


def _hinted(state: MonsterCubeState, event: Event) -> Step:
    """Return the match with a way shown on the page, if this table plays with hints: what all of them look for."""
    if state.options.hints is Hints.OFF or state.rules is RuleSet.ADVANCED:
        return refused(state, event, say("this table plays without hints"))
    return replace(state, hinted=True), ()


def _called(state: MonsterCubeState, event: Pressed) -> Step:
    """Somebody "calls Monstre! and then shows the combination" (MC-17)."""
    if state.rules is RuleSet.ADVANCED and not state.hands[event.seat].cards:
        return refused(state, event, say("{name} has no card in hand", name=state.table.name(event.seat)))
    call = Call.of(event)
    showing = _showing_of(state, call)
    what = say("Monstre! {name} has a combination: which one?", name=state.table.name(event.seat))
    after = replace(state, phase=MonsterCubePhase.CLAIM, showing=showing)
    return after, (Announced(what, Cue.CALL), FrameKept(COMMON))


def _showing_of(state: MonsterCubeState, call: Call, others: tuple[Call, ...] = ()) -> PartialClaim:
    limit = state.limit(call.seat)
    deadline = None if limit is None else call.at + limit * SECOND
    only = tuple(state.codes(call.seat))
    card = only[0] if len(only) == 1 else None
    layout = state.layouts[COMMON]
    calls = (call, *others)
    return PartialClaim(call.seat, layout, state.options.linked, card, began=call.at, deadline=deadline, calls=calls)


# CLAIM: one player shows, the others look.


def in_claim(state: MonsterCubeState, showing: PartialClaim, event: Event) -> Step:
    """Return the match after `event` while the caller shows a combination."""
    match event:
        case Pressed(seat=seat) if seat == showing.seat:
            return _answered_in_time(state, showing, event)
        case Pressed():
            return _called_too(state, showing, event)
        case GaveUp(seat=seat) if seat == showing.seat:
            return failed(state, showing, (_NOTHING,))
    return answered(state, showing, event)


def _answered_in_time(state: MonsterCubeState, showing: PartialClaim, event: Pressed) -> Step:
    """Stop the clock: the player has shown it, and tapping it in may take longer."""
    name = state.table.name(showing.seat)
    if showing.stopped or showing.deadline is None:
        return refused(state, event, say("{name} has called already: tap the three faces", name=name))
    what = Announced(say("{name} has shown it in time: tap the three faces.", name=name), Cue.CALL)
    return replace(state, showing=replace(showing, stopped=True)), (what,)


def _called_too(state: MonsterCubeState, showing: PartialClaim, event: Pressed) -> Step:
    """Take a press that came later, or that was made earlier and comes late, or that nobody can tell apart."""
    call = Call.of(event)
    first = showing.calls[0]
    if any(each.seat == event.seat for each in showing.calls):
        name = state.table.name(event.seat)
        return refused(state, event, say("{name} has called already", name=name))
    if showing.is_untouched and _comes_first(state, first, call):
        taken_over = _showing_of(state, call, showing.calls)
        what = say("Monstre! {name} was first: which combination?", name=state.table.name(event.seat))
        if are_tied(first, call):
            what = _tie_sentence(state, call, first)
        return replace(state, showing=taken_over), (Announced(what, Cue.CALL), FrameKept(COMMON))
    calls = (first, *sorted((*showing.calls[1:], call), key=lambda each: (each.at, each.seat)))
    announced = (Announced(_tie_sentence(state, first, call), Cue.CALL),) if are_tied(first, call) else ()
    return replace(state, showing=replace(showing, calls=calls)), announced


def _tie_sentence(state: MonsterCubeState, first: Call, other: Call) -> Message:
    names = {"first": state.table.name(first.seat), "second": state.table.name(other.seat)}
    if state.options.ties is Ties.LOT or first.at == other.at:
        return say("{first} and {second} called at the same moment: the lot falls to {first}.", **names)
    return say("{first} and {second} called at the same moment: {first} was measured first.", **names)


def _comes_first(state: MonsterCubeState, first: Call, call: Call) -> bool:
    """Whether `call` takes the place of `first`: it was made earlier, or a lot decides between two that are tied.

    Presses of equal times come in the order that a lot gave them: the journal keeps it.
    """
    if state.options.ties is Ties.LOT and are_tied(first, call):
        seats = sorted((first.seat, call.seat))
        return Lots(state.seed, "tie", state.rounds).one_of(seats) == call.seat
    return call.at < first.at


# TURN: "on your turn you MUST move one of your tiles".


def in_turn(state: MonsterCubeState, showing: PartialClaim, event: Event) -> Step:
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
            return _answered_in_time(state, showing, event)
        case GaveUp():
            return failed(state, showing, ())
        case MoveWanted():
            return refused(state, event, say("every turn begins with one moved tile; undo takes it back"))
    return _with_clock(answered(state, showing, event), showing, event)


def why_no_skip(state: MonsterCubeState, showing: PartialClaim) -> Message | None:
    """Return why the cards cannot be skipped now, or None."""
    if state.rules is not RuleSet.DICE or state.options.stalled is Stalled.PLAY_ON:
        return NOT_NOW
    if state.idle < len(state.table.seats):
        return say("cards are skipped only after a full round in which nobody took one")
    return None if showing.move is None else say("finish this turn first")


def _with_clock(step: Step, before: PartialClaim, event: Event) -> Step:
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


def answered(state: MonsterCubeState, showing: PartialClaim, event: Event) -> Step:
    """Return the match after the combination became clearer, or was agreed to be complete."""
    match event:
        case Saw():
            return _saw(state, showing, event)
        case Confirmed():
            why = why_not_complete(state, showing)
            return judged(state, showing) if why is None else refused(state, event, why)
    after = _tapped(state, showing, event)
    return refused(state, event, after) if isinstance(after, Message) else (replace(state, showing=after), ())


def _tapped(state: MonsterCubeState, showing: PartialClaim, event: Event) -> PartialClaim | Message:
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


def why_not_complete(state: MonsterCubeState, showing: PartialClaim) -> Message | None:
    """Return what is still to be tapped before the claim can be judged, or None."""
    if state.in_turn and showing.move is None:
        return say("{name} must move a tile first", name=state.table.name(showing.seat))
    if showing.card is None:
        return say("tap the monster that is beaten")
    if len(showing.faces) < 3:
        return say("tap the three faces: {count} of 3", count=len(showing.faces))
    return None


def _saw(state: MonsterCubeState, showing: PartialClaim, event: Saw) -> Step:
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


def timed_out(state: MonsterCubeState) -> Step:
    """Return the match after the seconds of a claim or of a turn."""
    showing = state.showing
    if showing is None:
        return state, ()
    return failed(state, showing, (_TOO_LATE,))
