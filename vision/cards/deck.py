"""A deck that was learnt from pictures: small flat views of every card and back, kept as a folder.

    deck.json      version, name, and for each view: id, face, size of the card
    views.png      the views one below the other

Descriptors are computed when a deck is opened: a folder outlives the networks that it was made with.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.errors import BadInput
from companion.observations import CardFace
from vision.arrays import Floats, Image
from vision.cards.compare import FINE
from vision.cards.crops import HIGH, WIDE
from vision.cards.describe import descriptors
from vision.cards.params import DEFAULT, CardClassifierParams

VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class CardView:
    """One picture of one card of the deck, flat, its long side upright, `FINE` pixels."""

    id: str
    face: CardFace
    picture: Image
    width: float
    """As the card is held; in millimetres where they are known, else only its proportion to the height counts."""
    height: float

    @property
    def lying(self) -> bool:
        """Whether the card is wider than high: its picture is turned by a quarter then, its left side up."""
        return self.width > self.height

    @property
    def aspect(self) -> float:
        """The longer side over the shorter one."""
        return max(self.width, self.height) / min(self.width, self.height)


@dataclass(frozen=True, slots=True, eq=False)
class LearntDeck:
    """All that is known of the cards of one deck."""

    name: str
    views: tuple[CardView, ...]
    described: Floats = field(repr=False)
    """One row a view."""

    @classmethod
    def of(
        cls, name: str, views: tuple[CardView, ...], params: CardClassifierParams = DEFAULT.classifier
    ) -> LearntDeck:
        """Return the deck of these views."""
        small = [cv2.resize(view.picture, (WIDE, HIGH), interpolation=cv2.INTER_AREA) for view in views]
        return cls(name, views, descriptors([np.asarray(each, np.uint8) for each in small], params))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of cards and backs, each once, in the order in which they were learnt."""
        return tuple(dict.fromkeys(view.id for view in self.views))

    @property
    def aspects(self) -> tuple[float, ...]:
        """The proportions that its cards have, each once."""
        return tuple(sorted({round(view.aspect, 2) for view in self.views}))

    def save(self, folder: Path) -> None:
        """Write the deck into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        rows = [
            {"id": view.id, "face": view.face.value, "width": view.width, "height": view.height} for view in self.views
        ]
        whole = json.dumps({"version": VERSION, "name": self.name, "views": rows}, indent=1, ensure_ascii=False)
        cv2.imwrite(str(folder / "views.png"), np.vstack([view.picture for view in self.views]))
        (folder / "deck.json").write_text(whole + "\n", encoding="utf-8")


def load_deck(folder: Path) -> LearntDeck:
    """Return the deck of a folder; raise BadInput when it is none."""
    try:
        stamp = (folder / "deck.json").stat().st_mtime_ns
    except OSError as error:
        raise BadInput(f"there is no learnt deck in {folder}: companion enrol makes one") from error
    return _loaded(folder, stamp)


@lru_cache(maxsize=4)
def _loaded(folder: Path, _stamp: int) -> LearntDeck:
    try:
        document = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
        rows = document["views"]
        sheet = cv2.imread(str(folder / "views.png"), cv2.IMREAD_COLOR)
        if document["version"] != VERSION:
            raise BadInput(f"the deck in {folder} is of version {document['version']}, not {VERSION}: enrol it again")
        if sheet is None or sheet.shape != (len(rows) * FINE[1], FINE[0], 3):
            raise BadInput(f"the views of the deck in {folder} are damaged: enrol it again")
        pictures = np.split(np.asarray(sheet, np.uint8), len(rows))
        views = tuple(
            CardView(str(row["id"]), CardFace(row["face"]), picture, float(row["width"]), float(row["height"]))
            for row, picture in zip(rows, pictures, strict=True)
        )
        return LearntDeck.of(str(document["name"]), views)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"the deck in {folder} cannot be read: {error}") from error
