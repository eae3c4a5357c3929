"""`companion read` and `companion evaluate`: photographs through the readers, with and without known truth."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any

import click
import cv2

from companion.errors import BadInput
from companion.games.registry import GAMES
from companion.observations import Cell, Kind, Observation, Point, SeenDie, SeenTile
from companion.questions import PictureScore
from companion.view import Line
from device.commands.cards import card_reader, card_report, card_tallies, cards_in_words
from vision.arrays import Image
from vision.cards.evaluation import HEAD, CardTally, card_labels
from vision.draw import RowLine, annotated
from vision.evaluation.figures import as_table, tallies
from vision.evaluation.labels import FILM, KIND_OF_LABEL, Label, labels_under
from vision.evaluation.measure import PictureOutcome, measure
from vision.exposure import READER_FAULTS
from vision.film import frames_of, is_film, states
from vision.frame import load
from vision.readers import READERS, Reader


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PHOTO…")
@click.option("--as", "kind", type=click.Choice([kind.value for kind in Kind]), required=True, help="What to look for.")
@click.option("--deck", help="Which cards: the name of a deck, or its folder.")
@click.option("--data", type=click.Path(path_type=Path), help="Where the decks are kept that were learnt here.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a photograph, one a line.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Save the (last) photograph with what was seen drawn on it."
)
@click.pass_context
def read(
    ctx: click.Context,
    photos: tuple[Path, ...],
    kind: str,
    deck: str | None,
    data: Path | None,
    out: Path | None,
    *,
    as_json: bool,
) -> None:
    """Read photographs and print what was seen; for a square of Cubo, what each row scores.

    Of a film, every state is told in which the table stays as it is for a while.

    Exit code 0: all of it may be believed. 1: something must be asked. 2: no photograph that can be read.
    """
    reader = card_reader(deck, data) if Kind(kind) is Kind.CARDS else READERS[Kind(kind)]
    codes = [_read_one(photo, reader, out, as_json=as_json) for photo in photos]
    ctx.exit(max(codes))


def _read_one(photo: Path, reader: Reader, out: Path | None, *, as_json: bool) -> int:
    """Read one photograph or film, print what was seen, and return the exit code that it deserves."""
    codes: list[int] = []
    try:
        for image, seen, frame in _looks(photo, reader):
            codes.append(_shown(photo, image, seen, out, frame=frame, as_json=as_json))
    except BadInput as error:
        click.echo(f"companion: {error}", err=True)
        return 2
    except READER_FAULTS as error:
        click.echo(f"companion: {photo}: this picture cannot be read ({type(error).__name__})", err=True)
        return 2
    if not codes:
        click.echo(f"companion: {photo}: nothing lies there for long enough to be read", err=True)
    return max(codes, default=1)


def _looks(photo: Path, reader: Reader) -> Iterator[tuple[Image, Observation, int | None]]:
    """Yield what is to be seen in a photograph, or in each settled state of a film with the number of its frame."""
    if is_film(photo):
        yield from ((state.picture, state.seen, state.frame) for state in states(frames_of(photo), reader))
    else:
        image = load(photo)
        yield image, reader(image), None


def _shown(photo: Path, image: Image, seen: Observation, out: Path | None, *, frame: int | None, as_json: bool) -> int:
    """Print what was seen, save it where that is wanted, and return the exit code."""
    score = score_of(seen)
    if as_json:
        click.echo(json.dumps(as_object(photo, seen, score, frame), ensure_ascii=False))
    else:
        click.echo("\n".join(in_words(photo, seen, score or PictureScore(), frame)))
    if out is not None:
        save(out, annotated(image, seen, row_lines(seen, score.lines if score else ())))
    return 0 if seen.sure and not (score and score.faults) else 1


def as_object(photo: Path, seen: Observation, score: PictureScore | None, frame: int | None = None) -> dict[str, Any]:
    """Return what `read --json` prints for one photograph, or for the state of a film that ends with `frame`."""
    shown: dict[str, Any] = {"file": photo.name, **({} if frame is None else {"frame": frame}), **seen.to_json()}
    if score is not None:
        shown["score"] = score.as_dict
        shown["faults"] = [str(fault) for fault in score.faults]
    return shown


def score_of(seen: Observation) -> PictureScore | None:
    """Return what the game says of it for which such pictures are read, if there is one."""
    scores = (game.picture_scores.get(seen.kind) for game in GAMES.values())
    return next((score(seen) for score in scores if score is not None), None)


def in_words(photo: Path, seen: Observation, score: PictureScore, frame: int | None = None) -> Iterator[str]:
    """Return what `read` prints for people."""
    when = "" if frame is None else f", frame {frame}"
    yield f"{photo.name}{when}: {'sure' if seen.sure else 'please check'}"
    for number, die in enumerate(seen.dice, start=1):
        where = f"row {die.cell[0] + 1}, column {die.cell[1] + 1}" if die.cell else f"die {number}"
        value = "not readable" if die.value is None else str(die.value)
        yield f"  {where}: {die.colour.value} {value}{'' if die.sure else ' (not sure)'}"
    yield from (f"  tile {number} {_tile_in_words(tile)}" for number, tile in enumerate(seen.tiles, start=1))
    yield from (f"  {line}" for line in cards_in_words(seen.cards))
    yield from (f"  {sentence}" for sentence in (*seen.problems, *score.faults, *score.sentences))


def _tile_in_words(tile: SeenTile) -> str:
    """Return where a tile lies and what its faces show."""
    where = "in no place" if tile.place is None else f"at {tile.place[0]},{tile.place[1]}"
    values = (
        f"{name.value} {'not readable' if face.value is None else face.value}{'' if face.sure else ' (not sure)'}"
        for name, face in tile.faces.items()
    )
    return f"{where}: {', '.join(values)}"


def row_lines(seen: Observation, lines: Iterable[Line]) -> list[RowLine]:
    """Return the rows that score, as lines through their dice."""
    dice = {die.cell: die for die in seen.dice if die.cell is not None}
    return [_line(line, dice) for line in lines]


def _line(line: Line, dice: dict[Cell, SeenDie]) -> RowLine:
    first, last = dice[line.cells[0]].centre, dice[line.cells[-1]].centre
    return RowLine(_beyond(last, first), _beyond(first, last), str(line.points))


def _beyond(start: Point, end: Point) -> Point:
    """Return the point that lies as far beyond `end` as the middle of a neighbouring die would, nearly."""
    return end[0] + 0.4 * (end[0] - start[0]), end[1] + 0.4 * (end[1] - start[1])


def save(path: Path, image: Image) -> None:
    """Write `image` to `path`; raise BadInput where that cannot be done."""
    try:
        done = cv2.imwrite(str(path), image)
    except cv2.error:
        raise BadInput(f"{path}: a picture is saved as .png or .jpg") from None
    if not done:
        raise BadInput(f"{path}: cannot be written; does the folder exist?")


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR…")
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")
@click.option(
    "--save", "save_to", type=click.Path(path_type=Path), help="Save every photograph that was not read right here."
)
@click.option("--deck", help="The deck of photographs of cards, where their labels name none.")
@click.option("--data", type=click.Path(path_type=Path), help="Where the decks are kept that were learnt here.")
def evaluate(
    folders: tuple[Path, ...], save_to: Path | None, deck: str | None, data: Path | None, *, as_json: bool
) -> None:
    """Read every photograph that a labels.jsonl in or below DIR names, and print how many were read right."""
    labels = [label for folder in folders for label in labels_under(folder)]
    cards = card_tallies(folders, deck, data)
    of_cards = {label.path for folder in folders for label in card_labels(folder)}
    labels = [label for label in labels if label.path not in of_cards]
    known = [label for label in labels if label.kind in KIND_OF_LABEL]
    outcomes = _measured(known, save_to)
    table = tallies(outcomes)
    skipped = Counter((label.source, label.kind) for label in labels if label.kind not in KIND_OF_LABEL)
    if as_json:
        click.echo(json.dumps(_as_report(outcomes, skipped, cards), ensure_ascii=False))
        return
    if outcomes or not cards:
        click.echo(as_table(table))
    for line in _card_lines(cards):
        click.echo(line)
    for (source, kind), count in sorted(skipped.items()):
        click.echo(f"not read: {count} of {source} (no reader for {shorten(kind, 40, placeholder='…')})")
    for outcome in outcomes:
        if outcome.error:
            click.echo(f"unreadable: {outcome.error}")


def _card_lines(cards: dict[str, CardTally]) -> Iterator[str]:
    """Yield the figures of photographs of cards, one line a source."""
    if cards:
        yield HEAD
    for source, tally in cards.items():
        yield tally.line(source)
        yield from (f"  silently wrong: {wrong}" for wrong in tally.wrongs)


def _measured(labels: Sequence[Label], save_to: Path | None) -> list[PictureOutcome]:
    """Read all photographs, with a bar on standard error, and save those that were not read right."""
    cv2.setNumThreads(1)
    outcomes: list[PictureOutcome] = []
    with click.progressbar(length=len(labels), label="reading", file=sys.stderr) as bar:
        for label in labels:
            outcome = measure(label)
            bar.update(1)
            outcomes.append(outcome)
            if save_to is not None and not outcome.exact and outcome.seen is not None and label.kind != FILM:
                _save_failure(outcome, outcome.seen, save_to)
    return outcomes


def _save_failure(outcome: PictureOutcome, seen: Observation, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    verdict = "silent" if outcome.silently_wrong else "asked"
    name = f"{verdict}-{outcome.label.source.replace('/', '-')}-{outcome.label.path.stem}.png"
    save(folder / name, annotated(load(outcome.label.path), seen))


def _as_report(
    outcomes: Sequence[PictureOutcome], skipped: Counter[tuple[str, str]], cards: dict[str, CardTally]
) -> dict[str, Any]:
    """Return what `evaluate --json` prints."""
    return {
        "sources": [
            {"source": source, "kind": kind, **tally.to_json()} for (source, kind), tally in tallies(outcomes).items()
        ],
        "cards": card_report(cards),
        "not_read": [
            {"source": source, "kind": kind, "photographs": n} for (source, kind), n in sorted(skipped.items())
        ],
        "failures": [
            {
                "file": outcome.label.path.name,
                "source": outcome.label.source,
                "silent": outcome.silently_wrong,
                "error": outcome.error,
            }
            for outcome in outcomes
            if not outcome.exact
        ],
    }
