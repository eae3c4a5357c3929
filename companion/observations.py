"""What a reader saw in a picture: the one vocabulary that the eyes and the referees share.

Coordinates are pixels of the photograph as stored (x right, y down). A confidence is between 0 and 1.
`sure` is a promise: a reader that sets it must not be wrong. The JSON shapes are fixed (`companion read --json`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from companion.texts import Message

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
Hexagon: TypeAlias = tuple[Point, Point, Point, Point, Point, Point]
Cell: TypeAlias = tuple[int, int]
Axial: TypeAlias = tuple[int, int]
"""The place of a tile, (q, r): E(+1,0) NE(+1,-1) NW(0,-1) W(-1,0) SW(-1,+1) SE(0,+1), the yellow face on top."""


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
    TILES = "tiles"
    """The nine hexagonal tiles of Monster Cube."""
    CARDS = "cards"
    """Cards of a deck, any number."""


class Side(StrEnum):
    """Which side of the tiles lies up."""

    NUMBERS = "numbers"
    """A number from 1 to 9 on each face."""
    PIPS = "pips"
    """The pips of a die on each face."""


class CardFace(StrEnum):
    """Which side of a card lies up."""

    FRONT = "front"
    BACK = "back"


class TileFace(StrEnum):
    """One of the three faces of the cube that a tile shows."""

    YELLOW = "yellow"
    """The upper one."""
    RED = "red"
    """The left one."""
    BLUE = "blue"
    """The right one."""


def middle_of(corners: Sequence[Point]) -> Point:
    """Return the mean of some points."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


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
        return middle_of(self.corners)

    def corrected(self, value: int, colour: Colour | None = None, cell: Cell | None = None) -> SeenDie:
        """Return the die as somebody said that it is; what he did not say stays as it was read."""
        colour, cell = colour or self.colour, cell or self.cell
        return replace(self, value=value, colour=colour, cell=cell, confidence=1.0, sure=True)

    @property
    def mark(self) -> str:
        """What the page writes on the die: its value, with a question mark where nobody is sure of it."""
        return f"{self.value or ''}{'' if self.sure and self.value else '?'}"

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
class SeenFace:
    """One face of a tile in a picture; `value` is None where nobody could read it."""

    value: int | None
    confidence: float
    sure: bool
    alternatives: tuple[int, ...] = ()
    """Other values that it may show, the likeliest first."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One hexagonal tile in a picture."""

    place: Axial | None
    """Where it lies among the others, up to a shift that all share; None where it fits no place."""
    yellow: SeenFace
    red: SeenFace
    blue: SeenFace
    corners: Hexagon
    """In pixels, clockwise, from the tip between the two outer edges of the yellow face."""

    @property
    def faces(self) -> dict[TileFace, SeenFace]:
        """The three faces by their colour."""
        return {TileFace.YELLOW: self.yellow, TileFace.RED: self.red, TileFace.BLUE: self.blue}

    @property
    def values(self) -> tuple[int | None, int | None, int | None]:
        """Yellow, red, blue."""
        return self.yellow.value, self.red.value, self.blue.value

    @property
    def confidence(self) -> float:
        """That of the face that is hardest to read."""
        return min(face.confidence for face in self.faces.values())

    @property
    def sure(self) -> bool:
        """Whether its place and all three faces may be believed without asking."""
        return self.place is not None and all(face.sure and face.value is not None for face in self.faces.values())

    @property
    def centre(self) -> Point:
        """The point where the three faces meet, in pixels."""
        return middle_of(self.corners)

    def corrected(self, face: TileFace, value: int) -> SeenTile:
        """Return the tile with `face` as somebody said that it is."""
        seen = SeenFace(value, 1.0, sure=True)
        return replace(
            self,
            yellow=seen if face is TileFace.YELLOW else self.yellow,
            red=seen if face is TileFace.RED else self.red,
            blue=seen if face is TileFace.BLUE else self.blue,
        )

    def outline(self, face: TileFace) -> Quad:
        """Return the rhombus of `face`, in pixels, clockwise, from its corner at the middle of the tile."""
        first = {TileFace.YELLOW: 5, TileFace.BLUE: 1, TileFace.RED: 3}[face]
        one, two, three = (self.corners[(first + step) % 6] for step in range(3))
        return self.centre, one, two, three

    def to_json(self) -> dict[str, Any]:
        """Return the tile in the shape of `companion read --json`."""
        q, r = self.place or (None, None)
        return {
            "q": q,
            "r": r,
            **{face.value: seen.value for face, seen in self.faces.items()},
            "confidence": round(self.confidence, 3),
            "sure": self.sure,
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "alternatives": {face.value: list(seen.alternatives) for face, seen in self.faces.items()},
        }


@dataclass(frozen=True, slots=True)
class CardCandidate:
    """A card that a seen one may be."""

    id: str
    confidence: float


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card in a picture; `id` is None where it is not of the deck or nobody can tell."""

    id: str | None
    face: CardFace | None
    """Which side lies up; None where nobody can tell."""
    confidence: float
    sure: bool
    corners: Quad
    """In pixels, clockwise, from the card's own top left corner."""
    candidates: tuple[CardCandidate, ...] = ()
    """Other cards that it may be, the likeliest first."""
    covered: bool = False
    """Whether something lies over a part of it."""

    @property
    def centre(self) -> Point:
        """The middle of the card, in pixels."""
        return middle_of(self.corners)

    def to_json(self) -> dict[str, Any]:
        """Return the card in the shape of `companion read --json`."""
        return {
            "id": self.id,
            "face": self.face.value if self.face else None,
            "confidence": round(self.confidence, 3),
            "sure": self.sure,
            "candidates": [{"id": each.id, "confidence": round(each.confidence, 3)} for each in self.candidates],
            "covered": self.covered,
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
        }


