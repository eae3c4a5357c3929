"""Paths: curves become chords, maps move them, and a drawing is well-formed SVG."""

from math import hypot, pi
from xml.etree import ElementTree as ET

import pytest

from companion.drawing.digits import number, width_of
from companion.drawing.paths import (
    Affine,
    Artwork,
    ellipse,
    filled,
    inked,
    line,
    mixed,
    parsed,
    placed,
    polygon,
    rectangle,
    regular,
    smooth,
    star,
)
from companion.drawing.svg import write_svg


def points_of(path):
    return [point for points, _ in path.flattened() for point in points]


def area(path):
    ((points, closed),) = path.flattened()
    assert closed
    return abs(sum(a * d - b * c for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True))) / 2


def test_four_curves_make_a_circle():
    assert all(abs(hypot(x - 3, y - 4) - 10) < 0.01 for x, y in points_of(ellipse(3, 4, 10)))
    assert pi * 100 == pytest.approx(area(ellipse(3, 4, 10)), rel=0.002)


def test_a_path_is_read_as_svg_writes_it():
    path = parsed("M0 0 L10 0 5 -2.5 Q10 10 0 10 Z M1 1 C2 2 3 3 4 4")

    assert ["M", "L", "L", "C", "Z", "M", "C"] == [command for command, _ in path.steps]
    assert [True, False] == [closed for _, closed in path.flattened()]
    assert (5, -2.5) == path.steps[2][1]


def test_a_figure_is_made_larger_with_its_line_turned_and_brought_to_a_place():
    (figure,) = placed((inked(line((0, 0), (1, 0)), "#000000", "#ffffff", 0.5),), 10, 20, 4, 90)

    assert [(10, 20), (10, 24)] == [(round(x, 9), round(y, 9)) for x, y in points_of(figure.path)]
    assert 2 == pytest.approx(figure.width)


def test_a_mirrored_figure_changes_its_side():
    (figure,) = placed((filled(polygon(((1, 0), (2, 0), (2, 5))), "#000000"),), 0, 0, mirrored=True)

    assert {(-1, 0), (-2, 0), (-2, 5)} == set(points_of(figure.path))


def test_polygons_begin_at_the_top():
    assert [(0, -2), (2, 0), (0, 2), (-2, 0)] == [(round(x, 9), round(y, 9)) for x, y in points_of(regular(0, 0, 4, 2))]
    assert 10 == len(points_of(star(0, 0, 5, 2, 1)))
    assert 12 == pytest.approx(area(rectangle(1, 1, 3, 4)))
    assert area(rectangle(0, 0, 3, 4, 1)) == pytest.approx(12 - (4 - pi), rel=0.01)


def test_a_smooth_path_goes_through_its_points():
    corners = [(0, 0), (10, 0), (10, 10), (0, 10)]

    assert set(corners) <= set(points_of(smooth(corners)))


def test_two_colours_are_mixed_by_share():
    assert ["#000000", "#804020", "#ff8040"] == [mixed("#000000", "#ff8040", share) for share in (0, 0.5, 1)]


def test_figures_stand_in_the_middle_of_their_place():
    drawn = [point for figure in number("8", 30, 40, 20, "#000000") for point in points_of(figure.path)]

    assert (30, 40) == pytest.approx(
        (
            (min(x for x, _ in drawn) + max(x for x, _ in drawn)) / 2,
            (min(y for _, y in drawn) + max(y for _, y in drawn)) / 2,
        )
    )
    assert width_of("16", 20) == pytest.approx(2 * width_of("1", 20) + 22 / 5)


def test_a_nine_is_a_six_turned_about():
    def drawn(text, turn):
        return [x * turn for f in number(text, 0, 0, 10, "#000000") for point in points_of(f.path) for x in point]

    assert drawn("6", 1) == pytest.approx(drawn("9", -1))


def test_a_drawing_is_svg_in_true_scale():
    figures = (filled(ellipse(10, 10, 5), "#ff0000"), inked(line((0, 0), (1 / 3, -0.001)), "#00ff00", "#0000ff", 0.5))
    root = ET.fromstring(write_svg(Artwork(63, 88.5, figures)))

    assert ("63mm", "88.5mm", "0 0 63 88.5") == (root.get("width"), root.get("height"), root.get("viewBox"))
    red, blue = root
    assert ("#ff0000", None, "M0 0L0.33 0", "0.5") == (
        red.get("fill"),
        red.get("stroke"),
        blue.get("d"),
        blue.get("stroke-width"),
    )


def test_what_is_cut_to_another_shape_is_cut_in_svg_too():
    art = Artwork(10, 10, (filled(rectangle(0, 0, 10, 10), "#ff0000"),), regular(5, 5, 6, 5))

    assert 'clip-path="url(#cut)"' in write_svg(art)
    assert (0, 0) in points_of(art.whole)


def test_an_affine_map_knows_how_much_larger_it_makes_things():
    assert 6 == pytest.approx(Affine(4, 0, 0, 9, 1, 1).scale)
