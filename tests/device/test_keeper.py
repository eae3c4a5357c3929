"""What counts is on disk; what everybody is shown is what counts."""

import pytest

from companion.decks import shipped
from companion.errors import BadEvent, BadInput
from companion.events import By, Pressed, Tick
from companion.session import fold
from companion.store import Store
from companion.table import Seat
from device.clock import FakeClock
from device.keeper import Keeper
from tests.matches import PLAYERS, entered_centre


@pytest.fixture
def clock():
    return FakeClock(1_000)


@pytest.fixture
def keeper(tmp_path, clock):
    store = Store(tmp_path)
    yield Keeper(store, clock.now, lambda: "today")
    store.close()


def started(keeper):
    assert keeper.start("cubo", PLAYERS, {}, 7).accepted
    return keeper


def test_a_new_match_is_shown_and_on_disk(keeper):
    started(keeper)

    assert "cubo" == keeper.bulletin.snapshot().match.game
    assert keeper.match == fold(keeper.store.events(keeper.number))


def test_a_second_match_waits_for_the_end_of_the_first(keeper):
    answer = started(keeper).start("cubo", PLAYERS, {}, 8)

    assert (False, "a match is being played: finish or leave it first") == (answer.accepted, str(answer.why))


def test_a_match_with_too_few_players_does_not_begin(keeper):
    with pytest.raises(BadInput, match="Cubo is played by 2 to 4 players"):
        keeper.start("cubo", PLAYERS[:1], {}, 7)

    assert () == keeper.store.matches()


def test_what_the_page_sends_is_stamped_with_the_tables_time(keeper, clock):
    clock.advance(500)
    started(keeper).send("EnteredByHand", {"zone": "centre"})

    assert 1_500 == keeper.store.events(keeper.number)[-1].at


@pytest.mark.parametrize("event", ["Started", "Tick", "Resumed", "Saw", "Undone"])
def test_the_page_cannot_send_what_only_the_appliance_may_say(keeper, event):
    with pytest.raises(BadEvent, match=f"there is no event '{event}'"):
        started(keeper).send(event, {})


def test_nothing_can_be_sent_without_a_match(keeper):
    with pytest.raises(BadEvent, match="^no match is being played: start one first$"):
        keeper.send("Confirmed", {})


def test_a_refusal_says_why(keeper):
    answer = started(keeper).feed(Pressed(2_000, Seat(1), By.BUTTON))

    assert (False, "the centre dice have not been read yet") == (answer.accepted, str(answer.why))


def test_ticks_that_change_nothing_are_not_journalled(keeper):
    started(keeper).feed(Tick(5_000))

    assert 1 == len(keeper.store.events(keeper.number))


def test_on_a_full_disk_nothing_counts_and_everybody_is_told(keeper):
    started(keeper)
    (pages,) = keeper.store._db.execute("PRAGMA page_count").fetchone()
    keeper.store._db.execute(f"PRAGMA max_page_count={pages}")
    before = keeper.match
    answers = [keeper.send("EnteredByHand", {"zone": "x" * 9_000}) for _ in range(3)]

    assert not answers[-1].accepted
    assert "free some space on the disk" in str(answers[-1].why)
    assert before == keeper.match
    assert ["journal"] == [notice.key for notice in keeper.bulletin.snapshot().notices]

    keeper.store._db.execute(f"PRAGMA max_page_count={pages + 1000}")
    keeper.send("EnteredByHand", {"zone": "centre"})
    assert () == keeper.bulletin.snapshot().notices


def test_undo_goes_back_over_the_border_of_a_match(keeper):
    started(keeper)
    for event in entered_centre(at=2_000):
        keeper.feed(event)
    ready = keeper.match.referee
    keeper.leave()
    started(keeper)

    assert keeper.bulletin.snapshot().match.can_undo
    assert keeper.undo().accepted
    assert (1, ready) == (keeper.number, keeper.match.referee)


def test_at_the_very_beginning_there_is_nothing_to_take_back(keeper):
    started(keeper)

    assert not keeper.bulletin.snapshot().match.can_undo
    assert "there is nothing to take back" == str(keeper.undo().why)


def test_an_interrupted_match_is_resumed_and_one_that_was_left_is_not(keeper, clock):
    started(keeper)
    again = Keeper(keeper.store, clock.now, lambda: "today")
    again.resume()
    assert keeper.match.referee == again.match.referee

    again.leave()
    third = Keeper(keeper.store, clock.now, lambda: "today")
    third.resume()
    assert third.match is None


def test_a_journal_that_nobody_can_read_is_told_and_kept(keeper, clock):
    started(keeper)
    keeper.store._db.execute("""INSERT INTO events VALUES (1, 1, '{"event": "FromTheFuture", "at": 5}')""")
    again = Keeper(keeper.store, clock.now, lambda: "today")
    again.resume()

    (notice,) = again.bulletin.snapshot().notices
    assert "match 1 cannot be resumed: there is no event 'FromTheFuture'" in str(notice.text)
    assert 2 == len(keeper.store.lines(1))


def test_followers_are_told_of_every_change(keeper):
    told = []
    keeper.followers = (told.append,)
    started(keeper).leave()

    assert [True, False] == [match is not None for match in told]


def test_a_match_is_journalled_with_the_deck_that_it_is_played_with(keeper, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(shipped("monster-cube").replace('name = "proxy"', 'name = "mine"'))
    keeper.decks = {"monster-cube": mine}

    keeper.start("monster-cube", PLAYERS, {}, seed=7)
    mine.unlink()

    assert 'name = "mine"' in keeper.match.started.deck
    assert keeper.match == fold(keeper.store.events(keeper.number))


def test_a_game_without_cards_has_no_deck(keeper):
    keeper.start("cubo", PLAYERS, {}, seed=7)

    assert "" == keeper.match.started.deck
