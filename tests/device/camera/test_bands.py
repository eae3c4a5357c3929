"""Whole readings while dark bands of lamplight roll through the picture, a quarter up and down."""

import numpy as np
import pytest

from companion.effects import ReadRequest
from companion.observations import Colour, Kind
from companion.texts import say
from device.camera.zone_reader import ZoneReader
from vision.camera.source import Frame
from vision.readers import READERS
from vision.render.render import Appearance, TableSurface, VirtualCamera, VirtualDie, render

SIZE = (640, 360)
FRAMES = {Kind.DICE: 30, Kind.CUBO: 12}
PERIOD_PX, DEPTH = 60, 0.25
LOOKS = 5
"""Of four frames each, which is what the reader takes."""

RED, BLUE, WHITE = Colour.RED, Colour.BLUE, Colour.WHITE
THROW = [
    VirtualDie(-40, -20, 20, 6, RED),
    VirtualDie(-10, -25, 50, 3, BLUE),
    VirtualDie(20, -22, 70, 2, RED),
    VirtualDie(45, -10, 10, 5, BLUE),
]
BUILT = [
    VirtualDie((at % 3 - 1) * 16.5, (1 - at // 3) * 16.5, 0, value, WHITE if at == 4 else (RED, BLUE)[at % 2])
    for at, value in enumerate((5, 3, 1, 6, 4, 2, 1, 5, 6))
]
TABLES = {Kind.DICE: (THROW, VirtualCamera(260)), Kind.CUBO: (BUILT, VirtualCamera(230))}


class UnderALamp:
    """A camera whose exposure does not fit the mains."""

    def __init__(self, kind):
        dice, camera = TABLES[kind]
        self.picture = render(dice, camera, Appearance(TableSurface.FELT), SIZE, np.random.default_rng(1)).image
        self.number = 0

    def still(self, after_ns, timeout_s):
        rows = np.arange(SIZE[1])[:, None, None]
        bands = 1 + DEPTH * np.sin(2 * np.pi * (rows / PERIOD_PX + self.number * 0.37))
        noise = np.random.default_rng(self.number).normal(0, 2, self.picture.shape)
        self.number += 1
        return Frame(np.clip(self.picture * bands + noise, 0, 255).astype(np.uint8), after_ns, say("a camera"))


def known(kind):
    """What lies there, in the order in which it is read: places in a square, anything in a throw."""
    dice = [(die.value, die.colour) for die in TABLES[kind][0]]
    return sorted(dice) if kind is Kind.DICE else dice


def read(observation):
    dice = [(die.value, die.colour) for die in observation.dice]
    return sorted(dice) if observation.kind is Kind.DICE else dice


@pytest.mark.parametrize("kind", TABLES)
def test_single_frames_are_read_alike_though_some_may_be_unsure(kind):
    camera = UnderALamp(kind)
    seen = [READERS[kind](camera.still(0, 0).image) for _ in range(FRAMES[kind])]

    assert [known(kind)] * FRAMES[kind] == [read(each) for each in seen]
    assert sum(each.sure for each in seen) > 0.75 * FRAMES[kind]


@pytest.mark.parametrize("kind", TABLES)
def test_what_the_eyes_read_is_constant_and_sure(kind):
    reader = ZoneReader(UnderALamp(kind), lambda: 5)
    seen = [reader.read_table(ReadRequest("table", kind, say("the table"))).event.observation for _ in range(LOOKS)]

    assert [(known(kind), True)] * LOOKS == [(read(each), each.sure) for each in seen]
