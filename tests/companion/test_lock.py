"""One companion a data folder; the second is told who has it."""

import os
import signal
import subprocess
import sys

import pytest

from companion.errors import AlreadyRunning
from companion.store import DataLock, holder


def test_the_second_one_is_told_the_pid_of_the_first(tmp_path):
    lock = DataLock(tmp_path)

    with pytest.raises(AlreadyRunning, match=rf"^another companion \(pid {os.getpid()}\) keeps this table: stop it"):
        DataLock(tmp_path)
    assert os.getpid() == holder(tmp_path)
    lock.close()


def test_a_lock_that_was_let_go_is_free(tmp_path):
    lock = DataLock(tmp_path)
    lock.close()
    lock.close()

    assert holder(tmp_path) is None
    DataLock(tmp_path).close()


def test_a_folder_that_does_not_exist_is_held_by_nobody(tmp_path):
    assert holder(tmp_path / "nowhere") is None


def test_a_killed_companion_leaves_no_lock_behind(tmp_path):
    folder = repr(str(tmp_path))
    program = f"import signal, pathlib, companion.store as l; k = l.DataLock(pathlib.Path({folder})); print('held'); "
    program += "__import__('sys').stdout.flush(); signal.pause()"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        assert child.pid == holder(tmp_path)
        child.send_signal(signal.SIGKILL)

    assert holder(tmp_path) is None
