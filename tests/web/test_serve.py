"""The page on a port."""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from flask import Flask

from companion.errors import BadInput
from tests.web.fake_service import FakeService
from tests.web.visitor import Visitor
from web.app import create_app
from web.serve import PageServer

BUSY_MACHINE_S = 2.0
"""The page answers at once; a machine that runs two tests at a time may be slower."""


@pytest.fixture
def app() -> Flask:
    return create_app(FakeService(), token="token")


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_port_that_is_taken_is_named(app: Flask, taken: int) -> None:
    with pytest.raises(BadInput) as caught:
        PageServer(app, "127.0.0.1", taken)

    assert f"port {taken} is used by another program: end it, or choose another port with --port" == str(caught.value)


def test_a_port_that_is_taken_gives_way_to_another_one(app: Flask, taken: int) -> None:
    server = PageServer(app, "127.0.0.1", taken, tries=20)
    server.start()
    try:
        assert taken < server.port
        assert f"http://127.0.0.1:{server.port}/" == server.url
        assert 200 == Visitor(server.port).get("/").status
    finally:
        server.close()


@pytest.fixture
def only_high_ports(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Refuse every port below 1024, as for a user without rights; return the ports that were tried."""
    tried: list[int] = []
    create = socket.create_server

    def refuse(address: tuple[str, int], **options: Any) -> socket.socket:
        tried.append(address[1])
        if address[1] < 1024:
            raise PermissionError(errno.EACCES, "Permission denied")
        return create((address[0], 0), **options)

    monkeypatch.setattr(socket, "create_server", refuse)
    return tried


def test_a_port_that_needs_rights_is_explained(app: Flask, only_high_ports: list[int]) -> None:
    with pytest.raises(BadInput) as caught:
        PageServer(app, "127.0.0.1", 80)

    assert "port 80 needs rights that the companion does not have: choose one from 1024 up" == str(caught.value)
    assert [80] == only_high_ports


def test_a_port_that_needs_rights_gives_way_to_8080(app: Flask, only_high_ports: list[int]) -> None:
    PageServer(app, "127.0.0.1", 80, tries=3).close()

    assert [80, 8080] == only_high_ports


def test_a_host_that_is_not_ours_is_named(app: Flask) -> None:
    with pytest.raises(BadInput, match=r"^the page cannot be served on 203\.0\.113\.7, port 8080: "):
        PageServer(app, "203.0.113.7", 8080)


@pytest.mark.parametrize("host", ["0.0.0.0", ""])
def test_the_address_of_an_open_server_is_one_for_this_machine(app: Flask, host: str) -> None:
    server = PageServer(app, host, 0)
    server.close()

    assert f"http://localhost:{server.port}/" == server.url


def test_closing_twice_is_closing_once(app: Flask) -> None:
    server = PageServer(app, "127.0.0.1", 0)
    server.start()

    server.close()
    server.close()

    with pytest.raises(ConnectionRefusedError):
        Visitor(server.port).get("/")


@pytest.mark.parametrize("sent", [b"", b"POST /api/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"])
def test_connections_that_only_wait_do_not_keep_the_page_from_others(app: Flask, sent: bytes) -> None:
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    waiting: list[socket.socket] = []
    try:
        for _ in range(260):
            waiting.append(socket.create_connection(("127.0.0.1", server.port), timeout=5))
            with suppress(OSError):  # it may have had to make room already
                waiting[-1].sendall(sent)
        began = time.monotonic()

        assert 200 == Visitor(server.port).get("/").status
        assert time.monotonic() - began < 0.5 + BUSY_MACHINE_S
    finally:
        for each in waiting:
            each.close()
        server.close()
