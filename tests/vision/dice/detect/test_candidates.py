"""Places where a die may lie: what speaks for each, held against what speaks for the others."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.classify.face_network import FaceReading
from vision.dice.confidence.scoring import confidence_of
from vision.dice.detect.candidates import DieCandidate, believable
from vision.dice.detect.proposals import Proposal
from vision.dice.face import Face
from vision.dice.params import DEFAULT

COLOUR = np.array([20, 20, 20], np.float32)


def face_at(x, edge, value=4, **how):
    """Return a face that all stages support."""
    half = edge / 2
    updated = Face(
        np.array([x, 100.0]), np.array([half, 0.0]), np.array([0.0, half]), value, 5,
        fit=0.95, margin=0.15, even=0.95, radius=0.1, inside=COLOUR, around=10 * COLOUR, pips=value, probability=0.99,
    )  # fmt: skip
    return replace(updated, **how)


def candidate_at(x, edge, weight=0.9, *, face=0.9, agreed=True):
    """Return a candidate on which the stages agree, or do not."""
    reading = FaceReading((0.02, 0.0, 0.0, 0.0, 0.98, 0.0, 0.0))
    quad = ((x - edge / 2, 60.0), (x + edge / 2, 60.0), (x + edge / 2, 140.0), (x - edge / 2, 140.0))
    chances = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    proposal = Proposal((x, 100.0), edge, 0.0, quad, 4, chances, face, 2, reading)
    return DieCandidate(proposal, face_at(x, edge), weight, agreed)


THREE_DICE = [candidate_at(100, 80), candidate_at(300, 84), candidate_at(500, 76)]


def test_threads_of_a_cloth_are_no_dice_however_many_are_detected():
    threads = [candidate_at(700 + 20 * n, 11, face=0.8) for n in range(40)]

    kept, doubted = believable([*THREE_DICE, *threads], DEFAULT)

    assert [100.0, 300.0, 500.0] == sorted(each.proposal.centre[0] for each in kept)
    assert [] == doubted


@pytest.mark.parametrize("edge", [50, 120])
def test_a_die_of_another_make_may_be_half_as_large_again(edge):
    kept, _ = believable([*THREE_DICE, candidate_at(800, edge)], DEFAULT)

    assert 4 == len(kept)


def test_a_weak_place_of_the_same_size_is_doubted_and_of_another_size_forgotten():
    weak = {"weight": 0.22, "agreed": False, "face": 0.5}

    _, alike = believable([*THREE_DICE, candidate_at(800, 80, **weak)], DEFAULT)
    _, unlike = believable([*THREE_DICE, candidate_at(800, 20, **weak)], DEFAULT)

    assert (1, 0) == (len(alike), len(unlike))


@pytest.mark.parametrize(
    ("probability", "detector_score", "sure"),
    [(0.99, 0.9, True), (0.99, 0.6, False), (0.92, 0.9, False), (0.99, 0.0, False)],
)
def test_what_only_the_networks_see_is_believed_beyond_doubt_only(probability, detector_score, sure):
    unseen = face_at(
        100, 80, fit=0.0, margin=0.0, even=0.0, pips=0, probability=probability, detector_score=detector_score
    )

    assert sure == (confidence_of(unseen, None, DEFAULT) >= DEFAULT.confidence.sure)
