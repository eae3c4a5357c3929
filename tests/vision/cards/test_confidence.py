"""What may be believed: similarity, match, lead over the second best, width in pixels and cover, each at its border."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.observations import CardFace
from tests.vision.cards.builders import face, small
from vision.cards.classify import Guess
from vision.cards.compare import Fit, fit
from vision.cards.confidence import CardStanding, Shows, hidden_share, judged
from vision.cards.deck import CardView
from vision.cards.params import DEFAULT

PARAMS = DEFAULT.confidence
VIEW = CardView("red-2-disc", CardFace.FRONT, small(face(2)), 63, 88)
CLEAR = Guess(VIEW, 0.95, 0, fit(VIEW.picture, VIEW.picture), 0.4)


def standing(guess, short_px=90.0, shows=Shows.WHOLE):
    return judged([guess], short_px, shows, PARAMS).standing


def test_a_clear_card_is_sure():
    verdict = judged([CLEAR], 90, Shows.WHOLE, PARAMS)

    assert (CardStanding.SURE, False) == (verdict.standing, verdict.covered)
    assert 0.5 < verdict.confidence <= 1


@pytest.mark.parametrize(
    ("change", "border"),
    [("similarity", 2 * PARAMS.sure_likeness - CLEAR.fit.match), ("ahead", PARAMS.lead)],
)
def test_the_border_between_sure_and_asked(change, border):
    assert CardStanding.SURE is standing(replace(CLEAR, **{change: border}))
    assert CardStanding.DOUBTED is standing(replace(CLEAR, **{change: border - 1e-4}))


def test_the_border_of_the_match():
    good = replace(CLEAR.fit, match=PARAMS.sure_match)

    assert CardStanding.SURE is standing(replace(CLEAR, fit=good))
    assert CardStanding.DOUBTED is standing(replace(CLEAR, fit=replace(good, match=PARAMS.sure_match - 1e-6)))


def test_what_looks_like_no_card_of_the_deck_is_foreign():
    border = 2 * PARAMS.least_likeness - CLEAR.fit.match

    assert CardStanding.DOUBTED is standing(replace(CLEAR, similarity=border))
    assert CardStanding.FOREIGN is standing(replace(CLEAR, similarity=border - 1e-4))


def test_without_guesses_a_card_is_foreign():
    assert CardStanding.FOREIGN is judged([], 90, Shows.WHOLE, PARAMS).standing


def test_small_cards_are_asked_about():
    assert CardStanding.SURE is standing(CLEAR, PARAMS.sure_short_px)
    assert CardStanding.DOUBTED is standing(CLEAR, PARAMS.sure_short_px - 0.1)


def test_a_card_cut_by_the_picture_is_never_sure():
    assert CardStanding.DOUBTED is standing(CLEAR, shows=Shows.CUT)


def test_a_strip_needs_more_of_a_lead():
    assert PARAMS.strip_lead > PARAMS.lead
    assert CardStanding.SURE is standing(replace(CLEAR, ahead=PARAMS.strip_lead), shows=Shows.STRIP)
    assert CardStanding.DOUBTED is standing(replace(CLEAR, ahead=PARAMS.strip_lead - 1e-6), shows=Shows.STRIP)
    assert judged([CLEAR], 90, Shows.STRIP, PARAMS).covered


@pytest.mark.parametrize(("share", "covered", "sure"), [(0.0, False, True), (0.12, True, True), (0.4, True, False)])
def test_something_over_a_card_covers_it(share, covered, sure):
    known = CLEAR.fit.reference
    seen = known.copy()
    seen[: round(share * len(seen))] = (20, 150, 60)
    verdict = judged([replace(CLEAR, fit=Fit(seen, known, 0.9, np.eye(3)))], 90, Shows.WHOLE, PARAMS)

    assert (covered, sure) == (verdict.covered, verdict.standing is CardStanding.SURE)
    assert abs(hidden_share(Fit(seen, known, 0.9, np.eye(3))) - share) < 0.06
