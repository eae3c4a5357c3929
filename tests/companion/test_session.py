"""A match as the fold of its journal: undo, redo, interruption, kill and replay tell the same story."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.effects import Refused
from companion.errors import BadEvent
from companion.events import By, Confirmed, Paused, Pressed, Redone, Resumed, Started, Tick, Undone
from companion.journal import decode, encode
from companion.session import Match, fold
from companion.store import Store
from companion.table import Player, Seat
from companion.texts import say
from tests.matches import any_cubo_event, cubo_started, entered_centre

SECOND = 1_000_000_000
histories = st.lists(any_cubo_event() | st.sampled_from([Undone(0), Redone(0), Paused(0), Resumed(0)]), max_size=30)


def timed(events, step=SECOND // 2):
    """The same events, one every half second."""
    return [replace(event, at=number * step) for number, event in enumerate(events, start=1)]


def play(*events):
    match, effects = Match.begin(cubo_started()), ()
    for event in events:
        match, effects = match.feed(event)
    return match, effects


@given(histories)
def test_a_journal_tells_the_match_that_was_played(history):
    events = timed(history)
    match, _ = play(*events)
    lines = [encode(event) for event in (match.started, *events)]

    assert match == fold(decode(line, match.game.vocabulary) for line in lines)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(history=histories)
def test_killed_after_any_event_it_resumes_with_the_same_sheet(tmp_path_factory, history):
    folder = tmp_path_factory.mktemp("journal")
    store = Store(folder)
    match = Match.begin(cubo_started())
    number = store.begin(match.started, "today")
    for event in timed(history):
        match, _ = match.feed(event)
        store.append(number, event)
        after_the_kill = Store(folder)  # the first one is never closed properly
        assert match == fold(after_the_kill.events(number))
        after_the_kill.close()
    store.close()


@given(histories, any_cubo_event())
def test_what_was_undone_is_as_if_it_had_never_happened(history, event):
    before, _ = play(*timed(history))
    at = len(history) * SECOND
    after, _ = before.feed(replace(event, at=at))
    back, _ = after.feed(Undone(at + SECOND))

    if after.referee != before.referee and not isinstance(event, Tick):
        assert before.referee == back.referee
        again, _ = back.feed(Redone(at + 2 * SECOND))
        assert after.referee == again.referee


def test_there_is_nothing_to_take_back_at_the_beginning():
    _, effects = play(Undone(5))

    assert (Refused(Undone(5), say("there is nothing to take back")),) == effects


def test_there_is_nothing_to_do_again_after_something_new():
    match, _ = play(*entered_centre(at=1), Undone(50), Confirmed(60))
    _, effects = match.feed(Redone(70))

    assert (Refused(Redone(70), say("there is nothing to do again")),) == effects


def test_a_match_begins_only_once():
    _, effects = play(again := cubo_started())

    assert (Refused(again, say("this match has begun already")),) == effects


def counting_down():
    """Two players, the first has called at 10 s: the other has until 16 s."""
    first, second = Seat(1), Seat(2)
    match, _ = play(
        *entered_centre(at=1), Pressed(5 * SECOND, first, By.BUTTON), Pressed(10 * SECOND, second, By.BUTTON)
    )
    assert 16 * SECOND == match.deadline
    return match


def test_an_undone_press_gives_back_the_seconds_that_were_left():
    match = counting_down()
    match, _ = match.feed(Pressed(13 * SECOND, Seat(1), By.BUTTON))
    assert match.deadline is None

    match, _ = match.feed(Undone(60 * SECOND))

    assert match.deadline == 63 * SECOND  # three seconds were left when the press came


def test_a_count_down_goes_on_after_a_power_cut_even_if_the_clock_began_anew():
    match, _ = counting_down().feed(Resumed(2 * SECOND))

    assert match.deadline == 8 * SECOND


def test_time_stands_still_while_somebody_cannot_be_heard():
    match, _ = counting_down().feed(Paused(13 * SECOND))
    assert match.deadline is None

    match, _ = match.feed(Resumed(100 * SECOND))

    assert match.deadline == 103 * SECOND  # three seconds were left


@pytest.mark.parametrize("between", [Paused(80 * SECOND), Tick(90 * SECOND), Confirmed(90 * SECOND)])
def test_nothing_that_happens_in_a_pause_costs_time(between):
    match, _ = counting_down().feed(Paused(13 * SECOND))
    match, _ = match.feed(between)
    match, _ = match.feed(Resumed(100 * SECOND))

    assert match.deadline == 103 * SECOND


def test_a_press_taken_back_in_a_pause_gives_back_its_seconds_when_the_match_goes_on():
    match, _ = counting_down().feed(Pressed(13 * SECOND, Seat(1), By.BUTTON))
    match, _ = match.feed(Paused(14 * SECOND))
    match, _ = match.feed(Undone(60 * SECOND))
    assert match.deadline is None

    match, _ = match.feed(Resumed(100 * SECOND))

    assert match.deadline == 103 * SECOND


def test_undo_takes_back_the_last_thing_that_somebody_did_not_the_time_over():
    match = counting_down()
    over, _ = match.feed(Tick(16 * SECOND))
    assert over.referee != match.referee

    back, _ = over.feed(Undone(20 * SECOND))

    assert back.deadline is None
    assert () == back.referee.view().calls


@pytest.mark.parametrize("events", [[], [Confirmed(1)]])
def test_a_journal_begins_with_started(events):
    with pytest.raises(BadEvent, match="^a journal begins with the event 'Started'$"):
        fold(events)


def test_a_journal_may_not_begin_with_a_game_that_nobody_knows():
    with pytest.raises(ValueError, match="there is no game 'kubo' - did you mean 'cubo'?"):
        fold([Started(0, "kubo", (Player(Seat(1), "A"), Player(Seat(2), "B")), {}, 1)])
