"""How a network that reads patches is trained: what is done to them each time, the examples, the validation."""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import torch  # type: ignore[import-not-found, unused-ignore]

from vision.dice.patches import PatchView, levelled
from vision.training.average import weights_of
from vision.training.batches import Array, Pictures, relit, shards
from vision.training.nets import Net, answer, export, rate

FRESH = 64
Targets = npt.NDArray[np.float32]
"""One row a patch: its label; perhaps places or directions in the patch (x, y), in edges; perhaps more."""
Patches: TypeAlias = Callable[[Pictures, Array, np.random.Generator, int], Iterator[tuple[Pictures, Sequence[float]]]]


@dataclass(frozen=True, slots=True)
class PatchTask:
    """What a network of patches learns."""

    result: str | None
    patches: Patches
    """(picture, faces, chance, times) to patches and their targets."""
    net: Callable[[], Net]
    loss: Callable[[Net, Net], Net]
    """(answers, targets) to what is wrong with the answers."""
    view: PatchView
    model: Path
    """Where the network is written by default."""
    often: Mapping[int, float] = field(default_factory=dict)
    """How many times as often as the others patches of a label are sampled."""
    points: int = 0
    """How many places or directions (x, y) follow the label of a target: they turn with the patch."""
    figures: Callable[[Net, Targets], None] | None = None
    """What to print of the answers in an examination, if not how often their labels are right."""


def of_labels(logits: Net, targets: Net) -> Net:
    """Return what is wrong with the labels."""
    return torch.nn.functional.cross_entropy(logits, targets[:, 0].long(), label_smoothing=0.005)


def gather(task: PatchTask, dataset: Path, seed: int, times: int) -> tuple[Pictures, Targets]:
    """Return all patches of the data set and their targets."""
    patches, targets = [], []
    chance = np.random.default_rng(seed)
    for shard in shards(dataset, seed):
        for picture, faces in zip(shard.pictures, shard.faces, strict=True):
            for patch, target in task.patches(picture, faces, chance, times):
                patches.append(patch)
                targets.append(target)
    return np.stack(patches), np.array(targets, np.float32)


def glinting(patches: Array, chance: np.random.Generator) -> Array:
    """Return patches, some of them with the lamp mirrored in the face: a white spot that is no pip."""
    side = patches.shape[1]
    for index in np.flatnonzero(chance.random(len(patches)) < 0.22):
        spot = np.zeros((side, side), np.float32)
        for _ in range(int(chance.integers(1, 3))):
            x, y = chance.normal(side / 2, side * chance.choice([0.04, 0.2]), 2)
            axes = (float(chance.uniform(1, 4)), float(chance.uniform(1, 3)))
            box = ((float(x), float(y)), (2 * axes[0], 2 * axes[1]), float(chance.uniform(0, 180)))
            cv2.ellipse(spot, box, float(chance.uniform(0.4, 1.5)), -1, cv2.LINE_AA)
        spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), chance.uniform(0.4, 1.5)), np.float32)
        bright = max(160.0, float(patches[index].max())) * chance.uniform(0.9, 1.3)
        patches[index] = np.clip(patches[index] + spot[..., None] * (bright - patches[index]), 0, 255)
    return patches


def turned(patches: Array, targets: Targets, points: int, chance: np.random.Generator) -> tuple[Array, Targets]:
    """Return patches turned by quarters and mirrored, and the places and directions in them."""
    targets = targets.copy()
    places = targets[:, 1 : 1 + 2 * points].reshape(len(targets), points, 2)
    for index in range(len(patches)):
        for _ in range(int(chance.integers(4))):
            patches[index] = np.rot90(patches[index])
            places[index] = places[index][:, ::-1] * (1, -1)
        if chance.random() < 0.5:
            patches[index] = patches[index][:, ::-1]
            places[index] *= (-1, 1)
    targets[:, 1 : 1 + 2 * points] = places.reshape(len(targets), 2 * points)
    return patches, targets


def softened(patches: Array, chance: np.random.Generator) -> Array:
    """Return patches, some of them as from a picture of fewer pixels, or seen so flat that one direction has fewer."""
    side = patches.shape[1]
    for index in np.flatnonzero(chance.random(len(patches)) < 0.3):
        across, along = (int(n) for n in chance.integers(round(0.3 * side), side, 2))
        small = (across, along if chance.random() < 0.5 else across)
        smaller = cv2.resize(patches[index], small, interpolation=cv2.INTER_AREA)
        patches[index] = cv2.resize(smaller, (side, side), interpolation=cv2.INTER_LINEAR)
    return patches


def haloed(patches: Array, chance: np.random.Generator) -> Array:
    """Return patches, some of them sharpened as phones and old video cameras do it."""
    for index in np.flatnonzero(chance.random(len(patches)) < 0.15):
        soft = cv2.GaussianBlur(patches[index], (0, 0), chance.uniform(0.8, 2.5))
        patches[index] = np.clip(patches[index] + chance.uniform(0.4, 2.0) * (patches[index] - soft), 0, 255)
    return patches


def varied(patches: Array, targets: Targets, points: int, chance: np.random.Generator) -> tuple[Array, Targets]:
    """Return patches augmented as under other lamps and cameras."""
    lit, targets = turned(relit(glinting(patches, chance), chance), targets, points, chance)
    return haloed(softened(lit, chance), chance), targets


