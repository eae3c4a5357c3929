"""One companion keeps one data folder: the second one is told the number of the first."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from companion.errors import AlreadyRunning

LOCK = "companion.lock"


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
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

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
