"""A move is two readings and exactly one tile elsewhere; anything else is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.observations import Kind, Observation, Problem, ProblemKind, SeenFace, SeenTile, Side
from companion.reading.tiles import Moved, Stayed, Unclear, moved, moved_between
from companion.texts import say

HEXAGON = ((0.0, 0.0),) * 6
ROWS = {
    (q - r // 2, r): (1 + q + 3 * r, 1 + (5 * q + r) % 9, 1 + (2 * q + 7 * r) % 9) for r in range(3) for q in range(3)
}
shifts = st.tuples(st.integers(-4, 4), st.integers(-4, 4))


def seen(tiles, *, sure=True, side=Side.NUMBERS, problems=()):
    faces = [(place, [SeenFace(value, 0.99, sure) for value in values]) for place, values in tiles.items()]
    return Observation(Kind.TILES, (), problems, tuple(SeenTile(place, *each, HEXAGON) for place, each in faces), side)


def shifted(tiles, shift):
    return {(q + shift[0], r + shift[1]): values for (q, r), values in tiles.items()}


def with_move(tiles, start, end):
    return {end if place == start else place: values for place, values in tiles.items()}


@given(shift=shifts)
def test_the_same_tiles_elsewhere_in_the_picture_have_not_moved(shift):
    assert Stayed((-shift[0], -shift[1])) == moved(seen(ROWS), seen(shifted(ROWS, shift)))


@given(
    start=st.sampled_from(sorted(ROWS)),
    end=st.tuples(st.integers(-6, 6), st.integers(-6, 6)).filter(lambda place: place not in ROWS),
    shift=shifts,
)
def test_one_tile_elsewhere_is_a_move_whatever_the_shift(start, end, shift):
    after = shifted(with_move(ROWS, start, end), shift)

    assert Moved(ROWS[start], start, end, (-shift[0], -shift[1])) == moved(seen(ROWS), seen(after))


def test_two_tiles_elsewhere_are_asked_about():
    after = with_move(with_move(ROWS, (0, 0), (5, 0)), (1, 1), (5, 1))

    assert Unclear(say("more than one tile lies elsewhere")) == moved(seen(ROWS), seen(after))


def test_two_tiles_that_changed_places_are_asked_about():
    after = {**ROWS, (0, 0): ROWS[1, 0], (1, 0): ROWS[0, 0]}

    assert Unclear(say("more than one tile lies elsewhere")) == moved(seen(ROWS), seen(after))


def test_twins_leave_open_which_of_them_was_moved():
    line = {(0, 0): (1, 1, 1), (1, 0): (1, 1, 1), (2, 0): (1, 1, 1)}
    after = {(0, 0): (1, 1, 1), (1, 0): (1, 1, 1), (1, 1): (1, 1, 1)}

    assert Unclear(say("more than one tile may have been moved")) == moved_between(line, after)


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (seen(ROWS, sure=False), "the tiles are not read with certainty"),
        (
            seen(
                ROWS,
                problems=(
                    Problem.of(
                        ProblemKind.OVERLAP, say("tiles {one} and {other} lie one over the other", one=1, other=2)
                    ),
                ),
            ),
            "the tiles are not read with certainty",
        ),
        (seen({}), "the tiles are not read with certainty"),
        (seen(ROWS, side=Side.PIPS), "these are not the same tiles"),
        (seen({place: values for place, values in ROWS.items() if place != (0, 0)}), "these are not the same tiles"),
        (seen({**ROWS, (0, 0): (9, 9, 9)}), "these are not the same tiles"),
    ],
)
def test_what_is_no_reading_of_the_same_tiles_is_asked_about(after, why):
    assert Unclear(say(why)) == moved(seen(ROWS), after)
