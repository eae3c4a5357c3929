"""Train the detector of upper faces: `python -m vision.training.dice.detector POOL [--steps 6000] [--seed 1]`."""

from __future__ import annotations

import argparse
import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch  # type: ignore[import-not-found, unused-ignore]

from vision.dice.detect.maps import LEAST_EDGE, MOST_EDGE, STRIDE, Channel, describe
from vision.dice.detect.network import exposed
from vision.inference import MODELS
from vision.training.batches import Array, Pictures, edges, shards
from vision.training.nets import Net, answer, dice_net, export, rate
from vision.training.scenes.recipe import SIDE_PX

FRESH = 12
AGAIN = 12
"""Of a batch so many examples are new, and so many drawn by lot from the `KEPT` last ones."""
KEPT = 1500
AHEAD = 6
CROP = 192
CELLS = CROP // STRIDE
ROW, COLUMN = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
LEANS = 2
"""The class of a face that is turned up but not level (`dataset.Sample`); one on another die shows its value."""
MODEL = MODELS / "dice.onnx"


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """A crop as input, and what the maps should say."""

    blob: Array
    heat: Array
    """Wanted probability of a middle in each cell; below 0 where nothing is asked."""
    near: Array
    """1 where the other planes are asked."""
    label: npt.NDArray[np.int64]
    numbers: Array
    """Wanted X, Y, SIZE, SLANT (2), TURN (2)."""


def training_example(picture: Pictures, faces: Array) -> TrainingExample:
    """Return what is to be learnt from a crop."""
    result = TrainingExample(
        exposed(picture)[0],
        heat=np.zeros((CELLS, CELLS), np.float32),
        near=np.zeros((CELLS, CELLS), np.float32),
        label=np.zeros((CELLS, CELLS), np.int64),
        numbers=np.zeros((7, CELLS, CELLS), np.float32),
    )
    quads, sizes = faces[:, :8].reshape(-1, 4, 2), edges(faces)
    for face, quad, numbers, edge in zip(faces, quads, describe(quads), sizes, strict=True):
        x, y = quad.mean(0) / STRIDE
        if face[9] and -1 < x < CELLS and -1 < y < CELLS and edge < 1.7 * MOST_EDGE:
            _write_face(result, face, float(edge), numbers)
    return result


def _write_face(result: TrainingExample, face: Array, edge: float, numbers: Array) -> None:
    """Write one face into the maps, or leave its place open where nothing should be asked."""
    quad = face[:8].reshape(4, 2)
    x, y = (float(middle) for middle in quad.mean(0) / STRIDE)
    far = np.hypot(COLUMN - x, ROW - y) * STRIDE / edge
    if _doubtful(face, quad, edge):
        result.heat[(far < 0.45) & (result.heat < 0.9)] = -1
        return
    bump = np.exp(-np.square(far) / (2 * np.square(max(0.13, 0.55 * STRIDE / edge))))
    open_place = (result.heat < 0) & (far >= 0.3)
    result.heat[~open_place] = np.maximum(result.heat, bump)[~open_place]
    nearest = tuple(int(np.clip(round(middle), 0, CELLS - 1)) for middle in (y, x))
    result.heat[nearest] = 1
    here = far < max(0.16, 0.75 * STRIDE / edge)
    here[nearest] = True
    result.near[here] = 1
    result.label[here] = 6 if face[9] == LEANS else int(face[8]) - 1
    result.numbers[0, here], result.numbers[1, here] = x - COLUMN[here], y - ROW[here]
    result.numbers[2:, here] = numbers[:, None]


def _doubtful(face: Array, quad: Array, edge: float) -> bool:
    """Whether nothing should be asked about a face: cut by the border, half hidden, at the edge of the sizes."""
    cut = bool((quad < -0.08 * edge).any() or (quad > CROP - 1 + 0.08 * edge).any())
    return cut or face[11] > 0.12 or not LEAST_EDGE < edge < MOST_EDGE


def crop(pictures: Pictures, faces: tuple[Array, ...], chance: np.random.Generator) -> tuple[Pictures, Array]:
    """Return a crop with its faces: one picture, or four small ones side by side."""
    if chance.random() < 0.65:
        return _piece(pictures, faces, CROP, (0.75, 1.35), chance)
    half, out, result = CROP // 2, np.empty((CROP, CROP, 3), np.uint8), []
    for y, x in ((0, 0), (0, half), (half, 0), (half, half)):
        out[y : y + half, x : x + half], rows = _piece(pictures, faces, half, (0.38, 0.9), chance)
        middles = rows[:, :8].reshape(-1, 4, 2).mean(1)
        rows = rows[((middles > 0) & (middles < half)).all(1)]
        rows[((rows[:, :8] < -2) | (rows[:, :8] > half + 1)).any(1), 11] = 1  # cut by a neighbour: ask nothing
        rows[:, :8] += np.array([x, y] * 4, np.float32)
        result.append(rows)
    return out, np.concatenate(result)


