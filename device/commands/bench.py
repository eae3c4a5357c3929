"""`companion bench`: the performance table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from device.bench.table import Figures, measure

ROWS = {
    "disk": "the journal's disk alone",
    "decision": "edge -> journalled decision",
    "lamp": "edge -> lamp",
    "page": "edge -> page",
}

SLOW_DISK_MS = 15.0


@click.command()
@click.option("--presses", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How often to press.")
@click.option("--pages", type=click.IntRange(1, 32), default=32, show_default=True, help="How many pages are open.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the table.")
@click.pass_context
def bench(ctx: click.Context, presses: int, pages: int, *, as_json: bool) -> None:
    """Measure how fast this machine answers a press, while it reads pictures and serves pages.

    Nothing is kept, and no hardware is touched. Exit code 0: 99 of 100 presses reach lamp and pages in time. 1: they
    do not, or a press was lost.
    """
    figures = measure(presses, pages)
    if as_json:
        click.echo(json.dumps({**asdict(figures), "goals": figures.goals, "good": figures.good}, ensure_ascii=False))
    else:
        for line in table(figures):
            click.echo(line)
    ctx.exit(0 if figures.good else 1)


def table(figures: Figures) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"{figures.machine}; load {figures.load[0]:.1f} before, {figures.load[1]:.1f} after"
    yield (
        f"{figures.presses} presses that bounce, {figures.pages} pages open, {figures.readings_per_s:.1f} pictures"
        f" read a second; settle window {figures.settle_ms:g} ms"
    )
    yield f"{'ms':<28}{'p50':>8}{'p99':>8}{'max':>8}{'goal (p99)':>13}"
    for name, words in ROWS.items():
        spread, goal = figures.spreads[name], figures.goals.get(name)
        wanted = "" if goal is None else f"{'<=' if spread.p99 <= goal else 'MISSED'} {goal:g}"
        yield f"{words:<28}{spread.p50:>8.1f}{spread.p99:>8.1f}{spread.most:>8.1f}{wanted:>13}"
    if figures.overtaken:
        yield f"{figures.overtaken} presses came after a later one was judged: raise settle_ms in [race]"
    if figures.lost:
        yield f"{figures.lost} presses did not count: this machine is too busy"
    if figures.spreads["disk"].p99 > SLOW_DISK_MS:
        yield "the disk is slow: nothing counts before it is written, so every verdict waits for it"
