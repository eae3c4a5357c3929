"""Learn mode: one question after the other, and nothing is ever learnt twice."""

import pytest

from companion.errors import BadConfig
from companion.events import By
from device.hardware.clock import MS, SECOND
from device.hardware.config import ButtonsConfig, GrabMode, KeysConfig
from device.hardware.presses.targets import Control, SeatSlot, SharedSlot
from device.pairing.dialogue import (
    PARAMS,
    Back,
    DetectedPress,
    Kept,
    PairingState,
    PairingStopped,
    Waited,
    Without,
    asked,
    begin,
)
from device.pairing.sources import KeySource, PinSource

NOTHING = ButtonsConfig({}, None, None)
TWO = ButtonsConfig({1: 4, 2: 17}, confirm=23, undo=None)
THUMB = KeySource(By.ENCODER, "DragonRise", "0079:0006", None, 289)


def learn(*replies, buttons=NOTHING, seats=2, grab=GrabMode.SEAT_THEN_SLOT):
    """Feed `replies`, one a second."""
    learning = begin(0, buttons, seats, grab)
    for number, reply in enumerate(replies, start=1):
        at = number * SECOND
        learning = learning.feed(reply(at) if callable(reply) else DetectedPress(at, reply))
    return learning


def test_it_asks_for_the_players_then_confirm_undo_and_the_slots():
    assert (1, 2, Control.CONFIRM, Control.UNDO, SharedSlot(1), SharedSlot(2), SharedSlot(3)) == learn().questions
    assert "Press the button of player 1 now." == str(asked(learn().question))


def test_with_slots_of_each_seat_it_asks_for_every_one():
    slots = [question for question in learn(grab=GrabMode.SEAT_SLOT).questions if isinstance(question, SeatSlot)]

    assert [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)] == [(slot.seat, slot.slot) for slot in slots]


def test_what_is_pressed_becomes_the_wiring():
    learning = learn(PinSource(5), THUMB, PinSource(6), *[Without] * 4)

    assert PairingState.DONE is learning.state
    device = KeysConfig(By.ENCODER, "DragonRise", {2: 289}, "0079:0006")
    assert ButtonsConfig({1: 5}, 6, None, devices=(device,)) == learning.result()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (PinSource(5), "GPIO 5 is the button of seat 1 already: press another one"),
        (THUMB, "BTN_THUMB (DragonRise) is the button of seat 1 already: press another one"),
    ],
)
def test_c22_two_buttons_learnt_to_the_same_code_or_pin_are_refused(source, said):
    learning = learn(source, source)

    assert said == str(learning.trouble)
    assert 2 == learning.question
    assert learning.feed(DetectedPress(9 * SECOND, PinSource(7))).trouble is None


def test_a_button_that_is_still_held_or_bounces_does_not_answer_the_next_question():
    learning = begin(0, NOTHING, 2, GrabMode.SEAT_THEN_SLOT).feed(DetectedPress(SECOND, PinSource(5)))

    assert learning == learning.feed(DetectedPress(SECOND + PARAMS.again - 1, PinSource(5)))
    assert learning.feed(DetectedPress(SECOND + PARAMS.again, PinSource(5))).trouble is not None
    assert Control.CONFIRM == learning.feed(DetectedPress(SECOND + MS, PinSource(6))).question


def test_what_is_kept_stays_as_it_was():
    learning = learn(Kept, PinSource(9), Kept, Kept, *[Kept] * 3, buttons=TWO)

    assert ButtonsConfig({1: 4, 2: 9}, 23, None) == learning.result()


def test_what_was_given_to_somebody_else_cannot_be_kept():
    learning = learn(PinSource(17), Kept, buttons=TWO)

    assert "GPIO 17 is the button of seat 1 now, so it cannot be kept: press another one, or go without" == str(
        learning.trouble
    )
    assert 2 == learning.question


def test_a_seat_that_is_wired_is_asked_about_even_when_the_table_is_smaller():
    assert 6 in learn(buttons=ButtonsConfig({6: 4}, None, None)).questions


def test_of_the_suggested_wiring_only_the_seats_of_the_table_are_asked_about():
    assert [1, 2] == [question for question in learn(buttons=ButtonsConfig()).questions if isinstance(question, int)]


def test_back_asks_the_question_before_again_even_after_the_last():
    learning = learn(PinSource(5), Back, PinSource(6), *[Without] * 6)
    assert {1: PinSource(6)} == learning.wiring

    assert SharedSlot(3) == learning.feed(Back(60 * SECOND)).question
    assert begin(0, TWO, 2, GrabMode.SEAT_SLOT) == begin(0, TWO, 2, GrabMode.SEAT_SLOT).feed(Back(0))


def test_when_nobody_presses_for_a_long_time_it_ends_and_nothing_is_learnt_any_more():
    learning = begin(0, NOTHING, 2, GrabMode.SEAT_THEN_SLOT)
    assert PARAMS.patience == learning.deadline

    assert PairingState.ASKING is learning.feed(Waited(PARAMS.patience - 1)).state
    silent = learning.feed(Waited(PARAMS.patience))
    assert (PairingState.SILENT, None) == (silent.state, silent.question)
    assert silent == silent.feed(DetectedPress(PARAMS.patience + 1, PinSource(5)))


def test_stopping_ends_it():
    assert PairingState.STOPPED is learn(PinSource(5), PairingStopped).state


@pytest.mark.parametrize(
    ("grab", "answers", "said"),
    [
        (GrabMode.SEAT_THEN_SLOT, [PinSource(5), Without, Without], "[buttons] slot.2 and slot.3 are missing"),
        (GrabMode.SEAT_SLOT, [Without] * 6, '[buttons] grab = "seat-slot" needs buttons for each seat and slot'),
    ],
)
def test_slots_that_are_not_all_there_are_refused_at_the_end(grab, answers, said):
    learning = learn(*[Without] * 4, *answers, grab=grab)

    with pytest.raises(BadConfig) as refusal:
        learning.result()
    assert said == str(refusal.value)[: len(said)]
