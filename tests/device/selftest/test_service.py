"""The self-test of a running table: what drivers tell is noted, and what is tried shines and sounds."""

import pytest

from companion.effects import Lamp
from companion.errors import BadInput
from companion.events import By
from companion.texts import say
from device.hardware.clock import MS, SECOND, FakeClock
from device.hardware.lamps import PATTERNS, Lamps
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.panel import Edge
from device.hardware.presses.targets import Control
from device.hardware.sound.fakes import FakeInstrument
from device.hardware.sound.speaker import Speaker
from device.outputs import Outputs
from device.selftest.service import LOOKED_AT, SENTENCE, SOUNDS, TRIED_FOR, SelfTestService
from tests.device.hardware.sound.test_speaker import NoticeRecorder, wait
from tests.device.hardware.test_lamps import Light
from web.selftest import Part


class Table:
    """Two wired buttons, a lamp on seat 1, a voice; time stands still."""

    def __init__(self, virtual=(), silent=False):
        self.clock, self.playing = FakeClock(), False
        self.light = Light()
        self.instrument = FakeInstrument(self.clock)
        self.speaker = None if silent else Speaker(self.instrument, self.clock, NoticeRecorder())
        lamps = Lamps({} if virtual else {1: self.light})
        wiring = {} if virtual else {1: say("GPIO4"), Control.UNDO: say("GPIO24")}
        outputs = Outputs(self.clock, lamps, self.speaker)
        self.self_test = SelfTestService(outputs, lambda work: work(), lambda: self.playing, lambda: 7, wiring, virtual)

    def heard(self):
        wait(self.speaker, self.clock.now() / SECOND + 4)
        return [words for _, words in self.instrument.heard]

    def press(self, target=1, at=0):
        self.self_test.pressed(RawPress(target, at, By.BUTTON))


def test_what_was_pressed_is_shown_with_where_it_hangs():
    table = Table()
    table.clock.advance(10 * MS)
    table.self_test.edge_seen(Edge(8 * MS, 1, closed=True), 9 * MS)
    table.press(at=8 * MS)

    button, undo = table.self_test.shown().buttons
    assert ("1", 1, "GPIO4", 1, By.BUTTON, True, 1.0, ((0.0, True),)) == (
        button.name,
        button.seat,
        str(button.where),
        button.presses,
        button.by,
        button.held,
        button.latency_ms,
        button.edges_ms,
    )
    assert ("undo", None, 0, None) == (undo.name, undo.seat, undo.presses, undo.latency_ms)


def test_a_press_shines_and_sounds_while_somebody_looks():
    table = Table()
    table.self_test.shown()
    table.press()

    assert [PATTERNS[Lamp.CALLED]] == table.light.shown
    assert ["♪"] == table.heard()


@pytest.mark.parametrize("why", ["nobody looks", "nobody looks any more", "a match is played"])
def test_otherwise_a_press_is_only_noted(why):
    table = Table()
    if why != "nobody looks":
        table.self_test.shown()
    if why == "nobody looks any more":
        table.clock.advance(LOOKED_AT + 1)
    table.playing = why == "a match is played"
    table.press()

    assert ([], []) == (table.light.shown, table.heard())
    assert 1 == table.self_test.shown().buttons[0].presses


def test_a_lamp_is_tried_for_a_moment():
    table = Table()
    answer = table.self_test.try_out(Part.LAMP, "1")
    table.clock.advance(TRIED_FOR)
    table.self_test.outputs.tend()

    assert (True, 7) == (answer.accepted, answer.version)
    assert [PATTERNS[Lamp.FIRST], PATTERNS[Lamp.OFF]] == table.light.shown


@pytest.mark.parametrize("cue", SOUNDS)
def test_every_sound_can_be_tried(cue):
    table = Table()
    table.self_test.try_out(Part.SOUND, cue.value)

    assert ["♪"] == table.heard()


def test_the_voice_and_the_count_can_be_tried():
    table = Table()
    table.self_test.try_out(Part.SOUND, "voice")
    assert "I cannot read this. Ada was first." == str(SENTENCE)
    assert ["I cannot read this.", "Ada was first."] == table.heard()

    table.self_test.try_out(Part.SOUND, "count")
    assert 4 == len(table.heard()[2:])


@pytest.mark.parametrize(("part", "name"), [(Part.LAMP, "2"), (Part.SOUND, "moo"), (Part.BUTTON, "1")])
def test_what_is_not_there_is_named(part, name):
    with pytest.raises(BadInput, match=f"there is no .*{part.value} '{name}'"):
        Table().self_test.try_out(part, name)


def test_without_sound_there_is_none_to_try():
    table = Table(silent=True)
    table.press()

    assert () == table.self_test.shown().sounds
    with pytest.raises(BadInput, match="there is no sound 'go'"):
        table.self_test.try_out(Part.SOUND, "go")


@pytest.mark.parametrize(("part", "name"), [(Part.LAMP, "1"), (Part.SOUND, "go"), (Part.BUTTON, "2")])
def test_during_a_match_nothing_is_tried(part, name):
    table = Table()
    table.playing = True

    answer = table.self_test.try_out(part, name)

    assert (False, "a match is being played: the self-test waits until it is over") == (
        answer.accepted,
        str(answer.why),
    )
    assert answer.why == table.self_test.shown().why
    assert ([], []) == (table.light.shown, table.heard())


def test_the_buttons_of_a_simulated_table_are_pressed_on_the_page():
    table = Table(virtual=(1, 2, Control.CONFIRM))
    table.self_test.try_out(Part.BUTTON, "confirm")

    found = table.self_test.shown().buttons
    assert [("1", True, 0), ("2", True, 0), ("confirm", True, 1)] == [(b.name, b.virtual, b.presses) for b in found]
    assert By.PAGE is found[-1].by


def test_buttons_that_were_learnt_meanwhile_are_shown_where_they_hang_now():
    table = Table()
    table.press()
    table.self_test.rewired({2: say("GPIO5")})

    (button,) = table.self_test.shown().buttons
    assert ("2", "GPIO5", 0) == (button.name, str(button.where), button.presses)
