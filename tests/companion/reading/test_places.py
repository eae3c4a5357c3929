"""From a place in rows to pixels and back: the rows lie as the parts that were read tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.reading.places import Rows

PLACES = [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)]
slopes = st.floats(-40, 40)


def turned(place):
    first, second = place
    return 50 + 30 * first - 10 * second, 20 + 12 * first + 28 * second


def test_a_place_that_was_not_read_is_where_the_others_tell():
    rows = Rows.fitted([(place, turned(place)) for place in PLACES])

    assert pytest.approx(turned((1, 2))) == rows.point((1, 2))


@given(place=st.tuples(st.integers(-3, 3), st.integers(-3, 3)), away=st.tuples(st.floats(-4, 4), st.floats(-4, 4)))
def test_a_tap_near_the_middle_of_a_place_means_that_place(place, away):
    rows = Rows.fitted([(each, turned(each)) for each in PLACES])
    x, y = turned(place)

    assert place == rows.place((x + away[0], y + away[1]))


@pytest.mark.parametrize("places", [[], [(0, 0)], [(0, 0), (0, 1), (0, 2)]])
def test_places_in_one_line_do_not_tell_how_the_others_lie(places):
    assert None is Rows.fitted([(place, turned(place)) for place in places])


def test_rows_that_fall_into_one_line_tell_no_place():
    rows = Rows.fitted([(place, (10.0 * place[0], 0.0)) for place in PLACES])

    assert None is rows.place((10.0, 5.0))
