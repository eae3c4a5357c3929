"""Rules 1: the first press, the time to show, right and wrong, agreements, and the end. One sentence a test."""

import pytest

from companion.effects import Froze, Lamp
from companion.events import By, Confirmed, Pressed, Saw
from companion.games.monster_cube.claims import Claim
from companion.games.monster_cube.events import (
    AgreedNone,
    CardChosen,
    CardTold,
    Ended,
    FaceTapped,
    FaceTold,
    GivenBack,
    HintWanted,
    LimitSet,
    MoveWanted,
    PlaceTapped,
    StartedOver,
    TilesDealt,
)
from companion.games.monster_cube.moving import Move, moved
from companion.games.monster_cube.state import Phase
from companion.games.monster_cube.tiles import ZIGZAG, FaceAt, Layout, Tile, laid
from companion.observations import Kind, Observation, Side, TileFace
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES, TILES, faces
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
    seen,
    shows,
    tick,
    way,
)

WRONG = Claim(1, faces("0,0Y 1,0Y 1,1Y"))
"""Three yellow faces that are not in one line."""


def read(at=1.0, **rules):
    """A match whose tiles the camera has read; the monsters 12, 30 and 41 lie open."""
    match = after(new_match(2, cards="told", **rules), saw(at, ALL_EXAMPLES), confirms(at))
    return after(match, *(CardTold(ns(at), code) for code in (12, 30, 41)))


def beats(at, match, seat, card, *, moves=1):
    """`seat` calls at `at` and beats `card` a second later."""
    claim = way(match, card, moves=moves).claim
    return after(match, press(at, seat), *shows(at + 1, "tiles", card, claim))


def loses(at, match, seat):
    card = match.state.market.zone[0]
    return after(match, press(at, seat), *shows(at + 1, "tiles", card, WRONG))


# The tiles.


def test_nothing_begins_before_the_tiles_are_known():
    match, effects = play(new_match(), confirms(1))

    assert ["refused: put the tiles under the camera, or let the companion lay them"] == said(effects)
    assert "tiles" == match.looks[0].zone


def test_a_sure_reading_is_believed_and_shown():
    match = after(new_match(), saw(1, ALL_EXAMPLES.shifted((4, -2))))

    assert ALL_EXAMPLES.shifted((4, -2)) == match.state.layouts["tiles"]
    assert () == match.looks


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
    match = after(read(), StartedOver(ns(2), "tiles"))
    assert (Phase.LAY, ["tiles"]) == (match.state.phase, [look.zone for look in match.looks])

    again = after(match, saw(3, laid(ZIGZAG, TILES[::-1])), confirms(4))
    assert (Phase.OPEN, (12, 30, 41)) == (again.state.phase, again.state.market.zone)


# The first press.


def test_the_first_press_shows_and_the_picture_of_the_moment_is_kept():
    match, effects = play(read(), press(5, BEN))

    assert ["Monstre! Ben has a combination: which one?", "Froze"] == said(effects)
    assert Froze("tiles") in effects
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


def test_nobody_calls_twice():
    _, effects = play(read(), press(5, BEN), press(5.1, ADA), press(5.2, ADA))

    assert ["refused: Ada has called already"] == said(effects)


# The time to show.


@pytest.mark.parametrize(("at", "phase"), [(14.999, Phase.CLAIM), (15, Phase.VERDICT), (15.5, Phase.VERDICT)])
def test_ten_seconds_to_show(at, phase):
    assert phase is after(read(), press(5, BEN), tick(at)).state.phase


def test_what_comes_at_the_end_of_the_time_is_too_late():
    match, effects = play(read(), press(5, BEN), Confirmed(ns(15)))

    assert ["Ben: time is over", "refused: time is over"] == said(effects)
    assert Phase.VERDICT is match.state.phase


def test_a_second_press_says_that_it_is_shown_and_stops_the_clock():
    match = after(read(), press(5, BEN), press(14, BEN), tick(60))

    assert (None, Phase.CLAIM) == (match.deadline, match.state.phase)


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


# Right.


def test_a_right_claim_takes_the_card_and_the_formula_is_written_on_the_board():
    match = beats(5, read(), BEN, 12)
    board = match.view().boards[0]

    assert (12,) == match.state.won[BEN]
    assert {30, 41} == set(match.state.market.discard)
    assert "2 \u00d7 3 + 6 = 12" == str(board.strokes[0].label)
    assert 3 == sum(piece.standing == "right" for piece in board.pieces)


