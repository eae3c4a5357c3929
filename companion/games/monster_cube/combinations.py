"""The allowed combinations of three faces (S0 L132-175), as shapes that are looked for all over a layout."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import permutations
from typing import TypeAlias

from companion.games.monster_cube.choices import Lines, Straights
from companion.games.monster_cube.tiles import FACES, FaceAt, add
from companion.observations import Axial, TileFace

Y, R, B = FACES
E, NE, NW, W, SW, SE = (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)
AXES: tuple[Axial, ...] = (E, SE, NE)

Faces: TypeAlias = tuple[FaceAt, FaceAt, FaceAt]


class Shape(Enum):
    """The three kinds of combination, in the order of the rulebook."""

    LINE = 1
    """Three tiles in a line, the same colour of each."""
    STRAIGHT = 2
    """Three faces side by side in a straight line: two of one colour and one of another."""
    CUBE = 3
    """Yellow, red and blue of three tiles round one point: together they look like a cube."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """Which combinations count, by rule set and house rules."""

    lines: Lines | None = Lines.TILES
    straights: Straights = Straights.ADJACENT
    cubes: bool = True


@dataclass(frozen=True, slots=True)
class Combination:
    """Three faces that may be used together."""

    shape: Shape
    faces: Faces


_TOUCHING = {E: Y, SE: R, NE: B}
"""The faces that touch tip to tip along each axis."""

_THROUGH = {NE: (R, Y), NW: (B, Y), W: (B, R), SW: (Y, R), E: (R, B), SE: (Y, B)}
"""For each neighbour: the straight line into it runs over these two faces of a tile, then over the first colour there.

It enters the middle face from its own tile and leaves by the opposite edge, so the two ends have the same colour.
"""


@cache
def shapes(allowed: Allowed) -> tuple[Combination, ...]:
    """Return every allowed combination once, as it lies when its first tile is at 0,0."""
    return tuple(_shapes(allowed))


def _shapes(allowed: Allowed) -> Iterator[Combination]:
    if allowed.lines is not None:
        yield from _lines(allowed.lines)
    match allowed.straights:
        case Straights.ADJACENT:
            for step, (end, middle) in _THROUGH.items():
                faces = FaceAt((0, 0), end), FaceAt((0, 0), middle), FaceAt(step, end)
                yield Combination(Shape.STRAIGHT, faces)
        case Straights.THREE_TILES:
            yield from _straights_of_three_tiles()
        case Straights.OFF:
            pass
    if allowed.cubes:
        yield Combination(Shape.CUBE, (FaceAt((0, 0), Y), FaceAt(NW, B), FaceAt(NE, R)))


def _lines(rule: Lines) -> Iterator[Combination]:
    for axis in AXES:
        faces = (_TOUCHING[axis],) if rule is Lines.FACES_TOUCH else FACES
        for face in faces:
            yield Combination(Shape.LINE, _in_a_row(axis, (face, face, face)))


def _straights_of_three_tiles() -> Iterator[Combination]:
    for axis in AXES:
        for two, one in permutations(FACES, 2):
            for colours in ((two, two, one), (two, one, two), (one, two, two)):
                yield Combination(Shape.STRAIGHT, _in_a_row(axis, colours))


def _in_a_row(axis: Axial, colours: tuple[TileFace, TileFace, TileFace]) -> Faces:
    one, two, three = colours
    return FaceAt((0, 0), one), FaceAt(axis, two), FaceAt(add(axis, axis), three)


@cache
def shapes_through(allowed: Allowed) -> tuple[Combination, ...]:
    """Return every allowed combination that uses the tile at 0,0, once."""
    found: dict[frozenset[FaceAt], Combination] = {}
    for shape in shapes(allowed):
        for place in {face.place for face in shape.faces}:
            moved = placed(shape, (-place[0], -place[1]))
            found[frozenset(moved.faces)] = moved
    return tuple(found.values())


def placed(shape: Combination, at: Axial) -> Combination:
    """Return `shape` as it lies when its first tile is at `at`."""
    one, two, three = (FaceAt(add(face.place, at), face.face) for face in shape.faces)
    return Combination(shape.shape, (one, two, three))


def combinations(places: Collection[Axial], allowed: Allowed) -> Iterator[Combination]:
    """Yield every allowed combination of tiles that lie on `places`, once."""
    for place in sorted(places, key=lambda each: (each[1], each[0])):
        for shape in shapes(allowed):
            if all(add(face.place, place) in places for face in shape.faces):
                yield placed(shape, place)


def shape_of(faces: Collection[FaceAt], allowed: Allowed) -> Shape | None:
    """Return which kind of combination three `faces` are, in whatever order they are named, or None."""
    wanted = frozenset(faces)
    for start in {face.place for face in faces}:
        for shape in shapes_through(allowed):
            if frozenset(placed(shape, start).faces) == wanted:
                return shape.shape
    return None
