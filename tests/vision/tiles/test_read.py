"""Tiles on drawn tables: places, values, corners, and what is asked about instead of guessed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.observations import Kind, Side
from companion.reading.tiles import Moved, moved
from tests.vision.laid_out import APPEARANCE, CAMERA, ROWS, SLANTED, nine, picture_of, truth_of
from vision.evaluation.tiles import shifted
from vision.render.tile_art import TileMake
from vision.render.tiles import VirtualTile
from vision.tiles.read import read_tiles


def found(seen):
    return shifted({tile.place: tile.values for tile in seen.tiles})


def problems(seen):
    return [str(problem) for problem in seen.problems]


@pytest.mark.parametrize("places", [ROWS, SLANTED], ids=["zigzag", "slanted"])
@pytest.mark.parametrize(
    ("yaw_deg", "gap_mm", "make"),
    [
        (0, 0.2, TileMake()),
        (37, 1.0, TileMake(follows_face=False, digit=(20, 20, 24), rim_width=0)),
        (180, 2.5, TileMake(outline=0)),
        (-75, 3.0, TileMake(rim_width=0, outline=0)),
    ],
)
def test_nine_tiles_are_read_however_they_are_turned(places, yaw_deg, gap_mm, make):
    truth, tiles = nine(places, yaw_deg=yaw_deg, gap_mm=gap_mm, make=make)
    seen = read_tiles(picture_of(tiles))

    assert (Kind.TILES, Side.NUMBERS, []) == (seen.kind, seen.side, problems(seen))
    assert shifted(truth) == found(seen)


@pytest.mark.parametrize("seed", [1, 2])
def test_numbers_that_lean_to_the_other_side_are_read_or_asked_about(seed):
    truth, tiles = nine(seed=seed, make=TileMake(turned=True))
    seen = read_tiles(picture_of(tiles))
    wrong = [
        (value, face)
        for tile, values in zip(seen.tiles, truth.values(), strict=True)
        for value, face in zip(values, tile.faces.values(), strict=True)
        if value != face.value
    ]

    assert [] == [face for _, face in wrong if face.sure]
    assert 3 >= len(wrong)


@pytest.mark.parametrize("yaw_deg", [10, 190])
def test_pips_are_read_from_both_sides_of_the_table(yaw_deg):
    truth, tiles = nine(most=6, side=Side.PIPS, yaw_deg=yaw_deg)
    seen = read_tiles(picture_of(tiles))

    assert (Side.PIPS, []) == (seen.side, problems(seen))
    assert shifted(truth) == found(seen)


def test_corners_begin_at_the_top_of_the_yellow_face_and_go_round_clockwise():
    _, tiles = nine(yaw_deg=160)
    seen = read_tiles(picture_of(tiles))
    true = truth_of(tiles)

    for tile in seen.tiles:
        off = min(np.linalg.norm(np.array(tile.corners) - corners, axis=1).max() for corners in true)
        assert 4.0 > off


def test_groups_that_lie_apart_keep_their_places():
    places = [(0, 0), (1, 0), (0, 1), (4, 0), (5, 0), (4, 1), (1, 3), (2, 3), (3, 3)]
    truth, tiles = nine(places, gap_mm=1.5)
    seen = read_tiles(picture_of(tiles, replace(CAMERA, distance_mm=620.0)))

    assert [] == problems(seen)
    assert shifted(truth) == found(seen)


def test_a_move_is_seen_between_two_pictures_from_both_sides_of_the_table():
    truth, tiles = nine(seed=3)
    after = {(3, 1) if place == (0, 0) else place: values for place, values in truth.items()}
    _, laid_after = nine(list(after))
    laid_after = [replace(tile, values=values) for tile, values in zip(laid_after, after.values(), strict=True)]
    turned = [replace(tile, x_mm=-tile.x_mm, y_mm=-tile.y_mm, yaw_deg=180) for tile in laid_after]

    one, other = read_tiles(picture_of(tiles)), read_tiles(picture_of(turned))
    change = moved(one, other)

    assert isinstance(change, Moved)
    assert truth[0, 0] == change.values
    assert (3, 1) == (change.end[0] - change.start[0], change.end[1] - change.start[1])


def test_eight_tiles_are_not_nine():
    _, tiles = nine()
    seen = read_tiles(picture_of(tiles[:8]))

    assert ["I see 8 tiles instead of 9"] == problems(seen)
    assert not seen.sure


def test_a_tile_partly_out_of_the_picture_is_named_and_not_read():
    _, tiles = nine(middle_mm=(185, 0))
    seen = read_tiles(picture_of(tiles))

    assert not seen.sure
    assert any("partly out of the picture" in problem or "tiles instead of 9" in problem for problem in problems(seen))


def test_a_hand_over_a_tile_is_no_reason_to_guess():
    _, tiles = nine()
    image = picture_of(tiles)
    x, y = truth_of(tiles)[4].mean(axis=0)
    cv2.circle(image, (round(x), round(y)), 70, (120, 150, 205), -1, cv2.LINE_AA)
    seen = read_tiles(image)

    assert not seen.sure


def test_a_number_that_is_covered_is_asked_about():
    truth, tiles = nine(ROWS)
    image = picture_of(tiles)
    corners = truth_of(tiles)[4]
    x, y = (corners.mean(axis=0) + corners[0]) / 2
    cv2.circle(image, (round(x), round(y)), 22, (40, 190, 235), -1, cv2.LINE_AA)
    seen = read_tiles(image)
    tile = next(tile for tile in seen.tiles if tile.values[1:] == truth[ROWS[4]][1:])

    assert not tile.yellow.sure
    assert not seen.sure


def test_a_tile_between_two_places_is_named():
    _, tiles = nine()
    far = VirtualTile(tiles[5].x_mm + 75, tiles[5].y_mm + 4, 25, (5, 5, 5))
    seen = read_tiles(picture_of([*tiles[:5], *tiles[6:], far]))

    assert ["tile 9 lies between two places; push it against the others"] == problems(seen)
    assert seen.tiles[8].place is None


def test_two_tiles_one_over_the_other_are_not_believed():
    _, tiles = nine()
    over = replace(tiles[4], x_mm=tiles[4].x_mm + 18, y_mm=tiles[4].y_mm + 9)
    seen = read_tiles(picture_of([*tiles[:4], over, *tiles[5:]]))

    assert not seen.sure


def test_a_tile_that_lies_the_other_way_up_is_named():
    _, tiles = nine(most=6)
    mixed = [replace(tile, side=Side.PIPS) if at == 3 else tile for at, tile in enumerate(tiles)]
    seen = read_tiles(picture_of(mixed))

    assert ["tile 4 shows its other side"] == problems(seen)


@pytest.mark.parametrize("image", [np.full((720, 1280, 3), 40, np.uint8), picture_of([])], ids=["dim", "bare table"])
def test_no_tiles_are_no_tiles(image):
    assert ["I see no tiles"] == problems(read_tiles(image))


def test_a_large_photograph_is_read_like_a_small_one():
    truth, tiles = nine(yaw_deg=12)
    seen = read_tiles(picture_of(tiles, appearance=APPEARANCE, size=(2560, 1440)))

    assert shifted(truth) == found(seen)
