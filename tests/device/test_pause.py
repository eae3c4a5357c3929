"""Somebody cannot be heard: nobody is first meanwhile, time stands still, and people decide how it goes on."""

import pytest

from companion.effects import Refused
from companion.events import By, Paused, Pressed, Resumed
from companion.store import Store
from companion.table import Seat
from companion.texts import say
from device.hardware.clock import MS, SECOND, FakeClock
from device.hardware.presses.arbiter import Arbiter, RawPress
from device.hardware.presses.attendance import Absence, Attendance, Presence
from device.hardware.presses.targets import Control
from device.loop import Loop
from device.match_service import MatchService
from tests.matches import PLAYERS, entered_centre

ADA, BOB, NOBODY = Seat(1), Seat(2), Seat(5)
GONE = say("{name} is not plugged in", name="DragonRise")


def lost(since, seat=BOB, device="encoder-1"):
    return Absence(device, GONE, frozenset({seat}), since)


class Table:
    """A match of two in which the start call has been made, at 10 s."""

    def __init__(self, folder):
        self.clock = FakeClock(SECOND)
        self.match_service = MatchService(Store(folder), self.clock.now, lambda: "today")
        self.loop = Loop(self.match_service, Arbiter(), self.clock)
        self.match_service.start("cubo", PLAYERS, {}, 7)
        for event in entered_centre(at=2 * SECOND):
            self.match_service.feed(event)
        self.press(ADA, 10 * SECOND)
        self.at(10 * SECOND + 20 * MS)

    def press(self, target, at, by=By.BUTTON):
        self.loop.inbox.press(RawPress(target, at, by))

    def at(self, ns):
        """Let it be `ns`, and do what is due then."""
        self.clock.advance(ns - self.clock.now())
        self.loop.turn()

    def lose(self, since, at, seat=BOB):
        self.loop.inbox.attend(lost(since, seat))
        self.at(at)

    @property
    def calls(self):
        return [call.seat for call in self.match_service.match.referee.view().calls]

    @property
    def shown(self):
        return self.match_service.publisher.snapshot().match

    @property
    def last(self):
        """What was said last."""
        last = self.match_service.publisher.snapshot().last
        return [str(effect.why if isinstance(effect, Refused) else effect.what) for effect in last]

    @property
    def journal(self):
        return list(self.match_service.store.events(self.match_service.number))


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.match_service.store.close()


def test_nobody_is_first_while_the_other_cannot_be_heard(table):
    table.press(ADA, 12 * SECOND + MS)
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)

    assert [] == table.calls
    assert ["Paused: DragonRise is not plugged in"] == table.last

    table.press(ADA, 12 * SECOND + 100 * MS)
    table.at(12 * SECOND + 200 * MS)
    assert [] == table.calls
    assert ["this press does not count: DragonRise is not plugged in"] == table.last


def test_what_was_pressed_before_the_loss_still_counts(table):
    table.press(BOB, 11 * SECOND)
    table.press(ADA, 12 * SECOND)
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)

    assert [BOB, ADA] == table.calls


def test_a_pause_is_journalled_and_shown_with_its_reason_and_the_way_on(table):
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)

    assert Paused(12 * SECOND) == table.journal[-1]
    assert "Paused: DragonRise is not plugged in" == str(table.shown.view.headline)
    assert ("Resumed", "Go on without it") == (
        table.shown.view.actions[0].event,
        str(table.shown.view.actions[0].label),
    )
    assert "Pressed" not in [action.event for action in table.shown.view.actions]


def test_the_pause_waits_until_everything_before_it_is_settled(table):
    table.lose(since=12 * SECOND, at=12 * SECOND)
    assert not table.match_service.match.paused
    assert 11 * MS == table.loop.nap_ns()

    table.at(12 * SECOND + 11 * MS)

    assert table.match_service.match.paused


