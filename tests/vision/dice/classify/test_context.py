"""The context classifier: what it may add, what it may drop, and that no value is sure by it alone."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.detect.test_candidates import candidate_at, face_at
from vision.dice.classify.context import DetectedFaces, apply_context_classifier, classified_in_context
from vision.dice.confidence.scoring import confidence_of
from vision.dice.face import ContextReading
from vision.dice.params import DEFAULT
from vision.dice.pose import leaning as context
from vision.dice.refine import fitting

IMAGE = np.zeros((200, 900, 3), np.uint8)


def says(value=4, own=0.97, *, pipless=0.0):
    """What the context classifier says of one place: the value with this probability, no die with what is left."""
    chances = [1 - own - pipless, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, pipless]
    chances[value] += own
    return ContextReading(tuple(chances), 0.0, (0.0, 0.0), 0.1)


NO_DIE = says(own=0.02)


@pytest.fixture
def said(monkeypatch):
    """Replace the context classifier by fixed answers at each place (x), perhaps only for faces of one edge."""
    updated = {}

    class Canned:
        def classify(self, image, quads, *, closely=False):
            return tuple(self.at(float(quad[:, 0].mean()), float(quad[1, 0] - quad[0, 0])) for quad in quads)

        def at(self, x, edge):
            return updated.get((x, round(edge)), updated.get(x, NO_DIE))

    class Unmoved:
        def refine(self, image, quads):
            return list(quads)

    monkeypatch.setattr(context, "_network", Canned)
    monkeypatch.setattr(fitting, "_refiner", Unmoved)
    return updated


def after(faces, candidates=(), doubted=()):
    return apply_context_classifier(
        IMAGE, DetectedFaces(list(faces), doubted=list(doubted)), [each.proposal for each in candidates], DEFAULT
    )


def sure(face):
    return confidence_of(face, None, DEFAULT) >= DEFAULT.confidence.sure


GOOD = face_at(100, 80)
DOUBTFUL = face_at(300, 80, fit=0.0, probability=0.6, detector_score=0.0)


def test_a_die_that_the_other_stages_missed_is_reported_and_asked_about(said):
    said |= {100.0: says(4), 500.0: says(6)}

    seen = after([GOOD], candidates=[candidate_at(500, 80)])

    assert [(4, True), (6, False)] == [(face.value, sure(face)) for face in seen.faces]


@pytest.mark.parametrize(("at", "edge", "own"), [(130, 80, 0.97), (500, 12, 0.97), (500, 80, 0.5)])
def test_the_side_of_a_die_another_size_and_a_weak_claim_add_no_die(said, at, edge, own):
    said |= {100.0: says(4), float(at): says(6, own)}

    assert [GOOD.value] == [face.value for face in after([GOOD], candidates=[candidate_at(at, edge)]).faces]


def test_a_face_that_no_other_stage_supports_is_dismissed(said):
    said |= {100.0: says(4), 300.0: says(own=0.22)}

    seen = after([GOOD, DOUBTFUL])

    assert ([100.0], [300.0]) == ([face.centre[0] for face in seen.faces], [face.centre[0] for face in seen.doubted])


def test_a_die_of_which_the_others_are_sure_stays_and_is_asked_about_if_the_context_classifier_sees_none(said):
    seen = after([GOOD])

    assert [(4, False)] == [(face.value, sure(face)) for face in seen.faces]


def test_an_unsure_value_is_replaced_by_one_beyond_doubt(said):
    said |= {300.0: says(6)}

    open_to_doubt = replace(DOUBTFUL, probability=0.89)

    assert [(6, 4, False)] == [(face.value, face.second, sure(face)) for face in after([open_to_doubt]).faces]


def test_three_networks_that_agree_need_no_pips(said):
    said |= {300.0: says(4)}

    (face,) = after([replace(DOUBTFUL, probability=0.95)]).faces

    assert sure(face)


def test_a_frame_of_the_wrong_size_is_put_right(said):
    said |= {(300.0, 80): NO_DIE, (300.0, 100): says(4)}

    (face,) = after([DOUBTFUL]).faces

    assert 100 == pytest.approx(face.edge)


@pytest.mark.parametrize(
    ("there", "kept"),
    [(says(2, 0.9), (320.0, 2, False)), (says(4), (320.0, 4, True)), (says(2, 0.75), (300.0, 4, False))],
)
def test_where_the_stages_are_not_sure_the_die_is_classified_in_the_detectors_frame(said, there, kept):
    said |= {300.0: says(own=0.6), 320.0: there}

    (face,) = after([DOUBTFUL], candidates=[candidate_at(320, 80)]).faces

    assert kept == (face.centre[0], face.value, sure(face))


def test_a_find_that_lies_on_another_die_is_no_better_frame_for_this_one(said):
    """Otherwise one die would be reported twice, and perhaps as sure."""
    said |= {260.0: says(4, 0.99), 300.0: says(own=0.6)}
    neighbour = face_at(240, 80)
    said |= {240.0: says(4)}

    seen = after([neighbour, DOUBTFUL], candidates=[candidate_at(260, 80)])

    assert [240.0, 300.0] == [face.centre[0] for face in seen.faces]


def test_a_die_of_which_the_readers_are_sure_stays_as_it_is(said):
    said |= {100.0: says(own=0.95), 120.0: says(2, 0.99)}

    (face,) = after([GOOD], candidates=[candidate_at(120, 80)]).faces

    assert (100.0, 4, True) == (face.centre[0], face.value, sure(face))


@pytest.mark.parametrize(("own", "asked"), [(0.02, []), (0.4, [700.0])])
def test_a_doubtful_place_is_dropped_where_the_context_classifier_rejects_it(said, own, asked):
    said |= {100.0: says(4), 700.0: says(own=own)}

    assert asked == [face.centre[0] for face in after([GOOD], doubted=[face_at(700, 80)]).doubted]


@pytest.mark.parametrize(("own", "asked"), [(0.6, []), (0.7, [700.0])])
def test_what_is_as_small_as_the_grain_of_cloth_is_forgotten_more_easily(said, own, asked):
    said |= {700.0: says(own=own)}
    places = DetectedFaces([], doubted=[face_at(700, 12)], stray=[np.array([20.0, 20.0])])

    seen = apply_context_classifier(IMAGE, places, [], DEFAULT)

    assert (asked, len(asked)) == ([face.centre[0] for face in seen.doubted], len(seen.stray))


def test_a_die_with_numbers_is_named_as_such(said):
    said |= {100.0: says(4), 500.0: says(own=0.1, pipless=0.8)}

    seen = after([GOOD], candidates=[candidate_at(500, 80)])

    assert ([100.0], [500.0]) == ([face.centre[0] for face in seen.faces], [face.centre[0] for face in seen.pipless])


def test_a_one_that_the_others_read_is_no_die_without_pips(said):
    said |= {100.0: says(own=0.3, pipless=0.6)}

    seen = after([GOOD])

    assert ([100.0], []) == ([face.centre[0] for face in seen.faces], seen.pipless)


@pytest.mark.parametrize(("other", "asked"), [(0.1, []), (0.3, [500.0])])
def test_a_find_that_shows_some_value_or_other_is_asked_about(said, other, asked):
    said |= {100.0: says(4), 500.0: replace(NO_DIE, probabilities=(0.5 - other, 0.5, other, 0.0, 0.0, 0.0, 0.0, 0.0))}

    seen = after([GOOD], candidates=[candidate_at(500, 80)])

    assert ([100.0], asked) == ([face.centre[0] for face in seen.faces], [face.centre[0] for face in seen.doubted])


def test_what_only_the_lattice_search_found_needs_the_context_classifier(said):
    said |= {300.0: says(own=0.25)}
    spots = face_at(300, 80, probability=0.96, detector_score=None)

    assert ([], [300.0]) == ([*after([spots]).faces], [face.centre[0] for face in after([spots]).doubted])
    assert [4] == [
        face.value for face in apply_context_classifier(IMAGE, DetectedFaces([spots], crop=True), [], DEFAULT).faces
    ]


@pytest.mark.parametrize(("probability", "asked"), [(0.5, []), (0.99, [300.0])])
def test_what_the_reader_of_faces_takes_for_a_die_is_never_forgotten_without_a_question(said, probability, asked):
    said |= {100.0: says(4)}
    spots = face_at(300, 80, probability=probability, detector_score=None)

    assert asked == [face.centre[0] for face in after([GOOD, spots]).doubted]


@pytest.mark.parametrize(("crop", "certain"), [(True, True), (False, False)])
def test_what_a_die_lies_on_is_cut_away_in_a_crop_so_it_is_not_asked_about(said, crop, certain):
    said |= {100.0: replace(says(4), upon=0.9)}

    (face,) = apply_context_classifier(IMAGE, DetectedFaces([GOOD], crop=crop), [], DEFAULT).faces

    assert certain == sure(face)


@pytest.fixture
def context_of_moved(said, monkeypatch):
    """Move every doubtful frame ten pixels to the right; the context classifier gives the fixed answers above."""

    class Moved:
        def refine(self, image, quads):
            return [quad + np.float32([10, 0]) for quad in quads]

    monkeypatch.setattr(fitting, "_refiner", Moved)
    return said


def test_the_pose_of_a_doubtful_die_is_averaged_over_both_frames(context_of_moved):
    rough, moved = says(4, 0.8), says(4, 0.9)
    context_of_moved |= {
        300.0: replace(rough, upon=0.5, way=(0.0, 8.0)),
        310.0: replace(moved, upon=0.0, way=(4.0, 0.0)),
    }

    (face,) = classified_in_context(IMAGE, [DOUBTFUL], None, DEFAULT)

    assert (310.0, moved.probabilities) == (face.centre[0], face.context.probabilities)
    assert pytest.approx(rough.probabilities[4] * 0.5 / 2) == face.context.stacked
    assert pytest.approx((2.0, 4.0)) == face.context.way
    assert face.probability >= DOUBTFUL.probability


def test_a_frame_that_was_moved_to_where_there_is_less_of_a_face_is_left(context_of_moved):
    context_of_moved |= {300.0: says(4, 0.9), 310.0: says(4, 0.8)}

    (face,) = classified_in_context(IMAGE, [DOUBTFUL], None, DEFAULT)

    assert face.centre[0] == 300.0


def test_a_sure_face_is_not_moved(context_of_moved):
    context_of_moved |= {100.0: says(4), 110.0: says(4, 0.99)}

    (face,) = classified_in_context(IMAGE, [GOOD], None, DEFAULT)

    assert face.centre[0] == 100.0
