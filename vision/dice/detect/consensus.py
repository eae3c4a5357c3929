"""What the dice of one picture have in common: their size, the plane they lie in, how strong their pips are.

Several makes of dice may lie on one table, so nothing in here forbids a face; it only makes odd ones less likely.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.dice.face import Face
from vision.dice.params import LatticeSearchParams
from vision.operations import weighted_median

WEIGHT_OF_VALUE = {1: 0.5, 2: 0.5, 3: 1.0, 4: 2.0, 5: 3.0, 6: 3.0}
"""Weight of a face in the consensus, by its value: two spots are easily two dice, six are not."""


@dataclass(frozen=True, slots=True)
class Common:
    """The usual face of a picture; None where too few faces agree."""

    edge: float | None = None
    slant: tuple[float, float] = (0.0, 0.0)
    """Seen from straight above unless most faces say otherwise."""
    contrast: float | None = None


NOTHING_IN_COMMON = Common()


def common_of(faces: list[Face], params: LatticeSearchParams) -> Common:
    """Return what most of `faces` agree on."""
    if not faces:
        return NOTHING_IN_COMMON
    slants = np.stack([face.slant for face in faces])
    weights = np.array([face.merit * WEIGHT_OF_VALUE[face.value] for face in faces])
    contrasts = np.array([face.contrast for face in faces])
    # Patterns of cloth are fainter than pips; the square reduces them further without excluding dim dice.
    weights *= np.minimum(contrasts / (params.strong * contrasts.max()), 1) ** 2
    # A steep slant is more often that of a side.
    weights *= np.exp(-((slants**2).sum(axis=1)) / (2 * params.steep**2))
    slant, _ = _mode(slants, weights, params.kernel_slant)
    weights *= np.exp(-(((slants - slant) ** 2).sum(axis=1)) / (2 * params.kernel_slant**2))
    # The mode, not the mean: several makes of dice may lie on one table.
    edge, votes = _mode(np.log([[face.edge] for face in faces]), weights, params.kernel)
    # A peak that hardly exceeds its own largest member is a single face, and no consensus.
    if votes < 1.2 * weights.max():
        return Common(contrast=float(contrasts[weights.argmax()]))
    usual = weighted_median(contrasts, weights)
    return Common(float(np.exp(edge[0])), (float(slant[0]), float(slant[1])), usual)


def worth(face: Face, common: Common, params: LatticeSearchParams) -> float:
    """Return the merit of `face`, less where it is not like the others."""
    away = float(np.hypot(*(face.slant - common.slant))) / params.kernel_slant / 1.5
    worth = face.merit * (1 - params.odd_slant * (1 - float(np.exp(-away * away / 2))))
    if common.edge is not None:
        away = float(np.log(face.edge / common.edge)) / (2 * params.kernel)
        worth *= 1 - params.odd * (1 - float(np.exp(-away * away / 2)))
    return worth


def _mode(points: Floats, weights: Floats, width: float) -> tuple[Floats, float]:
    """Return the middle of the densest part of `points`, and how much weight lies there."""
    away = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    near = np.exp(-away / (2 * width**2))
    votes = near @ weights
    best = int(votes.argmax())
    share = near[best] * weights
    if not share.any():  # in a picture so dark that no face has any merit
        share = near[best]
    return np.asarray(np.average(points, axis=0, weights=share)), float(votes[best])
