"""Whoever touched his button first is first, whatever happens to the press on its way; and nobody is lost."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import By, Confirmed, Pressed, SlotPressed, Undone
from device.hardware.clock import MS
from device.hardware.config import RaceConfig
from device.hardware.presses.arbiter import PATIENCE, Arbiter, Control, RawPress, SeatSlot, SharedSlot

RACE = RaceConfig(settle_ms=10, tolerance_ms=1, page_lag_ms=100)


def press(seat: int, at_ms: float, by: By = By.BUTTON) -> RawPress:
    return RawPress(seat, round(at_ms * MS), by)


def race(*presses: RawPress) -> tuple[Pressed, ...]:
    """What comes out when all presses were delivered in time."""
    arbiter = Arbiter(RACE)
    for each in presses:
        arbiter.add(each)
    return arbiter.release(max(each.at for each in presses) + 1_000 * MS)


def order(events) -> list[int]:
    return [event.seat for event in events]


def test_the_earlier_edge_is_first_though_it_was_delivered_last():
    assert [2, 1] == order(race(press(1, 5.0), press(2, 3.0)))


def test_a_press_is_held_until_no_earlier_one_can_be_on_its_way():
    arbiter = Arbiter(RACE)
    arbiter.add(press(1, 100))

    assert 111 * MS == arbiter.due
    assert () == arbiter.release(111 * MS - 1)
    assert (Pressed(100 * MS, 1, By.BUTTON),) == arbiter.release(111 * MS)
    assert arbiter.due is None


def test_a_press_is_released_once():
    arbiter = Arbiter(RACE)
    arbiter.add(press(1, 0))

    assert [1] == order(arbiter.release(50 * MS))
    assert () == arbiter.release(60 * MS)


def test_a_seat_that_presses_twice_is_heard_twice_and_never_tied_with_itself():
    assert (Pressed(0, 1, By.BUTTON), Pressed(MS, 1, By.BUTTON)) == race(press(1, 0), press(1, 1))


@pytest.mark.parametrize(
    ("first", "second", "tied"),
    [
        # wired against wired: the tolerance, to the nanosecond
        ((By.BUTTON, 0), (By.BUTTON, 0.999999), True),
        ((By.BUTTON, 0), (By.BUTTON, 1.0), True),
        ((By.BUTTON, 0), (By.BUTTON, 1.000001), False),
        ((By.SIMULATION, 0), (By.SIMULATION, 1.000001), False),
        # a page press after a wired one may really have been before it
        ((By.BUTTON, 0), (By.PAGE, 100), True),
        ((By.BUTTON, 0), (By.PAGE, 100.000001), False),
        # a page press that arrived before a wired one was truly first
        ((By.PAGE, 0), (By.BUTTON, 1), True),
        ((By.PAGE, 0), (By.BUTTON, 1.000001), False),
        ((By.PAGE, 0), (By.PAGE, 99), True),
        ((By.PAGE, 0), (By.PAGE, 101), False),
        ((By.BUTTON, 0), (By.ENCODER, 8), True),
        ((By.BUTTON, 0), (By.ENCODER, 8.000001), False),
        ((By.ENCODER, 0), (By.KEYBOARD, 20), True),
        ((By.ENCODER, 0), (By.KEYBOARD, 20.000001), False),
    ],
)
def test_two_presses_are_a_tie_when_the_later_may_have_been_the_earlier(first, second, tied):
    events = race(press(1, first[1], first[0]), press(2, second[1], second[0]))

    assert [1, 2] == order(events)
    assert [(2,) if tied else (), (1,) if tied else ()] == [event.tied for event in events]


def test_a_tie_is_between_two_and_does_not_spread():
    events = race(press(1, 0), press(2, 0.8), press(3, 1.6))

    assert [(2,), (1, 3), (2,)] == [event.tied for event in events]


def test_presses_of_one_instant_come_out_in_the_same_order_whoever_was_delivered_first():
    assert race(press(1, 7), press(2, 7)) == race(press(2, 7), press(1, 7))


def test_presses_of_one_instant_come_out_by_lot_and_prefer_no_seat():
    first = Counter(order(race(*(press(seat, instant, By.ENCODER) for seat in (1, 2, 3))))[0] for instant in range(600))

    assert {1, 2, 3} == set(first)
    assert 150 < min(first.values()) <= max(first.values()) < 250


def test_a_page_press_that_comes_after_the_verdict_still_says_that_it_was_close():
    arbiter = Arbiter(RACE)
    arbiter.add(press(1, 0))
    arbiter.release(11 * MS)
    arbiter.add(press(2, 60, By.PAGE))

    assert (Pressed(60 * MS, 2, By.PAGE, tied=(1,)),) == arbiter.release(71 * MS)


def test_a_press_that_was_delivered_too_late_keeps_its_time_and_is_tied_with_whom_it_should_have_beaten():
    arbiter = Arbiter(RACE)
    arbiter.add(press(1, 20))
    arbiter.release(31 * MS)
    arbiter.add(press(2, 5))

    assert 0 == arbiter.overtaken
    assert (Pressed(5 * MS, 2, By.BUTTON, tied=(1,)),) == arbiter.release(32 * MS)
    assert 1 == arbiter.overtaken


def test_a_press_that_comes_late_but_overtakes_nobody_is_an_ordinary_press():
    arbiter = Arbiter(RACE)
    arbiter.add(press(2, 5))

    assert (Pressed(5 * MS, 2, By.BUTTON),) == arbiter.release(500 * MS)
    assert 0 == arbiter.overtaken


def test_nothing_is_released_beyond_the_horizon_of_the_wired_buttons():
    horizon = [0]
    arbiter = Arbiter(RACE, lambda: horizon[0])
    arbiter.add(press(1, 100))

    assert () == arbiter.release(150 * MS)
    assert 151 * MS == arbiter.due

    horizon[0] = 102 * MS
    assert () == arbiter.release(151 * MS)  # asked now, used when the queue was emptied once more
    arbiter.add(press(2, 90))
    assert [2, 1] == order(arbiter.release(152 * MS))
    assert 0 == arbiter.overtaken


def test_a_horizon_that_is_taken_back_holds_what_it_had_let_pass():
    """An edge was on its way for longer than anybody expected; as soon as it is heard of, all wait for its press."""
    horizon = [200 * MS]
    arbiter = Arbiter(RACE, lambda: horizon[0])
    arbiter.add(press(1, 100))
    arbiter.release(105 * MS)

    horizon[0] = 99 * MS
    assert () == arbiter.release(111 * MS)
    arbiter.add(press(2, 99))
    horizon[0] = 110 * MS
    assert [2, 1] == order((*arbiter.release(112 * MS), *arbiter.release(113 * MS)))
    assert 0 == arbiter.overtaken


@pytest.mark.parametrize(("horizon", "released"), [(101 * MS, []), (101 * MS + 1, [1]), (None, [1])])
def test_the_horizon_must_have_passed_whatever_could_tie(horizon, released):
    arbiter = Arbiter(RACE, lambda: horizon)
    arbiter.add(press(1, 100))

    assert released == order(arbiter.release(120 * MS))


def test_a_deadline_has_passed_when_no_press_that_kept_it_can_still_come():
    horizon = [0]
    arbiter = Arbiter(RACE, lambda: horizon[0])
    assert 111 * MS == arbiter.settles_at(100 * MS)
    assert not arbiter.settled(100 * MS)

    arbiter.release(111 * MS)  # late enough by the clock, but the buttons have not got so far
    assert not arbiter.settled(100 * MS)
    assert 112 * MS == arbiter.settles_at(100 * MS)

    horizon[0] = 102 * MS
    arbiter.release(112 * MS)
    arbiter.add(press(1, 99.9))
    assert [1] == order(arbiter.release(113 * MS))
    assert arbiter.settled(100 * MS)


def test_without_wired_buttons_a_deadline_passes_by_the_clock():
    arbiter = Arbiter(RACE)

    arbiter.release(111 * MS - 1)
    assert not arbiter.settled(100 * MS)
    arbiter.release(111 * MS)
    assert arbiter.settled(100 * MS)


def test_a_line_that_never_comes_to_rest_does_not_stop_the_table():
    arbiter = Arbiter(RACE, lambda: 0)
    arbiter.add(press(1, 100))

    assert () == arbiter.release(100 * MS + PATIENCE - 1)
    assert [1] == order(arbiter.release(100 * MS + PATIENCE))


def test_confirm_and_undo_keep_their_place_among_the_presses_and_tie_with_nobody():
    events = race(press(1, 2), RawPress(Control.UNDO, 1 * MS, By.BUTTON), RawPress(Control.CONFIRM, 3 * MS, By.BUTTON))

    assert (Undone(1 * MS), Pressed(2 * MS, 1, By.BUTTON), Confirmed(3 * MS)) == events


edges = st.sampled_from([0, 1, MS - 1, MS, MS + 1, 10 * MS, 11 * MS]) | st.integers(0, 60 * MS)
delays = st.sampled_from([0, RACE.settle]) | st.integers(0, RACE.settle)
deliveries = st.tuples(
    st.lists(st.tuples(st.integers(1, 8), edges, delays), min_size=1, max_size=8),
    st.lists(st.integers(0, 100 * MS), max_size=8),
)
"""A race: presses of up to eight seats, each delivered at most `settle` after its edge, and when we look."""


def play(delivered, looks) -> tuple[list[tuple[int, tuple[Pressed, ...]]], Arbiter]:
    """Deliver and look in the order of time; what is delivered by the instant of a look has been added before it."""
    arbiter = Arbiter(RACE)
    pending = sorted(delivered, key=lambda each: each[0])
    batches = []
    for now in [*sorted(looks), 1_000 * MS]:
        while pending and pending[0][0] <= now:
            arbiter.add(pending.pop(0)[1])
        batches.append((now, arbiter.release(now)))
    return batches, arbiter


@settings(max_examples=2000, deadline=None)
@given(deliveries)
def test_any_race_comes_out_in_the_order_of_its_edges_with_nobody_lost_doubled_or_late(game):
    touches, looks = game
    presses = [RawPress(seat, at, By.BUTTON) for seat, at, _ in touches]
    heard = [at + delay for _, at, delay in touches]

    batches, arbiter = play(zip(heard, presses, strict=True), looks)
    events = [event for _, batch in batches for event in batch]

    assert sorted((each.at, each.target) for each in presses) == sorted((event.at, event.seat) for event in events)
    assert all(one.at <= other.at for one, other in pairwise(events))
    assert min(each.at for each in presses) == events[0].at
    assert 0 == arbiter.overtaken
    assert all(event.at + RACE.settle + RACE.tolerance <= now for now, batch in batches for event in batch)
    assert [close_to(event, presses) for event in events] == [event.tied for event in events]


def close_to(event: Pressed, presses: list[RawPress]) -> tuple[int, ...]:
    """The other seats that pressed within the tolerance of `event`: no others may be called a tie, and none fewer."""
    close = {each.target for each in presses if abs(each.at - event.at) <= RACE.tolerance}
    return tuple(sorted(close - {event.seat}))


def test_a_shared_slot_button_is_no_call_and_comes_in_the_order_of_its_edge():
    events = race(press(1, 0), RawPress(SharedSlot(2), 300 * MS, By.BUTTON), press(2, 301))

    assert (
        Pressed(0, 1, By.BUTTON),
        SlotPressed(300 * MS, 2, By.BUTTON),
        Pressed(301 * MS, 2, By.BUTTON),
    ) == events


def test_a_seats_own_slot_button_calls_for_its_seat_and_names_the_slot():
    grabs = [RawPress(SeatSlot(2, 3), 5 * MS, By.BUTTON), RawPress(SeatSlot(1, 1), 7 * MS, By.BUTTON)]

    assert (Pressed(5 * MS, 2, By.BUTTON, slot=3), Pressed(7 * MS, 1, By.BUTTON, slot=1)) == race(*grabs)


def test_grabs_of_two_seats_tie_and_those_of_one_seat_never_do():
    grabs = [RawPress(SeatSlot(seat, slot), at, By.BUTTON) for seat, slot, at in ((1, 1, 0), (2, 3, MS), (2, 2, MS))]

    assert [(1, 1, (2,)), (2, 2, (1,)), (2, 3, (1,))] == [(e.seat, e.slot, e.tied) for e in race(*grabs)]
