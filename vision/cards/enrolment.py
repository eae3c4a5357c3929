"""Learning a deck from pictures: a folder with `labels.jsonl` (photographs) or with `manifest.json` (printed faces).

A label names one card in a picture, or several with `corners` (the card's top left first) or a `box` each; ids are
enough. A card may be shown more than once: every picture becomes another view of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import BadInput
from companion.observations import CardFace
from companion.texts import Message, say
from vision.arrays import Floats, Image
from vision.cards.compare import FINE
from vision.cards.crops import flattened, is_cut_out, levelled
from vision.cards.deck import CardView, LearntDeck
from vision.cards.detect import agreement, find_cards, shared, sides
from vision.cards.files import object_in, objects_in, text_of
from vision.cards.outlines import both, outlined
from vision.cards.params import DEFAULT, CardParams
from vision.cards.refine import refined, upright
from vision.frame import load

MOST_VIEWS = 6
"""More views of one card than this make reading slower and hardly better."""
LARGEST = 0.8
"""A card that takes up more of the picture than this is the picture."""
SMALLEST = 0.02
"""A card that takes up less of a picture of one card is not the one that is meant."""
TWINS = 0.93
"""Two cards whose views are more alike than this are hard to tell apart."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A deck that was learnt, and what should be known about it."""

    deck: LearntDeck
    warnings: tuple[Message, ...]


def enrol(name: str, folder: Path, params: CardParams = DEFAULT) -> Enrolment:
    """Return the deck that the pictures in `folder` show; raise BadInput when they show none."""
    if (folder / "manifest.json").is_file():
        views = list(_printed(folder))
    elif (folder / "labels.jsonl").is_file():
        views = list(_photographed(folder, params))
    else:
        raise BadInput(f"there is neither labels.jsonl nor manifest.json in {folder}")
    if not views:
        raise BadInput(f"no label in {folder} names a card")
    deck = LearntDeck.of(name, tuple(_few_of_each(views)), params.classifier)
    return Enrolment(deck, tuple(twins(deck)))


def _few_of_each(views: list[CardView]) -> Iterator[CardView]:
    count: dict[str, int] = {}
    for view in views:
        count[view.id] = count.get(view.id, 0) + 1
        if count[view.id] <= MOST_VIEWS:
            yield view


def twins(deck: LearntDeck) -> Iterator[Message]:
    """Yield the pairs of cards that look so alike that they will often be asked about."""
    alike = deck.described @ deck.described.T
    named: set[tuple[str, str]] = set()
    for one, other in zip(*np.nonzero(np.triu(alike > TWINS, 1)), strict=True):
        first, second = deck.views[one].id, deck.views[other].id
        if first != second and (first, second) not in named:
            named.add((first, second))
            yield say(
                "{first} and {second} look nearly alike: they may have to be asked about", first=first, second=second
            )


def _printed(folder: Path) -> Iterator[CardView]:
    """Yield the faces and backs of a printed deck."""
    manifest = object_in(folder / "manifest.json", text_of(folder / "manifest.json"))
    seen: set[str] = set()
    for card in manifest.get("cards", ()):
        try:
            size = float(card["width_mm"]), float(card["height_mm"])
            sheets = [(str(card["id"]), CardFace.FRONT, str(card["file"]))]
            if card.get("back"):
                back = str(card["back"])
                sheets.append(
                    (str(card.get("back_id") or f"{manifest['deck']}/{Path(back).stem}"), CardFace.BACK, back)
                )
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(f"{folder / 'manifest.json'}: {error!r} in {card}") from error
        for id_, face, file in sheets:
            if id_ not in seen:
                seen.add(id_)
                yield _view(id_, face, load(folder / file), None, size)


def _photographed(folder: Path, params: CardParams) -> Iterator[CardView]:
    """Yield the cards of labelled photographs."""
    path = folder / "labels.jsonl"
    for label in objects_in(path):
        try:
            yield from _of_photograph(folder, label, params)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"{path}: not a label of cards ({error!r})") from error


def _of_photograph(folder: Path, label: Mapping[str, Any], params: CardParams) -> Iterator[CardView]:
    cards = [card for card in label.get("cards", ()) if isinstance(card, Mapping) and card.get("id")]
    if not str(label.get("kind", "")).startswith("cards") or not cards:
        return
    image = load(folder / str(label["file"]))
    for card in cards:
        corners = _corners(image, card, len(label["cards"]), params)
        if corners is not None:
            face = CardFace(card.get("face") or "front")
            size = (float(card["width_mm"]), float(card["height_mm"])) if card.get("width_mm") else None
            yield _view(str(card["id"]), face, image, corners, size)


def _corners(image: Image, card: Mapping[str, Any], count: int, params: CardParams) -> Floats | None:
    """Return where a labelled card lies: at its corners, in its box, or as the one card of the picture."""
    if card.get("corners"):
        return np.asarray(card["corners"], float).reshape(4, 2)
    if card.get("box"):
        x, y, wide, high = (float(value) for value in card["box"])
        box = np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
        return _found(image, box, params)
    return _found(image, None, params) if count == 1 else None


def _found(image: Image, within: Floats | None, params: CardParams) -> Floats:
    """Return the corners of the largest card, in a box or anywhere; the whole box or picture if there is none."""
    high, wide = image.shape[:2]
    whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float) - 0.5
    if within is None and is_cut_out(image):
        return whole
    frame = whole if within is None else within
    rough, _ = find_cards(image, params.finder)
    fitted = refined(image, [find.corners for find in rough])
    edged = outlined(image, params.outlines)
    finds, corners = both(rough, fitted, edged, params.outlines)
    size = float(cv2.contourArea(frame.astype(np.float32)))
    best, most = frame, 0.0
    for find, place in zip(finds, corners, strict=True):
        share = float(cv2.contourArea(place.astype(np.float32))) / size
        clear = find.score * find.fill * share**0.5
        inside = within is None or shared(place, within) > 0.8
        if SMALLEST < share < (LARGEST if within is None else 1.5) and inside and clear > most:
            best, most = place, clear
    exact = max((find.corners for find in edged), key=lambda each: agreement(each, best), default=best)
    return exact if agreement(exact, best) > params.finder.same else best


def _view(id_: str, face: CardFace, image: Image, corners: Floats | None, size: tuple[float, float] | None) -> CardView:
    """Return the flat card, its long side upright, however it lies in the picture."""
    high, wide = image.shape[:2]
    whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float) - 0.5
    corners = whole if corners is None else corners
    wide_px, high_px = sides(corners)
    width, height = size or (min(wide_px, high_px), max(wide_px, high_px))
    held = np.roll(corners, 1, axis=0) if width > height else upright(corners) if size is None else corners
    return CardView(id_, face, levelled(flattened(image, held, FINE)), round(width, 1), round(height, 1))
