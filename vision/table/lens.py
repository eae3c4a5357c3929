"""The bend of a lens: one number, with a formula for both directions (the division model).

straight = middle + (bent - middle) / (1 + bend * r²),  r = distance from the middle over half the diagonal
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
"""Shape (…, 2)."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens in front of a sensor of one size; `bend` is 0 for a perfect one, negative for the usual barrel."""

    size: tuple[int, int]
    bend: float = 0.0

    @property
    def _middle(self) -> Points:
        return (np.array(self.size) - 1) / 2

    @property
    def _radius(self) -> float:
        return float(np.hypot(*self.size) / 2)

    def straight(self, seen: Points) -> Points:
        """Return where points of the picture would be behind a perfect lens."""
        away = (seen - self._middle) / self._radius
        return np.asarray(self._middle + self._radius * away / (1 + self.bend * _square(away)))

    def bent(self, straight: Points) -> Points:
        """Return where points behind a perfect lens are in the picture; the other way round."""
        away = (straight - self._middle) / self._radius
        root = np.sqrt(np.maximum(1 - 4 * self.bend * _square(away), 0))
        return np.asarray(self._middle + self._radius * away * 2 / (1 + root))


def _square(away: Points) -> Points:
    return np.asarray((away**2).sum(axis=-1, keepdims=True))
