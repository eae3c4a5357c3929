"""The clock only goes forward, and tests move it by hand."""

import time

import pytest

from device.hardware.clock import FakeClock, MonotonicClock


def test_it_is_the_clock_with_which_the_kernel_stamps_edges():
    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC)

    now = MonotonicClock().now()

    assert before <= now <= time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def test_a_fake_clock_stands_still_until_it_is_moved():
    clock = FakeClock(5)

    assert [5, 5] == [clock.now(), clock.now()]
    assert 12 == clock.advance(7)
    assert 12 == clock.now()


def test_a_fake_clock_does_not_go_back():
    with pytest.raises(ValueError, match=r"^a monotonic clock does not go back: -1 ns$"):
        FakeClock().advance(-1)
