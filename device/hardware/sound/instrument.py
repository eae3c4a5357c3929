"""What phrases are heard on: a loudspeaker with a voice, a buzzer, or nothing at all."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any, Protocol

from companion.texts import Message, plain, say
from device.hardware.gpio import shut
from device.hardware.header import Pin
from device.hardware.sound import clips
from device.hardware.sound.phrases import Phrase
from device.hardware.sound.player import Player
from device.hardware.sound.tunes import Tune, length_ns
from device.hardware.sound.voice import Voice, VoiceTrouble

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

    player: Player
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
