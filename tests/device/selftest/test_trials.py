"""What a button has shown: its bounces, its trace, its delay; held against races on fake time."""

import pytest

from companion.events import By
from device.hardware.clock import MS
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.panel import Edge
from device.hardware.presses.targets import Control
from device.selftest.trials import DRAWN_GAP, LONGEST_TRACE, Flip, Trial, Trials


def touched(*times_ms, at_ms=1000, delay_ms=1.5):
    """A contact that changes at these times after `at_ms`, closing first."""
    trial = Trial()
    for number, time in enumerate(times_ms):
        at = round((at_ms + time) * MS)
        trial = trial.edge_seen(Edge(at, 1, closed=number % 2 == 0), at + round(delay_ms * MS))
    return trial


def test_nobody_has_touched_it_yet():
    assert (0, 0, None, (), False) == (
        Trial().presses,
        Trial().bounces,
        Trial().latency,
        Trial().drawn(),
        Trial().closed,
    )


def test_a_clean_press_has_no_bounce():
    trial = touched(0, 80)

    assert (0, round(1.5 * MS), False) == (trial.bounces, trial.latency, trial.closed)
    assert (Flip(0, True), Flip(80 * MS, False)) == trial.trace


@pytest.mark.parametrize(("times", "bounces"), [((0,), 0), ((0, 0.4, 0.9), 1), ((0, 0.2, 0.5, 0.7, 1.1, 90), 2)])
def test_every_further_closing_is_a_bounce(times, bounces):
    assert bounces == touched(*times).bounces


def test_bounces_when_it_is_let_go_belong_to_the_same_touch():
    assert 1 == touched(0, 80, 81, 82).bounces
    assert 4 == len(touched(0, 80, 81, 82).trace)


def test_a_touch_after_a_rest_is_a_new_one():
    trial = touched(0, 80, 180, 260)

    assert (0, (Flip(0, True), Flip(80 * MS, False))) == (trial.bounces, trial.trace)


def test_it_is_held_until_it_opens():
    assert touched(0, 0.4, 0.9).closed
    assert not touched(0, 0.4, 0.9, 50).closed


def test_a_line_that_never_rests_is_counted_but_not_kept():
    trial = touched(*range(500))

    assert (LONGEST_TRACE, 249) == (len(trial.trace), trial.bounces)
    assert 499 * MS == trial.trace[-1].after


def test_in_a_drawing_long_rests_are_cut_short():
    drawn = touched(0, 0.5, 1, 100).drawn()

    assert [(0, True), (0.5, False), (1, True), (1 + DRAWN_GAP / MS, False)] == list(drawn)


def test_a_wired_press_counts_and_leaves_the_trace_alone():
    trial = touched(0, 80).pressed(RawPress(1, 1000 * MS, By.BUTTON), 1010 * MS)

    assert (1, By.BUTTON, 2) == (trial.presses, trial.by, len(trial.trace))
    assert round(1.5 * MS) == trial.latency


def test_a_press_without_edges_is_timed_by_itself():
    trial = Trial().pressed(RawPress(1, 1000 * MS, By.ENCODER), 1004 * MS)

    assert (1, By.ENCODER, 4 * MS, ()) == (trial.presses, trial.by, trial.latency, trial.trace)


def test_the_trace_of_an_encoder_is_kept_too():
    trial = touched(0, 80).pressed(RawPress(1, 1000 * MS, By.ENCODER), 1004 * MS)

    assert (2, round(1.5 * MS)) == (len(trial.trace), trial.latency)


def test_buttons_are_listed_as_they_were_wired_and_strangers_behind_them():
    trials = Trials.for_buttons((1, 2, Control.UNDO)).pressed(RawPress(2, 0, By.PAGE), 0)
    trials = trials.pressed(RawPress(7, 0, By.PAGE), 0).edge_seen(Edge(0, 1, closed=True), 5)

    assert [1, 2, Control.UNDO, 7] == list(trials.of)
    assert (1, Control.UNDO) == trials.untouched
    assert 5 == trials.trial(1).latency
    assert Trial() == trials.trial(8)
