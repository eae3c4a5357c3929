"""What phrases are heard on: a loudspeaker with a voice, or a buzzer.

The loudspeaker has its clips played by another program: `aplay` straight to the card, or `paplay` where a sound server
owns it.
"""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import IO, Any, Protocol

from companion.texts import Message, plain, say
from device.hardware.gpio import shut
from device.hardware.header import Pin
from device.hardware.sound import clips
from device.hardware.sound.phrases import Phrase, Tune, length_ns
from device.hardware.sound.speech import Voice, VoiceTrouble

TAIL_S = 0.25
"""So long the end of one clip may overlap the beginning of the next: a card plays one thing at a time."""
KILL_S = 0.5


class ClipPlayer(Protocol):
    """Something that plays a clip at a time."""

    def play(self, clip: Path, *, cut: bool) -> str | None:
        """Begin `clip`; break off the one before it if `cut`. Return what went wrong with the one before it."""

    def close(self) -> None:
        """Break off, and play nothing more."""


class Process(Protocol):
    """A program that plays one clip."""

    stderr: IO[bytes] | None

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit code; raise TimeoutExpired when it runs for longer."""

    def poll(self) -> int | None:
        """Return its exit code, or None while it runs."""

    def terminate(self) -> None:
        """Ask it to end."""

    def kill(self) -> None:
        """End it."""


Start = Callable[[Sequence[str]], Process]


def start(command: Sequence[str]) -> Process:
    """Start `command` for real."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def command_for(program: str, device: str) -> tuple[str, ...]:
    """Return how to call `program`; an empty `device` is the default one."""
    named = {"aplay": ("-D", device), "paplay": ("-d", device)}[program] if device else ()
    quiet = ("-q",) if program == "aplay" else ()
    return (program, *quiet, *named)


class CommandPlayer:
    """Plays through a program, one process a clip. The thread that speaks owns it."""

    def __init__(self, command: Sequence[str], volume: int, start: Start = start) -> None:
        self._command = tuple(command)
        self._volume = volume
        self._start = start
        self._folder: Any = TemporaryDirectory(prefix="companion-sound-")
        self._scaled: dict[Path, Path] = {}
        self._playing: Process | None = None

    def play(self, clip: Path, *, cut: bool) -> str | None:
        """Begin `clip`; return what went wrong with the one before it."""
        trouble = self._ended(0.0 if cut else TAIL_S)
        self._playing = self._start([*self._command, str(self._at_volume(clip))])
        return trouble

    def close(self) -> None:
        """Break off, and forget the quieter copies; may be called twice."""
        self._ended(0.0)
        self._folder.cleanup()
        self._scaled.clear()

    def _ended(self, patience_s: float) -> str | None:
        """Wait for the present clip, end it if need be, and return what it complained about."""
        process, self._playing = self._playing, None
        if process is None:
            return None
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(patience_s)
            complaint = _said(process)
            return (complaint or f"{self._command[0]} ended with {code}") if code else None
        _end(process)
        return None

    def _at_volume(self, clip: Path) -> Path:
        """Return a copy of `clip` at our volume, made once in the life of the program."""
        if self._volume == 100:
            return clip
        if clip not in self._scaled:
            samples, rate = clips.read(clip)
            scaled = Path(self._folder.name) / f"{len(self._scaled)}.wav"
            clips.write(scaled, clips.quieter(samples, self._volume), rate)
            self._scaled[clip] = scaled
        return self._scaled[clip]


def _said(process: Process) -> str:
    if process.stderr is None:
        return ""
    with process.stderr as said:
        lines = said.read().decode(errors="replace").strip().splitlines()
    return lines[0] if lines else ""