def examples(
    task: PatchTask, patches: Pictures, targets: Targets, chance: np.random.Generator
) -> Iterator[tuple[Array, Targets]]:
    """Return batches: a half new, a half from the last thirty, for changing patches takes longer than learning."""
    kept: deque[tuple[Array, Targets]] = deque(maxlen=30)
    weights = np.array([task.often.get(int(label), 1.0) for label in targets[:, 0]]).cumsum()
    while True:
        chosen = np.searchsorted(weights, chance.uniform(0, weights[-1], FRESH))
        batch, result = varied(patches[chosen].astype(np.float32), targets[chosen], task.points, chance)
        kept.append((levelled(np.rint(batch)), result))
        again = kept[int(chance.integers(len(kept)))]
        yield np.concatenate([kept[-1][0], again[0]]), np.concatenate([kept[-1][1], again[1]])


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How long and how fast to learn."""

    steps: int
    most: float
    """The rate at first."""
    seed: int
    keep: Path | None
    """Where to keep the weights on the way."""


def train(net: Net, task: PatchTask, patches: Pictures, targets: Targets, plan: TrainingPlan) -> Net:
    """Return the network after so many steps, its weights averaged over the last thousand or so."""
    chance, most = np.random.default_rng(plan.seed), plan.most
    net = net.to(memory_format=torch.channels_last)
    adam = torch.optim.AdamW(net.parameters(), lr=most, weight_decay=1e-3)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    began, batches = time.process_time(), examples(task, patches, targets, chance)
    for number, (batch, result) in zip(range(1, plan.steps + 1), batches, strict=False):
        for group in adam.param_groups:
            group["lr"] = rate(most, number, plan.steps)
        wrong = task.loss(answer(net, batch)[:, :, 0, 0], torch.from_numpy(result))
        adam.zero_grad()
        wrong.backward()
        adam.step()
        mean.update_parameters(net)
        if number % 500 == 0:
            print(f"{number} {wrong.item():.4f} {time.process_time() - began:.0f} s of one core", flush=True)
            if plan.keep:
                torch.save(mean.module.state_dict(), plan.keep)
    return settled(mean.module, batches)


def settled(net: Net, batches: Iterator[tuple[Array, Targets]]) -> Net:
    """Return the network with its normalisations measured anew, for averaged weights have none of their own."""
    torch.optim.swa_utils.update_bn((torch.from_numpy(next(batches)[0]) for _ in range(100)), net)
    return net


def as_often_as_they_are(net: Net, often: Mapping[int, float]) -> Net:
    """Return the network with the prior of oversampled labels removed from its last bias."""
    *_, last = (part for part in net.modules() if isinstance(part, torch.nn.Conv2d))
    with torch.no_grad():
        for label, times in often.items():
            last.bias[label] -= float(np.log(times))
    return net


def examine(net: Net, task: PatchTask, patches: Pictures, targets: Targets) -> None:
    """Print the loss on patches that nothing was learnt from, and how good the answers are."""
    net.eval()
    with torch.no_grad():
        answers = torch.cat([net(torch.from_numpy(levelled(part)))[:, :, 0, 0] for part in _parts(patches)])
        print(f"loss {task.loss(answers, torch.from_numpy(targets)).item():.4f}")
    (task.figures or labels_right)(answers, targets)


def labels_right(answers: Net, targets: Targets) -> None:
    """Print how often the labels are right, and how often they are wrong where the network is certain."""
    labels = targets[:, 0].astype(np.int64)
    chances = torch.softmax(answers[:, : labels.max() + 1], 1).numpy()
    best, top = chances.argmax(1), chances.max(1)
    print(f"right {np.mean(best == labels):.4f} of {len(labels)}")
    for least in (0.5, 0.9, 0.97, 0.985):
        sure = (top >= least) & (best > 0)
        print(
            f"  at {least}: {sure.sum() / (labels > 0).sum():.3f} read, wrong {np.mean(best[sure] != labels[sure]):.5f}"
        )


def _parts(patches: Pictures) -> list[Pictures]:
    return [patches[first : first + 256] for first in range(0, len(patches), 256)]


def run_task(task: PatchTask, far: PatchTask | None = None) -> None:
    """Train, examine on a data set of another seed, export: the command of a task, and of one for a view from `far`."""
    asked = _arguments(task, far)
    task = far if far and asked.far else task
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(asked.seed)
    parts = [gather(task, asked.dataset, draws, 2) for draws in asked.draws]
    patches, targets = np.concatenate([part for part, _ in parts]), np.concatenate([result for _, result in parts])
    print(len(targets), "patches", np.bincount(targets[:, 0].astype(np.int64)), flush=True)
    net = task.net()
    if asked.finish:
        net.load_state_dict(weights_of(asked.finish))
        net = settled(net, examples(task, patches, targets, np.random.default_rng(asked.seed)))
    else:
        if asked.start:
            net.load_state_dict(weights_of(asked.start))
        net = train(net, task, patches, targets, TrainingPlan(asked.steps, asked.rate, asked.seed, asked.weights))
    if asked.weights:
        torch.save(net.state_dict(), asked.weights)
    out = asked.out or task.model
    export(as_often_as_they_are(net, task.often), (1, 3, task.view.px, task.view.px), out)
    examine(net, task, *gather(task, asked.dataset, asked.exam, 1))


def _arguments(task: PatchTask, far: PatchTask | None) -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(description=task.result)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--steps", type=int, default=4500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3, help="how fast to learn at first")
    parser.add_argument("--draws", type=int, nargs="+", default=[11], help="seeds of the pools to learn from")
    parser.add_argument("--exam", type=int, default=12, help="seed of the pool to be examined on")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--finish", type=Path, help="learn no more: write the averaged weights that were kept here")
    parser.add_argument("--weights", type=Path, help="where to keep the weights")
    parser.add_argument("--out", type=Path, help="where to write the network, if not where it belongs")
    if far:
        parser.add_argument("--far", action="store_true", help="train the far context classifier")
    return parser.parse_args()
