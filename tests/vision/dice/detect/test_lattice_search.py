"""Faces on which more pips lie than their value says are parts of larger faces."""

import numpy as np
import pytest

from vision.dice.detect.lattice_search import without_strangers
from vision.dice.detect.spots import Spots
from vision.dice.face import Face
from vision.dice.params import DEFAULT

EDGE, RADIUS = 40.0, 0.1
WHITE, RED = np.array([250.0, 250.0, 250.0]), np.array([40.0, 40.0, 200.0])


def face(value, at=(100.0, 100.0)):
    """A red face with white pips, seen from above."""
    u, v = np.array([EDGE / 2, 0.0]), np.array([0.0, EDGE / 2])
    return Face(np.array(at), u, v, value, 1, 0.9, 0.1, 1.0, RADIUS, WHITE, RED, pips=2)


def pips(*places, size=1.0, colour=WHITE):
    """Pips at places of the lattice of such a face, or of the lattice continued."""
    n = len(places)
    centre = np.array([100.0, 100.0]) + np.array(places) * DEFAULT.faces.lattice * EDGE
    shape = np.tile([(size * RADIUS * EDGE) ** 2, 0.0, (size * RADIUS * EDGE) ** 2], (n, 1))
    return Spots(centre, shape, np.tile(colour, (n, 1)), np.tile(RED, (n, 1)), np.ones(n), np.ones(n))


def even(faces, spots, places=None):
    return [each.even for each in without_strangers(faces, spots, DEFAULT, places)]


FOUR = ((-1, -1), (1, 1), (-1, 1), (1, -1))
STRANGER = DEFAULT.lattice_search.stranger


@pytest.mark.parametrize(
    ("value", "spots", "left"),
    [
        (4, pips(*FOUR), 1.0),
        (2, pips((-1, -1), (1, 1)), 1.0),
        (2, pips(*FOUR), STRANGER),
        (4, pips(*FOUR, (-1, 3), (1, 3)), STRANGER),
        (4, pips(*FOUR, (-1, 3)), 1.0),
        (2, pips(*FOUR, size=2.0), 1.0),
        (2, pips(*FOUR, colour=RED), 1.0),
    ],
)
def test_a_face_with_more_pips_than_its_value_is_less_convincing(value, spots, left):
    assert [left] == even([face(value)], spots)


def test_each_face_counts_the_pips_on_itself():
    assert [STRANGER, 1.0, 1.0] == even([face(2), face(4), face(2, at=(160.0, 100.0))], pips(*FOUR))


def test_pips_of_another_place_do_not_count():
    places = np.array([0, 1]), np.array([1, 1, 1, 1])

    assert [1.0, STRANGER] == even([face(2), face(2)], pips(*FOUR), places)


def test_without_spots_no_face_is_doubted():
    assert [1.0] == even([face(2)], pips(*FOUR).pick(np.empty(0, np.intp)))
    assert [] == even([], pips(*FOUR))
