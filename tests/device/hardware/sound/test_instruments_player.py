"""The player: one program a clip, at the volume that was wished, and what it complains about is handed on."""

import io
import subprocess
import sys

import numpy as np
import pytest

from companion.effects import Cue
from device.hardware.sound import clips
from device.hardware.sound.instruments import CommandPlayer, command_for, start
from device.hardware.sound.phrases import TUNES


class Process:
    """A program that has ended, or runs until it is ended."""

    def __init__(self, code=0, said=b"", deaf=False):
        self.code, self.stderr, self.deaf = code, io.BytesIO(said), deaf
        self.done = []

    def poll(self):
        return self.code

    def wait(self, timeout=None):
        if self.code is None:
            raise subprocess.TimeoutExpired("aplay", timeout)
        return self.code

    def terminate(self):
        self.done.append("terminated")
        if not self.deaf:
            self.code = -15

    def kill(self):
        self.done.append("killed")
        self.code = -9


class Programs:
    def __init__(self, *processes):
        self.processes, self.commands = list(processes), []

    def __call__(self, command):
        self.commands.append(command)
        return self.processes.pop(0)


@pytest.fixture
def clip(tmp_path):
    clips.write(tmp_path / "go.wav", clips.tune_samples(TUNES[Cue.GO]))
    return tmp_path / "go.wav"


def test_full_volume_plays_the_clip_itself(clip):
    programs = Programs(Process())
    player = CommandPlayer(("aplay", "-q"), 100, programs)

    player.play(clip, cut=False)

    assert [["aplay", "-q", str(clip)]] == programs.commands
    player.close()


def test_less_volume_plays_a_quieter_copy_that_is_made_once_and_forgotten_at_the_end(clip):
    programs = Programs(Process(), Process())
    player = CommandPlayer(("aplay",), 50, programs)
    player.play(clip, cut=False)
    player.play(clip, cut=False)

    (_, copy), (_, same) = programs.commands
    quiet, _ = clips.read(type(clip)(copy))
    loud, _ = clips.read(clip)
    assert copy == same != str(clip)
    assert 0.25 == pytest.approx(np.abs(quiet).max() / np.abs(loud).max(), abs=0.01)

    player.close()
    player.close()
    assert not type(clip)(copy).exists()


def test_what_is_being_played_is_broken_off_where_it_must_be(clip):
    running, next_one = Process(code=None), Process()
    player = CommandPlayer(("aplay",), 100, Programs(running, next_one))
    player.play(clip, cut=False)

    assert player.play(clip, cut=True) is None
    assert ["terminated"] == running.done
    player.close()


def test_a_program_that_does_not_listen_is_ended_all_the_same(clip):
    deaf = Process(code=None, deaf=True)
    player = CommandPlayer(("aplay",), 100, Programs(deaf))
    player.play(clip, cut=False)

    player.close()

    assert ["terminated", "killed"] == deaf.done


@pytest.mark.parametrize(
    ("process", "said"),
    [
        (Process(1, b"aplay: main:831: audio open error: Device or resource busy\nmore"), "audio open error: Device"),
        (Process(1), "aplay ended with 1"),
    ],
)
def test_what_went_wrong_is_told_with_the_next_clip(clip, process, said):
    player = CommandPlayer(("aplay",), 100, Programs(process, Process(), Process()))

    first, second, third = (player.play(clip, cut=False) for _ in range(3))

    assert (None, None) == (first, third)
    assert said in second
    player.close()


@pytest.mark.parametrize(
    ("program", "device", "command"),
    [
        ("aplay", "", ("aplay", "-q")),
        ("aplay", "plughw:1", ("aplay", "-q", "-D", "plughw:1")),
        ("paplay", "", ("paplay",)),
        ("paplay", "sink", ("paplay", "-d", "sink")),
    ],
)
def test_the_output_is_named_as_each_program_wants_it(program, device, command):
    assert command == command_for(program, device)


def test_a_real_process_is_started_heard_and_ended(clip):
    failing = [sys.executable, "-c", "import sys; sys.exit('no such card')"]
    process = start(failing)
    assert 1 == process.wait(20)
    assert b"no such card" in process.stderr.read()
    process.stderr.close()
