"""What a square is worth, and why, row by row."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.games.cubo.options import CuboOptions, StraightOrder, WhiteDie
from companion.games.cubo.square import ROWS, Die, RowOfCells, Square
from companion.observations import Colour
from companion.texts import Message, Value, points_of, say

DEFAULT = CuboOptions()


class RowKind(StrEnum):
    """What three dice in a row make."""

    STRAIGHT = "straight"
    """Three consecutive values, rising or falling."""
    TRIPLE = "triple"
    """Three equal values."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Row:
    """One row with its points and the reason for them."""

    cells: RowOfCells
    dice: tuple[Die, Die, Die]
    kind: RowKind
    points: int
    doubled: bool
    colour: Colour | None
    """What the white die counted as in this row; None where it did not matter."""

    @property
    def tone(self) -> Colour | None:
        """The one colour of a doubled row."""
        plain = {die.colour for die in self.dice} - {Colour.WHITE}
        return plain.pop() if self.doubled and len(plain) == 1 else None

    @property
    def why(self) -> Message:
        """The reason for the points, in words."""
        values = "-".join(str(die.value) for die in self.dice)
        if self.kind is RowKind.NONE:
            return say("{values}: neither a straight nor a triple", values=values)
        if not self.doubled:
            return _plain(self.kind, values, self.points)
        return _doubled(self.kind, values, self)

    def to_json(self) -> dict[str, Any]:
        """Return the row in the shape of `companion read --json`."""
        return {
            "cells": [list(cell) for cell in self.cells],
            "kind": self.kind.value,
            "points": self.points,
            "doubled": self.doubled,
            "colour": self.colour.value if self.colour else None,
        }


def _plain(kind: RowKind, values: str, points: int) -> Message:
    if kind is RowKind.STRAIGHT:
        return say("straight {values}: its highest die counts, {points}", values=values, points=points_of(points))
    return say("triple {values}: one of its dice counts, {points}", values=values, points=points_of(points))


def _doubled(kind: RowKind, values: str, row: Row) -> Message:
    half = row.points // 2
    name = (
        say("straight {values}", values=values) if kind is RowKind.STRAIGHT else say("triple {values}", values=values)
    )
    named: dict[str, Value] = {"row": name, "half": points_of(half), "points": points_of(row.points)}
    match row.tone, row.colour:
        case Colour.RED, None:
            return say("{row}: {half}, doubled because all is red, {points}", **named)
        case Colour.BLUE, None:
            return say("{row}: {half}, doubled because all is blue, {points}", **named)
        case _, Colour.RED:
            return say("{row}: {half}, doubled because white counts as red, {points}", **named)
        case _, Colour.BLUE:
            return say("{row}: {half}, doubled because white counts as blue, {points}", **named)
    return say("{row}: {half}, doubled because white counts as both colours, {points}", **named)


@dataclass(frozen=True, slots=True)
class CountedSquare:
    """A square with its six rows, three across and three down, and their total."""

    square: Square
    rows: tuple[Row, ...]

    @property
    def total(self) -> int:
        """The points of all six rows."""
        return sum(row.points for row in self.rows)

    def to_json(self) -> dict[str, Any]:
        """Return total and rows in the shape of `companion read --json`."""
        return {"total": self.total, "rows": [row.to_json() for row in self.rows]}


def kind_of(values: tuple[int, int, int], options: CuboOptions = DEFAULT) -> RowKind:
    """Return what three values in a row make."""
    first, second, third = values
    if first == second == third:
        return RowKind.TRIPLE
    # "A straight may lie in rising or in falling order."
    if second - first == third - second and abs(second - first) == 1:
        return RowKind.STRAIGHT
    low, middle, high = sorted(values)
    if options.straights is StraightOrder.ANY_ORDER and (middle - low, high - middle) == (1, 1):
        return RowKind.STRAIGHT
    return RowKind.NONE


def is_doubled(dice: tuple[Die, Die, Die], options: CuboOptions = DEFAULT) -> bool:
    """Return whether all dice of a row are of one colour; white is red or blue, chosen for each row."""
    plain = {die.colour for die in dice} - {Colour.WHITE}
    has_white = any(die.colour is Colour.WHITE for die in dice)
    return len(plain) <= 1 or (has_white and options.white_die is WhiteDie.BOTH_COLOURS)


def score_row(cells: RowOfCells, dice: tuple[Die, Die, Die], options: CuboOptions = DEFAULT) -> Row:
    """Return what the row `dice` lying in `cells` is worth."""
    values = (dice[0].value, dice[1].value, dice[2].value)
    kind = kind_of(values, options)
    if kind is RowKind.NONE:
        return Row(cells, dice, kind, 0, doubled=False, colour=None)
    doubled = is_doubled(dice, options)
    # A straight is worth its highest die, a triple any of its dice: both are the maximum.
    points = max(values) * (2 if doubled else 1)
    return Row(cells, dice, kind, points, doubled, _white_as(dice) if doubled else None)


def _white_as(dice: tuple[Die, Die, Die]) -> Colour | None:
    colours = {die.colour for die in dice}
    plain = colours - {Colour.WHITE}
    return plain.pop() if Colour.WHITE in colours and len(plain) == 1 else None


def score(square: Square, options: CuboOptions = DEFAULT) -> CountedSquare:
    """Return what `square` is worth if it lies as it must (`judging.faults` says whether it does)."""
    rows = tuple(score_row(cells, (square[cells[0]], square[cells[1]], square[cells[2]]), options) for cells in ROWS)
    return CountedSquare(square, rows)
