"""Claims: three faces, a formula and perhaps a move, how they are shown tap by tap, and every fault of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

from companion.errors import BadInput
from companion.events import Call
from companion.games.monster_cube.moves import ClaimFault, ClaimFaultKind, Move, destinations, move_faults, moved
from companion.games.monster_cube.options import (
    Lines,
    Linked,
    MonsterCubeOptions,
    MovedTile,
    PlainSums,
    RuleSet,
    Straights,
    ThreeAdjacent,
)
from companion.games.monster_cube.tiles import AROUND, FACES, FaceAt, Layout, add, write_place
from companion.observations import Axial, TileFace
from companion.table import Seat
from companion.texts import Message, say

# Formulas: a x b + c and a x b - c in rules 1, 2 and 4 (MC-9), plus and minus only in rules 3 (MC-32).


Numbers: TypeAlias = tuple[int, int, int]

TIMES_SIGN, MINUS_SIGN = "\u00d7", "\u2212"
_SPELLINGS = str.maketrans({TIMES_SIGN: "*", "x": "*", "X": "*", "\u00b7": "*", MINUS_SIGN: "-", "\u2013": "-"})
_PRINTED = {"*": TIMES_SIGN, "+": "+", "-": MINUS_SIGN}
_FORMULA = re.compile(r"(\d{1,2})([*+-])(\d{1,2})([*+-])(\d{1,2})")


class FormulaKind(Enum):
    """Which formulas count."""

    TIMES = "a times b, plus or minus c"
    PLUS_MINUS = "plus and minus only"
    ONE_MINUS = "plus and minus only, with one minus at least"


_SIGNS = {
    FormulaKind.TIMES: ("*+", "*-"),
    FormulaKind.PLUS_MINUS: ("++", "+-", "--"),
    FormulaKind.ONE_MINUS: ("+-", "--"),
}
"""The two signs of the formulas of each kind, in the order in which we write them: the nicest first."""


class Formula(NamedTuple):
    """Three numbers and the two signs between them; times goes before plus and minus."""

    a: int
    b: int
    c: int
    signs: str

    @property
    def numbers(self) -> Numbers:
        """The three numbers, in the order in which they are written."""
        return self.a, self.b, self.c

    @property
    def value(self) -> int:
        """What it makes."""
        first, second = self.signs[0], self.signs[1]
        head = self.a * self.b if first == "*" else self.a + self.b if first == "+" else self.a - self.b
        return head + self.c if second == "+" else head - self.c

    def __str__(self) -> str:
        return f"{self.a}{self.signs[0]}{self.b}{self.signs[1]}{self.c}"

    @property
    def printed(self) -> str:
        """The formula as people write it, without what it makes."""
        first, second = _PRINTED[self.signs[0]], _PRINTED[self.signs[1]]
        return f"{self.a} {first} {self.b} {second} {self.c}"

    @classmethod
    def parse(cls, text: str) -> Formula:
        """Return the formula written as `4*5-8` or `8 + 2 x 2`; raise BadInput when it is none.

        The order of the numbers is free (MC-10), so `8+2*2` is `2*2+8` and `9-4+1` is `9+1-4`.
        """
        found = _FORMULA.fullmatch("".join(text.translate(_SPELLINGS).split()))
        if found is None:
            raise BadInput(f"{text!r} is no formula: it is written as 4*5-8 or 4+5-3")
        a, b, c = int(found[1]), int(found[3]), int(found[5])
        match found[2] + found[4]:
            case "+*":
                return cls(b, c, a, "*+")
            case "-+":
                return cls(a, c, b, "+-")
            case "-*" | "**":
                raise BadInput(f"{text!r} is no formula of this game: a times b, then plus or minus c")
            case signs:
                return cls(a, b, c, signs)

    def is_a(self, kind: FormulaKind) -> bool:
        """Whether it counts as `kind`."""
        return self.signs in _SIGNS[kind]


@cache
def _of_sorted(numbers: Numbers, kind: FormulaKind) -> Mapping[int, tuple[Formula, ...]]:
    found: dict[int, dict[Formula, None]] = {}
    for signs in _SIGNS[kind]:
        for a, b, c in sorted(set(permutations(numbers))):
            formula = Formula(*_tidy(a, b, c, signs), signs)
            found.setdefault(formula.value, {})[formula] = None
    return {value: tuple(formulas) for value, formulas in found.items()}


def _tidy(a: int, b: int, c: int, signs: str) -> Numbers:
    """Return the numbers in the order in which we write them: what may change places rises."""
    if signs == "++":
        one, two, three = sorted((a, b, c))
        return one, two, three
    if signs == "--":
        return a, min(b, c), max(b, c)
    return min(a, b), max(a, b), c


def formulas(numbers: Iterable[int], kind: FormulaKind) -> Mapping[int, tuple[Formula, ...]]:
    """Return every formula with `numbers`, in whatever order, by what it makes."""
    one, two, three = sorted(numbers)
    return _of_sorted((one, two, three), kind)


def making(code: int, numbers: Iterable[int], kind: FormulaKind) -> tuple[Formula, ...]:
    """Return the formulas with which `numbers` make `code`, the nicest first."""
    return formulas(numbers, kind).get(code, ())


# The allowed combinations of three faces (MC-8 to MC-13), as shapes that are looked for all over a layout.


Y, R, B = FACES
E, NE, NW, W, SW, SE = (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)
AXES: tuple[Axial, ...] = (E, SE, NE)

Faces: TypeAlias = tuple[FaceAt, FaceAt, FaceAt]


class CombinationType(Enum):
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

    shape: CombinationType
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
                yield Combination(CombinationType.STRAIGHT, faces)
        case Straights.THREE_TILES:
            yield from _straights_of_three_tiles()
        case Straights.OFF:
            pass
    if allowed.cubes:
        yield Combination(CombinationType.CUBE, (FaceAt((0, 0), Y), FaceAt(NW, B), FaceAt(NE, R)))


def _lines(rule: Lines) -> Iterator[Combination]:
    for axis in AXES:
        faces = (_TOUCHING[axis],) if rule is Lines.FACES_TOUCH else FACES
        for face in faces:
            yield Combination(CombinationType.LINE, _in_a_row(axis, (face, face, face)))


def _straights_of_three_tiles() -> Iterator[Combination]:
    for axis in AXES:
        for two, one in permutations(FACES, 2):
            for colours in ((two, two, one), (two, one, two), (one, two, two)):
                yield Combination(CombinationType.STRAIGHT, _in_a_row(axis, colours))


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


def shape_of(faces: Collection[FaceAt], allowed: Allowed) -> CombinationType | None:
    """Return which kind of combination three `faces` are, in whatever order they are named, or None."""
    wanted = frozenset(faces)
    for start in {face.place for face in faces}:
        for shape in shapes_through(allowed):
            if frozenset(placed(shape, start).faces) == wanted:
                return shape.shape
    return None


# Claims: three faces, a formula and perhaps a move; judged with every fault, not only the first.
#
# The notation of a claim is `12 = 4*5-8 @ 0,0Y 1,0Y 2,0Y [move 2,2>3,-1]`. The formula may be left out, as in
# `12 @ 0,0Y 1,0Y 2,0Y`: then any formula that the rules allow may be meant.


_CLAIM = re.compile(r"\s*(-?\d{1,3})\s*(?:=\s*([^@\[]+?)\s*)?@\s*([^\[]*?)\s*(?:\[\s*move\s+([^\]]+?)\s*\]\s*)?")

_FORMS = {
    FormulaKind.TIMES: say("the formula must be a times b, then plus or minus c"),
    FormulaKind.PLUS_MINUS: say("only plus and minus are allowed in the formula"),
    FormulaKind.ONE_MINUS: say("only plus and minus are allowed in the formula, and one minus at least"),
}


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """What a claim must fulfil, by rule set and house rules."""

    allowed: Allowed = field(default_factory=Allowed)
    kind: FormulaKind = FormulaKind.TIMES
    linked: Linked = Linked.NO_TILE_ALONE
    must_move: bool = False
    """Rules 3 and 4: "on your turn you MUST move one of your tiles"."""
    must_use: bool = True
    """The moved tile must supply a face."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player says: these three faces make this code."""

    code: int
    faces: tuple[FaceAt, ...]
    formula: Formula | None = None
    move: Move | None = None

    def __str__(self) -> str:
        formula = f" = {self.formula}" if self.formula else ""
        move = f" [move {self.move}]" if self.move else ""
        return f"{self.code}{formula} @ {' '.join(str(face) for face in self.faces)}{move}"

    @classmethod
    def parse(cls, text: str) -> Claim:
        """Return the claim written in one line; raise BadInput with one clear line otherwise."""
        found = _CLAIM.fullmatch(text)
        if found is None:
            raise BadInput(f"{text!r} is no claim: it is written as 12 = 4*5-8 @ 0,0Y 1,0Y 2,0Y [move 2,2>3,-1]")
        code, formula, faces, move = found.groups()
        return cls(
            int(code),
            tuple(FaceAt.parse(part) for part in faces.split()),
            Formula.parse(formula) if formula else None,
            Move.parse(move) if move else None,
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a claim: right when there is no fault."""

    claim: Claim
    faults: tuple[ClaimFault, ...]
    shape: CombinationType | None = None
    formula: Formula | None = None
    """The formula that makes the code, the player's or the nicest."""
    numbers: tuple[int, ...] = ()

    @property
    def right(self) -> bool:
        """Whether the monster is beaten."""
        return not self.faults


def verify_claim(layout: Layout, claim: Claim, rules: ClaimRules) -> Verdict:
    """Return the verdict on `claim` over `layout` as it lay before the claim, with every fault."""
    faults = [*_move_faults(layout, claim, rules)]
    after = moved(layout, claim.move)
    numbers_shown = tuple(after.number(face) for face in claim.faces)
    wrong = [*_face_faults(after, claim)]
    shape = None if wrong else shape_of(claim.faces, rules.allowed)
    if not wrong and shape is None:
        wrong.append(why_no_combination(claim.faces, rules.allowed))
    faults += wrong
    numbers = tuple(number for number in numbers_shown if number is not None)
    if len(numbers) != 3 or len(claim.faces) != 3:
        return Verdict(claim, tuple(faults), shape, None, numbers)
    formula, bad = _judged_formula(claim, numbers, rules.kind)
    return Verdict(claim, (*faults, *bad), shape, formula, numbers)


def _move_faults(layout: Layout, claim: Claim, rules: ClaimRules) -> Iterator[ClaimFault]:
    if claim.move is None:
        if rules.must_move:
            yield ClaimFault(ClaimFaultKind.MUST_MOVE, say("one of the tiles must be moved first"))
        return
    yield from move_faults(layout, claim.move, rules.linked)
    if rules.must_use and all(face.place != claim.move.end for face in claim.faces):
        yield ClaimFault(ClaimFaultKind.NOT_USED, say("the tile that was moved must be used"))


def _face_faults(layout: Layout, claim: Claim) -> Iterator[ClaimFault]:
    if len(claim.faces) != 3:
        yield ClaimFault(ClaimFaultKind.NOT_THREE, say("three faces are needed, not {count}", count=len(claim.faces)))
    if len(set(claim.faces)) < len(claim.faces):
        yield ClaimFault(ClaimFaultKind.SAME_FACE, say("the same face was shown twice"))
    for place in sorted({face.place for face in claim.faces if face.place not in layout.at}):
        yield ClaimFault(ClaimFaultKind.NO_TILE, say("there is no tile at {place}", place=write_place(place)))


def why_no_combination(faces: tuple[FaceAt, ...], allowed: Allowed) -> ClaimFault:
    """Return why three different faces on tiles are none of the allowed combinations."""
    places = {face.place for face in faces}
    colours = len({face.face for face in faces})
    if len(places) == 1:
        return _fault(ClaimFaultKind.ONE_TILE, say("these three numbers are not on three different cubes"))
    known = shape_of(faces, Allowed())
    if known is not None:
        return _known_but_not_allowed(known, allowed)
    if colours == 1:
        return _fault(ClaimFaultKind.NOT_IN_LINE, say("these three cubes are not in one line"))
    if _chained(faces):
        return _fault(ClaimFaultKind.BENT, say("these three faces lie side by side, but they are not in one line"))
    return _fault(ClaimFaultKind.NOT_ADJACENT, say("these three faces do not belong together: they are no combination"))


def _known_but_not_allowed(shape: CombinationType, allowed: Allowed) -> ClaimFault:
    """Return why this table does not allow a combination that the usual rules have."""
    if shape is CombinationType.LINE and allowed.lines is Lines.FACES_TOUCH:
        return _fault(ClaimFaultKind.NOT_TOUCHING, say("these three cubes are in one line, but the faces do not touch"))
    if shape is CombinationType.STRAIGHT and allowed.straights is Straights.THREE_TILES:
        return _fault(ClaimFaultKind.TWO_TILES, say("these three numbers are on two cubes, and three are needed"))
    if shape is CombinationType.STRAIGHT and not allowed.lines:
        return _fault(ClaimFaultKind.TWO_TILES, say("these three numbers are not on three different cubes"))
    return _fault(ClaimFaultKind.NOT_ALLOWED_HERE, say("this combination does not count in these rules"))


def _fault(kind: ClaimFaultKind, what: Message) -> ClaimFault:
    return ClaimFault(kind, what)


def _chained(faces: tuple[FaceAt, ...]) -> bool:
    """Whether the faces hang together edge to edge."""
    touching = sum(share_an_edge(one, other) for at, one in enumerate(faces) for other in faces[at + 1 :])
    return touching >= 2


_ACROSS: dict[tuple[str, Axial], str] = {
    ("yellow", AROUND[1]): "red",
    ("yellow", AROUND[2]): "blue",
    ("red", AROUND[3]): "blue",
    ("red", AROUND[4]): "yellow",
    ("blue", AROUND[0]): "red",
    ("blue", AROUND[5]): "yellow",
}
"""Which face lies across the outer edges of each face (RULES 1.2)."""


def share_an_edge(one: FaceAt, other: FaceAt) -> bool:
    """Whether two faces lie side by side."""
    if one.place == other.place:
        return one.face is not other.face
    step = other.place[0] - one.place[0], other.place[1] - one.place[1]
    return _ACROSS.get((one.face.value, step)) == other.face.value


def _judged_formula(
    claim: Claim, numbers: tuple[int, ...], kind: FormulaKind
) -> tuple[Formula | None, list[ClaimFault]]:
    """Return the formula that counts, and what is wrong with the one that was named."""
    found = making(claim.code, numbers, kind)
    if claim.formula is None:
        return (found[0], []) if found else (None, [_impossible(claim.code, numbers)])
    formula, faults = claim.formula, []
    if Counter(formula.numbers) != Counter(numbers):
        what = say("the faces show {numbers}, and not the numbers of the formula", numbers=_listed(numbers))
        faults.append(_fault(ClaimFaultKind.WRONG_NUMBERS, what))
    if not formula.is_a(kind):
        faults.append(_fault(ClaimFaultKind.WRONG_FORM, _FORMS[kind]))
    if formula.value != claim.code:
        what = say("{formula} is {value}, not {code}", formula=formula.printed, value=formula.value, code=claim.code)
        faults.append(_fault(ClaimFaultKind.WRONG_VALUE, what))
    return (None if faults else formula), faults


def _impossible(code: int, numbers: tuple[int, ...]) -> ClaimFault:
    what = say("{numbers} cannot make {code}", numbers=_listed(numbers), code=code)
    return _fault(ClaimFaultKind.IMPOSSIBLE, what)


def _listed(numbers: tuple[int, ...]) -> Message:
    one, two, three = numbers
    return say("{one}, {two} and {three}", one=one, two=two, three=three)


# What a claim must fulfil in each rule set, by the house rules of the table.


IN_TURN = (RuleSet.DICE, RuleSet.NUMBERS)


def claim_rules(options: MonsterCubeOptions) -> ClaimRules:
    """Return what a claim must fulfil."""
    usual = Allowed(options.lines, options.straights)
    if options.rules not in IN_TURN:
        return ClaimRules(usual, FormulaKind.TIMES, options.linked)
    # "Three adjacent numbers of three DIFFERENT tiles" (MC-31): side by side only a cube of three tiles has them.
    allowed = {
        ThreeAdjacent.CUBES: Allowed(None, Straights.OFF),
        ThreeAdjacent.THREE_TILES: Allowed(options.lines, Straights.OFF),
        ThreeAdjacent.ALL: usual,
    }[options.three_adjacent]
    must_use = options.moved_tile is MovedTile.USED
    return ClaimRules(allowed, _kind(options), options.linked, must_move=True, must_use=must_use)


def _kind(options: MonsterCubeOptions) -> FormulaKind:
    if options.rules is not RuleSet.DICE:
        return FormulaKind.TIMES
    return FormulaKind.PLUS_MINUS if options.plain_sums is PlainSums.ALLOWED else FormulaKind.ONE_MINUS


# Showing a combination: the card, the moved tile and the three faces, tapped one after the other.
#
#     FACES --a tile was moved--> TILE --its face tapped--> PLACE --free place tapped--> FACES
#
# The seconds run until three faces are tapped and a card is named, or until the player presses the button again: what
# is tapped after that only writes down what was shown in time.


class Picking(Enum):
    """What the next tap on the tiles means."""

    FACES = "a face of the combination"
    TILE = "the tile that was moved"
    PLACE = "where it lies now"


@dataclass(frozen=True, slots=True)
class PartialClaim:
    """What one player shows, as far as it is known."""

    seat: Seat
    layout: Layout
    """As the tiles lay before."""
    linked: Linked
    card: int | None = None
    move: Move | None = None
    faces: tuple[FaceAt, ...] = ()
    picking: Picking = Picking.FACES
    start: Axial | None = None
    """The tile that was tapped to be moved."""
    began: int = 0
    deadline: int | None = None
    stopped: bool = False
    """It was shown in time: the clock no longer runs."""
    calls: tuple[Call, ...] = ()
    """Everybody who pressed, in the order in which they count."""
    picture: str = ""
    """The photo finish."""

    @property
    def now(self) -> Layout:
        """The tiles as they lie now."""
        return moved(self.layout, self.move)

    @property
    def is_complete(self) -> bool:
        """Whether it can be judged."""
        return self.card is not None and len(self.faces) == 3

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been shown yet."""
        return not self.faces and self.move is None and self.start is None and not self.stopped

    def claim(self, code: int) -> Claim:
        """Return the claim that these faces make `code`."""
        return Claim(code, self.faces, None, self.move)

    def with_card(self, code: int) -> PartialClaim:
        """Return it with the card `code` chosen."""
        return replace(self, card=code)._settled()

    def tapped(self, face: FaceAt) -> PartialClaim | Message:
        """Return it after a tap on a face of a tile, or why that cannot be."""
        if face.place not in self.now.at:
            return say("there is no tile in that place")
        if self.picking is not Picking.FACES:
            return replace(self, start=face.place, picking=Picking.PLACE)
        if face in self.faces:
            return replace(self, faces=tuple(each for each in self.faces if each != face))
        if len(self.faces) == 3:
            return say("three faces are chosen already: tap one of them to take it back")
        return replace(self, faces=(*self.faces, face))._settled()

    def moving(self, *, wanted: bool) -> PartialClaim | Message:
        """Return it waiting for the tile that was moved, or with no tile moved."""
        if wanted and self.move is not None:
            return say("one tile was moved already: put it back first")
        if not wanted:
            return self.with_move(None)
        return replace(self, picking=Picking.TILE, start=None)

    def placed(self, place: Axial) -> PartialClaim | Message:
        """Return it with the tapped tile lying at `place`, or why that cannot be."""
        if self.start is None or self.picking is not Picking.PLACE:
            return say("tap the tile first, then its new place")
        if place not in destinations(self.layout, self.start, self.linked):
            return say("the tile cannot go there: every tile must touch another")
        return self.with_move(Move(self.start, place))

    def with_move(self, move: Move | None) -> PartialClaim:
        """Return it with `move` made, by tap or as the camera saw it; faces that lie elsewhere now are forgotten."""
        faces = self.faces if move == self.move else ()
        return replace(self, move=move, faces=faces, picking=Picking.FACES, start=None)

    def _settled(self) -> PartialClaim:
        return replace(self, stopped=True) if self.is_complete else self
