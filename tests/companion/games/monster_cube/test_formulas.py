"""Formulas: the worked examples, and every spelling of the same formula."""

from itertools import permutations, product

import pytest

from companion.errors import BadInput
from companion.games.monster_cube.claims import Formula, FormulaKind, formulas, making


@pytest.mark.parametrize(
    ("golden", "numbers", "code", "ok", "kind"),
    [
        ("MC-G01", (4, 5, 8), 12, True, FormulaKind.TIMES),
        ("MC-G02", (5, 4, 8), 12, True, FormulaKind.TIMES),
        ("MC-G03", (2, 3, 6), 12, True, FormulaKind.TIMES),
        ("MC-G04", (8, 2, 4), 12, True, FormulaKind.TIMES),
        ("MC-G05", (3, 2, 6), 12, True, FormulaKind.TIMES),
        ("MC-G06", (4, 2, 4), 12, True, FormulaKind.TIMES),
        ("MC-G07", (3, 3, 3), 12, True, FormulaKind.TIMES),
        ("MC-G08", (2, 3, 6), 12, True, FormulaKind.TIMES),
        ("MC-G09", (4, 5, 8), 17, False, FormulaKind.TIMES),
        ("MC-G10", (9, 9, 9), 90, True, FormulaKind.TIMES),
        ("MC-G11", (3, 4, 5), 6, True, FormulaKind.PLUS_MINUS),
        ("MC-G12", (6, 6, 6), 18, True, FormulaKind.PLUS_MINUS),
        ("MC-G12 with a minus", (6, 6, 6), 18, False, FormulaKind.ONE_MINUS),
        ("MC-G13", (2, 3, 6), 12, False, FormulaKind.PLUS_MINUS),
        ("below nothing", (1, 1, 3), -2, True, FormulaKind.TIMES),
    ],
)
def test_what_three_numbers_can_make(golden, numbers, code, ok, kind):
    assert (golden, ok) == (golden, bool(making(code, numbers, kind)))


def test_the_example_of_the_rulebook_is_written_as_it_stands_there():
    (formula,) = making(12, (8, 5, 4), FormulaKind.TIMES)

    assert ("4*5-8", "4 \u00d7 5 \u2212 8", 12) == (str(formula), formula.printed, formula.value)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4*5-8", "4*5-8"),
        ("4 x 5 - 8", "4*5-8"),
        ("4 \u00d7 5 \u2212 8", "4*5-8"),
        ("8+2*2", "2*2+8"),
        ("4+5-3", "4+5-3"),
        ("9-4+1", "9+1-4"),
        ("9-4-1", "9-4-1"),
    ],
)
def test_a_formula_is_read_however_people_write_it(text, written):
    assert written == str(Formula.parse(text))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("4*5", "'4*5' is no formula: it is written as 4*5-8 or 4+5-3"),
        ("4/5-8", "'4/5-8' is no formula: it is written as 4*5-8 or 4+5-3"),
        ("9-2*3", "'9-2*3' is no formula of this game: a times b, then plus or minus c"),
        ("2*2*2", "'2*2*2' is no formula of this game: a times b, then plus or minus c"),
    ],
)
def test_what_is_no_formula_gets_one_clear_line(text, line):
    with pytest.raises(BadInput) as refused:
        Formula.parse(text)

    assert line == str(refused.value)


def reckoned(numbers, kind):
    """All values by trying: an independent reckoning."""
    for a, b, c in permutations(numbers):
        if kind is FormulaKind.TIMES:
            yield from (a * b + c, a * b - c)
        else:
            yield from (a + b - c, a - b - c)
            if kind is FormulaKind.PLUS_MINUS:
                yield a + b + c


@pytest.mark.parametrize("kind", FormulaKind)
def test_all_that_can_be_made_is_found_and_nothing_else(kind):
    for numbers in product(range(1, 10), repeat=3):
        assert set(reckoned(numbers, kind)) == set(formulas(numbers, kind))


@pytest.mark.parametrize("kind", FormulaKind)
def test_every_formula_makes_what_it_says_with_its_own_numbers(kind):
    for numbers in [(1, 1, 4), (2, 3, 6), (9, 9, 1)]:
        for value, found in formulas(numbers, kind).items():
            assert {(value, tuple(sorted(numbers)), True)} == {
                (eval(str(each)), tuple(sorted(each.numbers)), each.is_a(kind)) for each in found
            }
