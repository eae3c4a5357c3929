"""Counting a square: what is unsure is asked, what is odd is vouched for, and the exchange is judged."""

from dataclasses import replace

import pytest

from companion.events import Corrected, PartAdded, PartRemoved, ReadingRestarted, Saw, TypedByHand
from companion.games.cubo.events import Exchanged, Forfeited
from companion.games.cubo.state import CuboPhase
from companion.observations import Colour
from companion.view import Tap
from tests.builders import (
    ADA,
    BEN,
    EIGHTEEN,
    THIRTY_TWO,
    after,
    centre_seen,
    confirms,
    corrects,
    counting,
    exchanges,
    ns,
    play,
    said,
    square,
    square_seen,
    vouches,
)

BEFORE = "B2 R5 B4 / B4 W4 B4 / R1 R3 R1"
SWAPPED = "R6 R5 B4 / B4 W4 B4 / R1 R3 R1"


def picture(match, zone="square-1"):
    return next(each for each in match.view().pictures if each.zone == zone)


def labels(match):
    return [str(action.label) for action in match.view().actions]


def test_a_sure_square_is_shown_with_its_rows_and_counted_when_the_people_agree():
    match = after(counting(), square(10, ADA, EIGHTEEN))
    shown = picture(match)

    assert (18, Tap.CORRECT, (), ()) == (shown.total, shown.tap, shown.faults, shown.notes)
    assert [(8, "blue"), (10, "red")] == [(line.points, line.tone) for line in shown.lines]
    match, effects = play(match, confirms(11))
    assert (["Ada: 18 points"], 18, BEN) == (said(effects), match.total(ADA), match.turn.seat)


def test_nothing_is_counted_without_a_picture():
    _, effects = play(counting(), confirms(10))

    assert ["refused: the square of Ada has not been read yet"] == said(effects)


def test_an_unsure_die_is_named_and_must_be_tapped_before_anything_is_counted():
    match = after(counting(), square(10, ADA, EIGHTEEN, unsure=[(0, 2), (2, 0)]))
    refused = "refused: I am not sure about {}: tap it and say what it shows"

    assert [refused.format("the die at the top right")] == said(play(match, confirms(11))[1])
    match = after(match, corrects(12, "square-1", 2, "B1"))
    assert [refused.format("the die at the bottom left")] == said(play(match, confirms(13))[1])
    match = after(match, corrects(14, "square-1", 6, "R1"))
    assert ["Ada: 18 points"] == said(play(match, confirms(15))[1])


def test_an_unsure_picture_is_announced():
    _, effects = play(counting(), square(10, ADA, EIGHTEEN, unsure=[(0, 0)]))

    assert ["I am not sure about the square of Ada."] == said(effects)


def test_a_worry_of_the_reader_must_be_vouched_for():
    match = after(counting(), square(10, ADA, EIGHTEEN, problems=["a hand is in the picture"]))

    assert ["refused: a hand is in the picture - look again, or say that it lies as shown"] == said(
        play(match, confirms(11))[1]
    )
    assert "It lies as shown" in labels(match)
    assert ["Ada: 18 points"] == said(play(match, vouches(11, "square-1"), confirms(12))[1])


def test_unsure_dice_cannot_be_vouched_for_wholesale():
    match = after(counting(), square(10, ADA, EIGHTEEN, unsure=[(0, 0)], problems=["a hand is in the picture"]))

    assert ["refused: tap the die at the top left first"] == said(play(match, vouches(11, "square-1"))[1])


def test_tapping_every_unsure_die_answers_the_worries_about_them():
    match = after(
        counting(),
        square(10, ADA, EIGHTEEN, unsure=[(0, 0)], problems=["the die at the top left is blurred"]),
        corrects(11, "square-1", 0, "R1"),
    )

    assert ["Ada: 18 points"] == said(play(match, confirms(12))[1])


def test_tapping_a_sure_die_answers_no_worry():
    match = after(counting(), square(10, ADA, EIGHTEEN, problems=["a hand is in the picture"]))
    match = after(match, corrects(11, "square-1", 0, "R1"))

    assert "refused: a hand is in the picture" in said(play(match, confirms(12))[1])[0]


