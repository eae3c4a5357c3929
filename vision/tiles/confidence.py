"""From the probabilities of two networks to one answer that may be believed, or a question.

All tiles on a table show the same side: numbers, or pips. Which one is judged by all faces together. A face is certain
where both networks name the same value and neither hesitates; anything else is asked about, the likeliest value first.
"""

from __future__ import annotations

import numpy as np

from companion.observations import SeenFace, Side
from vision.arrays import Floats
from vision.tiles.classify.classes import FIRST, MOST
from vision.tiles.classify.networks import FaceProbabilities
from vision.tiles.params import BeliefParams


def side_of(probabilities: FaceProbabilities, params: BeliefParams) -> tuple[Side, bool]:
    """Return the side that lies up, and whether that is beyond doubt."""
    shares = {side: np.log(share_of(probabilities, side) + 1e-6).mean() for side in Side}
    numbers, pips = shares[Side.NUMBERS], shares[Side.PIPS]
    side = Side.NUMBERS if numbers >= pips else Side.PIPS
    return side, bool(abs(numbers - pips) > params.side)


def share_of(probabilities: FaceProbabilities, side: Side) -> Floats:
    """Return how likely each face shows anything of `side`, (tile, face)."""
    return np.asarray(probabilities.both[..., _classes(side)].sum(axis=-1))


def shows_other_side(probabilities: FaceProbabilities, side: Side, params: BeliefParams) -> list[bool]:
    """Return for each tile whether it lies the other way up."""
    other = next(each for each in Side if each is not side)
    return [bool((faces > params.other_side).all()) for faces in share_of(probabilities, other)]


def read_face(probabilities: FaceProbabilities, tile: int, face: int, side: Side, params: BeliefParams) -> SeenFace:
    """Return what one face shows."""
    classes = _classes(side)
    one, two = probabilities.upright[tile, face], probabilities.straight[tile, face]
    both = probabilities.both[tile, face]
    order = np.argsort(both[classes])[::-1]
    best = int(order[0])
    likely = tuple(int(at) + 1 for at in order[1:4] if both[classes][at] > params.likely)
    confidence = float(min(one[classes][best], two[classes][best]))
    if both[classes][best] < params.readable:
        return SeenFace(None, confidence, sure=False, alternatives=(best + 1, *likely))
    return SeenFace(best + 1, confidence, sure=confidence >= params.agreed, alternatives=likely)


def _classes(side: Side) -> slice:
    return slice(FIRST[side], FIRST[side] + MOST[side])
