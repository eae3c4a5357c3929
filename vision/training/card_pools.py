"""What the networks that read cards learn from: scenes of drawn cards with their truth, crops, faces seen again."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.cards.crops import HIGH, ROUGH_HIGH, ROUGH_WIDE, WIDE, flattened, levelled, rough_frame
from vision.render.camera import Pinhole
from vision.render.card_scenes import LAYOUTS, CardScene, camera_over
from vision.render.cards import VirtualCard
from vision.render.render import Appearance, Decal, TableSurface, VirtualDie
from vision.training.card_faces import family
from vision.training.scenes import clutter
from vision.training.scenes.recipe import TABLES, random_light, random_sensor

Chance: TypeAlias = np.random.Generator
Faces: TypeAlias = list[list[tuple[Image, tuple[int, int]]]]
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


def families(seed: int, count: int, members: int) -> Faces:
    """Return families of drawn faces."""
    chance = np.random.default_rng(seed)
    return [family(chance, members) for _ in range(count)]


def random_scene(chance: Chance, faces: Faces, count: int, near: tuple[float, float]) -> CardScene:
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
    return CardScene(
        tuple(cards), _dice(chance, camera.distance_mm), camera, random_table(chance, camera.distance_mm), {}
    )


def _dice(chance: Chance, reach: float) -> tuple[VirtualDie, ...]:
    if chance.random() > 0.15:
        return ()
    dice = []
    for _ in range(int(chance.integers(1, 5))):
        x, y = (float(v) for v in chance.normal(0, reach / 3, 2))
        dice.append(VirtualDie(x, y, float(chance.uniform(0, 90)), int(chance.integers(1, 7))))
    return tuple(dice)


def random_table(chance: Chance, reach: float) -> Appearance:
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
    kinds = tuple(TableSurface)
    return Appearance(
        kinds[int(chance.integers(len(kinds)))],
        colours,
        float(np.exp(chance.uniform(np.log(8), np.log(120)))),
        int(chance.integers(400)),
        tuple(things),
        (),
        replace(light, falloff=min(light.falloff, 0.5)),
        random_sensor(chance, 30),
    )


def _outlines(scene: CardScene, side: tuple[int, int]) -> list[Floats]:
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
