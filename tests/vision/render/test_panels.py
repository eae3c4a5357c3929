"""What glossy faces mirror: a panel covers the directions towards it, a ring those round its dark middle."""

import numpy as np
import pytest

from vision.render import render as scene
from vision.render.panels import share_of
from vision.render.render import Appearance, Colour, LightPanel, Make, SceneLight, Sensor, VirtualCamera, VirtualDie

ABOVE = LightPanel(0, 90, wide=0.3, high=0.1)
RING = LightPanel(0, 90, wide=0.4, hole=0.2)
SIZE = (320, 240)


def toward(azimuth_deg, from_above_deg):
    azimuth, away = np.radians([azimuth_deg, from_above_deg])
    return np.array([np.sin(away) * np.cos(azimuth), np.sin(away) * np.sin(azimuth), np.cos(away)], np.float32)


@pytest.mark.parametrize(
    ("panel", "azimuth_deg", "from_above_deg", "share"),
    [
        (ABOVE, 0, 0, 1),
        (ABOVE, 90, 12, 1),
        (ABOVE, 0, 12, 0),
        (ABOVE, 90, 25, 0),
        (ABOVE, 0, 180, 0),
        (RING, 0, 0, 0),
        (RING, 0, 17, 1),
        (RING, 140, 17, 1),
        (RING, 140, 30, 0),
        (RING, 0, 180, 0),
    ],
)
def test_a_panel_covers_what_lies_within_it(panel, azimuth_deg, from_above_deg, share):
    assert share_of(panel, toward(azimuth_deg, from_above_deg)) == pytest.approx(share)


def test_a_hollow_face_mirrors_a_ring_lamp_round_the_camera_as_a_ring_round_its_middle():
    lit = Appearance(
        light=SceneLight(panels=(LightPanel(0, 90, wide=0.5, hole=0.3, bright=2),)), sensor=Sensor(0, 0, jpeg=None)
    )
    make = Make(corner=0.05, gloss=1, dent=0, dish=0.3)
    die, camera = VirtualDie(0, 0, 0, 0, Colour.RED, make), VirtualCamera(240)
    dark = Appearance(sensor=lit.sensor)
    pictures = [scene.render([die], camera, appearance, SIZE, np.random.default_rng(1)) for appearance in (dark, lit)]
    gained = (pictures[1].image.astype(int) - pictures[0].image).max(-1)
    corners = np.array(pictures[0].truth[0].corners)
    x, y = corners.mean(0)
    edge = np.ptp(corners, axis=0).max()
    away = np.hypot(*np.meshgrid(np.arange(SIZE[0]) - x, np.arange(SIZE[1]) - y)) / edge
    # a mirror that leans by a turns the ray by 2 a: the lamp is 0.3 to 0.5 away, the face leans by 0.6 times the way
    assert gained[away < 0.15].max() < 30
    assert gained[(away > 0.29) & (away < 0.37)].min() > 30
