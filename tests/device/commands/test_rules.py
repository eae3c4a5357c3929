"""`companion score` and `companion best`: sentences, JSON and exit codes."""

import json

import pytest
from click.testing import CliRunner

from device.cli import main

EIGHTEEN = "R1 R5 B1 / B4 W4 B4 / R1 R3 B1"
NINE = "R6 B6 R1 B2 W4 R3 R4 B5 B5"


def run(*words):
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_score_prints_the_total_and_row_by_row_why():
    result = run("score", "cubo", EIGHTEEN)

    assert 0 == result.exit_code
    assert (
        "R1 R5 B1 / B4 W4 B4 / R1 R3 B1\n"
        "  across, top       0  1-5-1: neither a straight nor a triple\n"
        "  across, middle    8  triple 4-4-4: 4 points, doubled because white counts as blue, 8 points\n"
        "  across, bottom    0  1-3-1: neither a straight nor a triple\n"
        "  down, left        0  1-4-1: neither a straight nor a triple\n"
        "  down, middle     10  straight 5-4-3: 5 points, doubled because white counts as red, 10 points\n"
        "  down, right       0  1-4-1: neither a straight nor a triple\n"
        "total 18\n"
    ) == result.stdout


def test_score_as_json_is_one_object():
    told = json.loads(run("score", "cubo", EIGHTEEN, "--json").stdout)

    assert {
        "game": "cubo",
        "square": EIGHTEEN,
        "legal": True,
        "faults": [],
        "total": 18,
        "points": [0, 8, 0, 0, 10, 0],
        "colours": [None, "blue", None, None, "red", None],
    } == {
        **{key: told[key] for key in ("game", "square", "legal", "faults", "total")},
        "points": [row["points"] for row in told["rows"]],
        "colours": [row["colour"] for row in told["rows"]],
    }


def test_a_square_that_does_not_lie_as_it_must_is_a_no_with_every_reason():
    result = run("score", "cubo", "W1 R5 B1 / B4 R4 B4 / R1 R3 W1")

    assert 1 == result.exit_code
    assert (
        "W1 R5 B1 / B4 R4 B4 / R1 R3 W1\n"
        "  there are 2 white dice in the square\n"
        "  a white die lies at the top left; it belongs in the middle of the square\n"
        "  a white die lies at the bottom right; it belongs in the middle of the square\n"
        "total 0: the square does not lie as it must\n"
    ) == result.stdout


def test_a_wrong_square_as_json_names_kind_and_cells_of_every_fault():
    result = run("score", "cubo", "W1 R5 B1 / B4 R4 B4 / R1 R3 B1", "--json")

    assert (1, [("white_not_in_middle", [[0, 0]])]) == (
        result.exit_code,
        [(fault["kind"], fault["cells"]) for fault in json.loads(result.stdout)["faults"]],
    )


@pytest.mark.parametrize(
    ("rule", "exit_code", "total"),
    [
        ("straights=in_order", 0, "total 0"),
        ("straights=any_order", 0, "total 12"),
        ("colours=reset_colours", 1, "total 0: the square does not lie as it must"),
    ],
)
def test_house_rules_count(rule, exit_code, total):
    result = run("score", "cubo", "R4 R6 R5 / R1 W1 R2 / R1 B6 B1", "--rule", rule)

    assert (exit_code, total) == (result.exit_code, result.stdout.splitlines()[-1])


def test_options_may_stand_before_the_game():
    assert run("score", "cubo", EIGHTEEN, "--json").stdout == run("score", "--json", "cubo", EIGHTEEN).stdout


def test_the_help_of_a_game_says_how_its_notation_is_written():
    shown = run("best", "cubo", "--help").stdout

    assert ("SQUARE" in run("score", "cubo", "--help").stdout, True, True) == (
        True,
        "DICE" in shown,
        "--centre" in shown,
    )


def test_best_prints_how_to_lay_the_dice_and_which_die_to_take():
    result = run("best", "cubo", NINE, "--centre", "R6 R2 B1 B5")

    assert 0 == result.exit_code
    lines = result.stdout.splitlines()
    assert ("lay ", "take R2 from the centre; it replaces B2, at the top left", "total 19") == (
        lines[0][:4],
        lines[1],
        lines[-1],
    )


def test_best_without_a_centre_is_a_square_and_its_rows():
    result = run("best", "cubo", NINE)

    assert (0, 8, "total 17") == (result.exit_code, len(lines := result.stdout.splitlines()), lines[-1])


def test_best_as_json_names_the_exchange_and_agrees_with_score():
    told = json.loads(run("best", "cubo", NINE, "--centre", "R6 R2 B1 B5", "--json").stdout)
    again = json.loads(run("score", "cubo", told["square"], "--json").stdout)

    assert (19, 19, {"taken": "R2", "cell": [0, 0], "replaced": "B2"}) == (
        told["total"],
        again["total"],
        told["exchange"],
    )
    assert told["rows"] == again["rows"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("score", "cobo", EIGHTEEN), "there is no game 'cobo' - did you mean 'cubo'?"),
        (("best", "cobo", NINE), "there is no game 'cobo' - did you mean 'cubo'?"),
        (("score", "cubo", "R1 R5 / B4 W4 B4 / R1 R3 B1"), "row 1 has 2 dice, not three: 'R1 R5'"),
        (
            ("score", "cubo", "R1 R5 B9 / B4 W4 B4 / R1 R3 B1"),
            "'B9' is no die: after its colour comes a value from 1 to 6, as in B5",
        ),
        (
            ("score", "cubo", "R1 G5 B1 / B4 W4 B4 / R1 R3 B1"),
            "'G5' is no die: it begins with R (red), B (blue) or W (white), as in R5",
        ),
        (
            ("score", "cubo", ""),
            "a square has three rows with / between them, as in R1 R5 B1 / B4 W4 B4 / R1 R3 B1: ''",
        ),
        (
            ("score", "cubo", EIGHTEEN, "--rule", "straight=any_order"),
            "unknown house rule 'straight' - did you mean 'straights'?",
        ),
        (
            ("score", "cubo", EIGHTEEN, "--rule", "straights=any"),
            "house rule straights cannot be 'any' - did you mean 'any_order'?",
        ),
        (("score", "cubo", EIGHTEEN, "--rule", "straights"), "a house rule is written name=value, not 'straights'"),
        (("best", "cubo", "R6 R6"), "a square is made of one white die and eight red or blue ones, not of 0 and 2"),
        (
            ("best", "cubo", NINE, "--centre", "W3"),
            "there is no white die in the centre: it is never exchanged",
        ),
    ],
)
def test_what_cannot_be_understood_gets_one_clear_line_and_exit_code_two(words, line):
    result = run(*words)

    assert (2, "", f"companion: {line}\n") == (result.exit_code, result.stdout, result.stderr)
