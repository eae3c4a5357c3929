"""`companion replay` and `companion export`: what a journal tells, again and elsewhere."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import click

from companion.effects import Announced, Effect, Refused
from companion.errors import BadInput
from companion.events import Event, Started
from companion.session import Match, fold
from companion.store import FILE, Store, read_journal

SECOND = 1_000_000_000


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--match", "number", type=int, help="Which match of a data folder; the latest unless you say so.")
@click.option("--json", "as_json", is_flag=True, help="The final state as one JSON object.")
def replay(file: Path, number: int | None, *, as_json: bool) -> None:
    """Run a journal through the referee and print what happened.

    FILE is a data folder, or a text file with one event a line (`companion export --format jsonl`).
    """
    events = journal_in(file, number)
    if as_json:
        click.echo(json.dumps(summary(fold(events)), ensure_ascii=False))
        return
    for line in transcript(events):
        click.echo(line)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--match", "number", type=int, help="Which match; the latest unless you say so.")
@click.option("--format", "form", type=click.Choice(["csv", "json", "jsonl"]), default="csv", show_default=True)
def export(folder: Path, number: int | None, form: str) -> None:
    """Print a match of the data FOLDER: points as CSV or JSON, or the journal itself, an event a line (jsonl)."""
    if form == "jsonl":
        click.echo("\n".join(journal_lines(folder, number)))
        return
    match = fold(journal_in(folder, number))
    click.echo(
        json.dumps(summary(match), ensure_ascii=False) if form == "json" else points_csv(match), nl=form == "json"
    )


def journal_lines(file: Path, number: int | None) -> tuple[str, ...]:
    """Return the lines of a journal, in a data folder or in a text file; raise BadInput when there is none."""
    if file.is_dir():
        return _stored_lines(file, number)
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(f"{file}: no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file}: this is no journal of text lines ({error})") from error
    return tuple(line for line in text.splitlines() if line.strip())


def _stored_lines(folder: Path, number: int | None) -> tuple[str, ...]:
    if not (folder / FILE).exists():
        raise BadInput(f"{folder}: no journal here ({FILE} is missing)")
    store = Store(folder)
    try:
        numbers = [row.number for row in store.matches()]
        if not numbers or (number is not None and number not in numbers):
            raise BadInput(f"{folder}: there is no match {number or 'yet'}; it has {len(numbers)}")
        return store.lines(number or numbers[0])
    finally:
        store.close()


def journal_in(file: Path, number: int | None) -> tuple[Event, ...]:
    """Return the events of a journal; raise BadInput or BadEvent in words when it is none."""
    events = read_journal(journal_lines(file, number))
    if not events or not isinstance(events[0], Started):
        raise BadInput(f"{file}: a journal begins with the event 'Started'")
    return events


def transcript(events: tuple[Event, ...]) -> Iterator[str]:
    """Yield what happened, a line an event: seconds since the beginning, the event, what the table said, the state."""
    started = events[0]
    assert isinstance(started, Started)  # noqa: S101 - journal_in has seen to it
    match = Match.begin(started)
    yield f"{match.game.title}: " + ", ".join(f"{player.seat} {player.name}" for player in started.players)
    for event in events[1:]:
        match, effects = match.feed(event)
        words = "; ".join(said for effect in effects if (said := _words(effect)))
        state = str(match.referee.view().headline)
        yield f"{(event.at - started.at) / SECOND:10.3f} s  {type(event).__name__:<12} {state}" + (
            f"  ({words})" if words else ""
        )
    yield from points_csv(match).splitlines()


def _words(effect: Effect) -> str:
    match effect:
        case Refused(why=why):
            return f"refused: {why}"
        case Announced(what=what):
            return str(what)
    return ""


def summary(match: Match) -> dict[str, object]:
    """Return players, points, and how it ended, as plain values."""
    view = match.referee.view()
    sheet = view.sheet
    return {
        "game": match.game.name,
        "players": [{"seat": player.seat, "name": player.name} for player in match.started.players],
        "options": dict(match.started.options),
        "rounds": [str(each) for each in sheet.rounds] if sheet else [],
        "points": {str(seat): list(points) for seat, points in sheet.points.items()} if sheet else {},
        "totals": {str(seat): total for seat, total in sheet.totals.items()} if sheet else {},
        "winners": list(view.result.winners) if view.result else [],
        "state": str(view.headline),
    }


def points_csv(match: Match) -> str:
    """Return the score sheet as CSV, a line a player."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    sheet = match.referee.view().sheet
    rows.writerow(["seat", "name", *(str(each) for each in (sheet.rounds if sheet else ())), "total"])
    for player in match.started.players:
        points = sheet.points[player.seat] if sheet else ()
        total = sheet.totals[player.seat] if sheet else 0
        rows.writerow([player.seat, _harmless(player.name), *("" if each is None else each for each in points), total])
    return out.getvalue()


def _harmless(name: str) -> str:
    """A name that begins like a formula must stay text in a spreadsheet."""
    return f"'{name}" if name[:1] in "=+-@" else name
