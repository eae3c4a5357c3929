"""What pairs, monsters and dice are worth: the golden examples, one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from companion.chance import Lots
from companion.decks.files import shipped
from companion.errors import BadInput
from companion.games.thirteen_monsters.cards import (
    ALL_CARDS,
    ALL_PAIRS,
    CELLS,
    LOGO,
    Element,
    Holding,
    Level,
    MonsterKind,
    MonsterRecord,
    Pair,
    Power,
    ThirteenCard,
    cards,
    dealt,
    gnomes,
    is_elementary_master,
)
from companion.games.thirteen_monsters.dice import FACES, advice, beating, before, parse_dice, score
from companion.games.thirteen_monsters.dice import holding as holding_out
from companion.games.thirteen_monsters.options import DiceCount, NoneAlike, SuperNovaHealth, ThirteenOptions
from companion.table import Seat
from tests.companion.games.thirteen_monsters.thirteen import holding, monster, new_match, pair, pairs

DECK = cards(shipped("thirteen-monsters"))
ELEMENTS = {each.number: each.element for each in DECK.all(MonsterRecord)}
BY_ELEMENT = {"earth": (1, 2, 3), "air": (4, 5, 6), "fire": (7, 8, 9), "water": (10, 11, 12), "ghost": (13,)}
RULES = ThirteenOptions()
GROUPS = ThirteenOptions(dice_count=DiceCount.ALL_GROUPS)


def of(*numbers: int) -> str:
    return " ".join(f"{number:02}.{level}" for level, number in enumerate(numbers, 1))


# The dice.


@pytest.mark.parametrize(
    ("golden", "dice", "points"),
    [
        ("TM-G01", "6 6 6 1 2", 18),
        ("TM-G02", "6 6 6 6 6", 30),
        ("TM-G03", "2 3 4 5 5", 10),
        ("TM-G04", "2 3 4 4 4", 12),
        ("TM-G05", "3 3 3 5 5", 10),
        ("TM-G06", "1 2 3 4 5", 0),
        ("made", "1 1 1 2 2", 4),
    ],
)
def test_equal_dice_of_the_best_value_count(golden: str, dice: str, points: int) -> None:
    assert (golden, points) == (golden, score(parse_dice(dice)))


@pytest.mark.parametrize(
    ("dice", "groups", "highest"), [("6 6 6 5 5", 28, 18), ("1 2 3 4 6", 0, 6), ("1 1 6 2 3", 2, 2)]
)
def test_a_table_may_count_dice_otherwise(dice: str, groups: int, highest: int) -> None:
    thrown = parse_dice(dice)

    assert (groups, highest) == (
        score(thrown, GROUPS),
        score(thrown, ThirteenOptions(none_alike=NoneAlike.HIGHEST_DIE)),
    )


def test_a_throw_is_worth_what_a_slow_count_says() -> None:
    for dice in product(FACES, repeat=5):
        assert max((value * dice.count(value) for value in dice if dice.count(value) > 1), default=0) == score(dice)


@pytest.mark.parametrize("notation", ["", "6 6 6 1", "6 6 6 1 7", "6 6 6 1 2 3", "six", "66 6 1 2 3"])
def test_what_is_no_throw_is_said_so(notation: str) -> None:
    with pytest.raises(BadInput, match="a throw has five dice from 1 to 6"):
        parse_dice(notation)


# The odds.


@pytest.mark.parametrize(("throws", "expected"), [(1, 7.76), (3, 14.55), (4, 16.88), (5, 18.83), (6, 20.49)])
def test_what_is_to_be_expected_of_so_many_throws(throws: int, expected: float) -> None:
    assert expected == round(before(throws, RULES), 2)


@pytest.mark.parametrize(("throws", "expected"), [(3, 17.67), (4, 20.20), (5, 22.08), (6, 23.46)])
def test_what_is_to_be_expected_when_all_groups_count(throws: int, expected: float) -> None:
    assert pytest.approx(expected, abs=0.006) == before(throws, GROUPS)


def test_one_throw_is_the_average_of_all_throws() -> None:
    average = sum(score(dice) for dice in product(FACES, repeat=5)) / 6**5

    assert pytest.approx(average) == before(1, RULES)


@pytest.mark.parametrize("dice", [(1, 2, 3, 4, 6), (6, 6, 2, 1, 3), (5, 5, 5, 6, 6), (1, 1, 1, 1, 2)])
def test_the_last_advice_is_the_best_of_all_things_put_aside(dice: tuple[int, ...]) -> None:
    """A slow count: everything that can be put aside, with everything that the others can show."""

    def average(aside: tuple[int, ...]) -> float:
        falls = list(product(FACES, repeat=5 - len(aside)))
        return sum(score((*aside, *fall)) for fall in falls) / len(falls)

    best = max(average(aside) for size in range(6) for aside in set(combinations(dice, size)))
    found = advice(dice, 1, RULES)

    assert pytest.approx(best) == found.worth
    assert pytest.approx(best) == average(found.aside)


def test_a_defender_must_have_more() -> None:
    assert [0.0, 0.0, 1.0] == [beating(18)[points] for points in (12, 18, 20)]
    assert pytest.approx(1.0) == holding_out(3, RULES)[30]
    assert pytest.approx(1 - before(3, RULES, beating(18))) == holding_out(3, RULES)[18]


# Monsters.


@pytest.mark.parametrize(
    ("golden", "numbers", "kind", "health", "throws"),
    [
        ("TM-G09", (7, 8, 9), MonsterKind.GNOME, 10, 5),
        ("TM-G10", (13, 13, 13), MonsterKind.THIRTEENTH, 60, 6),
        ("TM-G11", (1, 4, 7), MonsterKind.GNOME, 10, 3),
        ("TM-G12", (1, 1, 7), MonsterKind.ABOMINATION, 20, 4),
        ("TM-G13", (5, 5, 5), MonsterKind.OG, 40, 5),
        ("made", (7, 1, 7), MonsterKind.ABOMINATION, 20, 4),
        ("made", (13, 13, 1), MonsterKind.ABOMINATION, 20, 4),
    ],
)
def test_three_pairs_make_a_monster(
    golden: str, numbers: tuple[int, ...], kind: MonsterKind, health: int, throws: int
) -> None:
    built = monster(of(*numbers))

    assert (golden, kind, health, throws) == (golden, built.kind, built.health(), built.throws(ELEMENTS))


@pytest.mark.parametrize(
    ("golden", "elements", "throws"),
    [("TM-G07", "earth water air", 3), ("TM-G08", "earth earth air", 4), ("TM-G09", "fire fire fire", 5)],
)
def test_equal_elements_give_throws(golden: str, elements: str, throws: int) -> None:
    for numbers in product(*(BY_ELEMENT[element] for element in elements.split())):
        assert (golden, throws) == (golden, monster(of(*numbers)).throws(ELEMENTS))


@pytest.mark.parametrize(
    ("numbers", "powers"),
    [((1, 4, 7), 1), ((1, 1, 7), 2), ((5, 5, 5), 3), ((13, 13, 13), 4)],
)
def test_each_kind_has_one_power_more(numbers: tuple[int, ...], powers: int) -> None:
    assert set(list(Power)[:powers]) == monster(of(*numbers)).powers


def test_after_a_super_nova_there_are_points_but_no_powers() -> None:
    spent = monster(of(13, 13, 13), spent=True)

    assert (60, 0, frozenset()) == (spent.health(), spent.health(SuperNovaHealth.ZERO), spent.powers)


@pytest.mark.parametrize(
    ("golden", "numbers", "spent", "wins"),
    [
        ("TM-G17", (1, 10, 4, 7), False, True),
        ("TM-G18", (1, 10, 4, 13), False, True),
        ("TM-G19", (1, 10, 4, 13), True, False),
        ("TM-G20", (1, 2, 10, 4), False, False),
    ],
)
def test_four_monsters_of_four_elements_win(golden: str, numbers: tuple[int, ...], spent: bool, wins: bool) -> None:
    monsters = tuple(monster(of(each, each, each), spent=spent and each == 13) for each in numbers)

    assert (golden, wins) == (golden, is_elementary_master(Holding((), monsters), ELEMENTS))


def test_an_abomination_is_no_og() -> None:
    monsters = (of(1, 1, 1), of(10, 10, 10), of(4, 4, 4), of(7, 7, 8))

    assert not is_elementary_master(holding("", *monsters), ELEMENTS)


def test_a_monster_that_loses_a_pair_falls_apart() -> None:
    mine = holding("02.1", of(1, 4, 7))

    assert (pairs("02.1 01.1 07.3"), ()) == (mine.without(pair("04.2")).free, mine.without(pair("04.2")).monsters)


# The cards.


def test_the_grid_has_nine_rows_of_nine_but_for_the_logo() -> None:
    """TM-G16."""
    grid = dealt(7)

    assert (81, 3, 78, 39) == (len(CELLS) + len(LOGO), len(LOGO), len(grid), len(ALL_PAIRS))
    assert Counter(ALL_CARDS) == Counter(grid.values())
    assert {(4, 3), (4, 4), (4, 5)} == set(LOGO)


def test_another_seed_deals_otherwise_and_the_same_seed_the_same() -> None:
    assert dealt(7) == dealt(7) != dealt(8)


@pytest.mark.parametrize("seed", range(20))
def test_a_short_game_gives_everybody_a_gnome(seed: int) -> None:
    given = gnomes(seed, [Seat(seat) for seat in range(1, 9)])
    held = [each for one in given.values() for each in one.pairs]

    assert [MonsterKind.GNOME] * 8 == [one.kind for one in given.values()]
    assert 24 == len(set(held))
    match = new_match(8, seed, length="short")
    assert 78 - 48 == len(match.grid)
    assert not set(held) & {card.pair for card in match.grid.values()}


def test_only_the_elements_are_ours() -> None:
    assert {"monster": ("element",)} == DECK.ours
    assert {element: 3 for element in Element if element is not Element.GHOST} | {Element.GHOST: 1} == Counter(
        ELEMENTS.values()
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("number = 2, ", "number = 1, "), "there must be the monsters 1 to 13, each once"),
        (('"Wendoung"', '"Striffle"'), "two monsters have the same name"),
        (('"Twik", element = "fire"', '"Twik", element = "air"'), "there are 2 monsters of fire, not 3"),
        (
            ('"Ghost", element = "ghost"', '"Ghost", element = "air"'),
            "monster 13 is the Ghost, and no other is",
        ),
        (('element = "ghost"', 'element = "mud"'), "element cannot be 'mud'"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(change: tuple[str, str], fault: str) -> None:
    text = shipped("thirteen-monsters")
    assert change[0] in text
    with pytest.raises(BadInput, match=fault):
        cards(text.replace(*change))


@pytest.mark.parametrize("text", ["", "4.2", "04.4", "00.1", "14.1", "04.2L", "04.2 05.1"])
def test_what_is_no_pair_is_said_so(text: str) -> None:
    with pytest.raises(BadInput, match="a pair is written as monster and level"):
        Pair.parse(text)


def test_pairs_and_cards_are_written_as_they_are_read() -> None:
    assert all(each == Pair.parse(str(each)) for each in ALL_PAIRS)
    assert {"01.1L", "13.3R"} <= {str(card) for card in ALL_CARDS}
    assert Level.EYES is Pair.parse("04.2").level


def test_lots_are_independent_of_each_other() -> None:
    """What lies in the grid follows from nothing that is dealt openly."""
    order = Lots(7, "grid").shuffled(ALL_CARDS)

    assert tuple(dealt(7).values()) == tuple(order)
    assert all(isinstance(card, ThirteenCard) for card in order)
