"""A locked exposure in an evening that grows dark: noticing that the light has changed, and getting used to it.

    STEADY --another level for some seconds, nothing being read--> LOOSE --some seconds--> SETTLED --locked--> STEADY

The exposure stays locked through hands, shadows and a door that is opened. Only what lasts loosens it; until it is
locked again nothing may be scored, for colours and brightness wander meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import cv2
import numpy as np

from vision.arrays import Image

LOOSE: Mapping[str, Any] = {
    "AeEnable": True,
    "ExposureTime": 0,
    "AnalogueGain": 0.0,
    "AwbEnable": True,
    "ColourGains": (0.0, 0.0),
}
"""libcamera takes the place of a fixed value again where it reads zero; the lens stays where it is."""


class ExposurePhase(StrEnum):
    """How well the exposure suits the light."""

    STEADY = "steady"
    LOOSE = "loose"
    """The camera chooses by itself."""
    SETTLED = "settled"
    """It has chosen: time to lock it."""


@dataclass(frozen=True, slots=True)
class LightParams:
    """When the light has changed."""

    darker: float = 0.7
    """Of the usual grey level: about half of the light."""
    lighter: float = 1.3
    lasts_ns: int = 5_000_000_000
    """It must stay like that for so long: no hand and no shadow does."""
    settles_ns: int = 3_000_000_000
    """So long a camera needs to choose exposure and white balance, at the most."""
    begins_ns: int = 1_000_000_000
    """So long after it was locked the usual level is taken."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """The light since the exposure was locked at `since`. `feed` leaves it untouched and returns what follows."""

    since: int
    params: LightParams = LightParams()
    phase: ExposurePhase = ExposurePhase.STEADY
    usual: float | None = None
    other_since: int | None = None

    def feed(self, level: float, at: int, *, busy: bool = False) -> Lighting:
        """Return what follows from the grey level of the table at an instant; `busy` while something is read."""
        if self.phase is not ExposurePhase.STEADY:
            settled = at - self.since >= self.params.settles_ns
            return replace(self, phase=ExposurePhase.SETTLED) if settled else self
        if self.usual is None:
            return replace(self, usual=max(level, 1.0)) if at - self.since >= self.params.begins_ns else self
        if self.params.darker <= level / self.usual <= self.params.lighter:
            return replace(self, other_since=None)
        # Timed from the first deviating frame: a shadow that passes resets it above.
        other_since = at if self.other_since is None else self.other_since
        if busy or at - other_since < self.params.lasts_ns:
            return replace(self, other_since=other_since)
        return Lighting(at, self.params, ExposurePhase.LOOSE)


def level_of(image: Image) -> float:
    """Return the grey level of the table: the median, which dice and hands at its edge do not move."""
    # Every fourth pixel is enough for a median, and OpenCV needs a contiguous array.
    grey = cv2.cvtColor(np.ascontiguousarray(image[::4, ::4]), cv2.COLOR_BGR2GRAY)
    return float(np.median(grey))
