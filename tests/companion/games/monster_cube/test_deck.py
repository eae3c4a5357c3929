"""The deck: what is known of the box holds for ours, and an owner's file is refused with every reason."""

from collections import Counter

import pytest

from companion.decks.files import shipped
from companion.errors import BadInput
from companion.games.monster_cube.cards import LEVELS, MonsterCard, TileRow, cards_of, read_monsters, series_of
from tests.companion.games.monster_cube.layouts import TILES
from tests.companion.games.monster_cube.table import new_match

TEXT = shipped("monster-cube")
DECK = read_monsters(TEXT)


@pytest.mark.parametrize(
    ("golden", "codes", "cards", "size"),
    [("MC-G22", LEVELS[0], 18, 2), ("MC-G23", LEVELS[1], 30, 1), ("MC-G24", LEVELS[2], 8, 3)],
)
def test_the_three_levels_have_the_modifiers_of_the_rulebook(golden, codes, cards, size):
    found = [card for card in DECK.all(MonsterCard) if card.code in codes]

    assert (golden, cards, {size}) == (golden, len(found), {abs(card.modifier) for card in found})
    assert 0 == sum(card.modifier for card in found), "as many of ours rise as fall"


def test_every_code_is_there_once_and_families_have_four():
    assert list(range(1, 57)) == list(cards_of(DECK))
    assert {4} == set(Counter(card.family for card in DECK.all(MonsterCard)).values())
    assert {1} == {card.family for card in DECK.all(MonsterCard) if card.code <= 4}


def test_rules_3_can_be_decided_by_stars():
    assert {1, 2, 3} == {card.stars for card in DECK.all(MonsterCard) if card.code in LEVELS[0]}


def test_every_series_carries_each_number_once_on_each_colour():
    for tiles in series_of(DECK, dice=False).values():
        assert [set(range(1, 10))] * 3 == [set(numbers) for numbers in zip(*tiles, strict=True)]


def test_the_first_series_lies_as_all_worked_examples_of_the_rulebook():
    assert TILES == series_of(DECK, dice=False)["A"]


def test_every_series_carries_pips_on_the_other_side():
    for tiles in series_of(DECK, dice=True).values():
        assert {1, 2, 3, 4, 5, 6} == {pips for tile in tiles for pips in tile}


def test_what_only_the_box_can_tell_is_marked_as_ours():
    assert ("stars", "points", "modifier", "family") == DECK.ours["card"]
    assert ("index", "numbers", "dice") == DECK.ours["tile"]


ONE = 'code = 1, stars = 1, points = "+1", modifier = 2'
A1 = 'series = "A", index = 1'


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("code = 7,", "code = 8,", "there are 2 cards with code 8; there is no card with code 7"),
        ("code = 7,", "code = 57,", "card 7: code is 1 to 56, not 57"),
        (ONE, ONE.replace("stars = 1", "stars = 4"), "card 1: stars is 1 to 3, not 4"),
        (ONE, ONE.replace("modifier = 2", "modifier = 3"), "card 1: the modifier of code 1 is +2 or -2, not 3"),
        (ONE, ONE.replace("+1", "x3"), "card 1: points cannot be 'x3' - did you mean 'x2'?"),
        ("family = 14 },\n]", "family = 13 },\n]", "family 13 has 5 cards, not 4; family 14 has 3 cards, not 4"),
        (f"{A1}, numbers = [6, 7, 9]", f"{A1}, numbers = [6, 7, 0]", "tile 1: numbers are 1 to 9, not [6, 7, 0]"),
        (A1, 'series = "A", index = 2', "there are 0 tiles A1, not 1; there are 2 tiles A2, not 1"),
        (
            A1,
            'series = "E", index = 1',
            "tile 1: a tile belongs to series A to D and has an index from 1 to 9, not E1",
        ),
    ],
)
def test_an_owners_deck_is_refused_with_every_reason(old, new, fault):
    assert old in TEXT

    with pytest.raises(BadInput) as refused:
        read_monsters(TEXT.replace(old, new))

    assert f"the deck 'proxy' cannot be used: {fault}" == str(refused.value)


def test_a_match_is_played_with_the_deck_that_it_names():
    mine = TEXT.replace('code = 1, stars = 1, points = "+1"', 'code = 1, stars = 1, points = "+4"')

    assert ["+1", "+4"] == [new_match(deck=deck).state.cards[1].points for deck in ("", mine)]


def test_an_owner_whose_values_are_those_of_the_box_is_not_told_that_they_are_ours():
    match = new_match(deck=TEXT.replace("ours = true", "ours = false"))

    assert () == match.state.ours
    assert "Cards" not in [str(name) for name, _ in match.view().facts]


def test_ours_is_a_tile_row_like_any_other():
    assert TileRow("A", 1, (6, 7, 9), (1, 3, 5)) == DECK.all(TileRow)[0]
