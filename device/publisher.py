"""The publisher: the latest snapshot of the table, for everybody who shows it."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from companion.service import Notice, Snapshot


class StatePublisher:
    """The latest snapshot, for every thread that shows it; the version rises with every change."""

    def __init__(self, first: Snapshot) -> None:
        self._snapshot = first
        self._changed = threading.Condition()

    def snapshot(self) -> Snapshot:
        """Return the latest snapshot."""
        return self._snapshot

    def is_playing(self) -> bool:
        """Whether a match is being played."""
        match = self._snapshot.match
        return match is not None and match.view.result is None

    def change(self, **changes: Any) -> Snapshot:  # noqa: ANN401 - the fields of Snapshot
        """Publish the snapshot with `changes`, unless it is the same as before."""
        with self._changed:
            after = replace(self._snapshot, **changes)
            if after != self._snapshot:
                self._snapshot = replace(after, version=self._snapshot.version + 1)
                self._changed.notify_all()
            return self._snapshot

    def notice(self, notice: Notice) -> None:
        """Say `notice` at the top of the page, in place of an earlier one with its key."""
        with self._changed:
            others = tuple(each for each in self._snapshot.notices if each.key != notice.key)
            self.change(notices=(*others, notice))

    def withdraw(self, key: str) -> None:
        """Say the notice `key` no longer."""
        with self._changed:
            self.change(notices=tuple(each for each in self._snapshot.notices if each.key != key))

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        """Return the snapshot as soon as it is newer than `version`, or what it is after `timeout_s`."""
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.version > version, timeout_s)
            return self._snapshot
