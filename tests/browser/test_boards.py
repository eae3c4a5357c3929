"""Boards on the page: a tap on a piece sends what it stands for; a hand is seen by its player only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage, address_of, shoot
from tests.web import board_scenes, scenes
from tests.web.fake_service import FakeService
from web.serve import PageServer

pytestmark = pytest.mark.browser

HAND = ".board:has(summary .badge[data-seat='1'])"


@pytest.fixture(autouse=True)
def shown(service: FakeService) -> None:
    service.show(scenes.snapshot(board_scenes.boards()))


def test_a_tap_on_a_face_sends_it(new_page: NewPage, service: FakeService) -> None:
    page = new_page(DESKTOP)

    with page.expect_response("**/api/send"):
        page.locator(".board .piece.yellow").nth(4).click()

    assert ("send", "DieTaken", {"tile": 4, "face": "yellow"}) == service.asked[-1]


def test_a_face_can_be_chosen_with_the_keyboard(new_page: NewPage, service: FakeService) -> None:
    page = new_page(DESKTOP)

    page.locator(".board .piece.red").nth(2).focus()
    with page.expect_response("**/api/send"):
        page.keyboard.press("Enter")

    assert ("send", "DieTaken", {"tile": 2, "face": "red"}) == service.asked[-1]


def test_only_the_page_of_its_player_shows_a_hand(
    server: PageServer, new_context: Callable[..., BrowserContext]
) -> None:
    """Two telephones side by side."""
    hers, his = (_opened(new_context(PHONE), server) for _ in range(2))
    expect(hers.locator(f"{HAND} .piece")).to_have_count(0)

    hers.locator("#viewer button", has_text="Ada").click()
    his.locator("#viewer button", has_text="Basile").click()

    expect(hers.locator(f"{HAND} .piece")).to_have_count(6)
    expect(his.locator("#viewer button[aria-pressed=true]")).to_have_text("2 Basile")
    expect(his.locator(f"{HAND} .piece")).to_have_count(0)
    shoot(hers, "hand-phone")
    shoot(his, "hand-of-somebody-else-phone")


def _opened(context: BrowserContext, server: PageServer) -> Page:
    page = context.new_page()
    page.goto(address_of(server))
    page.wait_for_selector("#viewer button")
    return page
