"""A page on a real port, with a desk that only remembers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.fake_desk import FakeDesk
from tests.web.visitor import TOKEN, Visitor
from web.app import create_app
from web.serve import PageServer


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def server(desk: FakeDesk) -> Iterator[PageServer]:
    served = PageServer(create_app(desk, token=TOKEN), "127.0.0.1", 0)
    served.start()
    yield served
    served.close()


@pytest.fixture
def visitor(server: PageServer) -> Visitor:
    return Visitor(server.port)
