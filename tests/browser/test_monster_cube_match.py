"""A whole match of each rule set of Monster Cube by clicking only: the real program behind a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion.games.monster_cube.claims import Allowed, ClaimRules, FormulaKind
from companion.games.monster_cube.options import Straights
from companion.games.monster_cube.solver import Solution, solve
from companion.games.monster_cube.tiles import FACES, Layout, Tile
from tests.browser.conftest import DESKTOP, PHONE, shoot
from tests.browser.people import running_table, sheet_of, sit_down, touch

pytestmark = pytest.mark.browser

MOST_ROUNDS = 60
THREE_TILES = Allowed(straights=Straights.OFF)


@dataclass
class Somebody:
    """Somebody who looks at a page, reckons, and touches what it offers."""

    page: Page
    rules: ClaimRules
    name: str
    shot: set[str] = field(default_factory=set)

    def boards(self) -> list[dict[str, Any]]:
        """Return the boards of the page as they came."""
        seat = self.page.evaluate("localStorage.getItem('companion-seat')")
        query = f"?seat={seat}" if seat else ""
        boards: list[dict[str, Any]] = self.page.evaluate(f"fetch('/api/snapshot{query}').then((a) => a.json())")[
            "match"
        ]["boards"]
        return boards

    def pieces(self, event: str) -> list[tuple[int, int, dict[str, Any]]]:
        """Return every piece that sends `event`: which board, which piece, and what it is."""
        return [
            (at, number, piece)
            for at, board in enumerate(self.boards())
            for number, piece in enumerate(board["pieces"])
            if piece["action"] and piece["action"]["event"] == event
        ]

    def tap(self, event: str, **values: Any) -> None:
        """Touch the piece that sends `event` with `values`."""
        at, number = next(
            (at, number)
            for at, number, piece in self.pieces(event)
            if {**piece["action"]["values"], **values} == piece["action"]["values"]
        )
        self.touch(self.page.locator("#boards .board").nth(at).locator(f"[data-piece='{number}']"))

    def touch(self, target: Locator) -> None:
        """Touch `target`, and wait for what becomes of it."""
        touch(self.page, target)

    def button(self, words: str) -> Locator:
        """Return the button with these words."""
        return self.page.locator("#actions button", has_text=words).first

    def layout(self) -> Layout:
        """Return the tiles as the page shows them."""
        shown = {
            (piece["action"]["values"]["q"], piece["action"]["values"]["r"], piece["action"]["values"]["face"]): int(
                piece["label"]
            )
            for _, _, piece in self.pieces("FaceTapped")
        }
        places = {(q, r) for q, r, _ in shown}
        return Layout.of({(q, r): Tile(*(shown[q, r, face.value] for face in FACES)) for q, r in places})

    def show_way(self, zone: str, *, turn: bool, modifier: int = 0) -> bool:
        """Reckon, and tap in the nicest way to beat one of the monsters; say whether there is one."""
        cards = [piece["action"]["values"]["code"] for _, _, piece in self.pieces("CardChosen")]
        found = solve(self.layout(), [card + modifier for card in cards], 1, self.rules)
        ways = [(card, found[card + modifier][0]) for card in cards if found[card + modifier]]
        if not ways:
            return False
        card, way = min(ways, key=lambda each: each[1].move is not None)
        self._tap_in(zone, card, way, turn=turn)
        return True

    def _tap_in(self, zone: str, card: int, way: Solution, *, turn: bool) -> None:
        if way.move is not None:
            if not turn:
                self.touch(self.button("One tile was moved"))
            (q, r), (to_q, to_r) = way.move
            self.tap("FaceTapped", zone=zone, q=q, r=r, face="red")
            self.tap("PlaceTapped", q=to_q, r=to_r)
        if not self.page.locator(".piece.chosen[data-event=CardChosen]").count():
            self.tap("CardChosen", code=card)
        for (q, r), face in way.faces:
            self.tap("FaceTapped", zone=zone, q=q, r=r, face=face.value)
        self.shoot("shown")
        self.touch(self.page.locator("#actions button.primary"))
        expect(self.page.locator("#headline")).to_contain_text(re.compile(r"beats monster|wins with"))
        self.shoot("beaten")

    def shoot(self, moment: str) -> None:
        """Keep pictures of a moment, once."""
        if moment in self.shot:
            return
        self.shot.add(moment)
        for size, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
            self.page.set_viewport_size(viewport)
            shoot(self.page, f"monster-cube-{self.name}-{moment}-{size}")

    @property
    def is_over(self) -> bool:
        """Whether the page shows who has won."""
        return self.page.locator("#result").is_visible()

    def begin(self) -> None:
        """Let the companion lay the tiles, and turn up the monsters."""
        self.touch(self.button("Let the companion lay the tiles"))
        self.shoot("laid")
        self.touch(self.page.locator("#actions button.primary"))


def totals(page: Page) -> list[int]:
    return [int(row[-1]) for row in sheet_of(page)]


def test_rules_1_everybody_searches(tmp_path: Path, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(DESKTOP, reduced_motion="reduce").new_page()
    with running_table(tmp_path) as address:
        sit_down(page, address, "monster-cube", "Ada", "Basile", rules=("bonuses=on", "higher=once"))
        somebody = Somebody(page, ClaimRules(), "rules-1")
        somebody.begin()
        for number in range(MOST_ROUNDS):
            if somebody.is_over:
                break
            somebody.touch(page.locator(f".call[data-seat='{1 + number % 2}']"))
            if number == 3 or not somebody.show_way("tiles", turn=False):
                somebody.touch(somebody.button("has nothing to show"))
                while somebody.button("goes back").count():
                    somebody.touch(somebody.button("goes back"))
            somebody.touch(page.locator("#actions button.primary"))
        somebody.shoot("over")

        rows = [[int(text) for text in row] for row in sheet_of(page)]
        assert [sum(row[1:-1]) for row in rows] == [row[-1] for row in rows]
        assert 16 <= sum(row[0] for row in rows) <= 20
        expect(page.locator("#result")).to_contain_text("Ada" if rows[0][-1] > rows[1][-1] else "Basile")
        page.goto("about:blank")


def test_rules_2_every_hand_on_its_own_phone(tmp_path: Path, new_context: Callable[..., BrowserContext]) -> None:
    phones = [new_context(PHONE, reduced_motion="reduce").new_page() for _ in range(2)]
    with running_table(tmp_path) as address:
        sit_down(phones[0], address, "monster-cube", "Ada", "Basile", rules=("rules=2",))
        phones[1].goto(address)
        people = [Somebody(page, ClaimRules(), f"rules-2-{seat}") for seat, page in enumerate(phones, 1)]
        people[0].begin()
        for seat, page in enumerate(phones, 1):
            page.locator("#viewer button").nth(seat - 1).click()
            page.wait_for_selector(".board .piece")
        for number in range(MOST_ROUNDS):
            if people[0].is_over:
                break
            one, other = people[number % 2], people[1 - number % 2]
            one.touch(one.page.locator(f".call[data-seat='{1 + number % 2}']"))
            assert [] == other.pieces("CardChosen")
            modifier = _modifier(one.page, "Ada" if number % 2 == 0 else "Basile")
            if not one.show_way("tiles", turn=False, modifier=modifier):
                one.touch(one.button("has nothing to show"))
            if one.button("The card").count():
                one.touch(one.button("The card"))
            if not one.is_over:
                one.touch(one.page.locator("#actions button.primary"))
        people[0].shoot("over")

        assert 7 == max(totals(phones[0]))
        expect(phones[1].locator("#result")).to_contain_text("wins with 7 cards")
        for page in phones:
            page.goto("about:blank")


def _modifier(page: Page, name: str) -> int:
    facts: list[dict[str, str]] = page.evaluate("fetch('/api/snapshot').then((a) => a.json())")["match"]["facts"]
    return next((int(fact["value"]) for fact in facts if fact["name"] == f"Codes of {name}"), 0)


@pytest.mark.parametrize(
    ("rules", "kind", "chosen"),
    [("rules-3", FormulaKind.PLUS_MINUS, ("rules=3",)), ("rules-4", FormulaKind.TIMES, ("rules=4", "higher=once"))],
)
def test_rules_3_and_4_in_turn(
    tmp_path: Path, new_context: Callable[..., BrowserContext], rules: str, kind: FormulaKind, chosen: tuple[str, ...]
) -> None:
    page = new_context(DESKTOP, reduced_motion="reduce").new_page()
    with running_table(tmp_path) as address:
        sit_down(page, address, "monster-cube", "Ada", "Basile", rules=(*chosen, "three_adjacent=three_tiles"))
        somebody = Somebody(page, ClaimRules(THREE_TILES, kind, must_move=True), rules)
        for _ in range(3):
            somebody.touch(somebody.button("Ada has"))
            somebody.touch(somebody.button("Basile has"))
        somebody.begin()
        for number in range(MOST_ROUNDS):
            if somebody.is_over:
                break
            seat = 1 + number % 2
            if number == 1 or not somebody.show_way(f"tiles-{seat}", turn=True):
                _move_and_find_nothing(somebody)
            somebody.touch(page.locator("#actions button.primary"))
        somebody.shoot("over")

        won = sum(int(row[0]) for row in sheet_of(page))
        assert won == 18 if rules == "rules-3" else 15 <= won <= 20
        page.goto("about:blank")


def _move_and_find_nothing(somebody: Somebody) -> None:
    at, number, _ = somebody.pieces("FaceTapped")[0]
    somebody.touch(somebody.page.locator("#boards .board").nth(at).locator(f"[data-piece='{number}']"))
    somebody.touch(somebody.page.locator(".piece[data-event=PlaceTapped]").first)
    somebody.touch(somebody.button("finds nothing"))


def test_tiles_and_moves_are_read_by_the_camera(tmp_path: Path, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(DESKTOP, reduced_motion="reduce").new_page()
    with running_table(tmp_path) as address:
        sit_down(page, address, "monster-cube", "Ada", "Basile", rules=("rules=3",))
        somebody = Somebody(page, ClaimRules(kind=FormulaKind.PLUS_MINUS, must_move=True), "read")
        for zone in ("tiles-1", "tiles-2"):
            somebody.touch(page.locator("#looks li:not(.seen) .read").first)
            _answer_what_is_not_sure(somebody, zone)
        somebody.shoot("laid")
        somebody.touch(page.locator("#actions button.primary"))
        expect(page.locator("#headline")).to_have_text("Ada moves a tile")

        somebody.touch(page.locator("#looks .read").first)
        expect(page.locator("#headline")).to_have_text("Ada searches")
        somebody.shoot("moved")
        page.goto("about:blank")


def _answer_what_is_not_sure(somebody: Somebody, zone: str) -> None:
    """Tap every face that the reader is not sure about, and say what it shows: here it is always right."""
    for _ in range(27):
        doubtful = [
            piece
            for _, _, piece in somebody.pieces("FaceTapped")
            if piece["standing"] == "wrong" and piece["action"]["values"]["zone"] == zone
        ]
        if not doubtful:
            return
        somebody.tap("FaceTapped", **doubtful[0]["action"]["values"])
        somebody.tap("FaceTold", value=int(doubtful[0]["label"]))
