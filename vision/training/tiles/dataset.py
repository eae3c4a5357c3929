"""Draw the faces of tiles to learn from: `python -m vision.training.tiles.dataset POOL.npz --fonts DIR --seed 21`.

DIR holds free fonts (.ttf, .otf); none of them is part of the product. A data set keeps both views of each face
(`vision.tiles.classify.patches`), as bytes, with its class: 0 nothing to read, 1 to 9 numbers, 10 to 15 pips.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.observations import Side, TileFace
from vision.arrays import Floats, Image
from vision.render.tile_art import RHOMBI
from vision.tiles.classify.classes import NOTHING, class_of
from vision.tiles.classify.patches import plane_of, straight_views, upright_views
from vision.training.tiles.recipe import SIZE, Scene, scene

HIDDEN, SPOILT = 0.05, 0.35
"""A face of which so much is covered is left out; of which this much is covered, it cannot be read."""
Sample = tuple[Image, Image, int, int]


def shaken(corners: Floats, chance: np.random.Generator) -> Floats:
    """Return corners as a detector may see them: a little off, turned, larger or smaller."""
    middle = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - middle, axis=1).mean())
    turn = np.radians(chance.normal(0, 1.5))
    turned = (corners - middle) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    off = chance.normal(0, 0.02 * radius, 2) + chance.normal(0, 0.012 * radius, (6, 2))
    return np.asarray(middle + turned * chance.normal(1, 0.02) + off)


def faces_of(drawn: Scene, chance: np.random.Generator) -> Iterator[Sample]:
    """Return both views of each face that is in the picture, its class, and which face it is."""
    for tile, corners in zip(drawn.tiles, drawn.corners, strict=True):
        if (corners < 0).any() or (corners > np.array(SIZE) - 1).any():
            continue
        plane = plane_of(shaken(corners, chance))
        upright, straight = upright_views(drawn.picture, plane), straight_views(drawn.picture, plane)
        for at, face in enumerate(TileFace):
            result = _class_of(drawn, plane, face, tile.values[at], tile.side)
            if result is not None:
                yield np.rint(upright[at]).astype(np.uint8), np.rint(straight[at]).astype(np.uint8), result, at


def _class_of(drawn: Scene, plane: Floats, face: TileFace, value: int, side: Side) -> int | None:
    """Return the class of a face; None where it is undecided whether it can still be read."""
    middle = RHOMBI[face].mean(axis=0)
    inner = cv2.perspectiveTransform((middle + 0.7 * (RHOMBI[face] - middle))[None], plane)[0]
    mask = np.zeros_like(drawn.covered)
    cv2.fillConvexPoly(mask, np.rint(inner).astype(np.int32), 255)
    share = float((drawn.covered[mask > 0] > 127).mean()) if mask.any() else 0.0
    if HIDDEN < share < SPOILT:
        return None
    return class_of(side, value) if value and share <= HIDDEN else NOTHING


def main() -> None:
    """Draw a data set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=21)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    fonts = sorted(path for folder in asked.fonts for path in folder.rglob("*.[to]tf"))
    began, samples = time.process_time(), []
    for number in range(asked.scenes):
        chance = np.random.default_rng([asked.seed, number])
        drawn = scene(chance, fonts)
        samples += [sample for _ in range(2) for sample in faces_of(drawn, chance)]
        if (number + 1) % 250 == 0:
            print(f"{number + 1} {len(samples)} faces {time.process_time() - began:.0f} s of one core", flush=True)
    upright, straight, result, face = (np.array(column) for column in zip(*samples, strict=True))
    np.savez_compressed(asked.dataset, upright=upright, straight=straight, result=result, face=face)


if __name__ == "__main__":
    main()