def test_a_count_down_stands_still(table):
    table.press(BOB, 11 * SECOND)
    table.at(11 * SECOND + 20 * MS)
    assert 17 * SECOND == table.match_service.match.deadline

    table.lose(since=15 * SECOND, at=15 * SECOND + 20 * MS)
    table.at(60 * SECOND)
    assert (None, [BOB]) == (table.shown.deadline, table.calls)

    table.loop.inbox.attend(Presence("encoder-1"))
    table.at(61 * SECOND)

    assert 63 * SECOND == table.match_service.match.deadline  # two seconds were left
    assert Resumed(61 * SECOND) == table.journal[-1]


def test_a_count_down_that_ended_before_the_loss_is_over(table):
    table.press(BOB, 11 * SECOND)
    table.at(11 * SECOND + 20 * MS)
    table.lose(since=17 * SECOND + MS, at=17 * SECOND + 100 * MS)

    assert ["Tick", "Paused"] == [type(event).__name__ for event in table.journal[-2:]]


def test_when_it_is_plugged_in_again_everybody_presses_anew(table):
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)
    table.press(ADA, 19 * SECOND + 995 * MS)  # still held back when the match goes on
    table.loop.inbox.attend(Presence("encoder-1"))
    table.at(20 * SECOND)
    table.press(ADA, 20 * SECOND + 2 * MS)
    table.at(20 * SECOND + 10 * MS)
    table.at(20 * SECOND + 50 * MS)

    assert [ADA] == table.calls
    assert [Pressed(20 * SECOND + 2 * MS, ADA, By.BUTTON)] == [
        event for event in table.journal if isinstance(event, Pressed) and event.at > 12 * SECOND
    ]


def test_a_press_on_the_page_waits_too_and_hears_why(table):
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)
    answer = table.loop.inbox.press_and_wait(RawPress(ADA, 13 * SECOND, By.PAGE))
    table.at(13 * SECOND + 50 * MS)

    assert (False, "this press does not count: DragonRise is not plugged in") == (
        answer.result(0).accepted,
        str(answer.result(0).why),
    )


@pytest.mark.parametrize("way", ["the confirm button", "the page"])
def test_people_may_go_on_without_it(table, way):
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)
    if way == "the page":
        table.loop.inbox.go_on()
    else:
        table.press(Control.CONFIRM, 14 * SECOND)
    table.at(14 * SECOND + 50 * MS)
    assert not table.match_service.match.paused

    table.press(BOB, 15 * SECOND, By.PAGE)
    table.at(15 * SECOND + 50 * MS)
    assert [BOB] == table.calls


def test_confirm_means_what_it_always_meant_when_it_was_pressed_before_the_loss(table):
    confirmed = []
    table.loop = Loop(
        table.match_service,
        Arbiter(),
        table.clock,
        confirm=lambda matches: confirmed.append("yes") or matches.leave(),
    )
    table.press(Control.CONFIRM, 12 * SECOND - MS)
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)

    assert ["yes"] == confirmed


def test_nobody_waits_for_an_input_on_which_nobody_plays(table):
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS, seat=NOBODY)
    table.press(ADA, 13 * SECOND)
    table.at(13 * SECOND + 50 * MS)

    assert [ADA] == table.calls


def test_a_match_that_begins_without_an_input_pauses_until_somebody_decides(table):
    table.match_service.leave()
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)
    assert "Paused" not in [type(event).__name__ for event in table.journal]

    table.match_service.start("cubo", PLAYERS, {}, 7)
    table.at(14 * SECOND)
    assert table.match_service.match.paused

    table.loop.inbox.go_on()
    table.at(15 * SECOND)
    assert not table.match_service.match.paused


def test_a_pause_survives_a_power_cut_and_ends_with_it(table):
    table.lose(since=12 * SECOND, at=12 * SECOND + 50 * MS)
    again = MatchService(table.match_service.store, table.clock.now, lambda: "today")
    again.resume()

    assert not again.match.paused


def test_what_was_waived_is_asked_about_again_when_it_is_lost_again():
    attendance = Attendance()
    attendance.take(lost(1))
    attendance.take(lost(2))
    assert (lost(1),) == attendance.missed([ADA, BOB])
    assert () == attendance.missed([ADA])

    attendance.waive()
    assert () == attendance.missed([BOB])

    attendance.take(Presence("encoder-1"))
    attendance.take(lost(9))
    assert (lost(9),) == attendance.missed([BOB])
