"""Train the networks that read cards: `python -m vision.training.cards finder|corners|embedding [--steps N]`.

Everything they see is drawn here: faces of no game in families that are nearly alike, on tables of all kinds. A
quarter of an hour on two cores for all three; the seeds are fixed, so the same command learns the same network.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import torch  # type: ignore[import-not-found, unused-ignore]

from vision.arrays import Floats, Image
from vision.cards.crops import HIGH, ROUGH_HIGH, ROUGH_WIDE, WIDE, blob_of
from vision.training.card_nets import CardFinder, corner_net, embedding_net
from vision.training.card_pools import Chance, Faces, corners_pool, families, finder_pool, seen_again
from vision.training.nets import Net, answer, export, rate

MODELS = Path(__file__).parents[1] / "models"
Pool: TypeAlias = tuple[npt.NDArray[Any], npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Course:
    """How much one network learns, from what, and where it is written."""

    steps: int
    pool: int
    out: Path
    seed: int = 1
    model: Path | None = None
    """The exported network that it continues."""

    def begun(self, net: Net, shape: tuple[int, ...]) -> Net:
        """Return the network to begin with."""
        return net if self.model is None else continued(net, self.model, shape)


def train_finder(course: Course) -> None:
    """Learn where cards lie."""
    pictures, truths = _kept(f"finder-{course.seed}-{course.pool}", lambda: finder_pool(course.seed, course.pool))
    net = course.begun(CardFinder(), (1, 3, 64, 64)).to(memory_format=torch.channels_last)
    chance = np.random.default_rng(2)
    for number, loss in _lessons(net, course, 2e-3, lambda: _finder_batch(chance, pictures, truths), _finder_loss):
        _tell(number, course.steps, loss)
    export(net, (1, 3, 320, 640), course.out)


def _finder_batch(chance: Chance, pictures: Image, truths: Image, size: int = 12) -> tuple[Floats, Floats]:
    chosen = chance.integers(0, len(pictures), size)
    xs, ys = [], []
    for n in chosen:
        x, y = pictures[n], truths[n]
        turn, flip = int(chance.integers(4)), bool(chance.random() < 0.5)
        x, y = np.rot90(x, turn), np.rot90(y, turn, (1, 2))
        if flip:
            x, y = x[:, ::-1], y[:, :, ::-1]
        gains = chance.uniform(0.8, 1.2) * chance.uniform(0.88, 1.12, 3)
        x = np.asarray(np.clip(x * gains, 0, 255), np.uint8)
        xs.append(np.ascontiguousarray(x))
        ys.append(y)
    return blob_of(xs), np.asarray(np.stack(ys) / 255, np.float32)


def _finder_loss(maps: Net, truth: Net) -> Net:
    cross = torch.nn.functional.binary_cross_entropy_with_logits(maps, truth, reduction="none")
    odds = torch.sigmoid(maps)
    overlap = 1 - (2 * (odds * truth).sum((2, 3)) + 20) / (odds.sum((2, 3)) + truth.sum((2, 3)) + 20)
    return cross.mean() * 2 + overlap.mean() * 0.5


def train_corners(course: Course) -> None:
    """Learn where the corners of a card are in a rough crop."""
    crops, shifts = _kept(f"corners-{course.seed}-{course.pool}", lambda: corners_pool(course.seed + 10, course.pool))
    net = course.begun(corner_net(), (1, 3, ROUGH_HIGH, ROUGH_WIDE)).to(memory_format=torch.channels_last)
    chance = np.random.default_rng(3)
    for number, loss in _lessons(net, course, 2e-3, lambda: _corner_batch(chance, crops, shifts), _corner_loss):
        _tell(number, course.steps, loss)
    export(net, (1, 3, ROUGH_HIGH, ROUGH_WIDE), course.out)


def _corner_batch(chance: Chance, crops: Image, shifts: Floats, size: int = 48) -> tuple[Floats, Floats]:
    xs, ys = [], []
    for n in chance.integers(0, len(crops), size):
        x, y = crops[n], shifts[n].reshape(4, 2)
        if chance.random() < 0.5:
            x, y = x[:, ::-1], (y * (-1, 1))[[1, 0, 3, 2]]
        if chance.random() < 0.5:
            x, y = x[::-1], (y * (1, -1))[[3, 2, 1, 0]]
        gains = chance.uniform(0.8, 1.2) * chance.uniform(0.88, 1.12, 3)
        xs.append(np.asarray(np.clip(x * gains, 0, 255), np.uint8))
        ys.append(y.reshape(8))
    return blob_of(xs), np.asarray(np.stack(ys), np.float32)


def _corner_loss(shifts: Net, truth: Net) -> Net:
    return torch.nn.functional.smooth_l1_loss(shifts.flatten(1) * 20, truth * 20, beta=0.2)


def train_embedding(course: Course) -> None:
    """Learn what tells faces apart: two views of one face are near, those of its kin and of all others are far."""
    faces = families(course.seed + 20, course.pool, 4)
    net = course.begun(embedding_net(), (1, 3, HIGH, WIDE)).to(memory_format=torch.channels_last)
    chance = np.random.default_rng(4)
    for number, loss in _lessons(net, course, 1.5e-3, lambda: _embedding_batch(chance, faces), _embedding_loss):
        _tell(number, course.steps, loss)
    export(net, (1, 3, HIGH, WIDE), course.out)


def _embedding_batch(chance: Chance, faces: Faces, size: int = 16) -> tuple[Floats, Floats]:
    views: list[Image] = []
    for n in chance.integers(0, len(faces), size):
        upside = chance.random() < 0.5
        for face, _ in faces[n]:
            flat = np.ascontiguousarray(face[::-1, ::-1]) if upside else face
            views += [seen_again(chance, flat), seen_again(chance, flat)]
    kin = np.repeat(np.arange(size * 4), 2)
    return blob_of(views), np.asarray(kin, np.float32)


def _embedding_loss(found: Net, kin: Net) -> Net:
    """Return how often another view is nearer than the other view of the same face."""
    unit = torch.nn.functional.normalize(found.flatten(1), dim=1)
    near = unit @ unit.T / 0.06
    near = near - 1e4 * torch.eye(len(near))
    mate = torch.arange(len(near)) ^ 1
    return torch.nn.functional.cross_entropy(near, mate)


def _lessons(
    net: Net, course: Course, most: float, batch: Callable[[], tuple[Floats, Floats]], loss: Callable[[Net, Net], Net]
) -> Iterator[tuple[int, float]]:
    """Teach the network, and yield how wrong it was in each step."""
    torch.manual_seed(1)
    optimiser = torch.optim.AdamW(net.parameters(), lr=most, weight_decay=1e-4)
    net.train(course.model is None)  # what was folded into an exported network stays as it is
    for number in range(course.steps):
        for group in optimiser.param_groups:
            group["lr"] = rate(most if course.model is None else 0.6 * most, number, course.steps)
        pictures, truth = batch()
        wrong = loss(answer(net, pictures), torch.from_numpy(truth))
        optimiser.zero_grad()
        wrong.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        yield number, float(wrong.detach())


_BEGAN = time.time()
_RECENT: list[float] = []


def _tell(number: int, steps: int, loss: float) -> None:
    _RECENT.append(loss)
    if number % 100 == 99 or number == steps - 1:
        print(f"{number + 1}/{steps} loss {np.mean(_RECENT[-100:]):.4f} {time.time() - _BEGAN:.0f} s", flush=True)


def _kept(name: str, make: Callable[[], Pool]) -> Pool:
    """Return what `make` makes, kept in a file of the temporary folder: drawing takes as long as learning from it."""
    path = Path(tempfile.gettempdir()) / f"companion-cards-{name}.npz"
    if path.exists():
        with np.load(path) as kept:
            return kept["x"], kept["y"]
    x, y = make()
    np.savez(path, x=x, y=y)
    print(f"drew {len(x)} pictures in {time.time() - _BEGAN:.0f} s", flush=True)
    return x, y


def continued(net: Net, model: Path, shape: tuple[int, ...]) -> Net:
    """Return the network with the weights of an exported one; its normalisations, folded there, stay as they are."""
    import onnx  # type: ignore[import-not-found, unused-ignore]
    from onnx import numpy_helper  # type: ignore[import-not-found, unused-ignore]

    graph = onnx.load(str(model)).graph
    kept = {each.name: numpy_helper.to_array(each).copy() for each in graph.initializer}
    layers = iter([[kept[name] for name in node.input[1:]] for node in graph.node if node.op_type == "Conv"])

    def fill(layer: Net, _given: Net, _out: Net) -> None:
        if isinstance(layer, torch.nn.Conv2d):
            weight, bias = next(layers)
            layer.weight.data.copy_(torch.from_numpy(weight))
            fill.bias = torch.from_numpy(bias)  # type: ignore[attr-defined]
            if layer.bias is not None:
                layer.bias.data.copy_(torch.from_numpy(bias))
        elif isinstance(layer, torch.nn.BatchNorm2d):
            torch.nn.init.ones_(layer.weight)
            layer.bias.data.copy_(fill.bias)  # type: ignore[attr-defined]
            layer.running_mean.zero_()
            layer.running_var.fill_(1 - layer.eps)

    hooks = [layer.register_forward_hook(fill) for layer in net.modules()]
    with torch.no_grad():
        net.eval()(torch.zeros(shape))
    for hook in hooks:
        hook.remove()
    return net


def main() -> None:
    """Train one network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=["finder", "corners", "embedding"])
    parser.add_argument("--steps", type=int)
    parser.add_argument("--pool", type=int)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--continue", dest="model", type=Path, help="The exported network to continue.")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    cv2.setNumThreads(1)
    train, steps, pool = {
        "finder": (train_finder, 1600, 2400),
        "corners": (train_corners, 2000, 9000),
        "embedding": (train_embedding, 1600, 900),
    }[arguments.net]
    out = arguments.out or MODELS / f"card_{arguments.net}.onnx"
    train(Course(arguments.steps or steps, arguments.pool or pool, out, arguments.seed, arguments.model))


if __name__ == "__main__":
    main()
