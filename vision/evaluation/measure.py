"""Measuring a reader on one labelled photograph: exact, asked, silently wrong, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.errors import BadInput
from companion.observations import Kind, Observation
from vision.evaluation import dice, tiles
from vision.evaluation.labels import FILM, KIND_OF_LABEL, Label
from vision.exposure import READER_FAULTS
from vision.film import frames_of, settled, values_of
from vision.frame import load
from vision.readers import READERS


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the observation of one kind is compared with a label."""

    is_exact: Callable[[Label, Observation], bool]
    """Whether everything that the label knows was seen, and nothing else."""
    pairs_of: Callable[[Label, Observation], Iterator[tuple[int, int]]]
    """(true value, seen value) of every part in view."""


_OF_DICE = Comparison(dice.is_exact, dice.pairs_of)
COMPARISONS: dict[Kind, Comparison] = {
    Kind.DICE: _OF_DICE,
    Kind.CUBO: _OF_DICE,
    Kind.TILES: Comparison(
        lambda label, seen: tiles.is_exact(label.tiles, seen), lambda label, seen: tiles.pairs_of(label.tiles, seen)
    ),
}


@dataclass(frozen=True, slots=True)
class PictureOutcome:
    """How one photograph was read."""

    label: Label
    seen: Observation | None
    exact: bool
    milliseconds: float
    pairs: tuple[tuple[int, int], ...]
    """(true value, seen value) of every die in view."""
    error: str = ""

    @property
    def asked(self) -> bool:
        """Whether the reader was not sure of everything."""
        return self.seen is None or not self.seen.sure

    @property
    def silently_wrong(self) -> bool:
        """The fault that must not be: wrong, and sure of it."""
        return not self.exact and not self.asked


def measure(label: Label) -> PictureOutcome:
    """Read the photograph, or the film, of `label` and compare."""
    if label.kind == FILM:
        return _measure_film(label)
    try:
        image = load(label.path)
    except BadInput as error:
        return PictureOutcome(label, None, exact=False, milliseconds=0.0, pairs=(), error=str(error))
    began = time.perf_counter()
    try:
        seen = READERS[KIND_OF_LABEL[label.kind]](image)
    except READER_FAULTS as error:
        why = f"{label.path}: this picture cannot be read ({type(error).__name__})"
        return PictureOutcome(label, None, exact=False, milliseconds=0.0, pairs=(), error=why)
    took = (time.perf_counter() - began) * 1000
    return PictureOutcome(label, seen, is_exact(label, seen), took, tuple(pairs_of(label, seen)))


def _measure_film(label: Label) -> PictureOutcome:
    """Read the settled states of a film; they are exact if they are all there, in their order, and no other."""
    began = time.perf_counter()
    try:
        states = list(settled(frames_of(label.path), READERS[KIND_OF_LABEL[FILM]]))
    except BadInput as error:
        return PictureOutcome(label, None, exact=False, milliseconds=0.0, pairs=(), error=str(error))
    took = (time.perf_counter() - began) * 1000
    stated = tuple(value for state in states for value in values_of(state))
    seen = Observation(
        Kind.DICE,
        tuple(die for state in states for die in state.dice),
        tuple(problem for state in states for problem in state.problems),
    )
    return PictureOutcome(label, seen, stated == label.values, took, tuple(pairs_of(label, seen)))


def is_exact(label: Label, seen: Observation) -> bool:
    """Return whether everything that `label` knows was seen, and nothing else; of what must be asked, whether it is."""
    if label.must_be_asked:
        return not seen.sure
    return COMPARISONS[seen.kind].is_exact(label, seen)


def pairs_of(label: Label, seen: Observation) -> Iterator[tuple[int, int]]:
    """Return (true, seen) for each die, or face of a tile, in view."""
    return COMPARISONS[seen.kind].pairs_of(label, seen)
