"""The photographs of a match with what was read in them, and the squares that would have been possible."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.cubo.best import Best, best_square
from companion.games.cubo.counting import Counted, Turn
from companion.games.cubo.judging import FaultKind, is_whole_set, place
from companion.games.cubo.scoring import Row, Sheet
from companion.games.cubo.state import CENTRE, MatchState, Stage
from companion.observations import Cell
from companion.reading import Reading
from companion.texts import Message, Value, points_of, say
from companion.view import Grid, Line, PictureShown, Tap


def pictures(match: MatchState) -> tuple[PictureShown, ...]:
    """Return the photographs of this round, the one that people look at now open."""
    shown = [_counted(match, each, each.reading) for each in match.counted if each.reading is not None]
    if match.turn is not None and match.turn.shown is not None:
        shown.append(_in_turn(match.turn, match.turn.shown))
    if match.centre is not None:
        shown.append(_centre(match, match.centre))
    return tuple(shown)


def _centre(match: MatchState, centre: Reading) -> PictureShown:
    return PictureShown(
        zone=CENTRE,
        title=say("The centre dice"),
        picture=centre.picture,
        observation=centre.observation,
        problems=() if match.is_round_over else centre.problems,
        notes=match.centre_oddities,
        tap=Tap.NOTHING if match.is_round_over else Tap.CORRECT,
        edit=match.centre_open,
        open=match.stage in (Stage.START, Stage.ROUND),
    )


def _in_turn(turn: Turn, reading: Reading) -> PictureShown:
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


def _faults(turn: Turn) -> Iterator[Message]:
    """Yield what is wrong; a die that nobody could read is asked about by the hint, and marked in the picture."""
    for fault in (*turn.layout_faults, *turn.exchange_faults):
        if fault.kind is not FaultKind.UNREAD:
            yield fault.what


def _notes(turn: Turn) -> Iterator[Message]:
    if turn.taken is not None:
        yield say("{name} took {die} from the centre", name=turn.name, die=str(turn.taken))
    exchange = turn.exchange
    if exchange is not None and exchange.cell is not None and not exchange.faults:
        yield say(
            "exchanged: {die} lies {place} now", die=str(exchange.after[exchange.cell]), place=place(exchange.cell)
        )


def _counted(match: MatchState, counted: Counted, reading: Reading) -> PictureShown:
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
        open=match.stage is not Stage.COUNT,
    )


def _laid_over(square: Turn | Counted) -> dict[Cell, str]:
    """Return the die that a tapped exchange put where the photograph still shows the old one."""
    return {square.tapped: str(square.taken)} if square.tapped is not None and square.taken is not None else {}


def lines(sheet: Sheet | None) -> tuple[Line, ...]:
    """Return the rows of `sheet` as lines to draw through the dice; rows without points are not drawn."""
    return tuple(_line(row) for row in sheet.rows if row.points) if sheet else ()


def _line(row: Row) -> Line:
    return Line(row.cells, row.why, row.points, row.tone.value if row.tone else "other")


def grids(match: MatchState) -> tuple[Grid, ...]:
    """Return what would have been possible, once a round is over and nobody can use it any more."""
    if not match.is_round_over:
        return ()
    return tuple(grid for counted in match.counted for grid in _possible(match, counted))


def _possible(match: MatchState, counted: Counted) -> Iterator[Grid]:
    """Yield the best square for the nine dice of a seat, and the best one with the die it took."""
    if counted.before is None or not is_whole_set(counted.before):
        return
    name = match.table.name(counted.seat)
    plain = best_square(counted.before.dice, (), match.options)
    yield _grid(plain, counted, say("Best square for {name}'s nine dice", name=name))
    if counted.taken is not None:
        best = best_square(counted.before.dice, (counted.taken,), match.options)
        if best.cell is not None:
            words: dict[str, Value] = {"name": name, "taken": str(best.taken), "old": str(best.laid[best.cell])}
            yield _grid(best, counted, say("Best for {name} with {taken} instead of {old}", **words))


def _grid(best: Best, counted: Counted, title: Message) -> Grid:
    return Grid(title, best.sheet.square.notation_rows, lines(best.sheet), best.total, counted.seat)


def _was_possible(match: MatchState, counted: Counted) -> Iterator[Message]:
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
