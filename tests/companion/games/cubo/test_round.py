"""One round at the buttons: calls in order, one last roll, six seconds, ties, and the choice of a centre die."""

import pytest

from companion.effects import Announced, Cue, Lamp
from companion.games.cubo.round import RoundPhase
from companion.games.cubo.state import CuboPhase
from tests.builders import (
    ADA,
    BEN,
    CLEO,
    DAN,
    after,
    begun,
    centre,
    declines,
    gives_up,
    new_match,
    ns,
    play,
    press,
    rolls,
    said,
    takes,
    tick,
)


def test_the_start_player_calls_and_everybody_rolls():
    match, effects = play(new_match(3), centre(0), press(1, ADA))

    assert RoundPhase.FREE is match.round.phase
    assert (Announced, Cue.GO) == (type(effects[0]), effects[0].cue)
    assert ["Cubo! Everybody rolls."] == said(effects)


def test_nobody_else_starts_the_round():
    match, effects = play(new_match(3), centre(0), press(1, BEN), press(2, BEN))

    assert (RoundPhase.READY, {BEN}) == (match.round.phase, match.round.early)
    assert "refused: the round has not begun: wait for the start player's Cubo" == said(effects)[-1]


def test_everybody_may_re_roll_until_the_first_call():
    match, effects = play(begun(3), rolls(1, BEN), rolls(2, BEN), rolls(3, BEN))

    assert [] == said(effects)
    assert match.round.may_roll(BEN)


@pytest.mark.parametrize("seat", [ADA, BEN, CLEO])
def test_the_first_call_of_anybody_ends_the_re_rolling(seat):
    match = after(begun(3), press(4, seat))

    assert RoundPhase.LOCKED is match.round.phase
    assert ns(4) == match.round.stopped_at


def test_dice_in_hand_at_the_call_are_rolled_exactly_once_more():
    match = after(begun(3), press(4, ADA))
    match, first = play(match, rolls(4.5, BEN))
    match, second = play(match, rolls(5, BEN))
    _, other = play(match, rolls(5, CLEO))

    assert ([], ["refused: Ben has had the last roll already"], []) == (said(first), said(second), said(other))


def test_nobody_rolls_once_the_round_is_over():
    match = after(begun(2), press(4, BEN), tick(10))

    assert ["refused: the round is over"] == said(play(match, rolls(10.5, ADA))[1])


def test_whoever_is_out_stays_out():
    late = after(begun(2), press(4, BEN), press(10.5, ADA))
    assert ["refused: Ada was too late"] == said(play(late, press(11, ADA))[1])

    gone = after(begun(3), gives_up(3, ADA))
    assert ["refused: Ada has given up this round"] == said(play(gone, press(4, ADA))[1])
    assert ["refused: Ada is not playing for a call any more"] == said(play(gone, gives_up(4, ADA))[1])


def test_nobody_chooses_when_no_die_is_left():
    match = after(begun(4), *[press(3 + seat, seat) for seat in (ADA, BEN, CLEO)], press(8, DAN))
    match = after(match, takes(9, ADA, 0), takes(9, BEN, 1), takes(9, CLEO, 2), takes(9, DAN, 3))

    assert ((), CuboPhase.COUNT) == (match.round.dice_left, match.phase)


def test_a_covered_square_stays_as_it_is():
    _, effects = play(begun(3), press(4, ADA), rolls(5, ADA))

    assert ["refused: Ada has covered the square: it stays as it is"] == said(effects)


def test_a_roll_that_came_before_the_call_is_free_even_when_it_is_told_later():
    match = after(begun(3), press(4, ADA), rolls(3.9, BEN))
    _, effects = play(match, rolls(5, BEN))

    assert [] == said(effects)


def test_three_players_have_six_seconds_from_the_second_call():
    match, effects = play(begun(3), press(4, BEN), press(9.5, CLEO))

    assert (RoundPhase.COUNTDOWN, ns(15.5)) == (match.round.phase, match.deadline)
    assert [
        "Cubo! Cleo is ready. No more re-rolls.",
        "Six seconds for Ada: 6 - 5 - 4 - 3 - 2 - 1 - Cubo!",
    ] == said(effects)


