"""Claims: the notation, the worked examples, and every fault in words that a child understands."""

import pytest

from companion.errors import BadInput
from companion.games.monster_cube.claims import Allowed, Claim, ClaimRules, CombinationType, FormulaKind, verify_claim
from companion.games.monster_cube.options import Lines, Straights
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES

USUAL = ClaimRules()
DICE = ClaimRules(allowed=Allowed(lines=None, straights=Straights.OFF), kind=FormulaKind.PLUS_MINUS, must_move=True)


def verdict(text, rules=USUAL):
    return verify_claim(ALL_EXAMPLES, Claim.parse(text), rules)


def faults(text, rules=USUAL):
    return [str(fault.what) for fault in verdict(text, rules).faults]


@pytest.mark.parametrize(
    "text",
    [
        "12 = 4*5-8 @ 2,0Y 1,1Y 0,2Y",
        "12 @ 2,0Y 1,1Y 0,2Y",
        "12 = 4*5-8 @ 0,0Y 1,0Y 2,0Y [move 2,2>3,-1]",
        "-2 = 1*1-3 @ ",
    ],
)
def test_a_claim_is_one_line(text):
    assert text == str(Claim.parse(text))


def test_a_claim_may_be_written_loosely():
    assert Claim.parse("12 = 4*5-8 @ 0,0Y 1,0Y 2,0Y [move 2,2>3,-1]") == Claim.parse(
        "  12=4 x 5 - 8@0,0y   1,0Y 2,0Y[move 2,2 > 3,-1]"
    )


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("12 = 4*5-8 @ 2,0Y 1,1Y 0,2Y", CombinationType.LINE),
        ("12 = 2*3+6 @ 0,1R 1,1R 2,1R", CombinationType.LINE),
        ("12 = 8*2-4 @ -1,2B 0,2B 1,2B", CombinationType.LINE),
        ("12 = 3*2+6 @ 1,1B 1,1R 0,1B", CombinationType.STRAIGHT),
        ("12 = 4*2+4 @ 1,2B 1,2R 0,2B", CombinationType.STRAIGHT),
        ("12 = 3*3+3 @ 1,2Y 1,1B 2,1R", CombinationType.CUBE),
    ],
)
def test_the_worked_examples_are_right_with_and_without_their_formula(text, shape):
    for said in (text, "12 @ " + text.partition("@ ")[2]):
        judged = verdict(said)
        assert (True, shape, 12) == (judged.right, judged.shape, judged.formula.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("9 @ 1,1Y 1,1R 1,1B", ["these three numbers are not on three different cubes", "4, 2 and 3 cannot make 9"]),
        ("2 @ 0,0Y 1,0Y 1,1Y", ["these three cubes are not in one line"]),
        ("15 @ 1,1Y 1,1B 2,1R", ["these three faces lie side by side, but they are not in one line"]),
        ("18 @ 0,0Y 1,1B 1,2R", ["these three faces do not belong together: they are no combination"]),
        ("17 @ 2,0Y 1,1Y 0,2Y", ["8, 4 and 5 cannot make 17"]),
        ("17 = 4+5+8 @ 2,0Y 1,1Y 0,2Y", ["the formula must be a times b, then plus or minus c"]),
        ("13 = 4*5-8 @ 2,0Y 1,1Y 0,2Y", ["4 \u00d7 5 \u2212 8 is 12, not 13"]),
        ("12 = 2*3+6 @ 2,0Y 1,1Y 0,2Y", ["the faces show 8, 4 and 5, and not the numbers of the formula"]),
        ("12 @ 2,0Y 1,1Y", ["three faces are needed, not 2"]),
        ("12 @ ", ["three faces are needed, not 0"]),
        ("12 @ 2,0Y 2,0Y 1,1Y", ["the same face was shown twice", "8, 8 and 4 cannot make 12"]),
        ("12 @ 2,0Y 9,9Y 1,1Y", ["there is no tile at 9,9"]),
        (
            "9 = 1+1+1 @ 1,1Y 1,1R 1,1B [move 0,0>9,9]",
            [
                "the tile 6/7/9 touches no other tile now",
                "the tile that was moved must be used",
                "these three numbers are not on three different cubes",
                "the faces show 4, 2 and 3, and not the numbers of the formula",
                "the formula must be a times b, then plus or minus c",
                "1 + 1 + 1 is 3, not 9",
            ],
        ),
        ("12 @ 2,0Y 1,1Y 0,2Y [move 0,0>2,-1]", ["the tile that was moved must be used"]),
        (
            "12 @ 2,0Y 1,1Y 0,2Y [move 9,9>0,-1]",
            ["there is no tile to move at 9,9", "the tile that was moved must be used"],
        ),
    ],
)
def test_every_fault_is_told(text, told):
    assert told == faults(text)


