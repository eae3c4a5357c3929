"""Measuring the readers on labelled photographs: exact, asked, silently wrong, and how long it took.

A folder with a `labels.jsonl` is a source. What a label does not know (colours, places) is not asked of the reader.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.errors import BadInput
from companion.observations import Kind, Observation, Point, SeenDie
from vision import evaluate_tiles
from vision.arrays import Image
from vision.dice import read_dice
from vision.evaluate_tiles import NO_TILES, TrueTiles
from vision.exposure import READER_FAULTS
from vision.frame import load
from vision.settled import frames_of, settled, values_of
from vision.square import read_square
from vision.tiles import read_tiles

READERS: dict[str, Callable[[Image], Observation]] = {
    "cubo": read_square,
    "loose": read_dice,
    "dice": read_dice,
    "tiles": read_tiles,
    "monster-cube-tiles": read_tiles,
    "video": read_dice,
}
"""The reader for each kind of label; that of a film reads its settled states."""

FILM = "video"

MISSED = 0
"""In the confusion table: a die that was not seen, or was seen without a value."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die as the label says; None where the label does not say."""

    value: int | None
    colour: str | None
    cell: tuple[int, int] | None
    outline: tuple[Point, ...]
    in_view: bool = True
    unsettled: bool = False
    """Whether it leans or lies on another one: nobody may be sure of it."""


@dataclass(frozen=True, slots=True)
class Label:
    """The truth about one photograph."""

    path: Path
    source: str
    kind: str
    dice: tuple[TrueDie, ...]
    extra: tuple[TrueDie, ...]
    values: tuple[int, ...]
    tiles: TrueTiles = NO_TILES

    @property
    def must_be_asked(self) -> bool:
        """Whether a die in it does not lie flat: whoever is sure of this picture is wrong."""
        return any(die.unsettled for die in self.dice)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one photograph was read."""

    label: Label
    seen: Observation | None
    exact: bool
    milliseconds: float
    pairs: tuple[tuple[int, int], ...]
    """(true value, seen value) of every die in view."""
    error: str = ""

    @property
    def asked(self) -> bool:
        """Whether the reader was not sure of everything."""
        return self.seen is None or not self.seen.sure

    @property
    def silently_wrong(self) -> bool:
        """The fault that must not be: wrong, and sure of it."""
        return not self.exact and not self.asked


@dataclass(slots=True)
class Tally:
    """The figures of one source and one kind."""

    photographs: int = 0
    exact: int = 0
    asked: int = 0
    silently_wrong: int = 0
    asked_though_right: int = 0
    milliseconds: list[float] = field(default_factory=list)
    confusion: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Count one photograph."""
        self.photographs += 1
        self.exact += outcome.exact
        self.asked += outcome.asked
        self.silently_wrong += outcome.silently_wrong
        self.asked_though_right += outcome.exact and outcome.asked and not outcome.label.must_be_asked
        self.milliseconds.append(outcome.milliseconds)
        self.confusion.update(outcome.pairs)

    @property
    def recall(self) -> float:
        """Share of the dice in view that were read rightly."""
        dice = self.confusion.total()
        return sum(n for (true, seen), n in self.confusion.items() if true == seen) / dice if dice else 1.0

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        times = self.milliseconds or [0.0]
        return {
            "photographs": self.photographs,
            "exact": self.exact,
            "asked": self.asked,
            "silently_wrong": self.silently_wrong,
            "asked_though_right": self.asked_though_right,
            "dice": self.confusion.total(),
            "recall": round(self.recall, 4),
            "ms_median": round(float(np.median(times)), 1),
            "ms_p95": round(float(np.percentile(times, 95)), 1),
            "confusion": {f"{true}>{seen}": n for (true, seen), n in sorted(self.confusion.items())},
        }


def labels_under(folder: Path) -> list[Label]:
    """Return every label in a `labels.jsonl` in or below `folder`."""
    files = sorted(folder.rglob("labels.jsonl"))
    if not files:
        raise BadInput(f"{folder}: no labels.jsonl in or below this folder")
    return [label for file in files for label in _labels_of(file, folder)]


