"""Helpers for arrays give what numpy gives, only sooner."""

import numpy as np
import pytest

from vision.arrays import median


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("shape", [(4, 7, 3), (5, 1, 32)])
def test_the_median_is_that_of_numpy(shape, axis):
    values = np.random.default_rng(1).normal(size=shape).astype(np.float32)

    assert np.array_equal(np.median(values, axis=axis), median(values, axis))
    assert values.dtype == median(values, axis).dtype
