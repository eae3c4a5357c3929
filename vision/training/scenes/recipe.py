"""Which scenes the networks learn from: every make, light, table, tilt and arrangement that a camera may meet."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import numpy as np

from companion.observations import Colour
from vision.render.render import (
    Appearance,
    LightPanel,
    Make,
    Rgb,
    SceneLight,
    Sensor,
    TableSurface,
    VirtualCamera,
    VirtualDie,
)
from vision.training.scenes.clutter import clutter
from vision.training.scenes.cocked import unsettled
from vision.training.scenes.makes import EDGE_MM, random_make
from vision.training.scenes.photos import Album, pictured
from vision.training.scenes.things import strewn

SIDE_PX = 256
"""Side of the pictures of the data set."""

RESTLESS = 0.5
"""In so many scenes some dice do not lie flat."""
FLAT_DEG = 34.0
"""A camera flatter than this is held upright: otherwise the upper face could not be distinguished."""
COLOURS = tuple(Colour)
COLOUR_WEIGHTS = {
    Colour.RED: 0.16,
    Colour.BLUE: 0.16,
    Colour.WHITE: 0.32,
    Colour.BLACK: 0.1,
    Colour.GREEN: 0.08,
    Colour.YELLOW: 0.09,
    Colour.OTHER: 0.09,
}
HUES = {Colour.RED: 0.99, Colour.BLUE: 0.61, Colour.GREEN: 0.38, Colour.YELLOW: 0.145}
TABLES: tuple[tuple[Rgb, Rgb], ...] = (
    ((92, 58, 32), (160, 112, 66)),
    ((196, 158, 110), (226, 196, 150)),
    ((60, 38, 26), (98, 66, 44)),
    ((150, 90, 60), (190, 130, 90)),
    ((16, 84, 50), (26, 104, 64)),
    ((30, 30, 34), (58, 58, 64)),
    ((110, 24, 30), (130, 34, 40)),
    ((24, 44, 100), (34, 56, 120)),
    ((230, 226, 216), (200, 60, 60)),
    ((235, 235, 230), (90, 130, 190)),
    ((236, 236, 232), (245, 245, 242)),
    ((120, 105, 90), (165, 150, 132)),
)


@dataclass(frozen=True, slots=True)
class ScenePlan:
    """A scene to draw."""

    dice: tuple[VirtualDie, ...]
    camera: VirtualCamera
    appearance: Appearance


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of the scenes what is rare takes up."""

    unsettled: float = 0.3
    """Dice that do not lie flat, in scenes where some do not."""
    casino: float = 0.17
    """Makes that are clear casino dice."""
    crowded: float = 0.0
    """Scenes full of dice of middling size: where a picture costs much, it shows many."""
    ringed: float = 0.0
    """Scenes with a ring lamp or a white tent round the camera: hollow faces mirror it round their middle."""
    strewn: float = 0.0
    """Scenes with solid things that are no dice; only the path tracer shows them."""


def plan(chance: np.random.Generator, shares: Shares, album: Album | None = None) -> ScenePlan:
    """Return a scene drawn by lot; tables and prints of some are cut out of `album`."""
    crowded = shares.crowded > 0 and chance.random() < shares.crowded
    smallest, largest = (20, 70) if crowded else (15, 90 if chance.random() < 0.85 else 230)
    edge_px = float(np.exp(chance.uniform(np.log(smallest), np.log(largest))))
    make = random_make(chance, shares.casino)
    reach = SIDE_PX / edge_px / 2 * make.edge_mm
    arrange = ARRANGEMENTS[int(chance.choice(len(ARRANGEMENTS), p=CROWDED_WEIGHTS if crowded else ARRANGEMENT_WEIGHTS))]
    spots = arrange(chance, SIDE_PX / edge_px / 2)
    one_colour = random_colours(chance) if chance.random() < 0.3 else None
    mixed, least = chance.random() < 0.4, float(chance.choice([0.5, 0.7, 1.0]))
    dice = [_die(chance, spot, _smaller(chance, least, shares.casino) if mixed else make, one_colour) for spot in spots]
    dice = unsettled(chance, dice, shares.unsettled) if chance.random() < RESTLESS else dice
    scene = ScenePlan(
        tuple(dice), random_camera(chance, edge_px, make.edge_mm), random_appearance(chance, reach, edge_px)
    )
    if album is not None:
        photos = pictured(chance, album, reach, EDGE_MM, edge_px / make.edge_mm)
        scene = replace(scene, appearance=replace(scene.appearance, decals=(*photos, *scene.appearance.decals)))
    if shares.strewn > 0 and chance.random() < shares.strewn:
        things = strewn(chance, scene.dice, scene.camera, reach, album)
        scene = replace(scene, appearance=replace(scene.appearance, things=things))
    return _ringed(chance, scene) if shares.ringed > 0 and chance.random() < shares.ringed else scene


