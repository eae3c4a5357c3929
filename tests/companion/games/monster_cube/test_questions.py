"""`companion solve monster-cube` and `companion score monster-cube`: sentences, JSON and exit codes."""

import json

import pytest
from click.testing import CliRunner

from device.cli import main
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES

LAYOUT = str(ALL_EXAMPLES)


def run(*words):
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_solve_prints_every_code_the_nicest_way_first():
    result = run("solve", "monster-cube", LAYOUT, "--codes", "12,56", "--moves", "0")

    assert 0 == result.exit_code
    assert [
        "12: 11 ways",
        "  12 = 2*3+6 @ 0,1R 1,1R 2,1R",
        "  12 = 3*3+3 @ 1,2Y 1,1B 2,1R",
    ] == result.stdout.splitlines()[:3]


def test_solve_as_json_has_all_ways_and_names_the_monsters_without_any():
    told = json.loads(run("solve", "monster-cube", LAYOUT, "--codes", "12, 30 99", "--json").stdout)

    assert ("monster-cube", LAYOUT, 1, [99]) == (told["game"], told["layout"], told["moves"], told["none"])
    assert {
        "claim": "12 = 2*3+6 @ 0,1R 1,1R 2,1R",
        "formula": "2*3+6",
        "type": 1,
        "faces": ["0,1R", "1,1R", "2,1R"],
        "move": None,
    } == told["solutions"]["12"][0]
    assert [] == told["solutions"]["99"]
    assert any(way["move"] for way in told["solutions"]["12"])


def test_the_answer_is_no_when_no_monster_can_be_beaten():
    result = run("solve", "monster-cube", LAYOUT, "--codes", "99,100")

    assert (1, "99: no combination makes it\n100: no combination makes it\n") == (result.exit_code, result.stdout)


def test_house_rules_count():
    two = run("solve", "monster-cube", LAYOUT, "--codes", "18", "--rule", "rules=3", "--json")

    assert {3} == {way["type"] for way in json.loads(two.stdout)["solutions"]["18"]}


@pytest.mark.parametrize(
    ("claim", "exit_code", "first"),
    [
        ("12 = 4*5-8 @ 2,0Y 1,1Y 0,2Y", 0, "right: 4 \u00d7 5 \u2212 8 = 12"),
        ("12 @ 0,1R 1,1R 2,1R", 0, "right: 2 \u00d7 3 + 6 = 12"),
        ("12 = 4*5-8 @ 2,0Y 1,0Y 0,2Y", 1, "wrong:"),
    ],
)
def test_score_judges_a_claim(claim, exit_code, first):
    result = run("score", "monster-cube", LAYOUT, "--claim", claim)

    assert (exit_code, first) == (result.exit_code, result.stdout.splitlines()[0])


def test_a_wrong_claim_as_json_names_every_fault():
    told = json.loads(
        run("score", "monster-cube", LAYOUT, "--claim", "12 = 4*5-8 @ 2,0Y 1,0Y 0,2Y [move 0,0>9,9]", "--json").stdout
    )

    assert (False, None) == (told["legal"], told["type"])
    assert ["alone", "not_used", "not_in_line", "wrong_numbers"] == [fault["kind"] for fault in told["faults"]]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("0,0=1/2", "--codes", "12"),
            "'0,0=1/2' is no tile: it is written q,r=yellow/red/blue with 1 to 9, as in 0,0=5/2/9",
        ),
        ((LAYOUT, "--codes", "twelve"), "'twelve' is no code: codes are written as 12,30,41"),
        ((LAYOUT, "--codes", " "), "name the codes of the monsters, as in --codes 12,30,41"),
        ((LAYOUT, "--codes", "12", "--moves", "2"), "at most one tile is moved: --moves is 0 or 1, not '2'"),
    ],
)
def test_what_cannot_be_understood_gets_one_clear_line_and_exit_code_two(words, line):
    result = run("solve", "monster-cube", *words)

    assert (2, "", f"companion: {line}\n") == (result.exit_code, result.stdout, result.stderr)
