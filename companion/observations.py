"""What a reader saw in a picture: the one vocabulary that the eyes and the referees share.

Coordinates are pixels of the photograph as stored (x right, y down). A confidence is between 0 and 1.
`sure` is a promise: a reader that sets it must not be wrong. The JSON shapes are fixed (`companion read --json`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from companion.texts import Message

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
Cell: TypeAlias = tuple[int, int]


class Colour(StrEnum):
    """The colour of a die's body."""

    RED = "red"
    BLUE = "blue"
    WHITE = "white"
    BLACK = "black"
    GREEN = "green"
    YELLOW = "yellow"
    OTHER = "other"


class Kind(StrEnum):
    """What a reader was asked to see."""

    DICE = "dice"
    """Loose dice, any number."""
    CUBO = "cubo"
    """A square of three by three dice."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die in a picture, or the place where a die lies that could not be read (`value` is None)."""

    value: int | None
    colour: Colour
    corners: Quad
    """The upper face, in pixels, clockwise in the picture."""
    confidence: float
    sure: bool
    cell: Cell | None = None
    """Row and column in the square, top left first, as the square lies in the picture."""
    alternatives: tuple[int, ...] = ()
    """Other values that it may show, the likeliest first."""

    @property
    def centre(self) -> Point:
        """The middle of the upper face, in pixels."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    def to_json(self) -> dict[str, Any]:
        """Return the die in the shape of `companion read --json`."""
        return {
            "value": self.value,
            "colour": self.colour.value,
            "cell": list(self.cell) if self.cell else None,
            "confidence": round(self.confidence, 3),
            "sure": self.sure,
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "alternatives": list(self.alternatives),
        }


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that a reader saw in one picture, and everything that keeps it from being sure."""

    kind: Kind
    dice: tuple[SeenDie, ...]
    problems: tuple[Message, ...] = ()
    """Why it is not sure, in words for the people at the table; empty when `sure`."""

    @property
    def sure(self) -> bool:
        """Whether all of it may be believed without asking."""
        return not self.problems and all(die.sure and die.value is not None for die in self.dice)

    @property
    def values(self) -> tuple[int | None, ...]:
        """The values of the dice, in the order of `dice`."""
        return tuple(die.value for die in self.dice)

    def to_json(self) -> dict[str, Any]:
        """Return the observation in the shape of `companion read --json`, without file and score."""
        return {
            "kind": self.kind.value,
            "sure": self.sure,
            "problems": [str(problem) for problem in self.problems],
            "dice": [die.to_json() for die in self.dice],
        }
