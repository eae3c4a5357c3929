"""Operations that several readers share: suppression, sizes, patches, points."""

import threading

import cv2
import numpy as np
import pytest

from vision.inference import per_thread
from vision.operations import (
    best_of_sizes,
    edge_of,
    first_of_each,
    framed,
    half_axes_of,
    non_max_suppression,
    over_turns,
    rescaled,
    resized,
    resized_between,
    suppressed_rows,
    warped,
    weighted_median,
)


def apart(one, other):
    return abs(one - other) > 2


@pytest.mark.parametrize(
    ("candidates", "beside", "most", "kept"),
    [
        ([10, 11, 20, 12, 13], (), None, [10, 20, 13]),
        ([10, 11, 20, 12, 13], (), 2, [10, 20]),
        ([10, 11, 20, 12, 13], (21,), None, [10, 13]),
        ([10, 20], (), 0, []),
        ([], (5,), None, []),
    ],
)
def test_of_overlapping_candidates_the_best_is_kept(candidates, beside, most, kept):
    assert kept == non_max_suppression(candidates, apart, beside=beside, most=most)


@pytest.mark.parametrize("most", [1, 2, 9])
def test_rows_of_a_table_are_suppressed_as_single_candidates_are(most):
    places = np.random.default_rng(1).uniform(0, 30, 40)

    rows = list(suppressed_rows(range(40), lambda row: np.abs(places - places[row]) <= 2, 40, most))

    assert non_max_suppression(places, apart, most=most) == [places[row] for row, _ in rows]
    assert all(abs(places[row] - places[other]) <= 2 for row, gone in rows for other in np.flatnonzero(gone))
    assert all(not gone[row] for row, gone in rows)


def test_each_candidate_gets_the_size_of_the_highest_score_and_all_are_classified_in_one_go():
    batches = []

    def classify(tries):
        batches.append(tries)
        return tries

    best = best_of_sizes(
        [10, 30], (0.5, 1.0, 2.0), lambda each, size: each * size, classify, lambda each: -abs(each - 16)
    )

    assert [20.0, 15.0] == best
    assert 1 == len(batches)


@pytest.mark.parametrize(("side", "wanted"), [(40, 80), (80, 80), (100, 100), (200, 160)])
def test_a_picture_is_brought_between_two_sides(side, wanted):
    image, scale = resized_between(np.zeros((side // 2, side, 3), np.uint8), 80, 160)

    assert ((wanted // 2, wanted, 3), wanted / side) == (image.shape, scale)


def test_a_picture_that_fits_is_not_copied():
    image = np.zeros((50, 100, 3), np.uint8)

    assert image is resized(image, 1)
    assert image is framed(image, (0, 0, 0, 0))


def test_a_frame_repeats_the_border():
    assert [[1, 1, 2, 2], [1, 1, 2, 2]] == framed(np.array([[1, 2]], np.uint8), (1, 0, 1, 1)).tolist()


def test_points_of_another_size_keep_the_middles_of_their_pixels():
    np.testing.assert_allclose([[0.5, 0.5]], rescaled(np.array([[1.5, 1.5]]), 2))
    np.testing.assert_allclose([[-0.5, 99.5]], rescaled(rescaled(np.array([[-0.5, 99.5]]), 3), 1 / 3))


@pytest.mark.parametrize("times", [1, 3])
def test_a_patch_shows_the_same_however_finely_it_is_cut(times):
    image = np.repeat(np.arange(0, 240, 10, dtype=np.uint8)[:, None], 24, axis=1)
    quad, side = np.array([[4, 4], [12, 4], [12, 12], [4, 12]], np.float32), 8 * times
    onto = cv2.getPerspectiveTransform(
        quad - np.float32(0.5), np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - np.float32(0.5)
    )

    patch = warped(image, onto, 8, times)

    np.testing.assert_allclose(image[4:12, 4:12], patch, atol=4)


def test_half_axes_and_edge_of_a_face():
    u, v = half_axes_of(np.array([[0, 0], [8, 0], [8, 6], [0, 6]], float))

    assert ([4.0, 0.0], [0.0, 3.0]) == (u.tolist(), v.tolist())
    assert pytest.approx(48**0.5) == edge_of(u, v)


@pytest.mark.parametrize(("weights", "median"), [([1, 1, 1], 2.0), ([1, 1, 5], 3.0), ([9, 1, 1], 1.0)])
def test_half_of_the_weight_lies_below_the_weighted_median(weights, median):
    assert median == weighted_median(np.array([1.0, 2.0, 3.0]), np.array(weights, float))


def test_the_first_of_each_key_stays_in_its_order():
    assert ["b", "aa", "ccc"] == first_of_each(["b", "a", "aa", "ccc", "bb"], len)


def test_what_turns_with_its_patch_is_turned_back():
    patch = np.zeros((1, 5, 5), np.uint8)
    patch[0, 1, 4] = 9  # the point (2, -1) from the middle

    def answer(patches):
        y, x = np.argwhere(patches[0] == 9)[0] - 2
        return np.array([[x, y]])

    seen = over_turns(patch, range(4), answer, lambda answers: answers[:, ::-1] * (-1, 1))

    assert [[2, -1]] * 4 == [each[0].tolist() for each in seen]


def test_each_thread_has_a_network_of_its_own():
    network, others = per_thread(object), []
    thread = threading.Thread(target=lambda: others.append(network()))
    thread.start()
    thread.join()

    assert network() is network()
    assert network() is not others[0]
