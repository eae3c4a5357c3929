"""Safe mode: the table runs without its journal, says why, and goes on by itself once the journal can be written.

    CLOSED --opened, and a write came through--> OPEN --a write fails--> FAILING --a write came through--> OPEN
       ^---- an attempt fails: safe mode, and a longer pause                ^---- an attempt fails

A read-only card, a full disk or a damaged file must not cost people the page that tells them about it. Nothing counts
that is not on disk, so a match can neither begin nor go on meanwhile: every write is refused with the reason.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from companion.errors import AlreadyRunning, JournalError
from companion.events import Event, Started
from companion.service import Notice, NoticeLevel
from companion.store import FILE, DataLock, MatchRow, Store
from companion.texts import Message, plain, say
from device.hardware.clock import SECOND
from device.publisher import StatePublisher

log = logging.getLogger(__name__)

Written = TypeVar("Written")

JOURNAL_NOTICE = "journal"
"""The key of the notice that nothing can be journalled: there is one, whoever notices it first."""


class Journal(Protocol):
    """What the running table needs of the journal; `companion.store.Store` is one."""

    def begin(self, started: Started, begun: str) -> int:
        """Journal a new match and return its number."""

    def append(self, match: int, event: Event, picture: bytes | None = None) -> int:
        """Journal `event` and return its sequence number; it is on disk then."""

    def leave(self, match: int, *, left: bool = True) -> None:
        """Remember that the people closed `match`, or opened it again."""

    def matches(self) -> tuple[MatchRow, ...]:
        """Return all matches, the latest first."""

    def events(self, match: int) -> tuple[Event, ...]:
        """Return the events of `match`."""

    def picture(self, digest: str) -> bytes | None:
        """Return the photograph (JPEG) kept under `digest`."""


@dataclass(frozen=True, slots=True)
class FolderTrouble:
    """Why nothing can be written: `what` is wrong, and the `cure`."""

    what: Message
    cure: Message

    @property
    def said(self) -> Message:
        """All of it in one sentence."""
        return say("nothing can be kept: {what}; {cure}", what=self.what, cure=self.cure)


def trouble_with(folder: Path, error: Exception) -> FolderTrouble:
    """Return what `error` means, which came of writing into `folder`."""
    if isinstance(error, AlreadyRunning):
        return FolderTrouble(
            say("another companion keeps the folder {folder}", folder=str(folder)),
            say("stop that one, or choose another folder with [data] dir"),
        )
    cause = error.__cause__ if isinstance(error.__cause__, sqlite3.Error) else error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the other bits tell variants apart
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT) or code == sqlite3.SQLITE_FULL or _is_full(folder):
        return FolderTrouble(
            say("the disk of {folder} is full", folder=str(folder)),
            say("free some space, and the table goes on by itself"),
        )
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return FolderTrouble(
            say("the journal {file} is damaged", file=str(folder / FILE)),
            say("move this file to another place and keep it; a new journal is begun by itself"),
        )
    if (file := file_in_the_way(folder)) is not None:
        return FolderTrouble(
            say("{file} is a file, and matches are kept in a folder", file=str(file)),
            say("choose another folder with [data] dir or --data"),
        )
    if number == errno.EROFS or _is_read_only(folder):
        return FolderTrouble(
            say("the disk of {folder} can only be read", folder=str(folder)),
            say("restart; a card that stays like this is worn out: copy what is on it to a new one"),
        )
    if number in (errno.EACCES, errno.EPERM) or not _may_write(folder):
        return FolderTrouble(
            say("{folder} belongs to another user", folder=str(folder)),
            say("sudo chown -R companion: {folder} (or the user who runs this)", folder=str(folder)),
        )
    if isinstance(error, JournalError) and cause is error:  # its text has the cure: a newer companion wrote it
        return FolderTrouble(plain(str(error)), say("or choose another folder with [data] dir"))
    return FolderTrouble(
        say("{folder} cannot be written ({error})", folder=str(folder), error=str(cause) or type(cause).__name__),
        say("see whether the disk works; the table goes on by itself"),
    )


def existing_part(folder: Path) -> Path:
    """Return `folder`, or what is there of the way to it."""
    return next(each for each in (folder, *folder.absolute().parents) if each.exists())


def file_in_the_way(folder: Path) -> Path | None:
    """Return the file that stands where `folder`, or a folder above it, should be."""
    with suppress(OSError):
        there = existing_part(folder)
        return None if there.is_dir() else there
    return None


def _is_full(folder: Path) -> bool:
    """Whether no block is left; SQLite then also says that it cannot open a file, or that reading failed."""
    with suppress(OSError):
        return os.statvfs(existing_part(folder)).f_bavail == 0
    return False


def _is_read_only(folder: Path) -> bool:
    with suppress(OSError):
        return bool(os.statvfs(existing_part(folder)).f_flag & os.ST_RDONLY)
    return False


def _may_write(folder: Path) -> bool:
    """Whether this user may write `folder` and the files of the journal in it."""
    with suppress(OSError):
        files = folder.glob(f"{FILE}*") if folder.is_dir() else ()
        return all(os.access(each, os.W_OK) for each in (existing_part(folder), *files))
    return False


class RecoveringJournal:
    """The journal of a data folder, opened as soon as that is possible; fulfils `Journal`.

    The loop's thread writes and calls `try_again`; any thread may read.
    """

    def __init__(self, folder: Path) -> None:
        """Open the journal; `trouble` says why that was not possible.

        Raises:
            AlreadyRunning: another companion keeps the folder.

        """
        self.folder = folder
        self.trouble: FolderTrouble | None = None
        self._lock: DataLock | None = None
        self._store: Store | None = None
        try:
            self._open()
        except AlreadyRunning:
            raise
        except OSError as error:
            self._failed(error)

    @property
    def is_open(self) -> bool:
        """Whether the journal was opened; it may fail all the same."""
        return self._store is not None

    def try_again(self) -> bool:
        """Open the journal, or write to it, if that failed before; return whether it works now."""
        try:
            if self._store is None:
                self._open()
            else:
                self._store.verify()
        except (OSError, AlreadyRunning) as error:
            self._failed(error)
        else:
            self.trouble = None
        return self.trouble is None

    def begin(self, started: Started, begun: str) -> int:
        """Journal a new match and return its number."""
        return self._written(lambda store: store.begin(started, begun))

    def append(self, match: int, event: Event, picture: bytes | None = None) -> int:
        """Journal `event` and return its sequence number; it is on disk then."""
        return self._written(lambda store: store.append(match, event, picture))

    def leave(self, match: int, *, left: bool = True) -> None:
        """Remember that the people closed `match`, or opened it again."""
        self._written(lambda store: store.leave(match, left=left))

    def matches(self) -> tuple[MatchRow, ...]:
        """Return all matches, the latest first; none while the journal is closed."""
        return () if self._store is None else self._store.matches()

    def events(self, match: int) -> tuple[Event, ...]:
        """Return the events of `match`."""
        if self._store is None:
            raise self._refusal()
        return self._store.events(match)

    def picture(self, digest: str) -> bytes | None:
        """Return the photograph (JPEG) kept under `digest`."""
        return None if self._store is None else self._store.picture(digest)

    def close(self) -> None:
        """Close the journal and let the folder go; may be called twice."""
        for part in (self._store, self._lock):
            if part is not None:
                part.close()

    def _open(self) -> None:
        self._lock = self._lock or DataLock(self.folder)
        store = Store(self.folder)
        try:
            store.verify()
        except BaseException:
            store.close()
            raise
        self._store = store

    def _written(self, write: Callable[[Store], Written]) -> Written:
        if self._store is None:
            raise self._refusal()
        try:
            written = write(self._store)
        except JournalError as error:
            self._failed(error)
            raise self._refusal() from error
        self.trouble = None
        return written

    def _refusal(self) -> JournalError:
        return JournalError("the journal is closed" if self.trouble is None else str(self.trouble.said))

    def _failed(self, error: Exception) -> None:
        trouble = trouble_with(self.folder, error)
        if trouble != self.trouble:
            log.warning("%s", trouble.said)
        self.trouble = trouble


@dataclass
class SafeMode:
    """Says that nothing can be journalled, and tries again after pauses that grow; a task of the loop."""

    journal: RecoveringJournal
    publisher: StatePublisher
    now: Callable[[], int]
    recovered: Callable[[], None]
    """Called when a journal that could not be opened at the start is open now: a match may wait in it."""
    pauses_s: tuple[float, ...] = (1, 2, 5, 10, 30)
    """Between attempts; the last one repeats."""
    _attempts: int = 0
    _due: int | None = None

    def tend(self) -> None:
        """Publish the reason, try again when it is time to, and withdraw the notice when the journal works."""
        if self.journal.trouble is not None and self._due is not None and self.now() >= self._due:
            was_open = self.journal.is_open
            if self.journal.try_again() and not was_open:
                self._settle()
                self.recovered()
                return
            self._plan()
        self._settle()

    def _settle(self) -> None:
        """Bring the notice and the time of the next attempt in line with how the journal fares."""
        trouble = self.journal.trouble
        if trouble is None:
            self._attempts, self._due = 0, None
            self.publisher.withdraw(JOURNAL_NOTICE)
            return
        if self._due is None:
            self._plan()
        text = say("SAFE MODE - nothing can be kept, so no match can be played: {what}", what=trouble.what)
        notice = Notice(JOURNAL_NOTICE, NoticeLevel.ERROR, text, trouble.cure)
        if notice not in self.publisher.snapshot().notices:  # each turn would put it last, and so change the page
            self.publisher.notice(notice)

    def _plan(self) -> None:
        pause_s = self.pauses_s[min(self._attempts, len(self.pauses_s) - 1)]
        self._attempts += 1
        self._due = self.now() + int(pause_s * SECOND)
