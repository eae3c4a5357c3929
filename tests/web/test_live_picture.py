"""The live picture through the real server: a slow telephone gets the latest one only, and holds up nobody."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tests.web.fake_service import FakeService
from tests.web.visitor import Visitor
from web.app import create_app
from web.serve import PageServer

LARGE = 900_000
"""As large as a picture may be, and less than what waitress puts into a file."""


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
def server(service: FakeService) -> Iterator[PageServer]:
    server = PageServer(create_app(service, token="token"), "127.0.0.1", 0)
    server.start()
    yield server
    server.close()


def asks_and_sleeps(port: int) -> socket.socket:
    """A telephone that asks for the live picture and does not read it."""
    phone = socket.create_connection(("127.0.0.1", port), timeout=20)
    phone.sendall(f"GET /live.jpg HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
    return phone


def numbered(number: int) -> bytes:
    return bytes([number]) * LARGE


def test_telephones_that_do_not_read_hold_up_nobody(server: PageServer, service: FakeService) -> None:
    """There are more of them than the server has threads."""
    service.live = numbered(1)
    phones = [asks_and_sleeps(server.port) for _ in range(50)]
    service.live = numbered(2)
    other = Visitor(server.port).get("/live.jpg")

    assert (200, numbered(2)) == (other.status, other.body)
    for phone in phones:
        phone.close()
