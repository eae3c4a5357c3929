"""Correcting on the photograph how many dice there are: one is none, or one was missed; by tap and by keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from companion.observations import Observation
from companion.service import MatchShown, Snapshot
from companion.view import Action
from tests.browser.conftest import DESKTOP, PHONE, NewPage, shoot
from tests.web import scenes
from tests.web.fake_service import FakeService

pytestmark = pytest.mark.browser

PRESSED = "button.missed[aria-pressed=true]"


def picture_of(count: int) -> MatchShown:
    """Return a square of which `count` dice were found, and which may be changed."""
    _, seen = scenes.photograph()
    observation = Observation(seen.kind, seen.dice[:count])
    shown = scenes.counting(replace(scenes.counted(observation), lines=(), total=None, edit=True))
    offers = tuple(
        Action(event, scenes.say("a button of its own"), values={"zone": "square-1"})
        for event in ("PartAdded", "PartRemoved")
    )
    return replace(shown, view=replace(shown.view, actions=(*shown.view.actions, *offers)))


def adds(asked: tuple[object, ...]) -> Snapshot | None:
    """Answer a die that was missed with a picture that has it."""
    return replace(scenes.snapshot(picture_of(9)), version=3) if asked[1] == "PartAdded" else None


@pytest.fixture(autouse=True)
def shown(service: FakeService) -> None:
    service.answers = adds
    service.show(scenes.snapshot(picture_of(8)))


def _place(page: Page) -> tuple[float, float]:
    """Return where the last die of the square, which was missed, lies on the page."""
    corners = scenes.photograph()[1].dice[8].corners
    x, y = (sum(point[axis] for point in corners) / 4 for axis in (0, 1))
    at = page.locator(".picture .photo").evaluate(
        "(photo, [x, y]) => { const point = new DOMPoint(x, y).matrixTransform(photo.getScreenCTM());"
        " return [point.x, point.y]; }",
        [x, y],
    )
    return at[0], at[1]


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "light"), (PHONE, "dark"), (DESKTOP, "light"), (DESKTOP, "dark")]
)
def test_a_tap_adds_a_die_that_was_missed_and_asks_what_it_shows(
    new_page: NewPage, service: FakeService, viewport: dict[str, int], scheme: str
) -> None:
    page = new_page(viewport, color_scheme=scheme)
    page.get_by_role("button", name="A die was missed").click()
    expect(page.locator(".placing-help")).to_contain_text("Tap where it lies")
    size = "phone" if viewport is PHONE else "laptop"
    shoot(page, f"missed-{size}-{scheme}")

    page.mouse.click(*_place(page))

    expect(page.locator("#correct")).to_be_visible()
    expect(page.locator("#correct [data-slot=now]")).to_contain_text("die 9")
    shoot(page, f"missed-dialog-{size}-{scheme}")
    sent, event, values = service.asked[-1]
    assert ("send", "PartAdded", "square-1") == (sent, event, values["zone"])
    corners = scenes.photograph()[1].dice[8].corners
    assert [pytest.approx(sum(p[axis] for p in corners) / 4, abs=4) for axis in (0, 1)] == [values["x"], values["y"]]
    assert {int} == {type(values["x"]), type(values["y"])}


def test_a_tap_on_a_die_that_was_read_adds_another_there(new_page: NewPage, service: FakeService) -> None:
    page = new_page(DESKTOP)
    page.get_by_role("button", name="A die was missed").click()

    with page.expect_response("**/api/send"):
        page.locator("[data-die='4']").click()

    assert "PartAdded" == service.asked[-1][1]


def test_the_arrow_keys_move_the_cross_and_enter_adds_the_die(new_page: NewPage, service: FakeService) -> None:
    page = new_page(DESKTOP)
    page.get_by_role("button", name="A die was missed").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".picture .photo")).to_be_focused()
    before = page.locator(".picture .cross").get_attribute("d")

    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    assert before != page.locator(".picture .cross").get_attribute("d")
    with page.expect_response("**/api/send"):
        page.keyboard.press("Enter")

    assert "PartAdded" == service.asked[-1][1]
    expect(page.locator("#correct")).to_be_visible()


def test_escape_leaves(new_page: NewPage, service: FakeService) -> None:
    page = new_page()
    button = page.get_by_role("button", name="A die was missed")
    button.click()
    expect(page.locator(PRESSED)).to_have_count(1)

    page.keyboard.press("Escape")

    expect(page.locator(PRESSED)).to_have_count(0)
    expect(button).to_be_focused()
    expect(page.locator(".picture .cross")).to_have_count(0)
    page.locator("[data-die='4']").click()
    expect(page.locator("#correct")).to_be_visible()
    assert [] == service.asked


def test_what_was_read_as_a_die_is_none(new_page: NewPage, service: FakeService) -> None:
    page = new_page(DESKTOP)
    page.locator("[data-die='4']").focus()
    page.keyboard.press("Enter")

    with page.expect_response("**/api/send"):
        page.get_by_role("button", name="This is no die").press("Enter")

    assert ("send", "PartRemoved", {"zone": "square-1", "part": 4}) == service.asked[-1]
    expect(page.locator("#correct")).to_be_hidden()


def test_a_picture_that_is_settled_offers_neither(new_page: NewPage, service: FakeService) -> None:
    service.show(scenes.snapshot(scenes.counting()))
    page = new_page()

    expect(page.locator("button.missed")).to_be_hidden()
    page.locator("[data-die='4']").click()
    expect(page.locator("#correct .remove")).to_be_hidden()


def test_the_buttons_for_the_same_are_there_without_a_photograph_only(new_page: NewPage, service: FakeService) -> None:
    page = new_page()
    expect(page.locator("#actions")).not_to_contain_text("a button of its own")

    match = picture_of(8)
    typed = replace(match.view.pictures[0], picture="")
    service.show(scenes.snapshot(replace(match, view=replace(match.view, pictures=(typed,)))))

    expect(page.locator("#actions button", has_text="a button of its own")).to_have_count(2)
    expect(page.locator("button.missed")).to_be_hidden()
