"""Twenty drawn photographs of a printed deck: the figures below must not get worse."""

from pathlib import Path

from vision.cards.deck import load_deck
from vision.cards.evaluation import card_labels, tally

PICTURES = Path(__file__).parents[2] / "pictures" / "cards"


def test_the_printed_deck_is_read():
    figures = tally(list(card_labels(PICTURES)), load_deck(PICTURES / "deck"))

    assert (20, []) == (figures.pictures, figures.wrongs)
    assert figures.right >= RIGHT * figures.cards
    assert figures.sure >= SURE * figures.cards
    assert figures.missed <= 2


RIGHT, SURE = 0.93, 0.86
