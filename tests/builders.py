"""Short ways to write what happens at a table of Cubo: squares, pictures, presses, whole matches. Times in seconds."""

from collections.abc import Iterable

from companion.effects import Announced, Effect, Refused
from companion.events import By, Confirmed, Corrected, Event, Pressed, ReadingConfirmed, Saw, Started, Tick
from companion.games.cubo.events import DieDeclined, DieTaken, Exchanged, Forfeited, Rolled
from companion.games.cubo.referee import CuboMatch, begin
from companion.games.cubo.square import CELLS, Die, Square, parse_dice
from companion.observations import Cell, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.table import Player, Seat
from companion.texts import Message

SECOND = 1_000_000_000
ADA, BEN, CLEO, DAN = Seat(1), Seat(2), Seat(3), Seat(4)
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo", DAN: "Dan"}
CENTRE = "R6 R2 B1 B5"
EIGHTEEN = "R1 R5 B1 / B4 W4 B4 / R1 R3 B1"
THIRTY_TWO = "B4 R5 B6 / R4 W4 R4 / B4 R3 B2"


def ns(seconds: float) -> int:
    """Seconds as the nanoseconds of events."""
    return round(seconds * SECOND)


def seen(die: Die, cell: Cell | None = None, at: int = 0, *, sure: bool = True) -> SeenDie:
    """A die as a reader saw it."""
    x, y = (100.0 * cell[1], 100.0 * cell[0]) if cell else (100.0 * at, 0.0)
    corners = ((x, y), (x + 60, y), (x + 60, y + 60), (x, y + 60))
    return SeenDie(die.value, die.colour, corners, 0.99 if sure else 0.4, sure, cell)


def remark(text: str) -> Problem:
    """A reason why a reading is not sure."""
    return Problem.of(ProblemKind.REMARK, Message(text))


def square_seen(text: str, unsure: Iterable[Cell] = (), problems: Iterable[str] = ()) -> Observation:
    """A square as a reader saw it, unsure about the dice in the cells `unsure`."""
    square, doubtful = Square.parse(text), tuple(unsure)
    dice = tuple(seen(square[cell], cell, sure=cell not in doubtful) for cell in CELLS)
    return Observation(Kind.CUBO, dice, tuple(remark(problem) for problem in problems))


def centre_seen(text: str = CENTRE, unsure: Iterable[int] = (), problems: Iterable[str] = ()) -> Observation:
    """Loose dice as a reader saw them, unsure about those whose numbers (from 0) are in `unsure`."""
    doubtful = tuple(unsure)
    dice = tuple(seen(die, at=at, sure=at not in doubtful) for at, die in enumerate(parse_dice(text)))
    return Observation(Kind.DICE, dice, tuple(remark(problem) for problem in problems))


def centre(at: float, text: str = CENTRE, unsure: Iterable[int] = ()) -> Saw:
    return Saw(ns(at), "centre", centre_seen(text, unsure), "0" * 8)


def square(at: float, seat: Seat, text: str, unsure: Iterable[Cell] = (), problems: Iterable[str] = ()) -> Saw:
    return Saw(ns(at), f"square-{seat}", square_seen(text, unsure, problems), "0" * 8)


def press(at: float, seat: Seat, tied: tuple[Seat, ...] = ()) -> Pressed:
    return Pressed(ns(at), seat, By.BUTTON, tied)


def takes(at: float, seat: Seat, die: int) -> DieTaken:
    return DieTaken(ns(at), seat, die)


def declines(at: float, seat: Seat) -> DieDeclined:
    return DieDeclined(ns(at), seat)


def rolls(at: float, seat: Seat) -> Rolled:
    return Rolled(ns(at), seat)


def gives_up(at: float, seat: Seat) -> Forfeited:
    return Forfeited(ns(at), seat)


def exchanges(at: float, seat: Seat, cell: Cell | None) -> Exchanged:
    return Exchanged(ns(at), seat, cell)


def confirms(at: float) -> Confirmed:
    return Confirmed(ns(at))


def vouches(at: float, zone: str) -> ReadingConfirmed:
    return ReadingConfirmed(ns(at), zone)


def corrects(at: float, zone: str, die: int, shows: str, cell: Cell | None = None) -> Corrected:
    told = Die.parse(shows)
    return Corrected(ns(at), zone, die, told.value, told.colour, cell)


def tick(at: float) -> Tick:
    return Tick(ns(at))


def started(players: int = 2, **rules: str) -> Started:
    seats = list(NAMES)[:players]
    return Started(0, "cubo", tuple(Player(seat, NAMES[seat]) for seat in seats), rules, seed=7)


def new_match(players: int = 2, **rules: str) -> CuboMatch:
    return begin(started(players, **rules))


def play(match: CuboMatch, *events: Event) -> tuple[CuboMatch, tuple[Effect, ...]]:
    """Fold `events`; return the match after them and the effects of the last one."""
    effects: tuple[Effect, ...] = ()
    for event in events:
        match, effects = match.feed(event)
    return match, effects


def after(match: CuboMatch, *events: Event) -> CuboMatch:
    return play(match, *events)[0]


def said(effects: Iterable[Effect]) -> list[str]:
    """The words of `effects`, refusals marked as such."""
    words = {Announced: lambda each: str(each.what), Refused: lambda each: f"refused: {each.why}"}
    return [words[type(each)](each) for each in effects]


def begun(players: int = 2, **rules: str) -> CuboMatch:
    """A match whose first round has begun at 0 seconds; the centre was read before."""
    return after(new_match(players, **rules), centre(-2), press(0, ADA))


def counting(ada: int | None = None, ben: int | None = None, **rules: str) -> CuboMatch:
    """Two players whose squares are covered and who took the centre dice with these numbers; Ada's is counted now."""
    choices = [takes(5, seat, die) if die is not None else declines(5, seat) for seat, die in ((ADA, ada), (BEN, ben))]
    return after(begun(2, **rules), press(3, ADA), press(4, BEN), *choices)


def whole_round(at: float, order: tuple[Seat, ...], squares: Iterable[str], centre_dice: str = CENTRE) -> list[Event]:
    """All events of a plain round without exchanges, from the centre to the last square."""
    events: list[Event] = [centre(at, centre_dice), press(at + 1, order[0])]
    events += [press(at + 2 + number, seat) for number, seat in enumerate(order)]
    events += [declines(at + 7, seat) for seat in order]
    for seat, text in zip(order, squares, strict=True):
        events += [square(at + 8, seat, text), confirms(at + 9)]
    return events


def whole_match(*rounds: tuple[str, str]) -> list[Event]:
    """All events of a match of two players whose squares in each round are given as (Ada's, Ben's)."""
    events: list[Event] = []
    for number, (ada, ben) in enumerate(rounds):
        at = 20.0 * number
        order, squares = ((ADA, BEN), (ada, ben)) if number % 2 == 0 else ((BEN, ADA), (ben, ada))
        events += whole_round(at, order, squares)
        if number < len(rounds) - 1:
            events.append(confirms(at + 10))
    return events
