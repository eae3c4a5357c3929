"""Train the tile classifiers: `python -m vision.training.tiles.classifier POOL.npz --exam EXAM.npz --view upright`.

Both learn from the same faces in different views and never share a weight: what they dispute is asked about.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch  # type: ignore[import-not-found, unused-ignore]
from torch import nn  # type: ignore[import-not-found, unused-ignore]

from companion.observations import TileFace
from vision.arrays import Floats
from vision.inference import MODELS
from vision.tiles.classify.classes import CLASSES, NOTHING
from vision.tiles.classify.patches import MASKS, STRAIGHT_PX, UPRIGHT_PX, levelled, shaded
from vision.training.nets import Net, Round, answer, export, rate, step

FLAT = 2.0
"""Grey levels: a face that varies less in every colour is blown out or black, and shows nothing."""
Pictures = npt.NDArray[np.uint8]
Labels = npt.NDArray[np.int64]


def face_net(channels: int) -> Net:
    """Return the classifier of a face: (n, channels, y, x) to (n, 16, 1, 1)."""
    return nn.Sequential(
        step(channels, 20, 2),
        Round(20),
        step(20, 40, 2),
        Round(40),
        Round(40),
        step(40, 56, 2),
        Round(56),
        nn.Conv2d(56, CLASSES, 1),
        nn.AdaptiveAvgPool2d(1),
    )


def upright_input(views: Floats, faces: Labels) -> npt.NDArray[np.float32]:
    """Return upright views as the first network wants them."""
    masks = tuple(MASKS[face] for face in TileFace)
    return np.stack([levelled(view, masks[face]) for view, face in zip(views, faces, strict=True)])


def straight_input(views: Floats, faces: Labels) -> npt.NDArray[np.float32]:
    """Return straightened views as the second network wants them."""
    return np.stack([shaded(view) for view in views])


INPUTS: dict[str, Callable[[Floats, Labels], npt.NDArray[np.float32]]] = {
    "upright": upright_input,
    "straight": straight_input,
}
SIDES = {"upright": (3, UPRIGHT_PX), "straight": (1, STRAIGHT_PX)}


def varied(views: Pictures, chance: np.random.Generator) -> Floats:
    """Return views augmented as under other lamps and cameras, a few of them shifted."""
    count, side = len(views), views.shape[1]
    gamma = np.exp(chance.normal(0, 0.2, (count, 1, 1, 1))).astype(np.float32)
    gain = (chance.uniform(0.6, 1.3, (count, 1, 1, 1)) * chance.uniform(0.88, 1.12, (count, 1, 1, 3))).astype(
        np.float32
    )
    out = np.clip((views / np.float32(255)) ** gamma * gain, 0, 1) * np.float32(255)
    noise = np.where(chance.random((count, 1, 1, 1)) < 0.3, chance.uniform(0, 7, (count, 1, 1, 1)), 0)
    out += chance.standard_normal(out.shape, np.float32) * noise.astype(np.float32)
    for at in np.flatnonzero(chance.random(count) < 0.2):
        small = int(chance.integers(side // 2, side))
        smaller = cv2.resize(out[at], (small, small), interpolation=cv2.INTER_AREA)
        out[at] = cv2.resize(smaller, (side, side), interpolation=cv2.INTER_LINEAR)
    return np.asarray(out, np.float32)


def read_dataset(path: Path, view: str) -> tuple[Pictures, Labels, Labels]:
    """Return the views of a data set, their classes, and which face each is."""
    with np.load(path) as stored:
        views, result, faces = stored[view], stored["result"].astype(np.int64), stored["face"].astype(np.int64)
    spread = views.reshape(len(views), -1, 3).std(axis=1).max(axis=1)
    return views, np.where(spread < FLAT, NOTHING, result), faces


def train(view: str, dataset: tuple[Pictures, Labels, Labels], asked: argparse.Namespace) -> Net:
    """Return the network after so many steps of 128 faces."""
    views, result, faces = dataset
    chance = np.random.default_rng(asked.seed)
    torch.manual_seed(asked.seed)
    net = face_net(SIDES[view][0]).to(memory_format=torch.channels_last)
    if asked.start:
        net.load_state_dict(torch.load(asked.start))
    adam = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=1e-3)
    began = time.process_time()
    for number in range(1, asked.steps + 1):
        for group in adam.param_groups:
            group["lr"] = rate(asked.rate, number, asked.steps)
        chosen = chance.integers(0, len(views), 128)
        batch = INPUTS[view](varied(views[chosen], chance), faces[chosen])
        logits = answer(net, batch)[:, :, 0, 0]
        loss = nn.functional.cross_entropy(logits, torch.from_numpy(result[chosen]), label_smoothing=0.005)
        adam.zero_grad()
        loss.backward()
        adam.step()
        if number % 250 == 0:
            print(f"{number} {loss.item():.4f} {time.process_time() - began:.0f} s of one core", flush=True)
    return net


def examine(view: str, net: Net, dataset: tuple[Pictures, Labels, Labels]) -> None:
    """Print how often the network is right, and how often it is wrong when it is certain."""
    views, result, faces = dataset
    net.eval()
    chances = []
    with torch.no_grad():
        for first in range(0, len(views), 256):
            part = slice(first, first + 256)
            batch = INPUTS[view](views[part].astype(np.float32), faces[part])
            chances.append(torch.softmax(net(torch.from_numpy(batch))[:, :, 0, 0], 1).numpy())
    best, top = np.concatenate(chances).argmax(1), np.concatenate(chances).max(1)
    print(f"{view}: right {np.mean(best == result):.4f} of {len(result)}")
    for least in (0.5, 0.9, 0.97):
        sure = (top >= least) & (best > 0)
        read = (sure & (result > 0)).sum() / (result > 0).sum()
        print(f"  at {least}: {read:.3f} read, wrong {np.mean(best[sure] != result[sure]):.5f}")


def main() -> None:
    """Train, examine on typefaces that were not learnt from, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--exam", type=Path, required=True)
    parser.add_argument("--view", choices=sorted(INPUTS), required=True)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--weights", type=Path, help="where to keep the weights")
    parser.add_argument("--out", type=Path, default=MODELS, help="folder to write the network to")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = train(asked.view, read_dataset(asked.dataset, asked.view), asked)
    if asked.weights:
        torch.save(net.state_dict(), asked.weights)
    channels, side = SIDES[asked.view]
    export(net, (1, channels, side, side), asked.out / f"{asked.view}.onnx")
    examine(asked.view, net, read_dataset(asked.exam, asked.view))


if __name__ == "__main__":
    main()
