"""The page in a real browser, with a service that only remembers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.effects import Refused
from companion.events import Tick
from companion.observations import Colour, Kind, Observation, Problem, ProblemKind
from companion.service import MatchPast
from companion.table import Player, Seat, Table
from companion.texts import say
from tests.browser.conftest import DESKTOP, PHONE, NewPage, shoot, show
from tests.web import scenes
from tests.web.fake_service import FakeService

pytestmark = pytest.mark.browser

MARK_UP = "<svg/onload=alert()>"
LONG = "W" * 40


# The lobby.


def test_a_match_is_started_with_names_and_house_rules(new_page: NewPage, service: FakeService) -> None:
    page = new_page()
    page.get_by_label("Name on seat 1").fill("Ada")
    page.get_by_label("Name on seat 3").fill(MARK_UP)
    page.locator("details.rules[data-game='cubo'] summary").click()
    page.get_by_text("no, any order within the row counts").click()

    with page.expect_response("**/api/start"):
        page.get_by_role("button", name="Start the match").click()

    players = (Player(Seat(1), "Ada"), Player(Seat(3), MARK_UP))
    assert [("start", "cubo", players, {"straights": "any_order"})] == service.asked


def test_what_was_typed_survives_a_reload_and_a_turned_phone(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name="More seats").click()
    page.get_by_label("Name on seat 2").fill("Basile")
    page.get_by_label("Name on seat 6").fill("Zoë")

    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    page.reload()

    expect(page.get_by_label("Name on seat 2")).to_have_value("Basile")
    expect(page.get_by_label("Name on seat 6")).to_have_value("Zoë")


def test_too_few_players_are_told_so(new_page: NewPage, complaints: list[str]) -> None:
    page = new_page()
    page.get_by_label("Name on seat 1").fill("Ada")

    page.get_by_role("button", name="Start the match").click()

    expect(page.locator(".toast")).to_have_text("Cubo is played by 2 to 4: write the names")
    assert 1 == len(complaints), "the browser's own note about the answer 400"
    complaints.clear()


def test_names_with_mark_up_are_shown_as_they_are(new_page: NewPage, service: FakeService) -> None:
    table = Table((Player(Seat(1), MARK_UP), Player(Seat(2), "👨‍👩‍👧‍👦")))
    service.past = (MatchPast(3, "cubo", table.players, {Seat(1): 4}, finished=True),)
    page = new_page()
    expect(page.locator("#past")).to_contain_text(MARK_UP)

    view = replace(scenes.over().view, sheet=None, headline=say("{name} wins", name=MARK_UP))
    refused = Refused(Tick(0), say("{name} has already called Cubo", name=MARK_UP))
    state = scenes.snapshot(replace(scenes.over(), table=table, view=view))
    service.show(replace(state, last=(refused,)))

    expect(page.locator("#headline")).to_have_text(f"{MARK_UP} wins")
    expect(page.locator(".call b").first).to_have_text(MARK_UP)
    expect(page.locator(".toast")).to_have_text(f"{MARK_UP} has already called Cubo")


def test_the_language_is_switched_on_the_page_and_remembered(new_page: NewPage) -> None:
    page = new_page()
    expect(page.locator("#start h1")).to_have_text("Who plays?")

    page.get_by_title("Français").click()
    expect(page.locator("#start h1")).to_have_text("Qui joue\u202f?")
    page.goto(page.url.split("?")[0])

    expect(page.locator("#start h1")).to_have_text("Qui joue\u202f?")


# A match.


def test_a_call_button_counts_when_it_is_touched(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.rolling())
    page = new_page()
    button = page.locator(".call[data-seat='2']")

    with page.expect_response("**/api/press"):
        button.hover()
        page.mouse.down()
    page.mouse.up()

    assert [("press", 2)] == service.asked


def test_a_call_button_can_be_pressed_with_the_keyboard(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.rolling())
    page = new_page()

    with page.expect_response("**/api/press"):
        page.locator(".call[data-seat='3']").press("Enter")

    assert [("press", 3)] == service.asked


def test_an_action_sends_its_event(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.closing())
    page = new_page()

    with page.expect_response("**/api/send"):
        page.get_by_role("button", name="take the blue 2").click()

    assert [("send", "DieTaken", {"seat": 1, "die": 1})] == service.asked


def test_a_refusal_is_said_with_its_reason(new_page: NewPage, service: FakeService, complaints: list[str]) -> None:
    show(service, scenes.rolling())
    service.refuses = say("{name} has already called Cubo", name="Ada")
    page = new_page()

    page.locator(".call[data-seat='1']").click()

    expect(page.locator(".toast.refused")).to_have_text("Ada has already called Cubo")
    assert 1 == len(complaints), "the browser's own note about the answer 409"
    complaints.clear()


def test_undo_and_redo_are_offered_when_there_is_something_to_undo(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting())
    page = new_page()
    expect(page.locator("#redo")).to_be_disabled()

    with page.expect_response("**/api/undo"):
        page.locator("#undo").click()

    assert [("undo",)] == service.asked


def test_leaving_a_match_asks_first(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting())
    page = new_page()

    page.locator("#leave").click()
    page.get_by_role("button", name="Keep playing").click()
    assert [] == service.asked

    page.locator("#leave").click()
    with page.expect_response("**/api/leave"):
        page.get_by_role("dialog").get_by_role("button", name="Leave the match").click()
    assert [("leave",)] == service.asked


def test_a_die_is_corrected_with_two_taps(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting(scenes.doubtful()))
    page = new_page()
    expect(page.get_by_text("please check")).to_be_visible()

    page.get_by_role("button", name="die 9: perhaps 1, blue").click()
    likely = page.locator("[data-slot=likely] .face")
    expect(likely).to_have_text(["1", "3", "2"])
    shoot(page, "correcting-phone")
    with page.expect_response("**/api/send"):
        likely.nth(1).click()

    correction = {"zone": "square-1", "part": 8, "value": 3, "colour": "blue", "cell": [2, 2]}
    assert [("send", "Corrected", correction)] == service.asked


def test_the_place_of_a_question_is_ringed_in_the_photograph(new_page: NewPage, service: FakeService) -> None:
    _, seen = scenes.photograph()
    x, y = round(seen.dice[2].corners[1][0] + 90), round(seen.dice[2].corners[1][1] + 40)
    doubt = say("near {x}, {y} there may be a die that I cannot make out", x=x, y=y)
    problem = Problem.of(ProblemKind.STRAY, doubt)
    observation = replace(seen, problems=(problem,))
    show(service, scenes.counting(replace(scenes.counted(observation), problems=(problem,))))
    page = new_page()

    ring = page.locator("#pictures .photo .place circle:not(.chip)")
    expect(ring).to_have_count(1)
    shoot(page, "ringed-phone")
    assert (str(x), str(y)) == (ring.get_attribute("cx"), ring.get_attribute("cy"))
    inside, whole = ring.bounding_box(), page.locator("#pictures .photo").first.bounding_box()
    assert inside is not None
    assert whole is not None
    assert whole["x"] <= inside["x"] + inside["width"] / 2 <= whole["x"] + whole["width"]
    assert whole["y"] <= inside["y"] + inside["height"] / 2 <= whole["y"] + whole["height"]


def test_a_correction_is_forgotten_when_the_table_changes_meanwhile(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting(scenes.doubtful()))
    page = new_page()
    page.get_by_role("button", name="die 9: perhaps 1, blue").click()
    expect(page.get_by_role("dialog")).to_be_visible()

    show(service, scenes.counting())

    expect(page.get_by_role("dialog")).to_be_hidden()
    assert [] == service.asked


def test_the_colour_of_a_die_is_corrected_with_its_value(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting())
    page = new_page()

    page.get_by_role("button", name="die 5: 4, white").press("Enter")
    page.get_by_role("dialog").get_by_label("red").check()
    with page.expect_response("**/api/send"):
        page.locator("[data-slot=all] .face").nth(5).click()

    correction = {"zone": "square-1", "part": 4, "value": 6, "colour": "red", "cell": [1, 1]}
    assert [("send", "Corrected", correction)] == service.asked


def test_a_die_without_a_place_is_given_one(new_page: NewPage, service: FakeService) -> None:
    shown = scenes.counted()
    loose = tuple(replace(die, cell=None) for die in shown.observation.dice)
    show(service, scenes.counting(replace(shown, observation=Observation(Kind.CUBO, loose), lines=())))
    page = new_page()

    page.get_by_role("button", name="die 1: 1, red").click()
    page.get_by_label("row 1, column 3").check(force=True)
    with page.expect_response("**/api/send"):
        page.locator("[data-slot=all] .face").first.click()

    assert [0, 2] == service.asked[0][2]["cell"]


def test_a_photograph_is_uploaded_for_its_zone(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting())
    jpeg, _ = scenes.photograph()
    page = new_page()

    with page.expect_response("**/api/upload?*"):
        page.locator("#looks input[type=file]").set_input_files(
            {"name": "phone.jpg", "mimeType": "image/jpeg", "buffer": jpeg}
        )

    assert [("upload", "square-1", len(jpeg))] == service.asked


def test_the_photograph_carries_rows_points_and_values(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting())
    page = new_page(DESKTOP)
    photo = page.locator("#pictures .photo")

    expect(photo.locator("image")).to_have_count(1)
    expect(photo.locator(".line text")).to_have_text(["0", "8", "0", "0", "10", "0"])
    expect(photo.locator(".seen text")).to_have_text(list("151444131"))
    expect(page.locator(".lines .blue")).to_have_text(["8 row 2: triple of 4, all blue, doubled"])


def test_an_exchanged_die_is_drawn_over_the_photograph(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting(replace(scenes.counted(), exchanged={(0, 0): "R6"})))
    page = new_page()

    expect(page.locator("[data-die='0'] .die.red circle")).to_have_count(6)
    expect(page.locator("#pictures .photo .die")).to_have_count(1)
    shoot(page, "exchanged-phone")


def test_unsure_dice_carry_a_question_mark(new_page: NewPage, service: FakeService) -> None:
    show(service, scenes.counting(scenes.doubtful()))
    page = new_page()

    expect(page.locator("#pictures .photo .doubt text")).to_have_text(["?", "1?"])
    expect(page.locator(".problems li").last).to_have_text("nobody has said yet what 3 shows")


def test_dice_without_a_photograph_are_drawn_and_tapped_in(new_page: NewPage, service: FakeService) -> None:
    known, *others = scenes.counted().observation.dice
    blank = tuple(replace(die, value=None, colour=Colour.OTHER, sure=False) for die in others)
    by_hand = replace(scenes.counted(Observation(Kind.CUBO, (known, *blank))), picture="", lines=(), total=None)
    show(service, scenes.counting(by_hand))
    page = new_page()
    expect(page.locator("#pictures .photo .die")).to_have_count(1)
    expect(page.locator("#pictures .photo image")).to_have_count(0)

    page.get_by_role("button", name="die 2: of another colour, not read").press("Enter")
    expect(page.locator("#correct .closeup")).to_be_hidden()
    page.get_by_role("dialog").get_by_label("blue").check()
    with page.expect_response("**/api/send"):
        page.locator("[data-slot=all] .face").nth(3).click()
    page.get_by_role("button", name="die 3: of another colour, not read").press("Enter")

    expect(page.get_by_role("dialog").get_by_label("blue")).to_be_checked()
    assert ("blue", 4) == (service.asked[0][2]["colour"], service.asked[0][2]["value"])


def test_a_reading_that_misses_a_die_shows_the_whole_photograph(new_page: NewPage, service: FakeService) -> None:
    seen = scenes.counted().observation
    show(service, scenes.counting(scenes.counted(replace(seen, dice=seen.dice[:8]))))
    page = new_page()

    expect(page.get_by_text("please check")).to_be_visible()
    expect(page.locator("#pictures .photo")).to_have_attribute("viewBox", "0 0 1280 720")
    page.get_by_role("button", name="Only the dice").click()
    expect(page.get_by_role("button", name="Whole photograph")).to_be_visible()


def test_the_countdown_shows_what_is_left_whatever_the_clock_of_the_phone(
    new_page: NewPage, service: FakeService
) -> None:
    show(service, scenes.closing(service.now()))
    page = new_page(timezone_id="America/Los_Angeles")

    expect(page.locator("#countdown b")).to_have_text("6")
    expect(page.locator("#countdown b")).to_have_text("5")


def test_the_page_follows_the_desk(new_page: NewPage, service: FakeService) -> None:
    page = new_page()
    expect(page.locator("#lobby")).to_be_visible()

    show(service, scenes.rolling())
    expect(page.locator("#headline")).to_have_text("Roll and build!")

    show(service, scenes.over())
    expect(page.locator("#result")).to_have_text("Ada wins with 60 points.")

    show(service, None)
    expect(page.locator("#lobby")).to_be_visible()


def test_a_simulated_table_says_so_all_the_time(new_page: NewPage, service: FakeService) -> None:
    page = new_page()
    for match in (None, scenes.rolling(), scenes.over()):
        version = show(service, match)
        page.wait_for_selector(f"body[data-version='{version}']")

        expect(page.locator("#simulated")).to_be_visible()
