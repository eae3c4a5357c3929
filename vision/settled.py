"""The settled states of a film: what lies there between the throws, each told once.

every few frames → the mean of the last ones, read → a state is told when so many readings in a row agree

A value that flips in one reading, a die in the air or a hand in the picture changes nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.errors import BadInput
from companion.observations import Observation
from vision.arrays import Image
from vision.table.average import averaged


@dataclass(frozen=True, slots=True)
class SettledParams:
    """When a state is settled."""

    step: int = 3
    """Every so many frames one reading is made …"""
    together: int = 3
    """… of the mean of so many frames that show the same."""
    least: int = 3
    """So many readings in a row must agree before a state is told."""


DEFAULT = SettledParams()


def settled(
    frames: Iterable[Image], read: Callable[[Image], Observation], params: SettledParams = DEFAULT
) -> Iterator[Observation]:
    """Yield what `read` sees of each state that lasts, the surest reading of it, without telling one twice in a row."""
    told: list[int] = []
    run: list[Observation] = []
    for picture in _means(frames, params):
        seen = read(picture)
        if run and values_of(seen) != values_of(run[0]):
            run = []
        run.append(seen)
        if len(run) == params.least and values_of(seen) != told:
            told = values_of(seen)
            yield max(run, key=_certainty)


def values_of(seen: Observation) -> list[int]:
    """Return the values in `seen` in their order; 0 for a die without one."""
    return sorted(value or 0 for value in seen.values)


def _certainty(seen: Observation) -> tuple[bool, int]:
    return seen.sure, sum(die.sure for die in seen.dice)


def _means(frames: Iterable[Image], params: SettledParams) -> Iterator[Image]:
    """Yield the mean of the last frames every few frames."""
    last: deque[Image] = deque(maxlen=params.together)
    for number, frame in enumerate(frames):
        last.append(frame)
        if number % params.step == 0:
            yield averaged(tuple(last))


def frames_of(path: Path) -> Iterator[Image]:
    """Yield the frames of the film `path`; raise BadInput where there is none."""
    film = cv2.VideoCapture(str(path))
    try:
        whole, frame = film.read()
        if not whole:
            raise BadInput(f"{path}: not a film that can be read")
        while whole:
            yield np.asarray(frame, np.uint8)
            whole, frame = film.read()
    finally:
        film.release()
