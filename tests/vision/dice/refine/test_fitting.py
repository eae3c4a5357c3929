"""The refiner: rough frames move onto the faces they were meant for, and no frame is lost."""

import numpy as np
import pytest

from tests.vision.dice.classify.test_context_network import shot
from vision.dice.face import Face
from vision.dice.refine.fitting import fitted
from vision.dice.refine.network import FRAME, FrameRefiner, _in_picture
from vision.render.render import VirtualCamera

CAMERAS = [VirtualCamera(300), VirtualCamera(520), VirtualCamera(320, 22), VirtualCamera(320, 35, azimuth_deg=20)]
CLOSE = 0.1
"""In edges: what a frame may be off in the end."""


@pytest.fixture(scope="module")
def refiner():
    return FrameRefiner()


def edge_of(quad):
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def off(quad, true):
    """How far the farthest corner is from its place, in edges."""
    return float(np.linalg.norm(quad - true, axis=1).max()) / edge_of(true)


def turned(quad, degrees):
    angle, middle = np.radians(degrees), quad.mean(0)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return middle + (quad - middle) @ turn


FAULTS = {
    "none": lambda quad: quad,
    "too large": lambda quad: quad.mean(0) + 1.3 * (quad - quad.mean(0)),
    "too small": lambda quad: quad.mean(0) + 0.75 * (quad - quad.mean(0)),
    "beside it": lambda quad: quad + np.array([0.2, -0.15]) * edge_of(quad),
    "turned": lambda quad: turned(quad, 15),
    "too wide": lambda quad: quad.mean(0) + (quad - quad.mean(0)) * (1.25, 0.9),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("camera", CAMERAS)
def test_a_frame_comes_to_lie_on_its_face_whatever_its_fault_was(refiner, camera, fault):
    picture, quads = shot(camera)

    moved = refiner.refine(picture, [FAULTS[fault](quad) for quad in quads])

    assert max(off(quad, true) for quad, true in zip(moved, quads, strict=True)) < CLOSE


@pytest.mark.parametrize("first", range(4))
def test_the_first_corner_stays_the_first(refiner, first):
    picture, quads = shot(CAMERAS[2])
    ordered = [np.roll(quad, first, axis=0) for quad in quads]

    moved = refiner.refine(picture, [FAULTS["beside it"](quad) for quad in ordered])

    assert max(off(quad, true) for quad, true in zip(moved, ordered, strict=True)) < CLOSE


def test_a_frame_that_reaches_out_of_the_picture_moves_as_well(refiner):
    picture, (quad, *_) = shot(CAMERAS[0])
    left, top = np.maximum(quad.min(0) - 2, 0).astype(int)

    (moved,) = refiner.refine(picture[top:, left:].copy(), [FAULTS["too large"](quad - (left, top))])

    assert off(moved, quad - (left, top)) < 2 * CLOSE


def test_no_frames_are_no_work(refiner):
    assert refiner.refine(np.zeros((9, 9, 3), np.uint8), []) == []


def test_a_frame_stays_where_the_network_outputs_no_convex_shape():
    quad = 40 * FRAME + 100
    crossed = FRAME[[0, 2, 1, 3]]

    np.testing.assert_array_equal(quad, _in_picture(quad, crossed))
    np.testing.assert_allclose(quad, _in_picture(quad, FRAME), atol=1e-4)


def test_a_moved_face_keeps_all_but_its_frame():
    picture, (quad, *_) = shot(CAMERAS[0])
    middle, across, along = quad.mean(0), (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
    rough = Face(
        centre=middle + 0.2 * across,
        u=1.2 * across,
        v=1.2 * along,
        value=2,
        second=4,
        fit=0.5,
        margin=0.1,
        even=1.0,
        radius=0.1,
        inside=np.zeros(3),
        around=np.zeros(3),
        pips=2,
    )

    (moved,) = fitted(picture, [rough])

    assert off(moved.corners, quad) < CLOSE
    assert (moved.value, moved.second, moved.fit) == (2, 4, 0.5)
