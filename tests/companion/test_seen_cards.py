"""The JSON of cards, and when an observation of cards is sure."""

from dataclasses import replace

from companion.observations import CardCandidate, CardFace, Kind, Observation, SeenCard

CARD = SeenCard(
    "monad/red-tri",
    CardFace.FRONT,
    0.9704,
    True,
    ((0, 0), (10.04, 0), (10, 14), (0, 14)),
    (CardCandidate("monad/orange-tri", 0.02),),
)


def test_the_json_of_cards():
    assert {
        "kind": "cards",
        "sure": True,
        "problems": [],
        "cards": [
            {
                "id": "monad/red-tri",
                "face": "front",
                "confidence": 0.97,
                "sure": True,
                "candidates": [{"id": "monad/orange-tri", "confidence": 0.02}],
                "covered": False,
                "corners": [[0, 0], [10.0, 0], [10, 14], [0, 14]],
            }
        ],
    } == Observation(Kind.CARDS, (), cards=(CARD,)).to_json()


def test_one_doubted_card_makes_all_of_it_unsure():
    assert not Observation(Kind.CARDS, (), cards=(CARD, replace(CARD, sure=False))).sure


def test_a_foreign_card_has_neither_id_nor_face():
    shown = replace(CARD, id=None, face=None, sure=False).to_json()

    assert (None, None) == (shown["id"], shown["face"])
