"""Boards: what lies on the table, piece by piece; a hand is sent to the page of its player and to nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.table import Seat
from companion.texts import plain, say
from companion.view import Action, Board, Piece, Standing, Stroke, Tone
from tests.web.test_render import ONE, TWO, rendered, shown, view
from web.boards import board_json

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
TAKE = Action("Took", say("Read"), values={"card": 3}, only_for=ONE)
CARD = Piece(SQUARE, say("tie"), label=plain("7"), tone=Tone.RED, standing=Standing.CHOSEN, action=TAKE)
HAND = Board(say("first"), (CARD,), strokes=(Stroke(((0.0, 0.0), (1.0, 1.0)), plain("4*5-8")),), seat=ONE, only_for=ONE)


def told(value: Any) -> str:
    return str(value)


def drawn(name: str) -> str:
    return f"/cards/{name}.svg"


def test_a_piece_is_drawn_where_it_lies_and_says_what_a_tap_on_it_sends() -> None:
    assert {
        "outline": [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        "name": "tie",
        "label": "7",
        "small": None,
        "tone": "red",
        "standing": "chosen",
        "action": {"event": "Took", "label": "Read", "seat": None, "values": {"card": 3}, "primary": False},
        "art": [],
    } == board_json(HAND, ONE, told, drawn)["pieces"][0]


def test_a_stroke_goes_from_point_to_point_and_says_why() -> None:
    assert [{"points": [[0.0, 0.0], [1.0, 1.0]], "label": "4*5-8", "standing": "chosen"}] == board_json(
        HAND, ONE, told, drawn
    )["strokes"]


@pytest.mark.parametrize("viewer", [None, TWO])
def test_nobody_else_is_sent_anything_of_a_hand(viewer: Seat | None) -> None:
    board = board_json(HAND, viewer, told, drawn)

    assert (True, [], [], False) == (board["hidden"], board["pieces"], board["strokes"], board["open"])
    assert "7" not in json.dumps(board)


@pytest.mark.parametrize(("viewer", "offered"), [(ONE, 1), (TWO, 0), (None, 0)])
def test_what_would_give_a_hand_away_is_offered_to_its_player_only(viewer: Seat | None, offered: int) -> None:
    match = rendered(shown(view(actions=(TAKE,), boards=(HAND,))), viewer=viewer)["match"]

    assert (offered, viewer, True) == (len(match["actions"]), match["viewer"], match["secrets"])


def test_who_does_not_play_looks_at_what_everybody_may_see() -> None:
    assert None is rendered(shown(view(boards=(HAND,))), viewer=Seat(5))["match"]["viewer"]
