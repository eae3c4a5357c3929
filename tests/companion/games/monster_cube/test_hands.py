"""Rules 2: modifiers change codes, and what lies in front of a player comes and goes."""

import pytest

from companion.decks.files import shipped
from companion.games.monster_cube.cards import CubeHand, cards_of, effective, read_monsters
from companion.games.monster_cube.options import Codes, UsedModifiers

CARDS = cards_of(read_monsters(shipped("monster-cube")))
OUT, UNDER = UsedModifiers.OUT_OF_PLAY, UsedModifiers.UNDER_OWN_PILE


def test_the_example_of_the_rulebook():
    assert ("MC-G17", [13, 18, 40]) == ("MC-G17", [effective(code, 3, Codes.AS_THEY_ARE) for code in (10, 15, 37)])


@pytest.mark.parametrize(("rule", "code"), [(Codes.AS_THEY_ARE, -1), (Codes.AT_LEAST_ONE, 1)])
def test_modifiers_may_make_a_code_smaller_than_one(rule, code):
    assert code == effective(2, -3, rule)


def test_modifiers_add_up():
    assert sum(CARDS[code].modifier for code in (1, 2, 50)) == CubeHand((), (), (1, 2, 50)).modifier(CARDS)


def test_a_hand_is_filled_up_from_its_pile():
    assert CubeHand((4, 5), (1, 2, 3)) == CubeHand((1, 2, 3, 4, 5)).drawn()
    assert CubeHand((), (4,)) == CubeHand((), (4,)).drawn()


@pytest.mark.parametrize(("rule", "pile", "gone"), [(OUT, (9,), (5, 6)), (UNDER, (9, 5, 6), ())])
def test_solving_a_card_clears_what_lies_in_front(rule, pile, gone):
    assert (CubeHand(pile, (1,)), gone) == CubeHand((9,), (1,), (5, 6)).cleared(rule)


@pytest.mark.parametrize(("replaced", "front", "gone"), [(None, (5, 6, 7, 8), ()), (6, (5, 7, 8), (6,))])
def test_a_card_is_laid_in_front_or_replaces_one(replaced, front, gone):
    assert (CubeHand((), (), front), gone) == CubeHand((), (), (5, 6, 7)).placed(8, replaced, OUT)


def test_who_has_no_card_left_has_won():
    assert [True, False, False] == [CubeHand(()).is_empty, CubeHand((1,)).is_empty, CubeHand((), (1,)).is_empty]
