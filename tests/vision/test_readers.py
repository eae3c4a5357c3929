"""The registry of readers: one for each kind, and what evaluation needs of each."""

import numpy as np
import pytest

from companion.observations import Kind
from vision.cards.library import deck_of
from vision.evaluation.labels import KIND_OF_LABEL
from vision.evaluation.measure import COMPARISONS
from vision.readers import READERS


def test_each_kind_has_a_reader():
    assert set(Kind) == set(READERS)


@pytest.mark.parametrize("kind", READERS)
def test_a_reader_names_its_kind_and_sees_nothing_on_an_empty_table(kind):
    against = {"deck": deck_of("monad")} if kind is Kind.CARDS else {}
    seen = READERS[kind](np.full((120, 160, 3), 120, np.uint8), **against)

    assert kind is seen.kind
    assert not seen.sure


def test_what_is_evaluated_can_be_read_and_compared():
    """Cards have a measure of their own (`vision.cards.evaluation`): they are compared with a deck."""
    assert set(KIND_OF_LABEL.values()) <= set(READERS)
    assert set(KIND_OF_LABEL.values()) == set(COMPARISONS)
