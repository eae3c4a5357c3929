"""Rules 3 and 4: every turn moves a tile, the seconds run, and what becomes of the monsters."""

import pytest

from companion.effects import Lamp
from companion.events import Begins, Confirmed
from companion.games.monster_cube.events import (
    AgreedNone,
    FaceTapped,
    LimitSet,
    MoveWanted,
    PlaceTapped,
    Skipped,
    TilesDealt,
)
from companion.games.monster_cube.moves import legal_moves, moved
from companion.games.monster_cube.solver import solve
from companion.games.monster_cube.state import MonsterCubePhase
from companion.observations import Side, TileFace
from tests.companion.games.monster_cube.table import (
    ADA,
    BEN,
    CLEO,
    after,
    begun,
    confirms,
    gives_up,
    new_match,
    ns,
    play,
    press,
    said,
    saw,
    shows,
    tick,
)


def moves(at, match):
    """The player whose turn it is moves some tile by taps."""
    showing = match.state.showing
    move = legal_moves(showing.layout, showing.linked)[0]
    zone = match.state.zone(showing.seat)
    return after(match, FaceTapped(ns(at), zone, *move.start, TileFace.RED), PlaceTapped(ns(at), *move.end))


def takes(at, match):
    """The player whose turn it is takes a monster; return the match, its card, and what was said."""
    state, showing = match.state, match.state.showing
    for card in state.market.zone:
        ways = solve(showing.layout, (card,), 1, state.claim_rules)[card]
        if ways:
            claim = ways[0].claim
            match, effects = play(match, *shows(at, state.zone(showing.seat), card, claim, turn=True))
            return match, card, said(effects)
    raise AssertionError("no monster can be taken")


def easy(players=2, **rules):
    return begun(players, three_adjacent="three_tiles", **{"rules": "3", **rules})


def test_the_cards_of_rules_3_are_1_to_18():
    state = begun(2, rules="3").state

    assert set(range(1, 19)) == {*state.market.zone, *state.market.pile}
    assert set(range(19, 57)) == set(state.box)


@pytest.mark.parametrize(("rules", "side", "most"), [("3", Side.PIPS, 6), ("4", Side.NUMBERS, 9)])
def test_everybody_has_nine_tiles_of_his_own(rules, side, most):
    state = begun(4, rules=rules).state

    assert ["tiles-1", "tiles-2", "tiles-3", "tiles-4"] == list(state.layouts)
    assert (side, most) == (state.side, max(number for tile in state.layouts["tiles-1"].at.values() for number in tile))


def test_the_camera_reads_the_tiles_of_one_player_after_the_other():
    match = new_match(2, rules="3")
    tiles = begun(2, rules="3").state.layouts
    assert [("tiles-1", ADA), ("tiles-2", BEN)] == [(look.zone, look.seat) for look in match.read_requests]

    one = after(match, saw(1, tiles["tiles-1"], "tiles-1", Side.PIPS))
    assert ["tiles-2"] == [look.zone for look in one.read_requests]
    numbers = after(one, saw(2, tiles["tiles-2"], "tiles-2", Side.NUMBERS))
    assert "these rules are played with the dice: turn the tiles over" == str(numbers.view().hint)


def test_the_youngest_begins_and_then_it_goes_clockwise():
    match = after(new_match(3, rules="3"), Begins(ns(1), BEN), TilesDealt(ns(1)), confirms(1))
    assert BEN == match.state.showing.seat

    match = after(moves(2, match), gives_up(3, BEN), confirms(4))
    assert CLEO == match.state.showing.seat


def test_a_tile_must_be_moved_first():
    match = begun(2, rules="3")

    for event in (press(2, ADA), gives_up(2, ADA), confirms(2)):
        assert ["refused: Ada must move a tile first"] == said(play(match, event)[1])
    assert ["refused: it is the turn of Ada"] == said(play(match, press(2, BEN))[1])
    assert ["refused: every turn begins with one moved tile; undo takes it back"] == said(
        play(match, MoveWanted(ns(2)))[1]
    )


def test_the_ten_seconds_begin_with_the_move():
    match = begun(2, rules="3")
    assert (None, Lamp.TURN) == (match.deadline, match.lamps[ADA])

    match = moves(5, match)
    assert (ns(15), Lamp.HURRY) == (match.deadline, match.lamps[ADA])


def test_the_camera_reads_the_move_and_starts_the_clock():
    match = after(new_match(2, rules="3"))
    tiles = begun(2, rules="3").state.layouts
    match = after(match, *(saw(1, tiles[zone], zone, Side.PIPS) for zone in tiles), confirms(1))
    assert ["tiles-1"] == [look.zone for look in match.read_requests]

    move = legal_moves(tiles["tiles-1"], match.state.options.linked)[3]
    match, effects = play(match, saw(7, moved(tiles["tiles-1"], move).shifted((1, 1)), "tiles-1", Side.PIPS))
    assert (move, ns(17)) == (match.state.showing.move, match.deadline)
    assert ["10 seconds for Ada!"] == said(effects)


def test_the_seconds_of_a_table_may_be_those_of_the_whole_turn():
    match = begun(2, at=1, rules="3", turn_clock="whole_turn")
    assert ns(11) == match.deadline

    over, effects = play(match, tick(11))
    assert ["Ada: time is over"] == said(effects)
    assert BEN == after(over, confirms(12)).state.showing.seat


