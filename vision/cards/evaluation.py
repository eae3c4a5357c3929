"""How well cards are read, against labels: right, asked, silently wrong, missed, for each source.

    python -m vision.cards.evaluation DECK FOLDER... [--compare]

`--compare` reads the same cards with two recipes that are widely used: ORB features against the whole deck, and a
perceptual hash alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import BadInput
from companion.observations import SeenCard
from vision.arrays import Floats
from vision.cards.deck import LearntDeck
from vision.cards.detect import agreement, shared
from vision.cards.files import objects_in
from vision.cards.library import deck_of
from vision.cards.read import read_cards
from vision.frame import load

LEAST_OVERLAP = 0.5
"""A seen card lies where a true one does if they agree by this much, or, of a covered one, what was seen lies on it."""
LEAST_VISIBLE = 0.9
"""A card of which less is to be seen may be asked about or left out."""


@dataclass(slots=True)
class CardTally:
    """The figures of one source."""

    pictures: int = 0
    cards: int = 0
    """In view, and not covered."""
    right: int = 0
    """The first answer is right, sure or not."""
    sure: int = 0
    """Right and sure."""
    wrong: int = 0
    """Sure and wrong: another card, or one where none lies."""
    missed: int = 0
    """No card was seen there at all."""
    milliseconds: list[float] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "photographs": self.pictures,
            "cards": self.cards,
            "exact": self.right,
            "sure": self.sure,
            "asked": self.cards - self.sure - self.missed,
            "silently_wrong": self.wrong,
            "missed": self.missed,
            "ms_median": round(float(np.median(self.milliseconds or [0])), 1),
            "failures": list(self.wrongs),
        }

    def line(self, source: str) -> str:
        """Return the figures as one line of a table."""
        n, took = max(1, self.cards), float(np.median(self.milliseconds or [0]))
        return (
            f"{source[:34]:<35}{self.pictures:>6}{self.cards:>7}{100 * self.right / n:>9.2f}{100 * self.sure / n:>9.2f}"
            f"{self.wrong:>8}{100 * self.wrong / n:>8.2f}{self.missed:>8}{took:>9.0f}"
        )


HEAD = f"{'source':<35}{'n':>6}{'cards':>7}{'right %':>9}{'sure %':>9}{'silent':>8}{'%':>8}{'missed':>8}{'ms':>9}"


@dataclass(frozen=True, slots=True)
class CardLabel:
    """A labelled photograph of cards."""

    path: Path
    cards: tuple[Mapping[str, Any], ...]
    deck: str | None = None
    """The deck that the label names."""


def card_labels(folder: Path) -> Iterator[CardLabel]:
    """Yield the photographs of cards that a `labels.jsonl` in `folder` or below it tells all of."""
    for path in sorted(folder.rglob("labels.jsonl")):
        for label in objects_in(path):
            if label.get("kind") == "cards" and label.get("cards"):
                yield CardLabel(path.parent / label["file"], tuple(label["cards"]), label.get("deck"))


def tallies_of(folders: Sequence[Path], deck: str | None, data: Path | None) -> dict[str, CardTally]:
    """Return the figures of every folder with labels of cards, against one deck or those that the labels name."""
    out: dict[str, CardTally] = {}
    for folder in folders:
        for label in card_labels(folder):
            named = deck or label.deck
            if named is None:
                raise BadInput(f"{label.path}: its label names no deck; --deck NAME or --deck FOLDER")
            tally([label], deck_of(named, data), out.setdefault(label.path.parent.name, CardTally()))
    return out


def tally(labels: Sequence[CardLabel], deck: LearntDeck, out: CardTally | None = None) -> CardTally:
    """Return the figures of reading these photographs, added to those of `out`."""
    out = out or CardTally()
    for label in labels:
        image = load(label.path)
        began = time.perf_counter()
        seen = read_cards(image, deck)
        out.milliseconds.append((time.perf_counter() - began) * 1000)
        out.pictures += 1
        add(out, label, seen.cards)
    return out


def add(out: CardTally, label: CardLabel, seen: Sequence[SeenCard]) -> None:
    """Count one photograph."""
    free = list(seen)
    for true in sorted(label.cards, key=lambda each: -each.get("visible", 1.0)):
        if "id" not in true:
            continue
        card = _at(true, free, alone=len(label.cards) == 1)
        if card is not None:
            free = [each for each in free if each is not card]
        counted = true.get("in_view", True) and true.get("visible", 1.0) >= LEAST_VISIBLE
        out.cards += counted
        right = card is not None and _agrees(true, card)
        if card is None:
            out.missed += counted
        elif card.sure and not right:
            out.wrong += 1
            out.wrongs.append(f"{label.path.name}: {true['id']} read as {card.id}")
        out.right += counted and right
        out.sure += counted and right and card is not None and card.sure
    for card in free:
        if card.sure and len(label.cards) and _is_told(label):
            out.wrong += 1
            out.wrongs.append(
                f"{label.path.name}: {card.id} at {card.centre[0]:.0f}, {card.centre[1]:.0f} where none lies"
            )


def _is_told(label: CardLabel) -> bool:
    """Return whether a label tells where its cards lie."""
    return any("corners" in card or "box" in card for card in label.cards)


def _agrees(true: Mapping[str, Any], card: SeenCard) -> bool:
    """Return whether a seen card is the true one; of one face down whose back has no id, that it lies face down."""
    if true.get("face") == "back" and true["id"] is None:
        return card.face is not None and card.face.value == "back"
    return bool(card.id == true["id"])


def _at(true: Mapping[str, Any], seen: Sequence[SeenCard], *, alone: bool) -> SeenCard | None:
    """Return the seen card that lies where the true one does."""
    if not seen:
        return None
    place = _outline(true)
    if place is None:
        if alone:
            return max(seen, key=lambda card: (_agrees(true, card), card.confidence))
        agreeing = [card for card in seen if _agrees(true, card)]
        return agreeing[0] if agreeing else None
    if true.get("visible", 1.0) < LEAST_VISIBLE or not true.get(
        "in_view", True
    ):  # the card that lies over it lies within its outline as well
        on_it = [card for card in seen if shared(np.asarray(card.corners), place) > LEAST_OVERLAP]
        return next((card for card in on_it if _agrees(true, card)), on_it[0] if on_it else None)
    best = max(seen, key=lambda card: agreement(np.asarray(card.corners), place))
    return best if agreement(np.asarray(best.corners), place) > LEAST_OVERLAP else None


def _outline(true: Mapping[str, Any]) -> Floats | None:
    if true.get("corners"):
        return np.asarray(true["corners"], float)
    if true.get("box"):
        x, y, wide, high = (float(value) for value in true["box"])
        return np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])
    return None


def main() -> None:
    """Print the figures of each folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deck")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    cv2.setNumThreads(arguments.threads)
    deck = deck_of(arguments.deck, arguments.data)
    print(HEAD)  # noqa: T201 - a command
    for folder in arguments.folders:
        labels = list(card_labels(folder))
        if not labels:
            raise BadInput(f"no labels.jsonl in {folder} names cards")
        figures = tally(labels, deck)
        print(figures.line(folder.name))  # noqa: T201
        for wrong in figures.wrongs:
            print("   ", wrong)  # noqa: T201
        if arguments.compare:
            from vision.cards import recipes

            for name, recipe in recipes.RECIPES.items():
                print(recipes.tally(labels, recipe(deck)).line(f"  {name}"))  # noqa: T201


if __name__ == "__main__":
    main()
