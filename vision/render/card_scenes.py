"""Scenes of cards drawn by lot: scattered, in rows and grids, touching, as hands and strips, sleeved, dice among them.

    python -m vision.render.card_scenes DECK OUT --count 20 --seed 7 [--layout rows] [--size 1920x1080]

DECK is a folder of faces with `manifest.json`; OUT gets photographs and `labels.jsonl` of kind `cards`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np

from vision.render.camera import Matrix
from vision.render.cards import CardTruth, VirtualCard, card_truth
from vision.render.render import (
    Appearance,
    Image,
    Make,
    Rgb,
    SceneLight,
    Sensor,
    TableSurface,
    VirtualCamera,
    VirtualDie,
    render,
)

Place: TypeAlias = tuple[float, float, float]
"""x and y in millimetres, yaw in degrees."""
Chance: TypeAlias = np.random.Generator
Layout: TypeAlias = Callable[[Chance, int, float, float], list[Place]]
"""(chance, how many, width, height) to places."""

LIGHTS: Mapping[str, SceneLight] = {
    "daylight": SceneLight(height_deg=55, softness=0.9, ambient=0.65, rgb=(250, 250, 255), falloff=0.25),
    "lamp": SceneLight(height_deg=65, softness=0.15, ambient=0.35, rgb=(255, 236, 205), falloff=0.35),
    "warm": SceneLight(height_deg=50, softness=0.3, ambient=0.45, rgb=(255, 214, 165), ambient_rgb=(255, 230, 200)),
    "dim": SceneLight(height_deg=60, softness=0.4, ambient=0.6, exposure=0.32, falloff=0.3),
    "hard": SceneLight(height_deg=35, softness=0.05, ambient=0.25, rgb=(255, 250, 240), falloff=0.5),
}
TABLES: tuple[tuple[TableSurface, tuple[Rgb, Rgb]], ...] = (
    (TableSurface.WOOD, ((92, 58, 32), (160, 112, 66))),
    (TableSurface.WOOD, ((196, 158, 110), (226, 196, 150))),
    (TableSurface.FELT, ((16, 84, 50), (26, 104, 64))),
    (TableSurface.FELT, ((40, 40, 46), (58, 58, 64))),
    (TableSurface.PLAIN, ((236, 236, 232), (245, 245, 242))),
    (TableSurface.PLAIN, ((32, 32, 34), (44, 44, 48))),
    (TableSurface.CLOTH, ((230, 226, 216), (200, 60, 60))),
    (TableSurface.TWEED, ((70, 70, 84), (150, 140, 130))),
)


def scattered(chance: Chance, count: int, wide: float, high: float) -> list[Place]:
    """Return places anywhere, turned anyhow, none over another."""
    reach, half = math.hypot(wide, high) * 1.01, math.hypot(wide, high) * math.sqrt(count) * 0.55
    places: list[Place] = []
    while len(places) < count:
        half *= 1.01
        x, y = chance.uniform(-1.5, 1.5) * half, chance.uniform(-0.85, 0.85) * half
        if all(math.hypot(x - a, y - b) > reach for a, b, _ in places):
            places.append((float(x), float(y), float(chance.uniform(0, 360))))
    return places


def in_rows(chance: Chance, count: int, wide: float, high: float) -> list[Place]:
    """Return places in rows by hand: gaps of some millimetres, none quite straight, some upside down."""
    gap = chance.uniform(2, 9)
    return [
        (x, y, yaw + float(chance.normal(0, 1.2)) + 180 * float(chance.random() < 0.3))
        for x, y, yaw in _lattice(chance, count, wide + gap, high + gap)
    ]


def in_grid(chance: Chance, count: int, wide: float, high: float) -> list[Place]:
    """Return places side by side, touching or nearly so."""
    gap = float(chance.choice([0.0, 0.4, 1.0, 2.0]))
    return _lattice(chance, count, wide + gap, high + gap)


def _lattice(chance: Chance, count: int, step_x: float, step_y: float) -> list[Place]:
    columns = math.ceil(math.sqrt(count * 1.6 * step_y / step_x / 1.4))
    rows = math.ceil(count / columns)
    base = float(chance.uniform(-12, 12))
    cos, sin = math.cos(math.radians(base)), math.sin(math.radians(base))
    flat = [
        ((n % columns - (columns - 1) / 2) * step_x, ((rows - 1) / 2 - n // columns) * step_y) for n in range(count)
    ]
    return [(x * cos - y * sin, x * sin + y * cos, base) for x, y in flat]


def as_strips(chance: Chance, count: int, wide: float, high: float) -> list[Place]:
    """Return columns of overlapped cards: of all but the last only a strip is to be seen."""
    deep = min(count, int(chance.integers(3, 6)))
    step, base = high * float(chance.uniform(0.2, 0.34)), float(chance.uniform(-8, 8))
    columns = math.ceil(count / deep)
    cos, sin = math.cos(math.radians(base)), math.sin(math.radians(base))
    flat = [((n // deep - (columns - 1) / 2) * (wide + 12), ((deep - 1) / 2 - n % deep) * step) for n in range(count)]
    return [(x * cos - y * sin, x * sin + y * cos, base) for x, y in flat]


def as_hand(chance: Chance, count: int, wide: float, high: float) -> list[Place]:
    """Return a fan of cards as they are held."""
    step, turn = float(chance.uniform(0.22, 0.4)) * wide, float(chance.uniform(3, 8))
    middle = (count - 1) / 2
    return [((n - middle) * step, -(abs(n - middle) ** 1.7) * 2.0, -(n - middle) * turn) for n in range(count)]


LAYOUTS: Mapping[str, Layout] = {
    "scatter": scattered,
    "rows": in_rows,
    "grid": in_grid,
    "strip": as_strips,
    "hand": as_hand,
}


@dataclass(frozen=True, slots=True)
class Print:
    """One card of a deck as it is printed."""

    id: str | None
    face: Image
    back: Image | None
    width_mm: float
    height_mm: float
    back_id: str | None = None


@dataclass(frozen=True, slots=True)
class CardScene:
    """Cards, a camera and a look: all that a picture is drawn from."""

    cards: tuple[VirtualCard, ...]
    dice: tuple[VirtualDie, ...]
    camera: VirtualCamera
    look: Appearance
    says: Mapping[str, Any]
    """What a label tells about it besides the cards."""

    def photograph(self, size: tuple[int, int], chance: Chance) -> tuple[Image, tuple[CardTruth, ...]]:
        """Return the picture and what is true about its cards."""
        picture = render(self.dice, self.camera, self.look, size, chance, cards=self.cards).image
        return picture, card_truth(self.cards, self.camera, size)


def prints_of(folder: Path) -> list[Print]:
    """Return the cards of a folder with `manifest.json`, each as often as it is in the deck."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    arts: dict[str, Image] = {}

    def art(name: str | None) -> Image | None:
        if name is None:
            return None
        if name not in arts:
            arts[name] = np.asarray(cv2.imread(str(folder / name), cv2.IMREAD_COLOR), np.uint8)
        return arts[name]

    out: list[Print] = []
    for card in manifest["cards"]:
        face, back = art(card["file"]), art(card.get("back"))
        if face is None:
            continue
        size = float(card["width_mm"]), float(card["height_mm"])
        back_id = f"{manifest['deck']}/{Path(card['back']).stem}" if card.get("back") else None
        out += [Print(card["id"], face, back, *size, back_id)] * int(card.get("count", 1))
    return out


