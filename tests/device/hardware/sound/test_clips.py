"""Clips: the same tune is the same file everywhere, voices are made even, and half a file is no clip."""

import wave

import numpy as np
import pytest

from companion.effects import Cue
from device.hardware.clock import MS
from device.hardware.sound import clips
from device.hardware.sound.phrases import TUNES, Note, length_ns


@pytest.mark.parametrize("cue", Cue)
def test_a_tune_lasts_as_long_as_its_notes_and_never_clips(cue):
    samples = clips.tune_samples(TUNES[cue])

    assert abs(len(samples) * 1000 / clips.RATE - length_ns(TUNES[cue]) / MS) < 1
    assert 0.2 < np.abs(samples).max() / clips.LOUDEST <= clips.TUNE_PEAK
    assert (samples == clips.tune_samples(TUNES[cue])).all()


def test_a_note_has_its_pitch_and_a_rest_is_silent():
    note, rest = clips.tune_samples((Note(440.0, 500),)), clips.tune_samples((Note(0, 500),))

    assert 440 == round(int(np.abs(np.fft.rfft(note)).argmax()) * clips.RATE / len(note))
    assert 0 == np.abs(rest).max()


def test_a_note_begins_and_ends_softly():
    samples = clips.tune_samples((Note(1000.0, 100),)).astype(int)

    assert np.abs(np.diff(samples[:20])).max() < 0.1 * clips.LOUDEST
    assert (0, 0) == (samples[0], samples[-1])


def test_no_notes_are_no_samples():
    assert 0 == len(clips.tune_samples(()))


def test_what_was_spoken_loses_the_silence_around_it_and_gets_its_loudness():
    word = np.concatenate([clips.silence(200), clips.tune_samples((Note(300.0, 300),)) // 4, clips.silence(400)])

    even = clips.even(word)

    assert 280 < len(even) * 1000 / clips.RATE <= 300
    assert round(clips.VOICE_PEAK * clips.LOUDEST) == np.abs(even).max()


def test_silence_stays_silence():
    assert 0 == len(clips.even(clips.silence(100)))


def test_half_the_volume_is_a_quarter_of_the_amplitude():
    loud = np.array([1000, -1000], np.int16)

    assert [[1000, -1000], [250, -250], [0, 0]] == [clips.quieter(loud, volume).tolist() for volume in (100, 50, 0)]


def test_a_clip_is_read_as_it_was_written(tmp_path):
    tune = clips.tune_samples(TUNES[Cue.GO])
    clips.write(tmp_path / "new" / "go.wav", tune)

    samples, rate = clips.read(tmp_path / "new" / "go.wav")

    assert (tune == samples).all()
    assert clips.RATE == rate
    assert ["go.wav"] == [file.name for file in (tmp_path / "new").iterdir()]
    assert length_ns(TUNES[Cue.GO]) == pytest.approx(clips.length_of(tmp_path / "new" / "go.wav"), abs=MS)


def stereo(file):
    with wave.open(str(file), "wb") as clip:
        clip.setnchannels(2)
        clip.setsampwidth(2)
        clip.setframerate(8000)
        clip.writeframes(b"\0\0\0\0")


@pytest.mark.parametrize("spoil", [lambda file: file.write_bytes(b""), lambda file: file.write_bytes(b"RIFF"), stereo])
def test_what_a_power_cut_has_spoilt_is_no_clip(tmp_path, spoil):
    spoil(tmp_path / "x.wav")

    with pytest.raises(ValueError, match="WAV file"):
        clips.length_of(tmp_path / "x.wav")
