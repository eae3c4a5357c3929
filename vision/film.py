"""The settled states of a film: what lies there between the throws, each reported once.

every few frames → the mean of the last ones, read → a state is reported when so many readings in a row agree

A value that flips in one reading, a die in the air or a hand that passes changes nothing.
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
    """One reading is made every so many frames."""
    together: int = 3
    """A reading is made of the mean of so many frames that show the same."""
    least: int = 3
    """So many readings in a row must agree before a state is reported."""


DEFAULT = SettledParams()

FILMS = frozenset({".avi", ".m4v", ".mjpeg", ".mkv", ".mov", ".mp4", ".mpeg", ".mpg", ".webm"})
"""Endings of the names of films."""


@dataclass(frozen=True, slots=True)
class FilmState:
    """What lay there for a while."""

    frame: int
    """The number of the film's frame, from 0, that ends its surest reading."""
    picture: Image
    """The mean that was read."""
    seen: Observation


def settled(
    frames: Iterable[Image], read: Callable[[Image], Observation], params: SettledParams = DEFAULT
) -> Iterator[Observation]:
    """Yield what `read` sees of each state that lasts, the surest reading of it, without telling one twice in a row."""
    return (state.seen for state in states(frames, read, params))


def states(
    frames: Iterable[Image], read: Callable[[Image], Observation], params: SettledParams = DEFAULT
) -> Iterator[FilmState]:
    """Yield each state that lasts, as its surest reading has it."""
    reported: list[str] = []  # an empty table is no news at the beginning
    run: list[FilmState] = []
    for number, picture in _means(frames, params):
        state = FilmState(number, picture, read(picture))
        if run and _values_and_places(state.seen) != _values_and_places(run[0].seen):
            run = []
        run.append(state)
        if len(run) == params.least and _values_and_places(state.seen) != reported:
            reported = _values_and_places(state.seen)
            yield max(run, key=_certainty)


def _values_and_places(seen: Observation) -> list[str]:
    """Return the values in `seen`, and where they lie if that counts: two readings of one state have them in common."""
    dice = (f"{die.value} {die.cell}" for die in seen.dice)
    tiles = (f"{[face.value for face in tile.faces.values()]} {tile.place}" for tile in seen.tiles)
    return sorted([*dice, *tiles])


def values_of(seen: Observation) -> list[int]:
    """Return the values in `seen` in their order; 0 for a die without one."""
    return sorted(value or 0 for value in seen.values)


def _certainty(state: FilmState) -> tuple[bool, int]:
    return state.seen.sure, sum(die.sure for die in state.seen.dice)


def _means(frames: Iterable[Image], params: SettledParams) -> Iterator[tuple[int, Image]]:
    """Yield the mean of the last frames every few frames, with the number of the last one."""
    last: deque[Image] = deque(maxlen=params.together)
    for number, frame in enumerate(frames):
        last.append(frame)
        if number % params.step == 0:
            yield number, averaged(tuple(last))


def is_film(path: Path) -> bool:
    """Return whether a file's name is that of a film."""
    return path.suffix.lower() in FILMS


def frames_of(path: Path) -> Iterator[Image]:
    """Yield the frames of the film `path`; raise BadInput where there is none."""
    if not path.is_file():
        raise BadInput(f"{path}: no such file")
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