def _ringed(chance: np.random.Generator, scene: ScenePlan) -> ScenePlan:
    """Return the scene with a lamp or a tent all round the camera; most of its dice are hollow and glossy."""
    hollow, gloss = chance.uniform(0.04, 0.45), chance.uniform(0.35, 1)
    dice = [
        replace(die, make=replace(die.make, dish=float(hollow), gloss=float(gloss))) if chance.random() < 0.8 else die
        for die in scene.dice
    ]
    hole = chance.uniform(0.05, 0.45)
    ring = LightPanel(
        azimuth_deg=float(scene.camera.azimuth_deg + chance.normal(0, 10)),
        height_deg=float(90 - scene.camera.tilt_deg + chance.normal(0, 6)),
        wide=float(hole + np.exp(chance.uniform(np.log(0.03), np.log(0.5)))),
        hole=float(hole),
        bright=float(np.exp(chance.uniform(np.log(0.3), np.log(2.5)))),
    )
    light = replace(scene.appearance.light, panels=(*scene.appearance.light.panels, ring))
    return ScenePlan(tuple(dice), scene.camera, replace(scene.appearance, light=light))


Spot = tuple[float, float, float]
"""x and y in edges, yaw in degrees."""


def nothing(chance: np.random.Generator, reach: float) -> list[Spot]:
    """No dice at all."""
    return []


def loose(chance: np.random.Generator, reach: float) -> list[Spot]:
    """A throw: dice anywhere, clear of each other, some close."""
    spots: list[Spot] = []
    many = 1 + int(chance.poisson(min(16.0, 4 * reach * reach * chance.uniform(0.05, 0.35))))
    apart = chance.uniform(1.25, 2.0)
    for _ in range(many * 6):
        x, y = chance.uniform(-1.25 * reach, 1.25 * reach, 2)
        if len(spots) < many and all(np.hypot(x - a, y - b) > apart for a, b, _ in spots):
            spots.append((float(x), float(y), float(chance.uniform(0, 180))))
    return spots


def crowd(chance: np.random.Generator, reach: float) -> list[Spot]:
    """A throw of as many dice as the picture holds."""
    spots: list[Spot] = []
    apart = chance.uniform(1.2, 1.7)
    for _ in range(120):
        x, y = chance.uniform(-reach, reach, 2)
        if len(spots) < MOST_OF_CROWD and all(np.hypot(x - a, y - b) > apart for a, b, _ in spots):
            spots.append((float(x), float(y), float(chance.uniform(0, 180))))
    return spots


def square(chance: np.random.Generator, reach: float) -> list[Spot]:
    """Three by three, or more, with or without gaps."""
    pitch = 1.005 + float(chance.choice([0, 0.03, 0.08, 0.25]))
    side = 3 if chance.random() < 0.7 else int(chance.integers(2, 5))
    cells = [(c - (side - 1) / 2, r - (side - 1) / 2) for r in range(side) for c in range(side)]
    return _turned(chance, [(x * pitch, y * pitch) for x, y in cells], reach, (pitch - 1) * 0.2)


