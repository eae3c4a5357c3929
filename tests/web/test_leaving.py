"""Pages that are opened and left, fifty times; nothing of them stays behind in the real server."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN, Listener, Visitor
from web.app import create_app
from web.context import Streams
from web.serve import PageServer

TIMES = 50
WITHIN_S = 5.0
MB = 1_000_000


@pytest.fixture
def server(service: FakeService) -> Iterator[PageServer]:
    service.live = b"\xff\xd8\xff" + bytes(200_000)
    app = create_app(service, token=TOKEN)
    served = PageServer(app, "127.0.0.1", 0)
    served.start()
    yield served
    served.close()


@pytest.fixture
def streams(server: PageServer) -> Streams:
    return server._streams


def so_within(seconds: float, true: Callable[[], bool]) -> bool:
    """Whether something becomes so in time."""
    limit = time.monotonic() + seconds
    while not true():
        if time.monotonic() > limit:
            return False
        threading.Event().wait(0.01)
    return True


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def opens_the_page_and_leaves(port: int) -> None:
    """Open the stream and hear of it, ask for the live picture and read a little of it, and be gone.

    Who comes while all places are still taken by those who have just left is told to poll.
    """
    listener = Listener(port, "/live")
    assert next(listener.events())[0] in ("snapshot", "full")
    with socket.create_connection(("127.0.0.1", port), timeout=10) as picture:
        picture.sendall(f"GET /live.jpg HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        assert picture.recv(100).startswith(b"HTTP/1.1 200 OK")
        listener.hang_up()


def test_fifty_pages_that_were_left_hold_no_stream_and_no_memory(server: PageServer, streams: Streams) -> None:
    for _ in range(TIMES):
        opens_the_page_and_leaves(server.port)
    assert so_within(WITHIN_S, lambda: streams.open <= 1)
    before, threads = resident_bytes(), threading.active_count()

    for _ in range(TIMES):
        opens_the_page_and_leaves(server.port)
    assert so_within(WITHIN_S, lambda: streams.open <= 1)
    assert resident_bytes() - before < 10 * MB
    assert threading.active_count() <= threads


def test_a_page_that_stays_keeps_its_stream_while_fifty_others_come_and_go(
    server: PageServer, streams: Streams, service: FakeService
) -> None:
    with Listener(server.port, "/live") as stays:
        events = stays.events()
        next(events)
        for _ in range(TIMES):
            opens_the_page_and_leaves(server.port)
        assert so_within(WITHIN_S, lambda: streams.open == 1)
        service.show(service.snapshot())
        news = (data["version"] for name, data in events if name == "snapshot")
        assert service.snapshot().version == next(news)
    assert 200 == Visitor(server.port).get("/live.jpg").status


def test_the_house_counts_what_the_server_closes(server: PageServer, streams: Streams) -> None:
    """So that these tests look at the streams of this server, and not at some others."""
    with Listener(server.port, "/live") as listener:
        next(listener.events())
        assert 1 == streams.open
    assert so_within(WITHIN_S, lambda: streams.open == 0)
