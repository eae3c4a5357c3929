"""Moving one tile: how many moves there are, every fault of a bad one, and which move two readings tell."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import BadInput
from companion.games.monster_cube.claims import Allowed, CombinationType, combinations
from companion.games.monster_cube.moves import (
    ClaimFaultKind,
    Move,
    MoveRead,
    legal_moves,
    move_faults,
    moved,
    read_move,
    unmoved,
)
from companion.games.monster_cube.options import Linked
from companion.games.monster_cube.tiles import SLANTED, ZIGZAG, Layout, laid
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES, TILES

ALONE, GROUP = Linked.NO_TILE_ALONE, Linked.ONE_GROUP


@pytest.mark.parametrize(
    ("golden", "places", "moves", "pairs", "triples"),
    [("MC-G27", ZIGZAG, 119, 758, 554), ("MC-G28", SLANTED, 120, 758, 553)],
)
def test_the_moves_of_a_start_layout(golden, places, moves, pairs, triples):
    layout = laid(places, TILES)
    found = legal_moves(layout, ALONE)
    using = [
        (move, each)
        for move in found
        for each in combinations(moved(layout, move).places, Allowed())
        if any(face.place == move.end for face in each.faces)
    ]
    as_they_lay = {frozenset(unmoved(face, move) for face in each.faces) for move, each in using}
    staying = {frozenset(each.faces) for each in combinations(layout.places, Allowed())}

    assert (golden, moves, pairs, triples) == (golden, len(found), len(using), len(as_they_lay | staying))
    assert {CombinationType.LINE: 378, CombinationType.STRAIGHT: 352, CombinationType.CUBE: 28} == Counter(
        each.shape for _, each in using
    )


def test_both_readings_of_the_link_rule_agree_on_the_first_move():
    assert legal_moves(ALL_EXAMPLES, ALONE) == legal_moves(ALL_EXAMPLES, GROUP)


layouts = st.builds(
    lambda places, tiles: laid(places, tiles), st.sampled_from([ZIGZAG, SLANTED]), st.permutations(TILES)
)


@settings(max_examples=6, deadline=None)
@given(layouts, st.data())
def test_a_legal_move_is_one_without_faults_after_any_number_of_moves(layout, data):
    linked = data.draw(st.sampled_from(Linked))
    for _ in range(3):
        legal = legal_moves(layout, linked)
        ends = {(q + dq, r + dr) for q, r in layout.places for dq in (-1, 0, 1) for dr in (-1, 0, 1)}
        trying = [Move(start, end) for start in layout.places for end in ends]
        assert set(legal) == {move for move in trying if not list(move_faults(layout, move, linked))}
        layout = moved(layout, data.draw(st.sampled_from(legal)))


@pytest.mark.parametrize(
    ("move", "linked", "faults"),
    [
        ("2,0>1,-1", ALONE, []),
        ("5,5>3,-1", ALONE, ["there is no tile to move at 5,5"]),
        ("2,0>2,0", ALONE, ["the tile lies where it was: it was not moved"]),
        ("2,0>1,1", ALONE, ["the tile cannot go there: another one lies in that place"]),
        ("2,0>7,7", ALONE, ["the tile 8/1/1 touches no other tile now"]),
        (
            "5,5>1,1",
            ALONE,
            ["there is no tile to move at 5,5", "the tile cannot go there: another one lies in that place"],
        ),
    ],
)
def test_every_fault_of_a_move_is_told(move, linked, faults):
    assert faults == [str(fault.what) for fault in move_faults(ALL_EXAMPLES, Move.parse(move), linked)]


def test_a_move_may_leave_another_tile_alone():
    row = Layout.parse("0,0=1/1/1 1,0=2/2/2 2,0=3/3/3 3,0=4/4/4")

    assert ["the tile 1/1/1 touches no other tile now"] == [
        str(fault.what) for fault in move_faults(row, Move((1, 0), (4, 0)), ALONE)
    ]


def test_tiles_in_pairs_are_linked_but_no_group():
    row = Layout.parse("0,0=1/1/1 1,0=2/2/2 2,0=3/3/3 3,0=4/4/4 4,0=5/5/5")
    apart = Move((2, 0), (5, 0))

    assert [] == list(move_faults(row, apart, ALONE))
    assert [ClaimFaultKind.TORN] == [fault.kind for fault in move_faults(row, apart, GROUP)]


@pytest.mark.parametrize("shift", [(0, 0), (3, -1), (-5, 2)])
def test_one_tile_elsewhere_is_read_as_a_move_wherever_the_reader_begins_to_count(shift):
    for move in legal_moves(ALL_EXAMPLES, ALONE):
        assert MoveRead(move) == read_move(ALL_EXAMPLES, moved(ALL_EXAMPLES, move).shifted(shift))


def test_the_same_layout_is_no_move():
    assert MoveRead(None) == read_move(ALL_EXAMPLES, ALL_EXAMPLES.shifted((2, 2)))


def test_two_tiles_elsewhere_are_asked_about():
    twice = moved(moved(ALL_EXAMPLES, Move((2, 0), (3, -1))), Move((-1, 2), (-1, 0)))

    assert ["more than one tile lies elsewhere: only one may be moved"] == words(read_move(ALL_EXAMPLES, twice))


def test_two_tiles_that_changed_places_are_asked_about():
    lying = dict(ALL_EXAMPLES.lying)
    lying[(0, 0)], lying[(1, 0)] = lying[(1, 0)], lying[(0, 0)]

    assert ["more than one tile lies elsewhere: only one may be moved"] == words(
        read_move(ALL_EXAMPLES, Layout.of(lying))
    )


def test_a_tile_that_nobody_knows_is_asked_about():
    other = Layout.parse(str(ALL_EXAMPLES).replace("8/1/1", "9/1/1"))

    assert ["the tile 9/1/1 was not there before", "the tile 8/1/1 is missing"] == words(read_move(ALL_EXAMPLES, other))


def test_equal_tiles_that_allow_two_readings_are_asked_about():
    row = Layout.parse("0,0=1/1/1 1,0=1/1/1 2,0=1/1/1")

    assert ["more than one tile lies elsewhere: only one may be moved"] == words(
        read_move(row, Layout.parse("0,0=1/1/1 1,0=1/1/1 2,1=1/1/1"))
    )


def words(found):
    return [str(fault.what) for fault in found.faults]


@pytest.mark.parametrize("text", ["2,2", "2,2>", ">1,1", "a>b"])
def test_what_is_no_move_gets_one_clear_line(text):
    with pytest.raises(BadInput, match="^'.*' is no (move|place of a tile): it is written "):
        Move.parse(text)
