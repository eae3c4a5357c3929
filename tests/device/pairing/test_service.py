"""Pairing on a running table: the buttons give their pins to the listener, and get them back whatever happens."""

import pytest

from companion.errors import BadInput
from companion.texts import say
from device.config import Config, TableConfig, load
from device.hardware.clock import SECOND, FakeClock
from device.hardware.config import ButtonsConfig, LampsConfig
from device.pairing.dialogue import PARAMS, DetectedPress
from device.pairing.listener import ListenedInputs
from device.pairing.service import PairingService
from device.pairing.sources import PinSource
from web.pairing import PairingStep

ONE = Config(table=TableConfig(1), buttons=ButtonsConfig({1: 4}, None, None), lamps=LampsConfig({1: 12}))


class Inputs:
    """The buttons of a table, as far as it matters who has the pins."""

    def __init__(self):
        self.config = ONE
        self.has_the_pins = True

    def suspend(self):
        self.has_the_pins = False

    def resume(self, buttons=None):
        self.has_the_pins = True
        self.config = self.config if buttons is None else Config(ONE.table, buttons, ONE.lamps)


class InputListener:
    """InputListener that belong to a test."""

    def __init__(self, available):
        self.available = available
        self.open = True

    def close(self):
        self.open = False


class Table:
    """A running table on which buttons are learnt."""

    def __init__(self, file=None, available=None):
        self.clock, self.inputs, self.plays = FakeClock(SECOND), Inputs(), False
        self.listener = InputListener(available or ListenedInputs((5, 6)))
        self.pairing = PairingService(self.inputs, self.listen, self.clock, lambda: self.plays, file)

    def listen(self, config, heard, keyboards):
        self.heard, self.keyboards, self.listener.open = heard, keyboards, True
        return self.listener

    def begin(self, grab="seat-then-slot"):
        return self.pairing.begin(grab, False)

    def press(self, pin):
        self.heard(DetectedPress(self.clock.advance(SECOND), PinSource(pin)))

    def steps(self, *steps):
        return [self.pairing.step(step).accepted for step in steps]

    @property
    def pins(self):
        """Who has the pins: the buttons, the listener."""
        return self.inputs.has_the_pins, self.listener.open


def finish(table):
    table.begin()
    table.press(5)
    assert [True] * 5 == table.steps(*[PairingStep.WITHOUT] * 5)


def test_while_it_learns_the_pins_belong_to_the_ears():
    table = Table()
    table.listener.open = False
    assert (True, False) == table.pins

    assert table.begin().accepted
    assert (False, True) == table.pins

    table.steps(PairingStep.STOP)
    assert (True, False) == table.pins
    assert "Nothing was changed." == str(table.pairing.shown().ended)


def test_a_question_is_shown_with_what_is_there_now_and_answered_by_a_press():
    table = Table()
    table.begin()
    shown = table.pairing.shown()
    assert ("Press the button of player 1 now.", "now: GPIO 4", True, (1, 6)) == (
        str(shown.question),
        str(shown.now),
        shown.can_keep,
        shown.count,
    )
    assert "listening to 2 GPIO" == str(shown.hearing)

    table.press(5)

    shown = table.pairing.shown()
    assert "Press the confirm button now." == str(shown.question)
    assert [("the button of seat 1", "GPIO 5")] == [(str(each.name), str(each.place)) for each in shown.learnt]


def test_what_is_saved_counts_at_once_and_is_written_into_the_file(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("[table]\nseats = 1\n\n[lamps]\n1 = 12\n")
    table = Table(file)
    finish(table)
    shown = table.pairing.shown()
    assert (True, str(file), "[buttons]\n1 = 5\n") == (shown.done, shown.file, shown.text)
    assert "That was the last one. Use these buttons?" == str(shown.question)

    assert [True] == table.steps(PairingStep.SAVE)

    assert {1: 5} == table.inputs.config.buttons.seats == load(file).buttons.seats
    assert (True, False) == table.pins
    assert "The buttons are learnt, and count from now on." == str(table.pairing.shown().ended)


def test_without_a_file_it_counts_until_the_companion_stops():
    table = Table()
    finish(table)

    assert [True] == table.steps(PairingStep.SAVE)
    assert {1: 5} == table.inputs.config.buttons.seats


def test_where_the_file_cannot_be_written_they_count_all_the_same_and_the_reason_is_told(tmp_path):
    file = tmp_path / "nowhere" / "companion.toml"
    table = Table(file)
    finish(table)

    assert [True] == table.steps(PairingStep.SAVE)

    why = f"cannot write the configuration {file}: No such file or directory"
    told = f"The buttons count from now on, but they are not kept: {why}. Copy the text below."
    assert (told, {1: 5}) == (str(table.pairing.shown().ended), table.inputs.config.buttons.seats)


def test_nothing_is_saved_before_every_question_is_answered():
    table = Table()
    table.begin()

    answer = table.pairing.step(PairingStep.SAVE)

    assert "there are questions left: answer them, or go without those buttons" == str(answer.why)


def test_slots_that_are_not_all_there_cannot_be_saved():
    table = Table()
    table.begin()
    table.steps(*[PairingStep.WITHOUT] * 3)
    table.press(5)
    table.steps(PairingStep.WITHOUT, PairingStep.WITHOUT)

    shown = table.pairing.shown()

    assert (False, "[buttons] slot.2 and slot.3 are missing: a grab needs all three slots") == (
        shown.done,
        str(shown.trouble),
    )
    assert [True] == table.steps(PairingStep.BACK)


def test_during_a_match_nothing_is_learnt():
    table = Table()
    table.plays = True

    assert "a match is being played: buttons are learnt between two matches" == str(table.begin().why)
    assert table.pairing.shown().why is not None
    assert table.inputs.has_the_pins


def test_a_match_that_begins_gets_its_buttons_back():
    table = Table()
    table.begin()
    table.plays = True

    table.pairing.tick()

    assert (True, False) == table.pins


def test_a_page_that_was_closed_gives_the_pins_back_after_a_while():
    table = Table()
    table.begin()
    table.clock.advance(PARAMS.patience)

    table.pairing.tick()

    assert (True, False) == table.pins
    assert "Nobody pressed for a long time. Nothing was changed." == str(table.pairing.shown().ended)


def test_a_finished_lesson_that_nobody_saves_gives_the_pins_back_too():
    table = Table()
    finish(table)
    table.clock.advance(2 * PARAMS.patience)

    table.pairing.tick()

    assert (True, False) == table.pins


def test_beginning_again_begins_anew():
    table = Table()
    table.begin()
    table.press(5)

    table.begin()

    assert () == table.pairing.shown().learnt


def test_where_nothing_can_be_heard_the_buttons_keep_their_pins():
    table = Table(available=ListenedInputs(unreachable=(say("this machine has no GPIO header"),)))

    assert "nothing can be heard here: this machine has no GPIO header" == str(table.begin().why)
    assert table.inputs.has_the_pins


def test_a_way_to_grab_that_nobody_knows_is_refused():
    with pytest.raises(BadInput, match="there is no way to grab 'seat-slots' - did you mean 'seat-slot'?"):
        Table().begin("seat-slots")


def test_steps_without_a_lesson_are_refused_and_closing_may_be_done_twice():
    table = Table()
    assert "nothing is being learnt now" == str(table.pairing.step(PairingStep.KEEP).why)

    table.begin()
    table.pairing.close()
    table.pairing.close()
    assert not table.listener.open
