"""The plane and its places: exact for exact points, whatever the view; upside-down cubes are not taken for tiles."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.tiles.detect.cubes import Cubes, find_cubes
from vision.tiles.detect.rhombi import Rhombi
from vision.tiles.params import DEFAULT
from vision.tiles.pose import SEVEN, fit_lattices, middles, nearest_place
from vision.tiles.refine.search import CORNERS_OF

PLACES = [(q - r // 2, r) for r in range(3) for q in range(3)]
COLOURS = np.array([(40.0, 208.0, 250.0), (44.0, 40.0, 206.0), (190.0, 90.0, 40.0)])

views = st.builds(
    lambda turn, size, lean_x, lean_y: _view(turn, size, lean_x, lean_y),
    st.floats(-np.pi, np.pi),
    st.floats(25, 90),
    st.floats(-0.03, 0.03),
    st.floats(-0.03, 0.03),
)
pitches = st.floats(1.0, 1.07)


def _view(turn, size, lean_x, lean_y):
    """A homography from the plane to a picture: turned, scaled, seen aslant."""
    cos, sin = size * np.cos(turn), size * np.sin(turn)
    return np.array([[cos, -sin, 640], [sin, cos, 360], [0, 0, 1]]) @ np.array(
        [[1, 0, 0], [0, 1, 0], [lean_x, lean_y, 1]]
    )


def seen(view, points):
    return cv2.perspectiveTransform(points.reshape(1, -1, 2), view)[0].reshape(points.shape)


def seven(pitch):
    return pitch * middles(np.array(PLACES))[:, None] + SEVEN


def rhombi_of(view, pitch):
    faces = [list(corners) for corners in CORNERS_OF.values()]
    corners = np.concatenate([seen(view, tile[faces]) for tile in seven(pitch)])
    return Rhombi(corners, np.tile(COLOURS, (len(PLACES), 1)))


@settings(max_examples=40, deadline=None)
@given(view=views, pitch=pitches)
def test_places_and_plane_of_exact_cubes_are_exact(view, pitch):
    cubes = Cubes(seen(view, seven(pitch)), np.arange(27).reshape(9, 3))
    lattice, places = fit_lattices(cubes, DEFAULT.lattice)[0]

    first = places[0]
    assert PLACES == [(places[at][0] - first[0], places[at][1] - first[1]) for at in range(9)]
    np.testing.assert_allclose(lattice.pitch, pitch, atol=0.01)
    flat = pitch * middles(np.array([places[at] for at in range(9)]))[:, None] + SEVEN
    np.testing.assert_allclose(lattice.onto(flat).reshape(9, 7, 2), cubes.points, atol=0.5)


@settings(max_examples=25, deadline=None)
@given(view=views, pitch=st.floats(1.0, 1.04))
def test_whole_tiles_win_over_three_faces_of_three_tiles(view, pitch):
    rhombi = rhombi_of(view, pitch)
    cubes = find_cubes(rhombi, DEFAULT.cubes)
    _, places = fit_lattices(cubes, DEFAULT.lattice)[0]

    assert len(cubes) > 9
    assert [tuple(range(3 * n, 3 * n + 3)) for n in range(9)] == sorted(tuple(cubes.faces[at]) for at in places)


@given(
    place=st.tuples(st.integers(-9, 9), st.integers(-9, 9)), off=st.tuples(st.floats(-0.4, 0.4), st.floats(-0.4, 0.4))
)
def test_a_point_belongs_to_the_place_that_it_is_nearest_to(place, off):
    middle = 1.03 * middles(np.array([place]))[0] + off

    assert place == nearest_place(middle, 1.03)[0]
