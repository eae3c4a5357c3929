"""How much must speak for a value: odds of two networks and plain pips add up, and one alone is never enough."""

from dataclasses import replace

import numpy as np
import pytest

from companion.observations import Colour
from tests.vision.dice.detect.test_candidates import face_at
from vision.dice.classify.context import reclassified
from vision.dice.confidence.scoring import confidence_of
from vision.dice.face import ContextReading
from vision.dice.params import DEFAULT
from vision.render.render import Appearance, Make, Sensor, VirtualCamera, VirtualDie, render


def updated(own, probability, *, none=0.0, plain=0.0, fit=0.0, detector_score=0.0):
    """Return a 4 of the detector, with these scores of the stages; another value gets the rest."""
    context = ContextReading((none, 0.0, 0.0, 0.0, own, 1 - own - none, 0.0, 0.0), 0.0, (0.0, 0.0), 0.1)
    face = face_at(100, 80, value=4, fit=fit, probability=probability, detector_score=detector_score)
    return replace(face, context=context, plain=plain)


def sure(face):
    return confidence_of(face, None, DEFAULT) >= DEFAULT.confidence.sure


@pytest.mark.parametrize(
    ("face", "expected"),
    [
        (updated(0.95, 0.9), True),
        (updated(0.9, 0.83), True),
        (updated(0.9, 0.7), False),
        (updated(0.9, 0.7, plain=1.0), True),
        (updated(0.75, 0.99), True),
        (updated(0.75, 0.9), False),
        (updated(0.75, 0.9, plain=1.0), True),
        (updated(0.65, 0.999, plain=1.0), False),
        (updated(0.999, 0.6, plain=1.0), False),
        (updated(0.95, 0.0, plain=1.0), False),
        (updated(0.92, 0.95, none=0.08), False),
        (updated(0.92, 0.95, none=0.03), True),
    ],
)
def test_what_is_enough_and_what_is_not(face, expected):
    assert sure(face) is expected


@pytest.mark.parametrize("fit", [0.9, 1.0])
def test_pips_that_led_to_a_frame_to_which_the_detector_gives_another_value_are_no_evidence(fit):
    alike = updated(0.9, 0.7, fit=fit, detector_score=0.3)
    assert sure(alike)
    assert not sure(replace(alike, detector_score=0.0))


@pytest.mark.parametrize(("edge", "expected"), [(18, False), (24, True)])
def test_of_a_tiny_die_all_see_too_little(edge, expected):
    large = updated(0.95, 0.95)
    tiny = replace(large, u=large.u * edge / 80, v=large.v * edge / 80)
    assert sure(tiny) is expected


def throw(make):
    """Return a picture of a 2 and the face in it, as the context classifier alone reads it."""
    appearance = Appearance(sensor=Sensor(noise=2))
    seen = render(
        [VirtualDie(0, 0, 25, 2, Colour.RED, make)],
        VirtualCamera(300, 15),
        appearance,
        (640, 480),
        np.random.default_rng(4),
    )
    corners = np.array(seen.truth[0].corners)
    u, v = (
        (corners[1] + corners[2] - corners[0] - corners[3]) / 4,
        (corners[2] + corners[3] - corners[0] - corners[1]) / 4,
    )
    told_by_third = updated(0.9, 0.0)
    context = replace(told_by_third.context, probabilities=(0.0, 0.0, 0.9, 0.1, 0.0, 0.0, 0.0, 0.0))
    face = replace(told_by_third, value=2, centre=corners.mean(0), u=u, v=v, context=context)
    return seen.image, face


@pytest.mark.parametrize("two", [0.62, 0.8, 1.0])
def test_a_value_that_only_one_stage_gave_is_classified_again_where_the_die_lies(two):
    image, face = throw(Make(two=two))
    assert not sure(face)

    (again,) = reclassified(image, [face], None, DEFAULT)

    assert sure(again)
    assert again.value == 2


def test_a_wrong_value_does_not_get_sure_by_asking_again():
    image, face = throw(Make())
    wrong = replace(
        face, value=3, context=replace(face.context, probabilities=(0.0, 0.0, 0.1, 0.9, 0.0, 0.0, 0.0, 0.0))
    )

    (again,) = reclassified(image, [wrong], None, DEFAULT)

    assert not sure(again)


def test_a_die_that_is_sure_is_not_asked_about_again():
    image, face = throw(Make())
    certain = replace(face, probability=0.99)
    assert [certain] == reclassified(image, [certain], None, DEFAULT)
