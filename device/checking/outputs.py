"""The probes of `companion check` for what people see and hear: lamps, the camera's lamp, sound, voice, buzzer.

Nothing shines and nothing sounds here: `companion check --interactive` does that.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.store import holder
from companion.texts import say
from device.checking.report import CheckVerdict, Finding, Probe, missing, note, ok
from device.config import Config
from device.hardware.gpio import GpioHeader, PinTrouble
from device.hardware.lamps import open_lamps
from device.hardware.presses.buttons import Offline
from device.hardware.sound.speaker import INSTALL_ESPEAK, Machine, find_player, open_buzzer

SILENCE = note(say("silence is wanted: [sound] volume is 0"))


def _taken(config: Config) -> Finding | None:
    if (pid := holder(config.data.dir)) is None:
        return None
    return note(say("the companion that runs (pid {pid}) has them", pid=pid))


def lamps(config: Config) -> Finding:
    """Open every lamp."""
    if not config.lamps.seats:
        return note(say("no lamps are wired ([lamps])"))
    if (taken := _taken(config)) is not None:
        return taken
    pins = GpioHeader()
    try:
        return judge_lamps(config, pins)
    finally:
        pins.close()


def judge_lamps(config: Config, pins: GpioHeader) -> Finding:
    """Return what to say about the lamps on `pins`."""
    opened = open_lamps(config.lamps, pins)
    opened.close()
    if isinstance(opened, Offline):
        return missing(opened.why.text, opened.why.cure or say("see docs/raspberry-pi.md"))
    return ok(say("{number} lamps can be switched", number=len(config.lamps.seats)))


def camera_lamp(config: Config) -> Finding:
    """Open the lamp of the camera."""
    if config.lamps.camera is None:
        return note(say("the camera has no lamp of its own ([lamps] camera)"))
    if (taken := _taken(config)) is not None:
        return taken
    pins = GpioHeader()
    try:
        return judge_camera_lamp(config, pins)
    finally:
        pins.close()


def judge_camera_lamp(config: Config, pins: GpioHeader) -> Finding:
    """Return what to say about the camera's lamp on `pins`: without it there are no pictures."""
    from device.camera.lamp import DeadLamp, open_camera_lamp

    lamp = open_camera_lamp(config.lamps, pins)
    lamp.close()
    if isinstance(lamp, DeadLamp):
        return missing(lamp.trouble.what, lamp.trouble.cure)
    return ok(say("the camera is opened only while GPIO{pin} shines", pin=config.lamps.camera or 0))


def sound(config: Config, machine: Machine | None = None) -> Finding:
    """Find a sound card and a player."""
    if config.sound.volume == 0:
        return SILENCE
    try:
        program = find_player(machine or Machine())
    except PinTrouble as trouble:
        if config.sound.buzzer is not None:
            return note(say("{what}: the buzzer sounds in its place", what=trouble.what))
        return missing(trouble.what, trouble.cure)
    return ok(say("{program} plays, at volume {volume}", program=program, volume=config.sound.volume))


def voice(config: Config, machine: Machine | None = None) -> Finding:
    """Find a voice."""
    machine = machine or Machine()
    if config.sound.volume == 0 or not config.sound.voice:
        return note(say("nobody shall speak ([sound] volume, voice)"))
    if sound(config, machine).verdict is not CheckVerdict.OK:
        return note(say("nobody would be heard"))
    if not machine.which("espeak-ng"):
        return missing(say("espeak-ng is not installed"), INSTALL_ESPEAK)
    return ok(say("espeak-ng speaks {language}", language=config.sound.language.value))


def buzzer(config: Config) -> Finding:
    """Open the buzzer."""
    if config.sound.buzzer is None:
        return note(say("no buzzer is wired ([sound] buzzer)"))
    if (taken := _taken(config)) is not None:
        return taken
    pins = GpioHeader()
    try:
        return judge_buzzer(config, pins)
    finally:
        pins.close()


def judge_buzzer(config: Config, pins: GpioHeader) -> Finding:
    """Return what to say about the buzzer on `pins`."""
    try:
        open_buzzer(config.sound, pins).close()
    except PinTrouble as trouble:
        return missing(trouble.what, trouble.cure)
    return ok(say("the buzzer on GPIO{pin} can be switched", pin=config.sound.buzzer or 0))


OUTPUT_PROBES: Mapping[str, Probe] = {
    "lamps": lamps,
    "camera lamp": camera_lamp,
    "sound": sound,
    "voice": voice,
    "buzzer": buzzer,
}
