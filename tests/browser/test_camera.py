"""The camera is released and taken back on the page of a real table, and pages that were left end their streams."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, address_of, shoot
from tests.device.camera.seen_table import SeenTable
from vision.camera.live import jpeg
from vision.camera.source import Image
from web.serve import PageServer

pytestmark = pytest.mark.browser

LEFT_S = 5.0
ASK_FOR_THE_PICTURE = """() => new Promise((done) => {
  const image = new Image();
  image.onload = () => done("a picture");
  image.onerror = () => done("nothing");
  image.src = "/live.jpg?n=late";
})"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SeenTable]:
    table = SeenTable(tmp_path)
    table.start()
    yield table
    table.close()


@pytest.fixture
def server(table: SeenTable) -> PageServer:
    return table.server


@pytest.fixture
def opened(new_context: Callable[..., BrowserContext], server: PageServer) -> Callable[..., Page]:
    def open_page(viewport: dict[str, int] = PHONE, locale: str = "en-GB") -> Page:
        page = new_context(viewport, locale=locale).new_page()
        page.goto(address_of(server))
        page.wait_for_selector("body[data-version]")
        return page

    return open_page


def photograph(image: Image) -> dict[str, object]:
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": jpeg(image, 90)}


@pytest.mark.parametrize(("viewport", "name"), [(PHONE, "phone"), (DESKTOP, "desktop")])
def test_the_camera_is_released_and_everybody_sees_it_until_somebody_takes_it_back(
    opened: Callable[..., Page], table: SeenTable, viewport: dict[str, int], name: str
) -> None:
    mine, other = opened(viewport), opened()
    expect(mine.locator("#live-card")).to_be_visible()
    mine.get_by_role("button", name="Release the camera").click()

    for page in (mine, other):
        expect(page.locator("#camera-released")).to_be_visible()
        expect(page.locator("#camera-released")).to_contain_text("another program may use it")
        expect(page.locator("#live-card")).to_be_hidden()
        expect(page.get_by_role("button", name="Release the camera")).to_be_hidden()
    assert not table.camera.open_now
    shoot(mine, f"camera-released-{name}")

    other.get_by_role("button", name="Take the camera back").click()
    for page in (mine, other):
        expect(page.locator("#camera-released")).to_be_hidden()
        expect(page.locator("#live-card")).to_be_visible()
        expect(page.get_by_role("button", name="Release the camera")).to_be_visible()
    shoot(mine, f"camera-ours-{name}")


def test_a_page_that_asks_for_the_picture_a_moment_too_late_has_no_reason_to_complain(
    opened: Callable[..., Page], table: SeenTable
) -> None:
    page = opened()
    page.get_by_role("button", name="Release the camera").click()
    expect(page.locator("#camera-released")).to_be_visible()

    assert "nothing" == page.evaluate(ASK_FOR_THE_PICTURE)


def test_while_it_is_released_reading_is_refused_in_words_and_a_telephones_photograph_is_read(
    opened: Callable[..., Page], complaints: list[str], table: SeenTable
) -> None:
    page = opened(locale="fr-FR")
    page.get_by_role("button", name="Libérer la caméra").click()
    expect(page.get_by_role("button", name="Reprendre la caméra")).to_be_visible()
    page.locator("#looks .read").first.click()
    expect(page.locator("#toasts")).to_contain_text("reprenez d\N{RIGHT SINGLE QUOTATION MARK}abord la caméra")
    complaints.clear()  # Chromium notes every 409

    frame = table.camera.still(0, 0).image
    page.locator("#looks input[type=file]").first.set_input_files(files=[photograph(frame)])
    expect(page.locator("#pictures .picture").first).to_be_visible()
    assert [6, 2, 1, 5] == [die["value"] for die in table.state["match"]["pictures"][0]["dice"]]


def so_within(seconds: float, true: Callable[[], bool]) -> bool:
    limit = time.monotonic() + seconds
    while not true() and time.monotonic() < limit:
        threading.Event().wait(0.02)
    return true()


def test_d8_a_page_that_was_opened_and_left_fifty_times_leaves_no_stream_and_asks_for_no_picture(
    new_context: Callable[..., BrowserContext], table: SeenTable
) -> None:
    context = new_context()
    asked: list[str] = []
    context.on("request", lambda request: "/live.jpg" in request.url and asked.append(request.url))
    page = context.new_page()
    for visit in range(50):
        page.goto(address_of(table.server))
        page.wait_for_selector("#live.seen" if visit % 10 == 9 else "body[data-version]")
        page.goto("about:blank")

    assert so_within(LEFT_S, lambda: table.server._streams.open <= 1)
    seen = len(asked)
    assert seen >= 5
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert seen == len(asked)
