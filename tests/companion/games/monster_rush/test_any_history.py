"""Whatever happens in whatever order: nothing raises, no card is lost or doubled, and undo leaves no trace."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import Begins, By, Confirmed, Event, Pressed, SlotPressed, Tick, Undone
from companion.games.monster_rush.events import Gathered, HandJudged, TopCardFlipped, Withdrawn
from companion.games.monster_rush.scoring import total_of
from companion.games.monster_rush.state import RushPhase
from companion.games.registry import GAMES
from companion.journal import decode, encode
from companion.session import Match
from companion.table import Seat
from tests.companion.games.monster_rush.rush import everything, new_match, ns, people, started

times = st.integers(-2, 60).map(lambda tenth: ns(tenth / 10))
seats = st.integers(0, 4).map(Seat)
slots = st.none() | st.integers(-1, 5)
events = st.one_of(
    st.builds(Tick, times),
    st.builds(Confirmed, times),
    st.builds(Pressed, times, seats, st.sampled_from(By), st.lists(seats, max_size=2).map(tuple), slots),
    st.builds(SlotPressed, times, st.integers(-1, 5), st.sampled_from(By)),
    st.builds(Begins, times, seats),
    st.builds(TopCardFlipped, times, seats),
    st.builds(Gathered, times),
    st.builds(HandJudged, times, seats),
    st.builds(Withdrawn, times, seats),
)


@given(
    st.lists(events, max_size=25), st.sampled_from(["counted", "presence"]), st.sampled_from(["ignored", "minus_one"])
)
@settings(max_examples=150)
def test_any_history_is_judged_and_no_card_is_lost_or_doubled(history: list[Event], repeats: str, others: str) -> None:
    match = new_match(3, repeats=repeats, other_touches=others)
    cards = everything(match)
    for event in history:
        match, _ = match.feed(event)
        match.view()
        assert set(match.table.seats) == set(match.lamps)
        assert cards == everything(match)


@given(st.lists(events, max_size=12), events)
@settings(max_examples=100)
def test_undo_is_as_if_it_never_happened(history: list[Event], last: Event) -> None:
    match = Match.begin(started(3))
    for event in history:
        match, _ = match.feed(event)
    after, _ = match.feed(last)
    if after.referee != match.referee and not isinstance(last, Tick):
        after, _ = after.feed(Undone(last.at + 1))
        assert match.referee == after.referee


@given(events)
def test_every_event_goes_through_the_journal(event: Event) -> None:
    assert event == decode(encode(event), GAMES["monster-rush"].vocabulary)


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("seed", range(6))
def test_people_play_to_the_end_and_the_points_are_those_of_a_slow_count(players: int, seed: int) -> None:
    begun = new_match(players, seed)
    cards = everything(begun)
    *_, (_, match) = people(begun, seed)

    assert (RushPhase.GAME_OVER, cards) == (match.phase, everything(match))
    for seat in match.table.seats:
        assert _slow_count(match, seat) == total_of(match, seat)


def _slow_count(match: object, seat: Seat) -> int:
    """Count again from the grabs, as people do with the cards in their hands at the end."""
    total = 0
    for grab in match.grabs:
        if grab.winner.seat == seat:
            open_cards = [symbol for each in grab.open_cards for symbol in each.weapon.counts_for]
            jokers = sum(each.weapon.kind.value == "staff" for each in grab.open_cards)
            lacking = sum(
                max(0, grab.monster.symbols.count(s) - open_cards.count(s)) for s in set(grab.monster.symbols)
            )
            total += grab.monster.points if lacking <= jokers else -1
    return total