def test_a_correction_changes_value_colour_and_place():
    wrong = "R1 R5 B1 / B4 W4 B4 / B3 R2 R1"
    match = after(
        counting(),
        square(10, ADA, wrong),
        corrects(11, "square-1", 7, "R3"),
        corrects(12, "square-1", 6, "R3", cell=(2, 1)),
        corrects(13, "square-1", 7, "R1"),
        corrects(14, "square-1", 8, "B1"),
    )

    assert EIGHTEEN == str(match.turn.before.square)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Corrected(ns(11), "square-1", 9, 3, Colour.RED), "there is no die 10 in this picture"),
        (Corrected(ns(11), "square-1", -1, 3, Colour.RED), "there is no die 0 in this picture"),
        (Corrected(ns(11), "square-1", 0, 7, Colour.RED), "a die shows 1 to 6, not 7"),
        (Corrected(ns(11), "square-1", 0, 3, Colour.RED, (0, 3)), "a square has three rows of three places"),
        (Corrected(ns(11), "square-2", 0, 3, Colour.RED), "the square of Ada is being counted now"),
        (Saw(ns(11), "square-1", centre_seen(), "x"), "this is no picture of a square"),
        (square(11, BEN, EIGHTEEN), "the square of Ada is being counted now"),
        (Exchanged(ns(11), ADA, (0, 0)), "Ada has taken no die from the centre"),
        (Forfeited(ns(11), BEN), "the square of Ada is being counted now"),
        (vouches(11, "square-1"), "there is nothing to vouch for"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(event, why):
    before = after(counting(), square(10, ADA, EIGHTEEN))
    match, effects = play(before, event)

    assert (before, [f"refused: {why}"]) == (match, said(effects))


# Colours.


def test_colours_that_are_not_those_of_the_set_are_asked_about():
    red = "R1 R5 R1 / B4 W4 B4 / R1 R3 B1"
    match = after(counting(), square(10, ADA, red))

    assert [
        "refused: Ada should have 4 red and 4 blue dice, but here lie 5 red and 3 blue: is a colour misread, are dice "
        "mixed up, or was the die exchanged already? - look again, or say that it lies as shown"
    ] == said(play(match, confirms(11))[1])
    assert ["Ada: 18 points"] == said(play(match, vouches(11, "square-1"), confirms(12))[1])


def test_a_correction_takes_back_the_word_that_was_given_for_the_colours():
    match = after(
        counting(),
        square(10, ADA, "R1 R5 R1 / B4 W4 B4 / R1 R3 B1"),
        vouches(11, "square-1"),
        corrects(12, "square-1", 0, "R2"),
    )

    assert 1 == len(match.turn.doubts)


# Faults.


def test_a_wrong_layout_gets_nothing_and_the_page_says_why():
    match = after(counting(), square(10, ADA, "W4 R5 B1 / B4 R1 B4 / R1 R3 B1"))
    shown = picture(match)

    assert (None, ["a white die lies at the top left; it belongs in the middle of the square"]) == (
        shown.total,
        [str(fault) for fault in shown.faults],
    )
    assert "Yes, it lies like that: 0 points" in labels(match)
    assert [
        "Ada: the square is wrong, no points (a white die lies at the top left; it belongs in the middle of the square)"
    ] == said(play(match, confirms(11))[1])


def test_a_wrong_layout_is_put_right_first_if_the_table_wants_it_so():
    match = after(counting(wrong_layout="fix"), square(10, ADA, "W4 R5 B1 / B4 R1 B4 / R1 R3 B1"))

    assert [
        "refused: put it right first: a white die lies at the top left; it belongs in the middle of the square"
    ] == said(play(match, confirms(11))[1])
    assert ["Ada: 18 points"] == said(play(match, square(12, ADA, EIGHTEEN), confirms(13))[1])


# The exchange.


def test_the_exchange_by_a_tap_puts_the_taken_die_in_the_place_of_another():
    """S3: blue 2 replaced by red 6 completes a straight in the first row."""
    match = after(counting(ada=0), square(10, ADA, BEFORE), exchanges(11, ADA, (0, 0)))

    assert "R6 instead of R5, at the top" in labels(match)
    assert [6] == [line.points for line in picture(match).lines if line.cells[0] == (0, 0) and line.cells[1] == (0, 1)]
    assert "exchanged: R6 lies at the top left now" in [str(note) for note in picture(match).notes]
    match, effects = play(match, confirms(12))
    assert (["Ada: 24 points"], (0, 0)) == (said(effects), match.counted[0].exchanged)


def test_a_tapped_exchange_is_drawn_over_the_photograph_which_still_shows_the_old_die():
    match = after(counting(ada=0), square(10, ADA, BEFORE), exchanges(11, ADA, (0, 0)))
    assert {(0, 0): "R6"} == picture(match).exchanged

    match, _ = play(match, confirms(12))
    assert {(0, 0): "R6"} == picture(match).exchanged

    by_hand = after(counting(ada=0), square(10, ADA, BEFORE), square(11, ADA, SWAPPED))
    assert {} == picture(by_hand).exchanged


def test_the_exchange_may_be_chosen_again_and_taken_back():
    match = after(counting(ada=0), square(10, ADA, BEFORE), exchanges(11, ADA, (0, 0)), exchanges(12, ADA, (2, 2)))
    assert (2, 2) == match.turn.exchange.cell

    match = after(match, exchanges(13, ADA, None))
    assert None is match.turn.exchange.cell


def test_the_exchange_by_hand_is_seen_in_the_next_picture():
    match = after(counting(ada=0), square(10, ADA, BEFORE), square(11, ADA, SWAPPED))

    assert ((0, 0), 24) == (match.turn.exchange.cell, match.turn.sheet.total)


@pytest.mark.parametrize(
    ("later", "why"),
    [
        (
            "R6 R5 B4 / B4 W4 B4 / R1 R3 R2",
            "this is no exchange: 2 dice are different now; an exchange replaces one die",
        ),
        ("B6 R5 B4 / B4 W4 B4 / R1 R3 R1", "this is no exchange: B6 lies at the top left, but R6 was taken"),
        (
            "R4 R5 B4 / B4 W4 B4 / R1 R3 R1",
            "this is no exchange: R4 lies at the top left, but R6 was taken: the face of the die is kept",
        ),
        (
            "B2 R5 B4 / B4 R6 B4 / R1 R3 R1",
            "this is no exchange: the white die was changed; it is never exchanged",
        ),
    ],
)
def test_a_wrong_exchange_is_not_counted(later, why):
    match = after(counting(ada=0), square(10, ADA, BEFORE), square(11, ADA, later))

    assert [f"refused: {why}"] == said(play(match, confirms(12))[1])


def test_after_a_wrong_exchange_the_square_counts_as_it_lay_or_is_read_afresh():
    wrong = after(counting(ada=0), square(10, ADA, BEFORE), square(11, ADA, "R6 R5 B4 / B4 W4 B4 / R1 R3 R2"))

    assert ["Ada: 18 points"] == said(play(wrong, exchanges(12, ADA, None), confirms(13))[1])
    afresh = after(wrong, ReadingRestarted(ns(12), "square-1"))
    assert ["Ada: 18 points"] == said(play(afresh, square(13, ADA, BEFORE), confirms(14))[1])


def test_the_white_die_is_never_exchanged():
    _, effects = play(counting(ada=0), square(10, ADA, BEFORE), exchanges(11, ADA, (1, 1)))

    assert ["refused: the white die is never exchanged"] == said(effects)


def test_nothing_may_be_moved_once_a_square_is_known():
    match = after(counting(), square(10, ADA, EIGHTEEN), square(11, ADA, THIRTY_TWO))

    assert "this is no exchange" in said(play(match, confirms(12))[1])[0]


def test_an_unsure_second_picture_is_asked_about_like_the_first():
    match = after(counting(ada=0), square(10, ADA, BEFORE), square(11, ADA, SWAPPED, unsure=[(0, 0)]))

    assert ["refused: I am not sure about the die at the top left: tap it and say what it shows"] == said(
        play(match, confirms(12))[1]
    )
    assert ["Ada: 24 points"] == said(play(match, corrects(13, "square-1", 0, "R6"), confirms(14))[1])


def test_a_second_picture_with_a_hole_in_it_is_no_exchange():
    holed = square_seen(SWAPPED)
    holed = replace(holed, dice=holed.dice[1:])
    match = after(counting(ada=0), square(10, ADA, BEFORE), Saw(ns(11), "square-1", holed, "x"))

    assert ["refused: this is no exchange: there is no die at the top left"] == said(play(match, confirms(12))[1])


def test_no_die_is_exchanged_in_a_square_that_is_not_known_yet():
    refused = ["refused: there is no square yet in which a die could be exchanged"]

    assert refused == said(play(counting(ada=0), exchanges(10, ADA, (0, 0)))[1])
    unsure = after(counting(ada=0), square(10, ADA, BEFORE, unsure=[(2, 2)]))
    assert refused == said(play(unsure, exchanges(11, ADA, (0, 0)))[1])
    assert "R6 instead of B2, at the top left" not in labels(unsure)
    assert None is picture(unsure).total


def test_nothing_is_corrected_before_there_is_a_picture():
    _, effects = play(counting(), corrects(10, "square-1", 0, "R1"))

    assert ["refused: the square of Ada has not been read yet"] == said(effects)


def test_a_known_square_is_looked_at_again_only_for_an_exchange():
    assert ["square-1"] == [look.zone for look in counting().read_requests]
    assert () == after(counting(), square(10, ADA, BEFORE)).read_requests
    assert ["square-1"] == [look.zone for look in after(counting(ada=0), square(10, ADA, BEFORE)).read_requests]


def test_an_unsure_first_picture_is_simply_replaced_by_a_better_one():
    match = after(counting(ada=0), square(10, ADA, THIRTY_TWO, unsure=[(0, 0)]), square(11, ADA, BEFORE))

    assert (BEFORE, None) == (str(match.turn.before.square), match.turn.again)


def test_a_corrected_centre_die_is_the_die_that_was_taken():
    match = after(counting(ada=0), square(10, ADA, BEFORE), corrects(11, "centre", 0, "R5"))

    assert "R5" == str(match.turn.taken)


# Going on, whatever happens.


def test_without_a_camera_people_tap_in_the_nine_dice():
    match = after(counting(), TypedByHand(ns(10), "square-1"))
    dice = EIGHTEEN.replace(" / ", " ").split()
    taps = [corrects(11, "square-1", number, die) for number, die in enumerate(dice)]

    assert "refused: I am not sure about the die at the top left" in said(play(match, confirms(11))[1])[0]
    assert ["Ada: 18 points"] == said(play(match, *taps, confirms(12))[1])


def test_nobody_waits_for_a_square_that_is_not_laid_out():
    match, effects = play(counting(), Forfeited(ns(10), ADA), Forfeited(ns(11), BEN))

    assert ["Ben shows no square: no points"] == said(effects)
    assert (CuboPhase.ROUND_END, 0) == (match.phase, match.total(ADA))


def test_what_is_no_die_is_taken_out_of_the_square():
    beside = replace(square_seen(EIGHTEEN).dice[0], cell=None, sure=False)
    picture = replace(square_seen(EIGHTEEN), dice=(*square_seen(EIGHTEEN).dice, beside))
    match = after(counting(), Saw(ns(10), "square-1", picture, ""))
    assert not match.turn.ready

    assert after(match, PartRemoved(ns(11), "square-1", 9)).turn.ready


def test_a_die_that_was_missed_is_added_to_the_square_and_then_told():
    picture = replace(square_seen(EIGHTEEN), dice=square_seen(EIGHTEEN).dice[:8])
    match = after(counting(), Saw(ns(10), "square-1", picture, ""), PartAdded(ns(11), "square-1", 230, 230))
    assert not match.turn.ready

    match = after(match, corrects(12, "square-1", 8, "B1"))

    assert (18, True) == (match.turn.sheet.total, match.turn.ready)
