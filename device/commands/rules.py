"""`companion score` and `companion best`: the rules and the solver on one-line notation, without any hardware."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import click

from companion.errors import BadConfig
from companion.games.cubo.best import Best, best_square
from companion.games.cubo.judging import Fault, faults, place
from companion.games.cubo.options import CuboOptions
from companion.games.cubo.scoring import Row, Sheet
from companion.games.cubo.scoring import score as score_square
from companion.games.cubo.square import Square, parse_dice
from companion.games.registry import game_named
from companion.options import read_options

_DIRECTIONS = ("across, top", "across, middle", "across, bottom", "down, left", "down, middle", "down, right")

_rule = click.option(
    "--rule", "rules", multiple=True, metavar="NAME=VALUE", help="A house rule, as in --rule straights=any_order."
)
_json = click.option("--json", "as_json", is_flag=True, help="One JSON object instead of sentences.")


@click.command()
@click.argument("game")
@click.argument("notation")
@_rule
@_json
@click.pass_context
def score(ctx: click.Context, game: str, notation: str, rules: tuple[str, ...], *, as_json: bool) -> None:
    """Print what NOTATION is worth in GAME, and why.

    A square of Cubo is written in three rows: companion score cubo "R1 R5 B1 / B4 W4 B4 / R1 R3 B1".
    Exit code 1: it does not lie as it must, and counts nothing.
    """
    judge = _SCORERS[game_named(game).name]
    legal, lines, as_dict = judge(notation, rules)
    click.echo(json.dumps(as_dict, ensure_ascii=False) if as_json else "\n".join(lines))
    if not legal:
        ctx.exit(1)


@click.command()
@click.argument("game")
@click.argument("dice")
@click.option("--centre", "--center", "centre", default="", help="The dice of the centre, one of which may be taken.")
@_rule
@_json
def best(game: str, dice: str, centre: str, rules: tuple[str, ...], *, as_json: bool) -> None:
    """Print the best that DICE allow in GAME.

    Nine dice of Cubo: companion best cubo "R6 B6 R1 B2 W4 R3 R4 B5 B5" --centre "R6 R2 B1 B5".
    """
    solve = _SOLVERS[game_named(game).name]
    lines, as_dict = solve(dice, centre, rules)
    click.echo(json.dumps(as_dict, ensure_ascii=False) if as_json else "\n".join(lines))


def house_rules_of(rules: Iterable[str]) -> dict[str, str]:
    """Return `name=value` words as a mapping; raise BadConfig with one clear line otherwise."""
    chosen = {}
    for rule in rules:
        name, sign, value = rule.partition("=")
        if not sign:
            raise BadConfig(f"a house rule is written name=value, not {rule!r}")
        chosen[name.strip()] = value.strip()
    return chosen


def _score_cubo(notation: str, rules: tuple[str, ...]) -> tuple[bool, list[str], dict[str, Any]]:
    options = read_options(CuboOptions, house_rules_of(rules))
    square = Square.parse(notation)
    wrong = faults(square, options)
    if wrong:
        return False, _fault_lines(square, wrong), _faulty_json(square, wrong)
    sheet = score_square(square, options)
    as_dict = {"game": "cubo", "square": str(square), "legal": True, "faults": [], **sheet.to_json()}
    return True, _sheet_lines(sheet), as_dict


def _fault_lines(square: Square, wrong: tuple[Fault, ...]) -> list[str]:
    return [str(square), *(f"  {fault.what}" for fault in wrong), "total 0: the square does not lie as it must"]


def _faulty_json(square: Square, wrong: tuple[Fault, ...]) -> dict[str, Any]:
    said = [{"kind": fault.kind.name.lower(), "what": str(fault.what), "cells": fault.cells} for fault in wrong]
    return {"game": "cubo", "square": str(square), "legal": False, "faults": said, "total": 0, "rows": []}


def _sheet_lines(sheet: Sheet) -> list[str]:
    rows = (_row_line(where, row) for where, row in zip(_DIRECTIONS, sheet.rows, strict=True))
    return [str(sheet.square), *rows, f"total {sheet.total}"]


def _row_line(where: str, row: Row) -> str:
    return f"  {where:<15} {row.points:>3}  {row.why}"


def _best_cubo(dice: str, centre: str, rules: tuple[str, ...]) -> tuple[list[str], dict[str, Any]]:
    options = read_options(CuboOptions, house_rules_of(rules))
    found = best_square(parse_dice(dice), parse_dice(centre), options)
    return [*_exchange_lines(found), *_sheet_lines(found.sheet)], _best_json(found)


def _exchange_lines(found: Best) -> list[str]:
    if found.cell is None:
        return []
    old = found.laid[found.cell]
    return [f"lay {found.laid}", f"take {found.taken} from the centre; it replaces {old}, {place(found.cell)}"]


def _best_json(found: Best) -> dict[str, Any]:
    exchange = None
    if found.cell is not None:
        exchange = {"taken": str(found.taken), "cell": list(found.cell), "replaced": str(found.laid[found.cell])}
    final = str(found.sheet.square)
    return {"game": "cubo", "laid": str(found.laid), "square": final, "exchange": exchange, **found.sheet.to_json()}


_SCORERS: dict[str, Callable[[str, tuple[str, ...]], tuple[bool, list[str], dict[str, Any]]]] = {"cubo": _score_cubo}
_SOLVERS: dict[str, Callable[[str, str, tuple[str, ...]], tuple[list[str], dict[str, Any]]]] = {"cubo": _best_cubo}
