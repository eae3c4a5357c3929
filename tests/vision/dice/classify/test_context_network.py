"""The context classifier on rendered dice: values, and the ways down of their bodies."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.classify.context_network import ContextNetwork, _near_and_far
from vision.render.camera import Pinhole
from vision.render.render import Appearance, Colour, VirtualCamera, VirtualDie, render

SIZE = (1280, 720)
THROW = (
    VirtualDie(-50, 25, yaw_deg=17, value=2, colour=Colour.RED),
    VirtualDie(5, 30, yaw_deg=70, value=6, colour=Colour.BLUE),
    VirtualDie(55, 10, yaw_deg=33, value=5),
    VirtualDie(-25, -30, yaw_deg=52, value=3),
    VirtualDie(35, -35, yaw_deg=5, value=4, colour=Colour.BLUE),
)
CAMERAS = [VirtualCamera(300), VirtualCamera(320, 22), VirtualCamera(320, 30, azimuth_deg=10)]


@pytest.fixture(scope="module")
def network():
    return ContextNetwork()


def shot(camera, dice=THROW):
    seen = render(dice, camera, Appearance(), SIZE, np.random.default_rng(3))
    return seen.image, [np.array(die.corners) for die in seen.truth]


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("closely", [False, True])
def test_values_of_dice_that_lie_flat(network, camera, closely):
    standings = network.classify(*shot(camera), closely=closely)

    assert [die.value for die in THROW] == [context.value for context in standings]
    assert all(context.probabilities[context.value] > 0.7 for context in standings)
    assert [pytest.approx(1, abs=1e-4)] * 5 == [sum(context.probabilities) for context in standings]


def wanted(die, camera):
    """The way from the middle of the upper face to that of the lower one, in pixels."""
    ends = np.array([[die.x_mm, die.y_mm, z] for z in (die.make.edge_mm, 0.0)])
    top, bottom = Pinhole.of(camera, SIZE).project(ends)
    return bottom - top


@pytest.mark.parametrize("camera", CAMERAS)
def test_bodies_go_down_the_way_that_the_camera_sees_them(network, camera):
    picture, quads = shot(camera)

    standings = network.classify(picture, quads, closely=True)

    edges = [float(np.linalg.norm(quad[1] - quad[0])) for quad in quads]
    off = [
        float(np.hypot(*(np.array(context.way) - wanted(die, camera)))) / edge
        for context, die, edge in zip(standings, THROW, edges, strict=True)
    ]
    assert max(off) < 0.25, off


def test_a_leaning_die_goes_down_another_way(network):
    leaning = (replace(THROW[0], lean_deg=35), *THROW[1:])
    picture, quads = shot(CAMERAS[0], leaning)

    way = np.array(network.classify(picture, quads, closely=True)[0].way)

    assert np.hypot(*(way - wanted(THROW[0], CAMERAS[0]))) > 0.35 * np.linalg.norm(quads[0][1] - quads[0][0])


def test_cloth_is_no_die(network):
    cloth = np.random.default_rng(1).normal(120, 12, (300, 300, 3)).clip(0, 255).astype(np.uint8)
    (context,) = network.classify(cloth, [np.array([[110, 110], [190, 110], [190, 190], [110, 190]])])

    assert context.none + context.pipless > 0.9


class Unasked:
    """A network that must not be run."""

    def answers(self, *asked):
        raise AssertionError(asked)


def alone():
    """The classifier, whose far network must not be run."""
    network = ContextNetwork()
    network.__dict__["_far"] = Unasked()
    return network


def test_the_first_pass_uses_one_network():
    assert 5 == len(alone().classify(*shot(CAMERAS[0])))


def test_the_close_pass_uses_both_networks():
    with pytest.raises(AssertionError):
        alone().classify(*shot(CAMERAS[0]), closely=True)


def test_a_die_whose_patch_is_cut_off_is_not_classified_by_the_far_network():
    picture, quads = shot(CAMERAS[0])
    x, y = quads[0].min(axis=0).astype(int) - 12
    width, height = np.ptp(quads[0], axis=0).astype(int) + 24
    crop = np.ascontiguousarray(picture[y : y + height, x : x + width])

    (context,) = alone().classify(crop, [quads[0] - (x, y)], closely=True)

    assert THROW[0].value == context.value


def answers(pips, none=0.0, upon=0.0, way=(0.0, 0.0), spread=0.0):
    """What a network says of one die: the chances of 1 to 6, of no die and, the rest, of one without pips."""
    return np.array([[none, *pips, 1 - none - sum(pips), upon, *way, spread]], np.float32)


def test_both_say_whether_it_is_a_die_and_which_way_it_goes_down_and_the_nearer_one_what_it_shows():
    near = answers((0.0, 0.4, 0.2, 0.0, 0.0, 0.0), none=0.3, upon=0.2, way=(0.1, 0.3), spread=-2.0)
    far = answers((0.0, 0.0, 0.0, 0.0, 0.8, 0.0), none=0.0, upon=0.9, way=(0.3, 0.1), spread=-1.0)

    updated = _near_and_far(near, far)[0].tolist()

    assert pytest.approx([0.225, 0, 0.7 * 2 / 3, 0.7 / 3, 0, 0, 0, 0.075]) == updated[:8]
    assert pytest.approx([0.2, 0.2, 0.2, -1.5]) == updated[8:]


def test_no_faces_give_no_readings(network):
    assert () == network.classify(np.zeros((50, 50, 3), np.uint8), [])
