"""Dice and rooms as a path tracer gets them: the mesh is the rounded cube, its texture shows the same pips."""

import numpy as np
import pytest

from vision.render.dice import PlacedDie, distance, faces
from vision.render.render import LightPanel, Make, SceneLight, VirtualDie
from vision.render.solid import atlas, brightness_of, environment_of, ground_of, mesh_of

TILE_PX = 120
MAKES = (Make(), Make(corner=0.02), Make(corner=0.2, ball=0.66))


@pytest.mark.parametrize("make", MAKES)
def test_every_point_of_the_mesh_lies_on_the_rounded_cube_with_an_outward_normal(make):
    mesh = mesh_of(make, TILE_PX)
    assert np.abs(distance(np.ascontiguousarray(mesh.points.T), make)).max() < 1e-3
    assert ((mesh.points * mesh.normals).sum(1) > 0).all()


@pytest.mark.parametrize("make", MAKES)
def test_polygons_run_counter_clockwise_seen_from_outside(make):
    mesh = mesh_of(make, TILE_PX)
    first, second, third, _ = mesh.points[mesh.polygons].transpose(1, 0, 2)
    outward = np.cross(second - first, third - first)
    assert ((outward * first).sum(1) >= -1e-9).all()


@pytest.mark.parametrize("value", range(1, 7))
def test_each_face_of_the_ground_has_as_many_dents_as_pips(value):
    die = VirtualDie(0, 0, 0, value, make=Make(dent=0.5, pip_radius=0.08))
    ground = ground_of(PlacedDie.of(die), TILE_PX)
    area = np.pi * 0.08**2 * TILE_PX**2
    assert list(faces(value, 0)) == [round(float(cover.sum() / area)) for cover in ground.cover]
    assert all(height.min() == pytest.approx(-0.5 * 0.5 * 0.08, abs=2e-3) for height in ground.height)


def test_domes_rise_and_hollow_faces_sink_towards_their_middle():
    dome = ground_of(PlacedDie.of(VirtualDie(0, 0, 0, 1, make=Make(dent=-0.5))), TILE_PX).height[4]
    hollow = ground_of(PlacedDie.of(VirtualDie(0, 0, 0, 2, make=Make(dent=0.0, dish=0.2))), TILE_PX).height[4]
    middle = TILE_PX // 2
    assert dome[middle, middle] > 0.01
    assert hollow[middle, middle] < hollow[middle, middle // 2] < hollow[middle, 1]


def test_the_body_of_a_clear_die_is_painted_plain_since_light_itself_shows_what_lies_inside():
    clear, plain = (
        ground_of(PlacedDie.of(VirtualDie(0, 0, 0, 3, make=make)), TILE_PX) for make in (Make(clear=1, ghost=1), Make())
    )
    assert np.array_equal(clear.albedo, plain.albedo)


@pytest.mark.parametrize("face", range(6))
def test_the_texture_shows_each_face_at_the_coordinates_of_the_mesh(face):
    ground = np.stack([np.full((TILE_PX, TILE_PX, 3), number, np.float32) for number in range(6)])
    painted, mesh = atlas(ground), mesh_of(Make(), TILE_PX)
    of_face = mesh.places[np.split(np.arange(len(mesh.places)), 6)[face]]
    columns = (of_face[:, 0] * painted.shape[1]).astype(int)
    rows = ((1 - of_face[:, 1]) * painted.shape[0]).astype(int)
    assert (painted[rows, columns] == face).all()


def test_a_room_is_as_bright_as_its_light_and_brighter_where_a_lamp_hangs():
    chance = np.random.default_rng
    dark, lit = (
        environment_of(SceneLight(ambient=0.5, panels=panels), chance(3)) for panels in ((), (LightPanel(90.0, 45.0),))
    )
    row, column = np.unravel_index(int((lit - dark).sum(-1).argmax()), lit.shape[:2])
    assert (45, 90) == (
        pytest.approx(90 - (row + 0.5) * 180 / lit.shape[0], abs=12),
        pytest.approx(180 - (column + 0.5) * 360 / lit.shape[1], abs=20),
    )
    assert 0.2 < brightness_of(dark) < brightness_of(lit)