def _piece(
    pictures: Pictures, faces: tuple[Array, ...], side: int, scales: tuple[float, float], chance: np.random.Generator
) -> tuple[Pictures, Array]:
    """Return a square of any picture at any of these scales, with its faces; one without any is drawn again, mostly."""
    for _ in range(3):
        index = int(chance.integers(len(pictures)))
        scale = float(np.exp(chance.uniform(*np.log(scales))))
        part, rows = _cut(pictures[index], faces[index], side, scale, chance)
        middles = rows[:, :8].reshape(-1, 4, 2).mean(1)
        there = (rows[:, 9] > 0) & ((middles > 0) & (middles < side)).all(1)
        if there.any() or chance.random() < 0.4:
            break
    return part, rows


def _cut(
    picture: Pictures, faces: Array, side: int, scale: float, chance: np.random.Generator
) -> tuple[Pictures, Array]:
    """Return a square of the picture at another scale, perhaps mirrored or stretched, with its faces."""
    stretch = float(np.exp(chance.uniform(-0.2, 0.2))) if chance.random() < 0.4 else 1.0
    wide, high = (min(SIDE_PX - 1, int(side / scale * share)) for share in (stretch, 1 / stretch))
    x, y = int(chance.integers(0, SIDE_PX - wide + 1)), int(chance.integers(0, SIDE_PX - high + 1))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    part = cv2.resize(picture[y : y + high, x : x + wide], (side, side), interpolation=way)
    quads = (faces[:, :8].reshape(-1, 4, 2) - (x, y) + 0.5) * (side / wide, side / high) - 0.5
    if chance.random() < 0.5:
        part, quads = part[:, ::-1], np.stack([side - 1 - quads[..., 0], quads[..., 1]], axis=-1)[:, ::-1]
    rows = faces.copy()
    rows[:, :8] = quads.reshape(-1, 8)
    return np.ascontiguousarray(part), rows


def relit(picture: Pictures, chance: np.random.Generator) -> Pictures:
    """Return the picture with other gains, gamma, order of colours, blur and noise."""
    gamma, gain = np.exp(chance.normal(0, 0.25)), chance.uniform(0.5, 1.35)
    level = np.linspace(0, 1, 256) ** gamma
    tables = [np.clip(255 * level * gain * chance.uniform(0.87, 1.13), 0, 255).astype(np.uint8) for _ in range(3)]
    out = cv2.LUT(picture, np.stack(tables, axis=1)[None])
    if chance.random() < 0.25:
        out = np.ascontiguousarray(out[..., chance.permutation(3)])
    if chance.random() < 0.06:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if chance.random() < 0.2:
        out = cv2.GaussianBlur(out, (0, 0), chance.uniform(0.4, 1.1))
    if chance.random() < 0.25:
        noise = chance.standard_normal(out.shape, np.float32) * np.float32(chance.uniform(1, 9))
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    return recorded(np.asarray(out, np.uint8), chance) if chance.random() < 0.35 else np.asarray(out, np.uint8)


def recorded(picture: Pictures, chance: np.random.Generator) -> Pictures:
    """Return the picture as other cameras record it: halos, colours that run, torn lines, a poor encoder."""
    out = picture.copy()
    if chance.random() < 0.4:
        soft, share = cv2.GaussianBlur(out, (0, 0), chance.uniform(0.7, 1.8)), float(chance.uniform(0.4, 2.2))
        out = np.asarray(cv2.addWeighted(out, 1 + share, soft, -share, 0), np.uint8)
    if chance.random() < 0.3:
        bands = cv2.cvtColor(out, cv2.COLOR_BGR2YCrCb)
        bands[..., 1:] = cv2.blur(bands[..., 1:], (int(chance.integers(2, 9)), int(chance.integers(1, 4))))
        out = np.asarray(cv2.cvtColor(bands, cv2.COLOR_YCrCb2BGR), np.uint8)
    if chance.random() < 0.15:
        out[1::2] = out[0::2] if chance.random() < 0.5 else np.roll(out[1::2], int(chance.choice([-1, 1])), axis=1)
    if chance.random() < 0.5:
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(20, 90))])
        out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return out


def loss_of(maps: Net, examples: list[TrainingExample]) -> Net:
    """Return what the maps got wrong."""
    heat, near, label, numbers = (
        torch.from_numpy(np.stack([getattr(each, name) for each in examples]))
        for name in ("heat", "near", "label", "numbers")
    )
    asked = (heat >= 0).float()
    logits, wanted = maps[:, Channel.FACE], heat.clamp(min=0)
    off = (torch.sigmoid(logits) - wanted).abs() ** 1.5
    face = torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none") * off * asked
    count = near.sum().clamp(min=1)
    value = torch.nn.functional.cross_entropy(maps[:, Channel.ONE : Channel.COCKED + 1], label, reduction="none")
    shape = (maps[:, Channel.X :] - numbers).abs()
    weight = torch.tensor([0.5, 0.5, 2, 1.5, 1.5, 0.7, 0.7])[None, :, None, None]
    middles = (heat == 1).sum().clamp(min=1)
    return 4 * face.sum() / middles + (value * near).sum() / count + (shape * weight * near[:, None]).sum() / count


