"""`companion print`: what is put on paper."""

from __future__ import annotations

from pathlib import Path

import click

from companion.decks.cards import PieceShape
from companion.errors import BadInput
from device.deck_files import deck_called, drawn
from vision.drawing.card_sheets import print_sheets
from vision.drawing.pictures import write_pictures
from vision.table.mat import MATS_OF, mat_for
from vision.table.mat_print import Paper, print_mat


@click.group("print")
def printing() -> None:
    """Make PDF files to print."""


@printing.command("mat")
@click.option("--game", type=click.Choice(list(MATS_OF)), required=True, help="What is played on it.")
@click.option(
    "--paper",
    type=click.Choice([paper.words for paper in Paper], case_sensitive=False),
    default=Paper.A4.words,
    show_default=True,
    help="A mat larger than the paper is cut into sheets that overlap.",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The PDF file to write.")
def mat(game: str, paper: str, out: Path) -> None:
    """Make the play mat of a game. Print it at 100 %, without "fit to page", and measure its scale bar."""
    wanted = next(each for each in Paper if each.words == paper)
    laid = mat_for(game)
    try:
        sheets = print_mat(laid, wanted, out)
    except OSError as error:
        raise BadInput(f"{out}: cannot be written ({error.strerror})") from None
    click.echo(f"{out}: {laid.width:.0f} x {laid.height:.0f} mm on {sheets} x {paper}; print at 100 %")


def _pieces(shape: PieceShape, deck: str, paper: str, out: Path | None, png: Path | None) -> None:
    """Write the pieces of one shape to a PDF file, to a folder of pictures, or to both."""
    if out is None and png is None:
        raise click.UsageError("say where to write to: --out FILE.pdf, or --png FOLDER")
    found = deck_called(deck)
    wanted = found.of(shape)
    if not wanted:
        raise BadInput(f"the deck {deck!r} has no {shape.plural}")
    pieces = drawn(found, wanted)
    if png is not None:
        count = write_pictures(found.game, pieces, png)
        click.echo(f"{png}: {count} pictures of {len(pieces)} {shape.plural}, at 300 pixels an inch")
    if out is not None:
        size = next(each for each in Paper if each.words == paper)
        sheets = print_sheets(found.title, pieces, size.value, out, hexagons=shape is PieceShape.HEXAGON)
        total = sum(piece.count for piece in pieces)
        click.echo(
            f"{out}: {total} {shape.plural} on {sheets} x {paper}, faces and backs; print at 100 %, on both sides, "
            "turned over the long edge"
        )


_DECK = click.option(
    "--deck", required=True, metavar="NAME|FILE", help="A game that has cards, or a deck file of your own."
)
_PAPER = click.option(
    "--paper",
    type=click.Choice([Paper.A4.words, Paper.LETTER.words], case_sensitive=False),
    default=Paper.A4.words,
    show_default=True,
    help="What it is printed on.",
)
_OUT = click.option(
    "--out", type=click.Path(path_type=Path), help="The PDF file to write: crop marks, backs for duplex."
)
_PNG = click.option(
    "--png",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder for every side as a picture, with manifest.json.",
)


@printing.command("cards")
@_DECK
@_PAPER
@_OUT
@_PNG
def cards(deck: str, paper: str, out: Path | None, png: Path | None) -> None:
    """Make the cards of a deck, in our own drawing. Print at 100 % on both sides, turned over the long edge."""
    _pieces(PieceShape.CARD, deck, paper, out, png)


@printing.command("tiles")
@_DECK
@_PAPER
@_OUT
@_PNG
def tiles(deck: str, paper: str, out: Path | None, png: Path | None) -> None:
    """Make the tiles of a deck, in our own drawing. Print at 100 % on both sides, turned over the long edge."""
    _pieces(PieceShape.HEXAGON, deck, paper, out, png)
