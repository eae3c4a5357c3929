"""Comparing by pixels: shifts and light do not count, what two candidates differ in does."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.cards.builders import face, small
from vision.cards.compare import FINE, fit, preference


@pytest.mark.parametrize("shift", [(0, 0), (3, -2), (-4, 5)])
def test_a_shifted_card_is_laid_over_its_view(shift):
    known = small(face(3, "green", "square"))
    moved = cv2.warpAffine(
        known, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], float), FINE, borderMode=cv2.BORDER_REPLICATE
    )

    assert fit(np.asarray(moved), known).match > 0.95


@pytest.mark.parametrize("gains", [(1, 1, 1), (0.8, 0.8, 0.8), (0.85, 1.0, 1.12), (1.1, 1.0, 0.85)])
@pytest.mark.parametrize(
    ("true", "other"),
    [
        (("red", "disc"), ("green", "disc")),
        (("blue", "disc"), ("red", "disc")),
        (("red", "disc"), ("red", "square")),
    ],
)
def test_the_pixels_that_differ_decide_in_any_light(gains, true, other):
    one, two = (small(face(2, *each)) for each in (true, other))
    seen = np.asarray(np.clip(one * np.array(gains), 0, 255), np.uint8)
    first, second = fit(seen, one), fit(seen, two)

    assert preference(first, second) > 0.5
    assert preference(second, first) == pytest.approx(-preference(first, second), abs=0.05)
