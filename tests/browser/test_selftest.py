"""The self-test page in Chromium, and a device that speaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.effects import Announced, Cue, Lamp
from companion.table import Seat
from companion.texts import say
from tests.browser.conftest import DESKTOP, PHONE, NewPage, address_of, shoot
from tests.browser.test_layout import CUT_OFF, SMALL
from tests.web import scenes
from tests.web.fake_bench import FOUND, FakeBench, pressed, untouched
from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN
from web.app import create_app
from web.selftest import Part, SelfTestShown
from web.serve import PageServer

pytestmark = pytest.mark.browser

SPEAKING = """() => {
    self.spoken = [];
    self.trembled = [];
    const voice = { speaking: false, cancel() {}, speak: (each) => self.spoken.push([each.text, each.lang]) };
    Object.defineProperty(self, "speechSynthesis", { value: voice });
    Object.defineProperty(navigator, "vibrate", { value: (times) => self.trembled.push(times) });
}"""


@pytest.fixture
def bench() -> FakeBench:
    return FakeBench()


@pytest.fixture
def server(service: FakeService, bench: FakeBench) -> Iterator[PageServer]:
    served = PageServer(create_app(service, token=TOKEN, bench=bench), "127.0.0.1", 0)
    served.start()
    yield served
    served.close()


@pytest.mark.parametrize(("size", "name"), [(PHONE, "phone"), (DESKTOP, "desktop")])
def test_buttons_are_drawn_as_they_are_pressed_and_parts_are_tried(
    new_page: NewPage, bench: FakeBench, size: dict[str, int], name: str
) -> None:
    page = new_page(size)
    page.get_by_role("link", name="Try the buttons, lamps and sounds").click()
    page.wait_for_selector("body[data-drawn]")
    expect(page.locator(".trial[data-name='undo']")).to_contain_text("not pressed yet")
    expect(page.locator(".trial.pressed .trace")).to_have_attribute(
        "aria-label", "0.0 ms: closed, 0.4 ms: open, 0.9 ms: closed, 85.0 ms: open"
    )

    bench.found = replace(FOUND, buttons=(pressed(), pressed("undo", None)))
    expect(page.locator(".trial.pressed")).to_have_count(2)
    page.get_by_role("group", name="Lamps").get_by_role("button").nth(1).click()
    page.get_by_role("button", name="the start").click()
    expect(page.locator(".toast")).to_have_count(0)

    shoot(page, f"self-test-{name}")
    assert [(Part.LAMP, "2"), (Part.SOUND, "go")] == bench.tried
    assert [] == page.evaluate(CUT_OFF) + page.evaluate(SMALL)


def test_during_a_match_it_says_so_and_offers_nothing(new_page: NewPage, bench: FakeBench) -> None:
    bench.found = replace(FOUND, why=say("a match is being played: the self-test waits until it is over"))
    page = new_page()
    page.goto(page.url + "self-test")

    expect(page.locator("#why")).to_have_text("a match is being played: the self-test waits until it is over")
    expect(page.get_by_role("button", name="the start")).to_be_disabled()


def test_the_buttons_of_a_simulated_table_can_be_pressed(new_page: NewPage, bench: FakeBench) -> None:
    bench.found = SelfTestShown(buttons=(untouched(virtual=True),))
    page = new_page()
    page.goto(page.url + "self-test")
    expect(page.locator("#no-lamps")).to_be_visible()
    expect(page.locator("#no-sounds")).to_be_visible()

    with page.expect_response("**/api/self-test/try"):
        page.get_by_role("button", name="Press", exact=True).click()

    assert [(Part.BUTTON, "undo")] == bench.tried


def test_a_device_speaks_only_after_somebody_has_switched_it_on(new_context, server, service: FakeService) -> None:
    context = new_context(PHONE, locale="fr-FR")
    context.add_init_script(f"({SPEAKING})()")
    page = context.new_page()
    page.goto(address_of(server))
    page.wait_for_selector("body[data-version]")

    def announced(name: str) -> None:
        told = Announced(say("Cubo! {name} is ready. The others may still re-roll.", name=name), Cue.CALL)
        service.show(replace(scenes.snapshot(scenes.rolling()), last=(told,)))
        page.wait_for_selector(f"body[data-version='{service.snapshot().version}']")

    announced("Ada")
    assert [] == page.evaluate("self.spoken")
    page.get_by_role("switch").check()
    announced("Chloé")

    (_, language), (said, _) = page.evaluate("self.spoken")
    assert ("fr", True) == (language, "Chloé" in said)


def test_a_phone_trembles_when_its_seat_is_first_and_counts_aloud(new_context, server, service: FakeService) -> None:
    service.show(scenes.snapshot(scenes.rolling()))
    context = new_context(PHONE)
    context.add_init_script(f"({SPEAKING})()")
    page = context.new_page()
    page.goto(address_of(server))
    page.get_by_role("switch").check()
    page.locator(".call[data-seat='1']").dispatch_event("pointerdown", {"button": 0})

    first = replace(scenes.closing(), lamps={Seat(1): Lamp.FIRST}, deadline=5_500_000_000)
    service.show(scenes.snapshot(first))
    page.wait_for_selector(f"body[data-version='{service.snapshot().version}']")

    assert [[90, 60, 90]] == page.evaluate("self.trembled")
    assert "6" in [text for text, _ in page.evaluate("self.spoken")]


def test_the_page_says_when_the_camera_is_on(new_page: NewPage, service: FakeService) -> None:
    page = new_page()
    expect(page.locator("#camera-on")).to_be_hidden()

    service.show(replace(scenes.snapshot(None), camera_on=True))

    expect(page.locator("#camera-on")).to_have_text("The camera is on.")
