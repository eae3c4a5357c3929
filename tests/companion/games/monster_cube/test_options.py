"""The house rules: every ambiguity that has a sensible alternative is a named question, recommended reading first."""

from companion.games.monster_cube.options import MonsterCubeOptions
from companion.options import house_rules

WITHOUT_ALTERNATIVE = {3, 15, 17, 23, 24, 27, 28}
"""No other reading, a misprint, no effect, or told by the deck."""


def test_every_ambiguity_of_the_rulebook_is_a_question_or_has_no_alternative():
    asked = {rule.rule for rule in house_rules(MonsterCubeOptions)}

    assert {f"MC-A{number}" for number in range(1, 30)} - asked == {f"MC-A{number}" for number in WITHOUT_ALTERNATIVE}


def test_the_recommended_readings_are_the_defaults():
    assert {
        "rules": "1",
        "cards": "dealt",
        "bonuses": "off",
        "higher": "off",
        "hints": "off",
        "three_adjacent": "cubes",
        "lines": "tiles",
        "straights": "adjacent",
        "start_layout": "zigzag",
        "linked": "no_tile_alone",
        "wrong_move": "goes_back",
        "ties": "earliest",
        "showing": "10",
        "give_back": "chosen",
        "none_found": "two_steps",
        "laid_again": "at_random",
        "last_round": "played",
        "leftover": "kept",
        "solo": "5",
        "most": "6",
        "used_modifiers": "out_of_play",
        "codes": "as_they_are",
        "moved_tile": "used",
        "plain_sums": "allowed",
        "stalled": "may_skip",
        "turn_clock": "after_the_move",
        "king": "longest",
        "long_runs": "capped",
    } == {rule.name: rule.default for rule in house_rules(MonsterCubeOptions)}
