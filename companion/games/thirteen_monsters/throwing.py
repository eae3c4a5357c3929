"""The dice of a fight on the page: as a board, as a picture, and with their odds where the table wants them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.effects import ReadRequest
from companion.events import ReadingConfirmed, ReadingRestarted, TypedByHand
from companion.games.thirteen_monsters.dice import DICE, FACES, POINTS, Aims, advice, beating, before, holding
from companion.games.thirteen_monsters.events import ZONE, DieTold, PutAside, Stopped, ThrownAgain
from companion.games.thirteen_monsters.fight import Fight
from companion.games.thirteen_monsters.options import Odds
from companion.games.thirteen_monsters.reading import confirmed, doubts
from companion.games.thirteen_monsters.state import FightOutcome, ThirteenPhase, ThirteenState
from companion.observations import Kind, Point
from companion.reading import offers
from companion.texts import Message, plain, points_of, say
from companion.view import Action, Board, PictureShown, Piece, Standing, Tap, Tone

DIE = 1.0
GAP = 0.25


def read_requests(match: ThirteenState) -> tuple[ReadRequest, ...]:
    """Return what there is to read: the dice of the throw that is not known yet."""
    fight = match.fight
    if match.phase is not ThirteenPhase.FIGHT or fight is None or fight.hand.complete or fight.hand.typed:
        return ()
    return (ReadRequest(ZONE, Kind.DICE, _throw_title(match, fight), dice=fight.hand.thrown, occasion=match.throws),)


def _throw_title(match: ThirteenState, fight: Fight) -> Message:
    name = match.table.name(fight.fighter.seat)
    return say("{name}: throw {number} of {throws}", name=name, number=fight.hand.throw, throws=fight.fighter.throws)


def picture(match: ThirteenState) -> tuple[PictureShown, ...]:
    """Return the photograph of the throw, if there is one; any die of it can be corrected."""
    fight = match.fight
    if match.phase is not ThirteenPhase.FIGHT or fight is None or fight.hand.reading is None:
        return ()
    reading = fight.hand.reading
    title = _throw_title(match, fight)
    problems = reading.problems if reading.complete and not reading.unsure else ()
    notes = () if problems else doubts(reading)
    seen = reading.observation
    return (
        PictureShown(ZONE, title, reading.picture, seen, problems=problems, notes=notes, tap=Tap.CORRECT, edit=True),
    )


def hint(fight: Fight) -> Message:
    """Return what to do with the dice."""
    hand = fight.hand
    if hand.reading is not None and (open_ := doubts(hand.reading)):
        return open_[0]
    if not hand.complete:
        if hand.typed:
            return say("Tap what the next die shows.")
        if hand.aside:
            return say(
                "Put the kept dice out of sight, throw the other {count}, and let me look - or tap what they show.",
                count=hand.thrown,
            )
        return say("Throw all five dice, and let me look - or tap what they show.")
    if fight.throws_left <= 0:
        return say("That was the last throw. Is it right so?")
    return say("Tap the dice that you put aside, then throw the others again - or stop.")


def actions(fight: Fight) -> Iterator[Action]:
    """Yield what whoever throws may do."""
    hand, seat = fight.hand, fight.fighter.seat
    values = {"seat": seat}
    if hand.complete:
        last = fight.throws_left <= 0
        label = say("Count it: {points}", points=points_of(fight.points))
        if not last and len(hand.keep) < DICE:
            again = say("Throw {dice} dice again ({left} left)", dice=DICE - len(hand.keep), left=fight.throws_left)
            yield Action(ThrownAgain.__name__, again, seat, values, primary=True)
            label = say("Stop: {points}", points=points_of(fight.points))
        yield Action(Stopped.__name__, label, seat, {**values, "zone": ZONE}, primary=last or len(hand.keep) == DICE)
    elif hand.reading is not None and not isinstance(confirmed(hand.reading), Message):
        yield Action(ReadingConfirmed.__name__, say("It lies as shown"), seat, {"zone": ZONE})
    if hand.reading is not None:
        yield from offers(hand.reading)
    elif not hand.complete and not hand.typed:
        yield Action(TypedByHand.__name__, say("No picture: tap in the dice"), values={"zone": ZONE})
    if hand.typed or hand.reading is not None:
        yield Action(ReadingRestarted.__name__, say("Forget this throw and look afresh"), seat, {"zone": ZONE})


# The board.


def board(match: ThirteenState) -> Board:
    """Return the dice as they lie; after a fight those that decided it."""
    if match.phase is ThirteenPhase.FIGHT and match.fight is not None:
        return _thrown(match, match.fight)
    return Board(say("The fight"), tuple(_results(match)), notes=tuple(_fight_notes(match)))


def _at(number: int, row: float) -> tuple[Point, ...]:
    x, y = number * (DIE + GAP), row * (DIE + GAP)
    return ((x, y), (x + DIE, y), (x + DIE, y + DIE), (x, y + DIE))


def _thrown(match: ThirteenState, fight: Fight) -> Board:
    pieces = [_die(fight, number) for number in range(DICE)]
    if not fight.hand.complete and fight.hand.reading is None:
        pieces += [_face(fight, value) for value in FACES]
    notes = (*_scores_so_far(match, fight), *_odds(match, fight))
    return Board(_throw_title(match, fight), tuple(pieces), seat=fight.fighter.seat, notes=notes)


def _die(fight: Fight, number: int) -> Piece:
    hand, seat = fight.hand, fight.fighter.seat
    if number >= len(hand.dice):
        return Piece(_at(number, 0), say("a die that has been thrown"), plain("?"), tone=Tone.PLACE)
    value, kept = hand.dice[number], number in hand.keep
    name = say("{value}, put aside", value=value) if kept else say("a die that shows {value}", value=value)
    action = None
    if hand.complete and fight.throws_left > 0:
        label = say("take it back") if kept else say("put it aside")
        action = Action(PutAside.__name__, label, seat, {"seat": seat, "die": number})
    standing = Standing.CHOSEN if kept else Standing.USUAL
    return Piece(_at(number, 0), name, plain(str(value)), tone=Tone.WHITE, standing=standing, action=action)


def _face(fight: Fight, value: int) -> Piece:
    seat = fight.fighter.seat
    action = Action(DieTold.__name__, say("this is what it shows"), seat, {"seat": seat, "value": value})
    outline = _at(value - 1, 1.4)
    return Piece(outline, say("a {value}", value=value), plain(str(value)), tone=Tone.YELLOW, action=action)


def _scores_so_far(match: ThirteenState, fight: Fight) -> Iterator[Message]:
    for fighter, points in zip(fight.fighters, fight.scores, strict=False):
        yield say("{name} has {points}", name=match.table.name(fighter.seat), points=points_of(points))


def _results(match: ThirteenState) -> Iterator[Piece]:
    outcome = match.outcome
    for row, dice in enumerate(outcome.fight.results if outcome is not None else ()):
        for number, value in enumerate(dice):
            name = say("a die that shows {value}", value=value)
            yield Piece(_at(number, row), name, plain(str(value)), tone=Tone.WHITE)


def _fight_notes(match: ThirteenState) -> Iterator[Message]:
    outcome: FightOutcome | None = match.outcome
    if outcome is None:
        return
    yield from _scores_so_far(match, outcome.fight)
    if outcome.winner is not None:
        yield say("{name} wins the fight", name=match.table.name(outcome.winner))


# The odds.


def aims_of(fight: Fight) -> Aims:
    """Return what whoever throws is after: to win the fight; in a death match as many points as possible."""
    if fight.target is None:
        return POINTS
    if fight.scores:
        return beating(fight.scores[0])
    return holding(fight.fighters[1].throws, fight.options)


def _odds(match: ThirteenState, fight: Fight) -> Iterator[Message]:
    if match.options.odds is not Odds.SHOWN:
        return
    aims, hand = aims_of(fight), fight.hand
    if not hand.complete:
        if hand.throw == 1:
            yield _expected(fight, before(fight.fighter.throws, fight.options, aims))
        return
    found = advice(hand.dice, fight.throws_left, fight.options, aims)
    if fight.throws_left > 0 and len(found.aside) < DICE:
        dice = " ".join(str(value) for value in found.aside)
        yield say("best: put aside {dice}", dice=dice) if dice else say("best: throw all dice again")
    elif fight.throws_left > 0:
        yield say("best: stop")
    yield _expected(fight, found.worth)


def _expected(fight: Fight, worth: float) -> Message:
    points, percent = f"{worth:.2f}", f"{100 * worth:.1f}"
    if fight.target is None:
        return say("to be expected: {points} points", points=points)
    return say("chance to win: {percent} %", percent=percent)
