"""Comparing seen dice with the truth of a label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from companion.observations import Kind, Observation, SeenDie
from vision.evaluation.labels import Label, TrueDie
from vision.evaluation.tiles import MISSED


def is_exact(label: Label, seen: Observation) -> bool:
    """Return whether every die that `label` knows was seen, and nothing else."""
    if label.kind == Kind.CUBO:
        lies = {die.cell: die for die in seen.dice}
        return len(lies) <= len(label.dice) and all(_agree(true, lies.get(true.cell)) for true in label.dice)
    if label.kind == "loose":
        return _is_exact_with_places(label, seen)
    return list(label.values) == sorted(die.value for die in seen.dice if die.value is not None)


def _is_exact_with_places(label: Label, seen: Observation) -> bool:
    """Return whether every die in view was seen in its place; a cut one may be read rightly, or asked about."""
    pairs = _matched(label.dice, seen.dice)
    strangers = [die for die in seen.dice if die.value is not None and all(die is not s for _, s in pairs)]
    return not strangers and all(_agree(true, die) for true, die in pairs)


def _agree(true: TrueDie, die: SeenDie | None) -> bool:
    if not true.in_view:
        return die is None or not die.sure or die.value == true.value
    return die is not None and die.value == true.value and true.colour in {None, die.colour.value}


def _matched(dice: Sequence[TrueDie], seen: Sequence[SeenDie]) -> list[tuple[TrueDie, SeenDie | None]]:
    """Return every true die with the seen one whose middle is nearest to its own, if that is on the die."""
    free = list(seen)
    pairs: list[tuple[TrueDie, SeenDie | None]] = []
    for die in dice:
        points = np.array(die.outline)
        reach = 0.6 * float(np.linalg.norm(points[0] - points[2])) / 2**0.5
        away = [float(np.linalg.norm(points.mean(axis=0) - other.centre)) for other in free]
        nearest = int(np.argmin(away)) if away else -1
        pairs.append((die, free.pop(nearest) if nearest >= 0 and away[nearest] < reach else None))
    return pairs


def pairs_of(label: Label, seen: Observation) -> Iterator[tuple[int, int]]:
    """Return (true, seen) for each die in view; by place, else what agrees first."""
    if label.dice:
        for true, die in _matched(label.dice, seen.dice):
            if true.in_view and true.value is not None:
                yield true.value, MISSED if die is None or die.value is None else die.value
        return
    true_values = Counter(label.values)
    seen_values = Counter(die.value for die in seen.dice if die.value is not None)
    for value, n in true_values.items():
        right = min(n, seen_values[value])
        yield from [(value, value)] * right + [(value, MISSED)] * (n - right)
