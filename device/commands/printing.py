"""`companion print`: what is put on paper."""

from __future__ import annotations

from pathlib import Path

import click

from companion.errors import BadInput
from vision.table.mat import MatKind, mat_for
from vision.table.mat_print import Paper, print_mat


@click.group("print")
def printing() -> None:
    """Make PDF files to print."""


@printing.command("mat")
@click.option(
    "--game", type=click.Choice([game.value for game in MatKind]), required=True, help="What is played on it."
)
@click.option(
    "--paper",
    type=click.Choice([paper.label for paper in Paper], case_sensitive=False),
    default=Paper.A4.label,
    show_default=True,
    help="A mat larger than the paper is cut into sheets that overlap.",
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The PDF file to write.")
def mat(game: str, paper: str, out: Path) -> None:
    """Make the play mat of a game. Print it at 100 %, without "fit to page", and measure its scale bar."""
    wanted = next(each for each in Paper if each.label == paper)
    laid = mat_for(MatKind(game))
    try:
        sheets = print_mat(laid, wanted, out)
    except OSError as error:
        raise BadInput(f"{out}: cannot be written ({error.strerror})") from None
    click.echo(f"{out}: {laid.width:.0f} x {laid.height:.0f} mm on {sheets} x {paper}; print at 100 %")
