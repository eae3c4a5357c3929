"""What the arrays of vision hold: pictures as OpenCV gives them, and numbers about them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Image: TypeAlias = npt.NDArray[np.uint8]
"""(height, width, 3) in blue, green, red; or (height, width) in grey."""
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Floats32: TypeAlias = npt.NDArray[np.float32]
"""What the networks take and give."""
Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Grey: TypeAlias = npt.NDArray[np.integer[Any] | np.floating[Any]]


def median(values: Floats, axis: int) -> Floats:
    """Return what `np.median` does along an axis: to sort short rows takes a fifth of the time of dividing them."""
    ordered = np.moveaxis(np.sort(values, axis=axis), axis, 0)
    return np.asarray((ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2, values.dtype)
