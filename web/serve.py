"""The page on a port: waitress with enough threads for the event streams, and an end that does not hang."""

from __future__ import annotations

import errno
import socket
import threading
from dataclasses import dataclass
from typing import Any

from flask import Flask
from waitress.server import create_server

from companion.errors import BadInput
from web.context import context_of

FIRST_FREE_PORT = 1024
"""Ports below it need rights that the companion does not have."""
USUAL_PORT = 8080


@dataclass(frozen=True, slots=True)
class ServerParams:
    """How the server works."""

    threads: int = 40
    lookahead: int = 5
    """Without it waitress does not notice that a browser has gone."""
    body_bytes: int = 24_000_000
    """What waitress keeps of one request; the application's own limits lie below."""
    connections: int = 200
    loop_s: float = 0.5
    """How soon the loop sees that it must end, if nothing else wakes it."""


class PageServer:
    """The page, served on `port` (0: any free one) of `host`.

    With `tries` above one, a port that is taken gives way to the next one.

    Raises:
        BadInput: the port cannot be used; the text says why and what to do.

    """

    def __init__(self, app: Flask, host: str, port: int, *, tries: int = 1, params: ServerParams | None = None) -> None:
        self._params = params or ServerParams()
        self._streams = context_of(app).streams
        self._stopping = threading.Event()
        self._server = self._bind(app, host, port, tries)
        self.host: str = host
        self.port = int(self._server.effective_port)
        self._thread: threading.Thread | None = None

    def _bind(self, app: Flask, host: str, port: int, tries: int) -> Any:  # noqa: ANN401 - waitress has no types
        candidates = _candidates(port, tries)
        for candidate in candidates:
            try:
                return self._create(app, host, candidate)
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES) or candidate == candidates[-1]:
                    raise BadInput(_why(host, candidate, error)) from error
        raise BadInput(f"there is no port to try from {port} on")

    def _create(self, app: Flask, host: str, port: int) -> Any:  # noqa: ANN401
        params = self._params
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        both = host == "::" and socket.has_dualstack_ipv6()
        listening = socket.create_server((host, port), family=family, dualstack_ipv6=both)
        return create_server(
            app,
            sockets=[listening],
            threads=params.threads,
            channel_request_lookahead=params.lookahead,
            max_request_body_size=params.body_bytes,
            connection_limit=params.connections,
            ident=None,
        )

    @property
    def url(self) -> str:
        """The address for a browser on this machine."""
        return f"http://{'localhost' if self.host in ('0.0.0.0', '::', '') else self.host}:{self.port}/"  # noqa: S104

    def start(self) -> None:
        """Serve from a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="page", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Serve until `close`."""
        while not self._stopping.is_set():
            self._server.asyncore.loop(self._params.loop_s, use_poll=True, map=self._server._map, count=1)

    def close(self) -> None:
        """End the event streams, then the server; any thread may call it, and more than once."""
        if self._stopping.is_set():
            return
        self._streams.close()
        self._stopping.set()
        self._server.pull_trigger()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)
        self._server.task_dispatcher.shutdown(timeout=2)
        self._server.asyncore.close_all(self._server._map)


def _candidates(port: int, tries: int) -> list[int]:
    """Return the ports to try: `port`, then the ones after it that need no rights."""
    following = port + 1 if port >= FIRST_FREE_PORT else USUAL_PORT
    return [port, *range(following, following + tries - 1)]


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is used by another program: end it, or choose another port with --port"
    if error.errno == errno.EACCES:
        return f"port {port} needs rights that the companion does not have: choose one from {FIRST_FREE_PORT} up"
    return f"the page cannot be served on {host}, port {port}: {error.strerror or error}"
