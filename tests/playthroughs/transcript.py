"""A journal as a transcript that people can read: what happened, what the table said, what the page showed.

`python -m tests.playthroughs.transcript` writes the transcript of every journal in this folder again; read the
difference before you commit it. A journal comes from `companion export DATA --format jsonl`.
"""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from companion.effects import Announced, Refused
from companion.events import Event, Started
from companion.games.registry import GAMES
from companion.journal import decode
from companion.observations import Observation, SeenTile
from companion.session import Match
from companion.view import Board, Piece, Standing, View

HERE = Path(__file__).parent
SECOND = 1_000_000_000


def journals(game: str = "") -> list[Path]:
    """The journals of `game`, or all of them."""
    return sorted(HERE.glob(f"{game}*.jsonl"))


def events_in(journal: Path) -> list[Event]:
    """The events of a journal, in the words of its own game."""
    first, *lines = journal.read_text(encoding="utf-8").splitlines()
    started = decode(first, {"Started": Started})
    assert isinstance(started, Started)
    return [started, *(decode(line, GAMES[started.game].vocabulary) for line in lines)]


def transcript(journal: Path) -> str:
    """What happens when the events of `journal` are played."""
    first, *events = events_in(journal)
    assert isinstance(first, Started)
    match = Match.begin(first)
    lines = [f"{match.game.title}: {', '.join(f'{each.name} on seat {each.seat}' for each in first.players)}"]
    shown: list[str] = []
    for event in events:
        match, effects = match.feed(event)
        lines += ["", f"{event.at / SECOND:9.3f} s  {words_of(event)}"]
        lines += [f"    {kind}" for effect in effects for kind in effect_words(effect)]
        # What the page shows is written down when it changes.
        before, shown = shown, list(view_words(match.referee.view()))
        lines += [f"    {line}" for line in shown if line not in before]
        lines += [f"    lamps: {lamp_words(match)}"]
    return "\n".join(lines) + "\n"


def words_of(event: Event) -> str:
    """The event and its fields, pictures in short."""
    told = [(each.name, getattr(event, each.name)) for each in fields(event) if each.name not in ("at", "picture")]
    return " ".join([type(event).__name__, *(f"{name}={_short(value)}" for name, value in told)])


def _short(value: object) -> str:
    if not isinstance(value, Observation):
        return str(value)
    if value.tiles:
        return f"[{' '.join(tile_words(tile) for tile in value.tiles)}]" + _problems(value)
    dice = " ".join(f"{die.colour.value[0].upper()}{die.value or '?'}{'' if die.sure else '?'}" for die in value.dice)
    return f"[{dice}]" + _problems(value)


def _problems(seen: Observation) -> str:
    return "".join(f" ({problem})" for problem in seen.problems)


def tile_words(tile: SeenTile) -> str:
    place = "?" if tile.place is None else f"{tile.place[0]},{tile.place[1]}"
    shows = "/".join(f"{face.value or '?'}{'' if face.sure else '?'}" for face in tile.faces.values())
    return f"{place}={shows}"


def effect_words(effect: object) -> Iterator[str]:
    match effect:
        case Announced(what=what, cue=cue):
            yield f"says: {what} [{cue.value}]"
        case Refused(why=why):
            yield f"refused: {why}"


def view_words(view: View) -> Iterator[str]:
    yield f"headline: {view.headline}"
    yield f"hint: {view.hint}"
    if view.deadline is not None:
        yield f"deadline: {view.deadline / SECOND:.3f} s"
    if view.calls:
        yield "calls: " + ", ".join(
            f"seat {call.seat} +{call.margin_ns / 1_000_000:.1f} ms"
            + (" tied" if call.tied else "")
            + (" late" if call.late else "")
            for call in view.calls
        )
    for picture in view.pictures:
        yield f"picture {picture.zone}: {_short(picture.observation)} total {picture.total}"
        yield from (f"  row {line.cells}: {line.label}" for line in picture.lines)
        yield from (f"  fault: {fault}" for fault in picture.faults)
        yield from (f"  note: {note}" for note in (*picture.problems, *picture.notes))
    for grid in view.grids:
        yield f"grid {grid.title}: {' / '.join(' '.join(row) for row in grid.rows)} total {grid.total}"
    yield from (line for board in view.boards for line in board_words(board))
    if view.sheet is not None:
        for seat, points in view.sheet.points.items():
            told = " ".join("-" if each is None else str(each) for each in points)
            yield f"sheet seat {seat}: {told} = {view.sheet.totals[seat]}"
    for what, value in view.facts:
        yield f"fact: {what}: {value}"
    if view.result is not None:
        yield f"result: {view.result.text}"
    yield "actions: " + "; ".join(f"{'*' if action.primary else ''}{action.label}" for action in view.actions)


MARKS = {Standing.CHOSEN: "*", Standing.RIGHT: "+", Standing.WRONG: "!", Standing.HINTED: "~", Standing.FADED: "-"}


def board_words(board: Board) -> Iterator[str]:
    yield f"board {board.title}: {' '.join(piece_words(piece) for piece in board.pieces)}"
    yield from (f"  stroke {stroke.standing.value}: {stroke.label}" for stroke in board.strokes if stroke.label)
    yield from (f"  note: {note}" for note in board.notes)


def piece_words(piece: Piece) -> str:
    return f"{piece.label or '_'}{MARKS.get(piece.standing, '')}"


def lamp_words(match: Match) -> str:
    return ", ".join(f"{seat} {lamp.value}" for seat, lamp in match.referee.lamps.items())


def record() -> None:
    """Write all transcripts again."""
    for journal in journals():
        journal.with_suffix(".txt").write_text(transcript(journal), encoding="utf-8")


if __name__ == "__main__":
    record()
