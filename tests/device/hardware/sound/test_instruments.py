"""What phrases are heard on: a loudspeaker with a voice, and a buzzer on a pin."""

from threading import Event

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.effects import Cue
from device.hardware.clock import MS
from device.hardware.sound import clips
from device.hardware.sound.fakes import FakePlayer, FakeVoice
from device.hardware.sound.instruments import Buzzer, Loudspeaker, tonal_buzzer
from device.hardware.sound.phrases import STROKE, TICK, TUNES, Note, Phrase, length_ns

GO = Phrase("Go!", TUNES[Cue.GO])


@pytest.fixture
def loud(tmp_path):
    return Loudspeaker(FakePlayer(), FakeVoice(tmp_path / "voice", dumb=frozenset({"?"})), tmp_path / "tunes")


def test_words_are_spoken_once_they_are_made_and_before_that_the_tune_stands_for_them(loud):
    before = loud.length(GO)
    loud.prepare(GO)
    loud.sound(GO, cut=False)

    assert length_ns(TUNES[Cue.GO]) == pytest.approx(before, abs=MS)
    assert 150 * MS == pytest.approx(loud.length(GO), abs=MS)
    assert [(loud.voice.ready("Go!"), False)] == loud.player.played


def test_a_second_time_nothing_is_made(loud):
    for _ in range(3):
        loud.prepare(GO)

    assert ["Go!"] == loud.voice.made


def test_what_nobody_can_say_is_tried_once_and_then_passed_over(loud, caplog):
    for _ in range(3):
        loud.prepare(Phrase("?"))

    assert loud.length(Phrase("?")) is None
    assert ["nobody can say '?'"] == [record.message for record in caplog.records]


def test_without_a_voice_there_are_tunes(tmp_path):
    loud = Loudspeaker(FakePlayer(), None, tmp_path)
    loud.prepare(GO)
    loud.sound(GO, cut=True)

    ((clip, cut),) = loud.player.played
    assert (True, tmp_path) == (cut, clip.parent)
    assert loud.length(Phrase("Ada")) is None


def test_a_tune_is_made_at_its_first_use_and_mended_when_a_power_cut_has_spoilt_it(tmp_path):
    first = Loudspeaker(FakePlayer(), None, tmp_path)
    first.length(Phrase(tune=TICK))
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(b"")

    assert length_ns(TICK) == pytest.approx(Loudspeaker(FakePlayer(), None, tmp_path).length(Phrase(tune=TICK)), abs=MS)
    assert whole == file.read_bytes()


def test_what_the_player_complains_about_is_the_trouble_of_the_latest_sound(loud):
    loud.player.complaints = [None, "card {busy}", None]
    troubles = []
    for _ in range(3):
        loud.sound(Phrase(tune=TICK), cut=False)
        troubles.append(loud.trouble and str(loud.trouble))

    assert [None, "card {busy}", None] == troubles


def test_closing_closes_the_player(loud):
    loud.close()

    assert 1 == loud.player.closed


# --- a buzzer


class Tonal:
    def __init__(self, broken=False):
        self.did, self.broken = [], broken

    def play(self, tone):
        if self.broken:
            raise OSError("the wire is off")
        self.did.append(tone)

    def stop(self):
        self.did.append(0)

    def close(self):
        self.did.append("closed")


class Instant:
    """Waits for no time at all."""

    def __init__(self, *answers):
        self.waited, self.answers = [], list(answers)

    def wait(self, seconds):
        self.waited.append(seconds)
        return self.answers.pop(0) if self.answers else False


def test_a_buzzer_plays_note_after_note_with_rests_and_is_silent_at_the_end():
    buzzer, time = Buzzer(Tonal()), Instant()

    buzzer.perform((Note(880.0, 90), Note(0, 30), Note(440.0, 60)), time)

    assert [880.0, 0, 440.0, 0] == buzzer._tonal.did
    assert [0.09, 0.03, 0.06] == time.waited


def test_a_tune_that_is_broken_off_ends_in_silence():
    buzzer = Buzzer(Tonal())

    buzzer.perform((Note(880.0, 90), Note(440.0, 60)), Instant(True))

    assert [880.0, 0] == buzzer._tonal.did


def test_a_buzzer_hears_of_notes_only():
    buzzer = Buzzer(Tonal())
    buzzer.prepare(Phrase("Ada"))

    assert (length_ns(STROKE), None) == (buzzer.length(Phrase("Cubo!", STROKE)), buzzer.length(Phrase("Ada")))


def test_a_new_tune_breaks_off_the_one_before_and_closing_gives_the_pin_back():
    buzzer = Buzzer(Tonal())
    long = Phrase(tune=(Note(440.0, 60_000),))
    buzzer.sound(long, cut=False)
    buzzer.sound(long, cut=True)
    buzzer.close()

    assert "closed" == buzzer._tonal.did[-1]
    assert [0, 0] == [each for each in buzzer._tonal.did if each == 0]


def test_a_broken_buzzer_is_trouble_and_no_crash(caplog):
    buzzer = Buzzer(Tonal(broken=True))

    buzzer.perform(TICK, Event())

    assert "the buzzer cannot be switched: the wire is off" == str(buzzer.trouble)
    assert ["the buzzer cannot be switched"] == [record.message for record in caplog.records]


def test_on_the_pin_every_note_has_its_frequency():
    factory = MockFactory(pin_class=MockPWMPin)
    tonal, pin = tonal_buzzer(18, factory), factory.pin(18)

    heard = []
    for tune in (*TUNES.values(), TICK, STROKE):
        for note in tune:
            if note.hz:
                tonal.play(note.hz)
                heard.append((round(note.hz), round(pin.frequency), pin.state))
    tonal.stop()

    assert [(hz, hz, 0.5) for hz, _, _ in heard] == heard
    assert pin.frequency is None
    tonal.close()
    factory.reset()


def test_the_fakes_are_as_long_as_they_say(tmp_path):
    assert 250 * MS == pytest.approx(clips.length_of(FakeVoice(tmp_path).make("Cubo!")), abs=MS)
