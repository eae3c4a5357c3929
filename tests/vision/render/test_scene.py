"""The drawn table: the same seed draws the same picture, and the truth fits the pixels."""

import doctest
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.observations import Colour
from vision.render import dice as scene_dice
from vision.render import render as scene
from vision.render.camera import Pinhole
from vision.render.render import (
    Appearance,
    LightPanel,
    Make,
    SceneLight,
    Sensor,
    TableSurface,
    VirtualCamera,
    VirtualDie,
    render,
    truth_of,
)

SIZE = (320, 240)
CLEAN = Appearance(TableSurface.PLAIN, ((40, 40, 40), (42, 42, 42)), sensor=Sensor(blur_px=0, noise=0, jpeg=None))


OVERHEAD = VirtualCamera()


def draw(*dice, camera=OVERHEAD, appearance=CLEAN, seed=5):
    return render(dice, camera, appearance, SIZE, np.random.default_rng(seed))


@pytest.mark.parametrize("module", [scene, scene_dice])
def test_the_examples_in_the_documentation_hold(module):
    assert doctest.testmod(module).failed == 0


def test_the_same_seed_draws_the_same_picture():
    die = VirtualDie(0, 0, 20, 4, Colour.BLUE)
    assert np.array_equal(
        draw(die, appearance=Appearance(), seed=3).image, draw(die, appearance=Appearance(), seed=3).image
    )


def test_another_seed_only_changes_the_noise():
    die = VirtualDie(0, 0, 20, 4, Colour.BLUE)
    one, other = (draw(die, appearance=Appearance(), seed=seed).image.astype(float) for seed in (3, 4))
    assert 0 < np.abs(one - other).mean() < 4


@pytest.mark.parametrize(
    ("camera", "point", "pixel"),
    [
        (VirtualCamera(320), (0, 0, 0), (159.5, 119.5)),
        (VirtualCamera(320), (10, 0, 0), (169.5, 119.5)),
        (VirtualCamera(320), (0, 10, 0), (159.5, 109.5)),
        (VirtualCamera(320), (10, 0, 160), (179.5, 119.5)),
        (VirtualCamera(320, target_mm=(10, 20)), (10, 20, 0), (159.5, 119.5)),
        (VirtualCamera(320, azimuth_deg=90), (10, 0, 0), (149.5, 119.5)),
        (VirtualCamera(320, roll_deg=90), (0, 10, 0), (149.5, 119.5)),
        (VirtualCamera(320, focal=2.0), (10, 0, 0), (179.5, 119.5)),
    ],
)
def test_the_pinhole_puts_a_point_where_geometry_says(camera, point, pixel):
    seen = Pinhole.of(camera, SIZE).project(np.array([point], float))
    assert pytest.approx(pixel) == tuple(seen[0])


def test_a_tilted_camera_sees_the_front_of_the_table_larger():
    hole = Pinhole.of(VirtualCamera(320, tilt_deg=30), SIZE)
    near, far = (hole.project(np.array([[-10, y, 0], [10, y, 0]], float)) for y in (-40, 40))
    assert np.ptp(near[:, 0]) > 1.1 * np.ptp(far[:, 0])


def test_every_ray_leads_back_to_its_pixel():
    hole = Pinhole.of(VirtualCamera(320, 25, 30, 12), SIZE)
    rays = hole.rays(slice(40, 50), slice(60, 70)).T.astype(float)
    grid = [(x, y) for y in range(60, 70) for x in range(40, 50)]
    assert np.allclose(grid, hole.project(hole.centre + 100 * rays), atol=1e-2)


def test_a_sharp_die_fills_its_corners_and_nothing_else():
    seen = draw(VirtualDie(0, 0, 0, 0, Colour.WHITE, Make(corner=0.01, gloss=0)), appearance=CLEAN)
    left, top = np.min(seen.truth[0].corners, axis=0)
    right, bottom = np.max(seen.truth[0].corners, axis=0)
    rows, columns = np.nonzero(seen.image[..., 1] > 140)
    assert pytest.approx((left, top, right, bottom), abs=1.5) == (
        columns.min(),
        rows.min(),
        columns.max(),
        rows.max(),
    )


@pytest.mark.parametrize("value", range(1, 7))
def test_the_upper_face_shows_as_many_pips_as_its_value(value):
    seen = draw(VirtualDie(0, 0, 0, value, Colour.WHITE, Make(dent=0, gloss=0)), camera=VirtualCamera(120))
    face = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(face, np.array(seen.truth[0].corners, np.int32), 1)
    dark = ((seen.image[..., 1] < 90) & (cv2.erode(face, np.ones((9, 9))) > 0)).astype(np.uint8)
    assert value == cv2.connectedComponents(dark)[0] - 1


def test_corners_run_clockwise_in_the_picture():
    corners = np.array(draw(VirtualDie(20, 10, 33, 2)).truth[0].corners)
    following = np.roll(corners, -1, axis=0)
    area = (corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]).sum() / 2
    assert area > 0


