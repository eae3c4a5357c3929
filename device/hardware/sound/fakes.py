"""A player, a voice and an instrument that are not heard: they remember. The peers of the real ones in tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.texts import Message
from device.hardware.clock import MS, Clock
from device.hardware.sound import clips
from device.hardware.sound.phrases import Phrase, length_ns
from device.hardware.sound.speech import VoiceTrouble


@dataclass
class FakePlayer:
    """Remembers which clips it was asked to play; `complaints` come back one by one."""

    played: list[tuple[Path, bool]] = field(default_factory=list)
    complaints: list[str | None] = field(default_factory=list)
    closed: int = 0

    def play(self, clip: Path, *, cut: bool) -> str | None:
        """Remember `clip`."""
        self.played.append((clip, cut))
        return self.complaints.pop(0) if self.complaints else None

    def close(self) -> None:
        """Remember that."""
        self.closed += 1


@dataclass
class FakeVoice:
    """Speaks silence, as long as the words are; what is in `dumb` it cannot say."""

    folder: Path
    dumb: frozenset[str] = frozenset()
    made: list[str] = field(default_factory=list)

    def ready(self, words: str) -> Path | None:
        """Return the clip of `words` if it has been made."""
        return self._file(words) if words in self.made else None

    def make(self, words: str) -> Path:
        """Make the clip of `words`."""
        if words in self.dumb:
            raise VoiceTrouble(f"nobody can say {words!r}")
        if words not in self.made:
            self.made.append(words)
            clips.write(self._file(words), clips.silence(len(words) * 50))
        return self._file(words)

    def _file(self, words: str) -> Path:
        return self.folder / f"{words.encode().hex()}.wav"


@dataclass
class FakeInstrument:
    """Remembers what was heard when; words last as long as `lengths` says, else 40 ms a letter."""

    clock: Clock
    lengths: Mapping[str, int] = field(default_factory=dict)
    speaks: bool = True
    heard: list[tuple[int, str]] = field(default_factory=list)
    """The time, and the words, or ♪ for a tune; what was broken off for it is marked with ! before."""
    prepared: set[str] = field(default_factory=set)
    trouble: Message | None = None
    closed: int = 0

    def prepare(self, phrase: Phrase) -> None:
        """Learn the words."""
        if phrase.words and self.speaks:
            self.prepared.add(phrase.words)

    def length(self, phrase: Phrase) -> int | None:
        """Return how long it lasts."""
        if phrase.words in self.prepared:
            return self.lengths.get(phrase.words, 40 * MS * len(phrase.words))
        return length_ns(phrase.tune) if phrase.tune else None

    def sound(self, phrase: Phrase, *, cut: bool) -> None:
        """Remember it."""
        words = phrase.words if phrase.words in self.prepared else "♪"
        self.heard.append((self.clock.now(), f"!{words}" if cut else words))

    def close(self) -> None:
        """Remember that."""
        self.closed += 1
