"""What won cards are worth: the golden examples of the rulebook, the king, the families, and who wins."""

from itertools import combinations

import pytest

from companion.decks.files import shipped
from companion.games.monster_cube.cards import (
    BonusRules,
    Points,
    cards_of,
    king_points,
    leaders,
    longest_run,
    printed_points,
    read_monsters,
    scores,
    whole_families,
)
from companion.games.monster_cube.options import Bonuses, King, LongRuns
from companion.table import Seat

CARDS = cards_of(read_monsters(shipped("monster-cube")))
ADA, BEN, CLEO = Seat(1), Seat(2), Seat(3)
ON = BonusRules(Bonuses.ON)


@pytest.mark.parametrize(
    ("golden", "cards", "vp"),
    [
        ("MC-G14", ["+1", "+1", "+1", "+1", "+1", "x2", "x2"], 15),
        ("MC-G15", ["x2", "x2", "+4"], 4),
        ("MC-G16", ["+1", "+2", "+3", "+4"], 10),
        ("nothing", [], 0),
    ],
)
def test_printed_points(golden, cards, vp):
    assert (golden, vp) == (golden, sum(printed_points([Points(card) for card in cards])))


@pytest.mark.parametrize(
    ("golden", "run", "vp"),
    [
        ("MC-G18", (11, 12), 3),
        ("MC-G19", (11, 12, 13), 6),
        ("MC-G20", (11, 12, 13, 14), 10),
        ("MC-A26", (11, 12, 13, 14, 15), 10),
        ("a single card", (), 0),
    ],
)
def test_the_king_of_the_monster_hunters(golden, run, vp):
    assert (golden, vp) == (golden, king_points(len(run)))


def test_longer_runs_may_be_worth_more():
    assert [10, 15, 20] == [king_points(length, LongRuns.FIVE_MORE) for length in (4, 5, 6)]


@pytest.mark.parametrize(
    ("codes", "run"),
    [((), ()), ((7,), ()), ((7, 9), ()), ((12, 11), (11, 12)), ((1, 2, 8, 9, 10), (8, 9, 10)), ((1, 2, 8, 9), (8, 9))],
)
def test_the_longest_run_is_found(codes, run):
    assert run == longest_run(codes)


def test_a_run_is_the_longest_window_of_codes_by_slow_count():
    for codes in combinations(range(1, 10), 5):
        windows = [range(a, b) for a in range(1, 10) for b in range(a + 2, 11) if set(range(a, b)) <= set(codes)]
        assert max((len(window) for window in windows), default=0) == len(longest_run(codes))


def test_a_whole_family_is_five_points():
    assert ("MC-G21", 1) == ("MC-G21", whole_families((1, 2, 3, 4), CARDS))
    assert [0, 2] == [whole_families((1, 2, 3, 5), CARDS), whole_families(range(1, 9), CARDS)]


WON = {ADA: (11, 12, 13), BEN: (20, 21), CLEO: (40,)}


@pytest.mark.parametrize(
    ("rules", "king"),
    [
        (BonusRules(), (0, 0, 0)),
        (ON, (6, 0, 0)),
        (BonusRules(Bonuses.ON, King.EVERYBODY), (6, 3, 0)),
    ],
)
def test_who_is_king_is_for_the_table_to_say(rules, king):
    assert king == tuple(each.king for each in scores(WON, CARDS, rules).values())


def test_two_kings_with_equally_long_runs_are_both_paid():
    found = scores({ADA: (11, 12), BEN: (20, 21), CLEO: ()}, CARDS, ON)

    assert (3, 3, 0) == (found[ADA].king, found[BEN].king, found[CLEO].king)


def test_king_and_family_are_paid_for_the_same_cards():
    found = scores({ADA: (1, 2, 3, 4)}, CARDS, ON)[ADA]

    assert (10, 5, 4) == (found.king, found.families, found.cards)
    assert found.points == found.printed + found.doubled + 15


@pytest.mark.parametrize(
    ("worth", "winners"),
    [
        ({ADA: (5, 1), BEN: (4, 9)}, (ADA,)),
        ({ADA: (5, 1), BEN: (5, 2)}, (BEN,)),
        ({ADA: (5, 2), BEN: (5, 2), CLEO: (5, 1)}, (ADA, BEN)),
    ],
)
def test_most_points_then_most_cards_then_it_is_shared(worth, winners):
    assert winners == leaders(worth)
