"""What `companion check` says about lamps and sound, on machines that have them and on machines that do not."""

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.store import DataLock
from companion.texts import say
from device.checking import outputs as probes
from device.config import Config, DataConfig
from device.hardware.config import LampsConfig, SoundConfig, Tongue
from device.hardware.gpio import GpioHeader, PinTrouble
from tests.device.hardware.sound.test_speaker_opening import machine

LAMPS = Config(lamps=LampsConfig({1: 12, 2: 16}, camera=10), sound=SoundConfig(buzzer=18))


def verdict(finding):
    return finding.verdict.value, str(finding.text)


def no_pins():
    def refuse():
        raise PinTrouble(say("this machine has no GPIO header"), say("run on a Raspberry Pi"))

    return GpioHeader(refuse)


JUDGES = {
    probes.judge_lamps: "2 lamps can be switched",
    probes.judge_camera_lamp: "the camera is opened only while GPIO10 shines",
    probes.judge_buzzer: "the buzzer on GPIO18 can be switched",
}


@pytest.mark.parametrize(("judge", "text"), JUDGES.items())
def test_what_can_be_opened_is_well_and_given_back(judge, text):
    factory = MockFactory(pin_class=MockPWMPin)

    assert ("ok", text) == verdict(judge(LAMPS, GpioHeader(lambda: factory)))
    assert ("ok", text) == verdict(judge(LAMPS, GpioHeader(lambda: factory)))


@pytest.mark.parametrize("judge", JUDGES)
def test_without_pins_they_are_missing_with_the_cure(judge):
    found = judge(LAMPS, no_pins())

    assert ("missing", "this machine has no GPIO header", "run on a Raspberry Pi") == (*verdict(found), str(found.cure))


@pytest.mark.parametrize("probe", [probes.lamps, probes.camera_lamp, probes.buzzer])
def test_what_nobody_has_wired_is_a_note(probe):
    assert "note" == probe(Config()).verdict


@pytest.mark.parametrize("probe", [probes.lamps, probes.camera_lamp, probes.buzzer])
def test_what_a_running_companion_has_is_left_alone(probe, tmp_path):
    lock = DataLock(tmp_path)
    found = probe(Config(lamps=LAMPS.lamps, sound=LAMPS.sound, data=DataConfig(tmp_path)))
    lock.close()

    assert ("note", True) == (found.verdict, str(found.text).startswith("the companion that runs (pid "))


@pytest.mark.parametrize(
    ("programs", "card", "sound", "voice"),
    [
        (["aplay", "espeak-ng"], True, "ok", "ok"),
        (["aplay"], True, "ok", "missing"),
        (["espeak-ng"], True, "missing", "note"),
        (["aplay", "espeak-ng"], False, "missing", "note"),
    ],
)
def test_card_player_and_voice(tmp_path, programs, card, sound, voice):
    there = machine(tmp_path, *programs, card=card)

    found = probes.sound(Config(), there), probes.voice(Config(), there)

    assert (sound, voice) == (found[0].verdict, found[1].verdict)
    assert all(finding.cure for finding in found if finding.verdict == "missing")


def test_what_plays_and_speaks_is_named(tmp_path):
    there = machine(tmp_path, "aplay", "espeak-ng")
    config = Config(sound=SoundConfig(40, Tongue.FR))

    assert ("ok", "aplay plays, at volume 40") == verdict(probes.sound(config, there))
    assert ("ok", "espeak-ng speaks fr") == verdict(probes.voice(config, there))


def test_a_buzzer_stands_in_for_a_card(tmp_path):
    found = probes.sound(LAMPS, machine(tmp_path, card=False))

    assert ("note", "there is no sound card: the buzzer sounds in its place") == verdict(found)


@pytest.mark.parametrize("sound", [SoundConfig(volume=0), SoundConfig(voice=False)])
def test_silence_that_was_wished_is_a_note(tmp_path, sound):
    assert "note" == probes.voice(Config(sound=sound), machine(tmp_path)).verdict


def test_volume_0_needs_no_card(tmp_path):
    found = probes.sound(Config(sound=SoundConfig(volume=0)), machine(tmp_path, card=False))

    assert ("note", "silence is wanted: [sound] volume is 0") == verdict(found)
