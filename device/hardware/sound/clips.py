"""Short sounds as WAV files: tunes made here, and what a voice has spoken, made even and not too long.

Every clip is mono, 16 bits, and is complete as soon as it has its name: it is written beside, then moved there.
"""

from __future__ import annotations

import os
import wave
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from device.hardware.clock import SECOND
from device.hardware.sound.phrases import Note, Tune

Samples: TypeAlias = npt.NDArray[np.int16]

RATE = 22_050
"""Samples a second: what espeak-ng makes, and what every card plays."""
LOUDEST = 32_767
TUNE_PEAK = 0.45
"""A tune sounds louder than a voice of the same peak."""
VOICE_PEAK = 0.9
SOFT_MS = 8
"""A note begins and ends so softly that it does not click."""
OVERTONES = ((1, 0.7), (2, 0.2), (3, 0.1))
"""A soft reed: multiples of the frequency, and their shares."""
QUIET = 0.02
"""What is softer than this share of its peak is silence before and after a word."""


def tune_samples(tune: Tune) -> Samples:
    """Return `tune` as samples; the same tune gives the same samples on every machine."""
    return np.concatenate([_note(note) for note in tune]) if tune else np.zeros(0, np.int16)


def _note(note: Note) -> Samples:
    count, soft = RATE * note.ms // 1000, RATE * SOFT_MS // 1000
    turns = 2 * np.pi * note.hz * np.arange(count) / RATE
    reed = sum(share * np.sin(times * turns) for times, share in OVERTONES)
    edge = np.minimum(np.arange(count), np.arange(count)[::-1]) / soft
    return np.asarray(np.round(reed * np.minimum(1.0, edge) * TUNE_PEAK * LOUDEST), np.int16)


def silence(ms: int) -> Samples:
    """Return `ms` milliseconds of nothing."""
    return np.zeros(RATE * ms // 1000, np.int16)


def even(samples: Samples) -> Samples:
    """Return what a voice spoke without the silence around it, as loud as every other phrase."""
    loud = np.abs(samples.astype(np.int32))
    peak = int(loud.max(initial=0))
    if peak == 0:
        return samples[:0]
    heard = np.flatnonzero(loud > QUIET * peak)
    kept = samples[heard[0] : heard[-1] + 1].astype(np.float64)
    return np.asarray(np.round(kept * (VOICE_PEAK * LOUDEST / peak)), np.int16)


def quieter(samples: Samples, volume: int) -> Samples:
    """Return `samples` at `volume` (0 to 100). Ears hear ratios, so the half of it is a quarter of the amplitude."""
    return np.asarray(np.round(samples * (volume / 100) ** 2), np.int16)


def read(file: Path) -> tuple[Samples, int]:
    """Return the samples in `file` and how many a second there are; raise ValueError when that is no clip of ours."""
    try:
        with wave.open(str(file), "rb") as clip:
            if clip.getnchannels() != 1 or clip.getsampwidth() != 2 or clip.getnframes() == 0:
                raise ValueError(f"{file} is not a mono WAV file of 16 bits with something in it")
            return np.frombuffer(clip.readframes(clip.getnframes()), "<i2").astype(np.int16), clip.getframerate()
    except (wave.Error, EOFError) as error:
        raise ValueError(f"{file} is not a WAV file: {error}") from error


def write(file: Path, samples: Samples, rate: int = RATE) -> None:
    """Keep `samples` as `file`, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}.part")
    with wave.open(str(beside), "wb") as clip:
        clip.setnchannels(1)
        clip.setsampwidth(2)
        clip.setframerate(rate)
        clip.writeframes(samples.astype("<i2").tobytes())
    beside.replace(file)


def length_of(file: Path) -> int:
    """Return how long `file` lasts (ns); raise ValueError when it is no clip."""
    samples, rate = read(file)
    return len(samples) * SECOND // rate
