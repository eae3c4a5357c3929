"""`companion check`: the self-test of hardware and installation."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from device.check import examine
from device.config import DataConfig, load
from device.probes import PROBES


@click.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The configuration (TOML).")
@click.option("--data", type=click.Path(path_type=Path), help="Where matches and photographs are kept.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.pass_context
def check(ctx: click.Context, config_file: Path | None, data: Path | None, *, as_json: bool) -> None:
    """Examine hardware and installation: one line a finding, with its cure.

    Exit code 0: all is well (notes do not matter). 1: something is missing or fails. 2: the configuration is wrong.
    """
    config = load(config_file)
    report = examine(replace(config, data=DataConfig(data)) if data else config, PROBES)
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False))
    else:
        for line in report.lines():
            click.echo(line)
    ctx.exit(report.exit_code)
