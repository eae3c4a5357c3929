"""Drawings as pixels: where the edges lie, how smooth they are, and what is cut away."""

import numpy as np
import pytest

from companion.drawing.paths import Artwork, ellipse, filled, line, lined, rectangle, regular
from vision.drawing.raster import rasterise

RED = (0, 0, 255)


def test_a_millimetre_is_300_pixels_an_inch():
    picture = rasterise(Artwork(63, 88, ()))

    assert (1039, 744, 3) == picture.shape
    assert (picture == 255).all()


@pytest.mark.parametrize("edge", [10.0, 10.02, 10.05])
def test_an_edge_lies_where_it_is_drawn(edge):
    picture = rasterise(Artwork(20, 20, (filled(rectangle(-3, -3, edge + 3, 26), "#000000"),)), dpi=254)

    dark = (255 - picture[100, :, 0].astype(float)).sum() / 255
    assert edge * 10 == pytest.approx(dark, abs=0.5)


def test_a_disc_has_the_area_of_a_disc_and_smooth_edges():
    picture = rasterise(Artwork(20, 20, (filled(ellipse(10, 10, 7), "#000000"),)), dpi=254)

    assert np.pi * 70**2 == pytest.approx((255 - picture[..., 0].astype(float)).sum() / 255, rel=0.01)
    assert len(np.unique(picture)) > 10


def test_what_lies_in_two_outlines_is_free():
    picture = rasterise(Artwork(20, 20, (filled(ellipse(10, 10, 8) + ellipse(10, 10, 4), "#ff0000"),)), dpi=254)

    assert RED == tuple(picture[100, 40])
    assert (255, 255, 255) == tuple(picture[100, 100])


def test_a_line_has_its_width_and_round_ends():
    picture = rasterise(Artwork(20, 20, (lined(line((5, 10), (15, 10)), "#000000", 2),)), dpi=254)

    assert 20 == pytest.approx((255 - picture[:, 100, 0].astype(float)).sum() / 255, abs=1)
    assert picture[100, 43, 0] < 128 < picture[92, 42, 0]


def test_a_hexagon_is_cut_out():
    art = Artwork(20, 20, (filled(rectangle(-3, -3, 26, 26), "#ff0000"),), regular(10, 10, 6, 10))
    picture = rasterise(art, dpi=254)

    assert RED == tuple(picture[100, 100])
    assert (255, 255, 255) == tuple(picture[3, 20])
