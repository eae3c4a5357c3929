"""What a machine can be heard with is found out, and what is missing is said once, with its cure."""

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.texts import say
from device.hardware.clock import FakeClock
from device.hardware.config import SoundConfig, Tongue
from device.hardware.gpio import GpioHeader, PinTrouble
from device.hardware.sound.instruments import Buzzer, Loudspeaker
from device.hardware.sound.speaker import Machine, Mute, find_player, open_speaker
from tests.device.hardware.sound.test_speaker import NoticeRecorder

DEFAULTS = SoundConfig()


def machine(tmp_path, *programs, card=True, server=False):
    devices = tmp_path / "snd"
    devices.mkdir(exist_ok=True)
    if card:
        (devices / "pcmC0D0p").touch()
    environment = {"PULSE_SERVER": "unix:/run/pulse"} if server else {}
    return Machine(lambda name: f"/usr/bin/{name}" if name in programs else None, devices, environment)


def pins():
    factory = MockFactory(pin_class=MockPWMPin)
    return GpioHeader(lambda: factory)


def opened(tmp_path, there, config=DEFAULTS, board=None):
    notices = NoticeRecorder()
    speaker = open_speaker(config, tmp_path, board or pins(), FakeClock(), notices, there)
    if speaker is not None:
        speaker.close()
    return speaker, notices.told


@pytest.mark.parametrize(
    ("programs", "card", "server", "program"),
    [
        (["aplay"], True, False, "aplay"),
        (["aplay", "paplay"], True, False, "aplay"),
        (["aplay", "paplay"], True, True, "paplay"),
        (["paplay"], False, True, "paplay"),
        (["aplay"], True, True, "aplay"),
    ],
)
def test_the_player_that_can_be_heard_is_taken(tmp_path, programs, card, server, program):
    assert program == find_player(machine(tmp_path, *programs, card=card, server=server))


@pytest.mark.parametrize(
    ("programs", "card", "what"),
    [
        (["aplay", "paplay"], False, "there is no sound card"),
        ([], False, "there is no sound card"),
        ([], True, "there is a sound card, but nothing that plays on it"),
        (["paplay"], True, "there is a sound card, but nothing that plays on it"),
    ],
)
def test_what_is_missing_is_said_with_its_cure(tmp_path, programs, card, what):
    with pytest.raises(Mute) as mute:
        find_player(machine(tmp_path, *programs, card=card))

    assert what == str(mute.value.what)
    assert "[sound] volume to 0" in str(mute.value.cure)


def test_with_everything_there_it_speaks_and_says_nothing_about_it(tmp_path):
    speaker, told = opened(tmp_path, machine(tmp_path, "aplay", "espeak-ng"), SoundConfig(language=Tongue.FR))

    assert isinstance(speaker.instrument, Loudspeaker)
    assert ("fr", 165, []) == (speaker.instrument.voice.language, speaker.instrument.voice.speed, told)


def test_without_a_voice_there_are_tunes_and_one_notice(tmp_path):
    speaker, told = opened(tmp_path, machine(tmp_path, "aplay"))

    assert speaker.instrument.voice is None
    assert [("voice", "nothing is spoken: espeak-ng is not installed")] == told


def test_where_no_voice_is_wished_none_is_missed(tmp_path):
    speaker, told = opened(tmp_path, machine(tmp_path, "aplay", "espeak-ng"), SoundConfig(voice=False))

    assert (None, []) == (speaker.instrument.voice, told)


def test_where_nothing_is_there_it_is_silent_after_one_notice(tmp_path):
    assert (None, [("sound", "there is no sound card")]) == opened(tmp_path, machine(tmp_path, card=False))


def test_volume_0_is_silence_and_nothing_is_said_or_opened(tmp_path):
    def refuse():
        raise AssertionError("nobody asked for pins")

    config = SoundConfig(volume=0, buzzer=18)

    assert (None, []) == opened(tmp_path, machine(tmp_path, "aplay"), config, GpioHeader(refuse))


def test_a_buzzer_stands_in_for_a_sound_card(tmp_path):
    speaker, told = opened(tmp_path, machine(tmp_path, card=False), SoundConfig(buzzer=18))

    assert isinstance(speaker.instrument, Buzzer)
    assert [] == told


def test_where_there_is_a_card_the_buzzer_stays_silent(tmp_path):
    speaker, _ = opened(tmp_path, machine(tmp_path, "aplay", "espeak-ng"), SoundConfig(buzzer=18))

    assert isinstance(speaker.instrument, Loudspeaker)


def test_a_buzzer_that_cannot_be_opened_is_one_notice(tmp_path):
    def refuse():
        raise PinTrouble(say("this machine has no GPIO header"), say("run on a Raspberry Pi"))

    there = machine(tmp_path, card=False)

    assert (None, [("sound", "this machine has no GPIO header")]) == opened(
        tmp_path, there, SoundConfig(buzzer=18), GpioHeader(refuse)
    )


def test_this_very_machine_is_examined_without_complaint():
    assert Machine().has_card() in (True, False)
    assert Machine().has_server() in (True, False)
