"""One press is one press, whatever the contact does, and its time is the time of its first edge."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.hardware.clock import MS, SECOND, FakeClock
from device.hardware.config import RaceConfig
from device.hardware.presses.contacts import PARAMS, ContactFilter, ContactPhase
from device.hardware.presses.fakes import Change, FakeButtons

SEAT = 3


def ms(*times: float) -> list[int]:
    return [round(time * MS) for time in times]


def levels(*flips: float) -> list[Change]:
    """The level flips at these milliseconds; the first flip closes the contact."""
    return [Change(at, SEAT, closed=number % 2 == 0) for number, at in enumerate(ms(*flips))]


def pressed(*flips: float, until: float = 2_000, **table) -> list[float]:
    """When presses began (ms), if the level flips at these milliseconds."""
    return pressed_by(levels(*flips), until, **table)


def pressed_by(changes, until: float = 2_000, **table) -> list[float]:
    presses = []
    buttons = FakeButtons(FakeClock(), presses.append, [SEAT], **table)
    buttons.play(changes, round(until * MS))
    return [press.at / MS for press in presses]


@pytest.mark.parametrize(
    ("flips", "presses"),
    [
        # one push bounces: one press, stamped with the first edge
        pytest.param((0, 1, 2, 3.5), [0], id="four edges"),
        pytest.param((0, 1, 2, 3.5, 4), [0], id="and stays closed"),
        pytest.param((0, 0.2, 0.4, 0.7, 0.9, 80), [0], id="a usual bounce"),
        # a later press is not swallowed
        pytest.param((0, 10, 500), [0, 500], id="two taps"),
        pytest.param((0, 10, 500, 510, 1000, 1010), [0, 500, 1000], id="three taps"),
        # a quick tap counts from three milliseconds on
        pytest.param((0, 8), [0], id="a quick tap"),
        pytest.param((0, 3), [0], id="exactly three milliseconds"),
        pytest.param((0, 2.999), [], id="just too short"),
        pytest.param((0, 2), [], id="a pulse of two milliseconds"),
        pytest.param((0, 0), [], id="two edges of one instant"),
        pytest.param((0, 0.1, 1, 1.1, 2, 2.1, 3, 3.1, 4, 4.1), [], id="ringing of a long wire"),
        pytest.param((0, 1, 100, 180), [100], id="a pulse, and later a press"),
        # the first contact counts, though it opens for longer than an ordinary bounce
        pytest.param((0, 1, 3.5, 80), [0], id="open for 2.5 ms"),
        pytest.param((0, 0.5, 2.7, 80), [0], id="open for 2.2 ms"),
        pytest.param((0, 0.5, 10.4, 80), [0], id="open for 9.9 ms"),
        pytest.param((0, 0.5, 6, 6.5, 12, 80), [0], id="open twice"),
        pytest.param((0, 0.5, 10.5, 80), [10.5], id="open for 10 ms"),
        # letting go bounces
        pytest.param((0, 1000, 1000.5, 1001, 1002), [0], id="a release bounces"),
        pytest.param((0, 1000, 1000.5, 1001, 1020.9), [0], id="closed once more within 20 ms"),
        pytest.param((0, 1000, 1019, 1039, 1058), [0], id="four times in a row"),
        pytest.param((0, 1000, 1020), [0, 1020], id="pressed again after 20 ms of open"),
        pytest.param((0, 5, 49, 120), [0], id="again within the hold-off"),
        pytest.param((0, 5, 50, 120), [0, 50], id="again after the hold-off"),
    ],
)
def test_what_is_a_press(flips, presses):
    assert presses == pressed(*flips)


def test_a_press_is_reported_before_the_arbiter_settles():
    presses = []
    buttons = FakeButtons(FakeClock(), presses.append, [SEAT])

    buttons.play(levels(0, 0.5, 1.2, 80), 7 * MS)

    assert [0] == [press.at for press in presses]


def test_a_release_whose_edge_was_lost_is_noticed_within_a_tenth_of_a_second():
    """No state gets stuck, and no press repeats."""
    contact, _ = ContactFilter.at_start(0, closed=False).edge(10 * MS, closed=True)
    contact, press = contact.sample(16 * MS, closed=True)
    assert 10 * MS == press

    now, repeats = 20 * MS, []  # it is open from here on, and no edge says so
    while contact.phase is not ContactPhase.FREE:
        now = max(now, contact.due)
        contact, press = contact.sample(now, closed=False)
        repeats += [] if press is None else [press]

    assert [] == repeats
    assert now - 20 * MS <= 100 * MS


def test_after_a_lost_release_the_next_press_counts():
    changes = [Change(0, SEAT, closed=True), Change(40 * MS, SEAT, closed=False, delay=None), *levels(300, 380)]

    assert [0, 300] == pressed_by([*changes[:2], *changes[2:]])


def test_a_press_whose_first_edge_was_lost_is_never_given_an_invented_time():
    presses = []
    buttons = FakeButtons(FakeClock(), presses.append, [SEAT])

    buttons.play([Change(200 * MS, SEAT, closed=True, delay=None)], 450 * MS)

    assert [] == presses
    assert ["button-3-lost"] == [notice.key for notice in buttons.notices()]
    assert "the button of seat 3 was pressed, but the moment was lost, so the press does not count" == str(
        buttons.notices()[0].text
    )


def test_a_press_of_which_only_the_end_was_heard_is_told_when_the_level_had_shown_it():
    buttons = FakeButtons(FakeClock(), lambda _: None, [SEAT])

    buttons.play([Change(110 * MS, SEAT, closed=True, delay=None), Change(190 * MS, SEAT, closed=False)], 250 * MS)

    assert ["button-3-lost"] == [notice.key for notice in buttons.notices()]


def test_after_a_lost_press_the_button_counts_once_it_was_let_go():
    lost = Change(200 * MS, SEAT, closed=True, delay=None)

    assert [900] == pressed_by([lost, Change(500 * MS, SEAT, closed=False), *levels(900, 980)])


def test_a_bounce_that_loses_an_edge_keeps_the_first_one():
    """The kernel drops edges of tight bursts: closed, opened, and the second closing was never heard of."""
    burst = [Change(0, SEAT, closed=True), Change(50_000, SEAT, closed=False)]
    unheard = Change(100_000, SEAT, closed=True, delay=None)

    assert [0] == pressed_by([*burst, unheard, Change(80 * MS, SEAT, closed=False)])


def test_a_bounce_that_is_quicker_than_the_kernel_begins_the_press_and_is_no_noise():
    """The kernel reads the level after it has stamped the edge: it reports that an open line opened."""
    presses = []
    buttons = FakeButtons(FakeClock(), presses.append, [SEAT])
    for number in range(6):
        at = number * 200 * MS
        merged = [Change(at, SEAT, closed=True, delay=None), Change(at + 50_000, SEAT, closed=False)]
        buttons.play([*merged, Change(at + 100_000, SEAT, closed=True)], at + 80 * MS)
        buttons.play([Change(at + 80 * MS, SEAT, closed=False)], at + 150 * MS)

    assert [number * 200 * MS + 50_000 for number in range(6)] == [press.at for press in presses]
    assert () == buttons.notices()


@pytest.mark.parametrize("delay_ms", [0, 3, 6, 9.9])
def test_a_bounce_of_which_one_edge_was_heard_and_the_next_is_late_keeps_the_first_one(delay_ms):
    heard = [Change(0, SEAT, closed=True), Change(MS, SEAT, closed=False)]
    late = Change(2 * MS, SEAT, closed=True, delay=round(delay_ms * MS))

    assert [0] == pressed_by([*heard, late, Change(80 * MS, SEAT, closed=False)])


@pytest.mark.parametrize(("open_ms", "presses"), [(19, [0]), (20, [0, 120])])
def test_a_bounce_of_letting_go_that_was_heard_too_late_is_none_the_less_a_bounce(open_ms, presses):
    """A sample has called the button free before; the time of the edge knows better."""
    again = round((100 + open_ms) * MS)
    late = [Change(again, SEAT, closed=True, delay=9 * MS), Change(again + 5 * MS, SEAT, closed=False, delay=5 * MS)]

    assert presses == pressed_by([*levels(0, 100), *late])


def test_a_pulse_whose_end_was_not_heard_of_is_no_press():
    assert [] == pressed_by([Change(0, SEAT, closed=True), Change(MS, SEAT, closed=False, delay=None)])


def test_a_button_held_at_the_start_counts_only_after_it_was_let_go():
    """A button held at the start is no press but a warning; released and pressed again, it is one press."""
    presses = []
    buttons = FakeButtons(FakeClock(), presses.append, [SEAT], held_at_start=frozenset([SEAT]))

    buttons.play([], 100 * MS)
    assert [] == presses
    assert ["the button of seat 3 is held down and does not count"] == [str(each.text) for each in buttons.notices()]

    buttons.play([Change(200 * MS, SEAT, closed=False), *levels(400, 480)], SECOND)
    assert [400 * MS] == [press.at for press in presses]
    assert () == buttons.notices()


@pytest.mark.parametrize(("again", "presses"), [(49.9, []), (50, [50.0])])
def test_it_must_be_seen_open_for_50_ms_before_it_counts(again, presses):
    opened = Change(0, SEAT, closed=False)
    closed = [Change(round(again * MS), SEAT, closed=True), Change(round(again * MS) + 80 * MS, SEAT, closed=False)]

    assert presses == pressed_by([opened, *closed], held_at_start=frozenset([SEAT]))


@pytest.mark.parametrize(
    ("pulses", "noisy"),
    [
        ((0, 10, 20, 30), False),
        ((0, 10, 20, 30, 40), True),
        ((0, 15, 30, 45, 59.9), True),
        ((0, 15, 30, 45, 60.1), False),
    ],
)
def test_five_pulses_in_a_minute_are_a_noisy_line(pulses, noisy):
    """Pulses of two milliseconds are no presses; five of them in a minute are reported."""
    buttons = FakeButtons(FakeClock(), lambda _: None, [SEAT])
    flips = [time for pulse in pulses for time in (pulse * 1_000, pulse * 1_000 + 2)]

    buttons.play(levels(*flips), round((pulses[-1] + 0.05) * SECOND))

    assert (["there is noise on the button of seat 3"] if noisy else []) == [
        str(notice.text) for notice in buttons.notices()
    ]


def test_a_quiet_minute_ends_the_complaint_about_noise():
    buttons = FakeButtons(FakeClock(), lambda _: None, [SEAT])

    buttons.play(levels(*(time for pulse in range(5) for time in (pulse * 100, pulse * 100 + 2))), 61 * SECOND)

    assert () == buttons.notices()


def test_nobody_leans_on_a_button_for_half_a_minute():
    buttons = FakeButtons(FakeClock(), lambda _: None, [SEAT])
    buttons.play(levels(0), 29_999 * MS)
    assert () == buttons.notices()

    buttons.play([], 30_001 * MS)
    assert ["button-3-stuck"] == [notice.key for notice in buttons.notices()]


def test_edges_of_one_contact_that_come_in_the_wrong_order_are_put_right():
    swapped = [Change(0, SEAT, closed=True, delay=2 * MS), Change(MS // 2, SEAT, closed=False, delay=MS)]
    back = [Change(MS, SEAT, closed=True, delay=MS // 2), Change(80 * MS, SEAT, closed=False)]

    assert [0] == pressed_by([*swapped, *back])


@st.composite
def played(draw):
    """Presses as people make them, with bounces at both ends, heard of with any delay up to what was measured."""
    at, changes, expected = 0, [], []
    for _ in range(draw(st.integers(1, 4))):
        at += draw(st.integers(60 * MS, 300 * MS))
        held = draw(st.integers(5 * MS, 250 * MS))
        chatter = draw(
            st.lists(st.integers(50_000, 1_900_000), max_size=3).map(lambda gaps: gaps[: len(gaps) // 2 * 2])
        )
        flips, when = [at], at
        for number, gap in enumerate(chatter):
            # opened for at most a third of what it was closed before, so that it is a touch and no ringing
            when += gap if number % 2 == 0 else min(gap, (when - flips[-2]) // 3)
            flips.append(when)
        let_go = max(when + 3 * MS, at + held)
        flips.append(let_go)
        for gap in draw(st.lists(st.integers(50_000, 3 * MS), max_size=4).map(lambda gaps: gaps[: len(gaps) // 2 * 2])):
            flips.append(flips[-1] + gap)
        changes += [
            Change(time, SEAT, closed=number % 2 == 0, delay=draw(st.integers(0, 2_400_000)))
            for number, time in enumerate(flips)
        ]
        expected.append(at)
        at = flips[-1]
    return changes, expected, at


@settings(max_examples=400, deadline=None)
@given(played(), st.integers(0, MS))
def test_every_press_of_a_finger_is_one_press_with_the_time_of_its_first_edge(game, nap):
    changes, expected, last = game
    clock, presses, delays = FakeClock(), [], []
    buttons = FakeButtons(
        clock, lambda press: (presses.append(press.at), delays.append(clock.now() - press.at)), [SEAT], nap=nap
    )

    buttons.play(changes, last + 500 * MS)

    assert expected == presses
    assert max(delays) <= RaceConfig().settle + RaceConfig().tolerance  # so long the arbiter waits


anything = st.lists(st.tuples(st.booleans(), st.integers(0, 40 * MS), st.booleans()), max_size=60)
"""Edges and samples that need not make sense: kind, time since the one before, level."""


@settings(max_examples=600, deadline=None)
@given(anything, st.booleans())
def test_no_sequence_of_edges_and_samples_invents_a_press_or_leaves_a_state_that_sticks(steps, held):
    contact, now, edges, presses = ContactFilter.at_start(0, held), 0, set(), []
    for is_edge, gap, closed in steps:
        now += gap
        edges |= {now} if is_edge else set()
        contact, press = contact.edge(now, closed) if is_edge else contact.sample(now, closed)
        presses += [] if press is None else [press]

    for _ in range(200):
        now = max(now, contact.due)
        contact, press = contact.sample(now, closed=False)
        presses += [] if press is None else [press]

    assert set(presses) <= edges
    assert all(later - earlier >= PARAMS.hold_off for earlier, later in pairwise(presses))
    assert ContactPhase.FREE is contact.phase


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(2_000_001, 40 * MS), st.integers(1, 2_999_999)), max_size=30))
def test_pulses_below_three_milliseconds_are_never_a_press(pulses):
    flips, at = [], 0
    for gap, length in pulses:
        flips += [at + gap, at + gap + length]
        at += gap + length

    assert [] == pressed(*(time / MS for time in flips), until=at / MS + 100)
