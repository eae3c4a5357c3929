"""Which parts of a picture are searched on which level: fewer where a coarser level suffices, and no die is missed."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from companion.observations import Colour
from vision.dice.detect.network import DetectorNetwork
from vision.dice.detect.proposals import DetectorParams, DiceDetector
from vision.render.render import Appearance, Make, Sensor, TableSurface, VirtualCamera, VirtualDie, render

SQUARE = [(17 * x, 17 * y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
EVERYWHERE = DetectorParams(levels=replace(DetectorParams().levels, near_edge_px=inf))
QUARTER, HALF, WHOLE = 180 * 320, 360 * 640, 720 * 1280


def throw(places, distance_mm, small=(), table=TableSurface.WOOD):
    appearance = Appearance(table, ((150, 90, 60), (190, 130, 90)), sensor=Sensor(blur_px=0.5, noise=1.0, jpeg=None))
    dice = [VirtualDie(x, y, 10 * n, 1 + n % 6) for n, (x, y) in enumerate(places)]
    dice += [VirtualDie(x, y, 20, 5, Colour.RED, make=Make(edge_mm=8.0)) for x, y in small]
    return render(dice, VirtualCamera(distance_mm, 8.0), appearance, (1280, 720), np.random.default_rng(4)).image


@pytest.fixture
def seen(monkeypatch):
    """How many pixels the detector was shown each time."""
    pixels = []
    detect = DetectorNetwork.detect

    def counted(self, level, *rest):
        pixels.append(level.shape[0] * level.shape[1])
        return detect(self, level, *rest)

    monkeypatch.setattr(DetectorNetwork, "detect", counted)
    return pixels


def test_round_large_dice_a_part_of_the_half_is_searched_and_nothing_of_the_whole(seen):
    DiceDetector().propose(throw(SQUARE, 200))
    quarter, half, *coarser = seen
    assert QUARTER == quarter
    assert 0.1 * HALF < half < 0.7 * HALF
    assert max(coarser) < QUARTER


def test_round_small_dice_a_part_of_the_whole_is_searched(seen):
    DiceDetector().propose(throw(SQUARE, 420))
    quarter, half, part = seen
    assert (QUARTER, HALF) == (quarter, half)
    assert part < WHOLE / 4


def test_faint_detections_of_the_quarter_do_not_limit_the_search(seen):
    DiceDetector().propose(throw(SQUARE, 320))
    assert [QUARTER, HALF] == seen[:2]


def test_an_empty_table_is_searched_everywhere(seen):
    DiceDetector().propose(throw([], 200))
    assert {QUARTER, HALF, WHOLE} <= set(seen)


@pytest.mark.parametrize("table", [TableSurface.WOOD, TableSurface.CLOTH, TableSurface.FELT])
@pytest.mark.parametrize("distance_mm", [150, 200, 280, 420])
def test_searching_a_part_detects_what_searching_everything_detects(table, distance_mm):
    picture = throw([*SQUARE[:4], (40, 20), (-45, -20)], distance_mm, table=table)
    part, everything = (
        sorted(network.propose(picture), key=lambda face: face.centre)
        for network in (DiceDetector(), DiceDetector(EVERYWHERE))
    )
    for one, other in zip(part, everything, strict=True):
        assert other.value == one.value
        assert pytest.approx(other.centre, abs=2.0) == one.centre


@pytest.mark.parametrize("distance_mm", [200, 280, 420])
def test_a_part_is_seen_as_it_is_in_the_whole(distance_mm):
    picture = throw([*SQUARE[:4], (40, 20), (-45, -20)], distance_mm)
    part, everything = (
        sorted((*face.centre, face.face) for face in network.propose(picture))
        for network in (DiceDetector(), DiceDetector(EVERYWHERE))
    )
    assert np.allclose(everything, part, atol=0.1, rtol=0)
    assert np.allclose([face[2] for face in everything], [face[2] for face in part], atol=0.002)


@pytest.mark.parametrize("place", [(-60, 30), (62, -30), (-62, -28)])
def test_a_die_half_as_large_is_found_far_from_the_others(place):
    found = DiceDetector().propose(throw(SQUARE, 200, small=[place]))
    assert len(SQUARE) + 1 == len(found)
    assert min(found, key=lambda face: face.edge_px).value == 5
