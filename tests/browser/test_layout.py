"""The page in every size and both themes: nothing sticks out, and a picture of each is kept to be looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.service import MatchShown
from companion.table import Player, Seat, Table
from tests.browser.conftest import DESKTOP, PHONE, SCREENSHOTS, NewPage, shoot
from tests.web import board_scenes, scenes
from tests.web.fake_service import FakeService

pytestmark = pytest.mark.browser

SIZES = {"phone": PHONE, "desktop": DESKTOP, "television": {"width": 1920, "height": 1080}}
MOMENTS: dict[str, Callable[[], MatchShown | None]] = {
    "lobby": lambda: None,
    "rolling": scenes.rolling,
    "closing": scenes.closing,
    "counting": scenes.counting,
    "doubtful": lambda: scenes.counting(scenes.doubtful()),
    "boards": board_scenes.boards,
    "over": scenes.over,
}
CUT_OFF = """() => [...document.querySelectorAll('main *')].filter((each) => {
    const box = each.getBoundingClientRect();
    const clipped = each.closest('.hush, svg, template') || !box.width;
    return !clipped && (box.right > innerWidth + 0.5 || box.left < -0.5);
}).map((each) => each.className || each.id || each.tagName)"""
SMALL = """() => [...document.querySelectorAll('button, summary, a, label.button, label.choice')].filter((each) => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility() && (box.height < 43.5 || box.width < 43.5);
}).map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_everything_fits(new_page: NewPage, service: FakeService, size: str, theme: str) -> None:
    page = new_page(SIZES[size], color_scheme=theme, reduced_motion="reduce")
    misfits = {}
    for name, moment in MOMENTS.items():
        service.show(scenes.snapshot(moment()))
        page.wait_for_selector(f"body[data-version='{service.snapshot().version}']")
        page.wait_for_selector("#live.seen" if moment() else "#past li")
        shoot(page, f"{name}-{size}-{theme}")
        misfits[name] = page.evaluate(CUT_OFF) + page.evaluate(SMALL)

    assert {name: [] for name in MOMENTS} == misfits


@pytest.mark.parametrize("size", SIZES)
def test_long_names_leave_every_score_in_view(new_page: NewPage, service: FakeService, size: str) -> None:
    table = Table(tuple(Player(Seat(seat), "Wolfeschlegelsteinhausenbergerdorffwelch"[:40]) for seat in (1, 2, 3)))
    service.show(scenes.snapshot(replace(scenes.counting(), table=table)))
    page = new_page(SIZES[size])

    sums = page.locator(".sheet tbody .sum")
    expect(sums).to_have_text(["60", "20", "32"])
    for index in range(3):
        box = sums.nth(index).bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= SIZES[size]["width"]
    assert [] == page.evaluate(CUT_OFF)


def test_the_last_player_finds_the_button_without_scrolling(new_page: NewPage, service: FakeService) -> None:
    service.show(scenes.snapshot(scenes.closing()))
    page = new_page(PHONE)

    button = page.locator(".call[data-lamp='hurry']").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= PHONE["height"]
    page.screenshot(path=SCREENSHOTS / "closing-first-view.png")


def test_the_page_is_whole_in_french(new_page: NewPage, service: FakeService) -> None:
    service.show(scenes.snapshot(scenes.counting()))
    page = new_page(PHONE, path="?lang=fr")
    shoot(page, "counting-phone-french")

    assert ([], []) == (page.evaluate(CUT_OFF), page.evaluate(SMALL))


def test_every_control_has_a_name_and_every_picture_a_text(new_page: NewPage, service: FakeService) -> None:
    service.show(scenes.snapshot(scenes.counting()))
    page = new_page()

    nameless = page.evaluate("""() => [...document.querySelectorAll('button, input, a, [role=button]')]
        .filter((each) => each.checkVisibility() && !(each.textContent.trim() || each.ariaLabel || each.labels?.length))
        .map((each) => each.outerHTML)""")
    silent = page.evaluate("[...document.images].filter((each) => !each.hasAttribute('alt')).map((each) => each.src)")
    assert ([], []) == (nameless, silent)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_their_ground(new_page: NewPage, service: FakeService, theme: str) -> None:
    service.show(scenes.snapshot(scenes.counting(scenes.doubtful())))
    page = new_page(color_scheme=theme)

    weak = page.evaluate(CONTRAST)
    assert [] == weak


CONTRAST = """() => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
      .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (node) => {
    for (let each = node; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.backgroundImage !== 'none') return null;
      const colour = parse(style.backgroundColor);
      if (colour.length === 3 || colour[3] > 0.99) return style.backgroundColor.startsWith('rgb') ? colour : null;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('body *')].filter((each) => {
    const words = [...each.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!words || !each.checkVisibility() || each.closest('svg, :disabled, .hush, template')) return false;
    const behind = ground(each);
    if (!behind) return false;
    const [a, b] = [light(parse(getComputedStyle(each).color)), light(behind)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
  }).map((each) => each.textContent.trim().slice(0, 60));
}"""
