"""Claims: three faces, a formula and perhaps a move; judged with every fault, not only the first.

The notation of a claim is `12 = 4*5-8 @ 0,0Y 1,0Y 2,0Y [move 2,2>3,-1]`. The formula may be left out, as in
`12 @ 0,0Y 1,0Y 2,0Y`: then any formula that the rules allow may be meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.errors import BadInput
from companion.games.monster_cube.choices import Lines, Linked, Straights
from companion.games.monster_cube.combinations import Allowed, Shape, shape_of
from companion.games.monster_cube.faults import Fault, FaultKind
from companion.games.monster_cube.formulas import Formula, Kind, making
from companion.games.monster_cube.moving import Move, move_faults, moved
from companion.games.monster_cube.tiles import AROUND, FaceAt, Layout, write_place
from companion.observations import Axial
from companion.texts import Message, say

_CLAIM = re.compile(r"\s*(-?\d{1,3})\s*(?:=\s*([^@\[]+?)\s*)?@\s*([^\[]*?)\s*(?:\[\s*move\s+([^\]]+?)\s*\]\s*)?")

_FORMS = {
    Kind.TIMES: say("the formula must be a times b, then plus or minus c"),
    Kind.PLUS_MINUS: say("only plus and minus are allowed in the formula"),
    Kind.ONE_MINUS: say("only plus and minus are allowed in the formula, and one minus at least"),
}


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """What a claim must fulfil, by rule set and house rules."""

    allowed: Allowed = field(default_factory=Allowed)
    kind: Kind = Kind.TIMES
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
            tuple(FaceAt.parse(word) for word in faces.split()),
            Formula.parse(formula) if formula else None,
            Move.parse(move) if move else None,
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a claim: right when there is no fault."""

    claim: Claim
    faults: tuple[Fault, ...]
    shape: Shape | None = None
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
    shown = tuple(after.number(face) for face in claim.faces)
    wrong = [*_face_faults(after, claim)]
    shape = None if wrong else shape_of(claim.faces, rules.allowed)
    if not wrong and shape is None:
        wrong.append(why_no_combination(claim.faces, rules.allowed))
    faults += wrong
    numbers = tuple(number for number in shown if number is not None)
    if len(numbers) != 3 or len(claim.faces) != 3:
        return Verdict(claim, tuple(faults), shape, None, numbers)
    formula, bad = _judged_formula(claim, numbers, rules.kind)
    return Verdict(claim, (*faults, *bad), shape, formula, numbers)


def _move_faults(layout: Layout, claim: Claim, rules: ClaimRules) -> Iterator[Fault]:
    if claim.move is None:
        if rules.must_move:
            yield Fault(FaultKind.MUST_MOVE, say("one of the tiles must be moved first"))
        return
    yield from move_faults(layout, claim.move, rules.linked)
    if rules.must_use and all(face.place != claim.move.end for face in claim.faces):
        yield Fault(FaultKind.NOT_USED, say("the tile that was moved must be used"))


def _face_faults(layout: Layout, claim: Claim) -> Iterator[Fault]:
    if len(claim.faces) != 3:
        yield Fault(FaultKind.NOT_THREE, say("three faces are needed, not {count}", count=len(claim.faces)))
    if len(set(claim.faces)) < len(claim.faces):
        yield Fault(FaultKind.SAME_FACE, say("the same face was shown twice"))
    for place in sorted({face.place for face in claim.faces if face.place not in layout.at}):
        yield Fault(FaultKind.NO_TILE, say("there is no tile at {place}", place=write_place(place)))


def why_no_combination(faces: tuple[FaceAt, ...], allowed: Allowed) -> Fault:
    """Return why three different faces on tiles are none of the allowed combinations."""
    places = {face.place for face in faces}
    colours = len({face.face for face in faces})
    if len(places) == 1:
        return _fault(FaultKind.ONE_TILE, say("these three numbers are not on three different cubes"))
    known = shape_of(faces, Allowed())
    if known is not None:
        return _known_but_not_allowed(known, allowed)
    if colours == 1:
        return _fault(FaultKind.NOT_IN_LINE, say("these three cubes are not in one line"))
    if _chained(faces):
        return _fault(FaultKind.BENT, say("these three faces lie side by side, but they are not in one line"))
    return _fault(FaultKind.NOT_ADJACENT, say("these three faces do not belong together: they are no combination"))


def _known_but_not_allowed(shape: Shape, allowed: Allowed) -> Fault:
    """Return why this table does not allow a combination that the usual rules have."""
    if shape is Shape.LINE and allowed.lines is Lines.FACES_TOUCH:
        return _fault(FaultKind.NOT_TOUCHING, say("these three cubes are in one line, but the faces do not touch"))
    if shape is Shape.STRAIGHT and allowed.straights is Straights.THREE_TILES:
        return _fault(FaultKind.TWO_TILES, say("these three numbers are on two cubes, and three are needed"))
    if shape is Shape.STRAIGHT and not allowed.lines:
        return _fault(FaultKind.TWO_TILES, say("these three numbers are not on three different cubes"))
    return _fault(FaultKind.NOT_ALLOWED_HERE, say("this combination does not count in these rules"))


def _fault(kind: FaultKind, what: Message) -> Fault:
    return Fault(kind, what)


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


def _judged_formula(claim: Claim, numbers: tuple[int, ...], kind: Kind) -> tuple[Formula | None, list[Fault]]:
    """Return the formula that counts, and what is wrong with the one that was named."""
    found = making(claim.code, numbers, kind)
    if claim.formula is None:
        return (found[0], []) if found else (None, [_impossible(claim.code, numbers)])
    formula, faults = claim.formula, []
    if Counter(formula.numbers) != Counter(numbers):
        what = say("the faces show {numbers}, and not the numbers of the formula", numbers=_listed(numbers))
        faults.append(_fault(FaultKind.WRONG_NUMBERS, what))
    if not formula.is_a(kind):
        faults.append(_fault(FaultKind.WRONG_FORM, _FORMS[kind]))
    if formula.value != claim.code:
        what = say("{formula} is {value}, not {code}", formula=formula.printed, value=formula.value, code=claim.code)
        faults.append(_fault(FaultKind.WRONG_VALUE, what))
    return (None if faults else formula), faults


def _impossible(code: int, numbers: tuple[int, ...]) -> Fault:
    what = say("{numbers} cannot make {code}", numbers=_listed(numbers), code=code)
    return _fault(FaultKind.IMPOSSIBLE, what)


def _listed(numbers: tuple[int, ...]) -> Message:
    one, two, three = numbers
    return say("{one}, {two} and {three}", one=one, two=two, three=three)
