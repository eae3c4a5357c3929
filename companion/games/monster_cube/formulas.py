"""Formulas: a x b + c and a x b - c in rules 1, 2 and 4 (S0 L124), plus and minus only in rules 3 (S0 L405)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

from companion.errors import BadInput

Numbers: TypeAlias = tuple[int, int, int]

TIMES_SIGN, MINUS_SIGN = "\u00d7", "\u2212"
_SPELLINGS = str.maketrans({TIMES_SIGN: "*", "x": "*", "X": "*", "\u00b7": "*", MINUS_SIGN: "-", "\u2013": "-"})
_PRINTED = {"*": TIMES_SIGN, "+": "+", "-": MINUS_SIGN}
_FORMULA = re.compile(r"(\d{1,2})([*+-])(\d{1,2})([*+-])(\d{1,2})")


class Kind(Enum):
    """Which formulas count."""

    TIMES = "a times b, plus or minus c"
    PLUS_MINUS = "plus and minus only"
    ONE_MINUS = "plus and minus only, with one minus at least"


_SIGNS = {
    Kind.TIMES: ("*+", "*-"),
    Kind.PLUS_MINUS: ("++", "+-", "--"),
    Kind.ONE_MINUS: ("+-", "--"),
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

        The order of the numbers is free (S0 L144), so `8+2*2` is `2*2+8` and `9-4+1` is `9+1-4`.
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

    def is_a(self, kind: Kind) -> bool:
        """Whether it counts as `kind`."""
        return self.signs in _SIGNS[kind]


@cache
def _of_sorted(numbers: Numbers, kind: Kind) -> Mapping[int, tuple[Formula, ...]]:
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


def formulas(numbers: Iterable[int], kind: Kind) -> Mapping[int, tuple[Formula, ...]]:
    """Return every formula with `numbers`, in whatever order, by what it makes."""
    one, two, three = sorted(numbers)
    return _of_sorted((one, two, three), kind)


def making(code: int, numbers: Iterable[int], kind: Kind) -> tuple[Formula, ...]:
    """Return the formulas with which `numbers` make `code`, the nicest first."""
    return formulas(numbers, kind).get(code, ())
