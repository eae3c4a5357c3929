"""The buttons that the page offers. Every state offers one that goes on, whatever the camera or a player does.

Faces, places and cards are tapped on the boards (`boards`).
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.events import By
from companion.games.monster_cube.choices import Hints, RuleSet
from companion.games.monster_cube.going_on import is_finished
from companion.games.monster_cube.hands import MOST_IN_FRONT
from companion.games.monster_cube.laying import why_not_laid
from companion.games.monster_cube.reading import TilesReading
from companion.games.monster_cube.searching import why_no_skip, why_not_complete
from companion.games.monster_cube.showing import Picking, Showing
from companion.games.monster_cube.state import MatchState, Phase
from companion.table import Seat
from companion.texts import Message, say
from companion.view import Action

LIMITS = (5, 10, 15, 20, 30, 60, 120)
"""The limits that the page offers, in seconds."""


def actions(state: MatchState) -> tuple[Action, ...]:
    """Return what people may do now."""
    return tuple(_actions(state))


def _actions(state: MatchState) -> Iterator[Action]:
    match state.phase, state.showing:
        case Phase.LAY, _:
            yield from _in_lay(state)
        case Phase.OPEN, _:
            yield from _in_open(state)
        case Phase.CLAIM, showing if showing is not None:
            yield from _in_claim(state, showing)
        case Phase.TURN, showing if showing is not None:
            yield from _in_turn(state, showing)
        case Phase.GIVE_BACK, _:
            yield from _in_give_back(state)
        case Phase.PLACE, _:
            yield from _in_place(state)
        case Phase.VERDICT, _:
            label = say("Count the cards") if is_finished(state) else _next_label(state)
            yield Action("Confirmed", label, primary=True)
    if state.phase in (Phase.OPEN, Phase.TURN, Phase.VERDICT, Phase.TELL):
        yield Action("Ended", say("Stop here and count"))


def _next_label(state: MatchState) -> Message:
    if state.in_turn:
        return say("Next: {name}", name=state.table.name(state.table.after(state.turn)))
    return say("Go on: search")


def _of(seat: Seat, event: str, label: Message, *, primary: bool = False, **values: int | None) -> Action:
    return Action(event, label, seat, {"seat": seat, **values}, primary)


def _press(seat: Seat, label: Message) -> Action:
    return Action("Pressed", label, seat, {"seat": seat, "by": By.PAGE.value})


def _in_lay(state: MatchState) -> Iterator[Action]:
    ready = why_not_laid(state) is None
    if ready:
        yield Action("Confirmed", say("The tiles lie like this: turn up the monsters"), primary=True)
    yield Action("TilesDealt", say("Let the companion lay the tiles"), primary=not ready and not state.readings)
    for reading in state.readings.values():
        yield from _about_a_reading(state, reading)
    for zone in state.zones:
        if zone in state.readings or zone in state.layouts:
            yield Action("ReadingRestarted", _zoned(state, zone, again=True), values={"zone": zone})
        else:
            yield Action("TypedByHand", _zoned(state, zone, again=False), values={"zone": zone})
    if state.in_turn and state.rounds == 0:
        yield from (
            _of(player.seat, "Begins", say("{name} is the youngest and begins", name=player.name))
            for player in state.table.players
            if player.seat != state.turn
        )
    yield from _limits(state)


def _about_a_reading(state: MatchState, reading: TilesReading) -> Iterator[Action]:
    """Offer to say that a reading is right, and that what was tapped is no tile."""
    zone: dict[str, int | str] = {"zone": reading.zone}
    if not isinstance(reading.confirmed(state.options.linked), Message):
        yield Action("ReadingConfirmed", say("It lies as shown"), values={**zone})
    if reading.tapped is not None and reading.observation is not None:
        number = reading.number_of(reading.tapped.place)
        yield Action("PartRemoved", say("What is tapped is no tile: take it away"), values={**zone, "part": number})


def _zoned(state: MatchState, zone: str, *, again: bool) -> Message:
    for seat in state.table.seats if state.in_turn else ():
        if state.zone(seat) == zone:
            name = state.table.name(seat)
            if again:
                return say("Read the tiles of {name} afresh", name=name)
            return say("No picture: tap in the tiles of {name}", name=name)
    return say("Read the tiles afresh") if again else say("No picture: tap in the tiles")


def _limits(state: MatchState) -> Iterator[Action]:
    """Offer everybody the next longer limit, and the shortest after the longest."""
    for player in state.table.players:
        now = state.limit(player.seat)
        if now is not None:
            longer = next((seconds for seconds in LIMITS if seconds > now), LIMITS[0])
            label = say("{name} has {now} seconds: give {longer}", name=player.name, now=now, longer=longer)
            yield _of(player.seat, "LimitSet", label, seconds=longer)


def _in_open(state: MatchState) -> Iterator[Action]:
    for player in state.table.players:
        yield _press(player.seat, say("{name} calls Monstre!", name=player.name))
    yield Action("AgreedNone", say("All agree: there is no combination"))
    yield from _helps(state)


def _helps(state: MatchState) -> Iterator[Action]:
    if state.options.hints is Hints.ON and state.rules is RuleSet.CODE and not state.hinted:
        yield Action("HintWanted", say("Show us one that needs no move"))
    if not state.dealt:
        for zone in state.zones:
            yield Action("ReadingRestarted", _zoned(state, zone, again=True), values={"zone": zone})


def _in_claim(state: MatchState, showing: Showing) -> Iterator[Action]:
    name = state.table.name(showing.seat)
    yield from _judging(state, showing)
    if showing.picking is Picking.FACES and showing.move is None:
        yield Action("MoveWanted", say("One tile was moved"), showing.seat, {"wanted": True})
    else:
        yield Action("MoveWanted", say("No tile was moved"), showing.seat, {"wanted": False})
    yield _of(showing.seat, "GaveUp", say("{name} has nothing to show", name=name))


def _judging(state: MatchState, showing: Showing) -> Iterator[Action]:
    if why_not_complete(state, showing) is None:
        yield Action("Confirmed", say("That is it: judge it"), showing.seat, primary=True)
    elif not showing.stopped and showing.deadline is not None:
        name = state.table.name(showing.seat)
        yield _press(showing.seat, say("{name} has shown it: stop the clock", name=name))


def _in_turn(state: MatchState, showing: Showing) -> Iterator[Action]:
    name = state.table.name(showing.seat)
    if showing.move is not None:
        yield from _judging(state, showing)
        yield _of(showing.seat, "GaveUp", say("{name} finds nothing", name=name))
    elif why_no_skip(state, showing) is None:
        yield Action("Skipped", _skip_label(state))
    yield from _helps(state)


def _skip_label(state: MatchState) -> Message:
    if state.market.pile:
        return say("Nobody can take these monsters: skip them")
    return say("Nobody can take the last monsters: end the match")


def _in_give_back(state: MatchState) -> Iterator[Action]:
    seat = state.past.seat if state.past else None
    if seat is None:
        return
    for code in state.won[seat]:
        points = state.cards[code].points
        yield _of(seat, "GivenBack", say("Monster {code} ({points}) goes back", code=code, points=points), code=code)


def _in_place(state: MatchState) -> Iterator[Action]:
    for player in state.table.players:
        if state.past is None or player.seat == state.past.seat:
            continue
        front = state.hands[player.seat].front
        if len(front) < MOST_IN_FRONT:
            yield _of(player.seat, "Placed", say("The card goes to {name}", name=player.name), replaced=None)
            continue
        for code in front:
            modifier = f"{state.cards[code].modifier:+d}"
            label = say("The card replaces {modifier} of {name}", modifier=modifier, name=player.name)
            yield _of(player.seat, "Placed", label, replaced=code)
