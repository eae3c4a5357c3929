"""Rules 1: the tiles, the first press and the time to show. One sentence a test."""

import pytest

from companion.effects import FrameKept, Lamp
from companion.events import Confirmed, ReadingRestarted, Saw
from companion.games.monster_cube.events import CardChosen, FaceTapped, FaceTold, LimitSet, TilesDealt
from companion.games.monster_cube.state import MonsterCubePhase
from companion.games.monster_cube.tiles import ZIGZAG, Layout, laid
from companion.observations import Kind, Observation, Side, TileFace
from tests.companion.games.monster_cube.hunting import read
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES, TILES
from tests.companion.games.monster_cube.table import (
    ADA,
    BEN,
    CLEO,
    after,
    begun,
    confirms,
    new_match,
    ns,
    play,
    press,
    said,
    saw,
    seen,
    shows,
    tick,
    way,
)

# The tiles.


def test_nothing_begins_before_the_tiles_are_known():
    match, effects = play(new_match(), confirms(1))

    assert ["refused: put the tiles under the camera, or let the companion lay them"] == said(effects)
    assert "tiles" == match.read_requests[0].zone


def test_a_sure_reading_is_believed_and_shown():
    match = after(new_match(), saw(1, ALL_EXAMPLES.shifted((4, -2))))

    assert ALL_EXAMPLES.shifted((4, -2)) == match.state.layouts["tiles"]
    assert () == match.read_requests


def test_what_is_not_sure_is_asked_about_face_by_face():
    unsure = after(new_match(), saw(1, ALL_EXAMPLES, unsure=[(0, 0), (1, 1)]))
    assert "2 faces are not sure: tap them and say what they show" == str(unsure.view().hint)

    told = after(unsure, FaceTapped(ns(2), "tiles", 0, 0, TileFace.YELLOW), FaceTold(ns(3), 6), FaceTold(ns(4), 4))
    assert ALL_EXAMPLES == told.state.layouts["tiles"]


def test_a_face_that_was_misread_can_be_corrected():
    misread = Layout.parse(str(ALL_EXAMPLES).replace("4/2/3", "4/2/8"))
    match = after(new_match(), saw(1, misread), FaceTapped(ns(2), "tiles", 1, 1, TileFace.BLUE), FaceTold(ns(3), 3))

    assert ALL_EXAMPLES == match.state.layouts["tiles"]


@pytest.mark.parametrize(
    ("picture", "hint"),
    [
        (seen(laid(ZIGZAG[:8], TILES[:8])), "8 tiles were seen, but nine belong there"),
        (seen(ALL_EXAMPLES, Side.PIPS), "these rules are played with the numbers: turn the tiles over"),
        (seen(laid((*ZIGZAG[:8], (9, 9)), TILES)), "the tile 3/4/4 touches no other tile now"),
    ],
)
def test_tiles_that_cannot_lie_like_that_are_not_believed(picture, hint):
    match = after(new_match(), Saw(ns(1), "tiles", picture, "f00d"))

    assert ({}, hint) == (match.state.layouts, str(match.view().hint))


def test_dice_are_no_tiles():
    _, effects = play(new_match(), Saw(ns(1), "tiles", Observation(Kind.DICE, ()), ""))

    assert ["refused: this is no picture of the tiles"] == said(effects)


def test_the_companion_lays_the_same_tiles_for_the_same_seed():
    one, two, other = (after(new_match(seed=seed), TilesDealt(0)) for seed in (3, 3, 4))

    assert one.state.layouts == two.state.layouts
    assert one.state.layouts != other.state.layouts


def test_the_tiles_may_be_read_again_in_the_middle_of_a_search_and_the_monsters_stay():
    match = after(read(), ReadingRestarted(ns(2), "tiles"))
    assert (MonsterCubePhase.LAY, ["tiles"]) == (match.state.phase, [look.zone for look in match.read_requests])

    again = after(match, saw(3, laid(ZIGZAG, TILES[::-1])), confirms(4))
    assert (MonsterCubePhase.OPEN, (12, 30, 41)) == (again.state.phase, again.state.market.zone)


# The first press.


def test_the_first_press_shows_and_the_picture_of_the_moment_is_kept():
    match, effects = play(read(), press(5, BEN))

    assert ["Monstre! Ben has a combination: which one?", "FrameKept"] == said(effects)
    assert FrameKept("tiles") in effects
    assert {ADA: Lamp.OFF, BEN: Lamp.FIRST} == match.lamps


def test_whoever_presses_later_is_told_by_how_much():
    match = after(read(), press(5, BEN), press(5.012, ADA))

    assert [(BEN, 0, False), (ADA, 12_000_000, False)] == [
        (call.seat, call.margin_ns, call.tied) for call in match.view().calls
    ]
    assert BEN == match.state.showing.seat


