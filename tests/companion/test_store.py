"""The journal on a real disk: what `append` acknowledged is there, whatever happens next."""

import sqlite3

import pytest

from companion.errors import JournalError
from companion.events import By, Confirmed, Pressed, Started
from companion.store import MIGRATIONS, Store, digest_of
from companion.table import Player, Seat

STARTED = Started(0, "cubo", (Player(Seat(1), "Ada"), Player(Seat(2), "Bob")), {}, 7)
PRESSED = Pressed(5, Seat(1), By.BUTTON)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "data")
    yield store
    store.close()


def test_what_was_appended_is_read_back_by_another_store(store, tmp_path):
    match = store.begin(STARTED, "2026-01-01T10:00:00+00:00")
    assert [store.append(match, PRESSED), store.append(match, Confirmed(6))] == [1, 2]

    other = Store(tmp_path / "data")

    assert (STARTED, PRESSED, Confirmed(6)) == other.events(match)
    other.close()


def test_the_journal_survives_a_power_cut(store):
    settings = {name: store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}

    assert settings == {"journal_mode": "wal", "synchronous": 2}  # 2 is FULL


def test_a_photograph_is_kept_with_the_event_that_names_it(store):
    match = store.begin(STARTED, "now")
    store.append(match, PRESSED, b"jpeg")
    store.append(match, PRESSED, b"jpeg")

    assert store.picture(digest_of(b"jpeg")) == b"jpeg"
    assert store.picture("0" * 32) is None


def test_matches_are_listed_latest_first_and_can_be_left(store):
    first, second = store.begin(STARTED, "yesterday"), store.begin(STARTED, "today")
    store.leave(second)

    assert [(second, True), (first, False)] == [(row.number, row.left) for row in store.matches()]


def test_a_full_disk_is_said_and_loses_nothing(store):
    match = store.begin(STARTED, "now")
    store.append(match, PRESSED)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count={pages}")  # what SQLite sees of a disk without room

    with pytest.raises(JournalError, match="disk is full.*free some space on the disk.*nothing acknowledged"):
        store.append(match, Confirmed(6), picture=bytes(100_000))

    assert store.events(match) == (STARTED, PRESSED)
    store._db.execute(f"PRAGMA max_page_count={pages + 1000}")
    assert store.append(match, Confirmed(7), picture=bytes(100_000)) == 2


def test_a_new_journal_has_the_present_form(store):
    assert (len(MIGRATIONS),) == store._db.execute("PRAGMA user_version").fetchone()


def test_an_empty_file_becomes_a_journal(tmp_path):
    (tmp_path / "journal.sqlite3").touch()

    store = Store(tmp_path)

    assert store.matches() == ()
    store.close()


def test_a_journal_of_a_newer_companion_is_left_alone(store, tmp_path):
    store._db.execute("PRAGMA user_version=99")

    with pytest.raises(JournalError, match=r"written by a newer companion \(form 99\): update this one$"):
        Store(tmp_path / "data")


def test_a_file_that_is_no_journal_is_said_in_one_line(tmp_path):
    (tmp_path / "journal.sqlite3").write_bytes(b"holiday photographs" * 100)

    with pytest.raises(JournalError, match="file is not a database"):
        Store(tmp_path)


def test_a_migration_that_fails_leaves_the_old_form(store, tmp_path, monkeypatch):
    def broken(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE half (done)")
        db.execute("this is not SQL")

    monkeypatch.setattr("companion.store.MIGRATIONS", (*MIGRATIONS, broken))
    with pytest.raises(JournalError):
        Store(tmp_path / "data")

    assert (len(MIGRATIONS),) == store._db.execute("PRAGMA user_version").fetchone()
    assert store._db.execute("SELECT name FROM sqlite_master WHERE name = 'half'").fetchall() == []
