"""Dice and squares of Cubo, and their one-line notation: `R6 B2`, `R1 R5 B1 / B4 W4 B4 / R1 R3 B1`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from companion.errors import BadInput
from companion.observations import Cell, Colour

LETTERS = {"R": Colour.RED, "B": Colour.BLUE, "W": Colour.WHITE}
_LETTER_OF = {colour: letter for letter, colour in LETTERS.items()}
FACES = range(1, 7)

CELLS: tuple[Cell, ...] = tuple((row, column) for row in range(3) for column in range(3))
MIDDLE: Cell = (1, 1)
AROUND: tuple[Cell, ...] = tuple(cell for cell in CELLS if cell != MIDDLE)

RowOfCells: TypeAlias = tuple[Cell, Cell, Cell]
ROWS: tuple[RowOfCells, ...] = (
    *(((row, 0), (row, 1), (row, 2)) for row in range(3)),
    *(((0, column), (1, column), (2, column)) for column in range(3)),
)
"""The six rows of a square: three across from the top, three down from the left."""


@dataclass(frozen=True, slots=True, repr=False, order=True)
class Die:
    """A die as it lies: its colour and its upper face."""

    colour: Colour
    value: int

    def __post_init__(self) -> None:
        if self.colour not in _LETTER_OF or self.value not in FACES:
            raise BadInput(f"no die of Cubo is {self.colour.value} with a {self.value}")

    def __str__(self) -> str:
        return f"{_LETTER_OF[self.colour]}{self.value}"

    def __repr__(self) -> str:
        return f"Die.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Die:
        """Return the die written as `R6`, `b2` or `W4`; raise BadInput with one clear line otherwise."""
        letter, face = text[:1].upper(), text[1:]
        if letter not in LETTERS:
            raise BadInput(f"{text!r} is no die: it begins with R (red), B (blue) or W (white), as in R5")
        if face not in {str(value) for value in FACES}:
            raise BadInput(f"{text!r} is no die: after its colour comes a value from 1 to 6, as in {letter}5")
        return cls(LETTERS[letter], int(face))


def parse_dice(text: str) -> tuple[Die, ...]:
    """Return the dice of a list such as `R6 B2 W4`; commas are welcome too."""
    return tuple(Die.parse(part) for part in text.replace(",", " ").split())


def parse_values(text: str) -> tuple[int, ...]:
    """Return the values of a list without colours, such as `6 6 6 2 4`."""
    parts = text.replace(",", " ").split()
    bad = next((part for part in parts if part not in {str(value) for value in FACES}), None)
    if bad is not None:
        raise BadInput(f"{bad!r} is no value of a die: it is a number from 1 to 6")
    return tuple(int(part) for part in parts)


def write_dice(dice: Iterable[Die]) -> str:
    """Return the one-line notation of `dice`."""
    return " ".join(str(die) for die in dice)


@dataclass(frozen=True, slots=True, repr=False)
class Square:
    """Nine dice, three by three, from the top left; whether they lie as they must is for `judging` to say."""

    dice: tuple[Die, ...]

    def __post_init__(self) -> None:
        if len(self.dice) != len(CELLS):
            raise BadInput(f"a square has nine dice, not {len(self.dice)}")

    def __getitem__(self, cell: Cell) -> Die:
        row, column = cell
        return self.dice[3 * row + column]

    def __str__(self) -> str:
        return " / ".join(write_dice(self.dice[at : at + 3]) for at in (0, 3, 6))

    def __repr__(self) -> str:
        return f"Square.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Square:
        """Return the square written as three rows of three dice; raise BadInput with one clear line otherwise."""
        rows = [parse_dice(row) for row in text.strip().strip("/").split("/")]
        if len(rows) != 3:
            raise BadInput(
                f"a square has three rows with / between them, as in R1 R5 B1 / B4 W4 B4 / R1 R3 B1: {text!r}"
            )
        for number, row in enumerate(rows, start=1):
            if len(row) != 3:
                raise BadInput(f"row {number} has {len(row)} dice, not three: {write_dice(row)!r}")
        return cls(tuple(die for row in rows for die in row))

    def replaced(self, cell: Cell, die: Die) -> Square:
        """Return the square with `die` lying in `cell`."""
        return Square(tuple(die if each == cell else self[each] for each in CELLS))

    def turned(self) -> Square:
        """Return the square turned by a quarter."""
        return Square(tuple(self[(2 - column, row)] for row, column in CELLS))

    def count(self, colour: Colour) -> int:
        """Return how many of the dice are `colour`."""
        return sum(die.colour == colour for die in self.dice)

    @property
    def notation_rows(self) -> tuple[tuple[str, ...], ...]:
        """The notation of the dice, row by row."""
        return tuple(tuple(str(die) for die in self.dice[at : at + 3]) for at in (0, 3, 6))