def test_two_players_have_six_seconds_from_the_first_call():
    match = after(begun(2), press(4, BEN))

    assert (RoundPhase.COUNTDOWN, ns(10)) == (match.round.phase, match.deadline)


@pytest.mark.parametrize(
    ("pressed", "called"),
    [(9.999, (BEN, ADA)), (10.0, (BEN,)), (10.001, (BEN,)), (60.0, (BEN,))],
)
def test_a_call_on_the_stroke_of_six_is_late(pressed, called):
    """5.999 s counts, 6.000 s and 6.001 s do not, by the time of the edge."""
    match = after(begun(2), press(4, BEN), press(pressed, ADA))

    assert called == match.round.called


@pytest.mark.parametrize(("pressed", "called"), [(9.999, (BEN, ADA)), (10.0, (BEN,)), (10.001, (BEN,))])
def test_a_delivery_that_takes_200_milliseconds_changes_nothing(pressed, called):
    match = after(begun(2), press(4, BEN), tick(10.2), press(pressed, ADA))

    assert called == match.round.called


def test_a_late_call_gets_no_die_and_no_points_and_hears_why():
    match, effects = play(begun(2), press(4, BEN), press(10.25, ADA))

    assert [
        "Time is over: no points for Ada in this round.",
        "Ada called 0.250 s too late: no points",
    ] == said(effects)
    _, effects = play(match, takes(11, ADA, 0))
    assert ["refused: Ada has not called Cubo in time and takes no die"] == said(effects)


def test_time_is_over_when_the_tick_comes_and_the_late_seat_gets_nothing():
    """CU-G14: last player not covered when the count-down ends: no die, 0 points."""
    match = after(begun(2), press(4, BEN), tick(10), declines(11, BEN))

    assert ([(ADA, 0, "Ada did not call in time: no points")], BEN) == (
        [(each.seat, each.points, str(each.why)) for each in match.counted],
        match.turn.seat,
    )


def test_a_call_in_time_counts_until_the_first_square_is_looked_at():
    match = after(begun(2), press(4, BEN), declines(5, BEN), tick(10))
    assert CuboPhase.COUNT is match.phase

    match, effects = play(match, press(9.9, ADA))

    assert ((BEN, ADA), CuboPhase.ROUND, ADA) == (match.round.called, match.phase, match.round.chooser)
    assert ["Cubo! Ada made it. All squares are covered."] == said(effects)


def test_once_a_square_is_given_up_a_press_changes_nothing_any_more():
    before = after(begun(3), press(4, BEN), press(5, ADA), declines(6, BEN), declines(6, ADA), tick(11))
    before = after(before, gives_up(12, ADA))
    match, effects = play(before, press(10.9, CLEO))

    assert (before, ["refused: the round is over"]) == (match, said(effects))


def test_the_order_of_the_calls_is_the_order_of_their_times_whenever_they_arrive():
    match = after(begun(3), press(9.5, BEN), press(9.4, CLEO))

    assert ((CLEO, BEN), ns(15.5)) == (match.round.called, match.deadline)


def test_a_second_press_changes_nothing():
    before = after(begun(3), press(4, BEN))
    match, effects = play(before, press(5, BEN))

    assert (before, ["refused: Ben has already called Cubo"]) == (match, said(effects))


@pytest.mark.parametrize(("early", "late_s", "calls"), [(True, 0.02, ()), (True, 0.5, (BEN,)), (False, 0.08, (BEN,))])
def test_whoever_hammers_his_button_before_the_start_call_is_locked_out_for_a_moment(early, late_s, calls):
    """Pressed at -300 and -150 ms, a press at +20 ms does not count; that of another player at +80 ms does."""
    hammered = [press(9.7, BEN), press(9.85, BEN)] if early else []
    laid = after(new_match(3), centre(-2))
    match, effects = play(laid, *hammered, press(10, ADA), press(10 + late_s, BEN))

    assert calls == match.round.called
    assert ("refused: Ben pressed too early, before the start call" in said(effects)) == (not calls)


