"""Safe mode: a data folder that cannot be written costs people neither the page nor, once it is mended, their match."""

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.errors import JournalError
from companion.service import NoticeLevel, Snapshot
from companion.store import FILE, DataLock, Store
from device.cli import main
from device.composition import RunOptions, compose
from device.config import Config, DataConfig
from device.hardware.clock import SECOND, FakeClock
from device.hardware.config import SoundConfig
from device.journal.safe_mode import JOURNAL_NOTICE, RecoveringJournal, SafeMode, trouble_with
from device.match_service import MatchService
from device.publisher import StatePublisher
from tests.matches import PLAYERS

COMPANION = str(Path(sys.executable).with_name("companion"))


class SafeTable:
    """A match service on a data folder, and the task that watches over it; time is moved by hand."""

    def __init__(self, folder):
        self.clock = FakeClock()
        self.publisher = StatePublisher(Snapshot(version=1, match=None))
        self.journal = RecoveringJournal(folder)
        self.matches = MatchService(self.journal, self.clock.now, lambda: "today", self.publisher)
        self.safe_mode = SafeMode(self.journal, self.publisher, self.clock.now, self.matches.resume)
        self.matches.resume()
        self.safe_mode.tend()

    @property
    def notice(self):
        return next((each for each in self.publisher.snapshot().notices if each.key == JOURNAL_NOTICE), None)

    def wait(self, seconds):
        self.clock.advance(int(seconds * SECOND))
        self.safe_mode.tend()


@pytest.fixture
def open_table():
    tables = []

    def opened(folder):
        tables.append(SafeTable(folder))
        return tables[-1]

    yield opened
    for table in tables:
        table.journal.close()


def in_the_way(folder):
    folder.write_text("a file")
    return folder.unlink


def damaged(folder):
    folder.mkdir()
    (folder / FILE).write_bytes(b"this is no database, however long one looks at it" * 100)
    return lambda: (folder / FILE).rename(folder / "damaged")


def kept_by_a_dangling_link(folder):
    """A card that is not mounted yet: the link leads nowhere, and nothing can be made there."""
    folder.symlink_to(folder.parent / "nowhere" / "data")
    return folder.unlink


TROUBLES = [
    (in_the_way, "is a file, and matches are kept in a folder"),
    (damaged, "is damaged"),
    (kept_by_a_dangling_link, "cannot be written"),
]


@pytest.mark.parametrize(("spoil", "reason"), TROUBLES)
def test_the_table_starts_says_why_and_refuses_matches_until_the_folder_works(open_table, tmp_path, spoil, reason):
    folder = tmp_path / "data"
    mend = spoil(folder)
    table = open_table(folder)

    refused = table.matches.start("cubo", PLAYERS, {}, 7)
    table.wait(0)
    assert (False, NoticeLevel.ERROR, True) == (refused.accepted, table.notice.level, reason in str(table.notice.text))
    assert reason in str(refused.why)
    assert table.notice.cure is not None
    assert table.matches.match is None

    mend()
    table.wait(60)
    assert () == table.publisher.snapshot().notices
    assert table.matches.start("cubo", PLAYERS, {}, 7).accepted
    assert 1 == len(table.journal.matches())


def test_attempts_are_made_after_pauses_that_grow(open_table, tmp_path, monkeypatch):
    in_the_way(tmp_path / "data")
    table, attempts = open_table(tmp_path / "data"), []
    try_again = table.journal.try_again
    monkeypatch.setattr(table.journal, "try_again", lambda: attempts.append(table.clock.now()) or try_again())
    began = table.clock.now()
    for _ in range(1000):
        table.wait(0.1)

    assert [1, 3, 8, 18, 48, 78] == [round((at - began) / SECOND) for at in attempts]


def test_the_match_that_waits_in_the_journal_goes_on_as_soon_as_that_can_be_opened(open_table, tmp_path):
    folder, away = tmp_path / "data", tmp_path / "away"
    first = open_table(folder)
    first.matches.start("cubo", PLAYERS, {}, 7)
    first.journal.close()
    folder.rename(away)
    in_the_way(folder)
    table = open_table(folder)
    assert table.matches.match is None

    folder.unlink()
    away.rename(folder)
    table.wait(1)
    assert 1 == table.matches.number


