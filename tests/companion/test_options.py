"""House rules: declared once, read by name, written when they differ."""

from dataclasses import dataclass
from enum import Enum

import pytest

from companion.errors import BadConfig
from companion.options import house_rule, house_rules, read_options, write_options
from companion.texts import say


class Straight(Enum):
    IN_ORDER = "in_order"
    ANY_ORDER = "any_order"


@dataclass(frozen=True)
class Rules:
    straight: Straight = house_rule(
        "CU-A8",
        say("How must a straight lie?"),
        say("A straight is shown in order only."),
        {Straight.IN_ORDER: say("in order"), Straight.ANY_ORDER: say("any")},
    )


def test_a_house_rule_knows_its_question_and_its_choices():
    (rule,) = house_rules(Rules)

    assert (rule.name, rule.rule, rule.default) == ("straight", "CU-A8", "in_order")
    assert (say("How must a straight lie?"), say("A straight is shown in order only.")) == (rule.title, rule.why)
    assert [("in_order", say("in order")), ("any_order", say("any"))] == list(rule.choices)


@pytest.mark.parametrize(("chosen", "rules"), [({}, Rules()), ({"straight": "any_order"}, Rules(Straight.ANY_ORDER))])
def test_options_are_read_and_written(chosen, rules):
    assert rules == read_options(Rules, chosen)
    assert chosen == write_options(rules)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"strait": "in_order"}, "unknown house rule 'strait' - did you mean 'straight'?"),
        ({"straight": "any"}, "house rule straight cannot be 'any' - did you mean 'any_order'?"),
        ({"straight": "zzz"}, "house rule straight cannot be 'zzz' - choose from in_order, any_order"),
    ],
)
def test_unknown_names_and_values_are_refused_with_what_was_meant(chosen, words):
    with pytest.raises(BadConfig) as error:
        read_options(Rules, chosen)

    assert words == str(error.value)
