"""A whole match of Cubo on the simulated table, by clicking only: the real program, the real reader, a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, shoot
from tests.browser.people import running_table, sheet_of, sit_down, touch

pytestmark = pytest.mark.browser

ROUNDS = 6
PLAYERS = ("Ada", "Basile")
LONGEST_S = 90
MOST_CLICKS = 200


@pytest.fixture
def table(tmp_path: Path) -> Iterator[str]:
    """Run the companion on a simulated table; give the address of its page."""
    with running_table(tmp_path) as address:
        yield address


@dataclass
class People:
    """Two people with one telephone: they look at the page, and touch what it offers them."""

    page: Page
    squares: list[str] = field(default_factory=list)
    """Every square that was confirmed: how many dice the reader saw, and of how many it was sure."""
    shot: set[str] = field(default_factory=set)
    exchanges: int = 0

    def play(self) -> None:
        """Go on until the match is over."""
        for _ in range(MOST_CLICKS):
            if self.page.locator("#result").is_visible():
                return
            self.touch(self.next())
        raise AssertionError("the match does not come to an end")

    def touch(self, target: Locator) -> None:
        """Touch `target`, and wait until the page shows what became of it."""
        touch(self.page, target)

    def next(self) -> Locator:
        """Return the one thing to touch that goes on from here."""
        page = self.page
        doubtful = page.locator("#pictures details[open] .photo [role=button].doubt")
        taking = page.locator("#actions button", has_text=re.compile(r"takes [RB]\d"))
        unread = page.locator("#looks li:not(.seen) .read")
        places = page.locator("#cells button")
        primary = page.locator("#actions button.primary")
        armed = page.locator(".call[data-lamp=armed], .call[data-lamp=hurry]")
        if doubtful.count():
            doubtful.first.press("Enter")
            return page.locator("#correct .face").first  # the likeliest value
        if taking.count():
            return taking.first
        if unread.count() and not armed.count():
            return unread.first
        if places.count() and self.exchanges == 0:
            self.exchanges += 1
            return places.first
        if primary.count():
            self.agree()
            return primary.first
        return armed.or_(page.get_by_role("button", name="It lies as shown")).first

    def agree(self) -> None:
        """Look at the square that is about to be counted."""
        for photo in self.page.locator("#pictures details[data-zone^='square'][open] .photo").all():
            if self.page.locator("#headline", has_text="is counted").count():
                expect(photo.locator(".seen").first).to_be_attached()  # the photograph is drawn after the headline
                self.squares.append(f"{photo.locator('.seen').count()} dice, {photo.locator('.sure').count()} sure")
                self.shoot("counted")

    def shoot(self, moment: str) -> None:
        """Keep pictures of `moment`, once: telephone and desktop, light and dark."""
        if moment in self.shot:
            return
        self.shot.add(moment)
        for size, viewport in (("desktop", DESKTOP), ("phone", PHONE)):
            for theme in ("dark", "light"):
                self.page.set_viewport_size(viewport)
                self.page.emulate_media(color_scheme=theme)
                shoot(self.page, f"match-{moment}-{size}-{theme}")


@pytest.fixture
def people(table: str, new_context: Callable[..., BrowserContext]) -> People:
    """Sit down, write the names, and start."""
    page = new_context(reduced_motion="reduce").new_page()
    sit_down(page, table, "cubo", *PLAYERS)
    return People(page)


def test_a_match_is_played_to_the_end_by_clicking_only(people: People) -> None:
    began = monotonic()

    people.play()
    people.shoot("over")

    rows = [[int(text) for text in row] for row in sheet_of(people.page)]
    assert [ROUNDS + 1] * len(PLAYERS) == [len(row) for row in rows]
    totals = [row[-1] for row in rows]
    assert totals == [sum(row[:-1]) for row in rows]
    winner = PLAYERS[totals.index(max(totals))]
    expect(people.page.locator("#result")).to_contain_text(winner if totals[0] != totals[1] else "share")
    assert ["9 dice, 9 sure"] * ROUNDS * len(PLAYERS) == people.squares
    assert monotonic() - began < LONGEST_S


def test_a_correction_shows_at_once_and_undo_takes_it_back(people: People) -> None:
    page = people.page
    square = page.locator("#pictures details[data-zone^='square'][open]")
    while not square.count():
        people.touch(people.next())
    die = square.locator("[data-die='0']")
    read, points = die.locator("text").text_content() or "", square.locator(".total").inner_text()
    other = str(int(read) % 6 + 1)

    die.press("Enter")
    people.touch(page.locator(f"[data-slot=all] .face[data-value='{other}']"))
    expect(die.locator("text")).to_have_text(other)

    people.touch(page.locator("#undo"))
    expect(die.locator("text")).to_have_text(read)
    expect(square.locator(".total")).to_have_text(points)

    people.touch(page.locator("#redo"))
    expect(die.locator("text")).to_have_text(other)