def test_a_disk_that_fills_up_during_a_match_is_said_and_recovers_without_a_touch(open_table, tmp_path, monkeypatch):
    table = open_table(tmp_path / "data")
    table.matches.start("cubo", PLAYERS, {}, 7)

    def full(*_arguments, **_named):
        raise JournalError("the journal cannot be written (database or disk is full)") from sqlite3.OperationalError(
            "database or disk is full"
        )

    with monkeypatch.context() as patched:
        patched.setattr(Store, "append", full)
        patched.setattr(Store, "verify", full)
        patched.setattr("device.journal.safe_mode._is_full", lambda _folder: True)
        assert "is full" in str(table.matches.undo().why) or "is full" in str(
            table.matches.send("TypedByHand", {"zone": "centre"}).why
        )
        table.wait(0)
        assert "is full" in str(table.notice.text)
        table.wait(1)
        assert table.notice is not None
    table.wait(60)
    assert None is table.notice


def test_a_journal_whose_list_is_damaged_does_not_end_the_program(open_table, tmp_path, monkeypatch):
    table = open_table(tmp_path / "data")

    def damaged_list(_store):
        raise JournalError("the database disk image is malformed")

    monkeypatch.setattr(Store, "matches", damaged_list)
    table.matches.resume()

    assert "malformed" in str([str(each.text) for each in table.publisher.snapshot().notices])


def test_opening_writes_to_the_disk_for_a_file_that_can_only_be_read_opens_without_a_word(tmp_path):
    Store(tmp_path).close()
    store = Store(tmp_path)
    store._db.execute("PRAGMA query_only=ON")

    with pytest.raises(JournalError, match="readonly"):
        store.verify()
    store.close()


def test_the_folder_s_number_is_no_reason_to_refuse_the_folder(tmp_path, monkeypatch):
    def full(*_arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("companion.store.os.write", full)
    DataLock(tmp_path).close()


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "is full"),
        (errno.EDQUOT, "is full"),
        (errno.EROFS, "can only be read"),
        (errno.EACCES, "belongs to another user"),
        (errno.EIO, "cannot be written"),
    ],
)
def test_each_reason_is_told_apart(tmp_path, number, reason):
    trouble = trouble_with(tmp_path, OSError(number, os.strerror(number)))

    assert reason in str(trouble.what)


def test_the_reason_is_said_before_the_loop_has_turned(tmp_path):
    """It is also what the program prints at its start."""
    damaged(tmp_path / "data")
    config = Config(sound=SoundConfig(volume=0), data=DataConfig(tmp_path / "data"))
    with ExitStack() as parts:
        table = compose(config, RunOptions(simulate=True), parts, clock=FakeClock())
        parts.callback(table.readings.close)

        assert JOURNAL_NOTICE in [each.key for each in table.service.snapshot().notices]


def test_a_folder_that_this_user_may_not_read_is_no_wrong_command_line(tmp_path, monkeypatch):
    """click looks by itself, unless it is told not to: the service would end with exit code 2, and stay ended."""
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr("device.commands.play.running", lambda config, _options: nullcontext(config.data.dir))
    monkeypatch.setattr("device.commands.play.serving", lambda *_: (_ for _ in ()).throw(JournalError("got so far")))

    assert "got so far" in CliRunner().invoke(main, ["play", "--data", str(tmp_path)]).output


def test_at_a_keyboard_a_file_in_place_of_the_folder_is_one_line_and_exit_code_2(tmp_path):
    (tmp_path / "data").write_text("a file")
    environment = {key: value for key, value in os.environ.items() if key not in ("INVOCATION_ID", "NOTIFY_SOCKET")}
    command = [COMPANION, "play", "--simulate", "--port", "0", "--data", str(tmp_path / "data")]
    played = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment, check=False)

    assert (2, "", 1) == (played.returncode, played.stdout, len(played.stderr.splitlines()))
    assert "is a file, and matches are kept in a folder" in played.stderr
