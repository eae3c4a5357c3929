"""What the reader of a die in its surroundings learns: `python -m vision.train.surroundings POOL [--steps 9000]`.

It sees more than the face: sides, shadow, neighbours. So it can say whether the die lies flat on the table, and
whether this is a die at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.network.maps import describe
from vision.network.patch import AROUND, rectify
from vision.network.reader import FaceNetwork, NetworkParams
from vision.network.surroundings import flattened
from vision.train.batches import Array, Pictures, edges, in_view
from vision.train.course import Course, attend
from vision.train.faces import LEAST_EDGE, shaken
from vision.train.nets import around_net
from vision.train.pool import FLATTEST, flatness

NONE, UNSETTLED = 0, 7
MODEL = Path(__file__).parents[1] / "network" / "models" / "surroundings.onnx"
KNOWN = 0.6
"""In so many cases the plane in which the other dice lie is known."""
UNCERTAIN = 0.04
"""How far that plane is mistaken, in either direction (see `Face.slant`)."""
NEAR, FAR = 0.25, 0.45
"""A find is a face nearer than the first, in edges; none beyond the second."""
LEAST_FACE = 0.03
SHARE_OF_NONE = 0.7


def die_patches(
    picture: Pictures, faces: Array, chance: np.random.Generator, times: int
) -> Iterator[tuple[Pictures, int]]:
    """Return patches of a picture: its dice, what the finder took for one, sides of dice."""
    upper = faces[(faces[:, 9] > 0) & (edges(faces) >= LEAST_EDGE)]
    clear = upper[((upper[:, 11] < 0.1) | _steep(upper)) & in_view(upper, 2)]
    plane = _plane(clear)
    for face in clear:
        for _ in range(times):
            yield _seen(picture, shaken(face[:8].reshape(4, 2), chance), plane, chance), _label(face)
    for quad in _sides(faces, chance):
        yield _seen(picture, shaken(quad, chance), plane, chance), NONE
    for find in _finder().propose(picture):
        quad = np.asarray(find.corners, np.float32)
        label = _of_find(quad, upper, clear)
        if label or (label == NONE and chance.random() < SHARE_OF_NONE):
            yield _seen(picture, quad, plane, chance), label


def _steep(faces: Array) -> npt.NDArray[np.bool_]:
    """Return which are the upper faces of leaning dice seen flat: whatever face is proposed, the die is unsettled."""
    flat = np.array([flatness(face[:8].reshape(4, 2)) < FLATTEST for face in faces], np.bool_)
    return np.asarray((faces[:, 9] == 2) & flat, np.bool_)


def _label(face: Array) -> int:
    return UNSETTLED if face[9] == 2 else int(face[8])


def _of_find(quad: Array, upper: Array, clear: Array) -> int | None:
    """Return what lies where the finder found a face; None where that is in doubt."""
    own = edges(np.concatenate([quad.reshape(1, 8), np.zeros((1, 4), np.float32)], axis=1))[0]
    for rows, told in ((clear, True), (upper, False)):
        if not len(rows):
            continue
        away = np.linalg.norm(rows[:, :8].reshape(-1, 4, 2).mean(1) - quad.mean(0), axis=1) / np.maximum(edges(rows), 1)
        nearest = int(away.argmin())
        alike = abs(float(np.log(own / max(edges(rows)[nearest], 1.0)))) < 0.3
        if away[nearest] < NEAR and alike:
            return _label(rows[nearest]) if told else None
        if away[nearest] < FAR:
            return None
    return NONE


def _sides(faces: Array, chance: np.random.Generator) -> Iterator[Array]:
    """Return some of the faces that are not the upper one."""
    others = faces[(faces[:, 9] == 0) & (faces[:, 8] > 0) & in_view(faces) & (edges(faces) >= LEAST_EDGE)]
    for face in others[chance.random(len(others)) < 0.35]:
        yield face[:8].reshape(4, 2)


def _plane(clear: Array) -> Array | None:
    """Return how the dice that lie flat are foreshortened, as `Face.slant`; None if there are none."""
    flat = clear[clear[:, 9] == 1]
    return 2 * describe(flat[:, :8].reshape(-1, 4, 2))[:, 1:3].mean(0) if len(flat) else None


def _seen(picture: Pictures, quad: Array, plane: Array | None, chance: np.random.Generator) -> Pictures:
    """Return a patch as the product sees it: by the plane of the others where that is known."""
    if plane is not None and chance.random() < KNOWN:
        quad = flattened(quad, plane + chance.normal(0, UNCERTAIN, 2))
    return rectify(picture, quad, AROUND)


@cache
def _finder() -> FaceNetwork:
    return FaceNetwork(NetworkParams(least_score=LEAST_FACE))


if __name__ == "__main__":
    attend(Course(__doc__, die_patches, around_net, AROUND, MODEL))
