"""What 13 Monsters answers on the command line: the worth of five dice, and the best ones to put aside.

companion best thirteen-monsters "6 6 2 1 3" --throws 2
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import BadInput
from companion.games.thirteen_monsters.dice import DICE, MOST, POINTS, advice, beating, holding, parse_dice, score
from companion.games.thirteen_monsters.options import ThirteenOptions
from companion.questions import Asked, Question, QuestionAnswer, Verb
from companion.texts import points_of

MOST_THROWS = 6


def worth(notation: str, _asked: Mapping[str, str], options: ThirteenOptions) -> QuestionAnswer:
    """Return what five dice are worth."""
    dice = parse_dice(notation)
    points = score(dice, options)
    return QuestionAnswer((str(points_of(points)),), {"game": "thirteen-monsters", "dice": list(dice), "total": points})


def best(notation: str, asked: Mapping[str, str], options: ThirteenOptions) -> QuestionAnswer:
    """Return what to put aside of five dice, and what is to be expected then."""
    dice = parse_dice(notation)
    left = _number(asked["throws"], "--throws", MOST_THROWS - 1)
    aims, what = POINTS, "points"
    if asked["beat"] and asked["defender"]:
        raise BadInput("name --beat for a defender or --defender for an attacker, not both")
    if asked["beat"]:
        aims, what = beating(_number(asked["beat"], "--beat", MOST)), "chance"
    elif asked["defender"]:
        aims, what = holding(max(1, _number(asked["defender"], "--defender", MOST_THROWS)), options), "chance"
    found = advice(dice, left, options, aims)
    aside = " ".join(str(value) for value in sorted(found.aside, reverse=True)) or "nothing"
    stops = len(found.aside) == DICE
    lines = ("stop" if stops else f"put aside {aside}", _value_text(found.worth, what))
    as_dict = {
        "game": "thirteen-monsters",
        "dice": list(dice),
        "throws": left,
        "aside": sorted(found.aside, reverse=True),
        "stop": stops,
        what: round(found.worth, 6),
    }
    return QuestionAnswer(lines, as_dict)


def _value_text(value: float, what: str) -> str:
    return f"to be expected: {value:.2f} points" if what == "points" else f"chance to win: {100 * value:.2f} %"


def _number(text: str, where: str, most: int) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > most:
        raise BadInput(f"{where} is a number from 0 to {most}, not {text!r}")
    return int(text)


QUESTIONS = (
    Question(
        Verb.SCORE,
        "DICE",
        'Print what five DICE are worth in a fight.\n\nFor example: companion score thirteen-monsters "6 6 6 1 2".',
        worth,
    ),
    Question(
        Verb.BEST,
        "DICE",
        "Print which of five DICE to put aside, and what is to be expected then, exactly.\n\n"
        'For example: companion best thirteen-monsters "6 6 2 1 3" --throws 2.',
        best,
        (
            Asked("throws", "How many throws are left after this one.", default="2"),
            Asked("beat", "The points of the attacker: the chance to have more, instead of points."),
            Asked("defender", "How often the defender may throw: the chance to hold against him, instead of points."),
        ),
    ),
)
