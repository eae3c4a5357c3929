"""A whole match of Monster Rush by clicking only: the real program behind a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, shoot
from tests.browser.people import running_table, sheet_of, sit_down, touch

pytestmark = pytest.mark.browser

FLIPS = 9
"""Cards that are turned up before somebody grabs: often enough for the first monster, not always."""
MOST_GRABS = 12


def test_a_match_is_played_to_the_end_by_clicking_only(
    tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(DESKTOP, reduced_motion="reduce").new_page()
    with running_table(tmp_path) as address:
        sit_down(page, address, "monster-rush", "Ada", "Basile", rules=("ends_when=pile_empty",))
        for grab in range(MOST_GRABS):
            _turn_up_and_grab(page, seat=1 + grab % 2)
            if page.locator("#result").is_visible():
                break
        _shoot(page, "over")

        rows = [[int(text) for text in row] for row in sheet_of(page)]
        assert [sum(row[:-1]) for row in rows] == [row[-1] for row in rows]
        assert any(row[0] > 0 for row in rows), "nobody was right"
        totals = [row[-1] for row in rows]
        expect(page.locator("#result")).to_contain_text("Ada" if totals[0] > totals[1] else "Basile")
        page.goto("about:blank")


def _turn_up_and_grab(page: Page, seat: int) -> None:
    for number in range(FLIPS):
        if number % 2:
            touch(page, page.locator("#actions button.primary"))
        else:
            touch(page, page.locator(".piece[data-event=TopCardFlipped]"))
    _shoot(page, "turned-up")
    touch(page, page.locator(f".call[data-seat='{seat}']"))
    touch(page, page.locator(".piece[data-event=SlotPressed]").first)
    expect(page.locator(".board summary", has_text="grabbed")).to_be_visible()
    _shoot(page, "grabbed")


_SHOT: set[str] = set()


def _shoot(page: Page, moment: str) -> None:
    """Keep pictures of a moment, once."""
    if moment in _SHOT:
        return
    _SHOT.add(moment)
    for size, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
        page.set_viewport_size(viewport)
        shoot(page, f"monster-rush-{moment}-{size}")
