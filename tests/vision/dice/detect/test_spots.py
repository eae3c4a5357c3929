"""Colours at points of a picture, and how far apart they are."""

import numpy as np

from vision.dice.detect.spots import most_apart, sample

PICTURE = np.arange(2 * 4 * 3, dtype=np.uint8).reshape(2, 4, 3)


def test_the_nearest_pixel_counts_and_borders_are_repeated():
    points = np.array([[1.4, 0.2], [2.6, 0.9], [-5, 0], [3, 9]], np.float32)

    assert [PICTURE[0, 1].tolist(), PICTURE[1, 3].tolist(), PICTURE[0, 0].tolist(), PICTURE[1, 3].tolist()] == (
        sample(PICTURE, points).tolist()
    )


def test_colours_are_as_far_apart_as_in_the_channel_where_they_differ_most():
    colours = np.array([[[10, 20, 30], [40, 50, 60]], [[0, 0, 0], [7, 9, 8]]], np.float32)

    assert [[27, 57], [4, 5]] == most_apart(colours, np.array([3, 4, 3], np.float32)).tolist()
