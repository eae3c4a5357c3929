"""What people did not mean to photograph: `python -m tests.rig.hard_dice [--scenes 40]`.

Dice that lean, lie on others, stand in towers, beside plain throws and squares: how often each kind is read and sure,
asked about, or read wrongly and sure. A picture with a die that does not lie flat is right when it is asked about.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.observations import Colour, Observation
from vision.dice.read import read_dice
from vision.dice.square import read_square
from vision.render.render import Appearance, Make, Sensor, TableSurface, VirtualCamera, VirtualDie, render
from vision.training.scenes.recipe import TABLES, random_light

SIZE = (1280, 720)
EDGE_MM = 16.0
APART = 2.2
Scene = Sequence[VirtualDie]


def make(chance: np.random.Generator) -> Make:
    return Make(
        corner=float(chance.uniform(0.05, 0.22)),
        pip_radius=float(chance.uniform(0.07, 0.105)),
        gloss=float(chance.uniform(0, 0.6)),
    )


def die(chance: np.random.Generator, x: float, y: float, kind: Make) -> VirtualDie:
    colour = (Colour.RED, Colour.BLUE, Colour.WHITE)[int(chance.integers(3))]
    value, yaw, turn = int(chance.integers(1, 7)), float(chance.uniform(0, 180)), int(chance.integers(8))
    return VirtualDie(x, y, yaw, value, colour, kind, turn=turn)


def throw(chance: np.random.Generator, reach: tuple[float, float]) -> list[VirtualDie]:
    kind, spots = make(chance), list[tuple[float, float]]()
    many = int(chance.integers(3, 6))
    while len(spots) < many:
        x, y = (float(chance.uniform(-far, far)) for far in reach)
        if all(np.hypot(x - a, y - b) > APART * EDGE_MM for a, b in spots):
            spots.append((x, y))
    return [die(chance, x, y, kind) for x, y in spots]


def cocked(chance: np.random.Generator, reach: tuple[float, float]) -> list[VirtualDie]:
    first, *others = throw(chance, reach)
    leaning = replace(first, lean_deg=float(chance.uniform(15, 44)))
    yaw, away = np.radians(first.yaw_deg), EDGE_MM * (1 + (1 - np.cos(np.radians(leaning.lean_deg))) / 2 + 0.1)
    beside = die(chance, first.x_mm - float(np.sin(yaw) * away), first.y_mm + float(np.cos(yaw) * away), first.make)
    return [leaning, replace(beside, yaw_deg=first.yaw_deg), *others]


def stacked(chance: np.random.Generator, reach: tuple[float, float]) -> list[VirtualDie]:
    first, *others = throw(chance, reach)
    x, y = (float(each) for each in chance.uniform(-0.4, 0.4, 2) * EDGE_MM)
    return [first, replace(die(chance, first.x_mm + x, first.y_mm + y, first.make), z_mm=EDGE_MM), *others]


def tower(chance: np.random.Generator, reach: tuple[float, float]) -> list[VirtualDie]:
    return stacked(chance, reach)[:2]


def square(chance: np.random.Generator, reach: tuple[float, float]) -> list[VirtualDie]:
    kind, pitch = make(chance), EDGE_MM + float(chance.choice([0.1, 0.6, 1.4, 4]))
    turn = float(chance.uniform(-10, 10))
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    cells = [((column - 1) * pitch, (1 - row) * pitch) for row in range(3) for column in range(3)]
    dice = [die(chance, float(x * cos - y * sin), float(x * sin + y * cos), kind) for x, y in cells]
    return [replace(each, yaw_deg=turn) for each in dice]


def square_with_cocked(chance: np.random.Generator, reach: tuple[float, float]) -> list[VirtualDie]:
    dice = square(chance, reach)
    which = int(chance.integers(9))
    return [replace(each, lean_deg=float(chance.uniform(15, 42)) if n == which else 0.0) for n, each in enumerate(dice)]


KINDS: dict[str, tuple[Callable[[np.random.Generator, tuple[float, float]], Scene], bool]] = {
    "throw": (throw, False),
    "square": (square, False),
    "cocked die in a throw": (cocked, True),
    "cocked die in a square": (square_with_cocked, True),
    "die on another one": (stacked, True),
    "tower of two": (tower, True),
}
"""How a scene is made, and whether it must be asked about."""


def photograph(scene: Callable[..., Scene], chance: np.random.Generator) -> tuple[np.ndarray, Scene]:
    edge_px, focal_px = (float(np.exp(chance.uniform(*np.log(ends)))) for ends in ((45, 120), (1100, 2600)))
    camera = VirtualCamera(
        distance_mm=EDGE_MM * focal_px / edge_px,
        tilt_deg=float(chance.uniform(0, 25)),
        roll_deg=float(chance.uniform(-12, 12)),
        focal=focal_px / SIZE[0],
    )
    reach = (0.33 * SIZE[0] / edge_px * EDGE_MM, 0.3 * SIZE[1] / edge_px * EDGE_MM)
    table = (TableSurface.PLAIN, TableSurface.WOOD, TableSurface.FELT, TableSurface.CLOTH)[int(chance.integers(4))]
    light = replace(random_light(chance), exposure=float(chance.uniform(0.6, 1.5)), panels=())
    appearance = Appearance(
        table, TABLES[int(chance.integers(len(TABLES)))], float(chance.uniform(20, 120)), light=light
    )
    dice = scene(chance, reach)
    sensor = Sensor(blur_px=float(chance.uniform(0.3, 0.9)), noise=float(chance.uniform(1, 5)))
    return render(dice, camera, replace(appearance, sensor=sensor), SIZE, chance).image, dice


def verdict(seen: Observation, dice: Scene, *, asking: bool) -> str:
    if asking:
        return "wrong and sure" if seen.sure else "asked"
    exact = sorted(each.value for each in dice) == sorted(each.value or 0 for each in seen.dice)
    if exact:
        return "sure" if seen.sure else "asked"
    return "wrong and sure" if seen.sure else "wrong, asked"


def main() -> None:
    """Print a table of all kinds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=40)
    scenes = parser.parse_args().scenes
    cv2.setNumThreads(1)
    print(f"{'kind':<24}{'sure':>8}{'asked':>8}{'wrong, asked':>14}{'wrong and sure':>16}")
    for name, (scene, asking) in KINDS.items():
        tally = Counter[str]()
        for number in range(scenes):
            picture, dice = photograph(scene, np.random.default_rng([number, len(name)]))
            seen = (read_square if "square" in name else read_dice)(picture)
            tally[verdict(seen, dice, asking=asking)] += 1
        counts = [tally[each] for each in ("sure", "asked", "wrong, asked", "wrong and sure")]
        print(f"{name:<24}{counts[0]:>8}{counts[1]:>8}{counts[2]:>14}{counts[3]:>16}", flush=True)


if __name__ == "__main__":
    main()
