"""What the page and the lamps show of a match of Monster Cube."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import Lamp
from companion.games.monster_cube.actions import actions
from companion.games.monster_cube.boards import boards
from companion.games.monster_cube.choices import Bonuses, Hints, RuleSet
from companion.games.monster_cube.laying import why_not_laid
from companion.games.monster_cube.searching import are_tied, why_not_complete
from companion.games.monster_cube.showing import Call, Picking, Showing
from companion.games.monster_cube.solver import solve
from companion.games.monster_cube.state import MatchState, Phase
from companion.games.monster_cube.words import cards_of, victory
from companion.observations import Kind, Observation
from companion.options import house_rules, write_options
from companion.table import Seat
from companion.texts import Message, Value, plain, say
from companion.view import CallShown, PictureShown, Result, ScoreSheet, View
from companion.wording import listed


def view(state: MatchState) -> View:
    """Return everything that the page shows."""
    return View(
        headline=headline(state),
        hint=hint(state),
        turn=whose_turn(state),
        actions=actions(state),
        calls=calls(state),
        deadline=state.deadline,
        pictures=tuple(_pictures(state)),
        boards=boards(state),
        sheet=sheet(state),
        result=Result(state.winners, victory(state)) if state.phase is Phase.OVER else None,
        facts=tuple(_facts(state)),
    )


def headline(state: MatchState) -> Message:
    """Return the one sentence that says where the table stands."""
    showing = state.showing
    match state.phase:
        case Phase.LAY:
            return say("The tiles are laid")
        case Phase.TELL:
            return say("Turn up {count} monsters", count=len(state.market.zone) - len(state.told))
        case Phase.OPEN:
            return say("The last monsters: search!") if state.market.last else say("Everybody searches")
        case Phase.CLAIM if showing is not None:
            return say("Monstre! {name} shows a combination", name=state.table.name(showing.seat))
        case Phase.TURN if showing is not None:
            return _turn_headline(state, showing)
        case Phase.OVER:
            return victory(state)
    return state.past.why if state.past is not None else say("Look at the verdict")


def _turn_headline(state: MatchState, showing: Showing) -> Message:
    name = state.table.name(showing.seat)
    if showing.move is None:
        return say("{name} moves a tile", name=name)
    return say("{name} searches", name=name)


def hint(state: MatchState) -> Message:
    """Return what to do next, in words that a child understands."""
    match state.phase:
        case Phase.LAY:
            return why_not_laid(state) or say("Do they lie like this? Tap a face to correct it, then go on.")
        case Phase.TELL:
            return say("Turn up monster cards and tap their codes.")
        case Phase.OPEN:
            return _search_hint(state)
        case Phase.CLAIM | Phase.TURN if state.showing is not None:
            return _showing_hint(state, state.showing)
        case Phase.GIVE_BACK:
            return say("Which won card goes back under the pile?")
        case Phase.PLACE:
            return say("In front of whom does the card go, face down?")
        case Phase.OVER:
            return say("Thank you for playing!")
    return say("Look at it, put everything in its place, then go on.")


def _search_hint(state: MatchState) -> Message:
    if state.rules is RuleSet.ADVANCED:
        return say("Make the code of a card in your hand. One tile may be moved. Then press your button.")
    return say("Find three faces that make one of the codes: a times b, plus or minus c. Then press your button.")


def _showing_hint(state: MatchState, showing: Showing) -> Message:
    if showing.picking is Picking.TILE:
        return say("Tap the tile that is moved.")
    if showing.picking is Picking.PLACE:
        return say("Now tap the place where it lies.")
    return why_not_complete(state, showing) or say("Is that what was shown? Then let it be judged.")


def whose_turn(state: MatchState) -> Seat | None:
    """Return whom the table waits for, if it is one player."""
    if state.showing is not None:
        return state.showing.seat
    if state.phase in (Phase.GIVE_BACK, Phase.PLACE) and state.past is not None:
        return state.past.seat
    return None


def lamp(state: MatchState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    match state.phase, state.showing:
        case Phase.OVER, _:
            return Lamp.FIRST if seat in state.winners else Lamp.OFF
        case Phase.OPEN, _:
            return Lamp.ARMED
        case Phase.CLAIM, showing if showing is not None:
            called = any(call.seat == seat for call in showing.calls)
            return Lamp.FIRST if seat in _first(showing) else Lamp.CALLED if called else Lamp.OFF
        case Phase.TURN, showing if showing is not None and seat == showing.seat:
            return Lamp.HURRY if showing.deadline is not None and not showing.stopped else Lamp.TURN
    return Lamp.TURN if seat == whose_turn(state) else Lamp.OFF


def _first(showing: Showing) -> set[Seat]:
    """Return who shows, and whose call cannot be told from his."""
    return {showing.seat, *(call.seat for call in showing.calls if are_tied(showing.calls[0], call))}


def calls(state: MatchState) -> tuple[CallShown, ...]:
    """Return the calls in the order in which they count."""
    kept = state.showing.calls if state.showing is not None else state.past.calls if state.past is not None else ()
    if state.phase in (Phase.LAY, Phase.TELL, Phase.OPEN, Phase.TURN):
        return ()
    earliest = min((call.at for call in kept), default=0)
    return tuple(CallShown(call.seat, call.at - earliest, call.by, tied=_is_tied(call, kept)) for call in kept)


def _is_tied(call: Call, others: tuple[Call, ...]) -> bool:
    return any(other is not call and are_tied(call, other) for other in others)


def _pictures(state: MatchState) -> Iterator[PictureShown]:
    """Yield the photograph of tiles that are not sure, and the photo finish of a call."""
    for reading in state.readings.values() if state.phase is Phase.LAY else ():
        if reading.observation is not None:
            title = say("The tiles as they were seen")
            yield PictureShown(reading.zone, title, reading.picture, reading.observation, notes=reading.problems)
    showing = state.showing
    finish = showing.picture if showing is not None else state.past.picture if state.past is not None else ""
    if finish and state.phase not in (Phase.LAY, Phase.OPEN, Phase.TELL):
        seen = Observation(Kind.TILES, ())
        yield PictureShown("finish", say("The moment of the call"), finish, seen, open=False)


def sheet(state: MatchState) -> ScoreSheet:
    """Return what everybody has won so far."""
    found = state.scores
    seats = state.table.seats
    if state.rules is RuleSet.ADVANCED:
        left = {seat: (len(hand.cards) + len(hand.pile),) for seat, hand in state.hands.items()}
        return ScoreSheet((say("cards left"),), left, dict(state.solved), named=True)
    if state.rules is RuleSet.DICE:
        cards = {seat: (found[seat].cards,) for seat in seats}
        return ScoreSheet((say("cards"),), cards, {seat: found[seat].stars for seat in seats}, named=True)
    columns = [say("cards"), say("points"), plain("x2")]
    points = {seat: [found[seat].cards, found[seat].printed, found[seat].doubled] for seat in seats}
    if state.options.bonuses is Bonuses.ON:
        columns += [say("king"), say("families")]
        for seat in seats:
            points[seat] += [found[seat].king, found[seat].families]
    lines: dict[Seat, tuple[int | None, ...]] = {seat: tuple(each) for seat, each in points.items()}
    return ScoreSheet(tuple(columns), lines, {seat: found[seat].points for seat in seats}, named=True)


def _facts(state: MatchState) -> Iterator[tuple[Message, Value]]:
    """Yield the short facts: the rules, the pile, limits, hints, whose values the cards have."""
    yield say("Rules"), say("{number} of 4", number=state.rules.value)
    if state.rules is not RuleSet.ADVANCED:
        yield say("Pile"), cards_of(len(state.market.pile))
        if state.market.discard:
            yield say("Discard"), cards_of(len(state.market.discard))
    for seat in state.hands:
        modifier = state.hands[seat].modifier(state.cards)
        if modifier:
            yield say("Codes of {name}", name=state.table.name(seat)), f"{modifier:+d}"
    for seat, seconds in state.limits.items():
        yield say("Seconds of {name}", name=state.table.name(seat)), seconds
    yield from _help(state)
    if state.ours:
        yield (
            say("Cards"),
            say(
                "a set of our own: only your box can tell {fields}", fields=listed(_FIELDS[each] for each in state.ours)
            ),
        )
    changed = write_options(state.options)
    for rule in house_rules(type(state.options)):
        if rule.name in changed and rule.name != "rules":
            yield rule.title, dict(rule.choices)[changed[rule.name]]


_FIELDS = {
    "code": say("the codes"),
    "stars": say("the stars"),
    "points": say("the points"),
    "modifier": say("the modifiers"),
    "family": say("the families"),
}


def _help(state: MatchState) -> Iterator[tuple[Message, Value]]:
    """Yield which monsters can be beaten, at a table that plays with hints."""
    if state.options.hints is Hints.OFF or state.phase is not Phase.OPEN or state.rules is RuleSet.ADVANCED:
        return
    layout = state.layouts[state.zones[0]]
    staying = solve(layout, state.market.zone, 0, state.claim_rules)
    moving = solve(layout, state.market.zone, 1, state.claim_rules)
    for code in state.market.zone:
        words = say("without a move") if staying[code] else say("with one move") if moving[code] else say("not at all")
        yield say("Monster {code} can be beaten", code=code), words