def cluster(chance: np.random.Generator, reach: float) -> list[Spot]:
    """Touching dice in a row, an L or a heap on one lattice, slipped along their edges."""
    cells, step = {(0, 0)}, ((1, 0), (-1, 0), (0, 1), (0, -1))
    for _ in range(int(chance.integers(1, 9))):
        x, y = sorted(cells)[int(chance.integers(len(cells)))]
        dx, dy = step[int(chance.integers(4))]
        cells.add((x + dx, y + dy))
    slip = chance.uniform(-0.35, 0.35) if chance.random() < 0.5 else 0.0
    return _turned(chance, [(1.01 * x + slip * y, 1.01 * y) for x, y in sorted(cells)], reach, 0.0)


def _turned(chance: np.random.Generator, cells: list[tuple[float, float]], reach: float, loose_by: float) -> list[Spot]:
    """Return a lattice turned and moved, each die a little loose on its place."""
    yaw = chance.uniform(0, 2 * np.pi)
    at = chance.uniform(-0.7, 0.7, 2) * reach * (0.6 if chance.random() < 0.6 else 1.0)
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    places = np.array(cells) @ turn.T + at + chance.normal(0, 1, (len(cells), 2)) * loose_by
    wobble = chance.normal(0, 25 * loose_by, len(cells)) if loose_by else np.zeros(len(cells))
    quarter = chance.integers(0, 2, len(cells)) * 90
    return [
        (float(x), float(y), float(np.degrees(yaw) + w + q))
        for (x, y), w, q in zip(places, wobble, quarter, strict=True)
    ]


ARRANGEMENTS = (nothing, loose, square, cluster, crowd)
ARRANGEMENT_WEIGHTS = (0.06, 0.5, 0.18, 0.26, 0.0)
CROWDED_WEIGHTS = (0.0, 0.0, 0.25, 0.15, 0.6)
MOST_OF_CROWD = 14


def _die(
    chance: np.random.Generator, spot: Spot, make: Make, colours: tuple[Colour, Rgb, Rgb, Rgb | None] | None
) -> VirtualDie:
    colour, body, pips, one = colours or (casino_colours(chance) if make.ghost else random_colours(chance))
    x, y, yaw = spot
    value = 0 if chance.random() < 0.04 else int(chance.integers(1, 7))
    turn = int(chance.integers(8))
    swirl = _second(chance, body) if not make.clear and chance.random() < 0.3 else None
    if swirl is not None:
        pips = _apart(chance, body, swirl, pips)
    die = VirtualDie(x * EDGE_MM, y * EDGE_MM, yaw, value, colour, make, body, pips, one, swirl, turn)
    if make.near_two and swirl is None:
        die = _asian(chance, die)
    return replace(die, swirl_size=float(np.exp(chance.uniform(0, np.log(6)))))


def _asian(chance: np.random.Generator, die: VirtualDie) -> VirtualDie:
    """Return the die with a red one and, mostly, a red four; most such dice are white with blue or black pips."""
    red = _rgb(chance.normal(0, 0.02), 0.9, chance.uniform(0.6, 0.95))
    die = replace(die, one=red, four=red if chance.random() < 0.8 else None)
    if chance.random() < 0.4:
        return die
    dark = (15, 15, 18) if chance.random() < 0.3 else _rgb(chance.normal(0.63, 0.03), 0.85, chance.uniform(0.4, 0.8))
    return replace(die, colour=Colour.WHITE, body=_body(chance, Colour.WHITE), pips=dark)


def _apart(chance: np.random.Generator, body: Rgb, swirl: Rgb, pips: Rgb) -> Rgb:
    """Return pips in contrast with both colours of a body."""
    tries = [pips, (15, 15, 18), (245, 245, 240), (225, 190, 60), (240, 225, 40)]
    tries += [_rgb(chance.normal(0, 0.02), 1, chance.uniform(0.65, 0.95)) for _ in range(3)]
    tries += [_rgb(chance.uniform(0, 1), 1, 1) for _ in range(4)]
    clear = [each for each in tries if min(_contrast(body, each), _contrast(swirl, each)) > 42]
    if clear:
        return clear[int(chance.integers(len(clear)))]
    return max(tries, key=lambda each: min(_contrast(body, each), _contrast(swirl, each)))


