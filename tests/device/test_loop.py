"""The loop, without its thread: time is moved by hand."""

from concurrent.futures import Future

import pytest

from companion.errors import BadEvent
from companion.events import By, Pressed, SlotPressed
from companion.store import Store
from companion.table import Seat
from device.hardware.clock import MS, SECOND, FakeClock
from device.hardware.presses.arbiter import Arbiter, Control, RawPress, SeatSlot, SharedSlot
from device.loop import LONGEST_NAP, Loop
from device.match_service import MatchService
from tests.matches import PLAYERS, entered_centre

ADA, BOB = Seat(1), Seat(2)


class Table:
    """A loop with a match of two in which the start call has been made, at 10 s."""

    def __init__(self, folder):
        self.clock = FakeClock(SECOND)
        self.match_service = MatchService(Store(folder), self.clock.now, lambda: "today")
        self.loop = Loop(self.match_service, Arbiter(), self.clock)
        self.match_service.start("cubo", PLAYERS, {}, 7)
        for event in entered_centre(at=2 * SECOND):
            self.match_service.feed(event)
        self.press(ADA, 10 * SECOND)
        self.at(10 * SECOND + 20 * MS)

    def press(self, seat, at, by=By.BUTTON):
        self.loop.inbox.press(RawPress(seat, at, by))

    def at(self, ns):
        """Let it be `ns`, and do what is due then."""
        self.clock.advance(ns - self.clock.now())
        self.loop.turn()

    @property
    def calls(self):
        return [call.seat for call in self.match_service.match.referee.view().calls]

    @property
    def deadline(self):
        return self.match_service.match.deadline


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.match_service.store.close()


def test_a_press_counts_once_nothing_can_overtake_it(table):
    table.press(BOB, 12 * SECOND)
    table.at(12 * SECOND + 1 * MS)
    assert [] == table.calls

    table.at(12 * SECOND + 12 * MS)
    assert [BOB] == table.calls


def test_the_earlier_press_is_first_though_it_was_delivered_later(table):
    table.press(BOB, 12 * SECOND + 5 * MS)
    table.press(ADA, 12 * SECOND)
    table.at(12 * SECOND + 30 * MS)

    assert [ADA, BOB] == table.calls


@pytest.mark.parametrize(("ms", "calls"), [(5_999, [ADA, BOB]), (6_000, [ADA]), (6_001, [ADA])])
def test_the_edge_decides_what_is_late_however_late_it_is_worked_off(table, ms, calls):
    """Lateness is judged by the time of the edge, not by the time of processing."""
    table.press(ADA, 12 * SECOND)
    table.at(12 * SECOND + 20 * MS)
    assert 18 * SECOND == table.deadline

    table.press(BOB, 12 * SECOND + ms * MS)
    table.at(18 * SECOND + 200 * MS)  # a busy machine: it comes 200 ms after the deadline

    assert calls == [call.seat for call in table.match_service.match.referee.view().calls if not call.late]


def test_the_referee_is_not_woken_before_a_press_in_time_can_be_there(table):
    table.press(ADA, 12 * SECOND)
    table.at(12 * SECOND + 20 * MS)
    table.at(18 * SECOND + 5 * MS)
    assert table.deadline is not None

    table.at(18 * SECOND + 15 * MS)
    assert table.deadline is None


def test_the_loop_sleeps_until_something_is_due(table):
    assert LONGEST_NAP == table.loop.nap_ns()

    table.press(BOB, 10 * SECOND + 20 * MS)
    table.loop.turn()

    assert 11 * MS == table.loop.nap_ns()


def test_whoever_presses_on_the_page_hears_what_became_of_it(table):
    answer = table.loop.inbox.press_and_wait(RawPress(BOB, 11 * SECOND, By.PAGE))
    table.at(11 * SECOND + 20 * MS)

    assert answer.result(0).accepted


