"""What the page and the lamps show of a match of Cubo."""

from __future__ import annotations

from companion.effects import Lamp
from companion.games.cubo.actions import actions
from companion.games.cubo.judging import DICE_AROUND, SET_REDS
from companion.games.cubo.pictures import grids, pictures
from companion.games.cubo.round import CuboRound, Phase, are_tied
from companion.games.cubo.square import write_dice
from companion.games.cubo.state import ROUNDS, MatchState, Stage
from companion.options import house_rules, write_options
from companion.table import Seat
from companion.texts import Message, Value, say
from companion.view import CallShown, Result, ScoreSheet, View
from companion.wording import points_of


def view(match: MatchState) -> View:
    """Return everything that the page shows."""
    over = match.stage is Stage.GAME_OVER
    return View(
        headline=headline(match),
        hint=hint(match),
        turn=whose_turn(match),
        actions=actions(match),
        calls=calls(match.round) if match.round else (),
        deadline=match.round.deadline if match.round and match.stage is Stage.ROUND else None,
        pictures=pictures(match),
        grids=grids(match),
        sheet=sheet(match),
        result=Result(match.winners, victory(match)) if over else None,
        facts=facts(match),
    )


def headline(match: MatchState) -> Message:
    """Return the one sentence that says where the table stands."""
    start = match.table.name(match.start)
    match match.stage:
        case Stage.START:
            return say(
                "Round {number} of {rounds}: {name} rolls the centre dice",
                number=match.number,
                rounds=ROUNDS,
                name=start,
            )
        case Stage.ROUND if match.round is not None:
            return _round_headline(match, match.round)
        case Stage.COUNT if match.turn is not None:
            return say("{name}'s square is counted", name=match.turn.name)
        case Stage.GAME_OVER:
            return victory(match)
    return say("Round {number} is over", number=match.number)


def _round_headline(match: MatchState, played: CuboRound) -> Message:
    match played.phase:
        case Phase.READY:
            return say("Everybody takes nine dice: {name} calls Cubo!", name=match.table.name(match.start))
        case Phase.FREE:
            return say("Roll, build, re-roll as often as you like")
        case Phase.LOCKED:
            return say("{name} has called Cubo: no more re-rolls", name=match.table.name(played.called[0]))
        case Phase.COUNTDOWN:
            return say("Six seconds for {name}", name=match.table.name(played.open_seats[0]))
        case Phase.OVER:
            return say("{name} may take a die from the centre", name=match.table.name(played.chooser or match.start))


def hint(match: MatchState) -> Message:
    """Return what to do next, in words that a child understands."""
    match match.stage:
        case Stage.START:
            return why_centre_waits(match) or say("All four centre dice are read. Is that right?")
        case Stage.ROUND if match.round is not None:
            return _round_hint(match.round)
        case Stage.COUNT if match.turn is not None:
            return match.turn.hint
        case Stage.GAME_OVER:
            return say("Thank you for playing!")
    return say("Look at the sheet, then go on to the next round.")


def _round_hint(played: CuboRound) -> Message:
    match played.phase:
        case Phase.READY:
            return say("Nobody rolls before the call. The start player presses the button to call.")
        case Phase.FREE:
            return say("Put the white die in the middle, cover your square, and press your button.")
        case Phase.COUNTDOWN if played.may_roll_freely:
            return say("All nine dice may still be rolled again, if there is time.")
        case Phase.LOCKED | Phase.COUNTDOWN:
            return say("Only dice that were in your hand at the call are rolled, one last time.")
        case Phase.OVER:
            return say("Tap the die that was taken, or say that none is wanted.")


def why_centre_waits(match: MatchState) -> Message | None:
    """Return why the centre dice cannot be believed yet, or None."""
    if match.centre is None:
        return say("Put the four centre dice under the camera.")
    if match.centre.unsure:
        return say("I am not sure about {die}: tap it and say what it shows", die=match.centre.unsure[0])
    if match.centre_doubts:
        return say("{doubt} - look again, or say that it lies as shown", doubt=match.centre_doubts[0])
    return None


