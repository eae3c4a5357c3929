"""`companion enrol`, and what `read` and `evaluate` need for cards: the deck that they are read against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion.errors import BadInput
from companion.observations import Kind, Observation, SeenCard
from device.config import DataConfig
from vision.arrays import Image
from vision.cards.enrolment import enrol as learn_deck
from vision.cards.evaluation import CardTally, tallies_of
from vision.cards.library import FOLDER, deck_of
from vision.readers import READERS


@click.command()
@click.argument("deck")
@click.option(
    "--from",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    required=True,
    help="A folder with labels.jsonl (photographs of cards) or manifest.json (printed faces).",
)
@click.option("--data", type=click.Path(path_type=Path), help="Where decks are kept.")
def enrol(deck: str, folder: Path, data: Path | None) -> None:
    """Learn the cards of a deck from pictures of them, so that `read --as cards --deck DECK` knows them."""
    if not deck or Path(deck).name != deck or deck.startswith("."):
        raise BadInput(f"a deck cannot be called {deck!r}: letters, digits and dashes")
    learnt = learn_deck(deck, folder)
    place = (data or DataConfig().dir) / FOLDER / deck
    learnt.deck.save(place)
    click.echo(f"{place}: {len(learnt.deck.ids)} cards and backs in {len(learnt.deck.views)} views")
    for warning in learnt.warnings:
        click.echo(f"  {warning}")


def card_reader(deck: str | None, data: Path | None) -> Callable[[Image], Observation]:
    """Return the reader of cards against a deck; raise BadInput where none is named."""
    if deck is None:
        raise BadInput("cards are read against a deck: --deck NAME or --deck FOLDER")
    known = deck_of(deck, data or DataConfig().dir)
    return partial(READERS[Kind.CARDS], deck=known)


def card_tallies(folders: Sequence[Path], deck: str | None, data: Path | None) -> dict[str, CardTally]:
    """Return the figures of every source of labelled cards, against the named deck or the one that its labels name."""
    return tallies_of(folders, deck, data or DataConfig().dir)


def card_report(tallies: dict[str, CardTally]) -> list[dict[str, Any]]:
    """Return the figures as plain values."""
    return [{"source": source, **tally.to_json()} for source, tally in tallies.items()]


def card_in_words(number: int, card: SeenCard) -> str:
    """Return what one card is, in words."""
    name = card.id or "not of this deck"
    marks = [
        *(["face down"] if card.face is not None and card.face.value == "back" else []),
        *(["covered"] if card.covered else []),
        *([] if card.sure else ["not sure"]),
    ]
    return f"card {number}: {name} ({', '.join(marks)})" if marks else f"card {number}: {name}"


def cards_in_words(cards: Sequence[SeenCard]) -> Iterator[str]:
    """Yield a line for each card."""
    yield from (card_in_words(number, card) for number, card in enumerate(cards, start=1))
