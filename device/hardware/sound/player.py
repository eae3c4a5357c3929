"""A player of short files: `aplay` straight to the card, or `paplay` where a sound server owns it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Protocol

from device.hardware.sound import clips

TAIL_S = 0.25
"""So long the end of one clip may overlap the beginning of the next: a card plays one thing at a time."""
KILL_S = 0.5


class Player(Protocol):
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