def whose_turn(match: MatchState) -> Seat | None:
    """Return whom the table waits for, if it is one player."""
    if match.turn is not None:
        return match.turn.seat
    if match.stage is Stage.START:
        return match.start
    if match.stage is Stage.ROUND and match.round is not None:
        return _turn_in_round(match.round)
    return None


def _turn_in_round(played: CuboRound) -> Seat | None:
    match played.phase:
        case Phase.READY:
            return played.start
        case Phase.COUNTDOWN:
            return played.open_seats[0]
        case Phase.OVER:
            return played.chooser
    return None


def lamp(match: MatchState, seat: Seat) -> Lamp:
    """Return what the lamp of `seat` shows."""
    if match.stage is Stage.GAME_OVER:
        return Lamp.FIRST if seat in match.winners else Lamp.OFF
    if match.stage is not Stage.ROUND or match.round is None:
        return Lamp.TURN if seat == whose_turn(match) else Lamp.OFF
    return _lamp_in_round(match.round, seat)


def _lamp_in_round(played: CuboRound, seat: Seat) -> Lamp:
    if played.phase is Phase.READY:
        return Lamp.ARMED if seat == played.start else Lamp.OFF
    if played.phase is Phase.OVER and seat == played.chooser:
        return Lamp.TURN
    if seat in played.called:
        first = played.calls[0]
        tied = any(call.seat == seat and are_tied(first, call) for call in played.calls)
        return Lamp.FIRST if seat == first.seat or tied else Lamp.CALLED
    if played.phase is Phase.OVER or seat in played.gave_up:
        return Lamp.OFF
    return Lamp.HURRY if played.phase is Phase.COUNTDOWN else Lamp.ARMED


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


def sheet(match: MatchState) -> ScoreSheet:
    """Return the points per seat and round; None where nothing is counted yet."""
    running = {each.seat: each.points for each in match.counted} if match.stage is Stage.COUNT else {}
    still = ROUNDS - len(match.past) - 1

    def line(seat: Seat) -> tuple[int | None, ...]:
        past = tuple(each.points(seat) for each in match.past)
        return (*past, running.get(seat), *(None,) * still)[:ROUNDS]

    rounds = tuple(say("Round {number}", number=number) for number in range(1, ROUNDS + 1))
    seats = match.table.seats
    return ScoreSheet(rounds, {seat: line(seat) for seat in seats}, {seat: match.total(seat) for seat in seats})


def victory(match: MatchState) -> Message:
    """Return who has won; everybody with the most points shares the victory."""
    names = [match.table.name(seat) for seat in match.winners]
    points = match.total(match.winners[0])
    if len(names) == 1:
        return say("{name} wins with {points}", name=names[0], points=points_of(points))
    words: dict[str, Value] = {"names": ", ".join(names[:-1]), "last": names[-1], "points": points_of(points)}
    return say("{names} and {last} share the victory with {points} each", **words)


def facts(match: MatchState) -> tuple[tuple[Message, Value], ...]:
    """Return the short facts: round, start player, centre, drifted sets, house rules."""
    lines: list[tuple[Message, Value]] = [
        (say("Round"), say("{number} of {rounds}", number=match.number, rounds=ROUNDS)),
        (say("Start player"), match.table.name(match.start)),
    ]
    if match.centre_trusted and not match.is_round_over:
        lines.append((say("In the centre"), _in_the_centre(match)))
    lines.extend(_sets(match))
    lines.extend(_house_rules(match))
    return tuple(lines)


def _in_the_centre(match: MatchState) -> Value:
    left = match.round.dice_left if match.round else range(len(match.centre_dice))
    return write_dice(die for number, die in enumerate(match.centre_dice) if die is not None and number in left)


def _sets(match: MatchState) -> list[tuple[Message, Value]]:
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


def _house_rules(match: MatchState) -> list[tuple[Message, Value]]:
    changed = write_options(match.options)
    return [
        (rule.title, dict(rule.choices)[changed[rule.name]])
        for rule in house_rules(type(match.options))
        if rule.name in changed
    ]
