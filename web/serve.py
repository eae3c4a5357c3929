"""The page on a port: waitress with enough threads for the event streams, and an end that does not hang."""

from __future__ import annotations

import errno
import socket
import threading
from collections import Counter
from dataclasses import dataclass
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

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
    connections: int = 150
    """More than these are not kept: the idlest ones are closed for new ones."""
    limit: int = 250
    """At so many waitress would accept nobody any more; it is never reached."""
    idle_s: int = 30
    """A connection without a request is closed after so long."""
    loop_s: float = 0.5
    """How soon the loop sees that it must end, if nothing else wakes it."""


class EvictingServer(TcpWSGIServer):  # type: ignore[misc]
    """waitress, but for connections that only wait: they make room for a new one.

    waitress accepts nobody any more once its limit of connections is reached, and a connection that sends nothing, or
    half a request, lasts until its time is over: somebody who opens two hundred would keep the page from everybody.
    """

    def __init__(self, *arguments: Any, most: int, **names: Any) -> None:  # noqa: ANN401 - those of waitress
        super().__init__(*arguments, **names)
        self._most = most

    def handle_accept(self) -> None:
        """Accept a connection, and close those that wait and are too many."""
        super().handle_accept()
        surplus = len(self.active_channels) - self._most
        if surplus > 0:
            # a channel with requests is at work, or an event stream; all others only wait for what their browser sends
            waiting = [channel for channel in self.active_channels.values() if not channel.requests]
            of_address = Counter(channel.addr[0] for channel in waiting)
            waiting.sort(key=lambda channel: (-of_address[channel.addr[0]], channel.creation_time))
            for channel in waiting[:surplus]:
                channel.handle_close()


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
        adjustments = Adjustments(
            sockets=[listening],
            threads=params.threads,
            channel_request_lookahead=params.lookahead,
            max_request_body_size=params.body_bytes,
            connection_limit=params.limit,
            channel_timeout=params.idle_s,
            cleanup_interval=params.idle_s // 3,
            ident=None,
        )
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(params.threads)
        where = (family, socket.SOCK_STREAM, listening.proto, listening.getsockname())
        return EvictingServer(
            app, {}, _sock=listening, dispatcher=dispatcher, adj=adjustments, sockinfo=where, bind_socket=False,
            most=params.connections,
        )  # fmt: skip

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
