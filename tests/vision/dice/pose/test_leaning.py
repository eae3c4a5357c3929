"""Which dice lie flat: their bodies go down the way that the camera would see if all of them did."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.detect.test_candidates import face_at
from vision.dice.confidence.scoring import confidence_of
from vision.dice.face import ContextReading
from vision.dice.params import DEFAULT
from vision.dice.pose.leaning import leans, unsettled, with_leans
from vision.dice.pose.uprights import Uprights
from vision.render.camera import Pinhole
from vision.render.dice import PlacedDie, faces_seen
from vision.render.objects import VirtualCamera, VirtualDie

SIZE = (1280, 720)
CAMERAS = [
    VirtualCamera(450),
    VirtualCamera(300, 25),
    VirtualCamera(500, 40, azimuth_deg=-60),
    VirtualCamera(700, 15, azimuth_deg=80, focal=1.6),
]
PLACES = [(-60, 20), (10, 35), (70, -10), (-20, -40), (45, -35)]


def seen(die, camera, wrong=(0.0, 0.0)):
    """Return the upper face of a die as it is, its way down measured wrongly by so many edges."""
    pose, hole = PlacedDie.of(die), Pinhole.of(camera, SIZE)
    (corners,) = (corners for axis, _, corners in faces_seen(pose, hole) if axis == 4)
    quad, below = hole.project(corners), hole.project(2 * pose.middle - corners)
    u, v = (quad[1] + quad[2] - quad[0] - quad[3]) / 4, (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    face = replace(face_at(0, 1), centre=quad.mean(axis=0), u=u, v=v)
    x, y = below.mean(axis=0) - quad.mean(axis=0) + np.array(wrong) * face.edge
    return replace(
        face, context=ContextReading((0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0), 0.0, (float(x), float(y)), 0.05)
    )


def throw(many=5, **leaning):
    """Return dice of which the second one leans."""
    dice = [VirtualDie(x, y, yaw_deg=25 * n, value=4) for n, (x, y) in enumerate(PLACES[:many])]
    return [dice[0], replace(dice[1], **leaning), *dice[2:]]


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("many", [2, 3, 5])
def test_dice_that_lie_flat_agree_under_any_camera(camera, many):
    flat = [seen(die, camera) for die in throw(many)]

    assert (leans(flat, SIZE[::-1], DEFAULT.context) < 1.2).all()


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("way", [0, 30, 45])
@pytest.mark.parametrize("lean", [25, 35, 44])
def test_a_cocked_die_among_others_is_the_one_that_does_not_agree(camera, way, lean):
    faces = [seen(die, camera) for die in throw(lean_deg=lean, lean_at_deg=way)]

    off = leans(faces, SIZE[::-1], DEFAULT.context)

    assert (1, True) == (int(off.argmax()), off[1] > 4)
    assert (np.delete(off, 1) < 2.5).all()


def test_of_two_dice_that_do_not_agree_both_may_lean():
    faces = [seen(die, CAMERAS[1]) for die in throw(2, lean_deg=35)]

    assert (leans(faces, SIZE[::-1], DEFAULT.context) > 3).all()


def test_one_die_alone_does_not_determine_the_camera():
    assert [0.0] == list(leans([seen(throw()[0], CAMERAS[2])], SIZE[::-1], DEFAULT.context))


def test_a_way_that_is_measured_poorly_is_no_reason_to_ask():
    others = [seen(die, CAMERAS[0]) for die in throw()[1:]]
    poor = seen(throw()[0], CAMERAS[0], wrong=(0.3, 0.0))
    poor = replace(poor, context=replace(poor.context, spread=0.3))

    assert (leans([poor, *others], SIZE[::-1], DEFAULT.context) < 1.5).all()


def square_seen_from_the_side():
    """Nine dice that touch: only those in front show the side that faces the camera."""
    camera = VirtualCamera(450, 35)
    dice = [VirtualDie(16.2 * column, 16.2 * row, value=4, yaw_deg=0) for row in (0, 1, 2) for column in (-1, 0, 1)]
    faces = [seen(die, camera) for die in dice]
    unseen = [replace(face.context, way=(0.0, 0.0), spread=0.18) for face in faces]
    return [
        face if n < 3 else replace(face, context=nothing)
        for n, (face, nothing) in enumerate(zip(faces, unseen, strict=True))
    ]


def test_a_side_that_a_neighbour_hides_is_no_lean():
    assert (leans(square_seen_from_the_side(), SIZE[::-1], DEFAULT.context) < 1.5).all()


def test_a_cocked_die_in_front_of_such_a_square_is_found():
    front, *others = square_seen_from_the_side()
    x, y = front.context.way
    cocked = replace(front, context=replace(front.context, way=(x - 0.6 * front.edge, y)))

    off = leans([cocked, *others], SIZE[::-1], DEFAULT.context)

    assert (0, True) == (int(off.argmax()), off[0] > 2)


STRAIGHT_DOWN = Uprights(np.zeros(2), -(450 - 16) / 450)
"""What a mat determines of `CAMERAS[0]`."""


@pytest.mark.parametrize("n", range(5))
def test_a_die_alone_is_held_against_a_camera_that_is_known(n):
    flat = throw()[n]
    for die, asked in ((flat, False), (replace(flat, lean_deg=25), True), (replace(flat, lean_deg=44), True)):
        (off,) = leans([seen(die, CAMERAS[0])], SIZE[::-1], DEFAULT.context, [STRAIGHT_DOWN])
        assert (asked, not asked) == (off > 2.2, off < 1)


def test_of_two_dice_that_do_not_agree_a_known_camera_decides_which_one_leans():
    first, second = leans(
        [seen(die, CAMERAS[0]) for die in throw(2, lean_deg=35)], SIZE[::-1], DEFAULT.context, [STRAIGHT_DOWN]
    )

    assert (True, True) == (first < 1, second > 3)


def test_where_the_camera_is_known_poorly_the_dice_decide_which_it_is():
    """Dice at the border of the picture go down elsewhere through a wide lens."""
    faces = [seen(die, CAMERAS[0]) for die in throw()]
    wrong = replace(STRAIGHT_DOWN, turn=-2.6)

    assert leans(faces, SIZE[::-1], DEFAULT.context, [wrong]).max() > 2
    assert (leans(faces, SIZE[::-1], DEFAULT.context, [wrong, replace(STRAIGHT_DOWN, unlikely=2)]) < 1).all()


def test_where_nothing_lies_nothing_leans():
    assert [] == list(leans([], SIZE[::-1], DEFAULT.context, [STRAIGHT_DOWN]))


def test_a_hidden_side_is_forgiven_where_the_camera_is_known_too():
    """Two dice that touch, far from the middle: what one would show of its side, the other one hides."""
    die = throw()[0]
    inner = replace(die, x_mm=die.x_mm + 16.2, yaw_deg=0)
    outer, beside = (
        seen(each, CAMERAS[0]) for each in (replace(die, x_mm=-180, yaw_deg=0), replace(inner, x_mm=-163.8))
    )
    unseen = replace(outer, context=replace(outer.context, way=(0.0, 0.0), spread=0.1))

    assert 3 < leans([unseen], SIZE[::-1], DEFAULT.context, [STRAIGHT_DOWN])[0]
    assert (leans([unseen, beside], SIZE[::-1], DEFAULT.context, [STRAIGHT_DOWN]) < 1.5).all()


def context(*, none=0.0, upon=0.0, other=0.0):
    """Return a reading of the context classifier of a 4, with the probabilities of other classes."""
    return ContextReading((none, 0.0, other, 0.0, 1 - none - other, 0.0, 0.0, 0.0), upon, (0.0, 0.0), 0.1)


@pytest.mark.parametrize(
    ("face", "asked"),
    [
        (face_at(0, 80, context=context()), False),
        (face_at(0, 80, context=context(upon=0.9)), True),
        (face_at(0, 80, context=context(), lean=5.0), True),
    ],
)
def test_a_die_that_may_not_lie_flat_is_asked_about(face, asked):
    assert asked == unsettled(face, DEFAULT)
    assert asked == (confidence_of(face, None, DEFAULT) < DEFAULT.confidence.sure)


@pytest.mark.parametrize("doubt", [{"none": 0.95}, {"other": 0.9}])
def test_what_the_context_classifier_takes_for_something_else_is_not_sure(doubt):
    assert confidence_of(face_at(0, 80, context=context(**doubt)), None, DEFAULT) < DEFAULT.confidence.sure


@pytest.mark.parametrize(("close", "asked"), [(False, False), (True, True)])
def test_of_two_close_passes_the_greater_lean_counts(monkeypatch, close, asked):
    camera = CAMERAS[0]
    flat, *others = [seen(die, camera) for die in throw(4)]
    wrong = seen(throw(4)[0], camera, wrong=(0.3, 0.0))
    first = replace(wrong, context=replace(wrong.context, close=close))

    class Again:
        def classify(self, image, quads, *, closely=False):
            return tuple(replace(flat.context, close=closely) for _ in quads)

    monkeypatch.setattr("vision.dice.pose.leaning._network", Again)

    updated, *_ = with_leans(np.zeros((*SIZE[::-1], 3), np.uint8), [first, *others], DEFAULT)

    assert asked == unsettled(updated, DEFAULT)
