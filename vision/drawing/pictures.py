"""Every face and every back of a deck as PNG files, with a manifest that says what each is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from companion.drawing.paths import Artwork
from companion.errors import BadInput
from vision.drawing.raster import PRINT_DPI, rasterise

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as it is drawn: the two sides, what they are called, and how often it is in the deck."""

    id: str
    back_id: str
    face: Artwork
    back: Artwork
    count: int = 1

    @property
    def file(self) -> str:
        """The file name of its face."""
        return _file(self.id)

    @property
    def back_file(self) -> str:
        """The file name of its back."""
        return _file(self.back_id)


def _file(identity: str) -> str:
    return f"{identity.rpartition('/')[2]}.png"


def write_pictures(deck: str, cards: Sequence[DrawnCard], folder: Path, dpi: float = PRINT_DPI) -> int:
    """Write every side of `cards` into `folder`, and the manifest; return the number of pictures.

    Raises:
        BadInput: a file cannot be written.

    """
    sides = {side: art for card in cards for side, art in ((card.file, card.face), (card.back_file, card.back))}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, artwork in sides.items():
            (folder / name).write_bytes(_png(artwork, dpi))
        text = json.dumps({"deck": deck, "cards": [_entry(card) for card in cards]}, indent=1)
        (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written ({error.strerror})") from None
    return len(sides)


def _png(artwork: Artwork, dpi: float) -> bytes:
    written, content = cv2.imencode(".png", rasterise(artwork, dpi))
    if not written:
        raise RuntimeError("OpenCV cannot write PNG files")
    return content.tobytes()


def _entry(card: DrawnCard) -> dict[str, Any]:
    """Return what the manifest says of a card."""
    return {
        "id": card.id,
        "file": card.file,
        "back": card.back_file,
        "width_mm": _whole(card.face.width_mm),
        "height_mm": _whole(card.face.height_mm),
        "count": card.count,
    }


def _whole(size: float) -> float | int:
    return int(size) if size == int(size) else size
