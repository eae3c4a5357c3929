"""What the arrays of this floor hold: pictures as OpenCV gives them, and numbers about them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Image: TypeAlias = npt.NDArray[np.uint8]
"""(height, width, 3) in blue, green, red; or (height, width) in grey."""
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Grey: TypeAlias = npt.NDArray[np.integer[Any] | np.floating[Any]]
