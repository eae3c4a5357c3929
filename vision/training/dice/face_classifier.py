"""Train the face classifier: `python -m vision.training.dice.face_classifier POOL [--steps 4500] [--seed 1]`."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.patches import FACE, rectify
from vision.inference import MODELS
from vision.training.batches import Array, Pictures, edges, in_view
from vision.training.nets import face_net
from vision.training.patch_training import PatchTask, of_labels, run_task
from vision.training.scenes.recipe import SIDE_PX

NONE = 0
LEAST_EDGE = 13.0
FLAT = (1, 3)
"""Level upper faces: of dice on the table and of dice on others (`vision.training.dice.dataset.Sample`)."""
MODEL = MODELS / "face.onnx"
Quads = npt.NDArray[np.floating]


def face_patches(
    picture: Pictures, faces: Array, chance: np.random.Generator, times: int
) -> Iterator[tuple[Pictures, tuple[int]]]:
    """Return patches of a picture with their value: each face `times` times, and about as many that are no face."""
    upper = np.isin(faces[:, 9], FLAT) & (faces[:, 11] < 0.1) & in_view(faces, 2) & (edges(faces) >= LEAST_EDGE)
    blank = (faces[:, 8] == 0) & in_view(faces)
    for face in faces[upper]:
        quad = face[:8].reshape(4, 2)
        for _ in range(times):
            yield rectify(picture, shaken(quad, chance)), (int(face[8]),)
        if chance.random() < 0.9:
            yield rectify(picture, missed(quad, chance)), (NONE,)
    for face in faces[blank]:
        bare = rectify(picture, shaken(face[:8].reshape(4, 2), chance))
        yield bare, (NONE,)
        yield numbered(bare, chance), (NONE,)
        yield numbered(bare, chance), (NONE,)
    for quad in _elsewhere(faces, chance):
        yield rectify(picture, quad), (NONE,)


def numbered(patch: Pictures, chance: np.random.Generator) -> Pictures:
    """Return a blank face with a number on it: a die whose value must not be read."""
    out, ink = patch.copy(), chance.integers(0, 256, 3)
    if np.abs(out.mean((0, 1)) - ink).max() < 60:
        ink = 255 - ink
    scale, thick = chance.uniform(0.5, 1.1), int(chance.integers(1, 4))
    sign = str(chance.integers(1, 21))
    colour = (int(ink[0]), int(ink[1]), int(ink[2]))
    place = (int(chance.integers(8, 18)), int(chance.integers(28, 40)))
    cv2.putText(out, sign, place, int(chance.integers(0, 5)), scale, colour, thick, cv2.LINE_AA)
    return np.asarray(np.rot90(out, int(chance.integers(4))))


def shaken(quad: Array, chance: np.random.Generator) -> Quads:
    """Return the corners as a detector may see them: a little off, turned, larger or smaller, in any order."""
    middle = quad.mean(0)
    edge = float(np.linalg.norm(quad[1] - quad[0]))
    off = quad - middle
    if chance.random() < 0.25:
        off = squared(off)
    out = middle + off @ turning(chance.normal(0, 3.5)) * chance.uniform(0.86, 1.16)
    out = out + chance.normal(0, 0.035 * edge, 2) + chance.normal(0, 0.02 * edge, (4, 2))
    return np.roll(out, int(chance.integers(4)), axis=0)


def missed(quad: Array, chance: np.random.Generator) -> Quads:
    """Return corners that show no whole face: half beside it, far too large or too small."""
    middle = quad.mean(0)
    across, along = quad[1] - quad[0], quad[3] - quad[0]
    match int(chance.integers(4)):
        case 0:
            return np.asarray(middle + (quad - middle) * chance.uniform(0.35, 0.58))
        case 1:
            return np.asarray(middle + (quad - middle) * chance.uniform(1.75, 2.6))
        case _:
            side = chance.permutation(np.array([chance.uniform(0.38, 0.62), chance.uniform(0, 0.62)]))
            sign = chance.choice([-1, 1], 2)
            return np.asarray(quad + across * side[0] * sign[0] + along * side[1] * sign[1])


def turning(degrees: float) -> Quads:
    """Return the matrix (2, 2) that turns rows of places."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, sin], [-sin, cos]])


def squared(off: Quads) -> Quads:
    """Return the square of the same middle, size and turn as four corners."""
    first = (off[0] + np.array([off[1][1], -off[1][0]]) - off[2] + np.array([-off[3][1], off[3][0]])) / 4
    x, y = first
    return np.array([[x, y], [-y, x], [-x, -y], [y, -x]])


def _elsewhere(faces: Array, chance: np.random.Generator) -> Iterator[Quads]:
    """Return one or two squares whose middle lies on no face."""
    for _ in range(2):
        edge = float(np.exp(chance.uniform(np.log(14), np.log(90))))
        x, y = chance.uniform(0, SIDE_PX, 2)
        quads = (face[:8].reshape(4, 1, 2) for face in faces)
        if all(cv2.pointPolygonTest(quad, (x, y), True) < -0.1 * edge for quad in quads):
            corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2
            yield np.array([x, y]) + corners @ turning(chance.uniform(0, 90))


if __name__ == "__main__":
    run_task(PatchTask(__doc__, face_patches, face_net, of_labels, FACE, MODEL))