def test_a_press_from_before_the_start_call_changes_nothing():
    before = begun(3)
    match, effects = play(before, press(-1, BEN))

    assert (before, ["refused: Ben pressed before the round began"]) == (match, said(effects))


@pytest.mark.parametrize(
    ("one", "other", "order"),
    [
        (press(4.000, CLEO, tied=(BEN,)), press(4.002, BEN, tied=(CLEO,)), (BEN, CLEO)),
        (press(4.000, CLEO), press(4.002, BEN, tied=(CLEO,)), (BEN, CLEO)),
        (press(4.000, BEN, tied=(CLEO,)), press(4.002, CLEO, tied=(BEN,)), (BEN, CLEO)),
        (press(4.000, CLEO), press(4.000, BEN), (BEN, CLEO)),
        (press(4.000, CLEO), press(4.002, BEN), (CLEO, BEN)),
    ],
)
def test_of_two_tied_calls_the_one_nearer_to_the_start_player_comes_first(one, other, order):
    """CU-A13, in either order of delivery."""
    assert order == after(begun(4), one, other).round.called
    assert order == after(begun(4), other, one).round.called


def test_a_tie_is_announced_with_its_rule():
    """The reason of the preference is stated to the players."""
    _, effects = play(begun(4), press(4.000, CLEO, tied=(BEN,)), press(4.002, BEN, tied=(CLEO,)))

    assert [
        "Cubo! Ben is ready. No more re-rolls.",
        "Ben and Cleo called at the same moment: Ben sits nearer to the start player and comes first.",
    ] == said(effects)


def test_nobody_overtakes_a_call_that_was_certainly_earlier():
    match = after(
        begun(4), press(4.000, DAN, tied=(CLEO,)), press(4.004, CLEO, tied=(DAN, BEN)), press(4.008, BEN, tied=(CLEO,))
    )

    assert match.round.called.index(DAN) < match.round.called.index(BEN)


def test_the_calls_are_shown_with_their_margins_ties_and_lateness():
    match = after(begun(3), press(4, CLEO, tied=(BEN,)), press(4.002, BEN, tied=(CLEO,)), press(10.5, ADA))

    assert [(BEN, ns(0.002), True, False), (CLEO, 0, True, False), (ADA, ns(6.5), False, True)] == [
        (call.seat, call.margin_ns, call.tied, call.late) for call in match.view().calls
    ]


def test_a_seat_may_take_a_die_as_soon_as_it_has_called():
    match, effects = play(begun(3), press(4, BEN), takes(4.5, BEN, 2))

    assert ([], 2, (0, 1, 3)) == (said(effects), match.round.die_of(BEN), match.round.dice_left)


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (takes(6, CLEO, 0), "Ben called before Cleo and chooses first"),
        (takes(6, ADA, 0), "Ada has not called Cubo in time and takes no die"),
        (takes(6, BEN, 4), "die 5 does not lie in the centre"),
        (takes(6, BEN, -1), "die 0 does not lie in the centre"),
    ],
)
def test_dice_are_chosen_in_the_order_of_the_calls(event, why):
    _, effects = play(begun(4), press(4, BEN), press(5, CLEO), event)

    assert [f"refused: {why}"] == said(effects)


def test_a_die_that_was_taken_is_gone_and_nobody_chooses_twice():
    match = after(begun(4), press(4, BEN), press(5, CLEO), takes(6, BEN, 0))

    assert ["refused: die 1 does not lie in the centre"] == said(play(match, takes(7, CLEO, 0))[1])
    assert ["refused: Ben has chosen already"] == said(play(match, takes(7, BEN, 1))[1])


def test_whoever_declines_does_not_block_the_others():
    match = after(begun(3), press(4, BEN), press(5, CLEO), declines(6, BEN), takes(7, CLEO, 0), tick(11))

    assert CuboPhase.COUNT is match.phase


def test_a_player_who_gives_up_is_waited_for_no_longer():
    match, effects = play(begun(3), press(4, BEN), gives_up(5, CLEO))

    assert (RoundPhase.COUNTDOWN, ns(11)) == (match.round.phase, match.deadline)
    assert [
        "Cleo gives up this round: no points.",
        "Six seconds for Ada: 6 - 5 - 4 - 3 - 2 - 1 - Cubo!",
    ] == said(effects)


