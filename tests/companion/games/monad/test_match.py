"""A match of Monad: setting up, turns, the bonus, leaps, hands that are followed, passing, teams and victory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.effects import Announced, Cue, Lamp
from companion.errors import BadInput
from companion.events import Begins, By, Confirmed, Pressed, TurnEnded
from companion.games.monad.cards import MonadColour, Rank, read_cards, write_cards
from companion.games.monad.events import (
    BonusDeclined,
    BonusTaken,
    Bought,
    CardPicked,
    DiscardFlipped,
    Drawn,
    HandShown,
    Leapt,
    Passed,
    Traded,
)
from companion.games.monad.hands import MonadHand
from companion.table import Seat
from tests.companion.games.monad.tables import (
    FOUR,
    ONE,
    THREE,
    TWO,
    at_table,
    everything,
    new_match,
    play,
    refused,
)

TWO_WARM = "both cards are warm: one must be warm (red, orange, yellow), the other cold (navy, sky, green)"
NO_CARD = "these are no cards: 'n9' is no card: it is a colour (r, o, y, n, s, g) and a rank from 1 to 5, as in r1"
FORCED = "a Bi can be bought with two cards of the rank below"
FULL = "r2 o2 r3 o3 r4 o4 r5 o5 M M"


# Setting up.


@pytest.mark.parametrize(
    ("players", "units", "needed"),
    [pytest.param(2, 12, 5, id="MO-G02"), pytest.param(3, 18, 4, id="MO-G03"), pytest.param(4, 24, 3, id="MO-G04")],
)
def test_what_is_in_play(players: int, units: int, needed: int) -> None:
    match = new_match(players)
    cards, monads = everything(match)

    assert (units, 24, 10, players, needed) == (
        sum(count for card, count in cards.items() if card.rank is Rank.UNIT),
        sum(count for card, count in cards.items() if card.rank is not Rank.UNIT),
        monads,
        len(match.identities),
        match.needed,
    )


def test_the_box_holds_58_cards_and_ten_monads() -> None:
    """MO-G01: 24 Units, six of each other rank, six Identities, four Bonus cards; ten Monads."""
    cards, monads = everything(new_match(4))

    assert (48 + len(MonadColour) + new_match(4).in_play.bonus, 10) == (58, monads)
    assert 48 == sum(cards.values())


@pytest.mark.parametrize(
    ("players", "allowed"),
    [
        (2, set(MonadColour)),
        (3, {MonadColour.NAVY, MonadColour.SKY, MonadColour.GREEN}),
        (4, {MonadColour.RED, MonadColour.ORANGE, MonadColour.NAVY, MonadColour.SKY}),
    ],
)
def test_the_identities_in_play(players: int, allowed: set[MonadColour]) -> None:
    """MO-A20."""
    given = [set(new_match(players, seed).identities.values()) for seed in range(20)]

    assert all(len(each) == players and each <= allowed for each in given)


def test_everybody_has_six_units_dealt_by_hand_or_by_the_companion() -> None:
    by_hand, by_us = new_match(3), new_match(3, dealt="by_companion")

    assert [(6, 0)] * 3 == [(hand.hidden, len(hand.known)) for hand in by_hand.hands.values()]
    assert [(0, 6)] * 3 == [(hand.hidden, len(hand.known)) for hand in by_us.hands.values()]


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises((BadInput, IndexError)):
        new_match(players)


def test_teams_are_for_four() -> None:
    with pytest.raises(BadInput, match="teams are for four players, not for 3"):
        new_match(3, teams="yes")


# A turn.


def test_any_number_of_operations_and_then_the_turn_is_ended() -> None:
    match = at_table("y1 n1 y2 n2 r3", FULL)
    match, effects = play(match, Traded(1, ONE, "y1 n1"), Traded(2, ONE, "y2 n2"), TurnEnded(3, ONE))

    assert ("r2 r3 r3", TWO) == (write_cards(match.hands[ONE].known), match.turn_of)
    assert [
        "Ada trades Unit yellow and Unit navy for Bi red",
        "Ada trades Bi yellow and Bi navy for Tri red",
        "Ada has finished",
    ] == [str(each.what) for each in effects]


@pytest.mark.parametrize("event", [Pressed(3, ONE, By.BUTTON), Confirmed(3), TurnEnded(3, ONE)])
def test_the_button_of_the_player_ends_his_turn(event: object) -> None:
    match, _ = play(at_table("y1 n1", FULL), Traded(1, ONE, "y1 n1"), event)

    assert TWO == match.turn_of


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (TurnEnded(1, ONE), ["trade, buy, draw, turn the discard over, or pass"]),
        (TurnEnded(1, TWO), ["it is the turn of Ada"]),
        (Traded(1, ONE, "y1 y1"), [TWO_WARM]),
        (Traded(1, ONE, "y1 g1"), ["Ada does not hold Unit green"]),
        (Traded(1, ONE, "y1 n9"), [NO_CARD]),
        (Traded(1, ONE, "y1 n2"), ["these cards are no pair: two of one rank, or one of them a joker"]),
        (Bought(1, ONE, "y1 n1", 9), ["these are no cards: there is no rank 9 to buy: 2 is a Bi, 6 a Monad"]),
        (Drawn(1, ONE), ["there is no draw pile"]),
        (DiscardFlipped(1, ONE), ["there is no discard to turn over"]),
        (Passed(1, ONE), ["Unit navy and Unit yellow can be traded", FORCED]),
        (BonusTaken(1, ONE, "1"), ["there is no bonus to take now"]),
        (BonusDeclined(1, ONE), ["there is no bonus to decline"]),
        (CardPicked(1, ONE, "g5"), ["Ada does not hold Quint green"]),
        (CardPicked(1, ONE, "y1", back=True), ["Unit yellow is not laid out"]),
        (Begins(1, TWO), ["this does not fit what the table is doing now"]),
        (Drawn(1, Seat(7)), ["nobody sits on seat 7"]),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_reason(event: object, why: list[str]) -> None:
    assert why == refused(at_table("y1 y1 n1 n2", FULL), event)


@pytest.mark.parametrize(("rule", "last"), [("no", TWO), ("draw_as_last", TWO)])
def test_after_a_trade_nothing_is_drawn_unless_the_house_says_otherwise(rule: str, last: Seat) -> None:
    """MO-A12."""
    match, _ = play(at_table("y1 n1", FULL, draw="g1", draw_as_last=rule), Traded(1, ONE, "y1 n1"))
    if rule == "no":
        assert ["after a trade, a purchase or a leap the turn is ended, nothing else"] == refused(match, Drawn(2, ONE))
    else:
        assert last == play(match, Drawn(2, ONE))[0].turn_of


def test_to_draw_takes_the_top_unit_and_ends_the_turn() -> None:
    match, _ = play(at_table("y1", FULL, draw="g1 r1"), Drawn(1, ONE))

    assert ("y1 g1", "r1", TWO) == (
        " ".join(sorted(map(str, match.hands[ONE].known), reverse=True)),
        write_cards(match.market.draw),
        match.turn_of,
    )


def test_the_discard_is_turned_over_as_it_is() -> None:
    """MO-8, MO-14: the oldest card lies on top then."""
    match, _ = play(at_table("y1", FULL, discard="g1 r1 s1"), DiscardFlipped(1, ONE))

    assert ("g1 r1 s1", "", TWO) == (write_cards(match.market.draw), write_cards(match.market.discard), match.turn_of)


@pytest.mark.parametrize(("rule", "draw"), [("no", "n1"), ("under_it", "n1 g1")])
def test_turning_over_while_there_is_a_draw_pile(rule: str, draw: str) -> None:
    """MO-A13."""
    match = at_table("y1", FULL, discard="g1", draw="n1", flip_under=rule)
    if rule == "no":
        assert ["the draw pile is used up first"] == refused(match, DiscardFlipped(1, ONE))
    assert draw == write_cards(match.feed(DiscardFlipped(1, ONE))[0].market.draw)


# The bonus.


def test_a_bonus_takes_the_top_of_every_lower_column_and_the_top_unit() -> None:
    match, _ = play(at_table("n5 r5", FULL, draw="g1"), Traded(1, ONE, "n5 r5"), BonusTaken(2, ONE, "4 3 2 1"))

    assert ("g1 r2 r3 r4", 1, True) == (write_cards(match.hands[ONE].known), match.monads[ONE], match.turn.bonus_used)


def test_a_bonus_that_is_kept_waits_for_a_better_trade_and_there_is_one_a_turn() -> None:
    """MO-10."""
    match = at_table("g2 y2 n5 r5 s3 o3", FULL, draw="g1")
    match, _ = play(match, Traded(1, ONE, "g2 y2"), BonusDeclined(2, ONE), Traded(3, ONE, "n5 r5"))
    match, _ = play(match, BonusTaken(4, ONE, "4 3 2 1"), Traded(5, ONE, "s3 o3"))

    assert (True, ()) == (match.turn.bonus_used, match.turn.offered)


def test_a_bonus_that_is_forgotten_is_lost() -> None:
    match, _ = play(at_table("g2 y2 r1 n1", FULL, draw="g1"), Traded(1, ONE, "g2 y2"), Traded(2, ONE, "r1 n1"))

    assert ["there is no bonus to take now"] == refused(match, BonusTaken(3, ONE, "1"))


@pytest.mark.parametrize(
    ("rule", "why"), [("any_part", []), ("all_or_nothing", ["the bonus is taken as a whole, or not at all"])]
)
def test_a_part_of_a_bonus(rule: str, why: list[str]) -> None:
    """MO-A5."""
    match, _ = play(at_table("n5 r5", FULL, draw="g1", bonus_part=rule), Traded(1, ONE, "n5 r5"))
    _, effects = match.feed(BonusTaken(2, ONE, "4 1"))

    assert why == [str(each.why) for each in effects if hasattr(each, "why")]


@pytest.mark.parametrize(
    ("ranks", "why"), [("5", "no Quint belongs to this bonus"), ("4 4", "a bonus takes one card of each rank")]
)
def test_what_does_not_belong_to_a_bonus(ranks: str, why: str) -> None:
    match, _ = play(at_table("n5 r5", FULL), Traded(1, ONE, "n5 r5"))

    assert [why] == refused(match, BonusTaken(2, ONE, ranks))


# Leaps.


def test_a_leap_needs_a_trade_or_a_purchase_in_the_same_turn() -> None:
    """MO-13, MO-A10."""
    match, _ = play(at_table("r1 o1 y1 n1 y2 n2", FULL), Leapt(1, ONE, "r1 o1 y1 n1"))
    after, _ = play(match, Traded(2, ONE, "y2 n2"), TurnEnded(3, ONE))

    assert ["the leap still needs a trade or a purchase"] == refused(match, TurnEnded(2, ONE))
    assert TWO == after.turn_of


def test_a_leap_after_which_nothing_would_be_possible_is_refused() -> None:
    why = "a leap needs a trade or a purchase in the same turn, and none would be possible"

    assert [why] == refused(at_table("r1 o1 y1 n1", FULL), Leapt(1, ONE, "r1 o1 y1 n1"))


@pytest.mark.parametrize(("rule", "ends"), [("either", True), ("afterwards", False)])
def test_whether_a_trade_before_the_leap_is_enough(rule: str, ends: bool) -> None:
    match = at_table("r1 o1 y1 n1 y2 n2 r3 n3", FULL, leap_needs=rule)
    match, _ = play(match, Traded(1, ONE, "y2 n2"), Leapt(2, ONE, "r1 o1 y1 n1"))

    assert ends == (match.feed(TurnEnded(3, ONE))[0].turn_of == TWO)


@pytest.mark.parametrize(("rule", "leaps"), [("any_number", 2), ("one", 1)])
def test_how_many_leaps_a_turn_may_have(rule: str, leaps: int) -> None:
    """MO-A11."""
    units = "r1 o1 y1 n1"
    match = at_table(f"{units} {units} y2 n2", FULL, leaps=rule)
    match, _ = play(match, Leapt(1, ONE, units), Leapt(2, ONE, units))

    assert leaps == match.turn.leaps


# Hands that are followed.


def test_a_unit_that_is_laid_down_was_one_of_the_hidden_ones() -> None:
    match = new_match(2)
    seat = match.turn_of
    match, _ = play(match, Traded(1, seat, "r1 n1"))

    assert (4, 1) == (match.hands[seat].hidden, len(match.hands[seat].known))


def test_what_no_hand_can_hold_is_refused() -> None:
    """With two players there are two Units of each colour."""
    match = new_match(2)
    seat = match.turn_of
    match, _ = play(match, Traded(1, seat, "r1 n1"), Traded(2, seat, "r1 s1"))

    assert [f"{match.table.name(seat)} cannot hold one more Unit red: all of them lie elsewhere"] == refused(
        match, Traded(3, seat, "r1 g1")
    )


def test_a_hand_holds_no_more_hidden_units_than_it_was_dealt() -> None:
    match = new_match(2)
    seat = match.turn_of
    match = replace(match, hands={**match.hands, seat: MonadHand((), 1)})

    assert ["Ada does not hold Unit navy"] == refused(match, Traded(1, seat, "r1 n1")) or [
        "Ben does not hold Unit navy"
    ]
    assert match == match.feed(Traded(1, seat, "r1 n1"))[0]


def test_a_drawn_unit_is_known_because_the_order_of_the_discard_is() -> None:
    match = replace(new_match(2), turn_of=ONE)
    match, _ = play(match, Traded(1, ONE, "r1 n1"), TurnEnded(2, ONE), DiscardFlipped(3, TWO), Drawn(4, ONE))

    assert "r1" in write_cards(match.hands[ONE].known)


def test_whoever_passes_shows_his_hand_first() -> None:
    """MO-15: "to pass one must show one's hand"."""
    match = new_match(2)
    match = replace(match, turn_of=ONE, market=replace(match.market, columns={**match.market.columns, Rank.BI: ()}))
    assert "the hand must be shown first: 6 Units are not known" in refused(match, Passed(1, ONE))

    shown, _ = play(match, HandShown(1, ONE, "r1 r1 o1 o1 y1 y1"))
    passed, _ = play(shown, Passed(2, ONE))

    assert (0, TWO, 1) == (shown.hands[ONE].hidden, passed.turn_of, passed.passes)
    assert ["6 Units are not known: name each of them"] == refused(match, HandShown(1, ONE, "r1"))
    assert ["Ada cannot hold one more Unit red: all of them lie elsewhere"] != refused(
        match, HandShown(1, ONE, "r1 r1 r1 o1 o1 y1")
    )


# The end.


def test_the_monad_that_is_enough_wins_at_once() -> None:
    match = replace(at_table("n5 r5 r1", FULL), monads={ONE: 4, TWO: 3})
    match, effects = play(match, Traded(1, ONE, "n5 r5"))

    assert (True, (ONE,), Cue.WON, "Ada wins with 5 Monads") == (
        match.over,
        match.winners,
        effects[-1].cue,
        str(effects[-1].what),
    )
    assert ["the match is over"] == refused(match, TurnEnded(2, ONE))
    assert {ONE: Lamp.FIRST, TWO: Lamp.OFF} == match.lamps


def test_of_a_short_match_the_first_monad_wins() -> None:
    assert (1, 5) == (new_match(2, length="short").needed, new_match(2).needed)


def test_partners_win_together_with_five() -> None:
    """MO-18."""
    match = at_table("n5 r5", FULL, players=4, teams="yes")
    match = replace(match, monads={ONE: 1, TWO: 4, THREE: 3, FOUR: 0})
    match, _ = play(match, Traded(1, ONE, "n5 r5"))

    assert ((ONE, THREE), "Ada and Cleo win with 5 Monads") == (match.winners, str(match.view().headline))


def test_three_rounds_of_passes_end_the_match_by_monads_then_by_value() -> None:
    """MO-A18."""
    match = replace(at_table("r2", "M"), hands={ONE: MonadHand(()), TWO: MonadHand(())}, monads={ONE: 2, TWO: 2})
    match = replace(match, hands={**match.hands, TWO: MonadHand(read_cards("g3"))})
    events = [Passed(at, Seat(1 + at % 2)) for at in range(6)]
    match, effects = play(match, *events)

    assert (True, (TWO,)) == (match.stalemate, match.winners)
    assert isinstance(effects[-1], Announced)


# The page.


def test_cards_that_are_laid_out_offer_what_they_are_good_for() -> None:
    match, _ = play(at_table("y2 n2 r1", FULL), CardPicked(1, ONE, "y2"), CardPicked(2, ONE, "n2"))
    more, _ = play(match, CardPicked(3, ONE, "r1"))

    assert ["Trade for a Tri"] == [
        str(each.label) for each in match.view().actions if each.event in ("Traded", "Bought")
    ]
    assert ["Buy a Tri"] == [str(each.label) for each in more.view().actions if each.event in ("Traded", "Bought")]


@pytest.mark.parametrize(("dealt", "only_for"), [("by_companion", {ONE, TWO}), ("by_hand", {None})])
def test_a_hand_that_the_companion_dealt_is_seen_by_its_player_only(dealt: str, only_for: set[Seat | None]) -> None:
    boards = new_match(2, dealt=dealt).view().boards

    assert only_for == {board.only_for for board in boards if board.seat is not None}


def test_of_hidden_units_only_the_possible_colours_are_offered() -> None:
    match = new_match(2)
    seat = match.turn_of
    match, _ = play(match, Traded(1, seat, "r1 n1"), Traded(2, seat, "r1 s1"))
    offered = {
        piece.action.values["card"]
        for board in match.view().boards
        for piece in board.pieces
        if piece.action and piece.standing.value == "hinted"
    }

    assert {"o1", "y1", "n1", "s1", "g1"} == offered