def test_a_press_that_was_made_earlier_and_comes_late_is_first():
    match, effects = play(read(), press(5.01, BEN), press(5, ADA))

    assert (ADA, "Monstre! Ada was first: which combination?") == (match.state.showing.seat, said(effects)[0])


def test_once_something_is_shown_nobody_else_takes_over():
    match = after(read(), press(5.01, BEN), CardChosen(ns(6), 12), FaceTapped(ns(6), "tiles", 0, 0, TileFace.RED))

    assert BEN == after(match, press(5, ADA)).state.showing.seat


def test_a_tie_is_the_earliest_measured_and_everybody_is_told():
    match, effects = play(read(), press(5, BEN), press(5.0001, ADA, tied=(BEN,)))

    assert BEN == match.state.showing.seat
    assert ["Ben and Ada called at the same moment: Ben was measured first."] == said(effects)
    assert [True, True] == [call.tied for call in match.view().calls]


def test_a_tie_may_be_decided_by_lot():
    first = {
        after(begun(2, seed=seed, ties="lot"), press(5, BEN), press(5.0001, ADA, tied=(BEN,))).state.showing.seat
        for seed in range(12)
    }

    assert {ADA, BEN} == first


def equal_stamps(*order, **options):
    """Everybody in `order` pressed in the same instant, as on one USB encoder; their order was drawn by lot."""
    presses = [press(5, seat, tied=tuple(other for other in order if other != seat)) for seat in order]
    return play(begun(3, **options), *presses)


@pytest.mark.parametrize("order", [(ADA, BEN), (BEN, ADA), (ADA, BEN, CLEO), (CLEO, BEN, ADA)])
def test_of_equal_times_the_first_one_of_the_lot_shows_whatever_his_seat_and_nobody_was_measured_first(order):
    match, effects = equal_stamps(*order)

    assert order[0] == match.state.showing.seat
    names = [match.state.table.name(seat) for seat in order]
    ties = [f"{names[0]} and {name} called at the same moment: the lot falls to {names[0]}." for name in names[1:]]
    assert ties[-1:] == said(effects)
    assert all(call.tied for call in match.view().calls)
    assert {Lamp.FIRST} == {match.lamps[seat] for seat in order}


@pytest.mark.parametrize("order", [(ADA, BEN), (BEN, ADA)])
def test_whoever_takes_over_by_lot_is_told_as_a_tie(order):
    heard = [said(equal_stamps(*order, ties="lot", seed=seed)[1])[0] for seed in range(20)]

    assert all("called at the same moment: the lot falls to" in words for words in heard)
    assert 2 == len(set(heard))


def test_nobody_calls_twice():
    _, effects = play(read(), press(5, BEN), press(5.1, ADA), press(5.2, ADA))

    assert ["refused: Ada has called already"] == said(effects)


# The time to show.


@pytest.mark.parametrize(
    ("at", "phase"),
    [(14.999, MonsterCubePhase.CLAIM), (15, MonsterCubePhase.VERDICT), (15.5, MonsterCubePhase.VERDICT)],
)
def test_ten_seconds_to_show(at, phase):
    assert phase is after(read(), press(5, BEN), tick(at)).state.phase


def test_what_comes_at_the_end_of_the_time_is_too_late():
    match, effects = play(read(), press(5, BEN), Confirmed(ns(15)))

    assert ["Ben: time is over", "refused: time is over"] == said(effects)
    assert MonsterCubePhase.VERDICT is match.state.phase


def test_a_second_press_says_that_it_is_shown_and_stops_the_clock():
    match = after(read(), press(5, BEN), press(14, BEN), tick(60))

    assert (None, MonsterCubePhase.CLAIM) == (match.deadline, match.state.phase)


def test_what_was_tapped_in_time_may_be_judged_later():
    claim = way(read(), 12).claim
    taps = list(shows(14.9, "tiles", 12, claim))
    match = after(read(), press(5, BEN), *taps[:-1], confirms(40))

    assert (12,) == match.state.won[BEN]


@pytest.mark.parametrize(("seat", "deadline"), [(ADA, 35), (BEN, 25)])
def test_every_player_may_have_a_limit_of_his_own(seat, deadline):
    match = after(read(showing="20"), LimitSet(ns(2), ADA, 30), press(5, seat))

    assert ns(deadline) == match.deadline


def test_a_table_may_play_without_a_limit():
    assert None is after(read(showing="untimed"), press(5, BEN)).deadline


@pytest.mark.parametrize("seconds", [0, 4, 121])
def test_a_limit_is_five_seconds_to_two_minutes(seconds):
    assert ["refused: a limit is 5 to 120 seconds"] == said(play(read(), LimitSet(ns(2), ADA, seconds))[1])
