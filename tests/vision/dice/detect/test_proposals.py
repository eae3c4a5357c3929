"""Proposals: a fixed rendered picture through detector and face classifier, and what must not be detected."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.observations import Colour
from vision.dice.detect.maps import corners, describe
from vision.dice.detect.network import exposed
from vision.dice.detect.proposals import DetectorParams, DiceDetector
from vision.dice.patches import FACE, levelled, rectify
from vision.inference import MODELS
from vision.render.render import Appearance, Make, Sensor, TableSurface, VirtualCamera, VirtualDie, render

CALM = Sensor(blur_px=0.5, noise=1.0, jpeg=None)
WOOD = Appearance(TableSurface.WOOD, ((150, 90, 60), (190, 130, 90)), sensor=CALM)
SQUARE = tuple(
    VirtualDie((i % 3 - 1) * 16.4, (1 - i // 3) * 16.4, 4, value, colour)
    for i, (value, colour) in enumerate(
        [
            (1, Colour.RED),
            (5, Colour.RED),
            (1, Colour.BLUE),
            (4, Colour.BLUE),
            (4, Colour.WHITE),
            (2, Colour.BLUE),
            (6, Colour.RED),
            (3, Colour.RED),
            (6, Colour.BLUE),
        ]
    )
)


@pytest.fixture(scope="module")
def network():
    return DiceDetector()


def shot(dice, distance, size=(640, 480), tilt=8.0, appearance=WOOD):
    return render(dice, VirtualCamera(distance, tilt), appearance, size, np.random.default_rng(3))


def matched(proposals, truth):
    """Return the value proposed at the middle of each true face, or None."""
    middles = np.array([np.mean(die.corners, axis=0) for die in truth])
    edge = np.linalg.norm(np.subtract(truth[0].corners[1], truth[0].corners[0]))
    found = [None] * len(truth)
    for face in proposals:
        far = np.linalg.norm(middles - face.centre, axis=1)
        if far.min() < 0.25 * edge:
            found[int(far.argmin())] = face.value
    return found


@pytest.mark.parametrize("distance_mm", [110, 160, 240, 400])
def test_every_face_of_a_drawn_square_is_found_at_every_size(network, distance_mm):
    seen = shot(SQUARE, distance_mm)
    assert [die.value for die in SQUARE] == matched(network.propose(seen.image), seen.truth)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("edge", [24, 60, 130, 260, 400])
def test_a_die_is_found_whatever_its_size(network, value, edge):
    seen = shot([VirtualDie(0, 0, 20, value, Colour.BLUE)], 100, size=(1280, 720), tilt=5)
    times = edge / np.linalg.norm(np.subtract(*seen.truth[0].corners[:2]))
    scaled = cv2.resize(
        seen.image, None, fx=times, fy=times, interpolation=cv2.INTER_AREA if times < 1 else cv2.INTER_CUBIC
    )
    top, left = (max(0, (have - want) // 2) for have, want in zip(scaled.shape, (720, 1280), strict=False))
    best = network.propose(scaled[top : top + 720, left : left + 1280])[0]
    assert (value, pytest.approx(edge, rel=0.25)) == (best.value, best.edge_px)


def test_a_tilted_view_gives_nine_faces_and_no_side_faces(network):
    seen = shot(SQUARE, 200, tilt=30)
    strong = [face for face in network.propose(seen.image) if face.score > 0.5]
    assert [1, 1, 2, 3, 4, 4, 5, 6, 6] == sorted(face.value for face in strong)


def test_corners_come_back_within_a_sixth_of_the_edge(network):
    seen = shot(SQUARE[4:5], 200)
    best = network.propose(seen.image)[0]
    ways = [np.abs(np.roll(best.corners, turn, axis=0) - seen.truth[0].corners).max() for turn in range(4)]
    assert min(ways) < best.edge_px / 6


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_whose_corners_are_known_is_read(network, value):
    seen = shot([VirtualDie(0, 0, 20, value, Colour.RED)], 200)
    reading = network.classifier.read(seen.image, seen.truth[0].corners)
    assert value == reading.value
    assert reading.confidence > 0.95


@pytest.mark.parametrize("most", [30, 41, 140, 256])
@pytest.mark.parametrize("size", [(4, 5), (61, 83), (240, 320)])
def test_the_input_of_the_detector_ranges_from_minus_to_plus_a_half(size, most):
    picture = np.random.default_rng(2).integers(0, most, (*size, 3)).astype(np.uint8)
    bright = max(np.percentile(picture[::4, ::4].max(axis=2), 99), 40)

    assert np.allclose(picture.transpose(2, 0, 1)[None] / bright - 0.5, exposed(picture), atol=1e-6)


def test_an_empty_table_has_no_faces(network):
    assert [] == [face for face in network.propose(shot([], 200).image) if face.score > 0.3]


def test_the_table_is_not_read_as_a_face(network):
    seen = shot([], 200)
    assert network.classifier.read(seen.image, ((100, 100), (160, 100), (160, 160), (100, 160))).value is None


def test_half_of_two_faces_is_no_face(network):
    seen = shot(SQUARE, 160)
    quad = np.array(seen.truth[4].corners)
    assert network.classifier.read(seen.image, quad + (quad[1] - quad[0]) / 2).value is None


@pytest.mark.parametrize("size", [(16, 16), (60, 60), (33, 700), (1281, 40)])
def test_any_size_of_picture_is_answered(network, size):
    picture = np.full((size[1], size[0], 3), 90, np.uint8)
    assert () == network.propose(picture)


def test_the_same_picture_gives_the_same_answer(network):
    picture = shot(SQUARE, 200).image
    assert network.propose(picture) == network.propose(picture)


def test_what_was_seen_before_leaves_no_trace(network):
    picture = shot(SQUARE, 200).image
    smaller = picture[:-11, :-7]
    alone = DiceDetector().propose(smaller)
    network.propose(picture)
    assert alone == network.propose(smaller)


def test_a_second_turn_changes_no_value_that_is_plain_in_the_first():
    picture = shot(SQUARE, 200).image
    once, twice = (DiceDetector(DetectorParams(plain_value=plain)).propose(picture) for plain in (0.99, np.inf))
    assert [(face.value, face.reading.value) for face in twice] == [(face.value, face.reading.value) for face in once]


def test_several_faces_are_read_as_each_would_be_alone(network):
    seen = shot(SQUARE, 200)
    together = network.classifier.read_all(seen.image, [die.corners for die in seen.truth])
    alone = [network.classifier.read(seen.image, die.corners) for die in seen.truth]
    assert np.allclose([each.probabilities for each in together], [each.probabilities for each in alone], atol=1e-4)


def test_no_faces_need_no_reading(network):
    assert () == network.classifier.read_all(np.zeros((50, 50, 3), np.uint8), [])


def test_probabilities_add_to_one(network):
    for face in network.propose(shot(SQUARE, 200).image):
        assert pytest.approx((1, 1), abs=1e-4) == (sum(face.probabilities), sum(face.reading.probabilities))
        assert 0 <= face.score <= 1


def test_of_thousands_of_places_only_the_likeliest_are_read():
    everything = DiceDetector(DetectorParams(least_score=0.001, most_places=9))
    picture = shot(SQUARE, 200).image

    likeliest = DiceDetector().propose(picture)

    assert sorted(face.centre for face in likeliest) == sorted(face.centre for face in everything.propose(picture))


def test_a_high_bar_leaves_only_what_clears_it():
    picky = DiceDetector(DetectorParams(least_score=0.9))
    assert all(face.face > 0.9 for face in picky.propose(shot(SQUARE, 200).image))


@pytest.mark.parametrize("name", ["face.onnx", "dice.onnx", "context.onnx", "far_context.onnx", "refiner.onnx"])
def test_a_model_stays_under_a_megabyte(name):
    assert 10_000 < Path(MODELS / name).stat().st_size < 1_000_000


@pytest.mark.parametrize("angle", range(-40, 41, 10))
@pytest.mark.parametrize("squeeze", [1.0, 0.8, 0.6])
def test_a_face_comes_back_from_its_numbers(angle, squeeze):
    turn = np.radians(angle)
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * 20.0
    quad = ((square @ rotate.T) * (1, squeeze)).astype(np.float32)
    back = corners(np.zeros((1, 2), np.float32), describe(quad[None]))[0]
    assert min(np.abs(np.roll(back, k, axis=0) - quad).max() for k in range(4)) < 0.01


@pytest.mark.parametrize("edge", [20, 32, 100, 700])
def test_a_patch_shows_the_face_with_its_margin(edge):
    picture = np.zeros((1000, 1000, 3), np.uint8)
    picture[150 : 150 + edge, 150 : 150 + edge] = 255
    low, high = 149.5, 149.5 + edge
    patch = rectify(picture, ((low, low), (high, low), (high, high), (low, high)))
    assert (FACE.px, FACE.px, 3) == patch.shape
    assert pytest.approx((32 / 48) ** 2 * 255, abs=8) == patch.mean()


@pytest.mark.parametrize("edge", [70, 90, 150, 250, 400])
@pytest.mark.parametrize("middle", [(500, 500), (3, 500), (999, 996)])
def test_a_large_face_lies_in_its_patch_where_a_small_one_would(edge, middle):
    few = np.random.default_rng(4).integers(0, 256, (8, 8, 3)).astype(np.uint8)
    picture = cv2.resize(few, (1001, 1000), interpolation=cv2.INTER_CUBIC)
    turned = np.array([[-0.5, -0.4], [0.4, -0.5], [0.5, 0.4], [-0.4, 0.5]]) * edge + middle
    smaller = cv2.resize(picture, None, fx=32 / edge, fy=32 / edge, interpolation=cv2.INTER_AREA)

    large, small = rectify(picture, turned), rectify(smaller, (turned + 0.5) * 32 / edge - 0.5)

    assert np.abs(large.astype(int) - small).max() < 5


def test_dim_and_bright_patches_become_the_same_input():
    chance = np.random.default_rng(1)
    patch = chance.integers(0, 120, (1, FACE.px, FACE.px, 3)).astype(np.uint8)
    assert np.allclose(levelled(patch), levelled(2 * patch), atol=0.2)


CASINO = Make(corner=0.03, pip_radius=0.12, pip_spread=0.29, dent=0, clear=0.4, ghost=0.25)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_clear_casino_die_in_a_small_crop_is_found_and_read(network, value):
    die = VirtualDie(0, 0, 25, value, Colour.RED, CASINO, body=(150, 10, 20))
    seen = render([die], VirtualCamera(300, 12, focal=11), Appearance(sensor=CALM), (60, 60), np.random.default_rng(3))
    assert value == network.propose(seen.image)[0].value


@pytest.mark.parametrize("tilt_deg", [0, 20, 40, 50])
def test_flat_views_of_two_dice_give_their_upper_faces_first(network, tilt_deg):
    dice = [VirtualDie(-20, 0, 30, 3), VirtualDie(20, 0, 70, 5)]
    seen = shot(dice, 200, tilt=tilt_deg)
    assert [3, 5] == sorted(face.value for face in network.propose(seen.image)[:2])
