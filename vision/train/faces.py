"""Train the reader of one face: `python -m vision.train.faces POOL [--steps 4500] [--seed 1]`."""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch  # type: ignore[import-not-found, unused-ignore]

from vision.network.patch import PATCH_PX, levelled, rectify
from vision.train.batches import Array, Pictures, edges, in_view, relit, shards
from vision.train.nets import Net, answer, export, face_net, rate
from vision.train.recipe import SIDE_PX

NONE = 0
FRESH = 64
LEAST_EDGE = 13.0
MODEL = Path(__file__).parents[1] / "network" / "models" / "face.onnx"
Labels = npt.NDArray[np.int64]
Quads = npt.NDArray[np.floating]


def face_patches(
    picture: Pictures, faces: Array, chance: np.random.Generator, times: int
) -> Iterator[tuple[Pictures, int]]:
    """Return patches of a picture with their value: each face `times` times, and about as many that are no face."""
    upper = (faces[:, 9] == 1) & (faces[:, 11] < 0.1) & in_view(faces, 2) & (edges(faces) >= LEAST_EDGE)
    blank = (faces[:, 8] == 0) & in_view(faces)
    for face in faces[upper]:
        quad = face[:8].reshape(4, 2)
        for _ in range(times):
            yield rectify(picture, shaken(quad, chance)), int(face[8])
        if chance.random() < 0.9:
            yield rectify(picture, missed(quad, chance)), NONE
    for face in faces[blank]:
        bare = rectify(picture, shaken(face[:8].reshape(4, 2), chance))
        yield bare, NONE
        yield numbered(bare, chance), NONE
        yield numbered(bare, chance), NONE
    for quad in _elsewhere(faces, chance):
        yield rectify(picture, quad), NONE


def numbered(patch: Pictures, chance: np.random.Generator) -> Pictures:
    """Return a blank face with a number on it: a die that this reader does not read."""
    out, ink = patch.copy(), chance.integers(0, 256, 3)
    if np.abs(out.mean((0, 1)) - ink).max() < 60:
        ink = 255 - ink
    scale, thick = chance.uniform(0.5, 1.1), int(chance.integers(1, 4))
    sign = str(chance.integers(1, 21))
    colour = (int(ink[0]), int(ink[1]), int(ink[2]))
    place = (int(chance.integers(8, 18)), int(chance.integers(28, 40)))
    cv2.putText(out, sign, place, int(chance.integers(0, 5)), scale, colour, thick, cv2.LINE_AA)
    return np.asarray(np.rot90(out, int(chance.integers(4))))


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


def shaken(quad: Array, chance: np.random.Generator) -> Quads:
    """Return the corners as a finder may see them: a little off, turned, larger or smaller, in any order."""
    middle = quad.mean(0)
    edge = float(np.linalg.norm(quad[1] - quad[0]))
    off = quad - middle
    if chance.random() < 0.25:
        off = _squared(off)
    out = middle + off @ _turn(chance.normal(0, 3.5)) * chance.uniform(0.86, 1.16)
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


def _turn(degrees: float) -> Quads:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, sin], [-sin, cos]])


def _squared(off: Quads) -> Quads:
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
            yield np.array([x, y]) + corners @ _turn(chance.uniform(0, 90))


def gather(pool: Path, seed: int, times: int) -> tuple[Pictures, Labels]:
    """Return all patches of the pool and their values."""
    patches, labels = [], []
    chance = np.random.default_rng(seed)
    for shard in shards(pool, seed):
        for picture, faces in zip(shard.pictures, shard.faces, strict=True):
            for patch, label in face_patches(picture, faces, chance, times):
                patches.append(patch)
                labels.append(label)
    return np.stack(patches), np.array(labels, np.int64)


def turned(patches: Array, chance: np.random.Generator) -> Array:
    """Return patches turned by quarters and mirrored."""
    for index in range(len(patches)):
        patch = np.rot90(patches[index], int(chance.integers(4)))
        patches[index] = patch[:, ::-1] if chance.random() < 0.5 else patch
    return patches


def softened(patches: Array, chance: np.random.Generator) -> Array:
    """Return patches, some of them as from a picture of fewer pixels, or seen so flat that one direction has fewer."""
    side = patches.shape[1]
    for index in np.flatnonzero(chance.random(len(patches)) < 0.3):
        across, along = (int(n) for n in chance.integers(14, side, 2))
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


def varied(patches: Array, chance: np.random.Generator) -> Array:
    """Return patches as other lamps and cameras would have shown them."""
    return haloed(softened(turned(relit(glinting(patches, chance), chance), chance), chance), chance)