def _second(chance: np.random.Generator, body: Rgb) -> Rgb:
    """Return a second colour of a body: its own, darker or lighter, black, white, or any."""
    times = float(chance.uniform(0.2, 0.7) if sum(body) > 380 else chance.uniform(1.4, 3.0))
    near = tuple(min(255, int(level * times + 12)) for level in body)
    any_other = _rgb(chance.uniform(0, 1), chance.uniform(0.2, 1), chance.uniform(0.1, 0.9))
    kinds = ((near[0], near[1], near[2]), any_other, (16, 16, 20), (235, 235, 235))
    return kinds[int(chance.choice(4, p=[0.5, 0.25, 0.15, 0.1]))]


def _smaller(chance: np.random.Generator, least: float, casino: float) -> Make:
    """Return a make of its own, of the usual edge or down to this share of it."""
    return replace(random_make(chance, casino), edge_mm=EDGE_MM * float(chance.uniform(least, 1.0)))


def _rgb(hue: float, saturation: float, value: float) -> Rgb:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return int(255 * red), int(255 * green), int(255 * blue)


def _body(chance: np.random.Generator, colour: Colour) -> Rgb:
    if colour is Colour.WHITE:
        return _rgb(chance.uniform(0.08, 0.17), chance.uniform(0, 0.3) ** 1.3, chance.uniform(0.78, 1))
    if colour is Colour.BLACK:
        return _rgb(chance.uniform(0, 1), chance.uniform(0, 0.25), chance.uniform(0.05, 0.22))
    if colour is Colour.OTHER:
        return _rgb(chance.uniform(0, 1), chance.uniform(0.1, 1), chance.uniform(0.2, 1))
    return _rgb(HUES[colour] + chance.normal(0, 0.025), chance.uniform(0.55, 1), chance.uniform(0.4, 1))


def _contrast(one: Rgb, other: Rgb) -> float:
    """Return how far two colours are apart: grey levels, and half as much for tints."""
    difference = np.array(one, float) - np.array(other, float)
    return float(abs(difference @ (0.3, 0.59, 0.11)) + 0.45 * np.abs(difference - difference.mean()).sum() / 2)


def random_colours(chance: np.random.Generator) -> tuple[Colour, Rgb, Rgb, Rgb | None]:
    """Return the name of the colour, the body, the pips, and the pip of the one if it differs."""
    colour = COLOURS[int(chance.choice(len(COLOURS), p=[COLOUR_WEIGHTS[each] for each in COLOURS]))]
    body = _body(chance, colour)
    light = sum(body) > 390
    usual = _rgb(0.12, chance.uniform(0, 0.2), chance.uniform(0, 0.2) if light else chance.uniform(0.8, 1))
    gold = _rgb(0.13, chance.uniform(0.3, 0.8), chance.uniform(0.6, 0.95))
    any_other = _rgb(chance.uniform(0, 1), chance.uniform(0.3, 1), chance.uniform(0.1, 1))
    bright = _rgb(HUES[(Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW)[int(chance.integers(4))]], 0.9, 0.85)
    pips = (usual, gold, any_other, bright)[int(chance.choice(4, p=[0.68, 0.09, 0.1, 0.13]))]
    if _contrast(body, pips) < 50:
        pips = (15, 15, 18) if light else (245, 245, 240)
    one = (200, 20, 30) if colour is Colour.WHITE and chance.random() < 0.12 else None
    return colour, body, pips, one


def casino_colours(chance: np.random.Generator) -> tuple[Colour, Rgb, Rgb, Rgb | None]:
    """Return deep clear colours with white pips for most, any colours for the others."""
    if chance.random() < 0.3:
        return random_colours(chance)
    colour = (Colour.RED, Colour.BLUE, Colour.GREEN)[int(chance.choice(3, p=[0.42, 0.42, 0.16]))]
    body = _rgb(HUES[colour] + chance.normal(0, 0.025), chance.uniform(0.7, 1), chance.uniform(0.15, 0.9))
    return colour, body, _rgb(0.12, chance.uniform(0, 0.1), chance.uniform(0.85, 1)), None


