"""What Cubo answers on the command line: the worth of a square, and the best square of nine dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.cubo.best import Best, best_square
from companion.games.cubo.judging import SquareFault, SquareFaultKind, faults, judge, place
from companion.games.cubo.options import CuboOptions
from companion.games.cubo.scoring import CountedSquare, Row, score
from companion.games.cubo.square import Square, parse_dice
from companion.games.cubo.views import lines
from companion.observations import Observation
from companion.questions import Asked, PictureScore, Question, QuestionAnswer, Verb
from companion.texts import plain

_DIRECTIONS = ("across, top", "across, middle", "across, bottom", "down, left", "down, middle", "down, right")


def worth(notation: str, _asked: Mapping[str, str], options: CuboOptions) -> QuestionAnswer:
    """Return what a square is worth, row by row; a no with every fault when it does not lie as it must."""
    square = Square.parse(notation)
    wrong = faults(square, options)
    if wrong:
        return QuestionAnswer(_fault_lines(square, wrong), _faulty_json(square, wrong), yes=False)
    sheet = score(square, options)
    as_dict = {"game": "cubo", "square": str(square), "legal": True, "faults": [], **sheet.to_json()}
    return QuestionAnswer(_sheet_lines(sheet), as_dict)


def best(notation: str, asked: Mapping[str, str], options: CuboOptions) -> QuestionAnswer:
    """Return the best square of nine dice, and which die of the centre to take."""
    found = best_square(parse_dice(notation), parse_dice(asked["centre"]), options)
    return QuestionAnswer((*_exchange_lines(found), *_sheet_lines(found.sheet)), _best_json(found))


def _fault_lines(square: Square, wrong: tuple[SquareFault, ...]) -> tuple[str, ...]:
    return (str(square), *(f"  {fault.what}" for fault in wrong), "total 0: the square does not lie as it must")


def _faulty_json(square: Square, wrong: tuple[SquareFault, ...]) -> dict[str, Any]:
    listed_faults = [
        {"kind": fault.kind.name.lower(), "what": str(fault.what), "cells": fault.cells} for fault in wrong
    ]
    return {"game": "cubo", "square": str(square), "legal": False, "faults": listed_faults, "total": 0, "rows": []}


def _sheet_lines(sheet: CountedSquare) -> tuple[str, ...]:
    rows = (_row_line(where, row) for where, row in zip(_DIRECTIONS, sheet.rows, strict=True))
    return (str(sheet.square), *rows, f"total {sheet.total}")


def _row_line(where: str, row: Row) -> str:
    return f"  {where:<15} {row.points:>3}  {row.why}"


def _exchange_lines(found: Best) -> tuple[str, ...]:
    if found.cell is None:
        return ()
    old = found.laid[found.cell]
    return (f"lay {found.laid}", f"take {found.taken} from the centre; it replaces {old}, {place(found.cell)}")


def _best_json(found: Best) -> dict[str, Any]:
    exchange = None
    if found.cell is not None:
        exchange = {"taken": str(found.taken), "cell": list(found.cell), "replaced": str(found.laid[found.cell])}
    final = str(found.sheet.square)
    return {"game": "cubo", "laid": str(found.laid), "square": final, "exchange": exchange, **found.sheet.to_json()}


QUESTIONS = (
    Question(
        Verb.SCORE,
        "SQUARE",
        "Print what SQUARE is worth, and why.\n\n"
        'A square is written in three rows: companion score cubo "R1 R5 B1 / B4 W4 B4 / R1 R3 B1".\n'
        "Exit code 1: it does not lie as it must, and counts nothing.",
        worth,
    ),
    Question(
        Verb.BEST,
        "DICE",
        "Print the best square that nine DICE allow.\n\n"
        'For example: companion best cubo "R6 B6 R1 B2 W4 R3 R4 B5 B5" --centre "R6 R2 B1 B5".',
        best,
        (Asked("centre", "The dice of the centre, one of which may be taken.", also=("center",)),),
    ),
)


def score_of_picture(seen: Observation) -> PictureScore:
    """Return the score of a square that counts as it lies, or every fault that keeps it from counting.

    Dice that nobody could read are the reader's problems already, and no fault of whoever laid them.
    """
    verdict = judge(seen)
    if verdict.square is None or not verdict.legal:
        return PictureScore(
            faults=tuple(fault.what for fault in verdict.faults if fault.kind is not SquareFaultKind.UNREAD)
        )
    sheet = score(verdict.square)
    explanation = (*(row.why for row in sheet.rows), plain(f"total {sheet.total}"))
    return PictureScore(explanation, lines(sheet), as_dict=sheet.to_json())