@pytest.mark.parametrize(("at", "phase"), [(14.999, MonsterCubePhase.TURN), (15, MonsterCubePhase.VERDICT)])
def test_when_the_seconds_are_over_the_turn_is_over(at, phase):
    assert phase is after(moves(5, begun(2, rules="3")), tick(at)).state.phase


def test_every_player_may_have_seconds_of_his_own():
    match = after(new_match(2, rules="3"), LimitSet(ns(1), ADA, 30), TilesDealt(ns(1)), confirms(1))

    assert ns(35) == moves(5, match).deadline


def test_a_press_stops_the_clock_and_what_was_shown_is_tapped_in():
    match = after(moves(5, begun(2, rules="3")), press(14, ADA), tick(100))

    assert (MonsterCubePhase.TURN, None) == (match.state.phase, match.deadline)


def test_a_beaten_monster_is_taken_and_only_one_new_one_comes_in_rules_3():
    match, card, words = takes(5, easy())
    left = [code for code in easy().state.market.zone if code != card]
    assert [f"Ada beats monster {card}"] == [word.split(":")[0] for word in words]

    match = after(match, confirms(9))
    assert ((card,), left, 14) == (
        match.state.won[ADA],
        list(match.state.market.zone[:2]),
        len(match.state.market.pile),
    )


def test_in_rules_4_three_new_monsters_come_after_every_turn():
    match = easy(rules="4")
    taken, _, _ = takes(5, match)
    failed = after(moves(5, match), gives_up(6, ADA))

    assert (2, 50) == (len(taken.state.market.discard), len(after(taken, confirms(9)).state.market.pile))
    assert (3, 50) == (len(failed.state.market.discard), len(after(failed, confirms(9)).state.market.pile))


def test_the_moved_tile_stays_whatever_becomes_of_the_turn():
    match = moves(5, begun(2, rules="3"))
    tiles = match.state.showing.now
    after_turn = after(match, tick(20))

    assert tiles == after_turn.state.layouts["tiles-1"]
    assert not after_turn.state.past.back


def test_rules_3_are_won_by_stars_and_end_with_the_last_card():
    match = easy()
    for at in range(10, 1000, 5):
        match = goes_on(at, match)
        if match.state.phase is MonsterCubePhase.OVER:
            break

    stars = {seat: each.stars for seat, each in match.state.scores.items()}
    won = sum(len(cards) for cards in match.state.won.values())
    assert (MonsterCubePhase.OVER, 18) == (match.state.phase, won + len(match.state.gone))
    assert max(stars.values()) == stars[match.state.winners[0]]
    assert stars == match.view().sheet.totals


def goes_on(at, match):
    """One step of people who take what they can."""
    if match.state.phase is MonsterCubePhase.VERDICT:
        return after(match, confirms(at))
    actions = [action.event for action in match.view().actions]
    if "Skipped" in actions:
        return after(match, Skipped(ns(at)))
    showing = match.state.showing
    if any(solve(showing.layout, match.state.market.zone, 1, match.state.claim_rules).values()):
        return takes(at, match)[0]
    return after(moves(at, match), gives_up(at, showing.seat))


def test_a_full_round_without_a_capture_may_skip_the_monsters():
    match = begun(2, rules="3")
    zone = match.state.market.zone
    assert ["refused: cards are skipped only after a full round in which nobody took one"] == said(
        play(match, Skipped(ns(2)))[1]
    )

    for at, seat in ((10, ADA), (20, BEN)):
        match = after(moves(at, match), gives_up(at + 1, seat), confirms(at + 2))
    assert "Skipped" in [action.event for action in match.view().actions]
    skipped = after(match, Skipped(ns(30)))
    assert set(zone).isdisjoint(skipped.state.market.zone)
    assert zone == skipped.state.market.pile[-3:]


def test_a_table_may_have_to_play_on():
    match = begun(2, rules="3", stalled="play_on")
    for at, seat in ((10, ADA), (20, BEN)):
        match = after(moves(at, match), gives_up(at + 1, seat), confirms(at + 2))

    assert ["refused: this does not fit what the table is doing now"] == said(play(match, Skipped(ns(30)))[1])


def test_nobody_agrees_on_anything_in_turn():
    assert ["refused: this does not fit what the table is doing now"] == said(
        play(begun(2, rules="3"), AgreedNone(ns(2)))[1]
    )


def test_a_confirmation_that_comes_too_late_does_not_skip_the_verdict():
    match, effects = play(moves(5, begun(2, rules="3")), Confirmed(ns(15)))

    assert ["Ada: time is over", "refused: time is over"] == said(effects)
    assert MonsterCubePhase.VERDICT is match.state.phase


@pytest.mark.parametrize(("rules", "hints", "told"), [("3", "off", False), ("3", "on", True), ("4", "off", True)])
def test_ways_to_monsters_that_stay_in_play_are_told_only_at_a_table_with_hints(rules, hints, told):
    match, _, _ = takes(3, easy(rules=rules, hints=hints))

    assert MonsterCubePhase.VERDICT is match.state.phase
    assert told == bool(match.state.past.missed)
    notes = [str(note) for board in match.view().boards for note in board.notes]
    assert told == any("could" in note for note in notes)
