"""Drawn tiles: they lie where the truth says, with the yellow face on top, and throw a shadow."""

import numpy as np
import pytest

from companion.observations import Side
from vision.render.render import Appearance, SceneLight, Sensor, VirtualCamera, render
from vision.render.tile_art import RHOMBI, TileMake, art
from vision.render.tiles import VirtualTile, laid, tile_truth

SIZE = (640, 360)
BLANK = TileMake(outline=0, weight=0.01, height=0.1)
CAMERA = VirtualCamera(distance_mm=300, tilt_deg=15)
APPEARANCE = Appearance(
    sensor=Sensor(blur_px=0, noise=0, jpeg=None), light=SceneLight(height_deg=35, softness=0.05, falloff=0)
)


def at(image, point):
    x, y = (round(each) for each in point)
    return image[y, x].astype(int)


@pytest.mark.parametrize("yaw_deg", [0, 60, 180, 275])
def test_colours_lie_where_the_truth_says(yaw_deg):
    tile = VirtualTile(10, -5, yaw_deg, (1, 2, 3), make=BLANK)
    image = render((), CAMERA, APPEARANCE, SIZE, np.random.default_rng(1), [tile]).image
    corners = np.array(tile_truth([tile], CAMERA, SIZE)[0].corners)
    centre = corners.mean(axis=0)
    yellow, blue, red = (at(image, 0.7 * centre + 0.3 * corners[k]) for k in (0, 2, 4))

    assert yellow[2] > 150
    assert yellow[0] < 100
    assert blue[0] > 1.5 * blue[2]
    assert red[2] > 2 * red[0]


def test_a_tile_is_in_view_only_as_a_whole():
    tiles = laid([((0, 0), (1, 2, 3)), ((6, 0), (4, 5, 6))], middle_mm=(130, 0))

    assert [True, False] == [each.in_view for each in tile_truth(tiles, CAMERA, SIZE)]


def test_tiles_laid_side_by_side_share_an_edge_but_for_the_gap():
    left, right = laid([((0, 0), (1, 2, 3)), ((1, 0), (4, 5, 6))], gap_mm=0)

    np.testing.assert_allclose(left.corners(0)[[1, 2]], right.corners(0)[[5, 4]], atol=1e-9)


def test_tiles_darken_the_table_beside_them():
    bare = render((), CAMERA, APPEARANCE, SIZE, np.random.default_rng(1)).image.astype(int)
    tile = VirtualTile(0, 0, 0, (1, 2, 3))
    laid_on = render((), CAMERA, APPEARANCE, SIZE, np.random.default_rng(1), [tile]).image
    corners = np.array(tile_truth([tile], CAMERA, SIZE)[0].corners)
    around = corners.mean(axis=0) + 1.1 * (corners - corners.mean(axis=0))

    assert any(at(laid_on, point).sum() < at(bare, point).sum() - 6 for point in around)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("follows_face", [True, False])
def test_what_is_printed_stays_on_its_face(side, follows_face):
    make = TileMake(follows_face=follows_face, outline=0)
    bare, printed = art((0, 0, 0), Side.PIPS, make, 96), art((6, 5, 4), side, make, 96)
    changed = np.argwhere(np.abs(bare - printed).sum(axis=2) > 30)[:, ::-1] / 48 - 1
    middles = np.array([rhombus.mean(axis=0) for rhombus in RHOMBI.values()])

    assert np.linalg.norm(changed[:, None] - middles, axis=2).min(axis=1).max() < 0.6
