"""Every way to make a code, the nicest first.

For each free place the combinations through it are looked for once, whichever tile comes there; every move then keeps
those that do not need the tile that has left. So a whole layout with one move takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from companion.games.monster_cube.claims import (
    Claim,
    ClaimRules,
    Combination,
    Faces,
    Formula,
    Kind,
    Shape,
    combinations,
    formulas,
    shapes_through,
)
from companion.games.monster_cube.moves import Move, destinations
from companion.games.monster_cube.tiles import FACES, FaceAt, Layout, Tile
from companion.observations import Axial

Solutions: TypeAlias = dict[int, list["Solution"]]

_Found: TypeAlias = "dict[int, list[tuple[int, int, Solution]]]"
"""How hard each solution is to see, and when it was found, so that equally hard ones keep the order of the table."""

_INDEX = {face: number for number, face in enumerate(FACES)}


class Solution(NamedTuple):
    """One way to make a code."""

    code: int
    formula: Formula
    shape: Shape
    faces: Faces
    move: Move | None

    @property
    def claim(self) -> Claim:
        """The claim that a player would make."""
        return Claim(self.code, self.faces, self.formula, self.move)


def solve(layout: Layout, codes: Collection[int], moves: int, rules: ClaimRules) -> Solutions:
    """Return every solution for each of `codes`, the nicest first, with at most `moves` (0 or 1) moved tiles."""
    found: _Found = {code: [] for code in codes}
    search = _Search(layout, rules, found)
    if not rules.must_move:
        search.staying()
    if moves:
        search.moving()
    return {code: [solution for _, _, solution in sorted(solutions)] for code, solutions in found.items()}


def _hardness(formula: Formula) -> int:
    """Return how hard a formula is to see: plus before minus, then small factors."""
    largest = max(formula.a, formula.b) if formula.signs[0] == "*" else 0
    return 100 * (formula.signs[1] == "-") + 2 * largest


_MOVED = 1000
"""A solution without a move is nicer than any with one."""


class _Search:
    """One look over a layout."""

    def __init__(self, layout: Layout, rules: ClaimRules, found: _Found) -> None:
        self._layout, self._rules, self._found = layout, rules, found
        self._ways: dict[tuple[int, ...], list[tuple[int, Formula, int]]] = {}
        self._count = 0

    def staying(self) -> None:
        """Note every solution without a move."""
        at = self._layout.at
        for each in combinations(self._layout.places, self._rules.allowed):
            self._note(each, at, None)

    def moving(self) -> None:
        """Note every solution with one move."""
        through: dict[Axial, list[Combination]] = {}
        for start, tile in self._layout.lying:
            rest = {place: other for place, other in self._layout.lying if place != start}
            for end in destinations(self._layout, start, self._rules.linked):
                if end not in through:
                    through[end] = list(_through(end, self._layout.at, self._rules))
                self._moved(Move(start, end), tile, rest, through[end])

    def _moved(self, move: Move, tile: Tile, rest: Mapping[Axial, Tile], through: list[Combination]) -> None:
        at = {**rest, move.end: tile}
        if not self._rules.must_use:
            for each in combinations(at.keys(), self._rules.allowed):
                self._note(each, at, move)
            return
        start = move.start
        for each in through:
            one, two, three = each.faces
            if start not in (one.place, two.place, three.place):
                self._note(each, at, move)

    def _note(self, each: Combination, at: Mapping[Axial, Tile], move: Move | None) -> None:
        one, two, three = each.faces
        numbers = (
            at[one.place][_INDEX[one.face]],
            at[two.place][_INDEX[two.face]],
            at[three.place][_INDEX[three.face]],
        )
        ways = self._ways.get(numbers)
        if ways is None:
            ways = self._ways[numbers] = list(_ways(numbers, self._rules.kind, self._found))
        hard = (each.shape is Shape.STRAIGHT) + (_MOVED if move else 0)
        for code, formula, hardness in ways:
            self._count += 1
            solution = Solution(code, formula, each.shape, each.faces, move)
            self._found[code].append((hard + hardness, self._count, solution))


def _ways(numbers: tuple[int, ...], kind: Kind, codes: Collection[int]) -> Iterator[tuple[int, Formula, int]]:
    """Yield the codes among `codes` that `numbers` make, with the nicest formula of each and how hard it is to see."""
    for value, made in formulas(numbers, kind).items():
        if value in codes:
            yield value, made[0], _hardness(made[0])


def _through(end: Axial, at: Mapping[Axial, Tile], rules: ClaimRules) -> Iterator[Combination]:
    """Yield the combinations through the free place `end`, as if a tile lay there."""
    q, r = end
    for shape in shapes_through(rules.allowed):
        if all((dq == 0 == dr) or (q + dq, r + dr) in at for (dq, dr), _ in shape.faces):
            one, two, three = (FaceAt((q + dq, r + dr), face) for (dq, dr), face in shape.faces)
            yield Combination(shape.shape, (one, two, three))
