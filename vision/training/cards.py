"""Train the networks that read cards: `python -m vision.training.cards finder|corners|embedding [--steps N]`.

Everything they see is drawn here: faces of no game in families that are nearly alike, on tables of all kinds. A
quarter of an hour on two cores for all three; the seeds are fixed, so the same command learns the same network.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import torch  # type: ignore[import-not-found, unused-ignore]

from vision.arrays import Floats, Image
from vision.cards.crops import HIGH, ROUGH_HIGH, ROUGH_WIDE, WIDE, blob_of, flattened, levelled, rough_frame
from vision.render.camera import Pinhole
from vision.render.card_scenes import LAYOUTS, Scene, camera_over
from vision.render.cards import VirtualCard
from vision.render.render import Decal, Look, Table, VirtualDie
from vision.training import clutter
from vision.training.card_faces import family
from vision.training.card_nets import CardFinder, corner_net, embedding_net
from vision.training.nets import Net, answer, export, rate
from vision.training.recipe import TABLES, random_light, random_sensor

MODELS = Path(__file__).parents[1] / "models"
SIDE = 320
INNER = 0.16
"""The inner part of a card leaves out so much of its shorter side all round."""
NO_CARDS = (
    clutter.coin,
    clutter.button,
    clutter.keys,
    clutter.dots,
    clutter.lines,
    clutter.stain,
    clutter.finger,
    clutter.gem,
)
Chance: TypeAlias = np.random.Generator
Faces: TypeAlias = list[list[tuple[Image, tuple[int, int]]]]
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


def families(seed: int, count: int, members: int) -> Faces:
    """Return families of drawn faces."""
    chance = np.random.default_rng(seed)
    return [family(chance, members) for _ in range(count)]


def random_scene(chance: Chance, faces: Faces, count: int, near: tuple[float, float]) -> Scene:
    """Return cards of one size or of several on any table; `near` is how much of the picture they fill."""
    layout = str(chance.choice(list(LAYOUTS), p=[0.3, 0.25, 0.25, 0.12, 0.08]))
    whole = chance.random() < 0.75
    first = faces[int(chance.integers(len(faces)))][0][1]
    wide, high = (first[1], first[0]) if chance.random() < 0.25 else first
    sleeved, down = chance.random() < 0.3, chance.random() < 0.3
    back = faces[int(chance.integers(len(faces)))][0][0]
    cards = []
    for place in LAYOUTS[layout](chance, count, wide, high):
        art, size = faces[int(chance.integers(len(faces)))][0]
        art = back if down and chance.random() < 0.3 else art
        scale = 1.0 if whole or layout in {"grid", "strip"} else float(chance.choice([0.7, 1.0]))
        flat = art if (wide < high) == (size[0] < size[1]) else np.asarray(np.rot90(art), np.uint8)
        cards.append(
            VirtualCard(
                np.ascontiguousarray(flat),
                wide * scale,
                high * scale,
                *place,
                sleeve_mm=float(chance.uniform(0.8, 3.5)) if sleeved else 0.0,
                glare=float(chance.uniform(0.1, 0.8)) if chance.random() < 0.15 else 0.0,
                corner_mm=float(chance.uniform(0.5, 4)),
            )
        )
    camera = camera_over(chance, cards, float(chance.uniform(0, 35)), 1.0)
    camera = replace(
        camera, distance_mm=camera.distance_mm * float(chance.uniform(*near)), azimuth_deg=float(chance.uniform(0, 360))
    )
    return Scene(tuple(cards), _dice(chance, camera.distance_mm), camera, random_table(chance, camera.distance_mm), {})


def _dice(chance: Chance, reach: float) -> tuple[VirtualDie, ...]:
    if chance.random() > 0.15:
        return ()
    dice = []
    for _ in range(int(chance.integers(1, 5))):
        x, y = (float(v) for v in chance.normal(0, reach / 3, 2))
        dice.append(VirtualDie(x, y, float(chance.uniform(0, 90)), int(chance.integers(1, 7))))
    return tuple(dice)


def random_table(chance: Chance, reach: float) -> Look:
    """Return a table of any kind with things on it that are no cards."""
    colours = TABLES[int(chance.integers(len(TABLES)))]
    if chance.random() < 0.35:
        colours = tuple(tuple(int(v) for v in chance.integers(0, 256, 3)) for _ in range(2))  # type: ignore[assignment]
    light = replace(random_light(chance), panels=())
    light = replace(
        light, exposure=max(0.2, light.exposure) if light.exposure < 1.5 else 1.5, ambient=max(0.3, light.ambient)
    )
    things = []
    for _ in range(int(chance.integers(0, 4)) if chance.random() < 0.5 else 0):
        drawn = NO_CARDS[int(chance.integers(len(NO_CARDS)))](chance)
        x, y = (float(v) for v in chance.normal(0, reach / 3, 2))
        things.append(Decal(drawn, x, y, float(chance.uniform(0, 360)), float(chance.uniform(15, 60))))
    kinds = tuple(Table)
    return Look(
        kinds[int(chance.integers(len(kinds)))],
        colours,
        float(np.exp(chance.uniform(np.log(8), np.log(120)))),
        int(chance.integers(400)),
        tuple(things),
        (),
        replace(light, falloff=min(light.falloff, 0.5)),
        random_sensor(chance, 30),
    )


def _outlines(scene: Scene, side: tuple[int, int]) -> list[Floats]:
    hole = Pinhole.of(scene.camera, side)
    return [np.asarray(hole.project(card.outline())) for card in scene.cards]


def finder_truth(outlines: list[Floats], side: int, cell: int = 4) -> Image:
    """Return the inner parts and the whole of the cards, (2, side / cell, side / cell), 0 to 255.

    The inner part is what shows of a card without a border of a share of its shorter side: a strip of a covered card
    has one as well as a whole card.
    """
    owner = np.zeros((side, side), np.uint8)
    for number, points in enumerate(outlines, start=1):
        cv2.fillConvexPoly(owner, np.rint(points).astype(np.int32), number)
    inner = np.zeros_like(owner)
    for number in range(1, len(outlines) + 1):
        shows = np.pad((owner == number).astype(np.uint8), 1)
        rows, columns = np.nonzero(shows)
        if len(rows) < 20:
            continue
        box = np.s_[max(0, rows.min() - 1) : rows.max() + 2, max(0, columns.min() - 1) : columns.max() + 2]
        part = shows[box]
        contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        short = min(cv2.minAreaRect(max(contours, key=cv2.contourArea))[1])
        part = (cv2.distanceTransform(part, cv2.DIST_L2, 5) > INNER * short).astype(np.uint8)
        whole = np.zeros_like(shows)
        whole[box] = part
        inner |= whole[1:-1, 1:-1] * np.uint8(255)
    maps = (inner, np.where(owner > 0, np.uint8(255), np.uint8(0)))
    return np.stack([cv2.resize(each, (side // cell, side // cell), interpolation=cv2.INTER_AREA) for each in maps])


def finder_pool(seed: int, count: int) -> tuple[Image, Image]:
    """Return drawn scenes and where cards lie in them."""
    faces = families(seed, 500, 1)
    pictures, truths = [], []
    for number in range(count):
        chance = np.random.default_rng((seed, number))
        cards = int(chance.choice([1, 1, 2, 4, 6, 9, 12, 20, 36, 60]))
        scene = random_scene(chance, faces, cards, (0.55, 1.4))
        if chance.random() < 0.04:
            scene = replace(scene, cards=())
        picture, _ = scene.photograph((SIDE, SIDE), chance)
        pictures.append(picture)
        truths.append(finder_truth(_outlines(scene, (SIDE, SIDE)), SIDE))
    return np.stack(pictures), np.stack(truths)


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


def corners_pool(seed: int, count: int) -> tuple[Image, Floats]:
    """Return rough crops of cards, and how far the true corners lie from those of the crops, in crop widths."""
    faces = families(seed, 500, 1)
    crops: list[Image] = []
    shifts: list[Floats] = []
    number = 0
    while len(crops) < count:
        number += 1
        chance = np.random.default_rng((seed, number))
        scene = random_scene(chance, faces, int(chance.choice([1, 2, 4, 6, 9])), (0.7, 1.2))
        side = 560
        picture, _ = scene.photograph((side, side), chance)
        outlines = _outlines(scene, (side, side))
        for at, corners in enumerate(outlines):
            over = any(
                cv2.intersectConvexConvex(corners.astype(np.float32), o.astype(np.float32))[0]
                > 0.01 * cv2.contourArea(corners.astype(np.float32))
                for o in outlines[at + 1 :]
            )
            if over or (corners < 0).any() or (corners >= side).any():
                continue
            for _ in range(2):
                crop, shift = _rough(chance, picture, corners)
                crops.append(crop)
                shifts.append(shift)
    return np.stack(crops[:count]), np.asarray(np.stack(shifts[:count]), np.float32)


def _rough(chance: Chance, picture: Image, corners: Floats) -> tuple[Image, Floats]:
    """Return the crop round a guess at the card, upright or lying, and where its true corners are."""
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    lying = edges[0] + edges[2] > edges[1] + edges[3]
    true = np.roll(corners, (1 if lying else 0) + 2 * int(chance.integers(2)), axis=0)
    short = float(min(edges))
    middle = true.mean(axis=0)
    wrong = chance.choice([0.25, 1.0])
    angle = np.radians(chance.normal(0, 3)) * wrong
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    scale = 1 + chance.normal(0, 0.05, 2) * wrong
    along, down = true[1] - true[0], true[3] - true[0]
    basis = np.stack([along / np.linalg.norm(along), down / np.linalg.norm(down)], 1)
    local = (true - middle) @ np.linalg.inv(basis).T * scale
    guess = (
        middle
        + local @ basis.T @ turn.T
        + chance.normal(0, 0.04, 2) * short * wrong
        + chance.normal(0, 0.025, (4, 2)) * short * wrong
    )
    frame = rough_frame(guess)
    size = (ROUGH_WIDE, ROUGH_HIGH)
    crop = flattened(picture, frame, size)
    matrix = cv2.getPerspectiveTransform(
        frame.astype(np.float32), np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    )
    at = cv2.perspectiveTransform(np.asarray(true, np.float32)[None], matrix)[0]
    home = cv2.perspectiveTransform(np.asarray(guess, np.float32)[None], matrix)[0]
    return crop, np.asarray((at - home) / ROUGH_WIDE, np.float32).reshape(8)


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


def seen_again(chance: Chance, face: Image) -> Image:
    """Return a face as it comes out of a photograph: fitted not quite, lit from a side, blurred, mirrored in, noisy."""
    out = _fitted(chance, face).astype(np.float32)
    slope = _across(chance.normal(0, 0.1), chance.normal(0, 0.1))
    out *= ((1 + slope) * np.exp(chance.normal(-0.15, 0.35)))[..., None] * np.exp(chance.normal(0, 0.1, 3))
    if chance.random() < 0.25:
        edge = _across(np.cos(a := chance.uniform(0, 6.3)), np.sin(a))
        out *= np.where(edge > chance.uniform(-0.8, 0.8), chance.uniform(0.55, 1), 1)[..., None]
    if chance.random() < 0.25:
        edge = _across(np.cos(a := chance.uniform(0, 6.3)), np.sin(a))
        stripe = np.exp(-(((edge - chance.uniform(-1, 1)) / chance.uniform(0.05, 0.3)) ** 2))
        out += (chance.uniform(20, 160) * stripe)[..., None]
    if chance.random() < 0.15:
        x, y, size = int(chance.integers(0, WIDE)), int(chance.integers(0, HIGH)), int(chance.integers(6, 22))
        cv2.circle(out, (x, y), size, tuple(float(v) for v in chance.integers(0, 256, 3)), -1)
    out += chance.normal(0, chance.uniform(0.5, 6), out.shape)
    seen = np.asarray(np.clip(out, 0, 255), np.uint8)
    _, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(60, 95))])
    return levelled(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))


def _fitted(chance: Chance, face: Image) -> Image:
    """Return a face at the size of a photograph, blurred, its corners not quite where they should be."""
    high = int(np.exp(chance.uniform(np.log(60), np.log(190))))
    wide = max(24, int(high * face.shape[1] / face.shape[0]))
    flat = cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA)
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float)
    corners += (chance.normal(0, 0.014, (4, 2)) + chance.normal(0, 0.012, 2)) * wide
    if chance.random() < 0.5:
        flat = cv2.GaussianBlur(flat, (0, 0), float(chance.uniform(0.3, 1.3)))
    table = tuple(int(v) for v in chance.integers(0, 256, 3))
    on_table = cv2.copyMakeBorder(flat, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=table)
    return flattened(np.asarray(on_table, np.uint8), corners + 12, (WIDE, HIGH))


def _across(x: float, y: float) -> Floats:
    return np.asarray(np.linspace(-1, 1, WIDE)[None, :] * x + np.linspace(-1, 1, HIGH)[:, None] * y)


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
    told = parser.parse_args()
    torch.set_num_threads(told.threads)
    torch.manual_seed(0)
    cv2.setNumThreads(1)
    train, steps, pool = {
        "finder": (train_finder, 1600, 2400),
        "corners": (train_corners, 2000, 9000),
        "embedding": (train_embedding, 1600, 900),
    }[told.net]
    out = told.out or MODELS / f"card_{told.net}.onnx"
    train(Course(told.steps or steps, told.pool or pool, out, told.seed, told.model))


if __name__ == "__main__":
    main()