def test_what_was_missed_is_told_afterwards():
    notes = [str(note) for note in beats(5, read(), BEN, 12).view().boards[0].notes]

    assert ["30 could be made: 3 \u00d7 9 + 3", "41 could be made: 5 \u00d7 7 + 6"] == notes


def test_the_next_monsters_come_when_everybody_has_looked():
    match, effects = play(beats(5, begun(), BEN, begun().state.market.zone[0]), confirms(9))

    assert (Phase.OPEN, 3, 50) == (match.state.phase, len(match.state.market.zone), len(match.state.market.pile))
    assert ["Search! Whoever finds a combination calls Monstre!"] == said(effects)


def test_a_moved_tile_stays_after_a_right_claim():
    match = read()
    solution = next(each for each in _ways(match, 30) if each.move is not None)
    shown = after(match, press(5, BEN), *shows(6, "tiles", 30, solution.claim))

    assert moved(ALL_EXAMPLES, solution.move) == shown.state.layouts["tiles"]


def _ways(match, code):
    from companion.games.monster_cube.solver import solve

    return solve(match.state.layouts["tiles"], (code,), 1, match.state.claim_rules)[code]


def test_the_camera_reads_the_move_wherever_it_begins_to_count():
    match = after(read(), press(5, BEN))
    move = Move((0, 0), (-1, 1))
    assert ["tiles"] == [look.zone for look in match.looks]

    shown = after(match, saw(6, moved(ALL_EXAMPLES, move).shifted((2, 2))))
    assert move == shown.state.showing.move


def test_tiles_that_lie_as_before_take_back_nothing_that_was_tapped():
    tapped = after(
        read(),
        press(5, BEN),
        MoveWanted(ns(6)),
        FaceTapped(ns(6), "tiles", 0, 0, TileFace.RED),
        PlaceTapped(ns(6), -1, 1),
    )

    assert tapped == after(tapped, saw(7, ALL_EXAMPLES))


@pytest.mark.parametrize(
    ("layout", "asked"),
    [
        (laid(ZIGZAG, TILES[::-1]), "more than one tile lies elsewhere: only one may be moved"),
        (Layout.of({**ALL_EXAMPLES.at, (0, 0): Tile(9, 9, 9)}), "the tile 9/9/9 was not there before"),
        (moved(ALL_EXAMPLES, Move((0, 0), (5, 5))), "the tile 6/7/9 touches no other tile now"),
    ],
)
def test_a_move_that_cannot_be_read_is_asked_about(layout, asked):
    match, effects = play(after(read(), press(5, BEN)), saw(6, layout))

    assert [f"{asked}: tap the tile that was moved, and its new place."] == said(effects)
    assert None is match.state.showing.move


# Wrong.


def test_a_wrong_claim_says_every_fault_and_discards_the_three_monsters():
    match, effects = play(read(), press(5, BEN), *shows(6, "tiles", 12, WRONG))

    assert ["Ben: these three cubes are not in one line"] == said(effects)
    assert ["these three cubes are not in one line", "6, 1 and 4 cannot make 12"] == [
        str(note) for note in match.view().boards[0].notes[:2]
    ]
    assert {12, 30, 41} == set(match.state.market.discard)


def test_a_moved_tile_goes_back_after_a_wrong_claim():
    claim = Claim(12, faces("-1,1Y 1,0Y 2,0Y"), move=Move((0, 0), (-1, 1)))
    back = after(read(), press(5, BEN), *shows(6, "tiles", 12, claim))
    stays = after(read(wrong_move="stays"), press(5, BEN), *shows(6, "tiles", 12, claim))

    assert ALL_EXAMPLES == back.state.layouts["tiles"]
    assert moved(ALL_EXAMPLES, claim.move) == stays.state.layouts["tiles"]
    assert "The moved tile goes back to its place." in [str(note) for note in back.view().boards[0].notes]


def test_who_was_wrong_chooses_which_won_card_goes_back():
    match = begun()
    for at in (10, 20):
        match = after(beats(at, match, BEN, match.state.market.zone[0]), confirms(at + 5))
    first, second = match.state.won[BEN]
    wrong = loses(30, match, BEN)
    assert (Phase.GIVE_BACK, BEN) == (wrong.state.phase, wrong.view().turn)

    back, effects = play(wrong, GivenBack(ns(32), BEN, first))
    assert [f"Ben puts monster {first} back under the pile."] == said(effects)
    assert ((second,), first) == (back.state.won[BEN], back.state.market.pile[-1])


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (GivenBack(ns(32), BEN, 99), "Ben has not won monster 99"),
        (GivenBack(ns(32), ADA, 1), "a won card must go back first"),
        (confirms(32), "a won card must go back first"),
    ],
)
def test_only_a_won_card_goes_back(event, why):
    match = begun()
    for at in (10, 20):
        match = after(beats(at, match, BEN, match.state.market.zone[0]), confirms(at + 5))

    assert [f"refused: {why}"] == said(play(loses(30, match, BEN), event)[1])


