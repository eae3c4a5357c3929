"""A whole match: the centre dice, six rounds, the start player, colours that drift, and the shared victory."""

import pytest

from companion.effects import Announced, Cue
from companion.errors import BadConfig, BadInput
from companion.events import Begins, PartAdded, PartRemoved, Redone, Resumed, Saw, Started, TypedByHand, Undone
from companion.games.cubo.referee import begin
from companion.games.cubo.round import RoundPhase
from companion.games.cubo.state import CuboPhase
from companion.observations import Kind
from companion.table import Player, Seat
from tests.builders import (
    ADA,
    BEN,
    CENTRE,
    CLEO,
    EIGHTEEN,
    THIRTY_TWO,
    after,
    begun,
    centre,
    centre_seen,
    confirms,
    corrects,
    counting,
    declines,
    exchanges,
    new_match,
    ns,
    play,
    press,
    said,
    square,
    square_seen,
    started,
    takes,
    tick,
    vouches,
    whole_match,
    whole_round,
)

NOTHING = "R1 R1 B3 / B4 W4 R5 / R1 B6 B1"


# The centre dice.


def test_a_sure_reading_of_the_centre_goes_on_by_itself():
    match, effects = play(new_match(), centre(0))

    assert (CuboPhase.ROUND, RoundPhase.READY, []) == (match.phase, match.round.phase, said(effects))
    assert CENTRE == " ".join(str(die) for die in match.centre_dice)


def test_until_the_start_call_the_centre_is_looked_at():
    assert [("centre", Kind.DICE, 4)] == [(look.zone, look.kind, look.dice) for look in new_match().read_requests]
    ready = after(new_match(), centre(0))
    assert ["centre"] == [look.zone for look in ready.read_requests]
    assert () == after(ready, press(1, ADA)).read_requests
    assert "R1 R1 B1 B1" == " ".join(str(die) for die in after(ready, centre(1, "R1 R1 B1 B1")).centre_dice)


def test_an_unsure_centre_is_asked_about_by_name():
    match, effects = play(new_match(), centre(0, unsure=[2]))

    assert (CuboPhase.START, ["I am not sure about the centre dice."]) == (match.phase, said(effects))
    refused = "refused: I am not sure about die 3 (marked 1?): tap it and say what it shows"
    assert [refused] == said(play(match, confirms(1))[1])
    match = after(match, corrects(1, "centre", 2, "B1"), confirms(2))
    assert (CuboPhase.ROUND, CENTRE) == (match.phase, " ".join(str(die) for die in match.centre_dice))


def test_the_start_call_does_not_wait_for_an_unsure_centre_but_taking_a_die_does():
    match = after(new_match(), centre(0, unsure=[2]), press(1, ADA), press(3, BEN))

    assert (RoundPhase.COUNTDOWN, ["centre"]) == (match.round.phase, [look.zone for look in match.read_requests])
    refused = "refused: I am not sure about die 3 (marked 1?): tap it and say what it shows"
    assert [refused] == said(play(match, takes(4, BEN, 0))[1])
    assert [] == said(play(match, corrects(4, "centre", 2, "B1"), takes(5, BEN, 2))[1])
    assert [] == said(play(match, centre(4), takes(5, BEN, 2))[1])
    assert [] == said(play(match, declines(4, BEN))[1])


def test_the_start_call_waits_until_somebody_has_shown_the_centre():
    _, effects = play(new_match(), press(1, ADA))

    assert ["refused: the centre dice have not been read yet"] == said(effects)


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ("R6 R2 B1", "3 dice were seen in the centre, but 4 belong there"),
        ("R6 R2 B1 B5 B5", "5 dice were seen in the centre, but 4 belong there"),
        ("R6 R2 B1 W5", "no die in the centre can be white"),
        (
            "R6 R2 R1 B5",
            "2 red and 2 blue dice should lie in the centre, but 3 red and 1 blue were seen: "
            "is a colour misread, or are dice mixed up?",
        ),
    ],
)
def test_a_centre_that_cannot_be_is_asked_about(dice, why):
    match = after(new_match(), centre(0, dice))

    assert CuboPhase.START is match.phase
    assert [f"refused: {why} - look again, or say that it lies as shown"] == said(play(match, confirms(1))[1])
    assert CuboPhase.ROUND is after(match, vouches(1, "centre")).phase


