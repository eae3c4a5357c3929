"""So many frames a second: a little lateness is made up for, a long gap is not."""

from tests.vision.camera.fakes import SECOND, FakeClock
from vision.camera.pace import Pace


def late_by(clock, seconds):
    """A pause that always takes a little longer than it was asked to."""
    return lambda asked: clock.pass_(asked + seconds)


def test_a_pause_that_runs_late_does_not_make_the_frames_fewer():
    clock = FakeClock()
    pace, began = Pace(clock, 10.0, late_by(clock, 0.01)), clock()
    assert all(pace.wait(1.0) for _ in range(101))
    assert 10.0 <= (clock() - began) / SECOND <= 10.02


def test_after_a_long_gap_there_is_no_rush():
    clock = FakeClock()
    pace = Pace(clock, 10.0, clock.pass_)
    assert pace.wait(1.0)
    clock.pass_(5.0)
    began = clock()
    assert all(pace.wait(1.0) for _ in range(11))
    assert clock() - began == SECOND


def test_a_wait_that_is_too_short_says_so_and_takes_no_longer():
    clock = FakeClock()
    pace = Pace(clock, 2.0, clock.pass_)
    assert pace.wait(1.0)
    began = clock()
    assert not pace.wait(0.2)
    assert clock() - began == SECOND // 5


def test_hurry_lets_the_next_frame_through_at_once():
    clock = FakeClock()
    pace = Pace(clock, 2.0, clock.pass_)
    assert pace.wait(1.0)
    began = clock()
    pace.hurry()
    assert pace.wait(0.0)
    assert clock() == began
