"""Dice that do not lie flat on a printed mat: `python -m tests.rig.unsettled_on_mat [--scenes 10]`.

A cocked die alone, beside one other, among others, in a square; a die on another one; and dice that all lie flat: how
often people are asked, under each camera, without and with what the mat tells about the camera.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.observations import Kind, Observation
from tests.rig.hard_dice import die, make
from tests.vision.photographed import CAMERAS, CUBO, LIGHTS, dice_on, photograph
from vision.dice.read import read_dice
from vision.dice.square import read_square
from vision.render.render import Image, VirtualCamera, VirtualDie
from vision.table.calibrate import Calibration, calibrate
from vision.table.mat import PLAIN, Mat, mat_for
from vision.table.views import OnMat

PLAIN = mat_for(PLAIN)
EDGE_MM = 16.0
SIZES = ((1280, 720), (1920, 1440))
APART = 2.2
REACH = (120.0, 72.0)
"""How far from the middle of the plain mat's zone dice are thrown."""
Scene = Sequence[VirtualDie]


def throw(chance: np.random.Generator, many: int) -> list[VirtualDie]:
    """Return dice that lie flat, each by itself."""
    kind, spots = make(chance), list[tuple[float, float]]()
    while len(spots) < many:
        x, y = (float(chance.uniform(-far, far)) for far in REACH)
        if all(np.hypot(x - a, y - b) > APART * EDGE_MM for a, b in spots):
            spots.append((x, y))
    return [die(chance, x, y, kind) for x, y in spots]


def cocked(chance: np.random.Generator, many: int) -> list[VirtualDie]:
    """Return dice of which the first leans."""
    first, *others = throw(chance, many)
    way = 0.0 if chance.random() < 0.6 else float(chance.uniform(-45, 45))
    return [replace(first, lean_deg=float(chance.uniform(20, 44)), lean_at_deg=way), *others]


def stacked(chance: np.random.Generator, many: int) -> list[VirtualDie]:
    """Return dice of which the first bears another one."""
    first, *others = throw(chance, many)
    x, y = (float(each) for each in chance.uniform(-0.4, 0.4, 2) * EDGE_MM)
    above = die(chance, first.x_mm + x, first.y_mm + y, first.make)
    yaw = first.yaw_deg + float(chance.normal(0, 8)) if chance.random() < 0.4 else above.yaw_deg
    return [first, replace(above, z_mm=EDGE_MM, yaw_deg=yaw), *others]


def square(chance: np.random.Generator, many: int) -> list[VirtualDie]:
    """Return nine dice that lie flat."""
    kind, pitch = make(chance), EDGE_MM + float(chance.choice([0.1, 0.6, 1.4, 4]))
    turn = np.radians(chance.uniform(-10, 10))
    cells = [((column - 1) * pitch, (1 - row) * pitch) for row in range(3) for column in range(3)]
    turned = [(x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)) for x, y in cells]
    dice = [die(chance, float(x), float(-y), kind) for x, y in turned]
    return [replace(each, yaw_deg=float(np.degrees(turn))) for each in dice]


def square_with_cocked(chance: np.random.Generator, many: int) -> list[VirtualDie]:
    """Return nine dice of which one leans."""
    dice, which = square(chance, many), int(chance.integers(9))
    return [replace(each, lean_deg=float(chance.uniform(20, 42)) if n == which else 0.0) for n, each in enumerate(dice)]


KINDS: dict[str, tuple[Callable[[np.random.Generator, int], list[VirtualDie]], int, bool]] = {
    "flat, alone": (throw, 1, False),
    "flat, two": (throw, 2, False),
    "flat, five": (throw, 5, False),
    "flat square": (square, 9, False),
    "cocked, alone": (cocked, 1, True),
    "cocked, one of two": (cocked, 2, True),
    "cocked, one of five": (cocked, 5, True),
    "cocked, in a square": (square_with_cocked, 9, True),
    "die on another, alone": (stacked, 1, True),
    "die on another, among others": (stacked, 4, True),
}
"""How a scene is made, of how many dice, and whether it must be asked about."""


def laid(name: str, chance: np.random.Generator) -> tuple[Mat, Scene]:
    """Return a scene on its mat."""
    scene, many, _ = KINDS[name]
    dice = scene(chance, many)
    return (CUBO, dice_on(CUBO, "seat-1", dice)) if many == 9 else (PLAIN, dice_on(PLAIN, "table", dice))


def photographed(name: str, number: int, camera: VirtualCamera) -> tuple[Mat, Image]:
    """Return the mat of a scene, and its photograph."""
    chance = np.random.default_rng([number, len(name)])
    mat, dice = laid(name, chance)
    light = tuple(LIGHTS.values())[int(chance.integers(len(LIGHTS)))]
    return mat, photograph(mat, camera=camera, light=light, dice=dice, size=SIZES[number % 2], seed=number)


def read(mat: Mat, picture: Image, *, known: bool) -> Observation | None:
    """Return what the eyes see on the mat, with or without what is known about the camera."""
    found = calibrate([picture])
    if not isinstance(found, Calibration):
        return None
    view, square = OnMat(found), mat is CUBO
    where = ("square-1", 1, Kind.CUBO) if square else ("table", None, Kind.DICE)
    uprights = view.uprights(*where) if known else ()
    seen = (read_square if square else read_dice)(view.picture(picture, *where), uprights=uprights)
    return view.judged(seen, *where[:2])


def told(seen: Observation | None) -> str:
    """Return in a word whether people are asked, and whether because of how a die lies."""
    if seen is None:
        return "no mat"
    if any("lie on another one" in str(each) for each in seen.problems):
        return "leans"
    return "silent" if seen.sure else "asked"


def main() -> None:
    """Print a table of all kinds, without and with a known camera."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=10)
    scenes = parser.parse_args().scenes
    cv2.setNumThreads(1)
    print(f"{'':<30}{'without the camera':^30}{'with the camera':^30}")
    print(f"{'kind':<30}" + 2 * f"{'leans':>10}{'asked':>10}{'silent':>10}")
    for name in KINDS:
        tallies = Counter[str](), Counter[str]()
        for camera in CAMERAS.values():
            for number in range(scenes):
                mat, picture = photographed(name, number, camera)
                for known, tally in enumerate(tallies):
                    tally[told(read(mat, picture, known=bool(known)))] += 1
        counts = [tally[each] for tally in tallies for each in ("leans", "asked", "silent")]
        print(f"{name:<30}" + "".join(f"{count:>10}" for count in counts), flush=True)


if __name__ == "__main__":
    main()
