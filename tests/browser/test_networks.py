"""Many pages at once, and bad networks, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.conftest import NewPage, address_of, show
from tests.web import scenes
from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN, Visitor
from web.serve import PageServer

pytestmark = pytest.mark.browser

MARK_UP = "<svg/onload=alert()>"
LONG = "W" * 40


def test_eight_tabs_of_one_browser_all_follow_and_answer(
    server: PageServer, new_context: Callable[..., BrowserContext], service: FakeService
) -> None:
    context = new_context()
    tabs = [context.new_page() for _ in range(8)]
    for tab in tabs:
        tab.goto(address_of(server))
        tab.wait_for_selector("body[data-version]")

    show(service, scenes.rolling())

    for tab in tabs:
        expect(tab.locator("#headline")).to_have_text("Roll and build!")
    with tabs[7].expect_response("**/api/press", timeout=2000):
        tabs[7].locator(".call[data-seat='1']").click()


def test_without_a_shared_worker_the_page_has_a_stream_of_its_own(
    server: PageServer, new_context: Callable[..., BrowserContext], service: FakeService
) -> None:
    context = new_context()
    context.add_init_script("delete globalThis.SharedWorker")
    page = context.new_page()
    page.goto(address_of(server))
    page.wait_for_selector("body[data-version]")

    show(service, scenes.rolling())

    expect(page.locator("#headline")).to_have_text("Roll and build!")


def test_a_phone_that_wakes_up_asks_at_once(
    server: PageServer, new_context: Callable[..., BrowserContext], service: FakeService
) -> None:
    context = new_context()
    context.add_init_script("delete globalThis.SharedWorker")
    page = context.new_page()
    page.goto(address_of(server))
    page.wait_for_selector("body[data-version]")

    with page.expect_response("**/api/snapshot?*", timeout=1000) as answer:
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")

    assert service.snapshot().version == answer.value.json()["version"]


def test_without_a_secure_address_the_page_says_that_the_screen_may_go_dark(
    server: PageServer, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    page.goto(address_of(server))

    assert page.evaluate("() => isSecureContext") is False
    expect(page.locator("#goes-dark")).to_be_visible()


def test_a_page_that_finds_no_stream_polls(
    server: PageServer, new_context: Callable[..., BrowserContext], service: FakeService
) -> None:
    context = new_context()
    context.add_init_script("delete globalThis.SharedWorker")
    full = 'retry: 30000\n\nevent: full\ndata: {"retry_ms": 30000}\n\n'
    context.route("**/live?*", lambda route: route.fulfill(content_type="text/event-stream", body=full))
    page = context.new_page()
    page.goto(address_of(server))
    page.wait_for_selector("body[data-version]")

    show(service, scenes.rolling())

    expect(page.locator("#headline")).to_have_text("Roll and build!")


def test_a_page_of_an_earlier_start_loads_itself_again(
    new_page: NewPage, service: FakeService, server: PageServer
) -> None:
    page = new_page()
    page.evaluate("document.querySelector('meta[name=companion-run]').content = 'an earlier start'")

    with page.expect_navigation():
        show(service, scenes.rolling())

    expect(page.locator("#headline")).to_have_text("Roll and build!")
    assert page.url == address_of(server)


def test_an_answer_that_does_not_come_is_asked_for_again_and_counts_once(
    new_page: NewPage, server: PageServer, service: FakeService, complaints: list[str]
) -> None:
    show(service, scenes.rolling())
    page = new_page()
    page.route("**/api/press", _Lossy(server.port).handle)

    with page.expect_response("**/api/press"):
        page.locator(".call[data-seat='1']").click()

    assert [("press", 1)] == service.asked
    complaints.clear()  # the browser's own note about the lost answer


class _Lossy:
    """A network that delivers the first request, loses its answer, and then works."""

    def __init__(self, port: int) -> None:
        self.visitor = Visitor(port)
        self._lost = False

    def handle(self, route: Route) -> None:
        if self._lost:
            route.continue_()
            return
        self._lost = True
        self.visitor.ask("POST", "/api/press", route.request.post_data_buffer, X_Companion_Token=TOKEN)
        route.abort()
