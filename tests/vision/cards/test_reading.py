"""Reading drawn cards on a table: any place, any turn, touching, covered, face down, foreign, or no cards at all."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.observations import CardFace, Kind
from tests.vision.cards.builders import GREY_TABLE, deck, face, laid, photograph, small
from vision.cards.deck import CardView, LearntDeck
from vision.cards.read import read_cards
from vision.render.cards import VirtualCard
from vision.render.objects import Decal, VirtualCamera
from vision.render.render import TableSurface, VirtualDie, render

DECK = deck()
NAMES = ["red-1-disc", "blue-2-square", "green-3-disc", "red-3-square", "blue-1-disc"]


def ids(image):
    return [card.id for card in read_cards(image, DECK).cards]


@pytest.mark.parametrize("yaw", range(0, 360, 45))
def test_a_card_is_the_same_card_any_way_round(yaw):
    seen = read_cards(photograph([laid("green-2-square", 10, -8, yaw)]), DECK)

    assert [("green-2-square", True, CardFace.FRONT)] == [(card.id, card.sure, card.face) for card in seen.cards]
    assert seen.sure
    assert seen.kind is Kind.CARDS


@pytest.mark.parametrize("yaw", [0, 90, 180, 270])
def test_its_corners_begin_with_its_own_top_left(yaw):
    card = read_cards(photograph([laid("red-1-disc", 0, 0, yaw)]), DECK).cards[0]

    first = np.array(card.corners[0]) - card.centre
    turn = np.radians(yaw)
    top_left = np.array([-31.5 * np.cos(turn) - 44 * np.sin(turn), -(-31.5 * np.sin(turn) + 44 * np.cos(turn))])
    assert np.linalg.norm(first - top_left * 1280 / 420) < 12


def test_cards_are_told_row_by_row():
    places = [(-140, 60), (0, 62), (140, 58), (-70, -50), (70, -52)]
    image = photograph([laid(name, x, y) for name, (x, y) in zip(NAMES, places, strict=True)])

    assert NAMES == ids(image)


@pytest.mark.parametrize("gap", [0.0, 0.5, 2.0])
def test_cards_that_touch_stay_apart(gap):
    image = photograph([laid(name, (n - 2) * (63 + gap), 0) for n, name in enumerate(NAMES)])

    assert NAMES == ids(image)


@pytest.mark.parametrize("level", [30, 120, 200])
def test_cards_are_found_on_tables_dark_and_light(level):
    look = replace(GREY_TABLE, colours=((level, level, level), (level + 6, level + 6, level + 6)))

    assert ["red-2-disc"] == ids(photograph([laid("red-2-disc", 0, 0, 20)], look))


def test_a_card_face_down_is_known_by_its_back():
    card = read_cards(photograph([laid("drawn/back", 0, 0, 30)]), DECK).cards[0]

    assert ("drawn/back", CardFace.BACK) == (card.id, card.face)


def test_a_foreign_card_is_not_of_this_deck():
    art = np.full((352, 252, 3), (60, 110, 20), np.uint8)
    cv2.ellipse(art, (126, 176), (90, 130), 0, 0, 360, (40, 220, 240), -1, cv2.LINE_AA)
    cv2.putText(art, "X", (76, 226), 0, 4, (20, 20, 20), 14, cv2.LINE_AA)
    foreign = VirtualCard(art, 63, 88)
    seen = read_cards(photograph([foreign, laid("red-1-disc", 100, 0)]), DECK)

    assert [None, "red-1-disc"] == [card.id for card in seen.cards]
    assert not seen.cards[0].sure
    assert "card 1 is not of this deck" in [str(problem) for problem in seen.problems]


def test_nearly_equal_cards_are_asked_about():
    twin = face(2, "red")
    twin[180:184, 126:130] = 255
    twins = LearntDeck.of(
        "twins",
        (
            CardView("one", CardFace.FRONT, small(face(2, "red")), 63, 88),
            CardView("other", CardFace.FRONT, small(twin), 63, 88),
        ),
    )
    seen = read_cards(photograph([laid("red-2-disc", 0, 0)]), twins)

    assert not seen.cards[0].sure
    assert {"one", "other"} == {seen.cards[0].id, seen.cards[0].candidates[0].id}
    assert ["card 1 is one or other?", "card 1 is other or one?"].count(str(seen.problems[0])) == 1


def test_a_card_under_another_is_never_a_sure_third_one():
    seen = read_cards(photograph([laid("red-1-disc", 0, 0, 0), laid("blue-3-square", 25, 20, 30)]), DECK)

    assert {card.id for card in seen.cards if card.sure} <= {"red-1-disc", "blue-3-square"}
    assert not seen.sure


def test_a_card_out_of_the_picture_is_told():
    seen = read_cards(photograph([laid("red-1-disc", 195, 0)]), DECK)

    assert not seen.sure
    assert all(not card.sure for card in seen.cards)


def test_a_card_that_is_too_small_is_not_sure_and_the_cure_is_told():
    seen = read_cards(photograph([laid("red-1-disc", 0, 0)], wide_mm=3000), DECK)

    assert not seen.sure


def test_an_empty_table_has_no_cards():
    seen = read_cards(photograph([]), DECK)

    assert () == seen.cards
    assert ["I see no cards"] == [str(problem) for problem in seen.problems]


def test_dice_and_coins_are_no_cards():
    coin = np.zeros((128, 128, 4), np.uint8)
    cv2.circle(coin, (64, 64), 60, (120, 160, 180, 255), -1)
    look = replace(GREY_TABLE, decals=(Decal(coin, 60, 20, 0, 25),))
    dice = [VirtualDie(x, 0, 20, value) for x, value in ((-60, 2), (-20, 5), (15, 6))]
    image = render(dice, VirtualCamera(distance_mm=420), look, (1280, 720), np.random.default_rng(1)).image

    assert [] == [card for card in read_cards(image, DECK).cards if card.sure]


@pytest.mark.parametrize("table", [TableSurface.WOOD, TableSurface.CLOTH, TableSurface.TWEED])
def test_a_patterned_table_has_no_cards(table):
    assert [] == [
        card for card in read_cards(photograph([], replace(GREY_TABLE, table=table)), DECK).cards if card.sure
    ]


def test_a_picture_that_is_one_card_is_read():
    seen = read_cards(np.ascontiguousarray(face(3, "blue", "square")), DECK)

    assert ["blue-3-square"] == [card.id for card in seen.cards]
