"""Finds out what this machine can be heard with, and makes a speaker of it; or says, once, why there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.service import Level, Notice
from companion.texts import Message, say
from device.config import SoundConfig
from device.hardware.clock import Clock
from device.hardware.gpio import GpioHeader, PinTrouble, trouble_of
from device.hardware.presses.buttons import NoticePublisher
from device.hardware.sound.instrument import Buzzer, Instrument, Loudspeaker, tonal_buzzer
from device.hardware.sound.player import CommandPlayer, command_for
from device.hardware.sound.speaker import KEY, Speaker
from device.hardware.sound.voice import Espeak, Voice

FOLDER = "sound"
"""In the data folder: clips that can be made again at any time."""
VOICE_KEY = "voice"
"""The key of the notice that says that nothing is spoken."""

INSTALL_ALSA = say("sudo apt install alsa-utils; or set [sound] volume to 0")
INSTALL_ESPEAK = say("sudo apt install espeak-ng; or set [sound] voice to false")
PLUG_IN = say("plug in a loudspeaker or wire a buzzer ([sound] buzzer); or set [sound] volume to 0")


@dataclass(frozen=True, slots=True)
class Machine:
    """What of this machine matters to sound."""

    which: Callable[[str], str | None] = shutil.which
    """Finds a program."""
    devices: Path = Path("/dev/snd")
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)

    def has_card(self) -> bool:
        """Whether there is a card that can play."""
        return any(self.devices.glob("pcmC*D*p"))

    def has_server(self) -> bool:
        """Whether a sound server of this user runs: PulseAudio, or PipeWire in its place."""
        told = self.environment.get("PULSE_SERVER")
        folder = self.environment.get("XDG_RUNTIME_DIR")
        return bool(told) or (bool(folder) and (Path(str(folder)) / "pulse" / "native").exists())


class Mute(PinTrouble):
    """There is no way to be heard: `what` is wrong, and the `cure`."""


def find_player(machine: Machine) -> str:
    """Return the program that can play here; raise Mute when there is none."""
    if machine.has_server() and machine.which("paplay"):
        return "paplay"
    if not machine.has_card():
        raise Mute(say("there is no sound card"), PLUG_IN)
    if not machine.which("aplay"):
        raise Mute(say("there is a sound card, but nothing that plays on it"), INSTALL_ALSA)
    return "aplay"


def find_voice(config: SoundConfig, folder: Path, machine: Machine) -> Voice | None:
    """Return who speaks, or None when nobody can or nobody shall."""
    if not config.voice or not machine.which("espeak-ng"):
        return None
    return Espeak(folder / "voice", config.language, config.speed)


def open_buzzer(config: SoundConfig, pins: GpioHeader) -> Buzzer:
    """Return the buzzer that `config` names; raise PinTrouble when it cannot be opened."""
    if config.buzzer is None:
        raise Mute(say("no buzzer is wired"), PLUG_IN)
    doing = say("the buzzer (GPIO {pin})", pin=config.buzzer)
    try:
        return Buzzer(tonal_buzzer(config.buzzer, pins.factory()))
    except Exception as error:  # lgpio's own error is a bare Exception
        raise trouble_of(error, doing) from error


def open_instrument(config: SoundConfig, data: Path, pins: GpioHeader, machine: Machine) -> Instrument:
    """Return the sound card, or else the buzzer; raise PinTrouble when there is neither."""
    try:
        program = find_player(machine)
    except Mute:
        if config.buzzer is None:
            raise
        return open_buzzer(config, pins)
    folder = data / FOLDER
    player = CommandPlayer(command_for(program, config.device), config.volume)
    return Loudspeaker(player, find_voice(config, folder, machine), folder)


def open_speaker(
    config: SoundConfig,
    data: Path,
    pins: GpioHeader,
    clock: Clock,
    board: NoticePublisher,
    machine: Machine | None = None,
) -> Speaker | None:
    """Return who speaks at this table, or None when it shall be silent or cannot be heard, which is said once."""
    machine = machine or Machine()
    if config.volume == 0:
        return None
    try:
        instrument = open_instrument(config, data, pins, machine)
    except PinTrouble as trouble:
        board.notice(trouble.notice(KEY, Level.INFO))
        return None
    if isinstance(instrument, Loudspeaker) and config.voice and instrument.voice is None:
        board.notice(Notice(VOICE_KEY, Level.INFO, NOBODY_SPEAKS, INSTALL_ESPEAK))
    return Speaker(instrument, clock, board)


NOBODY_SPEAKS: Message = say("nothing is spoken: espeak-ng is not installed")