def test_a_moved_tile_is_looked_for_where_it_lies_now():
    assert [] == faults(
        "58 @ 0,0Y 0,1Y 0,2Y [move 0,0>-1,1]".replace("0,0Y 0,1Y 0,2Y", "-1,1Y 0,1Y 1,1Y").replace("58", "46")
    )
    assert ["there is no tile at 0,0", "the tile that was moved must be used"] == sorted(
        faults("46 @ 0,0Y 0,1Y 1,1Y [move 0,0>-1,1]"), reverse=True
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("9 @ 1,2Y 1,1B 2,1R", ["one of the tiles must be moved first"]),
        (
            "12 = 3*3+3 @ 1,2Y 1,1B 2,1R [move 1,2>1,2]",
            [
                "the tile lies where it was: it was not moved",
                "only plus and minus are allowed in the formula",
            ],
        ),
        (
            "13 = 8+1+4 @ 2,0Y 1,1Y 0,2Y [move 0,0>2,-1]",
            [
                "the tile that was moved must be used",
                "this combination does not count in these rules",
                "the faces show 8, 4 and 5, and not the numbers of the formula",
            ],
        ),
        (
            "9 @ 1,1B 1,1R 0,1B [move 0,0>2,-1]",
            [
                "the tile that was moved must be used",
                "these three numbers are not on three different cubes",
                "3, 2 and 6 cannot make 9",
            ],
        ),
    ],
)
def test_in_turn_a_tile_must_move_and_only_cubes_with_plus_and_minus_count(text, told):
    assert told == faults(text, DICE)


@pytest.mark.parametrize(
    ("allowed", "text", "told"),
    [
        (
            Allowed(lines=Lines.FACES_TOUCH),
            "12 @ 2,0Y 1,1Y 0,2Y",
            ["these three cubes are in one line, but the faces do not touch"],
        ),
        (
            Allowed(straights=Straights.THREE_TILES),
            "12 @ 1,1B 1,1R 0,1B",
            ["these three numbers are on two cubes, and three are needed"],
        ),
        (Allowed(straights=Straights.OFF), "12 @ 1,1B 1,1R 0,1B", ["this combination does not count in these rules"]),
    ],
)
def test_house_rules_say_what_they_do_not_allow(allowed, text, told):
    assert told == faults(text, ClaimRules(allowed=allowed))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("twelve", "'twelve' is no claim: it is written as 12 = 4*5-8 @ 0,0Y 1,0Y 2,0Y [move 2,2>3,-1]"),
        ("12 = 4*5 @ 0,0Y", "'4*5' is no formula: it is written as 4*5-8 or 4+5-3"),
        ("12 @ 0,0G", "'0,0G' is no face: it ends with Y (yellow), R (red) or B (blue), as in 2,-1Y"),
        ("12 @ 0,0Y [move 1,1]", "'1,1' is no move: it is written from>to, as in 2,2>3,-1"),
    ],
)
def test_what_is_no_claim_gets_one_clear_line(text, line):
    with pytest.raises(BadInput) as refused:
        Claim.parse(text)

    assert line == str(refused.value)
