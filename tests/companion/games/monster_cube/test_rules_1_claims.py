"""Rules 1: right and wrong claims, and the taps that show them. One sentence a test."""

import pytest

from companion.games.monster_cube.claims import Claim
from companion.games.monster_cube.events import AgreedNone, CardChosen, FaceTapped, GivenBack, MoveWanted, PlaceTapped
from companion.games.monster_cube.moves import Move, moved
from companion.games.monster_cube.state import MonsterCubePhase
from companion.games.monster_cube.tiles import ZIGZAG, FaceAt, Layout, Tile, laid
from companion.observations import TileFace
from tests.companion.games.monster_cube.hunting import WRONG, beaten_ways, beats, loses, read
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES, TILES, faces
from tests.companion.games.monster_cube.table import (
    ADA,
    BEN,
    after,
    begun,
    confirms,
    gives_up,
    ns,
    play,
    press,
    said,
    saw,
    shows,
)

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

    assert (MonsterCubePhase.OPEN, 3, 50) == (
        match.state.phase,
        len(match.state.market.zone),
        len(match.state.market.pile),
    )
    assert ["Search! Whoever finds a combination calls Monstre!"] == said(effects)


def test_a_moved_tile_stays_after_a_right_claim():
    match = read()
    solution = next(each for each in beaten_ways(match, 30) if each.move is not None)
    shown = after(match, press(5, BEN), *shows(6, "tiles", 30, solution.claim))

    assert moved(ALL_EXAMPLES, solution.move) == shown.state.layouts["tiles"]


def test_the_camera_reads_the_move_wherever_it_begins_to_count():
    match = after(read(), press(5, BEN))
    move = Move((0, 0), (-1, 1))
    assert ["tiles"] == [look.zone for look in match.read_requests]

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
    assert (MonsterCubePhase.GIVE_BACK, BEN) == (wrong.state.phase, wrong.view().turn)

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

    assert (MonsterCubePhase.VERDICT, 1) == (wrong.state.phase, len(wrong.state.won[BEN]))
    assert kept is None or (match.state.won[BEN][kept],) == wrong.state.won[BEN]


def test_nobody_gives_back_what_he_has_not_won():
    assert MonsterCubePhase.VERDICT is loses(5, begun(), BEN).state.phase


def test_to_have_nothing_to_show_is_wrong():
    match, effects = play(read(), press(5, BEN), gives_up(6, BEN))

    assert ["Ben: there is nothing to show"] == said(effects)
    assert MonsterCubePhase.VERDICT is match.state.phase


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
            [MoveWanted(ns(6)), FaceTapped(ns(6), "tiles", 0, 0, TileFace.RED), PlaceTapped(ns(6), 5, 5)],
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
