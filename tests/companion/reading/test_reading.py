"""One reading of one zone, whatever lies there: read, corrected, removed, added, confirmed, typed by hand."""

import pytest

from companion.events import Corrected, PartAdded, PartRemoved, ReadingRestarted, Saw, TypedByHand
from companion.observations import (
    Colour,
    Kind,
    Observation,
    Problem,
    ProblemKind,
    SeenDie,
    SeenFace,
    SeenTile,
    TileFace,
)
from companion.reading import Expected, Reading, offers, tile_at
from companion.texts import Message, say

CELLS = tuple((row, column) for row in range(3) for column in range(3))
FOUR = Expected(Kind.DICE, 4)
SQUARE = Expected(Kind.CUBO, 9, cells=CELLS, middle=(1, 1))
PLACES = tuple((q, r) for r in range(3) for q in range(3))
NINE = Expected(Kind.TILES, 9, range(1, 10), places=PLACES)


def die(at, *, value=5, sure=True, cell=None):
    x, y = (100.0 * cell[1], 100.0 * cell[0]) if cell else (100.0 * at, 0.0)
    return SeenDie(value, Colour.RED, ((x, y), (x + 60, y), (x + 60, y + 60), (x, y + 60)), 0.9, sure, cell)


def loose(*dice, problems=(), expected=FOUR):
    return Reading.of(Saw(1, "centre", Observation(Kind.DICE, dice, problems), "ab"), expected)


def square(*cells, problems=()):
    dice = tuple(die(at, cell=cell) for at, cell in enumerate(cells))
    return Reading.of(Saw(1, "square-1", Observation(Kind.CUBO, dice, problems), "ab"), SQUARE)


def beside_a_square():
    dice = (*(die(at, cell=cell) for at, cell in enumerate(CELLS)), die(9, sure=False))
    return Reading.of(Saw(1, "square-1", Observation(Kind.CUBO, dice), "ab"), SQUARE)


def tiles(*places, problems=()):
    seen = tuple(tile_at(place, (5, 2, 9)) for place in places)
    return Reading.of(Saw(1, "tiles", Observation(Kind.TILES, (), problems, seen), "ab"), NINE)


def problem(kind, template, **values):
    return Problem.of(kind, say(template, **values))


def words(reading):
    return [str(each) for each in reading.problems]


@pytest.mark.parametrize(
    ("expected", "why"),
    [(FOUR, "this is no picture of loose dice"), (SQUARE, "this is no picture of a square")],
)
def test_a_picture_of_something_else_is_no_reading(expected, why):
    assert why == str(Reading.begin(Saw(1, "a", Observation(Kind.TILES, ()), ""), expected))


def test_a_restarted_reading_is_none_until_another_picture_comes():
    assert None is Reading.begin(ReadingRestarted(1, "centre"), FOUR)


@pytest.mark.parametrize(("expected", "count"), [(FOUR, 4), (SQUARE, 9), (NINE, 9)])
def test_what_is_typed_by_hand_lies_on_an_empty_field_with_nothing_known(expected, count):
    reading = Reading.begin(TypedByHand(1, "a"), expected)

    assert (count, tuple(range(count)), True, True) == (
        len(reading.parts),
        reading.unsure,
        reading.complete,
        reading.by_hand,
    )


def test_a_typed_square_knows_the_colour_of_its_middle_only():
    reading = Reading.typed("square-1", SQUARE)

    assert [(1, 1)] == [each.cell for each in reading.parts if each.colour is Colour.WHITE]


def test_what_somebody_says_about_a_die_is_sure():
    reading = loose(die(0), die(1, sure=False), die(2), die(3)).changed(Corrected(2, "centre", 1, 3, Colour.BLUE))

    assert ((), (5, 3, 5, 5), Colour.BLUE) == (reading.unsure, reading.observation.values, reading.parts[1].colour)


def test_a_colour_that_is_not_said_stays():
    assert Colour.RED is loose(die(0)).changed(Corrected(2, "centre", 0, 3)).parts[0].colour


def test_the_readers_worries_are_answered_once_every_unsure_die_is_told_and_all_are_there():
    worry = problem(ProblemKind.COVERED, "a hand is in the picture")
    whole = loose(die(0, sure=False), die(1), die(2), die(3), problems=(worry,))
    less = loose(die(0, sure=False), die(1), die(2), problems=(worry,))

    answered, open_ = (each.changed(Corrected(2, "centre", 0, 4)) for each in (whole, less))

    assert (True, ["a hand is in the picture"]) == (answered.trusted, words(open_))


