"""How many event streams are open, and the word that closes them all."""

from __future__ import annotations

import threading


class Streams:
    """Places for event streams. Each stream holds a thread of the server, so there is an end to them."""

    def __init__(self, places: int = 32) -> None:
        self._lock = threading.Lock()
        self._places = self._free = places
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether the server is shutting down: every stream ends at its next glance."""
        return self._closed

    @property
    def open(self) -> int:
        """How many streams are open now."""
        with self._lock:
            return self._places - self._free

    def enter(self) -> bool:
        """Take a place; False when there is none."""
        with self._lock:
            if self._closed or self._free == 0:
                return False
            self._free -= 1
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._lock:
            self._free += 1

    def close(self) -> None:
        """End all streams, and let no new one begin."""
        self._closed = True
