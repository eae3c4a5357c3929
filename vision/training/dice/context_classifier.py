"""Train the context classifiers: `python -m vision.training.dice.context_classifier POOL [--steps 9000]`.

It sees more than the face: sides, shadow, neighbours. So it can say whether this is a die at all, whether it lies on
another one, and which way its body goes down from the face: dice that lie flat on one table agree on that.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

import numpy as np
import torch  # type: ignore[import-not-found, unused-ignore]

from vision.dice.classify.context_network import LABELS, SPREAD, UPON, WAY
from vision.dice.detect.proposals import DetectorParams, DiceDetector
from vision.dice.patches import AROUND, FAR_AROUND, PatchView, rectify
from vision.inference import MODELS
from vision.training.batches import Array, Pictures, edges, in_view
from vision.training.dice.face_classifier import LEAST_EDGE, Quads, shaken
from vision.training.nets import Net, around_net
from vision.training.patch_training import PatchTask, run_task

NONE, PIPLESS = 0, 7
NEAR, FAR = 0.25, 0.45
"""A proposal nearer to a face than the first, in edges, is that face; beyond the second it is background."""
ALIKE = 0.3
"""Edges of one face differ less than this (natural logarithm)."""
LEAST_FACE = 0.03
SHARE_OF_PROPOSALS, SHARE_OF_NONE, SHARE_OF_SIDES = 0.5, 0.7, 0.35
LEANS, ON_ANOTHER = 2, 3
"""Kinds of faces in the data set (`vision.training.dice.dataset.Sample`)."""
OFTEN = {NONE: 0.8}
TrainingExample = tuple[Pictures, tuple[float, float, float, float, float, float, float]]
"""A patch; its label, the way down in edges of the patch, whether the way is asked, whether the label is, whether the
die lies on another one, whether that is asked."""


def die_patches(
    picture: Pictures, faces: Array, chance: np.random.Generator, times: int, view: PatchView = AROUND
) -> Iterator[TrainingExample]:
    """Return patches of a picture: its dice, what the detector took for one, sides of dice."""
    upper = faces[(faces[:, 9] > 0) & (edges(faces) >= LEAST_EDGE)]
    clear = (upper[:, 11] < 0.1) & in_view(upper, 2)
    for face in upper[clear]:
        for _ in range(times):
            yield _of_die(picture, face, shaken(face[:8].reshape(4, 2), chance), view)
    others = faces[(faces[:, 9] == 0) & (faces[:, 8] > 0) & in_view(faces) & (edges(faces) >= LEAST_EDGE)]
    for face in others[chance.random(len(others)) < SHARE_OF_SIDES]:
        yield _no_face(picture, shaken(face[:8].reshape(4, 2), chance), NONE, view)
    blank = faces[(faces[:, 8] == 0) & in_view(faces) & (edges(faces) >= LEAST_EDGE)]
    for face in blank:
        for _ in range(times):
            yield _no_face(picture, shaken(face[:8].reshape(4, 2), chance), PIPLESS, view)
    for proposal in _detector().propose(picture) if chance.random() < SHARE_OF_PROPOSALS else ():
        quad = np.asarray(proposal.corners, np.float32)
        row = _row_at(quad, upper)
        if row is None and _row_at(quad, blank) is None and chance.random() < SHARE_OF_NONE:
            yield _no_face(picture, quad, NONE, view)
        elif row is not None and row >= 0 and clear[row]:
            yield _of_die(picture, upper[row], quad, view)


def _of_die(picture: Pictures, face: Array, quad: Quads, view: PatchView) -> TrainingExample:
    """Return the example of a die whose upper face was detected in `quad`."""
    across, along = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    x, y = np.linalg.solve(np.stack([across, along], axis=1) / 2, face[12:14])
    settled = float(face[9] != LEANS)
    result = (face[8], float(x), float(y), 1.0, settled, float(face[9] == ON_ANOTHER), settled)
    return rectify(picture, quad, view), result


def _no_face(picture: Pictures, quad: Quads, label: int, view: PatchView) -> TrainingExample:
    return rectify(picture, quad, view), (label, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def _row_at(quad: Quads, upper: Array) -> int | None:
    """Return which of these faces a proposal is: None if it is none of them, -1 where that is in doubt."""
    if not len(upper):
        return None
    own = edges(np.concatenate([quad.reshape(1, 8), np.zeros((1, 4))], axis=1).astype(np.float32))[0]
    sizes = np.maximum(edges(upper), 1)
    away = np.linalg.norm(upper[:, :8].reshape(-1, 4, 2).mean(1) - quad.mean(0), axis=1) / sizes
    nearest = int(away.argmin())
    if away[nearest] < NEAR and abs(float(np.log(own / sizes[nearest]))) < ALIKE:
        return nearest
    return -1 if away[nearest] < FAR else None


def wrong(answers: Net, targets: Net) -> Net:
    """Return the loss of labels and ways: the way is a Gaussian whose width the network outputs as well.

    Whether a die lies on another one is asked apart: a 1 that hardly differs from no die at all must not seem stacked.
    """
    labels, ways, settled = targets[:, 4], targets[:, 3], targets[:, 6]
    result = torch.nn.functional.cross_entropy(
        answers[:, :LABELS], targets[:, 0].long(), reduction="none", label_smoothing=0.005
    )
    spread = answers[:, SPREAD].clamp(-4, 2)
    away = (answers[:, WAY] - targets[:, 1:3]).square().sum(1)
    bell = 0.5 * away * torch.exp(-2 * spread) + 2 * spread
    upon = torch.nn.functional.binary_cross_entropy_with_logits(answers[:, UPON], targets[:, 5], reduction="none")
    parts = ((result, labels, 1.0), (bell, ways, 0.5), (upon, settled, 1.0))
    return sum(share * (each * asked).sum() / asked.sum().clamp(min=1) for each, asked, share in parts)


@cache
def _detector() -> DiceDetector:
    return DiceDetector(DetectorParams(least_score=LEAST_FACE))


NEAR_TASK = PatchTask(__doc__, die_patches, around_net, wrong, AROUND, MODELS / "context.onnx", OFTEN, points=1)
FAR_TASK = PatchTask(
    __doc__,
    partial(die_patches, view=FAR_AROUND),
    partial(around_net, FAR_AROUND.px),
    wrong,
    FAR_AROUND,
    MODELS / "far_context.onnx",
    OFTEN,
    points=1,
)


if __name__ == "__main__":
    run_task(NEAR_TASK, FAR_TASK)