def scene_of(chance: Chance, prints: Sequence[Print], layout: str | None = None, count: int | None = None) -> CardScene:
    """Return a scene of cards drawn by lot."""
    layout = layout or str(chance.choice(["scatter", "rows", "grid"]))
    most = {"hand": 6, "strip": 16}.get(layout, 12)
    count = count or min(most, int(chance.choice([1, 3, 6, 9, 12])))
    chosen = [prints[int(n)] for n in chance.integers(0, len(prints), count)]
    size = chosen[0].width_mm, chosen[0].height_mm
    chosen = [each for each in chosen if (each.width_mm, each.height_mm) == size]
    places = LAYOUTS[layout](chance, len(chosen), *size)
    sleeved = chance.random() < 0.3 and layout != "grid"
    cards = tuple(_card(chance, each, place, sleeved=sleeved) for each, place in zip(chosen, places, strict=True))
    light = str(chance.choice(list(LIGHTS)))
    table, colours = TABLES[int(chance.integers(len(TABLES)))]
    tilt = float(chance.uniform(0, 30))
    look = Appearance(
        table=table,
        colours=colours,
        scale_mm=float(chance.uniform(15, 80)),
        seed=int(chance.integers(400)),
        light=replace(LIGHTS[light], azimuth_deg=float(chance.uniform(0, 360))),
        sensor=Sensor(
            blur_px=float(chance.uniform(0.3, 1.2)),
            noise=float(chance.uniform(1, 4)),
            tint=tuple(float(gain) for gain in chance.uniform(0.9, 1.1, 3)),  # type: ignore[arg-type]
            jpeg=int(chance.integers(72, 95)),
        ),
    )
    says = {
        "layout": layout,
        "sleeved": sleeved,
        "tilt_deg": round(tilt, 1),
        "light": light,
        "table": table.name.lower(),
    }
    return CardScene(cards, _dice(chance, cards), camera_over(chance, cards, tilt), look, says)