def test_a_round_that_everybody_gives_up_is_a_round_without_points():
    match = after(begun(2), gives_up(3, ADA), gives_up(4, BEN))

    assert (CuboPhase.ROUND_END, [0, 0]) == (match.phase, [each.points for each in match.past[0].counted])


def test_nobody_counts_down_for_the_last_player_while_nobody_has_called():
    match = after(begun(2), gives_up(3, ADA))

    assert (RoundPhase.FREE, None) == (match.round.phase, match.deadline)


# House rules.


def test_only_the_start_player_stops_the_rolling_if_the_table_wants_it_so():
    match = after(begun(3, rolling_ends="start_player_stops"), press(4, BEN))
    assert (RoundPhase.FREE, True) == (match.round.phase, match.round.may_roll(CLEO))
    assert ["Cubo! Ben is ready. The others may still re-roll."] == said(
        play(begun(3, rolling_ends="start_player_stops"), press(4, BEN))[1]
    )

    match = after(begun(4, rolling_ends="start_player_stops"), press(4, BEN), press(5, ADA))
    assert (RoundPhase.LOCKED, ns(5)) == (match.round.phase, match.round.stopped_at)


@pytest.mark.parametrize(("last_roll", "often"), [("no_reroll", False), ("last_may_reroll", True)])
def test_the_last_player_may_re_roll_in_the_six_seconds_if_the_table_wants_it_so(last_roll, often):
    match = after(begun(2, last_roll=last_roll), press(4, BEN), rolls(5, ADA))

    assert often == match.round.may_roll(ADA)


def test_the_six_seconds_wait_for_the_choice_of_a_die_if_the_table_wants_it_so():
    match = after(begun(2, countdown="taken"), press(4, BEN))
    assert (RoundPhase.LOCKED, None) == (match.round.phase, match.deadline)

    for choice in (takes(7, BEN, 0), declines(7, BEN)):
        later, effects = play(match, choice)
        assert (RoundPhase.COUNTDOWN, ns(13)) == (later.round.phase, later.deadline)
        assert ["Six seconds for Ada: 6 - 5 - 4 - 3 - 2 - 1 - Cubo!"] == said(effects)


# Lamps.


@pytest.mark.parametrize(
    ("match", "lamps"),
    [
        (new_match(3), {ADA: Lamp.TURN, BEN: Lamp.OFF, CLEO: Lamp.OFF}),
        (after(new_match(3), centre(0)), {ADA: Lamp.ARMED, BEN: Lamp.OFF, CLEO: Lamp.OFF}),
        (begun(3), {ADA: Lamp.ARMED, BEN: Lamp.ARMED, CLEO: Lamp.ARMED}),
        (after(begun(3), press(4, BEN)), {ADA: Lamp.ARMED, BEN: Lamp.FIRST, CLEO: Lamp.ARMED}),
        (
            after(begun(3), press(4, BEN), press(5, ADA)),
            {ADA: Lamp.CALLED, BEN: Lamp.FIRST, CLEO: Lamp.HURRY},
        ),
        (
            after(begun(3), press(4, BEN), press(4, ADA)),
            {ADA: Lamp.FIRST, BEN: Lamp.FIRST, CLEO: Lamp.HURRY},
        ),
        (
            after(begun(3), press(4, BEN), press(5, ADA), press(6, CLEO)),
            {ADA: Lamp.CALLED, BEN: Lamp.TURN, CLEO: Lamp.CALLED},
        ),
        (
            after(begun(3), press(4, BEN), press(5, ADA), declines(6, BEN), declines(6, ADA), tick(11)),
            {ADA: Lamp.TURN, BEN: Lamp.OFF, CLEO: Lamp.OFF},
        ),
    ],
    ids=["start", "ready", "free", "locked", "countdown", "tied", "choosing", "counting"],
)
def test_every_lamp_says_what_its_button_is_good_for(match, lamps):
    assert lamps == dict(match.lamps)
