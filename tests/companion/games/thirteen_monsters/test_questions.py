"""What 13 Monsters answers on the command line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from device.cli import main


def ask(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.output


def test_five_dice_are_scored() -> None:
    assert (0, "18 points\n") == ask("score", "thirteen-monsters", "6 6 6 1 2")


def test_the_best_dice_to_put_aside_are_told_with_what_is_to_be_expected() -> None:
    assert (0, "put aside 6 6\nto be expected: 17.52 points\n") == ask(
        "best", "thirteen-monsters", "6 6 2 1 3", "--throws", "2"
    )


def test_who_cannot_do_better_stops() -> None:
    assert (0, "stop\nto be expected: 30.00 points\n") == ask("best", "thirteen-monsters", "6 6 6 6 6")
    assert (0, "stop\nchance to win: 100.00 %\n") == ask("best", "thirteen-monsters", "5 5 5 1 2", "--beat", "12")


def test_a_program_reads_it_as_json() -> None:
    code, said = ask("best", "thirteen-monsters", "6 6 2 1 3", "--throws", "4", "--defender", "3", "--json")
    told = json.loads(said)

    assert (0, [6, 6], False, 0.873) == (code, told["aside"], told["stop"], round(told["chance"], 3))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("best", "thirteen-monsters", "6 6"), "a throw has five dice from 1 to 6, as in 6 6 2 1 3, not '6 6'"),
        (("best", "thirteen-monsters", "6 6 2 1 3", "--throws", "6"), "--throws is a number from 0 to 5, not '6'"),
        (("best", "thirteen-monsters", "6 6 2 1 3", "--beat", "x"), "--beat is a number from 0 to 30, not 'x'"),
        (
            ("best", "thirteen-monsters", "6 6 2 1 3", "--beat", "3", "--defender", "3"),
            "name --beat for a defender or --defender for an attacker, not both",
        ),
    ],
)
def test_what_cannot_be_understood_is_one_clear_line(words: tuple[str, ...], why: str) -> None:
    code, said = ask(*words)

    assert 2 == code
    assert why in said
    assert 1 == len(said.strip().splitlines())
