"""Boards as JSON: pieces with their outlines, each with what a tap on it sends, and the pictures of the cards on them.

A hand goes to its own page only. The address of a picture says which card it is and never where one lies: a card that
lies face down has the address of its back. Addresses hold a version, so that a browser asks for each picture once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import TypeAlias

from companion.decks.cards import DeckCard, PhysicalDeck
from companion.decks.files import physical_deck
from companion.drawing.svg import write_svg
from companion.games.registry import drawing_of
from companion.table import Seat
from companion.texts import Value, say
from companion.view import Action, Board, Piece, Stroke
from web.contract import ActionJson, BoardJson, PieceJson, StrokeJson

DECKS_KEPT = 4
PICTURES_KEPT = 256
VERSION_LENGTH = 16

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


@dataclass(frozen=True, slots=True)
class CardAddresses:
    """The addresses of the pictures of a deck; none for a card that it does not have."""

    deck: str
    run: str

    def __call__(self, name: str) -> str | None:
        """Return where the picture of the card or the back called `name` is."""
        return f"/cards/{version_of(self.deck, self.run)}/{name}.svg" if name in _faces_and_backs(self.deck) else None


@lru_cache(maxsize=DECKS_KEPT)
def version_of(deck: str, run: str) -> str:
    """Return what changes with the deck, and with the program that draws it: a later start may draw otherwise."""
    return sha256(f"{run} {deck}".encode()).hexdigest()[:VERSION_LENGTH]


@lru_cache(maxsize=DECKS_KEPT)
def _deck(text: str) -> PhysicalDeck:
    return physical_deck(text)


@lru_cache(maxsize=DECKS_KEPT)
def _faces_and_backs(text: str) -> Mapping[str, tuple[DeckCard, bool]]:
    """Return the cards by name, and the backs by theirs with a card that has it; True for a back."""
    if not text:
        return MappingProxyType({})
    pieces = _deck(text).cards
    faces = {each.name: (each, False) for each in pieces}
    return MappingProxyType({**{each.back_name: (each, True) for each in pieces}, **faces})


@lru_cache(maxsize=PICTURES_KEPT)
def picture_of(text: str, name: str) -> str | None:
    """Return the picture of a card or a back of the deck `text` as SVG; None where it has no such card."""
    if name not in _faces_and_backs(text):
        return None
    deck = _deck(text)
    piece, is_back = _faces_and_backs(text)[name]
    drawing = drawing_of(deck.game)
    return write_svg((drawing.back if is_back else drawing.face)(deck, piece))
