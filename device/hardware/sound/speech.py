"""Speech: every phrase is spoken once, by espeak-ng, into a file that is kept for ever after.

A phrase takes a Pi about a tenth of a second to make, too long for a count-down. So they are kept by voice, speed and
text, and what can be foreseen (numbers, names) is made before a match begins.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from companion.errors import CompanionError
from device.hardware.sound import clips

VOICES: Mapping[str, str] = {"en": "en-gb", "fr": "fr-fr"}
"""The voice of espeak-ng for each language of the page."""
PATIENCE_S = 5.0
"""A phrase takes a hundredth of that; a program that hangs is given up."""
MOST_KEPT = 1_000
"""Phrases; about fifty megabytes. The ones that were not heard for longest go first."""

Run = Callable[[Sequence[str], bytes], None]
"""Runs a command with something on its standard input; raises OSError or SubprocessError when that fails."""


class VoiceTrouble(CompanionError, RuntimeError):
    """Nobody can speak this; the text says why."""


class Voice(Protocol):
    """Somebody who speaks."""

    def ready(self, words: str) -> Path | None:
        """Return the clip of `words` if it has been made."""

    def make(self, words: str) -> Path:
        """Return the clip of `words`, made now if need be; raise VoiceTrouble when that is not possible."""


def run(command: Sequence[str], given: bytes) -> None:
    """Run `command` for real."""
    subprocess.run(command, input=given, check=True, capture_output=True, timeout=PATIENCE_S)


@dataclass
class Espeak:
    """espeak-ng, which knows English and French and needs no network."""

    folder: Path
    language: str
    speed: int
    """Words a minute."""
    run: Run = run
    _known: dict[str, Path] = field(default_factory=dict)

    def ready(self, words: str) -> Path | None:
        """Return the clip of `words` if it has been made; a file that a power cut has spoilt has not."""
        if words in self._known:
            return self._known[words]
        file = self._file(words)
        if not file.exists() or not _is_clip(file):
            return None
        file.touch()  # it was wanted again, so it stays
        self._known[words] = file
        return file

    def make(self, words: str) -> Path:
        """Return the clip of `words`, spoken now if it never was before."""
        if (made := self.ready(words)) is not None:
            return made
        file = self._file(words)
        try:
            self._speak(words, file)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise VoiceTrouble(f"espeak-ng cannot say {words!r}: {_why(error)}") from error
        self._known[words] = file
        _forget_the_oldest(self.folder)
        return file

    def _speak(self, words: str, file: Path) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        raw = file.with_suffix(".raw")
        # the words come on standard input: a name may begin with a dash
        voice = ["-v", VOICES[self.language], "-s", str(self.speed)]
        try:
            self.run(["espeak-ng", *voice, "-b", "1", "-w", str(raw), "--stdin"], speakable(words).encode())
            samples, rate = clips.read(raw)
        finally:
            raw.unlink(missing_ok=True)
        clips.write(file, clips.even(samples), rate)

    def _file(self, words: str) -> Path:
        key = f"{VOICES[self.language]} {self.speed} {words}"
        return self.folder / f"{sha256(key.encode()).hexdigest()[:32]}.wav"


def speakable(words: str) -> str:
    """Return `words` without what espeak-ng takes for commands: brackets hold phonemes."""
    return words.translate(str.maketrans("[]\u202f\u00a0", "()  ")).strip()


def _is_clip(file: Path) -> bool:
    try:
        clips.length_of(file)
    except (OSError, ValueError):
        return False
    return True


def _why(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError) and error.stderr:
        return str(error.stderr.decode(errors="replace")).strip().splitlines()[-1]
    return str(error) or type(error).__name__


def _forget_the_oldest(folder: Path) -> None:
    kept = sorted(folder.glob("*.wav"), key=lambda file: file.stat().st_mtime)
    for file in kept[:-MOST_KEPT]:
        file.unlink(missing_ok=True)
