"""Open pages, for `companion bench`: a program of its own, so that what it costs is not charged to the table.

    python -m device.bench.pages PORT PAGES

Opens PAGES event streams, says "ready" when each has shown the table, and when its standard input ends writes what
came: one JSON list of [page, version, nanoseconds of CLOCK_MONOTONIC].
"""

from __future__ import annotations

import json
import os
import re
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field

VERSION = re.compile(rb'"version":(\d+)')
PATIENCE_S = 20.0


@dataclass
class Page:
    """One event stream, as a browser reads it."""

    number: int
    line: socket.socket
    arrivals: list[tuple[int, int, int]] = field(default_factory=list)
    _rest: bytes = b""

    def read(self) -> bool:
        """Take in what has come; return whether the stream goes on."""
        came, at = self.line.recv(1 << 16), time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        *whole, self._rest = (self._rest + came).split(b"\n\n")
        for message in whole:
            if message.startswith(b"event: snapshot") and (version := VERSION.search(message)):
                self.arrivals.append((self.number, int(version[1]), at))
        return bool(came)


def opened(port: int, number: int) -> Page:
    """Open one page; HTTP/1.0, so that nothing stands between the messages."""
    line = socket.create_connection(("localhost", port), timeout=PATIENCE_S)
    line.sendall(b"GET /live HTTP/1.0\r\nHost: localhost\r\n\r\n")
    return Page(number, line)


def watch(pages: list[Page]) -> None:
    """Read all pages until standard input ends, or all streams."""
    chooser = selectors.DefaultSelector()
    chooser.register(sys.stdin, selectors.EVENT_READ, None)
    for page in pages:
        chooser.register(page.line, selectors.EVENT_READ, page)
    ready, until = False, time.monotonic() + PATIENCE_S
    while chooser.get_map():
        for key, _ in chooser.select(1.0):
            if key.data is None and not os.read(sys.stdin.fileno(), 1024):
                return
            if key.data is not None and not key.data.read():
                chooser.unregister(key.data.line)
        if not ready and (all(page.arrivals for page in pages) or time.monotonic() > until):
            ready = True
            sys.stdout.write(f"ready {sum(bool(page.arrivals) for page in pages)}\n")
            sys.stdout.flush()


def main(port: int, count: int) -> None:
    """Open so many pages on `port`, and tell what they showed."""
    pages = [opened(port, number) for number in range(count)]
    watch(pages)
    sys.stdout.write(json.dumps([arrival for page in pages for arrival in page.arrivals]) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
