"""The mat as data: what the camera relies on is where it is said to be, on every mat."""

from itertools import combinations

import numpy as np
import pytest

from companion.errors import BadInput
from companion.games.registry import GAMES
from companion.mats import GAP_MM
from vision.table.mat import MATS, PLACES, PLAIN, Ink, MarkerPosition, Rect, mat_for, mat_of_marker

every_mat = pytest.mark.parametrize("mat", MATS, ids=lambda mat: f"{mat.game}-{mat.version}")


def apart(one: Rect, other: Rect) -> float:
    """How far two rectangles are from each other; negative where they overlap."""
    across = max(one.x, other.x) - min(one.x + one.width, other.x + other.width)
    along = max(one.y, other.y) - min(one.y + one.height, other.y + other.height)
    return max(across, along)


def test_there_is_a_mat_for_every_game():
    assert {*GAMES, PLAIN} == {mat.game for mat in MATS}


def test_every_layout_has_a_number_of_its_own():
    assert list(range(len(MATS))) == [mat.number for mat in MATS]


def test_no_two_markers_of_all_mats_have_the_same_id():
    numbers = [mat.marker_id(place) for mat in MATS for place in MarkerPosition]
    assert len(set(numbers)) == len(numbers) == PLACES * len(MATS)


@every_mat
@pytest.mark.parametrize("place", MarkerPosition)
def test_a_marker_encodes_its_mat_and_its_position(mat, place):
    assert (mat, place) == mat_of_marker(mat.marker_id(place))


def test_a_marker_of_no_mat_is_ignored():
    assert mat_of_marker(PLACES * len(MATS)) is None


@pytest.mark.parametrize(
    ("place", "corner"),
    [
        (MarkerPosition.TOP_LEFT, 0),
        (MarkerPosition.TOP_RIGHT, 1),
        (MarkerPosition.BOTTOM_RIGHT, 2),
        (MarkerPosition.BOTTOM_LEFT, 3),
    ],
)
@every_mat
def test_the_ids_of_the_corners_never_change(mat, place, corner):
    assert 8 * mat.number + corner == mat.marker_id(place)
    outer = Rect(0, 0, mat.width, mat.height).shrunk(4).corners[corner]
    assert pytest.approx(outer) == mat.markers[place].corners[corner]


@every_mat
def test_nothing_on_a_mat_lies_on_anything_else(mat):
    parts = [*mat.markers.values(), *mat.patches.values(), mat.bar, *(zone.rect for zone in mat.zones)]
    assert 1 <= min(apart(one, other) for one, other in combinations(parts, 2))


@every_mat
def test_everything_lies_on_the_mat(mat):
    parts = [*mat.markers.values(), *mat.patches.values(), mat.bar, *(zone.rect for zone in mat.zones)]
    corners = np.concatenate([part.corners for part in parts])
    assert (corners >= 4 - 1e-9).all()
    assert (corners <= np.array([mat.width, mat.height]) - 4 + 1e-9).all()


@every_mat
def test_between_two_zones_there_is_paper_that_a_hand_must_cross(mat):
    gaps = [apart(one.rect, other.rect) for one, other in combinations(mat.zones, 2)]
    assert GAP_MM <= min(gaps, default=GAP_MM) + 1e-9


READ = {"centre", "tiles", "table", *(f"seat-{seat}" for seat in range(1, 9))}
"""Where dice or tiles may be read, on some mat."""


@every_mat
def test_nothing_is_printed_where_dice_or_tiles_are_read(mat):
    assert {()} >= {zone.outlines for zone in mat.zones if zone.name in READ}


@every_mat
def test_the_places_of_cards_lie_within_their_zone_and_apart(mat):
    for zone in mat.zones:
        rects = [outline.rect for outline in zone.outlines]
        inside = zone.rect.shrunk(5)
        assert all((rect.corners >= inside.corners[0]).all() for rect in rects)
        assert all((rect.corners <= inside.corners[2]).all() for rect in rects)
        assert 5 <= min((apart(one, other) for one, other in combinations(rects, 2)), default=5)


def test_thirteen_monsters_has_nine_rows_of_nine_but_for_the_card_with_the_logo():
    """MR-7: 'une grille de neuf cartes de monstre sur neuf [...] un espace de trois cases vides au milieu'."""
    *cards, logo = (outline.rect for outline in mat_for("thirteen-monsters").zone_of("grid").outlines)
    assert (78, 9, 9) == (len(cards), len({round(card.x) for card in cards}), len({round(card.y) for card in cards}))
    assert pytest.approx(mat_for("thirteen-monsters").zone_of("grid").rect.centre) == logo.centre
    assert pytest.approx(3 * cards[0].width + 2 * 6) == logo.width


def test_monad_has_a_column_for_each_rank_and_the_monads_beside_the_quints():
    labels = [outline.label for outline in mat_for("monad").zone_of("columns").outlines]
    assert ["Bi 3", "Tri 7", "Quad 16", "Quint 36", "Monad 80"] == labels


@every_mat
def test_the_scale_bar_is_ten_centimetres_long(mat):
    assert 100 == mat.bar.width


@every_mat
def test_every_ink_has_a_patch(mat):
    assert list(Ink) == list(mat.patches)


@pytest.mark.parametrize(
    ("name", "seat", "zone"),
    [
        ("centre", None, "centre"),
        ("centre", 1, "centre"),
        ("square-3", 3, "seat-3"),
        ("square", 3, "seat-3"),
        ("seat", 3, "seat-3"),
        ("square-5", 5, None),
        ("anything", None, None),
        ("anything", 3, None),
    ],
)
def test_on_the_mat_of_cubo_every_seat_has_its_zone(name, seat, zone):
    found = mat_for("cubo").zone_of(name, seat)
    assert zone == (found and found.name)


def test_the_plain_mat_has_one_zone_for_everything():
    plain = mat_for(PLAIN)
    assert {"table"} == {plain.zone_of(name, seat).name for name, seat in [("centre", None), ("square", 7)]}


@pytest.mark.parametrize(
    ("game", "name", "seat", "found"),
    [
        ("monster-cube", "tiles", None, "tiles"),
        ("monster-cube", "tiles-2", 2, "tiles"),
        ("monster-cube", "cards", 2, "cards"),
        ("thirteen-monsters", "centre", None, "centre"),
    ],
)
def test_what_a_referee_asks_for_has_a_place_on_the_mat_of_its_game(game, name, seat, found):
    assert found == mat_for(game).zone_of(name, seat).name


def test_a_square_of_nine_dice_fits_into_the_zone_of_a_seat_and_can_be_turned_there():
    zone = mat_for("cubo").zone_of("square", 1)
    assert min(zone.rect.width, zone.rect.height) >= 3 * 17 * 2**0.5


def test_a_game_without_a_mat_is_named_with_those_that_have_one():
    with pytest.raises(BadInput, match=r"^there is no mat for 'whist'; there are mats for cubo, plain, "):
        mat_for("whist")