def _end(process: Process) -> None:
    process.terminate()
    try:
        process.wait(KILL_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(KILL_S)
    if process.stderr is not None:
        process.stderr.close()


log = logging.getLogger(__name__)


class Instrument(Protocol):
    """What a speaker sounds. One thread owns it."""

    @property
    def trouble(self) -> Message | None:
        """Return what went wrong with the latest sound."""

    def prepare(self, phrase: Phrase) -> None:
        """Make ready what takes a moment; what cannot be made is heard as its tune, or not at all."""

    def length(self, phrase: Phrase) -> int | None:
        """Return how long `phrase` lasts (ns); None when it cannot be heard, or is not ready."""

    def sound(self, phrase: Phrase, *, cut: bool) -> None:
        """Begin `phrase`; break off what is heard first if `cut`."""

    def close(self) -> None:
        """Break off, and give everything back; may be called twice."""


@dataclass
class Loudspeaker:
    """Plays clips: what a voice has spoken, and tunes where it cannot."""

    player: ClipPlayer
    voice: Voice | None
    folder: Path
    """Where tunes are kept."""
    trouble: Message | None = None
    _unspeakable: set[str] = field(default_factory=set)
    _lengths: dict[Path, int] = field(default_factory=dict)

    def prepare(self, phrase: Phrase) -> None:
        """Have the words spoken into a file, once."""
        if not phrase.words or self.voice is None or phrase.words in self._unspeakable:
            return
        try:
            self.voice.make(phrase.words)
        except VoiceTrouble as error:
            self._unspeakable.add(phrase.words)
            log.warning("%s", error)

    def length(self, phrase: Phrase) -> int | None:
        """Return how long its clip lasts."""
        clip = self._clip(phrase)
        if clip is None:
            return None
        if clip not in self._lengths:
            self._lengths[clip] = clips.length_of(clip)
        return self._lengths[clip]

    def sound(self, phrase: Phrase, *, cut: bool) -> None:
        """Play its clip."""
        clip = self._clip(phrase)
        if clip is not None:
            complaint = self.player.play(clip, cut=cut)
            self.trouble = None if complaint is None else plain(complaint)

    def close(self) -> None:
        """Break off, and play nothing more."""
        self.player.close()

    def _clip(self, phrase: Phrase) -> Path | None:
        spoken = self.voice.ready(phrase.words) if phrase.words and self.voice is not None else None
        if spoken is not None:
            return spoken
        return self._tune(phrase.tune) if phrase.tune else None

    def _tune(self, tune: Tune) -> Path:
        """Return the clip of `tune`, made at its first use in the life of the data folder."""
        name = "-".join(f"{round(note.hz)}x{note.ms}" for note in tune)
        file = self.folder / f"{name}.wav"
        if file not in self._lengths and not _is_whole(file):
            clips.write(file, clips.tune_samples(tune))
        return file


def _is_whole(file: Path) -> bool:
    try:
        return clips.length_of(file) > 0
    except (OSError, ValueError):
        return False


class Tonal(Protocol):
    """A buzzer that plays one tone until it is told otherwise: gpiozero's TonalBuzzer."""

    def play(self, tone: Any) -> None:  # noqa: ANN401 - gpiozero has no types
        """Sound a tone of so many hertz."""

    def stop(self) -> None:
        """Be silent."""

    def close(self) -> None:
        """Be silent, and give the pin back."""


class Buzzer:
    """Plays tunes on a piezo buzzer. It cannot speak, and is either on or off."""

    trouble: Message | None = None

    def __init__(self, tonal: Tonal) -> None:
        self._tonal = tonal
        self._stopping = Event()
        self._thread: Thread | None = None

    def prepare(self, phrase: Phrase) -> None:
        """Do nothing: notes are ready."""

    def length(self, phrase: Phrase) -> int | None:
        """Return how long its tune lasts; what has none is not heard."""
        return length_ns(phrase.tune) if phrase.tune else None

    def sound(self, phrase: Phrase, *, cut: bool) -> None:
        """Play its tune, in a thread of its own: notes must change in time, whatever else happens."""
        self._hush()
        self._stopping = Event()
        self._thread = Thread(target=self.perform, args=(phrase.tune, self._stopping), name="buzzer", daemon=True)
        self._thread.start()

    def perform(self, tune: Tune, stopping: Event) -> None:
        """Play `tune` note by note until it ends or somebody stops it."""
        try:
            for note in tune:
                if note.hz:
                    self._tonal.play(note.hz)
                else:
                    self._tonal.stop()
                if stopping.wait(note.ms / 1000):
                    break
            self._tonal.stop()
        except Exception as error:  # lgpio's own error is a bare Exception, and a buzzer stops no game
            log.exception("the buzzer cannot be switched")
            self.trouble = say("the buzzer cannot be switched: {error}", error=str(error) or type(error).__name__)

    def _hush(self) -> None:
        """Break off."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stopping.set()
            thread.join()

    def close(self) -> None:
        """Break off, and give the pin back; may be called twice."""
        self._hush()
        shut(self._tonal)


def tonal_buzzer(pin: Pin, factory: Any) -> Tonal:  # noqa: ANN401 - gpiozero has no types
    """Return the buzzer on `pin`, for tones from A3 to A7."""
    from gpiozero import TonalBuzzer
    from gpiozero.tones import Tone

    class Hertz(TonalBuzzer):  # type: ignore[misc]
        """Takes numbers for what they are: gpiozero takes those below 128 for notes of MIDI."""

        def play(self, hz: float) -> None:
            super().play(Tone.from_frequency(hz))

    return Hertz(int(pin), mid_tone=Tone("A5"), octaves=2, pin_factory=factory)