def _labels_of(file: Path, folder: Path) -> Iterator[Label]:
    source = file.parent.relative_to(folder).as_posix()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield label_of(json.loads(line), file.parent, folder.name if source == "." else source)
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise BadInput(f"{file}, line {number}: not a label ({error})") from None


def label_of(row: dict[str, Any], folder: Path, source: str) -> Label:
    """Return the label in one line of a `labels.jsonl`."""
    kind = str(row["kind"])
    dice: tuple[TrueDie, ...] = ()
    extra: tuple[TrueDie, ...] = ()
    values: tuple[int, ...] = ()
    if kind in READERS:
        dice = tuple(_true_die(die) for die in (*row.get("dice", ()), *row.get("boxes", ())))
        extra = tuple(_true_die(die) for die in row.get("extra", ()))
        known = tuple(sorted(die.value for die in dice if die.value is not None and die.in_view))
        states = str(row.get("values", "")).split(">")
        told = tuple(each for state in states for each in sorted(int(value) for value in state.split("-") if value))
        values = known if row.get("values") is None else told
    tiles = evaluate_tiles.true_tiles(row) if READERS.get(kind) is read_tiles else NO_TILES
    return Label(folder / str(row["file"]), source, kind, dice, extra, values, tiles)


def _true_die(row: dict[str, Any]) -> TrueDie:
    """Return a die given by its corners or by its box (x, y, width, height)."""
    if "corners" in row:
        outline = tuple((float(x), float(y)) for x, y in row["corners"])
    else:
        x, y, w, h = row["box"]
        outline = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    cell = tuple(row["cell"]) if row.get("cell") is not None else None
    unsettled = bool(row.get("cocked") or row.get("stacked"))
    return TrueDie(row.get("value"), row.get("colour"), cell, outline, bool(row.get("in_view", True)), unsettled)


def measure(label: Label) -> Outcome:
    """Read the photograph, or the film, of `label` and compare."""
    if label.kind == FILM:
        return _measure_film(label)
    try:
        image = load(label.path)
    except BadInput as error:
        return Outcome(label, None, exact=False, milliseconds=0.0, pairs=(), error=str(error))
    began = time.perf_counter()
    try:
        seen = READERS[label.kind](image)
    except READER_FAULTS as error:
        said = f"{label.path}: this picture cannot be read ({type(error).__name__})"
        return Outcome(label, None, exact=False, milliseconds=0.0, pairs=(), error=said)
    took = (time.perf_counter() - began) * 1000
    return Outcome(label, seen, is_exact(label, seen), took, tuple(pairs_of(label, seen)))


def _measure_film(label: Label) -> Outcome:
    """Read the settled states of a film; they are exact if they are all there, in their order, and no other."""
    began = time.perf_counter()
    try:
        states = list(settled(frames_of(label.path), READERS[FILM]))
    except BadInput as error:
        return Outcome(label, None, exact=False, milliseconds=0.0, pairs=(), error=str(error))
    took = (time.perf_counter() - began) * 1000
    told = tuple(value for state in states for value in values_of(state))
    seen = Observation(
        Kind.DICE,
        tuple(die for state in states for die in state.dice),
        tuple(problem for state in states for problem in state.problems),
    )
    return Outcome(label, seen, told == label.values, took, tuple(pairs_of(label, seen)))


def is_exact(label: Label, seen: Observation) -> bool:
    """Return whether everything that `label` knows was seen, and nothing else; of what must be asked, whether it is."""
    if label.must_be_asked:
        return not seen.sure
    if seen.kind is Kind.TILES:
        return evaluate_tiles.is_exact(label.tiles, seen)
    if label.kind == "cubo":
        lies = {die.cell: die for die in seen.dice}
        return len(lies) <= len(label.dice) and all(_agree(true, lies.get(true.cell)) for true in label.dice)
    if label.kind == "loose":
        return _is_exact_with_places(label, seen)
    return list(label.values) == sorted(die.value for die in seen.dice if die.value is not None)


