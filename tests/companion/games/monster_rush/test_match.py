"""A match of Monster Rush: turning up, contests, verdicts, and how it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.effects import Announced, Cue, Lamp, Refused
from companion.errors import BadInput
from companion.events import Begins, By, Confirmed, SlotPressed, Tick
from companion.games.monster_rush.events import Gathered, HandJudged, TopCardFlipped, Withdrawn
from companion.games.monster_rush.referee import RushMatch
from companion.games.monster_rush.scoring import points, rank, total_of, winners
from companion.games.monster_rush.state import RushPhase, Trophy
from companion.table import Seat
from tests.companion.games.monster_rush.rush import (
    ONE,
    STAFF,
    THREE,
    TWO,
    everything,
    monster,
    new_match,
    normal,
    ns,
    play,
    touch,
    with_cards,
)

PILES = (
    (monster(7, 4, "sword"), monster(1, 3, "axe")),
    (monster(12, 5, "bow"), monster(2, 3, "axe")),
    (monster(3, 3, "axe"), monster(4, 3, "axe")),
)
CLOSED = 2.0


def ready(players: int = 3, open_cards: str = "sword", **options: str) -> RushMatch:
    """A match in which the cards in `shown` lie open; only monster 7 takes a sword alone."""
    return with_cards(new_match(players, **options), *map(normal, open_cards.split()), piles=PILES)


def said(effects: list[object]) -> list[str]:
    return [
        str(each.what if isinstance(each, Announced) else each.why)
        for each in effects
        if hasattr(each, "cue") or isinstance(each, Refused)
    ]


# Turning up.


def test_cards_are_turned_up_clockwise_and_never_lie_on_each_other() -> None:
    match, effects = play(new_match(3), *(TopCardFlipped(ns(at), Seat(at % 3 + 1)) for at in range(5)))

    assert ([1, 2, 3, 1, 2], THREE, []) == ([each.seat for each in match.open_cards], match.turn, effects)


def test_whoever_is_not_in_turn_turns_nothing_up() -> None:
    match = new_match()

    assert (match, ["it is the turn of Ada"]) == ((after := play(match, TopCardFlipped(0, TWO)))[0], said(after[1]))


def test_the_youngest_begins_until_a_card_lies_open() -> None:
    begun, _ = play(new_match(), Begins(0, TWO), TopCardFlipped(1, TWO))
    _, late = play(begun, Begins(2, ONE))

    assert (ONE, ["this does not fit what the table is doing now"]) == (begun.turn, said(late))


def test_players_without_cards_are_skipped_and_in_the_end_all_shuffle() -> None:
    """MR-A7."""
    match = new_match()
    match = replace(match, hands={ONE: match.hands[ONE][:2], TWO: match.hands[TWO][:1]})

    used_up, _ = play(match, TopCardFlipped(0, ONE), TopCardFlipped(1, TWO), TopCardFlipped(2, ONE))
    again, _ = play(used_up, Gathered(3))

    assert (True, 3, (2, 1)) == (used_up.all_used_up, len(used_up.open_cards), tuple(map(len, again.hands.values())))
    assert everything(used_up) == everything(again)
    assert ["there are cards to turn up"] == said(play(match, Gathered(0))[1])


# Contests.


def test_the_fastest_hand_takes_the_monster_open_when_all_is_shown() -> None:
    match, effects = play(ready(), touch(0, TWO, slot=1), touch(0.2, ONE, slot=2), Tick(ns(CLOSED)))

    assert ((Trophy(PILES[0][0], right=True),), (), TWO) == (match.won_by(TWO), match.won_by(ONE), match.turn)
    assert ["Ben was first!", "Ben captures monster 7: 4 points"] == said(effects)


def test_whoever_errs_takes_it_face_down_and_loses_a_point() -> None:
    match, effects = play(ready(), touch(0, TWO, slot=2), Tick(ns(CLOSED)))

    assert (-1, TWO) == (total_of(match, TWO), match.turn)
    assert ["Ben was first!", "Ben takes monster 12 face down, minus one: bow missing"] == said(effects)


@pytest.mark.parametrize("order", [(ONE, TWO), (TWO, ONE)])
def test_hands_that_cannot_be_told_apart_go_by_the_figure_on_the_card_right_or_wrong(order: tuple[Seat, Seat]) -> None:
    """MR-G05: priorities 12 (wrong) and 7 (right)."""
    on = {ONE: 1, TWO: 2}
    first, second = order
    touches = touch(0, first, on[first], tied=(second,)), touch(0.0004, second, on[second], tied=(first,))
    match, _ = play(ready(), *touches, Tick(ns(CLOSED)))

    assert ((Trophy(PILES[1][0], right=False),), (), (), PILES[0][0]) == (
        match.won_by(TWO),
        match.won_by(ONE),
        match.open_cards,
        match.open_monster(1),
    )


def test_hands_that_come_together_on_one_monster_are_looked_at() -> None:
    """MR-16; the people see whose hand is below."""
    asking, _ = play(ready(), touch(0, ONE, 1, tied=(TWO,)), touch(0.0004, TWO, 1, tied=(ONE,)), Tick(ns(CLOSED)))
    match, _ = play(asking, HandJudged(ns(5), TWO))

    assert (RushPhase.HANDS, ["The hand of Ada", "The hand of Ben"]) == (
        asking.phase,
        [str(each.label) for each in asking.view().actions if each.event == "HandJudged"],
    )
    assert (4, 0) == (total_of(match, TWO), total_of(match, ONE))
    assert ["the hand of Cleo does not count here"] == said(play(asking, HandJudged(ns(5), THREE))[1])


@pytest.mark.parametrize("order", [(ONE, TWO), (TWO, ONE)])
def test_equal_times_are_said_and_lit_as_a_tie_though_only_the_later_one_knows(order: tuple[Seat, Seat]) -> None:
    first, second = order
    match, effects = play(ready(), touch(0, first, 1), touch(0, second, 2), touch(0.3, THREE, 1))

    assert "several hands at the same moment!" in said(effects)
    assert {ONE: Lamp.FIRST, TWO: Lamp.FIRST, THREE: Lamp.CALLED} == match.lamps
    assert {ONE: True, TWO: True, THREE: False} == {call.seat: call.tied for call in match.view().calls}
    match, _ = play(match, Tick(ns(CLOSED)))
    assert (second,) == tuple(grab.winner.seat for grab in match.grabs)  # on the card with the higher figure


def test_with_one_button_a_seat_the_monster_is_said_afterwards() -> None:
    match, _ = play(ready(), touch(0, TWO), SlotPressed(ns(0.4), 1, By.BUTTON), Tick(ns(CLOSED)))

    assert (4, RushPhase.REVEAL) == (total_of(match, TWO), match.phase)


def test_a_monster_that_nobody_names_is_asked_for() -> None:
    asking, _ = play(ready(), touch(0, TWO), touch(0.1, ONE), Tick(ns(CLOSED)))
    match, _ = play(asking, SlotPressed(ns(4), 1, By.PAGE))

    assert (RushPhase.WHERE, "Which monster did Ben touch?") == (asking.phase, str(asking.view().headline))
    assert 4 == total_of(match, TWO)


def test_of_two_that_came_together_both_are_asked_the_earlier_one_first() -> None:
    tied = touch(0, TWO, tied=(ONE,)), touch(0.0004, ONE, tied=(TWO,))
    asking, _ = play(ready(), *tied, Tick(ns(CLOSED)), SlotPressed(ns(3), 1, By.BUTTON))
    match, _ = play(asking, SlotPressed(ns(4), 2, By.BUTTON))

    assert ("Which monster did Ada touch?", -1) == (str(asking.view().headline), total_of(match, ONE))


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ((SlotPressed(0, 1, By.BUTTON),), "press your own button first, then the monster"),
        ((touch(0, ONE, slot=4),), "no monster lies there"),
        ((touch(0, ONE), SlotPressed(1, 9, By.BUTTON)), "no monster lies there"),
        ((touch(0, ONE, slot=1), SlotPressed(1, 2, By.BUTTON)), "every hand has its monster already"),
        ((touch(0, ONE, slot=1), touch(0.1, ONE, slot=2)), "a hand is on a monster: that is settled first"),
        ((touch(0, ONE, slot=1), TopCardFlipped(1, ONE)), "a hand is on a monster: that is settled first"),
        ((touch(0, ONE), Tick(ns(CLOSED)), touch(1.5, TWO)), "a hand is on a monster: that is settled first"),
        ((Confirmed(0),), "this does not fit what the table is doing now"),
        ((touch(0, Seat(7)),), "nobody sits on seat 7"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(events: tuple[object, ...], why: str) -> None:
    _, effects = play(ready(), *events)

    assert why == said(effects)[-1]


@pytest.mark.parametrize(("at", "hands"), [(1.499999999, 2), (1.5, 1)])
def test_a_hand_belongs_to_a_contest_for_a_second_and_a_half(at: float, hands: int) -> None:
    match, _ = play(ready(), touch(0, ONE, slot=1), touch(at, TWO, slot=2), Tick(ns(5)))

    assert hands == len(match.grabs[0].contest.touches)


def test_every_touch_is_kept_with_its_margin() -> None:
    match, _ = play(ready(), touch(0, TWO, 1), touch(0.0123, ONE, 1), touch(0.2, THREE, 3), Tick(ns(CLOSED)))

    assert [(TWO, 0), (ONE, 12_300_000), (THREE, 200_000_000)] == [
        (call.seat, call.margin_ns) for call in match.view().calls
    ]


def test_a_press_without_a_hand_on_a_monster_is_withdrawn() -> None:
    alone, _ = play(ready(), touch(0, TWO, 2), Withdrawn(ns(1), TWO))
    match, _ = play(ready(), touch(0, TWO, 2), touch(0.1, ONE, 1), Withdrawn(ns(1), TWO), Tick(ns(CLOSED)))

    assert (RushPhase.REVEAL, 0) == (alone.phase, total_of(alone, TWO))
    assert (4, 0) == (total_of(match, ONE), total_of(match, TWO))


def test_afterwards_the_place_is_refilled_and_all_cards_go_under_their_piles() -> None:
    before = ready()
    match, _ = play(before, touch(0, TWO, 1), Tick(ns(CLOSED)))

    assert (PILES[0][1], (), normal("sword")) == (match.open_monster(1), match.open_cards, match.hands[ONE][-1])
    assert everything(before) == everything(match)


# House rules.


@pytest.mark.parametrize(("rule", "starter"), [("taker", TWO), ("next_in_order", ONE)])
def test_who_starts_after_a_wrong_grab(rule: str, starter: Seat) -> None:
    """MR-A2."""
    match, _ = play(ready(after_wrong=rule), touch(0, TWO, 2), Tick(ns(CLOSED)))

    assert starter == match.turn


@pytest.mark.parametrize(("rule", "total"), [("ignored", 0), ("minus_one", -1)])
def test_what_slower_wrong_hands_cost(rule: str, total: int) -> None:
    """MR-A5."""
    match, _ = play(ready(other_touches=rule), touch(0, TWO, 1), touch(0.1, ONE, 2), Tick(ns(CLOSED)))

    assert (total, 4) == (total_of(match, ONE), total_of(match, TWO))


@pytest.mark.parametrize(
    ("options", "slot", "over"),
    [({}, 1, True), ({}, 2, True), ({"wrong_last": "plays_on"}, 1, True), ({"wrong_last": "plays_on"}, 2, False)],
)
def test_the_last_monster_of_a_pile_ends_the_game(options: dict[str, str], slot: int, over: bool) -> None:
    """MR-A3, MR-A4: "when the last monster of one of the three piles is captured" (MR-18)."""
    last = replace(ready(**options), piles=tuple(pile[:1] for pile in PILES))
    match, _ = play(last, touch(0, TWO, slot), Tick(ns(CLOSED)))

    assert over == (match.phase is RushPhase.GAME_OVER)


@pytest.mark.parametrize(("rule", "over"), [("last_taken", False), ("pile_empty", True)])
def test_a_pile_that_is_used_up_ends_the_game_only_as_a_house_rule(rule: str, over: bool) -> None:
    """MR-A4."""
    match, _ = play(ready(ends_when=rule), touch(0, TWO, 1), Tick(ns(CLOSED)))

    assert over == (match.phase is RushPhase.GAME_OVER)


def test_with_places_left_empty_their_buttons_do_nothing() -> None:
    last = replace(ready(wrong_last="plays_on"), piles=tuple(pile[:1] for pile in PILES))
    match, _ = play(last, touch(0, TWO, 2), Tick(ns(CLOSED)))

    assert ((1, 3), ["no monster lies there"]) == (match.open_slots, said(play(match, touch(9, ONE, 2))[1]))


# Score and victory.


def trophies(*worth: int) -> tuple[Trophy, ...]:
    return tuple(Trophy(monster(at, worth_), right=True) for at, worth_ in enumerate(worth, 1))


def test_open_monsters_count_and_each_face_down_one_costs_a_point() -> None:
    """MR-G02."""
    down = (Trophy(monster(8, 5), right=False), Trophy(monster(9, 3), right=False))

    assert 10 == points((*trophies(5, 4, 3), *down))


@pytest.mark.parametrize(("one", "other", "best"), [((5, 3, 3), (4, 4, 3), "one"), ((4, 4), (4, 4), "both")])
def test_ties_go_to_monsters_of_five_then_four_then_three(
    one: tuple[int, ...], other: tuple[int, ...], best: str
) -> None:
    """MR-G03, MR-G04."""
    mine, theirs = (rank(trophies(*each), sum(each)) for each in (one, other))

    assert {"one": mine > theirs, "both": mine == theirs}[best]


def test_who_has_exactly_the_same_shares_the_victory() -> None:
    match = replace(
        ready(),
        trophies=tuple((seat, each) for seat in (ONE, TWO) for each in trophies(4, 4)),
        phase=RushPhase.GAME_OVER,
    )

    assert ((ONE, TWO), "Ada and Ben share the victory") == (winners(match), str(match.view().headline))


@pytest.mark.parametrize(("rule", "total"), [("allowed", -1), ("floor_zero", 0)])
def test_a_total_below_zero(rule: str, total: int) -> None:
    """MR-A14."""
    match, _ = play(ready(negative=rule), touch(0, TWO, 2), Tick(ns(CLOSED)))

    assert total == total_of(match, TWO)


def test_the_end_is_announced_and_lights_the_winner() -> None:
    last = replace(ready(), piles=tuple(pile[:1] for pile in PILES))
    match, effects = play(last, touch(0, TWO, 1), Tick(ns(CLOSED)))

    assert (Announced, Cue.WON) == (type(effects[-1]), effects[-1].cue)
    assert {ONE: Lamp.OFF, TWO: Lamp.FIRST, THREE: Lamp.OFF} == match.lamps
    assert ["the match is over"] == said(play(match, TopCardFlipped(ns(9), ONE))[1])


@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_play(players: int) -> None:
    """MR-A9."""
    with pytest.raises((BadInput, IndexError)):
        new_match(players)


# The boards.


def test_a_tap_on_a_monster_says_where_a_hand_is_only_while_one_is_asked_for() -> None:
    asked, _ = play(ready(), touch(0, TWO))
    taps = [
        {piece.action.values["slot"] for piece in board.pieces if piece.action and piece.action.event == "SlotPressed"}
        for board in (*ready().view().boards, *asked.view().boards)
    ]

    assert {1, 2, 3} == set().union(*taps[-2:])
    assert set() == set().union(*taps[:-2])


def test_the_last_grab_shows_which_card_covers_which_symbol() -> None:
    match, _ = play(with_cards(ready(), STAFF, piles=PILES), touch(0, TWO, 1), Tick(ns(CLOSED)))
    board = match.view().boards[0]

    assert ("Ben grabbed monster 7", ["sword", "wizard's staff of Ada"]) == (
        str(board.title),
        [str(piece.name) for piece in board.pieces],
    )