def _card(chance: Chance, card: Print, place: Place, *, sleeved: bool) -> VirtualCard:
    down = card.back is not None and chance.random() < 0.12
    art = card.back if down and card.back is not None else card.face
    return VirtualCard(
        art,
        card.width_mm,
        card.height_mm,
        *place,
        id=card.back_id if down else card.id,
        face_down=down,
        sleeve_mm=float(chance.uniform(1, 3)) if sleeved else 0.0,
        glare=float(chance.uniform(0.1, 0.6)) if sleeved and chance.random() < 0.5 else 0.0,
    )


def _dice(chance: Chance, cards: Sequence[VirtualCard]) -> tuple[VirtualDie, ...]:
    """Return some dice beside the cards."""
    if chance.random() > 0.25:
        return ()
    low, high = _extent(cards)
    spots = chance.uniform(low - 25, high + 25, (12, 2))
    clear = [spot for spot in spots if all(_away(card, spot) > 14 for card in cards)][: int(chance.integers(1, 4))]
    return tuple(
        VirtualDie(float(x), float(y), float(chance.uniform(0, 90)), int(chance.integers(1, 7)), make=Make(16))
        for x, y in clear
    )


def _away(card: VirtualCard, spot: Matrix) -> float:
    outline = np.asarray(card.outline()[:, :2], np.float32)
    return -cv2.pointPolygonTest(outline, (float(spot[0]), float(spot[1])), measureDist=True)


def _extent(cards: Sequence[VirtualCard]) -> tuple[Matrix, Matrix]:
    points = np.vstack([card.outline()[:, :2] for card in cards])
    return points.min(axis=0), points.max(axis=0)


def camera_over(chance: Chance, cards: Sequence[VirtualCard], tilt_deg: float, aspect: float = 16 / 9) -> VirtualCamera:
    """Return a camera that has all cards in view."""
    low, high = _extent(cards)
    span = max(*(high - low) * (1, aspect), 150.0) * chance.uniform(1.03, 1.3) * (1 + tilt_deg / 90)
    middle = (low + high) / 2
    return VirtualCamera(
        distance_mm=float(span),
        tilt_deg=tilt_deg,
        azimuth_deg=-90 + float(chance.normal(0, 15)),
        roll_deg=float(chance.normal(0, 4)),
        target_mm=(float(middle[0]), float(middle[1])),
    )


def label_of(name: str, truths: Sequence[CardTruth], says: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line of `labels.jsonl` for one picture."""
    cards = [
        {
            "id": truth.id,
            "face": "back" if truth.face_down else "front",
            "corners": [[round(x, 1), round(y, 1)] for x, y in truth.corners],
            "in_view": truth.in_view,
            "visible": round(truth.visible, 2),
        }
        for truth in truths
    ]
    return {"file": name, "kind": "cards", **says, "cards": cards}


def main() -> None:
    """Draw photographs of a deck with their truth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("deck", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layout", choices=list(LAYOUTS))
    parser.add_argument("--cards", type=int)
    parser.add_argument("--size", default="1920x1080")
    arguments = parser.parse_args()
    width, height = (int(part) for part in arguments.size.split("x"))
    prints = prints_of(arguments.deck)
    arguments.out.mkdir(parents=True, exist_ok=True)
    with (arguments.out / "labels.jsonl").open("w", encoding="utf-8") as labels:
        for number in range(arguments.count):
            chance = np.random.default_rng((arguments.seed, number))
            scene = scene_of(chance, prints, arguments.layout, arguments.cards)
            picture, truths = scene.photograph((width, height), chance)
            name = f"{arguments.deck.name}-{arguments.seed}-{number:03d}.jpg"
            cv2.imwrite(str(arguments.out / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
            labels.write(json.dumps(label_of(name, truths, scene.says)) + "\n")


if __name__ == "__main__":
    main()