@dataclass(frozen=True, slots=True)
class ExampleSource:
    """Draws examples by lot."""

    pictures: Pictures
    faces: tuple[Array, ...]
    chance: np.random.Generator

    def examples(self) -> list[TrainingExample]:
        """Return new examples."""
        crops = [crop(self.pictures, self.faces, self.chance) for _ in range(FRESH)]
        return [training_example(relit(picture, self.chance), rows) for picture, rows in crops]

    def ahead(self, steps: int) -> Iterator[list[TrainingExample]]:
        """Return that many batches; the next ones are made by another process while the network learns from one."""
        fork = get_context("fork")  # the data set of pictures is not copied
        with ProcessPoolExecutor(1, fork, initializer=_start_worker, initargs=(self,)) as service:
            coming, kept = (
                deque(service.submit(_make_examples) for _ in range(AHEAD)),
                deque[TrainingExample](maxlen=KEPT),
            )
            for _ in range(steps):
                kept.extend(coming.popleft().result())
                coming.append(service.submit(_make_examples))
                old = self.chance.integers(0, len(kept), AGAIN)
                yield [kept[-1 - new] for new in range(FRESH)] + [kept[each] for each in old]


_worker_source: list[ExampleSource] = []


def _start_worker(source: ExampleSource) -> None:
    """Begin as the process that makes examples: in a session of its own, for time is shared out by session."""
    os.setsid()
    os.nice(10)
    _worker_source.append(source)


def _make_examples() -> list[TrainingExample]:
    return _worker_source[0].examples()


def train(source: ExampleSource, steps: int, most: float, seed: int, start: Path | None, keep: Path | None) -> Net:
    """Return the network after so many steps, its weights averaged over the last thousand or so."""
    torch.manual_seed(seed)
    net, began = dice_net().to(memory_format=torch.channels_last), time.process_time()
    torch.nn.init.constant_(net[-1].bias, 0.0)
    torch.nn.init.constant_(net[-1].bias[:1], -3.5)
    if start:
        net.load_state_dict(torch.load(start)["net"])
    adam, run = torch.optim.AdamW(net.parameters(), lr=most, weight_decay=1e-3), 0.0
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    for number, examples in enumerate(source.ahead(steps), start=1):
        for group in adam.param_groups:
            group["lr"] = rate(most, number, steps)
        loss = loss_of(answer(net, np.stack([each.blob for each in examples])), examples)
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        mean.update_parameters(net)
        run = 0.98 * run + 0.02 * loss.item()
        if number % 200 == 0:
            print(
                f"{number} {run / (1 - 0.98**number):.4f} {time.process_time() - began:.0f} s of one core", flush=True
            )
        if keep and number % 500 == 0:
            torch.save({"net": net.state_dict(), "mean": mean.module.state_dict()}, keep)
    return settled(mean.module, source)


def settled(net: Net, source: ExampleSource) -> Net:
    """Return the network with its normalisations measured anew, for averaged weights have none of their own."""
    batches = (torch.from_numpy(np.stack([each.blob for each in source.examples()])) for _ in range(100))
    torch.optim.swa_utils.update_bn(batches, net)
    return net


def main() -> None:
    """Train and export; `vision.training.dice.validate` measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3, help="how fast to learn at first")
    parser.add_argument("--draws", type=int, nargs="+", default=[11], help="seeds of the pools to learn from")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--finish", type=Path, help="learn no more: write the averaged weights that were kept here")
    parser.add_argument("--weights", type=Path, help="where to keep the weights, to go on from later")
    parser.add_argument("--out", type=Path, default=MODEL, help="where to write the network")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    dataset = [shard for seed in asked.draws for shard in shards(asked.dataset, seed)]
    pictures, faces = np.concatenate([s.pictures for s in dataset]), tuple(rows for s in dataset for rows in s.faces)
    print(len(pictures), "pictures", flush=True)
    source = ExampleSource(pictures, faces, np.random.default_rng(asked.seed))
    if asked.finish:
        net = dice_net()
        net.load_state_dict(torch.load(asked.finish)["mean"])
        net = settled(net, source)
    else:
        net = train(source, asked.steps, asked.rate, asked.seed, asked.start, asked.weights)
    export(net, (1, 3, 384, 640), asked.out)


if __name__ == "__main__":
    main()
