"""What the page and the lamps show of a match of Cubo: sentences, buttons and photographs."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import Lamp
from companion.events import By, are_tied
from companion.games.cubo.best import Best, best_square
from companion.games.cubo.counting import Counted, SquareCount
from companion.games.cubo.judging import DICE_AROUND, SET_REDS, SquareFaultKind, is_whole_set, place
from companion.games.cubo.reading import unsure_dice
from companion.games.cubo.round import CuboRound, RoundPhase
from companion.games.cubo.scoring import CountedSquare, Row
from companion.games.cubo.square import AROUND, write_dice
from companion.games.cubo.state import CENTRE, ROUNDS, CuboPhase, CuboState
from companion.observations import Cell
from companion.options import changed_rules
from companion.reading import Reading, offers
from companion.table import Seat
from companion.texts import Message, Value, points_of, say
from companion.view import Action, CallShown, Grid, Line, PictureShown, Result, ScoreSheet, Tap, View

# The buttons that the page offers. Every state offers one that goes on, whatever the camera or a player does.


def actions(match: CuboState) -> tuple[Action, ...]:
    """Return what people may do now."""
    match match.phase:
        case CuboPhase.START:
            return tuple(_at_start(match))
        case CuboPhase.ROUND if match.round is not None:
            return tuple(_in_round(match, match.round))
        case CuboPhase.COUNT if match.turn is not None:
            return tuple(_in_turn(match.turn))
        case CuboPhase.ROUND_END:
            return (Action("Confirmed", say("Next round"), primary=True),)
    return ()


def _at_start(match: CuboState) -> Iterator[Action]:
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


def _who_begins(match: CuboState) -> Iterator[Action]:
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


def _in_round(match: CuboState, played: CuboRound) -> Iterator[Action]:
    if played.phase is RoundPhase.READY:
        yield _press(played.start, say("{name} calls Cubo: go!", name=match.table.name(played.start)), primary=True)
        yield from _about_the_zone(CENTRE, seen=True)
        yield from _who_begins(match)
        return
    yield from _choices(match, played) if match.centre_trusted else _without_centre(match, played)
    if played.phase is not RoundPhase.OVER:
        for seat in played.open_seats:
            yield from _while_building(match, played, seat)


def _press(seat: Seat, label: Message, *, primary: bool = False) -> Action:
    return Action("Pressed", label, seat, {"seat": seat, "by": By.PAGE.value}, primary)


def _while_building(match: CuboState, played: CuboRound, seat: Seat) -> Iterator[Action]:
    name = match.table.name(seat)
    yield _press(seat, say("{name} calls Cubo!", name=name), primary=played.phase is RoundPhase.COUNTDOWN)
    if played.may_roll(seat):
        last = not played.may_roll_freely
        label = say("{name} had the dice in hand: last roll", name=name) if last else say("{name} re-rolls", name=name)
        yield _of(seat, "Rolled", label)
    yield _of(seat, "Forfeited", say("{name} gives up this round: 0 points", name=name))


def _without_centre(match: CuboState, played: CuboRound) -> Iterator[Action]:
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


def _choices(match: CuboState, played: CuboRound) -> Iterator[Action]:
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


def _in_turn(turn: SquareCount) -> Iterator[Action]:
    if turn.ready:
        yield Action("Confirmed", _confirm_label(turn), turn.seat, primary=not turn.layout_faults)
    elif turn.current is not None and turn.doubts and not turn.current.unsure:
        yield Action("ReadingConfirmed", say("It lies as shown"), turn.seat, {"zone": turn.zone})
    yield from _exchanges(turn)
    if turn.current is not None:
        yield from offers(turn.current)
    yield from _about_the_zone(turn.zone, seen=turn.current is not None)
    yield _of(turn.seat, "Forfeited", say("{name} shows no square: 0 points", name=turn.name))


def _confirm_label(turn: SquareCount) -> Message:
    if turn.sheet is None:
        return say("Yes, it lies like that: 0 points")
    if turn.taken is not None and turn.exchange is not None and turn.exchange.cell is None:
        return say("Count it without an exchange: {points}", points=points_of(turn.sheet.total))
    return say("Count it: {points}", points=points_of(turn.sheet.total))


def _exchanges(turn: SquareCount) -> Iterator[Action]:
    """Offer the eight places in which the taken die may go, without saying which is the best."""
    before = turn.before.square if turn.before and turn.exchangeable else None
    if before is None or turn.taken is None:
        return
    for cell in AROUND:
        if cell != turn.tapped:
            values: dict[str, Value] = {"taken": str(turn.taken), "old": str(before[cell]), "place": place(cell)}
            label = say("{taken} instead of {old}, {place}", **values)
            yield Action("Exchanged", label, turn.seat, {"seat": turn.seat, "cell": cell})
    if turn.tapped is not None or turn.again is not None:
        yield Action("Exchanged", say("No exchange after all"), turn.seat, {"seat": turn.seat, "cell": None})


# The photographs of a match with what was read in them, and the squares that would have been possible.


def pictures(match: CuboState) -> tuple[PictureShown, ...]:
    """Return the photographs of this round, the one that people look at now open."""
    current = [_counted(match, each, each.reading) for each in match.counted if each.reading is not None]
    if match.turn is not None and match.turn.current is not None:
        current.append(_picture_in_turn(match.turn, match.turn.current))
    if match.centre is not None:
        current.append(_centre(match, match.centre))
    return tuple(current)


def _centre(match: CuboState, centre: Reading) -> PictureShown:
    return PictureShown(
        zone=CENTRE,
        title=say("The centre dice"),
        picture=centre.picture,
        observation=centre.observation,
        problems=() if match.is_round_over else centre.problems,
        notes=match.centre_oddities,
        tap=Tap.NOTHING if match.is_round_over else Tap.CORRECT,
        edit=match.centre_open,
        open=match.phase in (CuboPhase.START, CuboPhase.ROUND),
    )


def _picture_in_turn(turn: SquareCount, reading: Reading) -> PictureShown:
    return PictureShown(
        zone=turn.zone,
        title=say("The square of {name}", name=turn.name),
        picture=reading.picture,
        observation=reading.observation,
        seat=turn.seat,
        lines=lines(turn.sheet),
        total=turn.sheet.total if turn.sheet else None,
        faults=tuple(_faults(turn)),
        problems=reading.problems,
        notes=(*turn.oddities, *_notes(turn)),
        exchanged=_laid_over(turn),
        tap=Tap.CORRECT,
        edit=True,
    )


def _faults(turn: SquareCount) -> Iterator[Message]:
    """Yield what is wrong; a die that nobody could read is asked about by the hint, and marked in the picture."""
    for fault in (*turn.layout_faults, *turn.exchange_faults):
        if fault.kind is not SquareFaultKind.UNREAD:
            yield fault.what


def _notes(turn: SquareCount) -> Iterator[Message]:
    if turn.taken is not None:
        yield say("{name} took {die} from the centre", name=turn.name, die=str(turn.taken))
    exchange = turn.exchange
    if exchange is not None and exchange.cell is not None and not exchange.faults:
        yield say(
            "exchanged: {die} lies {place} now", die=str(exchange.after[exchange.cell]), place=place(exchange.cell)
        )


def _counted(match: CuboState, counted: Counted, reading: Reading) -> PictureShown:
    return PictureShown(
        zone=reading.zone,
        title=say("The square of {name}", name=match.table.name(counted.seat)),
        picture=reading.picture,
        observation=reading.observation,
        seat=counted.seat,
        lines=lines(counted.sheet),
        total=counted.points,
        faults=tuple(fault.what for fault in counted.faults),
        notes=(counted.why, *_was_possible(match, counted)),
        exchanged=_laid_over(counted),
        open=match.phase is not CuboPhase.COUNT,
    )


def _laid_over(square: SquareCount | Counted) -> dict[Cell, str]:
    """Return the die that a tapped exchange put where the photograph still shows the old one."""
    return {square.tapped: str(square.taken)} if square.tapped is not None and square.taken is not None else {}


def lines(sheet: CountedSquare | None) -> tuple[Line, ...]:
    """Return the rows of `sheet` as lines to draw through the dice; rows without points are not drawn."""
    return tuple(_line(row) for row in sheet.rows if row.points) if sheet else ()


def _line(row: Row) -> Line:
    return Line(row.cells, row.why, row.points, row.tone.value if row.tone else "other")


def grids(match: CuboState) -> tuple[Grid, ...]:
    """Return what would have been possible, once a round is over and nobody can use it any more."""
    if not match.is_round_over:
        return ()
    return tuple(grid for counted in match.counted for grid in _possible(match, counted))


def _possible(match: CuboState, counted: Counted) -> Iterator[Grid]:
    """Yield the best square for the nine dice of a seat, and the best one with the die it took."""
    if counted.before is None or not is_whole_set(counted.before):
        return
    name = match.table.name(counted.seat)
    plain = best_square(counted.before.dice, (), match.options)
    yield _grid(plain, counted, say("Best square for {name}'s nine dice", name=name))
    if counted.taken is not None:
        best = best_square(counted.before.dice, (counted.taken,), match.options)
        if best.cell is not None:
            values: dict[str, Value] = {"name": name, "taken": str(best.taken), "old": str(best.laid[best.cell])}
            yield _grid(best, counted, say("Best for {name} with {taken} instead of {old}", **values))


def _grid(best: Best, counted: Counted, title: Message) -> Grid:
    return Grid(title, best.sheet.square.notation_rows, lines(best.sheet), best.total, counted.seat)


def _was_possible(match: CuboState, counted: Counted) -> Iterator[Message]:
    """Yield how the points compare with the best square, once the round is over."""
    if not match.is_round_over:
        return
    possible = max((grid.total or 0 for grid in _possible(match, counted)), default=None)
    if possible is None:
        return
    if counted.points >= possible:
        yield say("Nothing better was possible: {points}!", points=points_of(counted.points))
    else:
        yield say("The best possible was {points}.", points=points_of(possible))


# What the page and the lamps show of a match of Cubo.


def view(match: CuboState) -> View:
    """Return everything that the page shows."""
    over = match.phase is CuboPhase.GAME_OVER
    return View(
        headline=headline(match),
        hint=hint(match),
        turn=whose_turn(match),
        actions=actions(match),
        calls=calls(match.round) if match.round else (),
        deadline=match.round.deadline if match.round and match.phase is CuboPhase.ROUND else None,
        pictures=pictures(match),
        grids=grids(match),
        sheet=sheet(match),
        result=Result(match.winners, victory(match)) if over else None,
        facts=facts(match),
    )


def headline(match: CuboState) -> Message:
    """Return the one sentence that says where the table stands."""
    start = match.table.name(match.start)
    match match.phase:
        case CuboPhase.START:
            return say(
                "Round {number} of {rounds}: {name} rolls the centre dice",
                number=match.number,
                rounds=ROUNDS,
                name=start,
            )
        case CuboPhase.ROUND if match.round is not None:
            return _round_headline(match, match.round)
        case CuboPhase.COUNT if match.turn is not None:
            return say("{name}'s square is counted", name=match.turn.name)
        case CuboPhase.GAME_OVER:
            return victory(match)
    return say("Round {number} is over", number=match.number)


def _round_headline(match: CuboState, played: CuboRound) -> Message:
    match played.phase:
        case RoundPhase.READY:
            return say("Everybody takes nine dice: {name} calls Cubo!", name=match.table.name(match.start))
        case RoundPhase.FREE:
            return say("Roll, build, re-roll as often as you like")
        case RoundPhase.LOCKED:
            return say("{name} has called Cubo: no more re-rolls", name=match.table.name(played.called[0]))
        case RoundPhase.COUNTDOWN:
            return say("Six seconds for {name}", name=match.table.name(played.open_seats[0]))
        case RoundPhase.OVER:
            return say("{name} may take a die from the centre", name=match.table.name(played.chooser or match.start))


def hint(match: CuboState) -> Message:
    """Return what to do next, in words that a child understands."""
    match match.phase:
        case CuboPhase.START:
            return why_centre_waits(match) or say("All four centre dice are read. Is that right?")
        case CuboPhase.ROUND if match.round is not None:
            return _round_hint(match.round)
        case CuboPhase.COUNT if match.turn is not None:
            return match.turn.hint
        case CuboPhase.GAME_OVER:
            return say("Thank you for playing!")
    return say("Look at the sheet, then go on to the next round.")


def _round_hint(played: CuboRound) -> Message:
    match played.phase:
        case RoundPhase.READY:
            return say("Nobody rolls before the call. The start player presses the button to call.")
        case RoundPhase.FREE:
            return say("Put the white die in the middle, cover your square, and press your button.")
        case RoundPhase.COUNTDOWN if played.may_roll_freely:
            return say("All nine dice may still be rolled again, if there is time.")
        case RoundPhase.LOCKED | RoundPhase.COUNTDOWN:
            return say("Only dice that were in your hand at the call are rolled, one last time.")
        case RoundPhase.OVER:
            return say("Tap the die that was taken, or say that none is wanted.")


def why_centre_waits(match: CuboState) -> Message | None:
    """Return why the centre dice cannot be believed yet, or None."""
    if match.centre is None:
        return say("Put the four centre dice under the camera.")
    if match.centre.unsure:
        return say("I am not sure about {die}: tap it and say what it shows", die=unsure_dice(match.centre)[0])
    if match.centre_doubts:
        return say("{doubt} - look again, or say that it lies as shown", doubt=match.centre_doubts[0])
    return None


def whose_turn(match: CuboState) -> Seat | None:
    """Return whom the table waits for, if it is one player."""
    if match.turn is not None:
        return match.turn.seat
    if match.phase is CuboPhase.START:
        return match.start
    if match.phase is CuboPhase.ROUND and match.round is not None:
        return _turn_in_round(match.round)
    return None


def _turn_in_round(played: CuboRound) -> Seat | None:
    match played.phase:
        case RoundPhase.READY:
            return played.start
        case RoundPhase.COUNTDOWN:
            return played.open_seats[0]
        case RoundPhase.OVER:
            return played.chooser
    return None


def lamp(match: CuboState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    if match.phase is CuboPhase.GAME_OVER:
        return Lamp.FIRST if seat in match.winners else Lamp.OFF
    if match.phase is not CuboPhase.ROUND or match.round is None:
        return Lamp.TURN if seat == whose_turn(match) else Lamp.OFF
    return _lamp_in_round(match.round, seat)


def _lamp_in_round(played: CuboRound, seat: Seat) -> Lamp:
    if played.phase is RoundPhase.READY:
        return Lamp.ARMED if seat == played.start else Lamp.OFF
    if played.phase is RoundPhase.OVER and seat == played.chooser:
        return Lamp.TURN
    if seat in played.called:
        first = played.calls[0]
        tied = any(call.seat == seat and are_tied(first, call) for call in played.calls)
        return Lamp.FIRST if seat == first.seat or tied else Lamp.CALLED
    if played.phase is RoundPhase.OVER or seat in played.gave_up:
        return Lamp.OFF
    return Lamp.HURRY if played.phase is RoundPhase.COUNTDOWN else Lamp.ARMED


def calls(played: CuboRound) -> tuple[CallShown, ...]:
    """Return the calls in the order in which they count, the late ones last."""
    everybody = (*played.calls, *played.late)
    first = min((call.at for call in everybody), default=0)
    return tuple(
        CallShown(
            call.seat,
            call.at - first,
            call.by,
            tied=any(other is not call and are_tied(call, other) for other in played.calls),
            late=call in played.late,
        )
        for call in everybody
    )


def sheet(match: CuboState) -> ScoreSheet:
    """Return the points per seat and round; None where nothing is counted yet."""
    running = {each.seat: each.points for each in match.counted} if match.phase is CuboPhase.COUNT else {}
    still = ROUNDS - len(match.past) - 1

    def line(seat: Seat) -> tuple[int | None, ...]:
        past = tuple(each.points(seat) for each in match.past)
        return (*past, running.get(seat), *(None,) * still)[:ROUNDS]

    rounds = tuple(say("Round {number}", number=number) for number in range(1, ROUNDS + 1))
    seats = match.table.seats
    return ScoreSheet(rounds, {seat: line(seat) for seat in seats}, {seat: match.total(seat) for seat in seats})


def victory(match: CuboState) -> Message:
    """Return who has won; everybody with the most points shares the victory."""
    names = [match.table.name(seat) for seat in match.winners]
    points = match.total(match.winners[0])
    if len(names) == 1:
        return say("{name} wins with {points}", name=names[0], points=points_of(points))
    values: dict[str, Value] = {"names": ", ".join(names[:-1]), "last": names[-1], "points": points_of(points)}
    return say("{names} and {last} share the victory with {points} each", **values)


def facts(match: CuboState) -> tuple[tuple[Message, Value], ...]:
    """Return the short facts: round, start player, centre, drifted sets, house rules."""
    lines: list[tuple[Message, Value]] = [
        (say("Round"), say("{number} of {rounds}", number=match.number, rounds=ROUNDS)),
        (say("Start player"), match.table.name(match.start)),
    ]
    if match.centre_trusted and not match.is_round_over:
        lines.append((say("In the centre"), _in_the_centre(match)))
    lines.extend(_sets(match))
    lines.extend(changed_rules(match.options))
    return tuple(lines)


def _in_the_centre(match: CuboState) -> Value:
    left = match.round.dice_left if match.round else range(len(match.centre_dice))
    return write_dice(die for number, die in enumerate(match.centre_dice) if die is not None and number in left)


def _sets(match: CuboState) -> list[tuple[Message, Value]]:
    """Return whose set has drifted, and to what; and whether the table has lost its balance."""
    lines: list[tuple[Message, Value]] = [
        (
            say("Dice of {name}", name=match.table.name(seat)),
            say("{red} red, {blue} blue", red=red, blue=DICE_AROUND - red),
        )
        for seat, red in match.reds.items()
        if red != SET_REDS
    ]
    if not match.is_balanced:
        lines.append((say("Mixed up"), say("some dice lie in the wrong set: red and blue no longer balance")))
    return lines
