"""Who speaks: one thread that takes in news, and sounds the programme on an instrument.

    any thread --say, count, foresee: into the inbox--> this thread --programme--> instrument

Whoever brings news only enqueues it. A press is never held up by what is being said about the one before.

`open_speaker` finds out what this machine can be heard with, and makes a speaker of it, or says why there is none.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

from companion.service import Notice, NoticeLevel
from companion.texts import Message, say
from device.hardware.clock import SECOND, Clock
from device.hardware.config import SoundConfig
from device.hardware.gpio import GpioHeader, PinTrouble, trouble_of
from device.hardware.presses.buttons import NoticePublisher
from device.hardware.sound.instruments import Buzzer, CommandPlayer, Instrument, Loudspeaker, command_for, tonal_buzzer
from device.hardware.sound.phrases import Phrase, Utterance
from device.hardware.sound.schedule import Count, Programme
from device.hardware.sound.speech import Espeak, Voice

log = logging.getLogger(__name__)

KEY = "sound"
"""The key of the notice about sound."""
LONGEST_NAP = SECOND

News: TypeAlias = "Callable[[], None]"


@dataclass
class Speaker:
    """Plays what it is given, when it is time. Tests call `turn` instead of `start` and move a fake clock."""

    instrument: Instrument
    clock: Clock
    board: NoticePublisher
    programme: Programme = field(default_factory=Programme)
    _foreseen: list[Phrase] = field(default_factory=list)
    _inbox: SimpleQueue[News | None] = field(default_factory=SimpleQueue)
    _thread: Thread | None = None
    _published: bool = False

    # Any thread may call these.

    def say(self, utterance: Utterance) -> None:
        """Say `utterance` as soon as it is its turn, unless newer news come first."""
        self._inbox.put(lambda: self._take(self.programme.say(utterance, self.clock.now())))

    def count_to(self, deadline: int | None, last: str = "") -> None:
        """Count down to `deadline` (ns), or stop counting; `last` is the word on the stroke."""
        self._inbox.put(lambda: self._count_to(deadline, last))

    def foresee(self, phrases: Iterable[Phrase]) -> None:
        """Prepare `phrases` while nothing else is to be done: they may have to be heard at once."""
        foreseen = tuple(phrases)
        self._inbox.put(lambda: self._foreseen.extend(foreseen))

    def start(self) -> None:
        """Speak in a thread of its own."""
        self._thread = Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Break off, and say nothing more; may be called twice."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._inbox.put(None)
            thread.join()
        self.instrument.close()

    # What follows runs in the thread of the speaker.

    def turn(self) -> None:
        """Take in all news, and do what is due now."""
        while not self._inbox.empty():
            if (news := self._inbox.get()) is not None:
                news()
        after, step = self.programme.step(self.clock.now(), self._length)
        self._take(after)
        if step is not None:
            self.instrument.sound(step.phrase, cut=step.cut)
            self._publish_trouble()
            self._prepare_the_next()
        elif self._foreseen:
            self.instrument.prepare(self._foreseen.pop(0))

    def nap_ns(self) -> int:
        """Return how long nothing is due, if no news come in."""
        if self._foreseen:
            return 0
        due = self.programme.due
        return LONGEST_NAP if due is None else max(0, min(LONGEST_NAP, due - self.clock.now()))

    def _run(self) -> None:
        while self._thread is not None:  # whoever closes us puts None into the inbox too, to wake us up
            try:
                if (news := self._inbox.get(timeout=self.nap_ns() / SECOND)) is None:
                    return
                news()
            except Empty:
                pass
            self._turned()

    def _turned(self) -> None:
        """Do a turn; whatever fails, there is something to be heard again later."""
        try:
            self.turn()
        except Exception as error:  # a full disk, a driver: sound is no reason to stop
            log.exception("the sound failed")
            self._publish_error(str(error) or type(error).__name__)
            self._take(Programme(count=self.programme.count))

    def _take(self, programme: Programme) -> None:
        self.programme = programme

    def _count_to(self, deadline: int | None, last: str) -> None:
        count = None if deadline is None else Count.until(deadline, self.clock.now(), last)
        self._take(self.programme.count_to(count))

    def _length(self, phrase: Phrase) -> int | None:
        """Return how long `phrase` lasts; while it is counted nothing is made anew, so that no number comes late."""
        if self.programme.count is None:
            self.instrument.prepare(phrase)
        return self.instrument.length(phrase)

    def _prepare_the_next(self) -> None:
        for phrase in self.programme.waiting[:1] if self.programme.count is None else ():
            self.instrument.prepare(phrase)

    def _publish_trouble(self) -> None:
        if (trouble := self.instrument.trouble) is not None:
            self._publish_error(str(trouble))
        elif self._published:
            self._published = False
            self.board.withdraw(KEY)

    def _publish_error(self, error: str) -> None:
        if not self._published:
            self._published = True
            text = say("sound does not work: {error}", error=error)
            self.board.notice(Notice(KEY, NoticeLevel.WARNING, text, say("companion check says more")))


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
        server = self.environment.get("PULSE_SERVER")
        folder = self.environment.get("XDG_RUNTIME_DIR")
        return bool(server) or (bool(folder) and (Path(str(folder)) / "pulse" / "native").exists())


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
        board.notice(trouble.notice(KEY, NoticeLevel.INFO))
        return None
    if isinstance(instrument, Loudspeaker) and config.voice and instrument.voice is None:
        board.notice(Notice(VOICE_KEY, NoticeLevel.INFO, NOBODY_SPEAKS, INSTALL_ESPEAK))
    return Speaker(instrument, clock, board)


NOBODY_SPEAKS: Message = say("nothing is spoken: espeak-ng is not installed")
