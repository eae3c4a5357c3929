"""Dice of 24 to 400 pixels are read without any setting: a camera near the table, or far above it."""

import numpy as np
import pytest

from companion.observations import Colour
from vision.dice.read import read_dice
from vision.render.render import Appearance, Make, VirtualCamera, VirtualDie, render

EDGE_MM, WIDTH, HEIGHT = 16.0, 1280, 720
FOCAL = 2.0


def row_of(values, edge_px, chance):
    """Dice side by side, so far apart that they do not touch, turned by lot."""
    apart = min(2.2, (WIDTH / edge_px - 1.5) / max(len(values) - 1, 1))
    colours = (Colour.WHITE, Colour.RED, Colour.BLUE)
    return [
        VirtualDie(
            (n - (len(values) - 1) / 2) * apart * EDGE_MM,
            float(chance.uniform(-0.1, 0.1)) * EDGE_MM,
            float(chance.uniform(0, 90)),
            value,
            colours[n % 3],
            Make(EDGE_MM),
        )
        for n, value in enumerate(values)
    ]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("edge_px", "values"),
    [
        (24, (1, 2, 3, 4, 5, 6)),
        (48, (6, 5, 4, 3, 2, 1)),
        (96, (2, 6, 1, 5)),
        (200, (3, 1, 4)),
        (300, (5, 2)),
        (400, (6,)),
        (400, (1,)),
    ],
)
def test_dice_of_any_size_are_read(edge_px, values, seed):
    chance = np.random.default_rng([edge_px, seed])
    camera = VirtualCamera(EDGE_MM * WIDTH * FOCAL / edge_px + EDGE_MM, focal=FOCAL)
    seen = read_dice(render(row_of(values, edge_px, chance), camera, Appearance(), (WIDTH, HEIGHT), chance).image)

    assert (sorted(values), True) == (sorted(seen.values), seen.sure)
