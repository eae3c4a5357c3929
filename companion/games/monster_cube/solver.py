"""Every way to make a code, the nicest first; and what Monster Cube answers on the command line.

For each free place the combinations through it are looked for once, whichever tile comes there; every move then keeps
those that do not need the tile that has left. So a whole layout with one move takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from companion.errors import BadInput
from companion.games.monster_cube.claims import (
    Claim,
    ClaimRules,
    Combination,
    CombinationType,
    Faces,
    Formula,
    FormulaKind,
    claim_rules,
    combinations,
    formulas,
    shapes_through,
    verify_claim,
)
from companion.games.monster_cube.moves import Move, destinations
from companion.games.monster_cube.options import MonsterCubeOptions
from companion.games.monster_cube.tiles import FACES, FaceAt, Layout, Tile
from companion.observations import Axial
from companion.questions import Asked, Question, QuestionAnswer, Verb

Solutions: TypeAlias = dict[int, list["Solution"]]

_Found: TypeAlias = "dict[int, list[tuple[int, int, Solution]]]"
"""How hard each solution is to see, and when it was found, so that equally hard ones keep the order of the table."""

_INDEX = {face: number for number, face in enumerate(FACES)}


class Solution(NamedTuple):
    """One way to make a code."""

    code: int
    formula: Formula
    shape: CombinationType
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
        hard = (each.shape is CombinationType.STRAIGHT) + (_MOVED if move else 0)
        for code, formula, hardness in ways:
            self._count += 1
            solution = Solution(code, formula, each.shape, each.faces, move)
            self._found[code].append((hard + hardness, self._count, solution))


def _ways(numbers: tuple[int, ...], kind: FormulaKind, codes: Collection[int]) -> Iterator[tuple[int, Formula, int]]:
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


MOST_WAYS = 5
"""So many ways of each code are printed for people; --json has all of them."""


def _score(notation: str, asked: Mapping[str, str], options: MonsterCubeOptions) -> QuestionAnswer:
    layout = Layout.parse(notation)
    verdict = verify_claim(layout, Claim.parse(asked["claim"]), claim_rules(options))
    faults = [str(fault.what) for fault in verdict.faults]
    formula = f"{verdict.formula.printed} = {verdict.claim.code}" if verdict.formula else None
    lines = (f"right: {formula}",) if verdict.right else ("wrong:", *(f"  {fault}" for fault in faults))
    kinds = [fault.kind.name.lower() for fault in verdict.faults]
    as_dict = {
        "game": "monster-cube",
        "claim": str(verdict.claim),
        "legal": verdict.right,
        "faults": [{"kind": kind, "what": what} for kind, what in zip(kinds, faults, strict=True)],
        "type": verdict.shape.value if verdict.shape else None,
        "formula": str(verdict.formula) if verdict.formula else None,
    }
    return QuestionAnswer(lines, as_dict, yes=verdict.right)


def _solve(notation: str, asked: Mapping[str, str], options: MonsterCubeOptions) -> QuestionAnswer:
    layout = Layout.parse(notation)
    codes = _codes(asked["codes"])
    moves = _moves(asked["moves"])
    found = solve(layout, codes, moves, claim_rules(options))
    none = [code for code, ways in found.items() if not ways]
    as_dict = {
        "game": "monster-cube",
        "layout": str(layout),
        "moves": moves,
        "solutions": {str(code): [_as_dict(way) for way in ways] for code, ways in found.items()},
        "none": none,
    }
    return QuestionAnswer(tuple(_lines(found)), as_dict, yes=len(none) < len(found))


def _codes(text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    bad = next((part for part in parts if not part.lstrip("-").isdigit() or len(part) > 4), None)
    if bad is not None:
        raise BadInput(f"{bad!r} is no code: codes are written as 12,30,41")
    if not parts:
        raise BadInput("name the codes of the monsters, as in --codes 12,30,41")
    return tuple(dict.fromkeys(int(part) for part in parts))


def _moves(text: str) -> int:
    if text not in ("0", "1"):
        raise BadInput(f"at most one tile is moved: --moves is 0 or 1, not {text!r}")
    return int(text)


def _lines(found: Mapping[int, list[Solution]]) -> Iterator[str]:
    for code, ways in found.items():
        if not ways:
            yield f"{code}: no combination makes it"
            continue
        yield f"{code}: {len(ways)} ways" if len(ways) > 1 else f"{code}: 1 way"
        yield from (f"  {way.claim}" for way in ways[:MOST_WAYS])
        if len(ways) > MOST_WAYS:
            yield f"  and {len(ways) - MOST_WAYS} more"


def _as_dict(way: Solution) -> dict[str, Any]:
    return {
        "claim": str(way.claim),
        "formula": str(way.formula),
        "type": way.shape.value,
        "faces": [str(face) for face in way.faces],
        "move": str(way.move) if way.move else None,
    }


QUESTIONS = (
    Question(
        Verb.SCORE,
        "LAYOUT",
        "Print whether a claim over LAYOUT is right, or everything that is wrong with it.\n\n"
        'companion score monster-cube "0,0=5/2/9 1,0=4/6/1 2,0=8/3/7" --claim "12 = 4*5-8 @ 0,0Y 1,0Y 2,0Y"',
        _score,
        (Asked("claim", "What the player shows: CODE = FORMULA @ FACES [move FROM>TO].", needed=True),),
    ),
    Question(
        Verb.SOLVE,
        "LAYOUT",
        "Print every way to make the codes, the nicest first, and which monsters cannot be beaten.\n\n"
        'companion solve monster-cube "0,0=5/2/9 1,0=4/6/1 2,0=8/3/7" --codes 12,30,41\n\n'
        "Exit code 1: none of the codes can be made.",
        _solve,
        (
            Asked("codes", "The codes of the monsters, as in 12,30,41.", needed=True),
            Asked("moves", "How many tiles may be moved, 0 or 1.", default="1"),
        ),
    ),
)
