"""Boards as JSON: pieces with their outlines, each with what a tap on it sends. A hand goes to its own page only."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from companion.table import Seat
from companion.texts import Value, say
from companion.view import Action, Board, Piece, Stroke
from web.contract import ActionJson, BoardJson, PieceJson, StrokeJson

Tell: TypeAlias = Callable[[Value], str]
ArtUrl: TypeAlias = Callable[[str], str | None]


def action_json(action: Action, tell: Tell) -> ActionJson:
    """Return a button, or what a tap on a piece does."""
    return {
        "event": action.event,
        "label": tell(action.label),
        "seat": action.seat,
        "values": dict(action.values),
        "primary": action.primary,
    }


def may_see(only_for: Seat | None, viewer: Seat | None) -> bool:
    """Whether the page of `viewer` shows what is only for `only_for`."""
    return only_for is None or only_for == viewer


def board_json(board: Board, viewer: Seat | None, tell: Tell, art_url: ArtUrl) -> BoardJson:
    """Return `board` for the page of `viewer`; of somebody else's hand only that there is one."""
    hidden = not may_see(board.only_for, viewer)
    secret = say("Only the page of this player shows it: say there which player looks.")
    return {
        "title": tell(board.title),
        "seat": board.seat,
        "hidden": hidden,
        "pieces": [] if hidden else [_piece(piece, viewer, tell, art_url) for piece in board.pieces],
        "strokes": [] if hidden else [_stroke(stroke, tell) for stroke in board.strokes],
        "notes": [tell(secret)] if hidden else [tell(note) for note in board.notes],
        "open": board.open and not hidden,
    }


def _piece(piece: Piece, viewer: Seat | None, tell: Tell, art_url: ArtUrl) -> PieceJson:
    action = piece.action
    offered = action is not None and may_see(action.only_for, viewer)
    urls = [art_url(name) for name in piece.art]
    return {
        "outline": [list(point) for point in piece.outline],
        "name": tell(piece.name),
        "label": tell(piece.label) if piece.label else None,
        "small": tell(piece.small) if piece.small else None,
        "tone": piece.tone.value,
        "standing": piece.standing.value,
        "action": action_json(action, tell) if action is not None and offered else None,
        "art": [url for url in urls if url is not None] if None not in urls else [],
    }


def _stroke(stroke: Stroke, tell: Tell) -> StrokeJson:
    return {
        "points": [list(point) for point in stroke.points],
        "label": tell(stroke.label) if stroke.label else None,
        "standing": stroke.standing.value,
    }
