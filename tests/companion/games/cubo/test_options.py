"""The house rules: every question that the rulebook leaves open has a default and a name."""

import pytest

from companion.games.cubo.options import CuboOptions
from companion.options import house_rules, read_options, write_options

RULES = {
    "rolling_ends": ("CU-A1", "first_call", "start_player_stops"),
    "last_roll": ("CU-A2", "no_reroll", "last_may_reroll"),
    "countdown": ("CU-A4", "covered", "taken"),
    "colours": ("CU-A5", "drift", "reset_colours"),
    "straights": ("CU-A8", "in_order", "any_order"),
    "white_die": ("CU-A9", "one_colour", "both_colours"),
    "wrong_layout": ("CU-A10", "zero", "fix"),
}


def test_every_house_rule_has_its_question_its_default_and_its_alternative():
    assert RULES == {rule.name: (rule.rule, *(value for value, _ in rule.choices)) for rule in house_rules(CuboOptions)}
    assert all(rule.default == rule.choices[0][0] for rule in house_rules(CuboOptions))


@pytest.mark.parametrize("name", RULES)
def test_a_chosen_house_rule_is_written_down_and_read_again(name):
    chosen = {name: RULES[name][2]}

    assert chosen == write_options(read_options(CuboOptions, chosen))
    assert {} == write_options(read_options(CuboOptions, {name: RULES[name][1]}))
