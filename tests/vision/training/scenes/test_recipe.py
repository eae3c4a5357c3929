"""The pictures that the networks learn from: the same number is the same picture, and its truth can be believed."""

import numpy as np
import pytest

from vision.dice.detect.maps import describe
from vision.render.render import VirtualCamera, VirtualDie
from vision.training.batches import edges, in_view
from vision.training.dice.dataset import SIZE, draw, numbered, truth
from vision.training.scenes import clutter
from vision.training.scenes.makes import casino_make, random_make
from vision.training.scenes.recipe import SIDE_PX, ScenePlan, Shares, plan, random_appearance, random_colours


def test_the_same_number_draws_the_same_picture_whatever_was_drawn_before():
    draw(3, seed=5)
    one, other = draw(4, seed=5), draw(4, seed=5)
    assert np.array_equal(one.picture, other.picture)
    assert np.array_equal(one.faces, other.faces)


def test_another_seed_draws_another_picture():
    assert not np.array_equal(draw(4, seed=5).picture, draw(4, seed=6).picture)


@pytest.mark.parametrize("number", range(6))
def test_every_plan_can_be_drawn(number):
    sample = draw(number, seed=8)
    assert (*SIZE, 3) == sample.picture.shape
    assert np.isfinite(describe(sample.faces[:, :8].reshape(-1, 4, 2))).all()


def rows(*dice, camera):
    chance = np.random.default_rng(1)
    return truth(ScenePlan(dice, camera, random_appearance(chance, 50.0, 40.0)))


def test_from_above_a_die_is_one_upper_face_and_no_side():
    (face,) = rows(VirtualDie(0, 0, 0, 5), camera=VirtualCamera(300, focal=2.0))
    assert [5, 1, 0] == [face[8], face[9], face[11]]
    assert in_view(face[None])[0]
    assert edges(face[None])[0] == pytest.approx(512 * 16 / (300 - 16), rel=0.01)


def test_a_tilted_view_has_side_faces_that_are_distinguished():
    faces = rows(VirtualDie(0, 0, 0, 5), camera=VirtualCamera(300, 30, focal=2.0))
    assert [0, 1] == sorted(faces[:, 9])


def test_a_die_under_another_is_covered():
    below, above = VirtualDie(0, 0, 0, 5), VirtualDie(0, 0, 45, 2, z_mm=16)
    faces = rows(below, above, camera=VirtualCamera(300, focal=2.0))
    assert [True, False] == [bool(row[11] > 0.5) for row in faces[faces[:, 9] > 0]]


def test_a_face_seen_from_far_below_is_not_asked_about():
    faces = rows(VirtualDie(0, 0, 0, 5), camera=VirtualCamera(300, 65, focal=2.0))
    assert [1] == list(faces[faces[:, 9] == 1][:, 11])


@pytest.mark.parametrize("kind", clutter.KINDS)
def test_every_flat_thing_has_colour_and_a_shape(kind):
    image = kind(np.random.default_rng(2))
    assert np.uint8 == image.dtype
    assert image[..., 3].any()


def test_pips_always_contrast_with_the_body():
    chance = np.random.default_rng(3)
    for _ in range(200):
        _, body, pips, _ = random_colours(chance)
        assert np.abs(np.subtract(body, pips)).max() > 40


def test_some_plans_have_no_dice_and_some_have_many():
    many = {len(plan(np.random.default_rng([9, number]), Shares()).dice) for number in range(60)}
    assert 0 in many
    assert max(many) >= 9


def test_crowded_plans_have_twice_as_many_dice_to_learn_from():
    usual, crowded = (
        sum(in_view(truth(plan(np.random.default_rng(number), shares))).sum() for number in range(40))
        for shares in (Shares(), Shares(crowded=1.0))
    )
    assert crowded > 1.5 * usual


def test_a_face_squeezed_to_half_is_asked_about_in_an_upright_picture():
    (upper,) = (row for row in rows(VirtualDie(0, 0, 0, 5), camera=VirtualCamera(300, 58, focal=2.0)) if row[9] == 1)
    assert 0 == upper[11]


def test_a_face_squeezed_further_is_not_asked_about_where_pictures_may_stand_on_their_heads():
    (upper,) = (
        row for row in rows(VirtualDie(90, 0, 0, 5), camera=VirtualCamera(100, 20, azimuth_deg=180)) if row[9] == 1
    )
    assert 1 == upper[11]


@pytest.mark.parametrize("number", range(40))
def test_casino_dice_are_clear_and_show_their_hidden_pips(number):
    make = casino_make(np.random.default_rng(number))
    assert make.clear > 0
    assert make.ghost > 0
    assert make.corner <= 0.05


def test_pips_of_swirled_dice_contrast_with_both_colours():
    for number in range(40):
        for die in plan(np.random.default_rng([number, 7]), Shares()).dice:
            if die.swirl is not None:
                assert np.abs(np.subtract(die.body_rgb, die.pip_rgb)).max() > 30
                assert np.abs(np.subtract(die.swirl, die.pip_rgb)).max() > 30


def test_numbers_are_printed_on_blank_dice_only():
    camera = VirtualCamera(300, focal=2.0)
    picture = np.full((SIDE_PX, SIDE_PX, 3), 200, np.uint8)
    pips, blank = (rows(VirtualDie(0, 0, 0, value), camera=camera) for value in (5, 0))
    assert np.array_equal(picture, numbered(picture, pips, np.random.default_rng(1)))
    assert (numbered(picture, blank, np.random.default_rng(1)) < 120).any()


def test_no_pips_of_a_make_overlap_or_leave_the_face():
    chance = np.random.default_rng(3)
    for make in (random_make(chance, 0.2) for _ in range(300)):
        spread, radius = make.pip_spread, make.pip_radius
        diagonal = 2**0.5 * spread * make.diagonal
        least = [2 * spread * make.six_rows, spread * make.six_reach, diagonal, 2 * diagonal * make.two]
        assert min(least) >= 2 * radius, make
        assert spread * max(make.six_reach, make.diagonal) + radius <= 0.5, make


def test_a_ring_lamp_hangs_round_the_camera_in_as_many_scenes_as_are_asked_for():
    scenes = [plan(np.random.default_rng(seed), Shares(ringed=0.5)) for seed in range(100)]
    rings = [[panel for panel in scene.appearance.light.panels if panel.hole] for scene in scenes]
    assert 30 < sum(map(len, rings)) < 70
    off = [
        abs(each.height_deg + scene.camera.tilt_deg - 90)
        for scene, ring in zip(scenes, rings, strict=True)
        for each in ring
    ]
    assert max(off) < 30
    assert not any(
        panel.hole
        for seed in range(20)
        for panel in plan(np.random.default_rng(seed), Shares()).appearance.light.panels
    )


def test_most_makes_have_sixes_of_closer_rows():
    chance = np.random.default_rng(4)
    rows = [random_make(chance, 0).six_rows for _ in range(300)]
    assert 0.5 < np.mean(np.array(rows) < 1) < 0.8
