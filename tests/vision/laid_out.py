"""Drawn pictures of tiles for tests, and what is true about them."""

from dataclasses import replace

import numpy as np

from vision.camera.simulated import ON_AN_ARM, PLEASANT
from vision.render.render import render
from vision.render.tiles import laid, tile_truth

ROWS = [(q - r // 2, r) for r in range(3) for q in range(3)]
SLANTED = [(q, r) for r in range(3) for q in range(3)]
SIZE = (1280, 720)
CAMERA = replace(ON_AN_ARM, distance_mm=480.0, tilt_deg=10.0)
APPEARANCE = replace(PLEASANT, sensor=replace(PLEASANT.sensor, noise=2.0))


def values_for(count, most=9, seed=1):
    """Values that no two tiles share."""
    chance = np.random.default_rng(seed)
    return [tuple(int(value) for value in chance.integers(1, most + 1, 3)) for _ in range(count)]


def picture_of(tiles, camera=CAMERA, appearance=APPEARANCE, size=SIZE, seed=1):
    return render((), camera, appearance, size, np.random.default_rng(seed), tiles).image


def truth_of(tiles, camera=CAMERA, size=SIZE):
    return [np.array(truth.corners) for truth in tile_truth(tiles, camera, size)]


def nine(places=ROWS, most=9, seed=1, **how):
    """Places with values, and the same as virtual tiles."""
    truth = dict(zip(places, values_for(len(places), most, seed), strict=True))
    return truth, laid(list(truth.items()), **how)