def test_no_tap_answers_that_two_tiles_lie_one_over_the_other():
    overlap = problem(ProblemKind.OVERLAP, "tiles {one} and {other} lie one over the other", one=1, other=2)
    reading = tiles(*PLACES, problems=(overlap,))
    unsure = reading.parts[0].corrected(TileFace.RED, 2)
    doubtful = SeenTile(unsure.place, SeenFace(5, 0.4, sure=False), unsure.red, unsure.blue, unsure.corners)
    seen = Observation(Kind.TILES, (), (overlap,), (doubtful, *reading.parts[1:]))

    corrected = Reading.of(Saw(1, "tiles", seen, ""), NINE).changed(Corrected(2, "tiles", 0, 5, face=TileFace.YELLOW))

    assert ((), [str(overlap)]) == (corrected.unsure, words(corrected))


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Corrected(2, "tiles", 9, 5, face=TileFace.RED), "there is no tile 10 in this picture"),
        (Corrected(2, "tiles", 0, 10, face=TileFace.RED), "a face shows 1 to 9, not 10"),
        (Corrected(2, "tiles", 0, 5), "tap a face first"),
        (PartRemoved(2, "tiles", -1), "there is no tile 0 in this picture"),
        (PartAdded(2, "tiles", place=(0, 0)), "something lies there already"),
        (PartAdded(2, "tiles"), "tap the place where it lies"),
    ],
)
def test_what_cannot_be_said_about_tiles_is_refused_with_the_reason(event, why):
    assert why == str(tiles(*PLACES).changed(event))


@pytest.mark.parametrize("cell", [(3, 0), (0, -1)])
def test_a_die_is_added_in_the_square_only(cell):
    assert "a square has three rows of three places" == str(square(*CELLS[:8]).changed(PartAdded(2, "a", cell=cell)))


def test_a_die_that_is_none_goes_with_what_was_asked_about_it():
    problems = (
        problem(ProblemKind.CUT, "die {die} is partly out of the picture", die=2),
        problem(ProblemKind.CUT, "die {die} is partly out of the picture", die=5),
        problem(ProblemKind.STRAY, "near {x}, {y} there may be a die that I cannot make out", x=130, y=30),
    )
    reading = loose(*(die(at) for at in range(5)), problems=problems).changed(PartRemoved(2, "centre", 1))

    assert (True, ["die 4 is partly out of the picture"]) == (reading.complete, words(reading))


def test_a_die_that_was_missed_lies_where_it_was_tapped_and_is_as_large_as_the_others():
    stray = problem(ProblemKind.STRAY, "near {x}, {y} there may be a die that I cannot make out", x=330, y=200)
    reading = loose(die(0), die(1), die(2), problems=(stray,)).changed(PartAdded(2, "centre", 330, 200))

    new = reading.parts[3]
    assert ((330.0, 200.0), 60.0, (3,), []) == (
        new.centre,
        new.corners[1][0] - new.corners[0][0],
        reading.unsure,
        words(reading),
    )


def test_a_die_that_was_missed_in_a_square_gets_the_free_place_that_was_tapped():
    reading = square(*CELLS[:8]).changed(PartAdded(2, "square-1", 225, 236))

    assert ((2, 2), True) == (reading.parts[8].cell, reading.complete)


def test_a_die_that_was_missed_in_a_place_lies_in_the_picture_where_the_others_tell():
    reading = square(*CELLS[:8]).changed(PartAdded(2, "square-1", cell=(2, 2)))

    assert pytest.approx((230.0, 230.0)) == reading.parts[8].centre


def test_a_tile_that_was_missed_gets_the_place_that_was_tapped():
    middle = tile_at((2, 2), (1, 1, 1)).centre
    reading = tiles(*PLACES[:8]).changed(PartAdded(2, "tiles", round(middle[0]) + 20, round(middle[1]) - 20))

    assert ((2, 2), (8,)) == (reading.parts[8].place, reading.unsure)


def test_people_confirm_what_is_odd_once_everything_is_told():
    reading = loose(die(0), problems=(problem(ProblemKind.COVERED, "a hand is in the picture"),))
    doubts = tuple(each.sentence for each in reading.problems)

    confirmed = reading.confirming(doubts, None)

    assert (True, ()) == (confirmed.confirmed, confirmed.problems)
    assert say("tap it") == reading.confirming(doubts, say("tap it"))
    assert isinstance(reading.confirming((), None), Message)


def test_what_is_changed_must_be_confirmed_again():
    reading = loose(die(0), die(1), problems=(problem(ProblemKind.REMARK, "it is dark"),))
    confirmed = reading.confirming((say("it is dark"),), None)

    for event in (Corrected(2, "centre", 0, 3), PartRemoved(2, "centre", 0), PartAdded(2, "centre", 9, 9)):
        assert not confirmed.changed(event).confirmed


@pytest.mark.parametrize(
    ("reading", "labels"),
    [
        (loose(*(die(at) for at in range(4))), []),
        (loose(die(0), die(1), die(2)), ["A die was missed: add it"]),
        (
            loose(*(die(at) for at in range(5))),
            [f"Die {number} (5) is none: take it away" for number in range(1, 6)],
        ),
        (square(*CELLS[:8]), ["A die was missed in row 3, column 3: add it"]),
        (square(*CELLS, None), []),
        (beside_a_square(), ["Die 10 (5?) is none: take it away"]),
        (tiles(*PLACES), []),
        (loose(), []),
    ],
)
def test_a_button_puts_right_how_many_dice_there_are(reading, labels):
    found = [*offers(reading)]

    assert labels == [str(each.label) for each in found]
    assert all(each.values["zone"] == reading.zone for each in found)