@pytest.mark.parametrize(("rule", "kept"), [("last_won", 0), ("lot", None)])
def test_a_table_may_say_which_card_goes_back(rule, kept):
    match = begun(give_back=rule)
    for at in (10, 20):
        match = after(beats(at, match, BEN, match.state.market.zone[0]), confirms(at + 5))
    wrong = loses(30, match, BEN)

    assert (Phase.VERDICT, 1) == (wrong.state.phase, len(wrong.state.won[BEN]))
    assert kept is None or (match.state.won[BEN][kept],) == wrong.state.won[BEN]


def test_nobody_gives_back_what_he_has_not_won():
    assert Phase.VERDICT is loses(5, begun(), BEN).state.phase


def test_to_have_nothing_to_show_is_wrong():
    match, effects = play(read(), press(5, BEN), gives_up(6, BEN))

    assert ["Ben: there is nothing to show"] == said(effects)
    assert Phase.VERDICT is match.state.phase


# Taps.


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([confirms(6)], "tap the monster that is beaten"),
        ([CardChosen(ns(6), 13)], "there is no monster 13 to be beaten"),
        ([CardChosen(ns(6), 12), confirms(7)], "tap the three faces: 0 of 3"),
        ([FaceTapped(ns(6), "tiles", 9, 9, TileFace.RED)], "there is no tile in that place"),
        ([FaceTapped(ns(6), "tiles-1", 0, 0, TileFace.RED)], "those are not the tiles that are played with now"),
        ([PlaceTapped(ns(6), 5, 5)], "tap the tile first, then its new place"),
        (
            [
                MoveWanted(ns(6)),
                FaceTapped(ns(6), "tiles", 0, 0, TileFace.RED),
                PlaceTapped(ns(6), 5, 5),
            ],
            "the tile cannot go there: every tile must touch another",
        ),
        ([gives_up(6, ADA)], "this does not fit what the table is doing now"),
        ([AgreedNone(ns(6))], "this does not fit what the table is doing now"),
    ],
)
def test_a_tap_that_does_not_fit_says_why(events, why):
    _, effects = play(after(read(), press(5, BEN)), *events)

    assert [f"refused: {why}"] == said(effects)


def test_a_face_is_taken_back_by_a_second_tap():
    tap = FaceTapped(ns(6), "tiles", 0, 0, TileFace.RED)

    assert () == after(read(), press(5, BEN), tap, tap).state.showing.faces


def test_a_tapped_move_may_be_taken_back():
    match = after(
        read(),
        press(5, BEN),
        MoveWanted(ns(6)),
        FaceTapped(ns(6), "tiles", 0, 0, TileFace.RED),
        PlaceTapped(ns(6), -1, 1),
    )
    assert Move((0, 0), (-1, 1)) == match.state.showing.move
    assert FaceAt((-1, 1), TileFace.RED).place in match.state.showing.now.at

    assert ALL_EXAMPLES == after(match, MoveWanted(ns(7), wanted=False)).state.showing.now


# Nobody finds anything.


def test_all_agree_and_new_monsters_come_the_others_under_the_pile():
    match, effects = play(begun(), AgreedNone(ns(9)))

    assert ["Nobody finds a combination: new monsters."] == said(effects)
    assert begun().state.market.zone == match.state.market.pile[-3:]
    assert begun().state.layouts == after(match, confirms(10)).state.layouts


def test_if_it_happens_again_the_tiles_are_laid_anew():
    match, effects = play(begun(), AgreedNone(ns(9)), confirms(10), AgreedNone(ns(19)))

    assert ["Nobody finds a combination: new monsters, and the tiles are laid anew."] == said(effects)
    assert begun().state.layouts != after(match, confirms(20)).state.layouts


def test_with_real_tiles_laying_anew_waits_for_the_camera():
    match = after(read(none_found="at_once"), AgreedNone(ns(9)), confirms(10))

    assert (Phase.LAY, ["tiles"]) == (match.state.phase, [look.zone for look in match.looks])