@pytest.mark.parametrize(("x_mm", "in_view"), [(0, True), (200, True), (218, False), (400, False)])
def test_a_die_is_in_view_only_as_a_whole(x_mm, in_view):
    (die,) = truth_of([VirtualDie(x_mm, 0, 0, 3)], VirtualCamera(450), SIZE)
    assert in_view == die.in_view


def test_a_die_out_of_the_picture_changes_nothing_but_the_truth():
    seen = draw(VirtualDie(2000, 0, 0, 3), appearance=CLEAN)
    assert np.array_equal(draw(appearance=CLEAN).image, seen.image)
    assert (len(seen.truth), seen.truth[0].in_view) == (1, False)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn", range(8))
def test_opposite_faces_add_to_seven_and_every_value_is_there(value, turn):
    sides = scene_dice.faces(value, turn)
    assert [sides[i] + sides[i + 1] for i in (0, 2, 4)] == [7, 7, 7]
    assert sorted(sides) == [1, 2, 3, 4, 5, 6]
    assert value == sides[4]


def test_the_nearer_die_hides_the_farther_one():
    far, near = VirtualDie(0, 30, 0, 1, Colour.WHITE), VirtualDie(0, 0, 0, 1, Colour.RED, Make(edge_mm=40))
    camera = VirtualCamera(300, tilt_deg=60)
    alone, both = draw(near, camera=camera), draw(far, near, camera=camera)
    x, y = np.mean(alone.truth[0].corners, axis=0).astype(int)
    assert np.array_equal(alone.image[y - 4 : y + 5, x + 12 : x + 16], both.image[y - 4 : y + 5, x + 12 : x + 16])


def test_the_shadow_falls_away_from_the_lamp():
    appearance = Appearance(
        CLEAN.table, ((200, 200, 200), (200, 200, 200)), light=SceneLight(0, 45, falloff=0), sensor=CLEAN.sensor
    )
    seen = draw(VirtualDie(0, 0, 0, 1, Colour.RED), appearance=appearance).image.astype(int)
    assert seen[120, 159 - 14, 1] + 30 < seen[120, 159 + 14, 1]


def test_a_cocked_die_is_drawn_but_has_no_upper_face():
    seen = draw(VirtualDie(0, 0, 10, 5, lean_deg=25))
    assert not seen.truth[0].upright
    assert seen.image[119, 159].mean() > 100


def test_a_dim_lamp_makes_a_dim_picture():
    bright, dim = (draw(appearance=Appearance(light=SceneLight(exposure=each))).image.mean() for each in (1.0, 0.2))
    assert dim < 0.6 * bright


def test_every_surface_can_be_drawn():
    seen = [
        draw(appearance=Appearance(table=table, colours=((0, 0, 0), (255, 255, 255)))).image for table in TableSurface
    ]
    assert all(image.std() > 1 for image in seen)


def patch_of(make, value=1, **how):
    """Return the drawn upper face of one large red die."""
    near = VirtualCamera(120)
    seen = draw(VirtualDie(0, 0, 0, value, Colour.RED, make, **how), camera=near)
    left, top = np.min(seen.truth[0].corners, axis=0).astype(int)
    right, bottom = np.max(seen.truth[0].corners, axis=0).astype(int)
    return seen.image[top:bottom, left:right].astype(int)


PLAIN = Make(corner=0.05, gloss=0, dent=0)


@pytest.mark.parametrize(
    ("make", "value"),
    [
        (Make(corner=0.05, gloss=0, dent=0, ghost=1), 1),
        (Make(corner=0.05, gloss=0, dent=0, ring=1), 1),
        (Make(corner=0.05, gloss=0, dent=0, logo=1), 2),
        (Make(corner=0.05, gloss=0, dent=0, rim=1), 3),
        (Make(corner=0.05, gloss=0, dent=0, halo=1), 4),
    ],
)
def test_what_a_make_adds_lies_beside_its_pips(make, value):
    plain, other = patch_of(PLAIN, value), patch_of(make, value)
    pips = plain.min(-1) > 130
    assert np.abs(other - plain)[pips].mean() < 12
    assert (np.abs(other - plain)[~pips].max(-1) > 25).mean() > 0.01


@pytest.mark.parametrize("value", [1, 2, 3, 6])
def test_print_of_another_seed_is_another_one(value):
    prints = [patch_of(replace(PLAIN, ring=1.0, logo=1.0, print_seed=seed), value) for seed in (1, 2)]
    assert (np.abs(prints[0] - prints[1]).max(-1) > 25).mean() > 0.01


