"""From button to button: the one that is asked for, the wrong one, one that is skipped, and the end."""

from companion.events import By
from device.hardware.clock import MS
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.panel import Edge
from device.hardware.presses.targets import Control
from device.selftest.walk import SHOWN_AFTER, Mistaken, Praised, PressAsked, PressShown, PressSkipped, Walk, Wish

NOW = 1_000 * MS


def walked(targets, *happenings):
    """Feed (time in ms, news); return the walk and everything that was remarked, after the first question."""
    walk, remarks = Walk.begin(targets)
    said = list(remarks)
    for ms, news in happenings:
        walk, remarks = walk.feed(news, round(ms * MS))
        said += remarks
    return walk, said


def press(target):
    return RawPress(target, 0, By.BUTTON)


def test_the_right_button_is_praised_at_once_and_told_when_it_has_come_to_rest():
    edges = [(0, Edge(0, 1, closed=True)), (1, Edge(MS, 1, closed=False)), (2, Edge(2 * MS, 1, closed=True))]
    walk, said = walked([1, 2], *edges, (5, press(1)), (300, None), (80, Edge(80 * MS, 1, closed=False)), (506, None))

    assert [PressAsked(1), Praised(1), PressShown(1, walk.trials.trial(1)), PressAsked(2)] == said
    assert (1, 4) == (walk.trials.trial(1).bounces, len(walk.trials.trial(1).trace))


def test_every_button_pressed_is_a_pass():
    walk, said = walked([1, Control.UNDO], (0, press(1)), (501, None), (600, press(Control.UNDO)), (1200, None))

    assert (True, True) == (walk.over, walk.passed)
    assert PressAsked(Control.UNDO) in said


def test_a_wrong_button_is_named_and_does_not_count():
    walk, said = walked([1, 2], (0, press(2)), (900, None))

    assert [PressAsked(1), Mistaken(2, 1)] == said
    assert (1, 2) == walk.left


def test_a_skipped_button_is_no_pass():
    walk, said = walked([1, 2], (0, Wish.SKIP), (1, press(2)), (600, None))

    assert [PressAsked(1), PressSkipped(1), PressAsked(2), Praised(2)] == said[:4]
    assert (True, False, (1,)) == (walk.over, walk.passed, walk.skipped)


def test_quitting_leaves_everything_that_was_not_pressed():
    walk, _ = walked([1, 2, 3], (0, press(1)), (1, Wish.QUIT))

    assert (True, False, (2, 3)) == (walk.over, walk.passed, walk.skipped)


def test_while_a_press_is_being_shown_further_presses_and_skips_change_nothing():
    walk, said = walked([1, 2], (0, press(1)), (50, press(1)), (60, press(2)), (70, Wish.SKIP))

    assert [PressAsked(1), Praised(1)] == said
    assert (1, 2) == walk.left


def test_time_alone_changes_nothing_while_a_button_is_asked_for():
    assert Walk.begin([1])[0] == walked([1], (10_000, None))[0]


def test_after_the_end_nothing_is_remarked():
    walk, said = walked([1], (0, press(1)), (SHOWN_AFTER / MS, None), (900, press(1)), (901, Wish.SKIP))

    assert [PressAsked(1), Praised(1), PressShown(1, walk.trials.trial(1))] == said


def test_without_buttons_it_is_over_before_it_begins():
    walk, remarks = Walk.begin([])

    assert (True, ()) == (walk.over, remarks)
