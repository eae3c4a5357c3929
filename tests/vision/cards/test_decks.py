"""Decks as folders: learnt, saved, opened, and what is said of folders that are none."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion.decks.cards import PieceShape
from companion.decks.files import physical_deck, shipped
from companion.errors import BadInput
from companion.games.registry import GAMES, drawing_of
from companion.observations import CardFace
from tests.vision.cards.builders import FACES, back, deck, face, laid, photograph
from vision.cards.deck import load_deck
from vision.cards.enrolment import enrol
from vision.cards.library import deck_of, names
from vision.cards.read import read_cards
from vision.drawing.raster import rasterise


@pytest.fixture
def printed(tmp_path):
    cv2.imwrite(str(tmp_path / "back.png"), back())
    rows = []
    for name, art in FACES.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), art)
        rows.append(
            {"id": name, "file": f"{name}.png", "back": "back.png", "width_mm": 63, "height_mm": 88, "count": 2}
        )
    (tmp_path / "manifest.json").write_text(json.dumps({"deck": "drawn", "cards": rows}))
    return tmp_path


def labelled(folder, *labels):
    (folder / "labels.jsonl").write_text("\n".join(json.dumps(label) for label in labels))
    return folder


def test_a_printed_deck_is_learnt_with_its_back(printed):
    learnt = enrol("mine", printed).deck

    assert (*FACES, "drawn/back") == tuple(sorted(learnt.ids, key=lambda each: [*FACES, "drawn/back"].index(each)))
    assert [CardFace.BACK] == [view.face for view in learnt.views if view.id == "drawn/back"]
    assert (pytest.approx(88 / 63, abs=0.01),) == learnt.aspects


def test_a_deck_comes_back_from_its_folder(tmp_path):
    deck().save(tmp_path / "decks" / "mine")
    again = load_deck(tmp_path / "decks" / "mine")

    assert deck().ids == again.ids
    assert np.allclose(deck().described, again.described, atol=1e-4)
    assert "mine" in names(tmp_path)
    assert again is deck_of("mine", tmp_path)


def test_photographs_of_single_cards_are_enough(tmp_path):
    labels = []
    for name in ("red-1-disc", "blue-3-square", "green-2-disc"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), photograph([laid(name, 20, -10, 12)]))
        labels.append({"file": f"{name}.png", "kind": "cards", "cards": [{"id": name}]})
    learnt = enrol("mine", labelled(tmp_path, *labels)).deck
    seen = read_cards(photograph([laid("blue-3-square", -40, 10, 200)]), learnt)

    assert ["blue-3-square"] == [card.id for card in seen.cards]


def test_a_picture_that_is_one_card_is_enough(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), face(2, "blue"))
    learnt = enrol("mine", labelled(tmp_path, {"file": "a.png", "kind": "cards", "cards": [{"id": "a"}]})).deck

    assert ("a",) == learnt.ids


def test_cards_with_corners_or_a_box_are_learnt_from_one_photograph(tmp_path):
    cv2.imwrite(str(tmp_path / "two.png"), photograph([laid("red-1-disc", -60, 0), laid("blue-2-square", 60, 0)]))
    px = 1280 / 420
    left = [[640 + px * (x - 60), 360 + px * y] for x, y in ((-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44))]
    box = [640 + px * 26, 360 - px * 46, px * 68, px * 92]
    label = {
        "file": "two.png",
        "kind": "cards",
        "cards": [{"id": "left", "corners": left}, {"id": "right", "box": box}],
    }
    learnt = enrol("mine", labelled(tmp_path, label)).deck
    seen = read_cards(photograph([laid("blue-2-square", -60, 0, 180), laid("red-1-disc", 60, 0, 90)]), learnt)

    assert ["right", "left"] == [card.id for card in seen.cards]


def test_near_duplicates_are_warned_of(tmp_path):
    for name in "ab":
        cv2.imwrite(str(tmp_path / f"{name}.png"), face(2, "blue"))
    labels = [{"file": f"{name}.png", "kind": "cards", "cards": [{"id": name}]} for name in "ab"]

    assert ["a and b look nearly alike: they may have to be asked about"] == [
        str(warning) for warning in enrol("mine", labelled(tmp_path, *labels)).warnings
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"file": "a.png", "kind": "cards", "cards": []}', "names a card"),
        ("[1]", "an object is needed"),
        ("{", "is no JSON"),
    ],
)
def test_labels_that_cannot_be_used_are_refused_in_words(tmp_path, text, says):
    (tmp_path / "labels.jsonl").write_text(text)

    with pytest.raises(BadInput, match=says):
        enrol("mine", tmp_path)


def test_a_folder_without_labels_is_refused(tmp_path):
    with pytest.raises(BadInput, match="neither labels.jsonl nor manifest.json"):
        enrol("mine", tmp_path)


def test_an_unknown_deck_is_named_with_those_that_are_known(tmp_path):
    deck().save(tmp_path / "decks" / "mine")

    with pytest.raises(BadInput, match="no deck 'yours'; known are: .*mine"):
        deck_of("yours", tmp_path)


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("deck.json", "{}", "cannot be read"),
        ("deck.json", '{"version": 99, "name": "x", "views": []}', "of version 99"),
        ("views.png", "no picture", "damaged"),
    ],
)
def test_a_damaged_deck_is_refused_in_words(tmp_path, file, content, says):
    deck().save(tmp_path)
    (tmp_path / file).write_text(content)

    with pytest.raises(BadInput, match=says):
        load_deck(tmp_path)


DRAWN = [name for name, game in GAMES.items() if game.drawing is not None]


@pytest.mark.parametrize("game", DRAWN)
def test_a_printed_deck_is_known_as_it_is_drawn_now(game):
    """The learnt decks are made from the drawings (`companion print cards --png`, `companion enrol`)."""
    printed, known = physical_deck(shipped(game)), deck_of(game)
    cards = printed.of(PieceShape.CARD)

    assert {card.id for card in cards} | {card.back for card in cards} == set(known.ids)
    views = {view.id: view.picture for view in known.views}
    for card in cards[:: max(1, len(cards) // 6)]:
        drawn = rasterise(drawing_of(game).face(printed, card), 100)
        if drawn.shape[1] > drawn.shape[0]:  # the views of a deck stand upright
            drawn = np.ascontiguousarray(np.rot90(drawn))
        small = cv2.resize(drawn, views[card.id].shape[1::-1], interpolation=cv2.INTER_AREA)
        likeness = max(
            np.corrcoef(small.ravel(), turned.ravel())[0, 1]
            for turned in (views[card.id], np.ascontiguousarray(np.rot90(views[card.id], 2)))
        )
        assert likeness > 0.95, card.id
