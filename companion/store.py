"""The journal on disk: SQLite, and the lock of its folder; the only input and output of the core.

WAL mode with synchronous=FULL: when `append` returns, the event survives a power cut. One connection writes, from the
thread that owns the referee; pictures are read through short connections of their own, from any thread.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from companion.errors import AlreadyRunning, JournalError
from companion.events import Event, Started
from companion.games.registry import game_named
from companion.journal import Vocabulary, decode, encode

FILE = "journal.sqlite3"
LOCK = "companion.lock"


def _first_tables(db: sqlite3.Connection) -> None:
    db.execute(
        "CREATE TABLE matches (number INTEGER PRIMARY KEY, game TEXT NOT NULL, begun TEXT NOT NULL,"
        " left INTEGER NOT NULL DEFAULT 0)"
    )
    db.execute(
        "CREATE TABLE events (match INTEGER NOT NULL REFERENCES matches, seq INTEGER NOT NULL, line TEXT NOT NULL,"
        " PRIMARY KEY (match, seq)) WITHOUT ROWID"
    )
    db.execute("CREATE TABLE pictures (digest TEXT PRIMARY KEY, jpeg BLOB NOT NULL) WITHOUT ROWID")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first_tables,)
"""Step n takes `user_version` from n to n + 1; each runs in one transaction."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as the store lists it."""

    number: int
    game: str
    left: bool
    """The people closed it; it is not resumed at the next start."""


@contextmanager
def _as_journal_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one line for a person."""
    try:
        yield
    except sqlite3.Error as error:
        cure = "free some space on the disk, then go on" if "full" in str(error) else "see whether the disk is writable"
        raise JournalError(
            f"the journal {path} cannot be written or read ({error}): {cure}; nothing acknowledged is lost"
        ) from error


class Store:
    """All matches of one data folder."""

    def __init__(self, folder: Path) -> None:
        """Open or create the journal in `folder`, and bring it to the present form."""
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        with _as_journal_errors(self.path), ExitStack() as unless_ready:
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            unless_ready.callback(self._db.close)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            self._migrate()
            unless_ready.pop_all()

    def _migrate(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise JournalError(
                f"the journal {self.path} was written by a newer companion (form {version}): update this one"
            )
        for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
            with self._transaction():
                step(self._db)
                self._db.execute(f"PRAGMA user_version={number}")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def verify(self) -> None:
        """Write to the disk, so that a full or read-only one is noticed before anything is played."""
        with _as_journal_errors(self.path), self._transaction() as db:
            # the number stays the same, but SQLite writes its page all the same
            db.execute(f"PRAGMA user_version={len(MIGRATIONS)}")

    def begin(self, started: Started, begun: str) -> int:
        """Journal a new match and return its number; `begun` is the wall-clock time, only ever shown."""
        with _as_journal_errors(self.path), self._transaction() as db:
            number = db.execute("INSERT INTO matches (game, begun) VALUES (?, ?)", (started.game, begun)).lastrowid
            db.execute("INSERT INTO events VALUES (?, 0, ?)", (number, encode(started)))
        assert number is not None  # noqa: S101 - an INSERT has a row
        return number

    def append(self, match: int, event: Event, picture: bytes | None = None) -> int:
        """Journal `event` (and the photograph that it names) and return its sequence number; it is on disk then."""
        with _as_journal_errors(self.path), self._transaction() as db:
            if picture is not None:
                db.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?)", (digest_of(picture), picture))
            (seq,) = db.execute("SELECT MAX(seq) + 1 FROM events WHERE match = ?", (match,)).fetchone()
            db.execute("INSERT INTO events VALUES (?, ?, ?)", (match, seq, encode(event)))
        return int(seq)

    def leave(self, match: int, *, left: bool = True) -> None:
        """Remember that the people closed `match`, or opened it again."""
        with _as_journal_errors(self.path), self._transaction() as db:
            db.execute("UPDATE matches SET left = ? WHERE number = ?", (int(left), match))

    def matches(self) -> tuple[MatchRow, ...]:
        """Return all matches, the latest first."""
        with self._reading() as db:
            rows = db.execute("SELECT number, game, left FROM matches ORDER BY number DESC").fetchall()
        return tuple(MatchRow(number, game, bool(left)) for number, game, left in rows)

    def lines(self, match: int) -> tuple[str, ...]:
        """Return the journal of `match`, a line an event, in the order in which it was written."""
        with self._reading() as db:
            rows = db.execute("SELECT line FROM events WHERE match = ? ORDER BY seq", (match,)).fetchall()
        return tuple(line for (line,) in rows)

    def events(self, match: int) -> tuple[Event, ...]:
        """Return the events of `match`."""
        return read_journal(self.lines(match))

    def picture(self, digest: str) -> bytes | None:
        """Return the photograph (JPEG) kept under `digest`."""
        with self._reading() as db:
            row = db.execute("SELECT jpeg FROM pictures WHERE digest = ?", (digest,)).fetchone()
        return None if row is None else bytes(row[0])

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with _as_journal_errors(self.path), closing(sqlite3.connect(self.path)) as db:
            yield db

    def close(self) -> None:
        """Close the journal; may be called twice."""
        self._db.close()


def digest_of(picture: bytes) -> str:
    """Return the name under which the store keeps a photograph."""
    return hashlib.sha256(picture).hexdigest()[:32]


def read_journal(lines: tuple[str, ...]) -> tuple[Event, ...]:
    """Return the events of a journal; the first line names the game whose words the others use."""
    vocabulary: Vocabulary = {"Started": Started}
    events: list[Event] = []
    for line in lines:
        event = decode(line, vocabulary)
        if isinstance(event, Started):
            vocabulary = game_named(event.game).vocabulary
        events.append(event)
    return tuple(events)


# One companion keeps one data folder: the second one is told the number of the first.


class DataLock:
    """Holds a data folder for this process until `close`; the kernel lets go when the process dies."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, or raise AlreadyRunning with the pid that has it."""
        folder.mkdir(parents=True, exist_ok=True)
        self._file: IO[str] | None = (folder / LOCK).open("a+", encoding="ascii")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            pid = _pid_in(self._file)
            self.close()
            raise AlreadyRunning(
                f"another companion (pid {pid or 'unknown'}) keeps this table: stop it, or choose another --data folder"
            ) from None
        with suppress(OSError):  # a full disk holds no number, and the folder is ours all the same
            os.ftruncate(self._file.fileno(), 0)
            os.write(self._file.fileno(), str(os.getpid()).encode())

    def close(self) -> None:
        """Let the folder go; may be called twice."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _pid_in(file: IO[str]) -> int | None:
    file.seek(0)
    text = file.read().strip()
    return int(text) if text.isdigit() else None


def holder(folder: Path) -> int | None:
    """Return the pid of the companion that keeps `folder`, or None when it is free."""
    try:
        with (folder / LOCK).open("r+", encoding="ascii") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                return _pid_in(file)
    except OSError:
        return None
    return None
