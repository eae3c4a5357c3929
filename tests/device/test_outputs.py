"""What people see and hear of a match: lamps and sound follow the referee, event by event, on fake time."""

from dataclasses import replace

from companion.effects import Lamp, Refused
from companion.events import By, Pressed, Undone
from companion.session import Match
from companion.texts import say
from device.hardware.clock import SECOND, FakeClock
from device.hardware.lamps import ASLEEP_AFTER, PATTERNS, REFUSED_FOR, Idle, Lamps
from device.hardware.sound.fakes import FakeInstrument
from device.hardware.sound.speaker import Speaker
from device.match_service import MatchUpdate
from device.outputs import Outputs
from tests.builders import centre, press, started
from tests.device.hardware.sound.test_speaker import NoticeRecorder, wait
from tests.device.hardware.test_lamps import Light


class Table:
    """Two players, two lamps, a voice."""

    def __init__(self):
        self.clock = FakeClock()
        self.lights = {1: Light(), 2: Light()}
        self.instrument = FakeInstrument(self.clock)
        speaker = Speaker(self.instrument, self.clock, NoticeRecorder())
        self.outputs = Outputs(self.clock, Lamps(self.lights), speaker)
        self.match = Match.begin(started())
        self.outputs.state_changed(self.match)

    def feed(self, event, at):
        self.wait(at)
        self.match, effects = self.match.feed(event)
        self.outputs.state_changed(self.match)
        self.outputs.effects_happened(MatchUpdate(effects))

    def wait(self, until):
        wait(self.outputs.speaker, until)

    def begun(self):
        self.feed(centre(1), 1)
        self.feed(press(5, 1), 5)
        self.wait(9)
        self.instrument.heard.clear()
        return self

    def heard(self):
        return [(round(at / SECOND, 2), words) for at, words in self.instrument.heard]


def test_the_last_player_hears_who_was_first_and_the_whole_count():
    table = Table().begun()
    table.feed(press(10, 1), 10.01)
    table.wait(16.5)

    assert [(10.01, "6"), (10.11, "Ada"), (11, "5"), (12, "4"), (13, "3"), (14, "2"), (15, "1"), (16, "Cubo!")] == (
        table.heard()
    )


def test_whoever_calls_in_time_ends_the_count_and_is_announced():
    table = Table().begun()
    table.feed(press(10, 1), 10)
    table.feed(press(12.5, 2), 12.5)
    table.wait(20)

    assert [(10, "6"), (10.1, "Ada"), (11, "5"), (12, "4"), (12.5, "♪")] == table.heard()[:5]
    assert ["Cubo!", "Ben made it.", "All squares are covered."] == [words for _, words in table.heard()[5:]]


def test_an_undo_ends_the_count():
    table = Table().begun()
    table.feed(press(10, 1), 10)
    table.feed(Undone(11_500_000_000), 11.5)
    table.wait(20)

    assert ["6", "Ada", "5"] == [words for _, words in table.heard()]


def test_names_and_numbers_are_ready_before_they_are_needed():
    table = Table()
    table.wait(0.5)

    assert {"Ada", "Ben", "6", "1", "Cubo!"} <= table.instrument.prepared


def test_the_lamps_show_what_the_referee_wants():
    table = Table().begun()
    table.feed(press(10, 1), 10)

    assert [PATTERNS[Lamp.FIRST], PATTERNS[Lamp.HURRY]] == [table.lights[seat].shown[-1] for seat in (1, 2)]


def test_whoever_presses_in_vain_sees_it_at_his_lamp_and_then_what_he_saw_before():
    table = Table().begun()
    table.feed(press(10, 1), 10)
    table.feed(press(11, 1), 11)
    refused = table.lights[1].shown[-1]
    table.clock.advance(REFUSED_FOR)
    table.outputs.tend()

    assert [PATTERNS[Lamp.REFUSED], PATTERNS[Lamp.FIRST]] == [refused, table.lights[1].shown[-1]]
    assert PATTERNS[Lamp.REFUSED] not in table.lights[2].shown


def test_after_minutes_without_anything_the_lamps_sleep_and_the_first_event_wakes_them():
    table = Table().begun()
    armed = table.lights[1].shown[-1]
    table.clock.advance(ASLEEP_AFTER)
    table.outputs.tend()
    asleep = table.lights[1].shown[-1]
    table.match = replace(table.match, latest=table.clock.now())
    table.outputs.state_changed(table.match)

    assert [PATTERNS[Lamp.ARMED], PATTERNS[Idle.ASLEEP], PATTERNS[Lamp.ARMED]] == [
        armed,
        asleep,
        table.lights[1].shown[-1],
    ]


def test_somebody_who_touches_a_button_wakes_them_too():
    table = Table().begun()
    table.clock.advance(ASLEEP_AFTER)
    table.outputs.tend()
    table.outputs.stir()
    table.outputs.tend()

    assert [PATTERNS[Idle.ASLEEP], PATTERNS[Lamp.ARMED]] == table.lights[1].shown[-2:]


def test_when_the_match_is_left_everything_goes_dark_and_silent():
    table = Table().begun()
    table.feed(press(10, 1), 10)
    table.wait(10.5)
    table.outputs.state_changed(None)
    table.wait(20)

    assert [PATTERNS[Lamp.OFF]] * 2 == [light.shown[-1] for light in table.lights.values()]
    assert ["6"] == [words for _, words in table.heard() if words.isdigit()]


def test_a_table_without_lamps_and_sound_is_no_trouble():
    outputs = Outputs(FakeClock())
    outputs.state_changed(Match.begin(started()))
    outputs.effects_happened(MatchUpdate((Refused(Pressed(0, 1, By.BUTTON), say("no")),)))
    outputs.stir()
    outputs.tend()
