"""The annotated photograph: a copy, with everything that was seen, wherever it lies."""

import numpy as np

from companion.observations import Colour, Kind, Observation, Problem, ProblemKind, SeenDie
from companion.texts import say
from vision.draw import SURE, UNSURE, RowLine, annotated

PLAIN = np.zeros((200, 300, 3), np.uint8)
SQUARE = ((60.0, 60.0), (120.0, 60.0), (120.0, 120.0), (60.0, 120.0))


def seen(*, sure=True, corners=SQUARE, problems=()):
    return Observation(Kind.DICE, (SeenDie(5, Colour.RED, corners, 1.0, sure),), problems)


def has(picture, colour):
    return bool((np.abs(picture.astype(int) - colour).max(axis=2) < 70).any())


def test_the_photograph_itself_is_left_alone():
    annotated(PLAIN, seen())

    assert not PLAIN.any()


def test_sure_and_unsure_dice_are_outlined_in_different_colours():
    outlines = [
        (has(picture, SURE), has(picture, UNSURE))
        for picture in (annotated(PLAIN, seen()), annotated(PLAIN, seen(sure=False)))
    ]

    assert [(True, False), (False, True)] == outlines


def test_a_die_beyond_the_border_and_a_row_that_ends_there_are_drawn_as_far_as_they_go():
    far = ((280.0, -20.0), (340.0, -20.0), (340.0, 40.0), (280.0, 40.0))
    row = RowLine((20.0, 150.0), (900.0, 150.0), "12")

    picture = annotated(
        PLAIN, seen(corners=far, problems=(Problem.of(ProblemKind.NOTHING, say("I see no dice")),)), [row]
    )

    assert PLAIN.shape == picture.shape
    assert picture[150, 250].any()


def test_the_place_that_a_question_is_about_is_ringed():
    doubt = say("near {x}, {y} there may be a die that I cannot make out", x=220, y=90)

    picture = annotated(PLAIN, seen(problems=(Problem.of(ProblemKind.STRAY, doubt),)))

    assert has(picture[75:105, 155:185], UNSURE), "45 pixels beside it, three quarters of an edge"
    assert not has(picture[60:120, 60:120], UNSURE)


def test_a_place_is_ringed_though_no_die_is_seen_or_it_lies_at_the_border():
    nothing = Observation(
        Kind.DICE,
        (),
        (Problem.of(ProblemKind.STRAY, say("near {x}, {y} there may be a die that I cannot make out", x=299, y=199)),),
    )

    assert has(annotated(PLAIN, nothing)[160:, 260:], UNSURE)