def test_a_white_die_in_the_centre_is_never_taken():
    match = after(new_match(), centre(0, "R6 R2 B1 W5"), vouches(1, "centre"), press(2, ADA), press(3, ADA))

    assert ["refused: die 4 in the centre is no die of Cubo"] == said(play(match, takes(4, ADA, 3))[1])


def test_without_a_camera_people_tap_in_the_centre():
    match = after(new_match(), TypedByHand(0, "centre"))
    taps = [corrects(1, "centre", number, die) for number, die in enumerate(CENTRE.split())]

    assert CENTRE == " ".join(str(die) for die in after(match, *taps, confirms(2)).centre_dice)


def test_once_a_die_is_taken_the_centre_is_corrected_but_not_read_anew():
    match = after(begun(3), press(4, BEN), takes(5, BEN, 0))

    assert ["refused: the centre dice are known; tap one to correct it"] == said(play(match, centre(6))[1])
    assert "R5" == str(after(match, corrects(6, "centre", 0, "R5")).taken_by(BEN))


@pytest.mark.parametrize(
    "event",
    [
        Saw(1, "centre", square_seen(EIGHTEEN), "x"),
        Saw(1, "square-1", square_seen(EIGHTEEN), "x"),
        Saw(1, "elsewhere", centre_seen(), "x"),
        vouches(1, "centre"),
        corrects(1, "centre", 0, "R1"),
        takes(1, ADA, 0),
        exchanges(1, ADA, (0, 0)),
        press(1, Seat(8)),
        Undone(1),
        started(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_does_not_fit_is_refused_and_changes_nothing(event):
    match, effects = play(new_match(), event)

    assert new_match() == match
    assert ["refused"] == [words.split(":")[0] for words in said(effects)]


@pytest.mark.parametrize("event", [tick(1), Resumed(1)])
def test_time_alone_changes_nothing_and_says_nothing(event):
    assert (new_match(), ()) == play(new_match(), event)


def test_a_seat_where_nobody_sits_is_named():
    assert ["refused: nobody sits on seat 8"] == said(play(begun(), press(1, Seat(8)))[1])


# Who starts.


def test_the_oldest_begins_and_the_left_neighbour_follows():
    match = after(new_match(3), Begins(0, CLEO))
    squares = [EIGHTEEN] * 3
    assert CLEO is match.start

    match = after(match, *whole_round(0, (CLEO, ADA, BEN), squares), confirms(20))
    assert (ADA, 2) == (match.start, match.number)


def test_the_start_player_is_settled_once_the_round_has_begun():
    assert CLEO is after(new_match(3), centre(0), Begins(1, CLEO)).round.start
    assert "refused" in said(play(begun(3), Begins(1, CLEO))[1])[0]


def test_squares_are_counted_from_the_start_player_clockwise_whoever_called_first():
    match = after(begun(3), press(3, CLEO), press(4, BEN), press(5, ADA))
    match = after(match, *[declines(6, seat) for seat in (CLEO, BEN, ADA)])

    order = []
    while match.turn is not None:
        order.append(match.turn.seat)
        match = after(match, square(10, match.turn.seat, EIGHTEEN), confirms(11))
    assert [ADA, BEN, CLEO] == order


# The end.


def test_after_six_rounds_the_most_points_win():
    match, effects = play(new_match(), *whole_match(*[(EIGHTEEN, EIGHTEEN)] * 5, (THIRTY_TWO, EIGHTEEN)))

    assert (CuboPhase.GAME_OVER, {ADA: 122, BEN: 108}) == (match.phase, dict(match.view().sheet.totals))
    assert ((ADA,), "Ada wins with 122 points") == (match.view().result.winners, str(match.view().result.text))
    assert [Cue.POINTS, Cue.WON] == [effect.cue for effect in effects if isinstance(effect, Announced)]


def test_a_tie_is_a_shared_victory_in_either_order():
    """No player wins by sitting first."""
    for last in ((THIRTY_TWO, EIGHTEEN), (EIGHTEEN, THIRTY_TWO)):
        rounds = [(EIGHTEEN, EIGHTEEN)] * 4 + [last[::-1], last]
        match = after(new_match(), *whole_match(*rounds))

        assert ((ADA, BEN), "Ada and Ben share the victory with 122 points each") == (
            match.view().result.winners,
            str(match.view().result.text),
        )


def test_a_match_that_is_over_stays_as_it_is():
    over = after(new_match(), *whole_match(*[(EIGHTEEN, NOTHING)] * 6))

    for event in (press(500, ADA), confirms(500), centre(500), Redone(500)):
        assert (over, ["refused: the match is over"]) == (play(over, event)[0], said(play(over, event)[1]))


def test_the_next_round_begins_when_the_sheet_is_confirmed():
    over = after(new_match(), *whole_round(0, (ADA, BEN), (EIGHTEEN, NOTHING)))

    assert (CuboPhase.ROUND_END, 1) == (over.phase, over.number)
    assert ["refused: confirm the sheet first, then the next round begins"] == said(play(over, press(30, BEN))[1])
    assert ["Round 2: Ben starts."] == said(play(over, confirms(30))[1])


def test_the_sheet_has_a_column_a_round_and_nothing_where_nothing_was_counted():
    match = after(new_match(), *whole_round(0, (ADA, BEN), (EIGHTEEN, NOTHING)), confirms(20))
    match = after(match, *whole_round(20, (BEN, ADA), (THIRTY_TWO, EIGHTEEN))[:-2])

    sheet = match.view().sheet
    assert ((18, None, None, None, None, None), 18) == (sheet.points[ADA], sheet.totals[ADA])
    assert ((0, 32, None, None, None, None), 32) == (sheet.points[BEN], sheet.totals[BEN])


# What was possible.


def test_after_a_round_the_page_shows_what_was_possible():
    square_of_ada = "B2 R5 B4 / B4 W4 B4 / R1 R3 R1"
    match = after(counting(ada=0), square(10, ADA, square_of_ada), confirms(11), square(12, BEN, NOTHING))
    assert () == match.view().grids

    match = after(match, confirms(13))
    grids = {str(grid.title): grid.total for grid in match.view().grids}
    assert {
        "Best square for Ada's nine dice": 22,
        "Best for Ada with R6 instead of R1": 28,
        "Best square for Ben's nine dice": 11,
    } == grids


def test_a_square_that_could_not_be_better_is_praised():
    best = "R6 B6 R6 / R6 W6 R6 / B6 B6 B6"
    match = after(new_match(), *whole_round(0, (ADA, BEN), (best, NOTHING)))

    notes = {picture.seat: [str(note) for note in picture.notes] for picture in match.view().pictures}
    assert ["Ada: 54 points", "Nothing better was possible: 54 points!"] == notes[ADA]
    assert ["Ben: 0 points", "The best possible was 11 points."] == notes[BEN]


# Colours.


def exchanged_match(**rules):
    """A round in which Ada exchanged a blue die for a red one."""
    match = after(counting(ada=0, **rules), square(10, ADA, EIGHTEEN), exchanges(11, ADA, (0, 2)), confirms(12))
    return after(match, square(13, BEN, EIGHTEEN), confirms(14), confirms(15))


def test_the_replaced_die_stays_in_the_centre_so_colours_drift():
    match = exchanged_match()

    assert ({ADA: 5, BEN: 4}, 1) == (dict(match.reds), match.centre_reds)
    assert CuboPhase.ROUND is after(match, centre(20, "R6 B2 B1 B5")).phase
    assert CuboPhase.START is after(match, centre(20)).phase
    assert ("Dice of Ada", "5 red, 3 blue") in [(str(what), str(value)) for what, value in match.view().facts]


def test_a_table_whose_dice_are_mixed_up_is_told_so():
    """Ada shows seven red dice and everybody says that they lie like that: then the others lack some."""
    red = "R1 R5 R1 / R4 W4 R4 / R1 R3 B1"
    match = after(counting(), square(10, ADA, red), vouches(11, "square-1"), confirms(12))
    match = after(match, square(13, BEN, EIGHTEEN), confirms(14), confirms(15))

    facts = {str(what): str(value) for what, value in match.view().facts}
    assert "some dice lie in the wrong set: red and blue no longer balance" == facts["Mixed up"]
    assert -1 == match.centre_reds
    assert CuboPhase.ROUND is after(match, centre(20)).phase


def test_unsure_centre_dice_cannot_be_vouched_for_wholesale():
    match = after(new_match(), centre(0, "R6 R2 B1", unsure=[0]))

    assert ["refused: tap die 1 (marked 6?) first"] == said(play(match, vouches(1, "centre"))[1])


def test_everybody_goes_back_to_four_and_four_if_the_table_wants_it_so():
    match = exchanged_match(colours="reset_colours")

    assert ({ADA: 4, BEN: 4}, 2) == (dict(match.reds), match.centre_reds)


def test_the_reds_of_the_table_stay_what_they_are():
    """CU-A5: over all sets and the centre there are 4n + 2 red dice, whatever was exchanged."""
    match = exchanged_match()

    assert 4 * 2 + 2 == sum(match.reds.values()) + match.centre_reds


# Beginning.


def test_house_rules_in_force_stand_among_the_facts():
    facts = new_match(straights="any_order").view().facts

    assert [("Must a straight lie in order?", "no, any order within the row counts")] == [
        (str(what), str(value)) for what, value in facts[2:]
    ]
    assert 3 == len(facts)


def test_house_rules_reach_the_counting():
    mixed = "R4 R6 R5 / B4 W4 R2 / R1 B6 B1"
    plain = after(counting(), square(10, ADA, mixed))
    any_order = after(counting(straights="any_order"), square(10, ADA, mixed))

    assert (0, 12) == (plain.turn.sheet.rows[0].points, any_order.turn.sheet.rows[0].points)


def test_an_unknown_house_rule_is_named():
    with pytest.raises(BadConfig) as error:
        new_match(straight="any_order")

    assert "unknown house rule 'straight' - did you mean 'straights'?" == str(error.value)


@pytest.mark.parametrize("count", [1, 5])
def test_two_to_four_may_play(count):
    players = tuple(Player(Seat(seat), f"P{seat}") for seat in range(1, count + 1))
    with pytest.raises(BadInput) as error:
        begin(Started(0, "cubo", players, {}, seed=1))

    assert f"Cubo is played by 2 to 4 players, not by {count}" == str(error.value)


def test_seats_need_not_be_neighbours():
    match = begin(Started(0, "cubo", (Player(Seat(2), "Eve"), Player(Seat(7), "Fay")), {}, seed=1))

    assert (Seat(2), Seat(7)) == (match.start, match.table.after(match.start))


def test_of_five_things_in_the_centre_the_one_that_is_no_die_is_taken_out():
    match = after(new_match(), centre(-3, "R6 R2 B1 B5 R1"))
    assert CuboPhase.START is match.phase

    match = after(match, PartRemoved(ns(-2), "centre", 4))

    assert (CuboPhase.ROUND, 4) == (match.phase, match.round.dice)


def test_a_centre_die_that_was_missed_is_added_and_told():
    match = after(new_match(), centre(-3, "R6 R2 B1"), PartAdded(ns(-2), "centre", 330, 30))
    assert not match.centre_trusted

    match = after(match, corrects(-1, "centre", 3, "B5"))

    assert match.centre_trusted


def test_once_the_centre_is_known_and_the_round_runs_nothing_is_added_or_removed():
    refused = ["refused: the centre dice are known; tap one to correct it"]

    for event in (PartRemoved(ns(1), "centre", 0), PartAdded(ns(1), "centre", 5, 5)):
        assert refused == said(play(begun(), event)[1])