def lessons(patches: Pictures, labels: Labels, chance: np.random.Generator) -> Iterator[tuple[Array, Labels]]:
    """Return batches: a half new, a half from the last thirty, for changing patches takes longer than learning."""
    kept: deque[tuple[Array, Labels]] = deque(maxlen=30)
    while True:
        chosen = chance.integers(0, len(patches), FRESH)
        kept.append((levelled(np.rint(varied(patches[chosen].astype(np.float32), chance))), labels[chosen]))
        again = kept[int(chance.integers(len(kept)))]
        yield np.concatenate([kept[-1][0], again[0]]), np.concatenate([kept[-1][1], again[1]])


def train(
    patches: Pictures, labels: Labels, steps: int, most: float, seed: int, start: Path | None, keep: Path | None
) -> Net:
    """Return the network after so many steps, its weights averaged over the last thousand or so."""
    chance = np.random.default_rng(seed)
    torch.manual_seed(seed)
    net = face_net().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    adam = torch.optim.AdamW(net.parameters(), lr=most, weight_decay=1e-3)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    began, taught = time.process_time(), lessons(patches, labels, chance)
    for number, (batch, told) in zip(range(1, steps + 1), taught, strict=False):
        for group in adam.param_groups:
            group["lr"] = rate(most, number, steps)
        loss = _loss(answer(net, batch)[:, :, 0, 0], torch.from_numpy(told))
        adam.zero_grad()
        loss.backward()
        adam.step()
        mean.update_parameters(net)
        if number % 500 == 0:
            print(f"{number} {loss.item():.4f} {time.process_time() - began:.0f} s of one core", flush=True)
            if keep:
                torch.save(mean.module.state_dict(), keep)
    return settled(mean.module, taught)


def settled(net: Net, taught: Iterator[tuple[Array, Labels]]) -> Net:
    """Return the network with its normalisations measured anew, for averaged weights have none of their own."""
    torch.optim.swa_utils.update_bn((torch.from_numpy(next(taught)[0]) for _ in range(100)), net)
    return net


def _loss(logits: Net, labels: Net) -> Net:
    return torch.nn.functional.cross_entropy(logits, labels, label_smoothing=0.005)


def examine(net: Net, patches: Pictures, labels: Labels) -> None:
    """Print how often the network is right, and how often it is wrong when it is certain."""
    net.eval()
    with torch.no_grad():
        parts = [
            torch.softmax(net(torch.from_numpy(levelled(part)))[:, :, 0, 0], 1).numpy() for part in _parts(patches)
        ]
    chances = np.concatenate(parts)
    best, top = chances.argmax(1), chances.max(1)
    print(f"right {np.mean(best == labels):.4f} of {len(labels)}")
    for least in (0.5, 0.9, 0.97, 0.985):
        sure = (top >= least) & (best > 0)
        print(
            f"  at {least}: {sure.sum() / (labels > 0).sum():.3f} read, wrong {np.mean(best[sure] != labels[sure]):.5f}"
        )


def _parts(patches: Pictures) -> list[Pictures]:
    return [patches[first : first + 256] for first in range(0, len(patches), 256)]


def main() -> None:
    """Train, examine on a pool of another seed, export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pool", type=Path)
    parser.add_argument("--steps", type=int, default=4500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3, help="how fast to learn at first")
    parser.add_argument("--draws", type=int, nargs="+", default=[11], help="seeds of the pools to learn from")
    parser.add_argument("--exam", type=int, default=12, help="seed of the pool to be examined on")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--finish", type=Path, help="learn no more: write the averaged weights that were kept here")
    parser.add_argument("--weights", type=Path, help="where to keep the weights")
    parser.add_argument("--out", type=Path, default=MODEL, help="where to write the network")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    parts = [gather(asked.pool, draws, 2) for draws in asked.draws]
    patches, labels = np.concatenate([part for part, _ in parts]), np.concatenate([told for _, told in parts])
    print(len(labels), "patches", np.bincount(labels), flush=True)
    if asked.finish:
        net = face_net()
        net.load_state_dict(torch.load(asked.finish)["mean"])
        net = settled(net, lessons(patches, labels, np.random.default_rng(asked.seed)))
    else:
        net = train(patches, labels, asked.steps, asked.rate, asked.seed, asked.start, asked.weights)
    if asked.weights:
        torch.save(net.state_dict(), asked.weights)
    export(net, (1, 3, PATCH_PX, PATCH_PX), asked.out)
    examine(net, *gather(asked.pool, asked.exam, 1))


if __name__ == "__main__":
    main()
