"""Measure both networks as the product runs them, on drawn pictures of a seed that nothing learnt from.

python -m vision.training.dice.validate POOL [--exam 15] [--most 500]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from vision.dice.detect.proposals import DiceDetector, Proposal
from vision.training.batches import Array, edges, in_view, shards

BARS = (0.3, 0.5, 0.7, 0.9, 0.97, 0.99)
LEAST_EDGE = 20.0


@dataclass(frozen=True, slots=True)
class ValidationOutcome:
    """One proposal: how strong it was, and whether it was right; None where the truth does not count."""

    score: float
    agreed: bool
    right: bool | None


def outcomes(proposals: tuple[Proposal, ...], faces: Array) -> tuple[list[ValidationOutcome], int]:
    """Return the outcome of each proposal of one picture, and the number of its faces."""
    sizes, middles = edges(faces), faces[:, :8].reshape(-1, 4, 2).mean(1)
    clear = (faces[:, 9] == 1) & (faces[:, 11] < 0.1) & in_view(faces) & (sizes >= LEAST_EDGE)
    known = faces[:, 9] > 0
    out = []
    for proposal in (each for each in proposals if each.value):
        near = np.linalg.norm(middles - proposal.centre, axis=1) < 0.4 * np.maximum(sizes, proposal.edge_px)
        right: bool | None = False
        if (near & clear).any():
            right = bool((faces[near & clear, 8] == proposal.value).any())
        elif (near & known).any():
            right = None
        out.append(ValidationOutcome(proposal.score, proposal.agreed, right))
    return out, int(clear.sum())


def main() -> None:
    """Print for several bars: faces found, proposals that were wrong, with and without the second network's consent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--exam", type=int, default=15)
    parser.add_argument("--most", type=int, default=500)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    network, seen, wanted = DiceDetector(), list[ValidationOutcome](), 0
    pairs = (
        (p, f) for shard in shards(asked.dataset, asked.exam) for p, f in zip(shard.pictures, shard.faces, strict=True)
    )
    for picture, faces in islice(pairs, asked.most):
        got, there = outcomes(network.propose(picture), faces)
        seen, wanted = seen + got, wanted + there
    for bar in BARS:
        strong = [each for each in seen if each.score >= bar and each.right is not None]
        both = [each for each in strong if each.agreed]
        print(f"score {bar}: {_line(strong, wanted)}; where both agree: {_line(both, wanted)}")


def _line(chosen: list[ValidationOutcome], wanted: int) -> str:
    right = sum(bool(each.right) for each in chosen)
    return f"found {right / max(wanted, 1):.3f}, wrong {len(chosen) - right} of {len(chosen)}"


if __name__ == "__main__":
    main()