def _is_exact_with_places(label: Label, seen: Observation) -> bool:
    """Return whether every die in view was seen in its place; a cut one may be told rightly, or asked about."""
    pairs = _matched(label.dice, seen.dice)
    strangers = [die for die in seen.dice if die.value is not None and all(die is not s for _, s in pairs)]
    return not strangers and all(_agree(true, die) for true, die in pairs)


def _agree(true: TrueDie, die: SeenDie | None) -> bool:
    if not true.in_view:
        return die is None or not die.sure or die.value == true.value
    return die is not None and die.value == true.value and true.colour in {None, die.colour.value}


def _matched(dice: Sequence[TrueDie], seen: Sequence[SeenDie]) -> list[tuple[TrueDie, SeenDie | None]]:
    """Return every true die with the seen one whose middle is nearest to its own, if that is on the die."""
    free = list(seen)
    pairs: list[tuple[TrueDie, SeenDie | None]] = []
    for die in dice:
        points = np.array(die.outline)
        reach = 0.6 * float(np.linalg.norm(points[0] - points[2])) / 2**0.5
        away = [float(np.linalg.norm(points.mean(axis=0) - other.centre)) for other in free]
        nearest = int(np.argmin(away)) if away else -1
        pairs.append((die, free.pop(nearest) if nearest >= 0 and away[nearest] < reach else None))
    return pairs


def pairs_of(label: Label, seen: Observation) -> Iterator[tuple[int, int]]:
    """Return (true, seen) for each die, or face of a tile, in view; by place, else what agrees first."""
    if seen.kind is Kind.TILES:
        yield from evaluate_tiles.pairs_of(label.tiles, seen)
        return
    if label.dice:
        for true, die in _matched(label.dice, seen.dice):
            if true.in_view and true.value is not None:
                yield true.value, MISSED if die is None or die.value is None else die.value
        return
    true_values = Counter(label.values)
    seen_values = Counter(die.value for die in seen.dice if die.value is not None)
    for value, n in true_values.items():
        right = min(n, seen_values[value])
        yield from [(value, value)] * right + [(value, MISSED)] * (n - right)


def tallies(outcomes: Sequence[Outcome]) -> dict[tuple[str, str], Tally]:
    """Return the figures for each source and kind, and for all of them together."""
    table: dict[tuple[str, str], Tally] = {}
    for outcome in outcomes:
        for key in ((outcome.label.source, outcome.label.kind), ("all", outcome.label.kind), ("all", "all")):
            table.setdefault(key, Tally()).add(outcome)
    return dict(sorted(table.items(), key=lambda item: (item[0][0] == "all", item[0][1] == "all", item[0])))


def as_table(table: dict[tuple[str, str], Tally]) -> str:
    """Return the figures as text, one line a source and kind, and the confusion of values below."""
    lines = [
        f"{'source':<28}{'kind':<19}{'n':>5}{'exact':>7}{'%':>7}{'asked':>7}{'silent':>8}{'asked, right':>14}"
        f"{'recall':>8}{'ms':>8}{'p95':>8}"
    ]
    for (source, kind), tally in table.items():
        j = tally.to_json()
        share = 100 * j["exact"] / j["photographs"]
        lines.append(
            f"{source:<28}{kind[:18]:<19}{j['photographs']:>5}{j['exact']:>7}{share:>7.1f}"
            f"{j['asked']:>7}{j['silently_wrong']:>8}{j['asked_though_right']:>14}"
            f"{j['recall']:>8.3f}{j['ms_median']:>8.1f}{j['ms_p95']:>8.1f}"
        )
    whole = table.get(("all", "all"))
    return "\n".join([*lines, "", *_confusion_lines(whole.confusion)]) if whole else "nothing to read"


def _confusion_lines(confusion: Counter[tuple[int, int]]) -> list[str]:
    """Return the table true value by seen value."""
    values = range(1, max([6, *(value for pair in confusion for value in pair)]) + 1)
    head = "true \\ seen" + "".join(f"{seen or 'none':>7}" for seen in (*values, MISSED))
    rows = [f"{true:>11}" + "".join(f"{confusion[true, seen]:>7}" for seen in (*values, MISSED)) for true in values]
    return [head, *rows]
