"""No picture raises: what is too narrow, too dark, too bright or moved is said, and what can be read is read."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from companion.observations import Kind
from tests.vision.flat import BLUE, RED, WHITE, square
from tests.vision.laid_out import nine, picture_of
from vision.dice.read import read_dice
from vision.dice.square import read_square
from vision.exposure import MOVED, OUT_OF_FOCUS, TOO_BRIGHT, TOO_DARK, TOO_NARROW, edge_widths, hopeless, with_faults
from vision.render.render import Appearance, SceneLight, VirtualCamera, VirtualDie, render
from vision.tiles.read import read_tiles

NINE = (3, 4, 5, 2, 6, 1, 1, 5, 6)
MIXED = [RED, BLUE, RED, BLUE, WHITE, RED, BLUE, RED, BLUE]
READERS = {"dice": read_dice, "cubo": read_square, "tiles": read_tiles}


@cache
def drawn_square():
    return square(NINE, bodies=MIXED).picture()


@cache
def rendered_square():
    dice = [VirtualDie(17.0 * (n % 3 - 1), 17.0 * (1 - n // 3), 0, value) for n, value in enumerate(NINE)]
    return render(dice, VirtualCamera(420), Appearance(light=SceneLight()), (1280, 720), np.random.default_rng(3)).image


@cache
def tiles():
    return picture_of(nine()[1])


SCENES = {"drawn": drawn_square, "rendered": rendered_square, "tiles": tiles}


def exposed(image, times, noise=1.5, seed=1):
    grain = np.random.default_rng(seed).normal(0, noise, image.shape)
    return np.clip(image.astype(float) * times + grain, 0, 255).astype(np.uint8)


def moved(image, pixels, down=False):
    line = np.zeros((pixels, pixels), np.float32)
    line[pixels // 2] = 1 / pixels
    return cv2.filter2D(image, -1, line.T if down else line)


def blurred(image, pixels):
    return cv2.GaussianBlur(image, (0, 0), pixels)


HARM = {
    "very dark": lambda image: exposed(image, 0.06),
    "darker": lambda image: exposed(image, 0.03),
    "black": lambda image: exposed(image, 0),
    "bright": lambda image: exposed(image, 3),
    "brighter": lambda image: exposed(image, 8),
    "white": lambda image: np.full_like(image, 255),
    "grey": lambda image: np.full_like(image, 127),
    "out of focus": lambda image: blurred(image, 6),
    "far out of focus": lambda image: blurred(image, 20),
    "moved": lambda image: moved(image, 31),
    "moved down": lambda image: moved(image, 31, down=True),
    "noise": lambda image: np.random.default_rng(5).integers(0, 256, image.shape, np.uint8),
    "strip": lambda image: cv2.resize(image, (3000, 20)),
    "post": lambda image: cv2.resize(image, (20, 3000)),
    "narrow": lambda image: cv2.resize(image, (200, 16)),
    "tiny": lambda image: cv2.resize(image, (16, 16)),
    "one colour": lambda image: image * np.array([0, 0, 1], np.uint8),
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("scene", SCENES)
def test_no_picture_raises_and_none_is_silently_wrong(scene, harm):
    image = HARM[harm](SCENES[scene]())
    for kind, reader in READERS.items():
        seen = reader(image)

        assert seen.kind is Kind(kind)
        assert seen.sure or seen.problems or seen.dice or seen.tiles
        if kind == "cubo" and scene != "tiles" and seen.sure:
            assert NINE == seen.values


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize(
    ("image", "why"),
    [
        (np.full((720, 1280, 3), 6, np.uint8), TOO_DARK),
        (np.full((720, 1280, 3), 255, np.uint8), TOO_BRIGHT),
        (np.full((12, 900, 3), 90, np.uint8), TOO_NARROW),
    ],
    ids=["dark", "bright", "narrow"],
)
def test_a_hopeless_picture_is_not_read_and_says_why(reader, image, why):
    seen = reader(image)

    assert ((), (), (why,)) == (seen.dice, seen.tiles, seen.problems)


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("scene", ["rendered", "tiles"])
def test_a_picture_that_moved_says_so_instead_of_a_reading(scene, down):
    reader = READERS["tiles" if scene == "tiles" else "cubo"]

    assert (MOVED,) == reader(moved(SCENES[scene](), 41, down)).problems


@pytest.mark.parametrize("scene", ["rendered", "tiles"])
def test_a_picture_out_of_focus_says_so(scene):
    reader = READERS["tiles" if scene == "tiles" else "cubo"]

    assert (OUT_OF_FOCUS,) == reader(blurred(SCENES[scene](), 14)).problems


@pytest.mark.parametrize("scene", SCENES)
def test_an_ordinary_picture_has_none_of_these_faults(scene):
    image = SCENES[scene]()
    unsure = READERS["tiles"](np.full((64, 64, 3), 127, np.uint8))

    assert hopeless(image) is None
    assert unsure is with_faults(image, unsure)
    assert max(edge_widths(image)) < 6