def test_tiles_may_be_laid_as_they_lay_at_the_beginning():
    match = after(begun(none_found="at_once", laid_again="as_at_first"), AgreedNone(ns(9)), confirms(10))

    assert begun().state.layouts == match.state.layouts


def test_the_solver_knows_when_there_is_none_indeed():
    ones = laid(ZIGZAG, [Tile(1, 1, 1)] * 9)
    match = after(new_match(cards="told"), saw(1, ones), confirms(1), *(CardTold(ns(1), code) for code in (54, 55, 56)))
    match, effects = play(match, AgreedNone(ns(9)))

    assert ["There is no combination indeed: the tiles are laid anew."] == said(effects)
    assert "54 could not be made at all." == str(match.view().boards[0].notes[0])


def test_a_right_claim_in_between_makes_it_the_first_time_again():
    match = after(begun(), AgreedNone(ns(9)), confirms(10))
    match = after(beats(12, match, ADA, match.state.market.zone[0]), confirms(20))

    assert ["Nobody finds a combination: new monsters."] == said(play(match, AgreedNone(ns(30)))[1])


# Hints, own cards, the end.


def test_hints_are_off():
    assert ["refused: this table plays without hints"] == said(play(begun(), HintWanted(ns(2)))[1])
    assert "HintWanted" not in [action.event for action in begun().view().actions]


def test_a_table_that_wants_hints_sees_which_monsters_can_be_beaten_and_one_way():
    match = begun(hints="on")
    known = [str(name) for name, _ in match.view().facts]
    assert {f"Monster {code} can be beaten" for code in match.state.market.zone} <= set(known)

    tiles = after(match, HintWanted(ns(2))).view().boards[1]
    assert 3 == sum(piece.standing == "hinted" for piece in tiles.pieces)


def test_a_hint_says_when_there_is_none():
    match = after(new_match(cards="told", hints="on"), saw(1, laid(ZIGZAG, [Tile(1, 1, 1)] * 9)), confirms(1))
    match = after(match, *(CardTold(ns(1), code) for code in (54, 55, 56)), HintWanted(ns(2)))

    assert ["No monster can be beaten without a move."] == [str(note) for note in match.view().boards[1].notes]


def test_people_with_their_own_cards_tell_which_they_have_turned_up():
    match = after(new_match(cards="told"), TilesDealt(ns(1)), confirms(1))
    assert (Phase.TELL, "Turn up 3 monsters") == (match.state.phase, str(match.view().headline))
    assert 56 == len(match.view().boards[0].pieces)

    told = after(match, CardTold(ns(2), 12), CardTold(ns(2), 41))
    assert ["refused: monster 12 cannot have been turned up now"] == said(play(told, CardTold(ns(3), 12))[1])
    assert (12, 41, 7) == after(told, CardTold(ns(4), 7)).state.market.zone


def test_the_last_round_ends_the_match_and_the_winner_is_told():
    match, at = begun(higher="once"), 10
    while match.state.phase is not Phase.OVER:
        ways = [card for card in match.state.market.zone if _ways(match, card)]
        match, effects = play(beats(at, match, ADA, ways[0]), confirms(at + 5))
        at += 20

    assert 19 == len(match.state.won[ADA])
    assert [f"Ada wins with {match.state.scores[ADA].points} points: hero of the city!"] == said(effects)
    assert (ADA,) == match.view().result.winners
    assert ["refused: the match is over"] == said(play(match, press(999, ADA))[1])


def test_people_may_stop_whenever_they_like():
    match = after(beats(5, begun(), BEN, begun().state.market.zone[0]), Ended(ns(9)))

    assert (Phase.OVER, (BEN,)) == (match.state.phase, match.state.winners)


def test_alone_the_hunt_is_over_after_five_minutes():
    match = begun(1)
    assert ns(301) == match.deadline

    over, effects = play(match, tick(301))
    assert (Phase.OVER, ["The hunt is over: time!", "Ada ends the hunt with 0 points"]) == (
        over.state.phase,
        said(effects),
    )


def test_nobody_sits_there():
    assert ["refused: nobody sits on seat 3"] == said(play(begun(), press(5, CLEO))[1])


def test_the_photo_finish_is_kept_with_the_claim_even_when_it_comes_late():
    finish = Saw(ns(6), "finish", Observation(Kind.TILES, ()), "beef")
    during = after(read(), press(5, BEN), finish)
    afterwards = after(read(), Pressed(ns(5), BEN, By.BUTTON), gives_up(6, BEN), finish)

    assert ["beef", "beef"] == [match.view().pictures[0].picture for match in (during, afterwards)]