def random_camera(chance: np.random.Generator, edge_px: float, edge_mm: float) -> VirtualCamera:
    """Return a camera that shows dice about `edge_px` large, from above to rather flat."""
    tilt = chance.uniform(*((0, 12), (12, FLAT_DEG), (FLAT_DEG, 62))[int(chance.choice(3, p=[0.36, 0.36, 0.28]))])
    focal_px = float(np.exp(chance.uniform(np.log(220), np.log(3000))))
    focal_px = max(focal_px, SIDE_PX / 2 / np.tan(np.radians(min(78 - tilt, 35))))
    focal_px = max(focal_px, 110 * edge_px / edge_mm)
    return VirtualCamera(
        distance_mm=edge_mm * focal_px / edge_px,
        tilt_deg=float(tilt),
        azimuth_deg=float(chance.uniform(0, 360)),
        roll_deg=float(chance.uniform(0, 360) if tilt < FLAT_DEG else chance.normal(0, 12)),
        focal=focal_px / SIDE_PX,
    )


def random_appearance(chance: np.random.Generator, reach_mm: float, edge_px: float) -> Appearance:
    """Return a table, a light and a sensor."""
    colours = TABLES[int(chance.integers(len(TABLES)))]
    if chance.random() < 0.4:
        colours = tuple(_rgb(*chance.uniform(0, 1, 3)) for _ in range(2))  # type: ignore[assignment]
    return Appearance(
        table=tuple(TableSurface)[int(chance.choice(8, p=[0.24, 0.16, 0.14, 0.1, 0.1, 0.1, 0.08, 0.08]))],
        colours=colours,
        scale_mm=float(np.exp(chance.uniform(np.log(6), np.log(150)))),
        seed=int(chance.integers(400)),
        decals=clutter(chance, 1.5 * reach_mm, EDGE_MM) if chance.random() < 0.4 else (),
        light=random_light(chance),
        sensor=random_sensor(chance, edge_px),
    )


def random_light(chance: np.random.Generator) -> SceneLight:
    """Return a lamp from candle to window."""
    warm, cool = (255, int(chance.uniform(170, 255)), int(chance.uniform(110, 255))), (225, 238, 255)
    dim = chance.random() < 0.17
    return SceneLight(
        azimuth_deg=float(chance.uniform(0, 360)),
        height_deg=float(chance.uniform(22, 88)),
        rgb=warm if chance.random() < 0.7 else cool,
        ambient=float(chance.uniform(0.15, 0.85)),
        ambient_rgb=_rgb(chance.uniform(0, 1), chance.uniform(0, 0.2), 1),
        softness=float(chance.uniform(0.02, 1)),
        exposure=float(chance.uniform(0.03, 0.4) if dim else chance.uniform(0.45, 2.0)),
        falloff=float(chance.uniform(0, 0.7)),
        panels=random_panels(chance),
    )


def random_panels(chance: np.random.Generator) -> tuple[LightPanel, ...]:
    """Return what glossy faces mirror: nothing, windows, rows of lamps."""
    many = int(chance.choice([0, 1, 2, 3, 5], p=[0.3, 0.2, 0.2, 0.2, 0.1]))
    return tuple(
        LightPanel(
            azimuth_deg=float(chance.uniform(0, 360)),
            height_deg=float(90 - 65 * chance.uniform(0, 1) ** 0.8),
            wide=float(np.exp(chance.uniform(np.log(0.04), np.log(0.6)))),
            high=float(np.exp(chance.uniform(np.log(0.03), np.log(0.3)))),
            turn_deg=float(chance.uniform(0, 180)),
            bright=float(np.exp(chance.uniform(np.log(0.15), np.log(2.5)))),
        )
        for _ in range(many)
    )


def random_sensor(chance: np.random.Generator, edge_px: float) -> Sensor:
    """Return a lens and a sensor; the encoder comes last, in `finish`."""
    soft = edge_px * chance.uniform(0, 0.05) if chance.random() < 0.35 else 0.0
    red, green, blue = (float(gain) for gain in chance.uniform(0.82, 1.18, 3))
    return Sensor(
        blur_px=float(chance.uniform(0.25, 0.8) + soft),
        noise=float(np.exp(chance.uniform(np.log(0.5), np.log(9)))),
        tint=(red, green, blue),
        banding=float(chance.uniform(0.05, 0.25)) if chance.random() < 0.05 else 0.0,
        jpeg=None,
    )