def test_a_seat_where_nobody_sits_is_refused(table):
    answer = table.loop.inbox.press_and_wait(RawPress(Seat(5), 11 * SECOND, By.PAGE))
    table.at(11 * SECOND + 20 * MS)

    assert "nobody plays on seat 5" == str(answer.result(0).why)


def test_the_wired_undo_button_takes_back(table):
    table.press(BOB, 12 * SECOND)
    table.at(12 * SECOND + 20 * MS)
    table.press(Control.UNDO, 13 * SECOND)
    table.at(13 * SECOND + 20 * MS)

    assert [] == table.calls


def test_the_wired_confirm_button_does_what_it_was_given(table):
    done = []
    table.loop = Loop(table.match_service, Arbiter(), table.clock, confirm=done.append)
    table.press(Control.CONFIRM, 13 * SECOND)
    table.at(13 * SECOND + 20 * MS)

    assert [table.match_service] == done


def test_an_error_reaches_who_asked_and_the_loop_goes_on(table):
    def wrong(matches):
        raise BadEvent("no")

    answer: Future = table.loop.inbox.ask(wrong)
    table.loop.turn()
    after = table.loop.inbox.ask(MatchService.undo)
    table.loop.turn()

    assert isinstance(answer.exception(0), BadEvent)
    assert after.result(0).accepted


def test_the_thread_works_off_everything_before_it_ends(table):
    answers = [table.loop.inbox.ask(MatchService.undo) for _ in range(3)]
    table.loop.start()
    table.loop.close()
    table.loop.close()

    assert all(answer.done() for answer in answers)


def test_a_page_hears_what_became_of_its_slot_button(table):
    grab = table.loop.inbox.press_and_wait(RawPress(SeatSlot(BOB, 2), 12 * SECOND, By.PAGE))
    shared = table.loop.inbox.press_and_wait(RawPress(SharedSlot(2), 13 * SECOND, By.PAGE))
    table.at(14 * SECOND)

    assert [BOB] == table.calls
    assert grab.result(0).accepted
    assert not shared.result(0).accepted  # Cubo has no slots, and says so
    assert [Pressed(12 * SECOND, BOB, By.PAGE, slot=2), SlotPressed(13 * SECOND, 2, By.PAGE)] == list(
        table.match_service.store.events(table.match_service.number)
    )[-2:]


def test_a_refused_press_changes_nothing_and_the_first_that_counts_is_first(tmp_path):
    """A press while nothing is called for is no call and starts no timer; it is known who was early."""
    clock = FakeClock(SECOND)
    match_service = MatchService(Store(tmp_path), clock.now, lambda: "today")
    loop = Loop(match_service, Arbiter(), clock)
    match_service.start("cubo", PLAYERS, {}, 7)
    for event in entered_centre(at=2 * SECOND):
        match_service.feed(event)

    for number in range(5):  # a player presses repeatedly before the start call
        loop.inbox.press(RawPress(BOB, (5 * SECOND) + number * 150 * MS, By.BUTTON))
    clock.advance(6 * SECOND)
    loop.turn()
    early = match_service.match.referee.round
    assert ((), {BOB}, None) == (early.calls, early.early, match_service.match.deadline)

    loop.inbox.press(RawPress(ADA, 8 * SECOND, By.BUTTON))
    loop.inbox.press(RawPress(BOB, 12 * SECOND, By.BUTTON))
    clock.advance(6 * SECOND)
    loop.turn()
    loop.turn()
    assert [BOB] == [call.seat for call in match_service.match.referee.view().calls]
    match_service.store.close()


def test_a_press_that_comes_after_its_verdict_is_told_with_the_cure(table):
    table.press(BOB, 12 * SECOND)
    table.at(12 * SECOND + 20 * MS)
    assert () == table.match_service.publisher.snapshot().notices

    table.press(ADA, 12 * SECOND - 5 * MS)
    table.at(12 * SECOND + 40 * MS)

    (notice,) = table.match_service.publisher.snapshot().notices
    assert "presses that came after a later one had been judged: 1" == str(notice.text)
    assert str(notice.cure).startswith("raise settle_ms")