Part: TypeAlias = SeenDie | SeenTile
"""One thing that lies in a zone: a die, a tile."""


class ProblemKind(StrEnum):
    """What keeps a reading from being sure."""

    NOTHING = "nothing"
    """Nothing of the wanted kind was seen."""
    COUNT = "count"
    """There are more or fewer parts than belong there, or nobody can be sure that all were seen."""
    CUT = "cut"
    """A part is partly out of the picture."""
    UNSETTLED = "unsettled"
    """A part leans, lies on another one, or lies between two places."""
    OVERLAP = "overlap"
    """Two parts lie one over the other: what one of them shows does not answer it."""
    UNREADABLE = "unreadable"
    """A part, or the place where one should lie, cannot be read."""
    STRAY = "stray"
    """There may be a part at `place` that was not made out."""
    NOT_A_TOP = "not a top"
    """What was seen at `place` may be the side of a die."""
    COVERED = "covered"
    """A hand may cover something at `place`."""
    OTHER_SIDE = "other side"
    """Parts lie with the wrong side up, or nobody can tell which side is up."""
    FOREIGN = "foreign"
    """A card is none of the deck."""
    CAMERA = "camera"
    """The camera cannot be trusted for now: it was moved, it is dark, it looks from the side."""
    REMARK = "remark"
    """Anything else."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a reading is not sure: what kind it is, which part or place it is about, and the sentence."""

    kind: ProblemKind
    sentence: Message
    part: int | None = None
    """The number of the part that it is about, from 0."""
    place: Point | None = None
    """Where it is, in pixels of the photograph."""

    @classmethod
    def of(cls, kind: ProblemKind, sentence: Message) -> Problem:
        """Return the problem that `sentence` tells.

        Its part is the value `die`, `tile` or `card` of the sentence, from 1; its place the values `x` and `y`.
        """
        values = sentence.values
        number = values.get("die", values.get("tile", values.get("card")))
        x, y = values.get("x"), values.get("y")
        part = number - 1 if isinstance(number, int) else None
        place = (float(x), float(y)) if isinstance(x, int | float) and isinstance(y, int | float) else None
        return cls(kind, sentence, part, place)

    def __str__(self) -> str:
        return str(self.sentence)

    def about(self, part: int) -> Problem:
        """Return the same problem of the part that now has the number `part`, from 0; its sentence names it so."""
        named = {
            key: part + 1 if key in ("die", "tile", "card") else value for key, value in self.sentence.values.items()
        }
        return replace(self, part=part, sentence=replace(self.sentence, values=named))

    @staticmethod
    def upgraded(values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the plain values of a problem as they are written now; old journals hold its sentence alone."""
        if "template" not in values:
            return values
        old_values: Mapping[str, Any] = values.get("values") or {}
        number, place = old_values.get("die", old_values.get("tile")), (old_values.get("x"), old_values.get("y"))
        return {
            "kind": ProblemKind.OVERLAP if "other" in old_values else ProblemKind.REMARK,
            "sentence": values,
            "part": number - 1 if isinstance(number, int) else None,
            "place": None if None in place else place,
        }


def renumbered(problems: Iterable[Problem], kept: Sequence[int]) -> tuple[Problem, ...]:
    """Return the problems of the parts that are left, which had the numbers `kept` before, and those of no part."""
    return tuple(
        problem if problem.part is None else problem.about(kept.index(problem.part))
        for problem in problems
        if problem.part is None or problem.part in kept
    )


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that a reader saw in one picture, and everything that keeps it from being sure."""

    kind: Kind
    dice: tuple[SeenDie, ...]
    problems: tuple[Problem, ...] = ()
    """Why it is not sure; empty when `sure`."""
    tiles: tuple[SeenTile, ...] = ()
    """What a reader of tiles saw instead of dice."""
    side: Side | None = None
    """Which side of the tiles lies up, where there are any."""
    cards: tuple[SeenCard, ...] = ()
    """What a reader of cards saw instead of dice."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """Everything that was seen, whatever it is."""
        return self.tiles if self.kind is Kind.TILES else self.dice

    @property
    def sure(self) -> bool:
        """Whether all of it may be believed without asking."""
        dice_sure = all(die.sure and die.value is not None for die in self.dice)
        tiles_sure = all(tile.sure for tile in self.tiles)
        return not self.problems and dice_sure and tiles_sure and all(card.sure for card in self.cards)

    @property
    def values(self) -> tuple[int | None, ...]:
        """The values of the dice, in the order of `dice`."""
        return tuple(die.value for die in self.dice)

    def to_json(self) -> dict[str, Any]:
        """Return the observation in the shape of `companion read --json`, without file and score."""
        seen: dict[str, Any] = {
            "kind": self.kind.value,
            "sure": self.sure,
            "problems": [str(problem) for problem in self.problems],
        }
        if self.kind is Kind.TILES:
            side = self.side.value if self.side else None
            return {**seen, "side": side, "tiles": [tile.to_json() for tile in self.tiles]}
        if self.kind is Kind.CARDS:
            return {**seen, "cards": [card.to_json() for card in self.cards]}
        return {**seen, "dice": [die.to_json() for die in self.dice]}
