"""What counts is on disk; what everybody is shown is what counts."""

import pytest

from companion.decks.files import shipped
from companion.errors import BadEvent, BadInput
from companion.events import By, Pressed, Tick
from companion.session import fold
from companion.store import Store
from companion.table import Seat
from device.hardware.clock import FakeClock
from device.match_service import MatchService
from tests.matches import PLAYERS, entered_centre


@pytest.fixture
def clock():
    return FakeClock(1_000)


@pytest.fixture
def match_service(tmp_path, clock):
    store = Store(tmp_path)
    yield MatchService(store, clock.now, lambda: "today")
    store.close()


def started(match_service):
    assert match_service.start("cubo", PLAYERS, {}, 7).accepted
    return match_service


def test_a_new_match_is_shown_and_on_disk(match_service):
    started(match_service)

    assert "cubo" == match_service.publisher.snapshot().match.game
    assert match_service.match == fold(match_service.store.events(match_service.number))


def test_a_second_match_waits_for_the_end_of_the_first(match_service):
    answer = started(match_service).start("cubo", PLAYERS, {}, 8)

    assert (False, "a match is being played: finish or leave it first") == (answer.accepted, str(answer.why))


def test_a_match_with_too_few_players_does_not_begin(match_service):
    with pytest.raises(BadInput, match="Cubo is played by 2 to 4 players"):
        match_service.start("cubo", PLAYERS[:1], {}, 7)

    assert () == match_service.store.matches()


def test_what_the_page_sends_is_stamped_with_the_tables_time(match_service, clock):
    clock.advance(500)
    started(match_service).send("TypedByHand", {"zone": "centre"})

    assert 1_500 == match_service.store.events(match_service.number)[-1].at


@pytest.mark.parametrize("event", ["Started", "Tick", "Resumed", "Saw", "Undone"])
def test_the_page_cannot_send_what_only_the_appliance_may_say(match_service, event):
    with pytest.raises(BadEvent, match=f"there is no event '{event}'"):
        started(match_service).send(event, {})


def test_nothing_can_be_sent_without_a_match(match_service):
    with pytest.raises(BadEvent, match="^no match is being played: start one first$"):
        match_service.send("Confirmed", {})


def test_a_refusal_says_why(match_service):
    answer = started(match_service).feed(Pressed(2_000, Seat(1), By.BUTTON))

    assert (False, "the centre dice have not been read yet") == (answer.accepted, str(answer.why))


def test_ticks_that_change_nothing_are_not_journalled(match_service):
    started(match_service).feed(Tick(5_000))

    assert 1 == len(match_service.store.events(match_service.number))


def test_on_a_full_disk_nothing_counts_and_everybody_is_told(match_service):
    started(match_service)
    (pages,) = match_service.store._db.execute("PRAGMA page_count").fetchone()
    match_service.store._db.execute(f"PRAGMA max_page_count={pages}")
    before = match_service.match
    answers = [match_service.send("TypedByHand", {"zone": "x" * 9_000}) for _ in range(3)]

    assert not answers[-1].accepted
    assert "free some space on the disk" in str(answers[-1].why)
    assert before == match_service.match
    assert ["journal"] == [notice.key for notice in match_service.publisher.snapshot().notices]

    match_service.store._db.execute(f"PRAGMA max_page_count={pages + 1000}")
    match_service.send("TypedByHand", {"zone": "centre"})
    assert () == match_service.publisher.snapshot().notices


def test_undo_goes_back_over_the_border_of_a_match(match_service):
    started(match_service)
    for event in entered_centre(at=2_000):
        match_service.feed(event)
    ready = match_service.match.referee
    match_service.leave()
    started(match_service)

    assert match_service.publisher.snapshot().match.can_undo
    assert match_service.undo().accepted
    assert (1, ready) == (match_service.number, match_service.match.referee)


def test_at_the_very_beginning_there_is_nothing_to_take_back(match_service):
    started(match_service)

    assert not match_service.publisher.snapshot().match.can_undo
    assert "there is nothing to take back" == str(match_service.undo().why)


def test_an_interrupted_match_is_resumed_and_one_that_was_left_is_not(match_service, clock):
    started(match_service)
    again = MatchService(match_service.store, clock.now, lambda: "today")
    again.resume()
    assert match_service.match.referee == again.match.referee

    again.leave()
    third = MatchService(match_service.store, clock.now, lambda: "today")
    third.resume()
    assert third.match is None


def test_a_journal_that_nobody_can_read_is_told_and_kept(match_service, clock):
    started(match_service)
    match_service.store._db.execute("""INSERT INTO events VALUES (1, 1, '{"event": "FromTheFuture", "at": 5}')""")
    again = MatchService(match_service.store, clock.now, lambda: "today")
    again.resume()

    (notice,) = again.publisher.snapshot().notices
    assert "match 1 cannot be resumed: there is no event 'FromTheFuture'" in str(notice.text)
    assert 2 == len(match_service.store.lines(1))


def test_listeners_are_told_of_every_change(match_service):
    told = []
    match_service = MatchService(
        match_service.store, match_service.now, match_service.today, state_listeners=(told.append,)
    )
    started(match_service).leave()

    assert [True, False] == [match is not None for match in told]


def test_a_match_is_journalled_with_the_deck_that_it_is_played_with(match_service, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(shipped("monster-cube").replace('name = "proxy"', 'name = "mine"'))
    match_service = MatchService(
        match_service.store, match_service.now, match_service.today, decks={"monster-cube": mine}
    )

    match_service.start("monster-cube", PLAYERS, {}, seed=7)
    mine.unlink()

    assert 'name = "mine"' in match_service.match.started.deck
    assert match_service.match == fold(match_service.store.events(match_service.number))


def test_a_game_without_cards_has_no_deck(match_service):
    match_service.start("cubo", PLAYERS, {}, seed=7)

    assert "" == match_service.match.started.deck
