"""A table without a mat on a telephone: its corners are tapped in the live picture, dragged, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.service import Notice, NoticeLevel
from companion.texts import say
from device.camera.corners import Corners
from device.camera.table_memory import TableMemory
from device.camera.table_monitor import TableMonitor
from tests.browser.conftest import DESKTOP, PHONE, address_of, shoot
from tests.web import scenes
from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN
from vision.camera.source import Frame
from vision.render.render import Appearance, TableSurface, VirtualCamera, render
from web.app import create_app
from web.serve import PageServer

pytestmark = pytest.mark.browser

SIZE = (1280, 720)
WOOD = ((120, 78, 44), (160, 108, 66))
FOUR = [(0.8, 0.75), (0.2, 0.2), (0.2, 0.75), (0.8, 0.2)]
"""The corners as shares of the picture, in no particular order."""


class Above:
    """A camera over a wooden table."""

    def __init__(self) -> None:
        chance = np.random.default_rng(2)
        self.image = render((), VirtualCamera(500, 8), Appearance(TableSurface.WOOD, WOOD), SIZE, chance).image

    def latest(self) -> Frame:
        return Frame(self.image.copy(), 0, say("the fake camera"))

    def wait_newer(self, number: int, timeout_s: float) -> Frame | None:
        return None

    def steer(self, controls: object) -> None:
        """It has no controls."""


@pytest.fixture
def corners(tmp_path: Path) -> Corners:
    above = Above()
    watch = TableMonitor(above)
    return Corners(above, watch, TableMemory(tmp_path), (), SIZE)


@pytest.fixture
def server(service: FakeService, corners: Corners) -> Iterator[PageServer]:
    service.show(replace(scenes.snapshot(None), live=True, simulated=False))
    served = PageServer(create_app(service, token=TOKEN, corners=corners), "127.0.0.1", 0)
    served.start()
    yield served
    served.close()


def opened(new_context: Callable[..., BrowserContext], server: PageServer, viewport: dict[str, int] = PHONE) -> Page:
    """Return the page with the dialog open and its first picture shown."""
    page = new_context(viewport, has_touch=viewport is PHONE).new_page()
    page.goto(address_of(server))
    page.get_by_role("button", name="The corners of the table").click()
    expect(page.locator("#corners")).to_have_attribute("data-size", "1280,720")
    return page


def photo(page: Page) -> Locator:
    return page.locator("#corners .photo")


def tap(page: Page, share: tuple[float, float]) -> None:
    """Tap the picture at a share of its width and height: the dialog may show it with bars above and below."""
    page.mouse.click(*_point(page, share))


def _point(page: Page, share: tuple[float, float]) -> tuple[float, float]:
    box = page.locator("#corners .photo image").bounding_box()
    assert box is not None
    return box["x"] + share[0] * box["width"], box["y"] + share[1] * box["height"]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*_point(page, start))
    page.mouse.down()
    page.mouse.move(*_point(page, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)))
    expect(page.locator("#corners .closeup")).to_be_visible()
    page.mouse.move(*_point(page, end))
    page.mouse.up()


def saved(page: Page) -> Locator:
    return page.get_by_role("button", name="These are the corners")


def places(corners: Corners) -> list[tuple[float, float]]:
    """Return the corners that count, rounded to hundredths."""
    return sorted((round(x, 2), round(y, 2)) for x, y in corners.shown().corners)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_four_corners_are_tapped_in_any_order_and_count_at_once_and_after_a_restart(
    server: PageServer,
    new_context: Callable[..., BrowserContext],
    corners: Corners,
    tmp_path: Path,
    viewport: dict[str, int],
) -> None:
    page = opened(new_context, server, viewport)
    expect(saved(page)).to_be_disabled()
    for each in FOUR:
        tap(page, each)
    expect(page.locator(".corner")).to_have_count(4)
    shoot(page, f"corners-{'phone' if viewport is PHONE else 'desktop'}")
    saved(page).click()

    expect(page.locator("#corners")).to_be_hidden()
    expect(page.locator("#table-card li").first).to_have_text(
        "No mat is seen: what lies within the tapped corners is read."
    )
    assert sorted(FOUR) == places(corners)
    assert sorted(FOUR) == sorted((round(x, 2), round(y, 2)) for x, y in TableMemory(tmp_path).now.choice.corners)


def test_a_corner_is_dragged_and_what_was_done_is_undone(
    server: PageServer, new_context: Callable[..., BrowserContext], corners: Corners
) -> None:
    page = opened(new_context, server)
    for each in FOUR:
        tap(page, each)
    drag(page, (0.2, 0.2), (0.1, 0.3))
    drag(page, (0.8, 0.75), (0.9, 0.9))
    page.get_by_role("button", name="Undo").click()
    saved(page).click()

    expect(page.locator("#corners")).to_be_hidden()
    assert [(0.1, 0.3), (0.2, 0.75), (0.8, 0.2), (0.8, 0.75)] == places(corners)


def test_corners_that_are_no_table_are_refused_in_words_before_anything_counts(
    server: PageServer, new_context: Callable[..., BrowserContext], corners: Corners
) -> None:
    page = opened(new_context, server)
    for each in [(0.1, 0.1), (0.9, 0.1), (0.5, 0.12), (0.5, 0.9)]:
        tap(page, each)
    expect(page.locator("#corners .problems li").first).to_have_text(
        "one of the points lies between the others: tap each corner of the table once"
    )
    expect(saved(page)).to_be_disabled()
    drag(page, (0.5, 0.12), (0.1, 0.9))
    expect(saved(page)).to_be_enabled()
    expect(page.locator("#corners .problems li")).to_have_count(0)
    assert [] == places(corners)


def test_the_whole_picture_may_be_chosen_instead_and_leaving_changes_nothing(
    server: PageServer, new_context: Callable[..., BrowserContext], corners: Corners
) -> None:
    corners.choose(FOUR)
    page = opened(new_context, server)
    expect(page.locator(".corner")).to_have_count(4)
    drag(page, (0.2, 0.2), (0.1, 0.1))
    page.get_by_role("button", name="Leave it as it is").click()
    assert sorted(FOUR) == places(corners)

    page.get_by_role("button", name="The corners of the table").click()
    page.get_by_role("button", name="The whole picture").click()
    expect(page.locator("#table-card li").first).to_have_text("No mat is seen: the whole picture is read.")
    assert [] == places(corners)


def test_corners_can_be_set_by_keyboard(
    server: PageServer, new_context: Callable[..., BrowserContext], corners: Corners
) -> None:
    page = opened(new_context, server, DESKTOP)
    for _ in range(4):
        photo(page).focus()
        page.keyboard.press("Enter")
    page.locator(".corner").first.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(saved(page)).to_be_enabled()
    saved(page).click()
    expect(page.locator("#corners")).to_be_hidden()
    assert (0.12, 0.1) == places(corners)[1]


def test_when_the_camera_was_moved_the_card_says_so_as_soon_as_the_table_does(
    server: PageServer, new_context: Callable[..., BrowserContext], service: FakeService, corners: Corners
) -> None:
    page = new_context(PHONE).new_page()
    page.goto(address_of(server))
    expect(page.locator("#table-card li").first).to_have_text("No mat is seen: the whole picture is read.")
    corners.choose(FOUR)
    notice = Notice("mat", NoticeLevel.WARNING, say("the camera or the table was moved"))
    service.show(replace(scenes.snapshot(None), live=True, simulated=False, notices=(notice,)))
    expect(page.locator("#table-card li").first).to_have_text(
        "No mat is seen: what lies within the tapped corners is read."
    )


def test_a_simulated_table_has_no_corners(
    server: PageServer, new_context: Callable[..., BrowserContext], service: FakeService
) -> None:
    service.show(replace(scenes.snapshot(None), live=True, simulated=True))
    page = new_context(PHONE).new_page()
    page.goto(address_of(server))
    page.wait_for_selector("body[data-version]")
    expect(page.locator("#table-card")).to_be_hidden()
