"""A match of Monad by clicking only, on two telephones side by side: each shows the hand of its player and no other."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.games.monad.cards import MonadCard, Rank
from companion.games.monad.legal import is_thrifty, operations
from companion.games.monad.market import Market
from companion.games.monad.operations import Operation, OperationKind
from companion.games.monad.options import MonadOptions
from tests.browser.conftest import PHONE, shoot
from tests.browser.people import running_table, sit_down, touch

pytestmark = pytest.mark.browser

PLAYERS = ("Ada", "Basile")
NAMES = {"Unit": 1, "Bi": 2, "Tri": 3, "Quad": 4, "Quint": 5}
MOST_TURNS = 400
RULES = ("dealt=by_companion", "length=short")


def test_two_telephones_play_to_the_end(tmp_path: Path, new_context: Callable[..., BrowserContext]) -> None:
    phones = [new_context(PHONE, reduced_motion="reduce").new_page() for _ in PLAYERS]
    with running_table(tmp_path, seed=7) as address:
        sit_down(phones[0], address, "monad", *PLAYERS, rules=RULES)
        phones[1].goto(address)
        for phone, name in zip(phones, PLAYERS, strict=True):
            phone.locator("#viewer button", has_text=name).click()
            phone.wait_for_selector("#viewer button[aria-pressed=true]")
        hands = [Telephone(phone, seat) for seat, phone in enumerate(phones, 1)]
        for hand, other in ((hands[0], hands[1]), (hands[1], hands[0])):
            expect(hand.cards()).to_have_count(6)
            expect(other.page.locator(f"{hand.board} .piece")).to_have_count(0)
        shoot(phones[0], "monad-hand-phone")
        for _ in range(MOST_TURNS):
            _agree(phones)
            if phones[0].locator("#result").is_visible():
                break
            hands[int(phones[0].locator(".call.turn").get_attribute("data-seat") or 1) - 1].go_on()
        expect(phones[0].locator("#result")).to_contain_text(re.compile("(Ada|Basile) wins with 1 Monad"))
        expect(phones[1].locator("#result")).to_be_visible()
        shoot(phones[0], "monad-over-phone")
        for phone in phones:
            phone.goto("about:blank")  # before the companion ends, which they would complain about


def _agree(phones: list[Page]) -> None:
    """Wait until all telephones show the moment that the one shows that was touched last."""
    latest = max(phones, key=lambda phone: int(phone.get_attribute("body", "data-version") or 0))
    mark = latest.get_attribute("#match", "data-mark")
    for phone in phones:
        phone.wait_for_function("(mark) => document.getElementById('match').dataset.mark === mark", arg=mark)


@dataclass
class Telephone:
    """The telephone of one player, who sees his hand and the table, and touches what he wants to do."""

    page: Page
    seat: int

    @property
    def board(self) -> str:
        return f".board:has(summary .badge[data-seat='{self.seat}'])"

    def cards(self) -> Locator:
        return self.page.locator(f"{self.board} .piece")

    def go_on(self) -> None:
        """Do the next thing: take a bonus, trade or buy upwards, or draw, turn over, end the turn."""
        if (bonus := self._button("Take the bonus")).count():
            return touch(self.page, bonus)
        operation = self._best()
        if operation is not None:
            return self._carry_out(operation)
        for words in ("End the turn", "Draw a Unit", "Turn the discard over", "Pass"):
            if (button := self._button(words)).count():
                return touch(self.page, button)
        raise AssertionError(f"nothing can be done: {self.page.locator('#headline').inner_text()}")

    def _button(self, words: str) -> Locator:
        return self.page.locator("#actions button", has_text=words).first

    def _carry_out(self, operation: Operation) -> None:
        for card in operation.cards:
            name = next(name for name, rank in NAMES.items() if rank == card.rank)
            label = f"{name} {card.colour.value.replace('sky', 'sky blue')}: lay it out"
            touch(self.page, self.page.locator(f"{self.board} .piece[aria-label='{label}']").first)
        rank = operation.target.name.capitalize()
        words = {
            OperationKind.TRADE: f"Trade for a {rank}",
            OperationKind.BUY: f"Buy a {rank}",
            OperationKind.LEAP: f"Leap to a {rank}",
        }
        touch(self.page, self._button(words[operation.kind]))

    def _best(self) -> Operation | None:
        """Return what a keen player does: the highest card that his hand gives, trades before purchases."""
        found = [
            each
            for each in operations(self._read(self.board), self._market(), None, MonadOptions())
            if each.kind is not OperationKind.LEAP and (each.kind is OperationKind.TRADE or is_thrifty(each))
        ]
        return max(
            found, key=lambda each: (each.target, each.kind is OperationKind.TRADE, -len(each.cards)), default=None
        )

    def _read(self, board: str) -> tuple[MonadCard, ...]:
        """Return the cards on a board, by the names that a screen reader says."""
        names = self.page.locator(f"{board} .piece").evaluate_all(
            "all => all.map(each => each.getAttribute('aria-label'))"
        )
        return tuple(
            MonadCard(Rank(NAMES[found[1]]), found[2][0])
            for name in names
            if (found := re.match(r"(Unit|Bi|Tri|Quad|Quint) (red|orange|yellow|navy|sky|green)", name))
        )

    def _market(self) -> Market:
        lying = self._read(".board:has(h2:text-is('On the table'))")
        columns = {rank: tuple(card for card in lying if card.rank is rank) for rank in Rank if 1 < rank < 6}
        return Market(columns, 1)
