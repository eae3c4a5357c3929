"""The voice: every phrase is spoken once and kept, whatever is in it, and a voice that fails is no drama."""

import os
import subprocess
from pathlib import Path

import pytest

from device.hardware.sound import clips, speech
from device.hardware.sound.phrases import Note
from device.hardware.sound.speech import Espeak, VoiceTrouble, speakable


class Program:
    """Stands in for espeak-ng: writes a short sound to where it is told, and remembers."""

    def __init__(self, fails=None):
        self.asked, self.fails = [], fails

    def __call__(self, command, given):
        self.asked.append((command, given.decode()))
        if self.fails:
            raise self.fails
        file = command[command.index("-w") + 1]
        clips.write(Path(file), clips.tune_samples((Note(300.0, 200),)))


@pytest.fixture
def program():
    return Program()


def test_a_phrase_is_spoken_once_and_kept_for_the_next_evening(tmp_path, program):
    first = Espeak(tmp_path, "en", 165, program)
    made = first.make("Ada is ready.")
    again = first.make("Ada is ready.")
    tomorrow = Espeak(tmp_path, "en", 165, program)

    assert made == again == tomorrow.ready("Ada is ready.") == tomorrow.make("Ada is ready.")
    assert 1 == len(program.asked)


def test_another_voice_speed_or_text_is_another_clip(tmp_path, program):
    files = {
        Espeak(tmp_path, language, speed, program).make(text)
        for language in ("en", "fr")
        for speed in (150, 165)
        for text in ("six", "five")
    }

    assert 8 == len(files) == len(program.asked)


def test_what_was_never_made_is_not_ready(tmp_path, program):
    assert Espeak(tmp_path, "en", 165, program).ready("six") is None
    assert [] == program.asked


@pytest.mark.parametrize(("language", "name"), [("en", "en-gb"), ("fr", "fr-fr")])
def test_it_speaks_the_language_of_the_table(tmp_path, program, language, name):
    Espeak(tmp_path, language, 140, program).make("six")

    (command, given), *_ = program.asked
    assert (["espeak-ng", "-v", name, "-s", "140"], "six") == (list(command[:5]), given)


@pytest.mark.parametrize("name", ["--help", "-w /etc/passwd", "$(reboot)", "[[a]]", "Zoë", "👨‍👩‍👧"])
def test_a_name_is_words_and_never_a_command(tmp_path, program, name):
    Espeak(tmp_path, "en", 165, program).make(name)

    (command, given), *_ = program.asked
    assert name not in command
    assert "--stdin" == command[-1]
    assert speakable(name) == given
    assert "[" not in given


def test_a_clip_that_a_power_cut_has_spoilt_is_made_anew(tmp_path, program):
    file = Espeak(tmp_path, "en", 165, program).make("six")
    file.write_bytes(b"")

    assert file == Espeak(tmp_path, "en", 165, program).make("six")
    assert 2 == len(program.asked)
    assert clips.length_of(file) > 0


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (FileNotFoundError("espeak-ng"), "espeak-ng"),
        (subprocess.TimeoutExpired("espeak-ng", 5), "timed out"),
        (subprocess.CalledProcessError(1, "espeak-ng", stderr=b"first\nno voice fr-fr\n"), "no voice fr-fr"),
    ],
)
def test_a_voice_that_fails_says_why_and_leaves_nothing_behind(tmp_path, error, why):
    with pytest.raises(VoiceTrouble, match=rf"espeak-ng cannot say 'six': .*{why}"):
        Espeak(tmp_path, "en", 165, Program(error)).make("six")

    assert [] == list(tmp_path.iterdir())


def test_the_phrases_that_were_not_heard_for_longest_are_forgotten(tmp_path, program, monkeypatch):
    monkeypatch.setattr(speech, "MOST_KEPT", 2)
    speaking = Espeak(tmp_path, "en", 165, program)
    for age, word in enumerate(("one", "two", "three")):
        file = speaking.make(word)
        os.utime(file, (age, age))

    speaking.make("four")

    fresh = Espeak(tmp_path, "en", 165, program)
    assert [False, False, True, True] == [fresh.ready(word) is not None for word in ("one", "two", "three", "four")]
