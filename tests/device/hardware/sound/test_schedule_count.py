"""The count aloud: every number at its second, none too late, and the last word on the stroke."""

import pytest

from device.hardware.clock import MS, SECOND
from device.hardware.sound.schedule import Count, numbers


def spoken(count, *times):
    """What is said at `times` (seconds after the beginning)."""
    said = []
    for time in times:
        if count is None:
            break
        count, phrase = count.step(round(time * SECOND))
        said.append(phrase.words if phrase else "")
    return said


def test_six_seconds_are_counted_down_to_the_word_of_the_game():
    count = Count.until(6 * SECOND, 0, "Cubo!")

    assert ["6", "5", "4", "3", "2", "1", "Cubo!"] == spoken(count, *range(7))


def test_between_the_seconds_nothing_is_said():
    assert ["6", "", "", "5"] == spoken(Count.until(6 * SECOND, 0), 0, 0.5, 0.999, 1)


def test_a_count_that_is_heard_of_late_begins_at_once_with_the_number_that_is_right():
    assert ["6", "5"] == spoken(Count.until(6 * SECOND, 250 * MS), 0.25, 1)


@pytest.mark.parametrize(("time", "said"), [(1.39, "5"), (1.41, ""), (2.0, "4"), (3.2, "3"), (5.9, "")])
def test_a_number_that_would_come_too_late_is_left_out(time, said):
    assert [said] == spoken(Count(6 * SECOND, 5), time)


def test_nobody_who_overslept_hears_old_numbers():
    count, phrase = Count(6 * SECOND, 6).step(4 * SECOND)

    assert ("2", 1) == (phrase.words, count.number)


def test_a_long_time_is_counted_from_ten_only():
    count = Count.until(60 * SECOND, 0)

    assert (10, 50 * SECOND) == (count.number, count.due)


def test_after_the_deadline_there_is_nothing_to_count():
    assert Count.until(6 * SECOND, 6 * SECOND) is None
    assert Count.until(6 * SECOND, 7 * SECOND) is None


def test_where_nobody_speaks_each_second_is_a_note():
    assert all(phrase.tune for phrase in numbers())
    assert [str(number) for number in range(1, 11)] == [phrase.words for phrase in numbers()]
