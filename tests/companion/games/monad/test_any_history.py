"""Whatever happens in whatever order: nothing raises, no card is lost or doubled, and undo leaves no trace."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import Begins, By, Confirmed, Event, Pressed, Tick, TurnEnded, Undone
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
from companion.games.registry import GAMES
from companion.journal import decode, encode
from companion.session import Match
from companion.table import Seat
from tests.companion.games.monad.tables import everything, new_match, people, started

times = st.integers(0, 100)
seats = st.integers(0, 3).map(Seat)
card = st.builds(lambda letter, rank: f"{letter}{rank}", st.sampled_from("roynsg"), st.integers(1, 3))
odd = st.sampled_from(["", "x9", "r1 r", "M", "r 1"])
cards = st.lists(card, max_size=6).map(" ".join) | odd
pair = st.builds(lambda warm, cold: f"{warm}1 {cold}1", st.sampled_from("roy"), st.sampled_from("nsg"))
events = st.one_of(
    st.builds(Tick, times),
    st.builds(Confirmed, times),
    st.builds(Pressed, times, seats, st.sampled_from(By)),
    st.builds(Begins, times, seats),
    st.builds(CardPicked, times, seats, card | odd, st.booleans()),
    st.builds(Traded, times, seats, pair | cards),
    st.builds(Bought, times, seats, cards, st.integers(-1, 7)),
    st.builds(Leapt, times, seats, cards),
    st.builds(BonusTaken, times, seats, st.sampled_from(["1", "2 1", "9", "", "1 1"])),
    st.builds(BonusDeclined, times, seats),
    st.builds(Drawn, times, seats),
    st.builds(DiscardFlipped, times, seats),
    st.builds(HandShown, times, seats, cards),
    st.builds(Passed, times, seats),
    st.builds(TurnEnded, times, seats),
)


@given(st.lists(events, max_size=25), st.sampled_from(["by_hand", "by_companion"]))
@settings(max_examples=150)
def test_any_history_is_judged_and_no_card_is_lost_or_doubled(history: list[Event], dealt: str) -> None:
    match = new_match(3, dealt=dealt)
    cards_and_monads = everything(match)
    for event in history:
        match, _ = match.feed(event)
        match.view()
        assert cards_and_monads == everything(match)


@given(st.lists(events, max_size=12), events)
@settings(max_examples=80)
def test_undo_is_as_if_it_never_happened(history: list[Event], last: Event) -> None:
    match = Match.begin(started(2))
    for event in history:
        match, _ = match.feed(event)
    after, _ = match.feed(last)
    if after.referee != match.referee:
        after, _ = after.feed(Undone(last.at + 1))
        assert match.referee == after.referee


@given(events)
def test_every_event_goes_through_the_journal(event: Event) -> None:
    assert event == decode(encode(event), GAMES["monad"].vocabulary)


@pytest.mark.parametrize("dealt", ["by_hand", "by_companion"])
@pytest.mark.parametrize(("players", "teams"), [(2, "no"), (3, "no"), (4, "no"), (4, "yes")])
def test_people_play_to_the_end_and_every_card_is_still_there(players: int, teams: str, dealt: str) -> None:
    begun = new_match(players, 11, dealt=dealt, teams=teams)
    *_, (_, match) = people(begun, 11)

    assert (True, everything(begun)) == (match.over, everything(match))
    assert max(match.monads_of(seat) for seat in match.table.seats) == match.needed
