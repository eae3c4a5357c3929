"""Debian's Chromium on a page: an error of a script, or a foreign address, fails the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from companion.service import MatchShown
from tests.web import scenes
from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN
from web.app import create_app
from web.serve import PageServer

CHROMIUM = "/usr/bin/chromium"
HOST = "companion.local"
"""A name of the home network, so that the browser treats the page as what it is: not secure, without many an API."""
ARGUMENTS = ["--no-sandbox", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
SCREENSHOTS = Path(__file__).parents[1] / "screenshots"
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 860}
TIMEOUT_MS = 10_000

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def service() -> FakeService:
    return scenes.service()


@pytest.fixture
def server(service: FakeService) -> Iterator[PageServer]:
    served = PageServer(create_app(service, token=TOKEN), "127.0.0.1", 0)
    served.start()
    yield served
    served.close()


def address_of(server: PageServer) -> str:
    """Return the address under which a phone in the house would find the page."""
    return f"http://{HOST}:{server.port}/"


@pytest.fixture
def complaints() -> list[str]:
    """What browsers complained about; a test that expects a complaint takes it out."""
    return []


@pytest.fixture
def new_context(
    browser: Browser,
    complaints: list[str],
    server: PageServer,  # it stops after the browsers, which would complain about its silence
) -> Iterator[Callable[..., BrowserContext]]:
    """Open browsers of different size, language and theme; nobody may have had a reason to complain at the end."""
    contexts: list[BrowserContext] = []

    def open_context(viewport: dict[str, int] = PHONE, **options: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": viewport, "locale": "en-GB", **options})
        context.set_default_timeout(TIMEOUT_MS)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("console", lambda said: said.type in ("error", "warning") and complaints.append(said.text))
        context.on("request", lambda asked: _must_be_ours(asked.url, complaints))
        contexts.append(context)
        return context

    yield open_context
    for context in contexts:
        context.close()
    assert [] == complaints


def _must_be_ours(url: str, complaints: list[str]) -> None:
    if urlsplit(url).hostname not in (HOST, None):
        complaints.append(f"a foreign address: {url}")


@pytest.fixture
def new_page(server: PageServer, new_context: Callable[..., BrowserContext]) -> NewPage:
    """Open the page of the fake service."""

    def open_page(viewport: dict[str, int] = PHONE, path: str = "", **options: Any) -> Page:
        page = new_context(viewport, **options).new_page()
        page.goto(address_of(server) + path)
        page.wait_for_selector("body[data-version]")
        return page

    return open_page


def shoot(page: Page, name: str) -> None:
    """Keep a picture of the whole page, for people to look at."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True, animations="disabled")


def show(service: FakeService, match: MatchShown | None) -> int:
    """Put `match` on the service and return its version."""
    service.show(scenes.snapshot(match))
    return service.snapshot().version
