"""The whole way from contacts to the verdict, on fake time: first touched is first, however the edges travel."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.events import Pressed
from device.hardware.clock import MS, FakeClock
from device.hardware.config import RaceConfig
from device.hardware.presses.arbiter import Arbiter
from device.hardware.presses.fakes import Change, FakeButtons, bounced

SEATS = range(1, 9)


def race(*presses: list[Change]) -> tuple[Pressed, ...]:
    """What the arbiter makes of these presses while time goes on, a millisecond at a time."""
    return raced(*presses)[0]


def raced(*presses: list[Change], nap: int = 0) -> tuple[tuple[Pressed, ...], Arbiter]:
    clock, inbox, events = FakeClock(), [], ()
    buttons = FakeButtons(clock, inbox.append, SEATS, nap=nap)
    arbiter = Arbiter(RaceConfig(), buttons.horizon)
    buttons.play([change for each in presses for change in each], 0)
    for now in range(0, 600 * MS, MS):
        while inbox:
            arbiter.add(inbox.pop())
        events += arbiter.release(now)
        buttons.play([], now + MS)
    return events, arbiter


def test_a_bouncing_first_press_beats_a_clean_one_that_came_three_tenths_later():
    """What back-end debounce gets wrong: it stamps the last edge of the bounce."""
    bounces = [round(each * MS) for each in (0.3, 0.6, 1.1, 1.3, 2.4, 2.6)]

    events = race(bounced(1, 100 * MS, bounces=bounces), bounced(2, 100 * MS + 300_000))

    assert [(1, 100 * MS), (2, 100 * MS + 300_000)] == [(event.seat, event.at) for event in events]
    assert [(2,), (1,)] == [event.tied for event in events]


def test_a_press_whose_callback_was_late_still_takes_its_place():
    late = [Change(change.at, 1, change.closed, delay=3 * MS) for change in bounced(1, 100 * MS)]
    prompt = [Change(change.at, 2, change.closed, delay=0) for change in bounced(2, 102 * MS)]

    assert [1, 2] == [event.seat for event in race(late, prompt)]


def test_bounces_flip_the_level_and_a_press_ends_open():
    assert [(0, True), (1, False), (2, True), (80, False)] == [
        (change.at, change.closed) for change in bounced(1, 0, held=80, bounces=(1, 2))
    ]
    assert [(0, True), (1, False)] == [(change.at, change.closed) for change in bounced(1, 0, bounces=(1,))]


def test_what_was_never_heard_of_is_known_to_the_level_only():
    presses = []
    buttons = FakeButtons(FakeClock(), presses.append, SEATS)

    buttons.play([Change(10 * MS, 1, closed=True, delay=None)], 300 * MS)

    assert [] == presses
    assert ["button-1-lost"] == [notice.key for notice in buttons.notices()]


def test_closing_twice_is_closing():
    buttons = FakeButtons(FakeClock(), lambda _: None, SEATS)

    buttons.close()
    buttons.close()

    assert buttons.closed


chatter = st.sampled_from([(), (0.2, 0.3), (0.3, 0.5, 1.5, 1.8), (0.1, 0.15, 0.9, 1.2, 2.0, 2.4)])


def in_order(touches):
    """Return the presses by their times; equal times may come in any order, which a lot decides."""
    return sorted((at, str(seat)) for seat, (at, _) in touches.items())


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.integers(1, 8), st.tuples(st.integers(0, 30 * MS), chatter), min_size=2), st.data())
def test_any_race_of_bouncing_buttons_is_decided_by_the_first_edges(touches, data):
    changes = [
        Change(change.at, seat, change.closed, delay=data.draw(st.integers(0, 2_400_000)))
        for seat, (at, bounces) in touches.items()
        for change in bounced(seat, at, bounces=[round(each * MS) for each in bounces])
    ]

    events = race(changes)

    assert [at for at, _ in in_order(touches)] == [event.at for event in events]
    assert in_order(touches) == sorted((event.at, str(event.seat)) for event in events)


@pytest.mark.parametrize("nap_ms", [0, 1, 2, 10])
def test_a_program_that_is_late_decides_the_same(nap_ms):
    events, arbiter = raced(bounced(2, 40 * MS, held=5 * MS), bounced(1, 41 * MS + 1), nap=nap_ms * MS)

    assert [2, 1] == [event.seat for event in events]
    assert 0 == arbiter.overtaken


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.integers(1, 8), st.tuples(st.integers(0, 30 * MS), st.integers(0, 150 * MS)), min_size=2),
    st.integers(0, 20 * MS),
)
def test_on_a_machine_that_is_far_too_busy_a_verdict_comes_late_but_is_never_wrong(touches, nap):
    """Edges that are stuck for a tenth of a second: the levels tell that somebody is missing, and all wait for him."""
    presses = [
        [Change(change.at, seat, change.closed, delay=delay) for change in bounced(seat, at, held=200 * MS)]
        for seat, (at, delay) in touches.items()
    ]

    events, arbiter = raced(*presses, nap=nap)

    assert [at for at, _ in in_order(touches)] == [event.at for event in events]
    assert in_order(touches) == sorted((event.at, str(event.seat)) for event in events)
    assert 0 == arbiter.overtaken
