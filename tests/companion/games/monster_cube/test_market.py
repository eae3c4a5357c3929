"""The pile, the monsters that lie open and the discard: refills, the first and the second time the pile runs out."""

import pytest

from companion.games.monster_cube.cards import LEVELS, CardSupply, PileRules, level, shuffled
from companion.games.monster_cube.options import Higher, LastRound, Leftover

USUAL = PileRules()


def rounds(market, rules=USUAL, *, won=1):
    """Play until nothing can be dealt: one card of each round is won, the others are discarded."""
    dealt, kept = [], []
    while True:
        market = market.refilled(7, rules)
        if market.over:
            return dealt, kept, market
        dealt.append((market.zone, market.last))
        kept += market.zone[:won]
        for code in market.zone[:won]:
            market = market.without(code)
        market = market.cleared(discard=True)
        if market.last:
            return dealt, kept, market


def test_three_monsters_are_turned_up_from_the_top():
    market = CardSupply((5, 9, 2, 7)).refilled(7, USUAL)

    assert ((5, 9, 2), (7,), False) == (market.zone, market.pile, market.last)


def test_56_cards_are_18_rounds_and_two_cards_that_are_kept_in_the_zone():
    dealt, _, _ = rounds(CardSupply(tuple(range(1, 57))))

    assert (55, 56) == dealt[18][0][:2]
    assert 3 == len(dealt[18][0])
    assert [False] * (len(dealt) - 1) + [True] == [last for _, last in dealt]


def test_without_a_won_card_the_second_pass_is_as_long_as_the_first():
    dealt, _, market = rounds(CardSupply(tuple(range(1, 57))), won=0)

    # 19 rounds use 56 cards and the first of the new pile; 53 are left: 17 rounds of three and a last one of two
    assert (37, 2) == (len(dealt), len(dealt[-1][0]))
    assert () == market.pile


def test_leftover_cards_may_be_shuffled_in():
    rules = PileRules(leftover=Leftover.SHUFFLED)
    market = CardSupply((1, 2), (), (3, 4, 5, 6)).refilled(7, rules)

    assert (3, 3, 1) == (len(market.zone), len(market.pile), market.shuffles)
    assert {1, 2, 3, 4, 5, 6} == {*market.zone, *market.pile}


def test_leftover_cards_are_kept_by_default():
    market = CardSupply((1, 2), (), (3, 4, 5, 6)).refilled(7, USUAL)

    assert ((1, 2), 3) == (market.zone[:2], len(market.pile))


def test_the_second_time_the_pile_runs_out_is_the_last_round_with_what_is_left():
    market = CardSupply((1, 2), (), (3, 4), shuffles=1).refilled(7, USUAL)

    assert ((1, 2), (), True, False) == (market.zone, market.pile, market.last, market.over)


def test_three_cards_that_empty_the_pile_are_the_last_round_too():
    assert (True, False) == (
        CardSupply((1, 2, 3), shuffles=1).refilled(7, USUAL).last,
        CardSupply((1, 2, 3), shuffles=0).refilled(7, USUAL).last,
    )


@pytest.mark.parametrize(("pile", "over"), [((1, 2, 3), False), ((1, 2), True)])
def test_a_table_may_end_as_soon_as_three_cannot_be_dealt(pile, over):
    market = CardSupply(pile, shuffles=1).refilled(7, PileRules(last_round=LastRound.ENDS_AT_ONCE))

    assert (over, False) == (market.over, market.last)


def test_nothing_at_all_is_the_end():
    assert CardSupply((), shuffles=1).refilled(7, USUAL).over


def test_rules_3_turn_up_one_card_for_one_that_was_taken_and_shuffle_nothing():
    rules = PileRules(once=True)
    market = CardSupply((4,), (1, 2), ()).refilled(7, rules)

    assert ((1, 2, 4), False) == (market.zone, market.last)
    assert (1, 2) == CardSupply((), (1, 2), ()).refilled(7, rules).zone


def test_cards_nobody_could_beat_go_under_the_pile():
    assert (7, 8, 1, 2, 3) == CardSupply((7, 8), (1, 2, 3)).cleared(discard=False).pile


def test_people_who_shuffle_themselves_tell_what_they_turned_up():
    market = CardSupply((4, 5, 6), (1, 2, 3)).turned_up((5, 1, 6))

    assert ((5, 1, 6), (2, 3, 4)) == (market.zone, market.pile)


def test_higher_monsters_come_in_three_piles_and_once():
    order = shuffled(range(1, 57), 7, 0, Higher.ONCE)
    dealt, _, _ = rounds(CardSupply(order), PileRules(higher=Higher.ONCE))

    assert [0] * 18 + [1] * 30 + [2] * 8 == [level(code) for code in order]
    assert (19, 2) == (len(dealt), len(dealt[-1][0]))


def test_higher_monsters_may_come_twice_level_by_level():
    order = shuffled(range(1, 57), 7, 0, Higher.TWICE)
    dealt, _, _ = rounds(CardSupply(order), PileRules(higher=Higher.TWICE), won=0)

    assert (37, 2) == (len(dealt), len(dealt[-1][0]))
    assert [1, 18, 19, 48, 49, 56] == [edge for codes in LEVELS for edge in (codes[0], codes[-1])]


def test_the_same_seed_shuffles_the_same_way():
    assert shuffled(range(1, 57), 7, 0, Higher.OFF) == shuffled(reversed(range(1, 57)), 7, 0, Higher.OFF)
    assert shuffled(range(1, 57), 7, 0, Higher.OFF) != shuffled(range(1, 57), 7, 1, Higher.OFF)
