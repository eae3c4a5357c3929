"""Labels: the truth about photographs, as the lines of a `labels.jsonl` give it.

A folder with a `labels.jsonl` is a source. What a label does not know (colours, places) is not asked of the reader.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import BadInput
from companion.observations import Kind, Point
from vision.evaluation.tiles import NO_TILES, TrueTiles, true_tiles

FILM = "video"

KIND_OF_LABEL: dict[str, Kind] = {
    "cubo": Kind.CUBO,
    "loose": Kind.DICE,
    "dice": Kind.DICE,
    "tiles": Kind.TILES,
    "monster-cube-tiles": Kind.TILES,
    FILM: Kind.DICE,
}
"""What must be read in a photograph with a label of this kind; of a film the settled states are read."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die as the label says; None where the label does not say."""

    value: int | None
    colour: str | None
    cell: tuple[int, int] | None
    outline: tuple[Point, ...]
    in_view: bool = True
    unsettled: bool = False
    """Whether it leans or lies on another one: no reading of it may be sure."""


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
        """Whether a die in it does not lie flat: a sure reading of this picture is wrong."""
        return any(die.unsettled for die in self.dice)


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
    if kind in KIND_OF_LABEL:
        dice = tuple(_true_die(die) for die in (*row.get("dice", ()), *row.get("boxes", ())))
        extra = tuple(_true_die(die) for die in row.get("extra", ()))
        known = tuple(sorted(die.value for die in dice if die.value is not None and die.in_view))
        states = str(row.get("values", "")).split(">")
        stated = tuple(each for state in states for each in sorted(int(value) for value in state.split("-") if value))
        values = known if row.get("values") is None else stated
    tiles = true_tiles(row) if KIND_OF_LABEL.get(kind) is Kind.TILES else NO_TILES
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
