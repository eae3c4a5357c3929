"""What Monster Cube answers on the command line: whether a claim is right, and all the ways to make a code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.errors import BadInput
from companion.games.monster_cube.claims import Claim, claim_rules, verify_claim
from companion.games.monster_cube.options import MonsterCubeOptions
from companion.games.monster_cube.solver import Solution, solve
from companion.games.monster_cube.tiles import Layout
from companion.questions import Asked, Question, Told, Verb

FEWEST_SHOWN = 5
"""So many ways of each code are printed for people; --json has all of them."""


def _score(notation: str, asked: Mapping[str, str], options: MonsterCubeOptions) -> Told:
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
    return Told(lines, as_dict, yes=verdict.right)


def _solve(notation: str, asked: Mapping[str, str], options: MonsterCubeOptions) -> Told:
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
    return Told(tuple(_lines(found)), as_dict, yes=len(none) < len(found))


def _codes(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    bad = next((word for word in words if not word.lstrip("-").isdigit() or len(word) > 4), None)
    if bad is not None:
        raise BadInput(f"{bad!r} is no code: codes are written as 12,30,41")
    if not words:
        raise BadInput("name the codes of the monsters, as in --codes 12,30,41")
    return tuple(dict.fromkeys(int(word) for word in words))


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
        yield from (f"  {way.claim}" for way in ways[:FEWEST_SHOWN])
        if len(ways) > FEWEST_SHOWN:
            yield f"  and {len(ways) - FEWEST_SHOWN} more"


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
