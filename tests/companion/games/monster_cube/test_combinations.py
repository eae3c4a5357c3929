"""The three kinds of combination: the worked examples, the counts, and an independent look through a ruler."""

from collections import Counter
from itertools import combinations as any_of
from math import dist, sqrt

import pytest

from companion.games.monster_cube.claims import Allowed, CombinationType, combinations, shape_of
from companion.games.monster_cube.options import Lines, Straights
from companion.games.monster_cube.tiles import FACES, SLANTED, ZIGZAG, FaceAt
from companion.observations import TileFace
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES, faces

USUAL = Allowed()


def counts(places, allowed=USUAL):
    found = list(combinations(frozenset(places), allowed))
    assert len(found) == len({frozenset(each.faces) for each in found})
    kinds = Counter(each.shape for each in found)
    return tuple(kinds[shape] for shape in CombinationType)


@pytest.mark.parametrize(("places", "golden"), [(ZIGZAG, "MC-G25"), (SLANTED, "MC-G26")])
def test_a_start_layout_has_57_combinations(places, golden):
    assert ((21, 32, 4), golden) == (counts(places), golden)


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        (Allowed(lines=Lines.FACES_TOUCH), (7, 32, 4)),
        (Allowed(straights=Straights.THREE_TILES), (21, 126, 4)),
        (Allowed(straights=Straights.OFF), (21, 0, 4)),
        (Allowed(lines=None, straights=Straights.OFF), (0, 0, 4)),
        (Allowed(straights=Straights.OFF, cubes=False), (21, 0, 0)),
    ],
)
def test_house_rules_change_what_counts(allowed, expected):
    assert expected == counts(ZIGZAG, allowed)


@pytest.mark.parametrize(
    ("shown", "shape", "numbers"),
    [
        ("2,0Y 1,1Y 0,2Y", CombinationType.LINE, [8, 4, 5]),
        ("0,1R 1,1R 2,1R", CombinationType.LINE, [6, 2, 3]),
        ("-1,2B 0,2B 1,2B", CombinationType.LINE, [8, 2, 4]),
        ("1,1B 1,1R 0,1B", CombinationType.STRAIGHT, [3, 2, 6]),
        ("1,2B 1,2R 0,2B", CombinationType.STRAIGHT, [4, 4, 2]),
        ("1,2Y 1,1B 2,1R", CombinationType.CUBE, [3, 3, 3]),
        ("1,1Y 1,1R 1,1B", None, [4, 2, 3]),
        ("0,0Y 1,0Y 1,1Y", None, [6, 1, 4]),
        ("1,1Y 1,1B 2,1R", None, [4, 3, 3]),
    ],
)
def test_the_worked_examples_of_the_rulebook(shown, shape, numbers):
    named = faces(shown)

    assert (shape, numbers) == (shape_of(named, USUAL), [ALL_EXAMPLES.number(face) for face in named])


def test_the_order_in_which_faces_are_named_does_not_matter():
    one, two, three = faces("1,2Y 1,1B 2,1R")

    assert {CombinationType.CUBE} == {
        shape_of(named, USUAL) for named in [(one, two, three), (three, one, two), (two, three, one)]
    }


# A second opinion that knows nothing of axial templates: rhombi drawn with a ruler.

UP = {TileFace.YELLOW: (5, 0, 1), TileFace.BLUE: (1, 2, 3), TileFace.RED: (3, 4, 5)}
CORNERS = [(0, -1), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0, 1), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5)]


def drawn(face: FaceAt):
    """The corners of a face in the plane: the middle of its tile, then three tips of the hexagon."""
    (q, r), colour = face
    middle = (sqrt(3) * (q + r / 2), 1.5 * r)
    return [middle, *((middle[0] + CORNERS[at][0], middle[1] + CORNERS[at][1]) for at in UP[colour])]


def near(one, other):
    return dist(one, other) < 1e-6


def edge_between(one, other):
    shared = [corner for corner in drawn(one) if any(near(corner, each) for each in drawn(other))]
    return shared if len(shared) == 2 else None


def is_straight(one, middle, other):
    """Through opposite edges of the middle rhombus: the two edges are parallel and apart."""
    entered, left = edge_between(one, middle), edge_between(middle, other)
    if not entered or not left or any(near(a, b) for a in entered for b in left):
        return False
    return one.face is other.face


def is_cube(triple):
    """Three colours of three tiles round one point, each with its wide angle there."""
    if len({face.place for face in triple}) < 3 or len({face.face for face in triple}) < 3:
        return False
    # the wide angles of a rhombus are its first corner (the middle of the tile) and its third
    return any(
        all(any(near(wide, point) for wide in drawn(face)[::2]) for face in triple) for point in drawn(triple[0])[::2]
    )


def is_line(triple):
    """One colour on three tiles whose middles are evenly spaced, one step apart, on a straight line."""
    if len({face.face for face in triple}) > 1:
        return False
    a, b, c = sorted(drawn(face)[0] for face in triple)
    even = near((2 * b[0], 2 * b[1]), (a[0] + c[0], a[1] + c[1]))
    return even and abs(dist(a, b) - sqrt(3)) < 1e-6


def ruled(triple):
    if is_line(triple):
        return CombinationType.LINE
    if any(is_straight(triple[a], triple[m], triple[b]) for a, m, b in [(0, 1, 2), (1, 0, 2), (0, 2, 1)]):
        return CombinationType.STRAIGHT
    return CombinationType.CUBE if is_cube(triple) else None


@pytest.mark.parametrize("places", [ZIGZAG, SLANTED[:6]])
def test_a_ruler_finds_the_same_combinations(places):
    every = [FaceAt(place, face) for place in places for face in FACES]
    by_ruler = {frozenset(triple): shape for triple in any_of(every, 3) if (shape := ruled(triple)) is not None}

    assert {frozenset(each.faces): each.shape for each in combinations(frozenset(places), USUAL)} == by_ruler
