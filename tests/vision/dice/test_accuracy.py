"""The least accuracy of reading dice: a change that loses accuracy on the rendered pictures fails here."""

from pathlib import Path

import pytest

from vision.evaluation.labels import labels_under
from vision.evaluation.measure import measure

PICTURES = Path(__file__).parents[2] / "pictures" / "dice"


@pytest.fixture(scope="module")
def outcomes():
    return [measure(label) for label in labels_under(PICTURES)]


def of(outcomes, kind):
    return [outcome for outcome in outcomes if outcome.label.kind == kind]


@pytest.mark.parametrize(("kind", "pictures", "least"), [("cubo", 10, 10), ("loose", 11, 11)])
def test_pictures_are_read_whole(outcomes, kind, pictures, least):
    measured = of(outcomes, kind)

    assert pictures == len(measured)
    assert least <= sum(outcome.exact for outcome in measured), [
        outcome.label.path.name for outcome in measured if not outcome.exact
    ]


def test_no_wrong_reading_is_sure(outcomes):
    assert [] == [outcome.label.path.name for outcome in outcomes if outcome.seen.sure and not outcome.exact]


def test_right_readings_are_rarely_asked_about(outcomes):
    assert 3 >= sum(outcome.exact and not outcome.seen.sure for outcome in outcomes)
