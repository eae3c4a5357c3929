"""Matches of 13 Monsters: searches, forced building, trades, and both kinds of victory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.effects import Lamp
from companion.errors import BadConfig, BadInput
from companion.events import Begins, By, Confirmed, Pressed, Started, TurnEnded
from companion.games.thirteen_monsters.cards import MonsterKind, Power
from companion.games.thirteen_monsters.events import (
    Absorbed,
    Agreed,
    Attacked,
    Called,
    CardFlipped,
    Chosen,
    Declined,
    Offered,
    PairPicked,
)
from companion.games.thirteen_monsters.referee import ThirteenMatch, begin
from companion.games.thirteen_monsters.state import Ending, PlayerRank, ThirteenPhase
from companion.table import Player, Seat
from tests.companion.games.thirteen_monsters.thirteen import (
    ONE,
    THREE,
    TWO,
    cells_of,
    finds,
    holding,
    mismatch,
    misses,
    monster,
    new_match,
    ns,
    ok,
    pair,
    pairs,
    play,
    refusals,
    said,
    started,
    throws,
    with_holdings,
    without_grid,
)

AT = ns(1)
EARTH, AIR, FIRE, WATER = "01.1 01.2 01.3", "04.1 04.2 04.3", "07.1 07.2 07.3", "10.1 10.2 10.3"
GHOST = "13.1 13.2 13.3"
GNOME, OTHER_GNOME = "02.1 05.2 08.3", "03.1 06.2 09.3"
ABOMINATION = "11.1 11.2 12.3"


# How a match begins.


def test_the_most_beastly_begins() -> None:
    match = ok(new_match(3), Begins(AT, THREE))

    assert THREE == match.turn_of
    assert ["the match has begun already"] == refusals(misses(match), Begins(AT, TWO))


@pytest.mark.parametrize("count", [1, 9])
def test_two_to_eight_play(count: int) -> None:
    people = tuple(Player(Seat(1 + seat), f"P{seat}") for seat in range(min(count, 8)))
    if count == 9:
        with pytest.raises(BadInput, match="seats must be different numbers"):
            begin(Started(0, "thirteen-monsters", (*people, Player(Seat(9), "X")), {}, 1))
        return
    with pytest.raises(BadInput, match="13 Monsters is played by 2 to 8 players, not by 1"):
        begin(Started(0, "thirteen-monsters", people, {}, 1))


def test_an_unknown_house_rule_is_said_so() -> None:
    with pytest.raises(BadConfig, match="did you mean 'length'"):
        begin(started(2, lenght="short"))


# The search.


def test_two_cards_that_are_no_pair_end_the_search() -> None:
    match = new_match()
    first, second = mismatch(match)
    match = ok(match, CardFlipped(AT, ONE, first))
    assert ThirteenPhase.SEARCH is match.phase
    match = ok(match, CardFlipped(AT, ONE, second))

    assert (ThirteenPhase.AFTER, {first, second}) == (match.phase, set(match.open_cards))
    assert ["the search is over: freeze a card, or end the turn"] == refusals(
        match, CardFlipped(AT, ONE, match.searchable[0])
    )
    match = ok(match, TurnEnded(AT, ONE))
    assert (TWO, {}, 78) == (match.turn_of, match.open_cards, len(match.grid))


def test_a_pair_belongs_to_its_finder_and_his_turn_starts_again() -> None:
    match = finds(new_match(), "04.2")

    assert (ONE, ThirteenPhase.BEFORE, 76) == (match.turn_of, match.phase, len(match.grid))
    assert pairs("04.2") == match.holdings[ONE].free


def test_left_and_left_is_no_pair() -> None:
    """TM-8: a left half of level 02 and one of level 03 do not fit; nor do two left halves."""
    match = new_match()
    left = [cell for cell, card in match.grid.items() if card.side == "L"]
    match = ok(match, CardFlipped(AT, ONE, left[0]), CardFlipped(AT, ONE, left[1]))

    assert ThirteenPhase.AFTER is match.phase


def test_a_table_may_let_a_collector_search_until_he_finds_a_pair() -> None:
    match = misses(new_match(2, collector_search="until_found"))
    assert (ONE, ThirteenPhase.BEFORE, {}) == (match.turn_of, match.phase, match.open_cards)

    assert TWO == misses(finds(match, "01.1")).turn_of


def test_the_search_comes_first() -> None:
    assert ["search first: turn up two cards"] == refusals(new_match(), TurnEnded(AT, ONE))


def test_a_card_is_turned_up_once_and_only_where_one_lies() -> None:
    match = new_match()
    first = match.searchable[0]
    match = ok(match, CardFlipped(AT, ONE, first))

    assert ["this card is open already"] == refusals(match, CardFlipped(AT, ONE, first))
    assert ["no card lies there"] == refusals(match, CardFlipped(AT, ONE, (4, 4)))
    assert ["it is the turn of Ada"] == refusals(match, CardFlipped(AT, TWO, match.searchable[0]))
    assert ["nobody sits on seat 5"] == refusals(match, CardFlipped(AT, Seat(5), first))


def test_a_button_ends_the_turn_only_where_the_table_waits_for_it() -> None:
    match = new_match()
    assert ["say on the page what you do"] == refusals(match, Pressed(AT, ONE, By.BUTTON))
    first, second = mismatch(match)
    match = ok(match, CardFlipped(AT, ONE, first), CardFlipped(AT, ONE, second))

    assert ["the table waits for Ada"] == refusals(match, Pressed(AT, TWO, By.BUTTON))
    assert TWO == ok(match, Pressed(AT, ONE, By.BUTTON)).turn_of
    assert TWO == ok(match, Confirmed(AT)).turn_of
    assert {ONE: Lamp.TURN, TWO: Lamp.OFF} == match.lamps


# Levels and forced building.


def test_three_levels_lead_to_the_beast_master() -> None:
    match = new_match()
    ranks = [match.rank(ONE)]
    for wanted in ("01.1", "04.2", "07.3"):
        match = finds(match, wanted)
        ranks.append(match.rank(ONE))

    assert [PlayerRank.COLLECTOR, PlayerRank.APPRENTICE, PlayerRank.APPRENTICE, PlayerRank.BEAST_MASTER] == ranks
    assert (MonsterKind.GNOME, 10, ()) == (match.mine.monsters[0].kind, match.health(ONE), match.mine.free)


def test_a_monster_must_be_built_and_its_owner_chooses_the_pairs() -> None:
    match = finds(with_holdings(new_match(), holding("01.1 02.1 04.2")), "01.3")

    assert ONE == match.builder
    assert ["Ada must build a monster first"] == refusals(match, CardFlipped(AT, ONE, match.searchable[0]))
    assert ["Ada must build a monster first"] == refusals(match, Chosen(AT, TWO, "01.1"))
    assert ["a monster is built from one's own free pairs"] == refusals(match, Chosen(AT, ONE, "05.1"))
    match = ok(match, Chosen(AT, ONE, "01.1"))
    assert (None, MonsterKind.ABOMINATION, pairs("02.1")) == (
        match.builder,
        match.mine.monsters[0].kind,
        match.mine.free,
    )


def test_a_choice_can_be_changed_until_the_monster_is_complete() -> None:
    match = finds(with_holdings(new_match(), holding("01.1 02.1 01.2 02.2")), "01.3")
    match = ok(match, Chosen(AT, ONE, "02.1"), Chosen(AT, ONE, "01.1"), Chosen(AT, ONE, "01.2"))

    assert MonsterKind.OG is match.mine.monsters[0].kind


# Trades.


def traders() -> ThirteenMatch:
    return with_holdings(new_match(3), holding("01.1 02.1", "03.1 05.2 08.3"), holding("04.2 05.1"), holding("10.2"))


def test_a_trade_may_be_uneven_and_needs_an_agreement() -> None:
    match = ok(traders(), Offered(AT, ONE, TWO, "01.1 02.1", "04.2"))

    assert (ThirteenPhase.OFFER, TWO) == (match.phase, match.view().turn)
    assert ["Ben is asked whether to trade: that is settled first"] == refusals(match, Agreed(AT, THREE))
    agreed = ok(match, Agreed(AT, TWO))
    assert pairs("04.2") == agreed.holdings[ONE].free
    assert pairs("05.1 01.1 02.1") == agreed.holdings[TWO].free
    assert (ThirteenPhase.BEFORE, ONE) == (agreed.phase, agreed.turn_of)


@pytest.mark.parametrize("who", [ONE, TWO])
def test_either_may_call_a_trade_off(who: Seat) -> None:
    before = traders()
    match = ok(before, Offered(AT, ONE, TWO, "01.1", "04.2"), Declined(AT, who))

    assert (before.holdings, ThirteenPhase.BEFORE) == (match.holdings, match.phase)


def test_a_trade_is_followed_by_forced_building_of_both() -> None:
    match = with_holdings(new_match(2), holding("01.1 02.2 03.2"), holding("04.2 05.1 06.1"))
    match = ok(match, Offered(AT, ONE, TWO, "02.2", "05.1"), Agreed(AT, TWO))
    assert None is match.builder
    match = with_holdings(new_match(2), holding("01.1 02.3 03.3"), holding("04.2 05.1 06.1"))
    match = ok(match, Offered(AT, ONE, TWO, "02.3", "04.2"), Agreed(AT, TWO))

    assert [MonsterKind.GNOME] == [each.kind for each in match.holdings[ONE].monsters]
    assert pairs("05.1 06.1 02.3") == match.holdings[TWO].free


def test_a_player_builds_at_once_though_it_is_not_his_turn() -> None:
    match = with_holdings(new_match(2), holding("02.3"), holding("04.2 05.1 06.1"))
    match = ok(match, Offered(AT, ONE, TWO, "02.3", ""), Agreed(AT, TWO))

    assert (TWO, ONE) == (match.builder, match.turn_of)
    assert [monster("06.1 04.2 02.3")] == list(ok(match, Chosen(AT, TWO, "06.1")).holdings[TWO].monsters)


def test_a_table_may_let_him_build_in_his_own_turn() -> None:
    match = with_holdings(new_match(2, forced_build="own_turn"), holding("02.3"), holding("04.2 05.1 06.1"))
    match = ok(match, Offered(AT, ONE, TWO, "02.3", ""), Agreed(AT, TWO))
    assert None is match.builder

    assert TWO == misses(match).builder


@pytest.mark.parametrize(
    ("offer", "why"),
    [
        (("01.1", "10.2", TWO), "nothing to trade there: the eyes of Itvill"),
        (("02.1", "04.2", ONE), "a trade needs another player"),
        (("", "", TWO), "nothing would change hands"),
        (("05.2", "04.2", TWO), "part of a monster, but only free pairs can be traded: the eyes of Tockar"),
        (
            ("05.2.1", "04.2", TWO),
            "these are no pairs: a pair is written as monster and level, as in 04.2, not '05.2.1'",
        ),
        (("01.1 01.1", "04.2", TWO), "these are no pairs: a pair is named twice: '01.1 01.1'"),
    ],
)
def test_what_cannot_be_traded(offer: tuple[str, str, Seat], why: str) -> None:
    give, get, to = offer

    assert [why] == refusals(traders(), Offered(AT, ONE, to, give, get))


def test_a_collector_has_nothing_to_trade() -> None:
    match = with_holdings(new_match(2), holding(), holding("01.1"))

    assert ["a Collector has nothing to trade yet"] == refusals(match, Offered(AT, ONE, TWO, "", "01.1"))


def test_a_table_may_trade_pairs_of_monsters() -> None:
    match = with_holdings(new_match(2, trade_what="any_pair"), holding("", GNOME), holding("04.2"))
    match = ok(match, Offered(AT, ONE, TWO, "02.1", "04.2"), Agreed(AT, TWO))

    assert (pairs("05.2 08.3 04.2"), ()) == (match.holdings[ONE].free, match.holdings[ONE].monsters)


def test_trades_come_before_the_search_and_not_in_the_final_round() -> None:
    match = traders()
    opened = ok(match, CardFlipped(AT, ONE, match.searchable[0]))

    assert ["trades come before the search"] == refusals(opened, Offered(AT, ONE, TWO, "01.1", "04.2"))
    assert ["in the final round there are no trades any more"] == refusals(
        without_grid(match), Offered(AT, ONE, TWO, "01.1", "04.2")
    )
    late = without_grid(with_holdings(new_match(2, final_trade="yes"), holding("01.1"), holding("04.2")))
    assert ThirteenPhase.OFFER is ok(late, Offered(AT, ONE, TWO, "01.1", "04.2")).phase


def test_the_button_of_who_is_asked_says_yes() -> None:
    match = ok(traders(), Offered(AT, ONE, TWO, "01.1", "04.2"))

    assert ["the table waits for Ben"] == refusals(match, Pressed(AT, ONE, By.BUTTON))
    assert pairs("05.1 01.1") == ok(match, Pressed(AT, TWO, By.BUTTON)).holdings[TWO].free


# Pointing at pairs.


def test_pointing_at_pairs_offers_what_they_are_good_for() -> None:
    match = with_holdings(new_match(3), holding("01.1", GNOME), holding("04.2"), holding("", OTHER_GNOME))

    def offers(*picked: str) -> list[str]:
        after = ok(match, *(PairPicked(AT, ONE, each) for each in picked))
        return [str(action.label) for action in after.view().actions if action.event in ("Offered", "Attacked")]

    gnome = "gnome (Wendoung, Tockar and Ilsabelt)"
    assert [
        f"Attack the eyes of Sandil with {gnome}",
        "Offer Ben: nothing for the eyes of Sandil",
    ] == offers("04.2")
    assert ["Offer Ben: the head of Striffle for the eyes of Sandil"] == offers("01.1", "04.2")
    assert [f"Attack the head of Pandadori with {gnome}"] == offers("02.1", "03.1")
    assert [] == offers("04.2", "03.1")
    assert ["nobody has this pair yet"] == refusals(match, PairPicked(AT, ONE, "12.1"))
    assert match.turn == ok(match, PairPicked(AT, ONE, "04.2"), PairPicked(AT, ONE, "04.2")).turn


# The end.


def test_an_elementary_master_wins_at_once() -> None:
    match = with_holdings(new_match(), holding("10.1 10.2", EARTH, AIR, FIRE), holding("", GHOST))
    for cell in cells_of(match, "10.3"):
        match, effects = play(match, CardFlipped(AT, ONE, cell))

    assert (ThirteenPhase.OVER, (ONE,), Ending.MASTER) == (match.phase, match.winners, match.ending)
    assert "Ada is Elementary Master and wins" in said(effects)
    assert "Ada is Elementary Master and wins" == str(match.view().result.text)
    assert ["the match is over"] == refusals(match, TurnEnded(AT, ONE))
    assert Lamp.FIRST is match.lamps[ONE]


def test_an_elementary_master_wins_in_the_turn_of_another() -> None:
    match = with_holdings(new_match(), holding("10.3"), holding("10.1 10.2", EARTH, AIR, GHOST))
    match = ok(match, Offered(AT, ONE, TWO, "10.3", ""), Agreed(AT, TWO))
    assert ((TWO,), Ending.MASTER) == (match.winners, match.ending)

    later = with_holdings(
        new_match(2, master_when="own_turn"), holding("10.3"), holding("10.1 10.2", EARTH, AIR, GHOST)
    )
    later = ok(later, Offered(AT, ONE, TWO, "10.3", ""), Agreed(AT, TWO))
    assert ThirteenPhase.BEFORE is later.phase
    assert (TWO,) == misses(later).winners


def test_a_spent_13th_is_no_element_any_more() -> None:
    mine = holding("10.1 10.2", EARTH, AIR)
    mine = replace(mine, monsters=(*mine.monsters, monster(GHOST, spent=True)))

    assert ThirteenPhase.BEFORE is finds(with_holdings(new_match(), mine), "10.3").phase


def test_a_super_nova_gives_an_element_and_takes_one() -> None:
    match = with_holdings(new_match(), holding("", EARTH, AIR, GHOST), holding("", WATER))
    match = ok(match, Called(AT, ONE, Power.SUPER_NOVA), Absorbed(AT, ONE, "10.1"))

    assert (ThirteenPhase.BEFORE, 180) == (match.phase, match.health(ONE))


def test_the_finder_of_the_last_pair_begins_the_final_round() -> None:
    match = with_holdings(new_match(3), holding("", GNOME), holding("01.2"), holding("", AIR))
    cells = cells_of(match, "01.1")
    match = replace(match, grid={cell: match.grid[cell] for cell in cells}, turn_of=TWO)
    match = finds(match, "01.1")
    assert (TWO, (TWO, THREE, ONE)) == (match.turn_of, match.final)
    assert ["a Prophet is an O.G. or the 13th monster", "no card is left to turn up"] == refusals(
        match, Called(AT, TWO, Power.PROPHET)
    )
    match = ok(match, TurnEnded(AT, TWO), Pressed(AT, THREE, By.BUTTON))
    match = ok(match, TurnEnded(AT, ONE))

    assert ((THREE,), Ending.HEALTH) == (match.winners, match.ending)
    assert "Cleo wins with 40 health points" == str(match.view().result.text)


def test_free_pairs_do_not_count() -> None:
    match = without_grid(with_holdings(new_match(), holding("", GNOME), holding("01.1 04.1 07.1 10.1 01.2")))
    match = ok(match, TurnEnded(AT, ONE), TurnEnded(AT, TWO))

    assert ((ONE,), {ONE: 10, TWO: 0}) == (match.winners, match.view().sheet.totals)


def test_in_the_final_round_everybody_may_attack_once_more() -> None:
    match = without_grid(with_holdings(new_match(), holding("", GNOME), holding("", OTHER_GNOME)))
    match = ok(match, Attacked(AT, ONE, "02.1", "03.1"))
    match = throws(throws(match, "6 6 6 6 6"), "1 2 3 4 5")

    assert ["only one attack in a turn"] == refusals(match, Attacked(AT, ONE, "02.1", "06.2"))
    assert pair("03.1") in match.holdings[ONE].free
