"""A page on a real port, with a service that only remembers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN, Visitor
from web.app import create_app
from web.serve import PageServer


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
def server(service: FakeService) -> Iterator[PageServer]:
    served = PageServer(create_app(service, token=TOKEN), "127.0.0.1", 0)
    served.start()
    yield served
    served.close()


@pytest.fixture
def visitor(server: PageServer) -> Visitor:
    return Visitor(server.port)
