"""Train the refiner of frames: `python -m vision.training.dice.refiner POOL --start V0 [--steps 12000] [--seed 1]`.

Its inputs are frames with the errors of the lattice search and of the detector; its target is the true frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

import cv2
import numpy as np
import torch  # type: ignore[import-not-found, unused-ignore]

from vision.dice.detect.proposals import DetectorParams, DiceDetector
from vision.dice.patches import AROUND, rectify
from vision.dice.refine.network import ACROSS, ALONG, FRAME, MIDDLE, OUTPUTS, SPREAD
from vision.inference import MODELS
from vision.training.batches import Array, Pictures, edges, in_view
from vision.training.dice.face_classifier import FLAT, LEAST_EDGE, Quads, squared, turning
from vision.training.nets import Net, around_net
from vision.training.patch_training import PatchTask, Targets, run_task

MODEL = MODELS / "refiner.onnx"
A_FACE = 1.0
SHARE_OF_PROPOSALS, LEAST_FACE = 0.3, 0.03
NEAR, ALIKE = 0.45, 0.6
"""A proposal is a rough frame of a face nearer than this, in edges, if their edges differ less (natural logarithm)."""
FRAME_PX = AROUND.px / (1 + 2 * AROUND.margin)
QUANTILES = (0.5, 0.75, 0.9, 0.95)


def frame_patches(
    picture: Pictures, faces: Array, chance: np.random.Generator, times: int
) -> Iterator[tuple[Pictures, tuple[float, ...]]]:
    """Return patches of rough frames: of each face `times` times, and of what the detector sees of them."""
    visible = (faces[:, 11] < 0.1) & in_view(faces, 2) & (edges(faces) >= LEAST_EDGE) & (faces[:, 8] > 0)
    upper = faces[np.isin(faces[:, 9], FLAT) & visible]
    for face in upper:
        quad = face[:8].reshape(4, 2)
        for _ in range(times):
            yield _example(picture, rough(quad, chance), quad)
    if not len(upper) or chance.random() >= SHARE_OF_PROPOSALS:
        return
    quads, sizes = upper[:, :8].reshape(-1, 4, 2), edges(upper)
    for proposal in _detector().propose(picture):
        away = np.linalg.norm(quads.mean(1) - proposal.centre, axis=1) / sizes
        nearest = int(away.argmin())
        if away[nearest] < NEAR and abs(np.log(proposal.edge_px / sizes[nearest])) < ALIKE:
            yield _example(picture, np.asarray(proposal.corners), quads[nearest])


def rough(quad: Array, chance: np.random.Generator) -> Quads:
    """Return corners (4, 2) that are off: beside the face, turned, larger or smaller, slanted another way."""
    middle, edge = quad.mean(0), float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))
    off = squared(quad - middle) if chance.random() < 0.25 else quad - middle
    turn = chance.uniform(-45, 45) if chance.random() < 0.15 else chance.normal(0, chance.choice([3, 9]))
    skew, size, shift = (0.08, 0.2, 0.12) if chance.random() < 0.5 else (0.03, 0.08, 0.05)
    slanted = off @ turning(turn) @ (np.eye(2) + chance.normal(0, skew, (2, 2)))
    out = middle + slanted * np.exp(chance.normal(0, size)) + chance.normal(0, shift * edge, 2)
    return np.roll(out + chance.normal(0, 0.02 * edge, (4, 2)), int(chance.integers(4)), axis=0)


def _example(picture: Pictures, frame: Quads, quad: Array) -> tuple[Pictures, tuple[float, ...]]:
    """Return the patch of a frame, and where the corners of the face are in it, in edges from its middle."""
    corners = AROUND.places * AROUND.px - np.float32(0.5)
    flat = cv2.getPerspectiveTransform(frame.astype(np.float32), corners)
    there = cv2.perspectiveTransform(quad.astype(np.float32)[None], flat)[0]
    away = (there - (AROUND.px - 1) / 2) / FRAME_PX
    return rectify(picture, frame, AROUND), (A_FACE, *(float(each) for each in away.ravel()))


def away(answers: Net, targets: Net) -> Net:
    """Return how far the corners are from those of the face, in edges, as a root of the mean square; in any order.

    A patch that is mirrored has its corners the other way round.
    """
    frame = torch.from_numpy(FRAME)
    across = answers[:, None, ACROSS] + torch.tensor([1.0, 0.0])
    along = answers[:, None, ALONG] + torch.tensor([0.0, 1.0])
    corners = answers[:, None, MIDDLE] + frame[:, :1] * across + frame[:, 1:] * along
    there = targets[:, 1:].reshape(-1, 4, 2)
    orders = [torch.roll(each, turns, 1) for each in (there, there.flip(1)) for turns in range(4)]
    off = torch.stack([(corners - each).square().sum(2).mean(1) for each in orders])
    return (off.min(0).values + 1e-6).sqrt()


def wrong(answers: Net, targets: Net) -> Net:
    """Return what is wrong with frames: how far they are off counts less where the network says so itself."""
    spread = answers[:, SPREAD].clamp(-5, 1)
    return (away(answers, targets) * torch.exp(-spread) + 2 * spread).mean()


def figures(answers: Net, targets: Targets) -> None:
    """Print how far the frames are off, before and after."""
    for name, result in (("as they were", torch.zeros_like(answers)), ("moved", answers)):
        off = np.quantile(away(result, torch.from_numpy(targets)).numpy(), QUANTILES)
        print(f"{name}: " + ", ".join(f"{share:.0%} < {each:.3f}" for share, each in zip(QUANTILES, off, strict=True)))


@cache
def _detector() -> DiceDetector:
    return DiceDetector(DetectorParams(least_score=LEAST_FACE))


REFINER_TASK = PatchTask(
    __doc__, frame_patches, partial(around_net, outside=OUTPUTS), wrong, AROUND, MODEL, points=4, figures=figures
)


if __name__ == "__main__":
    run_task(REFINER_TASK)