def test_a_flat_glossy_face_mirrors_a_panel_or_none_of_it_and_a_hollow_one_a_part():
    above = replace(CLEAN, light=SceneLight(panels=(LightPanel(0, 90, wide=0.1, high=0.1, bright=2),)))

    def mirrored(dish):
        """Return the share of a face without pips that the panel makes brighter."""
        make = Make(corner=0.05, gloss=1, dent=0, dish=dish)
        die, camera = VirtualDie(0, 0, 0, 0, Colour.RED, make), VirtualCamera(240)
        dark, bright = (
            scene.render([die], camera, appearance, SIZE, np.random.default_rng(1)) for appearance in (CLEAN, above)
        )
        left, top = np.min(bright.truth[0].corners, axis=0).astype(int) + 3
        right, bottom = np.max(bright.truth[0].corners, axis=0).astype(int) - 3
        return (np.abs(bright.image.astype(int) - dark.image)[top:bottom, left:right].max(-1) > 30).mean()

    assert mirrored(0.0) > 0.9
    assert 0.03 < mirrored(0.4) < 0.5


def test_a_panel_beside_the_mirrored_ray_is_not_seen():
    low = replace(CLEAN, light=SceneLight(panels=(LightPanel(0, 20, wide=0.1, high=0.1, bright=2),)))
    die = VirtualDie(0, 0, 0, 0, Colour.RED, Make(corner=0.02, ball=0.87, gloss=1))
    pictures = [
        scene.render([die], VirtualCamera(240), appearance, SIZE, np.random.default_rng(1)).image
        for appearance in (CLEAN, low)
    ]
    middle = (slice(SIZE[1] // 2 - 8, SIZE[1] // 2 + 8), slice(SIZE[0] // 2 - 8, SIZE[0] // 2 + 8))
    assert np.abs(pictures[0].astype(int) - pictures[1])[middle].max() <= 1


def test_an_asian_die_has_the_pips_of_the_two_side_by_side_and_a_red_four():
    make = Make(corner=0.05, gloss=0, dent=0, near_two=0.14)
    near, far = patch_of(make, 2), patch_of(PLAIN, 2)

    def reach(patch):
        """Return how far the light pips reach from the middle of the face, in edges."""
        rows, columns = np.nonzero(patch.min(-1) > 130)
        return max(np.ptp(rows) / patch.shape[0], np.ptp(columns) / patch.shape[1])

    assert reach(near) < 0.6 < reach(far)
    four = patch_of(PLAIN, 4, four=(200, 20, 240))
    assert ((four[..., 0] > 120) & (four[..., 1] < 90)).mean() > 0.02


def spans(value, **layout):
    """Return how far the light pips of a face reach, the shorter and the longer way, in edges."""
    patch = patch_of(Make(corner=0.05, gloss=0, dent=0, **layout), value)
    rows, columns = np.nonzero(patch.min(-1) > 130)
    return sorted((np.ptp(rows) / patch.shape[0], np.ptp(columns) / patch.shape[1]))


def test_the_two_rows_of_a_six_may_be_closer_and_longer():
    usual, own = spans(6), spans(6, six_rows=0.6, six_reach=1.1)

    assert pytest.approx(0.4 * 2 * 0.26, abs=0.04) == usual[0] - own[0]
    assert pytest.approx(0.1 * 2 * 0.26, abs=0.03) == own[1] - usual[1]
    assert spans(5) == pytest.approx(spans(5, six_rows=0.6, six_reach=1.1), abs=0.02)


@pytest.mark.parametrize("value", [2, 3])
def test_the_pips_of_a_two_and_a_three_may_lie_nearer_to_the_corners(value):
    assert spans(value, diagonal=1.3)[0] - spans(value)[0] == pytest.approx(0.3 * 2 * 0.26, abs=0.04)
    assert spans(4, diagonal=1.3) == pytest.approx(spans(4), abs=0.02)


def test_the_pips_of_a_two_may_lie_closer_than_those_of_a_three():
    assert spans(2)[0] - spans(2, two=0.6)[0] == pytest.approx(0.4 * 2 * 0.26, abs=0.04)
    assert spans(3, two=0.6) == pytest.approx(spans(3), abs=0.02)


def test_large_swirls_change_colour_less_often_than_fine_ones():
    def changes(size):
        patch = patch_of(PLAIN, 0, swirl=(20, 60, 200), swirl_size=size)
        blue = patch[..., 0] > patch[..., 2]
        return (blue[:, 1:] != blue[:, :-1]).mean()

    assert changes(4.0) < 0.6 * changes(1.0)


def test_a_swirled_body_has_both_its_colours():
    hues = patch_of(PLAIN, swirl=(20, 60, 200))
    assert (hues[..., 0] > hues[..., 2] + 40).mean() > 0.1
    assert (hues[..., 2] > hues[..., 0] + 40).mean() > 0.1


def test_two_swirled_dice_differ():
    make = PLAIN
    left, right = VirtualDie(-9, 0, 0, 0, Colour.RED, make, swirl=(0, 0, 0)), VirtualDie(9, 0, 0, 0, make=make)
    one = draw(left, right, camera=VirtualCamera(120)).image
    other = draw(VirtualDie(-9, 3, 0, 0, Colour.RED, make, swirl=(0, 0, 0)), right, camera=VirtualCamera(120)).image
    assert np.abs(one.astype(int) - other).max() > 60
