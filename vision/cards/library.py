"""Where decks are kept, and how one is opened by its name or its folder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.errors import BadInput
from vision.cards.deck import LearntDeck, load_deck
from vision.cards.enrolment import enrol

SHIPPED = Path(__file__).parent / "decks"
"""Decks of our own drawing, learnt already."""
FOLDER = "decks"
"""Where a data folder keeps the decks that were learnt at its table."""


def deck_of(name: str, data: Path | None = None) -> LearntDeck:
    """Return a deck by the folder that it is in, else by its name: learnt at this table, or shipped.

    Raises:
        BadInput: there is no such deck; the line names those that there are.

    """
    folder = Path(name)
    if (folder / "deck.json").is_file():
        return load_deck(folder)
    if (folder / "manifest.json").is_file() or (folder / "labels.jsonl").is_file():
        return _learnt(folder)
    for place in places(data):
        if (place / name / "deck.json").is_file():
            return load_deck(place / name)
    known = ", ".join(names(data)) or "none yet"
    raise BadInput(f"there is no deck {name!r}; known are: {known}. companion enrol learns one")


@lru_cache(maxsize=2)
def _learnt(folder: Path) -> LearntDeck:
    return enrol(folder.name, folder).deck


def places(data: Path | None) -> list[Path]:
    """Return the folders in which decks are looked for by name."""
    return [*([data / FOLDER] if data else []), SHIPPED]


def names(data: Path | None) -> list[str]:
    """Return the names of all decks that can be opened."""
    return sorted({path.parent.name for place in places(data) for path in place.glob("*/deck.json")})
