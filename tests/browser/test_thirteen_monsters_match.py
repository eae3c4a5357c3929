"""A match of 13 Monsters by clicking only: pairs, a power, a fight, and four elements win."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from companion.games.thirteen_monsters.cards import CELLS, Pair, dealt
from tests.browser.conftest import DESKTOP, PHONE, shoot
from tests.browser.people import running_table, sheet_of, sit_down, touch

pytestmark = pytest.mark.browser

SEED = 7
PLAYERS = ("Ada", "Basile")
OF_FOUR_ELEMENTS = ("01", "04", "08", "10")
NAMES = {"04": "Sandil", "08": "Ilsabelt", "10": "Itvill"}


def test_a_match_is_played_to_the_end_by_clicking_only(
    tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(DESKTOP, reduced_motion="reduce").new_page()
    with running_table(tmp_path, seed=SEED) as address:
        sit_down(page, address, "thirteen-monsters", *PLAYERS)
        game = Searching(page)
        assert [] == game.told_by_the_page()
        game.misses()
        game.finds("07.1")
        game.misses()
        game.finds("01.1", "01.2", "01.3")
        expect(page.locator("#boards")).to_contain_text("Beast Master: 40 health points")
        game.button("Permafrost")
        touch(page, page.locator(".piece[data-event=Froze]").first)
        expect(page.locator(".piece.hinted[aria-label*='frozen by Ada']")).to_have_count(1)
        _fight(game)
        for number in OF_FOUR_ELEMENTS[1:]:
            game.finds(*(f"{number}.{level}" for level in (1, 2, 3)))
            touch(page, page.locator(f".piece[data-event=Chosen][aria-label^='the head of {NAMES[number]}']"))
        _shoot(page, "over")

        expect(page.locator("#result")).to_contain_text("Ada is Elementary Master and wins")
        assert [["4", "1", "160"], ["0", "0", "0"]] == sheet_of(page)
        page.goto("about:blank")


@dataclass
class Searching:
    """Somebody who knows where all the cards lie, which the page tells nobody."""

    page: Page

    def told_by_the_page(self) -> list[str]:
        """Return what the page says of a card that lies face down, beside its place."""
        names = self.page.locator(".piece.back").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
        assert len(CELLS) == len(names)
        return [name for name in names if not re.fullmatch(r"row \d, place \d: face down: turn it up", name)]

    def button(self, words: str) -> None:
        touch(self.page, self.page.locator("#actions button", has_text=words).first)

    def flips(self, cell: tuple[int, int]) -> None:
        where = f"row {cell[0] + 1}, place {cell[1] + 1}: "
        touch(self.page, self.page.locator(f".piece[data-event=CardFlipped][aria-label^='{where}']"))

    def finds(self, *pairs: str) -> None:
        for wanted in pairs:
            for cell, card in dealt(SEED).items():
                if card.pair == Pair.parse(wanted):
                    self.flips(cell)

    def tells(self, *dice: int) -> None:
        for value in dice:
            touch(self.page, self.page.locator(f".piece[data-event=DieTold][aria-label^='a {value}:']"))

    def misses(self) -> None:
        """Turn up the halves of two monsters that nobody needs, and turn them back."""
        grid = {str(card): cell for cell, card in dealt(SEED).items()}
        self.flips(grid["12.1L"])
        self.flips(grid["11.1L"])
        _shoot(self.page, "turned-up")
        self.button("Turn back and end the turn")


def _fight(game: Searching) -> None:
    """Attack the one pair of the other: dice are read, put aside, thrown again, told and counted."""
    page = game.page
    touch(page, page.locator(".piece[data-event=PairPicked][aria-label^='the head of Chall']"))
    game.button("Attack the head of Chall")
    expect(page.locator(".piece[aria-label*='frozen by']")).to_have_count(0)
    touch(page, page.locator("#looks .read"))
    expect(page.locator("#pictures figure")).to_be_visible()
    touch(page, page.locator(".piece[data-event=PutAside]").first)
    _shoot(page, "fight")
    game.button("Throw 4 dice again")
    game.tells(6, 6, 6, 6)
    game.button("Stop")
    game.tells(1, 2, 3, 4, 6)
    game.button("Stop: 0 points")
    expect(page.locator("#headline")).to_contain_text("It is the turn of Ada")


_SHOT: set[str] = set()


def _shoot(page: Page, moment: str) -> None:
    """Keep pictures of a moment, once."""
    if moment in _SHOT:
        return
    _SHOT.add(moment)
    for size, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
        page.set_viewport_size(viewport)
        shoot(page, f"thirteen-monsters-{moment}-{size}")
