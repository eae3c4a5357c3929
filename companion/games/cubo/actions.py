"""The buttons that the page offers. Every state offers one that goes on, whatever the camera or a player does."""

from __future__ import annotations

from collections.abc import Iterator

from companion.events import By
from companion.games.cubo.counting import Turn
from companion.games.cubo.judging import place
from companion.games.cubo.round import CuboRound, Phase
from companion.games.cubo.square import AROUND
from companion.games.cubo.state import CENTRE, MatchState, Stage
from companion.reading import offers
from companion.table import Seat
from companion.texts import Message, Value, points_of, say
from companion.view import Action


def actions(match: MatchState) -> tuple[Action, ...]:
    """Return what people may do now."""
    match match.stage:
        case Stage.START:
            return tuple(_at_start(match))
        case Stage.ROUND if match.round is not None:
            return tuple(_in_round(match, match.round))
        case Stage.COUNT if match.turn is not None:
            return tuple(_in_turn(match.turn))
        case Stage.ROUND_END:
            return (Action("Confirmed", say("Next round"), primary=True),)
    return ()


def _at_start(match: MatchState) -> Iterator[Action]:
    if match.centre_trusted:
        yield Action("Confirmed", say("Yes, these are the centre dice"), primary=True)
    elif match.centre is not None and not match.centre.unsure:
        yield Action("ReadingConfirmed", say("It lies as shown"), values={"zone": CENTRE})
    if match.centre is not None:
        yield _press(match.start, say("{name} calls Cubo: go!", name=match.table.name(match.start)))
    if match.centre is not None:
        yield from offers(match.centre)
    yield from _about_the_zone(CENTRE, seen=match.centre is not None)
    yield from _who_begins(match)


def _who_begins(match: MatchState) -> Iterator[Action]:
    """Offer to choose the first start player, who is the oldest at the table."""
    if match.past:
        return
    for player in match.table.players:
        if player.seat != match.start:
            yield _of(player.seat, "Begins", say("{name} is the oldest and begins", name=player.name))


def _about_the_zone(zone: str, *, seen: bool) -> Iterator[Action]:
    if seen:
        yield Action("ReadingRestarted", say("Forget this picture and look afresh"), values={"zone": zone})
    yield Action("TypedByHand", say("No picture: tap in the dice"), values={"zone": zone})


def _of(seat: Seat, event: str, label: Message, *, primary: bool = False, **values: int) -> Action:
    return Action(event, label, seat, {"seat": seat, **values}, primary)


def _in_round(match: MatchState, played: CuboRound) -> Iterator[Action]:
    if played.phase is Phase.READY:
        yield _press(played.start, say("{name} calls Cubo: go!", name=match.table.name(played.start)), primary=True)
        yield from _about_the_zone(CENTRE, seen=True)
        yield from _who_begins(match)
        return
    yield from _choices(match, played) if match.centre_trusted else _without_centre(match, played)
    if played.phase is not Phase.OVER:
        for seat in played.open_seats:
            yield from _while_building(match, played, seat)


def _press(seat: Seat, label: Message, *, primary: bool = False) -> Action:
    return Action("Pressed", label, seat, {"seat": seat, "by": By.PAGE.value}, primary)


def _while_building(match: MatchState, played: CuboRound, seat: Seat) -> Iterator[Action]:
    name = match.table.name(seat)
    yield _press(seat, say("{name} calls Cubo!", name=name), primary=played.phase is Phase.COUNTDOWN)
    if played.may_roll(seat):
        last = not played.may_roll_freely
        label = say("{name} had the dice in hand: last roll", name=name) if last else say("{name} re-rolls", name=name)
        yield _of(seat, "Rolled", label)
    yield _of(seat, "Forfeited", say("{name} gives up this round: 0 points", name=name))


def _without_centre(match: MatchState, played: CuboRound) -> Iterator[Action]:
    """Offer to make the centre dice known, and to go without."""
    if match.centre is not None and not match.centre.unsure:
        yield Action("ReadingConfirmed", say("It lies as shown"), values={"zone": CENTRE})
    if match.centre_open:
        if match.centre is not None:
            yield from offers(match.centre)
        yield from _about_the_zone(CENTRE, seen=match.centre is not None)
    if played.chooser is not None:
        name = match.table.name(played.chooser)
        yield _of(played.chooser, "DieDeclined", say("{name} takes no die", name=name))


def _choices(match: MatchState, played: CuboRound) -> Iterator[Action]:
    """Offer the dice that are left to whoever chooses next."""
    seat = played.chooser
    if seat is None:
        return
    name = match.table.name(seat)
    left = {match.centre_dice[number]: number for number in reversed(played.dice_left)}
    for die, number in sorted(left.items(), key=lambda item: item[1]):
        if die is not None:  # of two equal dice it does not matter which one is taken
            yield _of(seat, "DieTaken", say("{name} takes {die}", name=name, die=str(die)), die=number)
    yield _of(seat, "DieDeclined", say("{name} takes no die", name=name))


def _in_turn(turn: Turn) -> Iterator[Action]:
    if turn.ready:
        yield Action("Confirmed", _confirm_label(turn), turn.seat, primary=not turn.layout_faults)
    elif turn.shown is not None and turn.doubts and not turn.shown.unsure:
        yield Action("ReadingConfirmed", say("It lies as shown"), turn.seat, {"zone": turn.zone})
    yield from _exchanges(turn)
    if turn.shown is not None:
        yield from offers(turn.shown)
    yield from _about_the_zone(turn.zone, seen=turn.shown is not None)
    yield _of(turn.seat, "Forfeited", say("{name} shows no square: 0 points", name=turn.name))


def _confirm_label(turn: Turn) -> Message:
    if turn.sheet is None:
        return say("Yes, it lies like that: 0 points")
    if turn.taken is not None and turn.exchange is not None and turn.exchange.cell is None:
        return say("Count it without an exchange: {points}", points=points_of(turn.sheet.total))
    return say("Count it: {points}", points=points_of(turn.sheet.total))


def _exchanges(turn: Turn) -> Iterator[Action]:
    """Offer the eight places in which the taken die may go, without saying which is the best."""
    before = turn.before.square if turn.before and turn.exchangeable else None
    if before is None or turn.taken is None:
        return
    for cell in AROUND:
        if cell != turn.tapped:
            words: dict[str, Value] = {"taken": str(turn.taken), "old": str(before[cell]), "place": place(cell)}
            label = say("{taken} instead of {old}, {place}", **words)
            yield Action("Exchanged", label, turn.seat, {"seat": turn.seat, "cell": cell})
    if turn.tapped is not None or turn.again is not None:
        yield Action("Exchanged", say("No exchange after all"), turn.seat, {"seat": turn.seat, "cell": None})
