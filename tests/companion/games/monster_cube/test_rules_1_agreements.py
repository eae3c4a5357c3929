"""Rules 1: nobody finds anything, hints, the people's own cards, the end. One sentence a test."""

from companion.events import By, Pressed, Saw
from companion.games.monster_cube.events import AgreedNone, CardTold, Ended, HintWanted, TilesDealt
from companion.games.monster_cube.state import MonsterCubePhase
from companion.games.monster_cube.tiles import ZIGZAG, Tile, laid
from companion.observations import Kind, Observation
from tests.companion.games.monster_cube.hunting import beaten_ways, beats, read
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
    tick,
)

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

    assert (MonsterCubePhase.LAY, ["tiles"]) == (match.state.phase, [look.zone for look in match.read_requests])


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
    assert (MonsterCubePhase.NAME_CARDS, "Turn up 3 monsters") == (match.state.phase, str(match.view().headline))
    assert 56 == len(match.view().boards[0].pieces)

    told = after(match, CardTold(ns(2), 12), CardTold(ns(2), 41))
    assert ["refused: monster 12 cannot have been turned up now"] == said(play(told, CardTold(ns(3), 12))[1])
    assert (12, 41, 7) == after(told, CardTold(ns(4), 7)).state.market.zone


def test_the_last_round_ends_the_match_and_the_winner_is_told():
    match, at = begun(higher="once"), 10
    while match.state.phase is not MonsterCubePhase.OVER:
        ways = [card for card in match.state.market.zone if beaten_ways(match, card)]
        match, effects = play(beats(at, match, ADA, ways[0]), confirms(at + 5))
        at += 20

    assert 19 == len(match.state.won[ADA])
    assert [f"Ada wins with {match.state.scores[ADA].points} points: hero of the city!"] == said(effects)
    assert (ADA,) == match.view().result.winners
    assert ["refused: the match is over"] == said(play(match, press(999, ADA))[1])


def test_people_may_stop_whenever_they_like():
    match = after(beats(5, begun(), BEN, begun().state.market.zone[0]), Ended(ns(9)))

    assert (MonsterCubePhase.OVER, (BEN,)) == (match.state.phase, match.state.winners)


def test_alone_the_hunt_is_over_after_five_minutes():
    match = begun(1)
    assert ns(301) == match.deadline

    over, effects = play(match, tick(301))
    assert (MonsterCubePhase.OVER, ["The hunt is over: time!", "Ada ends the hunt with 0 points"]) == (
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
