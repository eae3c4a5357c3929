"""The four powers of 13 Monsters: who has them and when, what they do, and what happens when nobody said so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.events import TurnEnded
from companion.games.thirteen_monsters.cards import MonsterKind, Power
from companion.games.thirteen_monsters.events import (
    Absorbed,
    Attacked,
    Called,
    CalledOff,
    CardFlipped,
    Chosen,
    Forgotten,
    Froze,
    SearchEnded,
)
from companion.games.thirteen_monsters.referee import ThirteenMatch
from companion.games.thirteen_monsters.state import ThirteenPhase
from tests.companion.games.thirteen_monsters.thirteen import (
    ONE,
    TWO,
    cells_of,
    finds,
    holding,
    mismatch,
    misses,
    new_match,
    ns,
    ok,
    pairs,
    refusals,
    throws,
    with_holdings,
)

AT = ns(1)
EARTH, AIR, FIRE, WATER = "01.1 01.2 01.3", "04.1 04.2 04.3", "07.1 07.2 07.3", "10.1 10.2 10.3"
GHOST = "13.1 13.2 13.3"
GNOME, OTHER_GNOME = "02.1 05.2 08.3", "03.1 06.2 09.3"
ABOMINATION = "11.1 11.2 12.3"


# Sacrifice.


def test_a_sacrifice_arranges_all_pairs_anew() -> None:
    match = with_holdings(new_match(), holding("01.1 01.2", "02.1 05.2 01.3"))
    match = ok(match, Called(AT, ONE, Power.SACRIFICE))
    assert (ONE, ()) == (match.builder, match.mine.monsters)
    match = ok(match, Chosen(AT, ONE, "01.1"), Chosen(AT, ONE, "01.2"))

    assert [MonsterKind.OG] == [each.kind for each in match.mine.monsters]
    assert set(pairs("02.1 05.2")) == set(match.mine.free)


def test_only_who_has_a_monster_may_sacrifice_and_only_before_the_search() -> None:
    assert ["only who has a complete monster may sacrifice"] == refusals(
        with_holdings(new_match(), holding("01.1")), Called(AT, ONE, Power.SACRIFICE)
    )
    match = with_holdings(new_match(), holding("", GNOME))
    opened = ok(match, CardFlipped(AT, ONE, match.searchable[0]))
    assert ["this power comes before the search"] == refusals(opened, Called(AT, ONE, Power.SACRIFICE))
    assert ["it is the turn of Ada"] == refusals(match, Called(AT, TWO, Power.SACRIFICE))


# Permafrost.


def frozen_one(**options: str) -> ThirteenMatch:
    match = with_holdings(new_match(2, **options), holding("", ABOMINATION), holding("", AIR))
    return ok(match, Called(AT, ONE, Power.PERMAFROST), Froze(AT, ONE, match.searchable[5]))


def test_the_others_cannot_turn_up_a_frozen_card() -> None:
    match = frozen_one()
    cell = match.frozen[0].cell
    assert 4 == match.dice_left
    match = misses(match)

    assert ["Ada has frozen this card"] == refusals(match, CardFlipped(AT, TWO, cell))
    assert cell not in match.searchable


def test_permafrost_ends_when_its_player_turns_up_the_card() -> None:
    match = frozen_one()
    match = ok(match, CardFlipped(AT, ONE, match.frozen[0].cell))

    assert ((), 5) == (match.frozen, match.dice_left)


def test_permafrost_ends_with_any_attack_and_is_not_put_back() -> None:
    match = misses(frozen_one())
    match = ok(match, Attacked(AT, TWO, "04.1", "11.1"))
    assert () == match.frozen
    match = throws(throws(match, "6 6 6 6 6"), "1 2 3 4 5")

    assert ((), ThirteenPhase.BEFORE) == (match.frozen, match.phase)


def test_one_card_a_turn_is_frozen_before_or_after_the_search() -> None:
    match = with_holdings(new_match(), holding("", ABOMINATION))
    first, second = mismatch(match)
    after = ok(match, CardFlipped(AT, ONE, first), CardFlipped(AT, ONE, second))
    after = ok(after, Called(AT, ONE, Power.PERMAFROST), Froze(AT, ONE, first))
    assert [first] == [each.cell for each in after.frozen]

    assert ["no more cards can be frozen in this turn"] == refusals(after, Called(AT, ONE, Power.PERMAFROST))
    strict = replace(with_holdings(new_match(2, permafrost_when="before"), holding("", ABOMINATION)))
    strict = ok(strict, CardFlipped(AT, ONE, first), CardFlipped(AT, ONE, second))
    assert ["by your house rule cards are frozen before the search only"] == refusals(
        strict, Called(AT, ONE, Power.PERMAFROST)
    )


def test_a_table_may_freeze_a_card_for_each_monster_that_can() -> None:
    match = with_holdings(new_match(2, frozen_per_turn="one_per_monster"), holding("", ABOMINATION, AIR, GNOME))
    for cell in match.searchable[:2]:
        match = ok(match, Called(AT, ONE, Power.PERMAFROST), Froze(AT, ONE, cell))

    assert ["no more cards can be frozen in this turn"] == refusals(match, Called(AT, ONE, Power.PERMAFROST))


def test_there_are_only_five_dice_and_one_fits_on_a_card() -> None:
    match = with_holdings(new_match(), holding("", ABOMINATION), holding("", AIR))
    for at in range(5):
        seat = match.turn_of
        free = [cell for cell in match.grid if match.freezer(cell) is None]
        match = ok(match, Called(AT, seat, Power.PERMAFROST))
        if at:
            assert ["a die lies on this card already"] == refusals(match, Froze(AT, seat, match.frozen[0].cell))
        match = misses(ok(match, Froze(AT, seat, free[-1])))

    assert ["all five dice lie on cards already"] == refusals(match, Called(AT, match.turn_of, Power.PERMAFROST))


def test_a_gnome_cannot_freeze_and_permafrost_is_announced_first() -> None:
    match = with_holdings(new_match(), holding("", GNOME))

    assert ["Permafrost takes an Abomination, an O.G. or the 13th monster"] == refusals(
        match, Called(AT, ONE, Power.PERMAFROST)
    )
    assert ["announce Permafrost first"] == refusals(match, Froze(AT, ONE, match.searchable[0]))


def nearly_all_frozen(**options: str) -> ThirteenMatch:
    """Four cards are left, and the other has frozen three of them."""
    match = with_holdings(new_match(2, **options), holding("", GNOME), holding("", AIR))
    cells = [*cells_of(match, "01.1"), *cells_of(match, "01.2")]
    match = replace(match, grid={cell: match.grid[cell] for cell in cells}, turn_of=TWO)
    frozen = []
    for cell in cells[:3]:
        match = ok(replace(match, turn=replace(match.turn, frozen=0)), Called(AT, TWO, Power.PERMAFROST))
        match = ok(match, Froze(AT, TWO, cell))
        frozen.append(cell)
    match = ok(match, CardFlipped(AT, TWO, cells[3]), CardFlipped(AT, TWO, cells[0]), TurnEnded(AT, TWO))
    return match


def test_who_cannot_turn_up_two_cards_skips_the_search() -> None:
    match = nearly_all_frozen()
    match = replace(match, grid={cell: match.grid[cell] for cell in [each.cell for each in match.frozen]})

    assert [] == list(match.searchable)
    assert "there is nothing to search" in refusals(match, CardFlipped(AT, ONE, match.frozen[0].cell))[-1]
    assert TWO == ok(match, TurnEnded(AT, ONE)).turn_of


def test_a_table_may_take_the_oldest_die_away_instead() -> None:
    match = with_holdings(new_match(2, all_frozen="thaw_oldest"), holding("", GNOME), holding("", AIR))
    cells = cells_of(match, "01.1")
    match = replace(match, grid={cell: match.grid[cell] for cell in cells}, turn_of=TWO)
    match = ok(match, Called(AT, TWO, Power.PERMAFROST), Froze(AT, TWO, cells[0]))
    match = replace(match, phase=ThirteenPhase.AFTER)
    match = ok(match, TurnEnded(AT, TWO))

    assert ((), ONE, True) == (match.frozen, match.turn_of, match.can_search)


# Prophet.


def prophet(**options: str) -> ThirteenMatch:
    return ok(with_holdings(new_match(2, **options), holding("", AIR)), Called(AT, ONE, Power.PROPHET))


def test_a_prophet_turns_up_three_cards() -> None:
    match = prophet()
    left, right = cells_of(match, "01.1")
    other = next(cell for cell in match.searchable if cell not in (left, right))
    match = ok(match, CardFlipped(AT, ONE, left), CardFlipped(AT, ONE, other), CardFlipped(AT, ONE, right))
    assert (ThirteenPhase.SEARCH, 3) == (match.phase, len(match.open_cards))
    match = ok(match, SearchEnded(AT, ONE))

    assert pairs("01.1") == match.mine.free
    assert not match.turn.prophet


def test_after_a_pair_the_third_card_is_not_compulsory_but_allowed() -> None:
    match = prophet()
    left, right = cells_of(match, "01.1")
    match = ok(match, CardFlipped(AT, ONE, left), CardFlipped(AT, ONE, right))
    assert () == match.mine.free
    taken = ok(match, SearchEnded(AT, ONE))
    looked = ok(match, CardFlipped(AT, ONE, match.searchable[0]), SearchEnded(AT, ONE))

    assert pairs("01.1") == taken.mine.free == looked.mine.free
    assert ["turn up two cards first"] == refusals(prophet(), SearchEnded(AT, ONE))


def test_a_prophet_may_leave_the_third_card() -> None:
    match = prophet()
    first, second = mismatch(match)
    match = ok(match, CardFlipped(AT, ONE, first), CardFlipped(AT, ONE, second), SearchEnded(AT, ONE))

    assert ThirteenPhase.AFTER is match.phase


@pytest.mark.parametrize(("lasts", "still"), [("one_search", False), ("until_next", True)])
def test_a_prophet_looks_ahead_once_or_until_his_turn_passes(lasts: str, still: bool) -> None:
    match = prophet(prophet_lasts=lasts)
    left, right = cells_of(match, "01.1")
    match = ok(match, CardFlipped(AT, ONE, left), CardFlipped(AT, ONE, right), SearchEnded(AT, ONE))

    assert still == match.turn.prophet
    assert (["the Prophet looks ahead already"] if still else []) == refusals(match, Called(AT, ONE, Power.PROPHET))


def test_a_prophet_is_an_og() -> None:
    match = with_holdings(new_match(), holding("", ABOMINATION))

    assert ["a Prophet is an O.G. or the 13th monster"] == refusals(match, Called(AT, ONE, Power.PROPHET))


# Super Nova.


def nova(**options: str) -> ThirteenMatch:
    match = with_holdings(new_match(2, **options), holding("", GHOST), holding("01.1", ABOMINATION))
    return ok(match, Called(AT, ONE, Power.SUPER_NOVA))


def test_a_super_nova_takes_a_whole_monster_once() -> None:
    match = nova()
    assert ["a Super Nova takes a complete monster, no free pair"] == refusals(match, Absorbed(AT, ONE, "01.1"))
    assert ["a Super Nova takes a monster of another player"] == refusals(match, Absorbed(AT, ONE, "13.1"))
    match = ok(match, Absorbed(AT, ONE, "11.2"))

    assert [(MonsterKind.THIRTEENTH, True), (MonsterKind.ABOMINATION, False)] == [
        (m.kind, m.spent) for m in match.mine.monsters
    ]
    assert ((), 80, 0) == (match.holdings[TWO].monsters, match.health(ONE), match.health(TWO))
    why = "only the complete 13th monster explodes in a Super Nova, and only once"
    assert [why, "no other player has a monster to absorb"] == refusals(match, Called(AT, ONE, Power.SUPER_NOVA))


def test_after_it_the_13th_neither_attacks_nor_is_attacked() -> None:
    match = ok(nova(), Absorbed(AT, ONE, "11.2"))
    assert ["the 13th monster cannot attack after its Super Nova"] == refusals(match, Attacked(AT, ONE, "13.1", "01.1"))
    match = with_holdings(misses(match), match.holdings[ONE], holding("", AIR))

    assert ["this 13th monster is out of the game"] == refusals(match, Attacked(AT, TWO, "04.1", "13.2"))


def test_a_table_may_take_its_points_too() -> None:
    match = ok(nova(supernova_health="zero"), Absorbed(AT, ONE, "11.2"))

    assert 20 == match.health(ONE)


def test_a_super_nova_is_announced_and_can_be_called_off() -> None:
    match = with_holdings(new_match(2), holding("", GHOST), holding("", GNOME))

    assert ["announce Super Nova first"] == refusals(match, Absorbed(AT, ONE, "02.1"))
    assert match == ok(match, Called(AT, ONE, Power.SUPER_NOVA), CalledOff(AT, ONE))
    assert ["no power has been announced"] == refusals(match, CalledOff(AT, ONE))


def test_a_sacrifice_leaves_a_spent_13th_alone() -> None:
    match = ok(nova(), Absorbed(AT, ONE, "11.2"), Called(AT, ONE, Power.SACRIFICE))

    assert [MonsterKind.THIRTEENTH, MonsterKind.ABOMINATION] == [each.kind for each in match.mine.monsters]


# Announcements.


def test_a_power_that_was_not_announced_is_taken_back_for_this_turn() -> None:
    match = with_holdings(new_match(2), holding("01.1 01.2", GHOST, "02.1 05.2 01.3"), holding("", OTHER_GNOME))
    for power, used in [
        (Power.SACRIFICE, ok(match, Called(AT, ONE, Power.SACRIFICE), Chosen(AT, ONE, "01.1"))),
        (Power.PROPHET, ok(match, Called(AT, ONE, Power.PROPHET))),
        (Power.PERMAFROST, ok(match, Called(AT, ONE, Power.PERMAFROST), Froze(AT, ONE, match.searchable[0]))),
        (Power.SUPER_NOVA, ok(match, Called(AT, ONE, Power.SUPER_NOVA), Absorbed(AT, ONE, "09.3"))),
    ]:
        back = ok(used, Forgotten(AT))
        assert (match.holdings, match.frozen, False) == (back.holdings, back.frozen, back.turn.prophet)
        assert f"{_word(power)} was not announced: it is lost for this turn" in refusals(back, Called(AT, ONE, power))
        assert ["there is no power to take back now"] == refusals(back, Forgotten(AT))


def _word(power: Power) -> str:
    words = {Power.SACRIFICE: "Sacrifice", Power.PERMAFROST: "Permafrost", Power.PROPHET: "Prophet"}
    return words.get(power, "Super Nova!")


def test_it_is_too_late_once_the_search_has_begun() -> None:
    match = prophet()
    match = ok(match, CardFlipped(AT, ONE, match.searchable[0]))

    assert ["there is no power to take back now"] == refusals(match, Forgotten(AT))


def test_a_found_pair_brings_a_lost_power_back() -> None:
    """TM-A10: the turn starts again as a whole."""
    match = finds(ok(prophet(), Forgotten(AT)), "01.1")

    assert [] == refusals(match, Called(AT, ONE, Power.PROPHET))


@pytest.mark.parametrize("lasts", ["one_search", "until_next"])
def test_a_prophet_turns_up_three_cards_at_most_whatever_lies_open(lasts: str) -> None:
    match = prophet(prophet_lasts=lasts)
    left, right = cells_of(match, "01.1")
    other = next(cell for cell in match.searchable if cell not in (left, right))
    match = ok(match, CardFlipped(AT, ONE, left), CardFlipped(AT, ONE, right), CardFlipped(AT, ONE, other))

    for cell in match.searchable:
        assert ["no more than 3 cards are turned up in a search"] == refusals(match, CardFlipped(AT, ONE, cell))
    offered = [piece.action.event for board in match.view().boards for piece in board.pieces if piece.action]
    assert "CardFlipped" not in offered
    assert pairs("01.1") == ok(match, SearchEnded(AT, ONE)).mine.free
