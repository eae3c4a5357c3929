"""How a camera sees upright edges: which way the body of a die goes down that lies flat, anywhere in its picture.

All upright edges run towards one point of the picture, below the camera. In edges of the dice, the way from the middle
of an upper face to that of the lower one is down + turn · place.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats


@dataclass(frozen=True, slots=True)
class Uprights:
    """A camera that may have taken the picture; places are widths of the picture (its longer side) from its middle."""

    down: Floats
    """The way down in the middle of the picture."""
    turn: float
    """The change of the way down for one width of the picture."""
    unlikely: float = 0.0
    """How much speaks against this camera, in squares of the uncertainty."""

    def at(self, places: Floats) -> Floats:
        """Return the way down of dice that lie flat at these places."""
        return np.asarray(self.down + self.turn * places)
