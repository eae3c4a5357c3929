"""The simulated table: virtual dice, drawn with perspective, shadows and noise, so that the real readers read them.

The table is drawn once for each arrangement of dice; every frame then only gets its own noise, so that the live view
costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event, Lock
from typing import TypeAlias

import cv2
import numpy as np

from companion.texts import say
from vision.camera.pace import Pace
from vision.camera.source import Clock, Frame, Image, Size, first_after, no_frame
from vision.render.render import (
    Appearance,
    DieTruth,
    SceneLight,
    Sensor,
    TableSurface,
    VirtualCamera,
    VirtualDie,
    VirtualTile,
    render,
    truth_of,
)

PLEASANT = Appearance(
    table=TableSurface.FELT,
    colours=((24, 78, 58), (34, 96, 70)),
    light=SceneLight(azimuth_deg=125.0, height_deg=64.0, softness=0.4, falloff=0.12),
    sensor=Sensor(blur_px=0.6, noise=0.0, jpeg=None),
)
"""Green felt under a lamp, up and to the left; each frame's noise is added afterwards."""
ON_AN_ARM = VirtualCamera(distance_mm=250.0, tilt_deg=6.0)
"""A camera mounted nearly upright; a die of 16 mm is 80 pixels wide."""


Lying: TypeAlias = tuple[tuple[VirtualDie, ...], tuple[VirtualTile, ...]]


@dataclass(frozen=True, slots=True)
class Studio:
    """How the simulated table is lit and photographed."""

    camera: VirtualCamera = ON_AN_ARM
    appearance: Appearance = PLEASANT
    size: Size = (1280, 720)
    fps: float = 5.0
    noise: float = 2.0
    """Standard deviation in grey levels."""
    seed: int = 1


DEFAULT_STUDIO = Studio()


class SimulatedSource:
    """The virtual table as a camera sees it; `lay` and `clear` may be called from any thread."""

    name = say("the simulated table")
    patience_s = None

    def __init__(
        self, clock: Clock, studio: Studio = DEFAULT_STUDIO, pause: Callable[[float], object] | None = None
    ) -> None:
        self._clock = clock
        self._studio = studio
        self._lock = Lock()
        self._woken = Event()
        self._pace = Pace(clock, studio.fps, pause or self._woken.wait)
        self._lies: Lying = ((), ())
        self._drawn: tuple[Lying, Image] | None = None
        self._grain = Grain(studio.size, studio.noise, studio.seed)

    def lay(self, dice: Sequence[VirtualDie], tiles: Sequence[VirtualTile] = ()) -> None:
        """Put these on the table, in place of all that lies there; every frame from now on shows them."""
        with self._lock:
            self._lies = tuple(dice), tuple(tiles)
        self._pace.hurry()
        self._woken.set()

    def clear(self) -> None:
        """Take everything off the table."""
        self.lay(())

    @property
    def truth(self) -> tuple[DieTruth, ...]:
        """Which dice lie there now, and where they are in the picture."""
        return truth_of(self._lies[0], self._studio.camera, self._studio.size)

    def open(self) -> None:
        """Nothing has to be opened."""

    def read(self, timeout_s: float) -> Frame:
        """Return the next frame when it is due."""
        if not self._pace.wait(timeout_s):
            raise no_frame(self.name)
        self._woken.clear()
        with self._lock:
            at, lies = self._clock(), self._lies
        return Frame(self._grain.over(self._table(lies)), at, self.name)

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return a frame from after an instant, at once when that has passed."""
        self._pace.hurry()
        return first_after(self.read, self._clock, after_ns, timeout_s)

    def close(self) -> None:
        """Forget the drawing, not what lies there."""
        self._drawn = None

    def _table(self, lies: Lying) -> Image:
        """Return the table without noise, drawn anew only when something else lies there."""
        if self._drawn is None or self._drawn[0] is not lies:
            chance = np.random.default_rng(self._studio.seed)
            studio, (dice, tiles) = self._studio, lies
            self._drawn = lies, render(dice, studio.camera, studio.appearance, studio.size, chance, tiles).image
        return self._drawn[1]


class Grain:
    """The noise of a sensor: one field drawn in advance, and another piece of it over every frame."""

    _SPARE = 64

    def __init__(self, size: Size, noise: float, seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        width, height = size
        shape = (height + self._SPARE, width + self._SPARE, 3)
        field = np.rint(self._chance.standard_normal(shape, np.float32) * np.float32(noise))
        self._lighter = np.clip(field, 0, 255).astype(np.uint8)
        self._darker = np.clip(-field, 0, 255).astype(np.uint8)

    def over(self, image: Image) -> Image:
        """Return `image` with the noise of one more frame."""
        height, width = image.shape[:2]
        y, x = self._chance.integers(0, self._SPARE, 2)
        piece = np.s_[y : y + height, x : x + width]
        return np.asarray(cv2.subtract(cv2.add(image, self._lighter[piece]), self._darker[piece]), np.uint8)


def studio_of(seed: int, size: Size) -> Studio:
    """Return the studio of a table with another piece of felt and other noise."""
    return replace(DEFAULT_STUDIO, seed=seed, size=size, appearance=replace(PLEASANT, seed=seed))
