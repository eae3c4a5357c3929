"""Measurements on the patches of known colour: white balance, exposure, and whether red and blue are swapped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.texts import Message, say
from vision.arrays import Floats, Image
from vision.table.mat import Ink
from vision.table.params import InkParams
from vision.table.pose import MatPose

Levels = Mapping[Ink, Floats]
"""Grey levels of the patches that can be seen: blue, green, red."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a picture of the table, and what to do about it."""

    what: Message
    cure: Message


SWAPPED = Trouble(
    say("red and blue are swapped in this camera's pictures"),
    say("set another pixel format of the camera, BGR888 instead of RGB888 or the other way round"),
)

TOO_DARK = Trouble(say("it is too dark"), say("bring a lamp, or let the camera expose longer"))


@dataclass(frozen=True, slots=True)
class Balance:
    """What must be done to the channels of a picture so that paper is grey: factors of b, g, r."""

    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)

    def applied(self, image: Image) -> Image:
        """Return `image` with its white balance put right."""
        if self.gains == (1.0, 1.0, 1.0):
            return image
        table = np.clip(np.arange(256)[:, None] * np.array(self.gains), 0, 255)
        return np.asarray(cv2.LUT(image, np.rint(table)[:, None].astype(np.uint8)), np.uint8)


@dataclass(frozen=True, slots=True)
class Inks:
    """The patches of one picture."""

    levels: Levels
    params: InkParams

    @property
    def white(self) -> float | None:
        """The level of the white patch, for exposure; None when something lies on it."""
        return float(self.levels[Ink.WHITE].max()) if Ink.WHITE in self.levels else None

    @property
    def balance(self) -> Balance:
        """The white balance by the grey patch, which is never too bright; untouched when it cannot be seen."""
        grey = self.levels.get(Ink.GREY)
        if grey is None or float(grey.min()) < 1:
            return Balance()
        # Green is the reference, as in the gains of cameras: only red and blue are scaled.
        blue, green, red = np.clip(grey[1] / grey, 1 / self.params.most_gain, self.params.most_gain)
        return Balance((float(blue), float(green), float(red)))

    @property
    def swapped(self) -> bool:
        """Whether the red patch is blue and the blue one red; a print without colour never says so."""
        # Both patches must be wrong: under strong coloured light one of them may be.
        return self._redness(Ink.RED) < 1 / self.params.pure and self._redness(Ink.BLUE) > self.params.pure

    def _redness(self, ink: Ink) -> float:
        """Return how much more of red than of blue a patch sends back, against paper; 1 when it is unknown."""
        paper = self.levels.get(Ink.WHITE, self.levels.get(Ink.GREY))
        if ink not in self.levels or paper is None:
            return 1.0
        blue, _, red = np.maximum(self.levels[ink], 1) / np.maximum(paper, 1)
        return float(red / blue)

    def troubles(self) -> tuple[Trouble, ...]:
        """Return what is wrong with the light, and the order of the colours."""
        return (*self._of_light(), *((SWAPPED,) if self.swapped else ()))

    def _of_light(self) -> tuple[Trouble, ...]:
        white, params = self.white, self.params
        if white is None:
            return ()
        if white < params.darkest:
            return (TOO_DARK,)
        if white > params.brightest:
            return (Trouble(say("it is too bright"), say("dim the lamp, or turn it away from the mat")),)
        black = self.levels.get(Ink.BLACK)
        if black is not None and white - float(black.max()) < params.contrast:
            glare = say("black is hardly darker than white: light is mirrored, or the lens is dirty")
            return (Trouble(glare, say("turn the lamp aside, and wipe the lens")),)
        return ()


def inks_of(image: Image, pose: MatPose, params: InkParams) -> Inks:
    """Return the patches of the mat in `image`; those on which something lies are left out."""
    levels = {}
    for ink, rect in pose.mat.patches.items():
        seen = pose.above(image, rect.shrunk(rect.width * (1 - params.inner) / 2)).reshape(-1, 3).astype(np.float32)
        # Percentiles instead of extremes: single pixels of noise or dust do not exclude a patch.
        spread = np.percentile(seen, 90, axis=0) - np.percentile(seen, 10, axis=0)
        if float(spread.max()) <= 2 * params.uneven:
            levels[ink] = np.asarray(np.median(seen, axis=0), np.float32)
    return Inks(levels, params)
