"""`companion check`: the self-test of hardware and installation."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from companion.errors import BadInput
from companion.store import holder
from device.checking.probes import PROBES
from device.checking.report import examine
from device.config import Config, DataConfig, load


@click.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The configuration (TOML).")
@click.option("--data", type=click.Path(path_type=Path), help="Where matches and photographs are kept.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--interactive", is_flag=True, help="Press every button: see it shine, hear it, see how it bounces.")
@click.pass_context
def check(ctx: click.Context, config_file: Path | None, data: Path | None, *, as_json: bool, interactive: bool) -> None:
    """Examine hardware and installation: one line a finding, with its cure.

    Exit code 0: all is well (notes do not matter), or every button was pressed. 1: something is missing or fails, or
    was skipped. 2: the configuration is wrong, or a companion runs and has the buttons.
    """
    config = load(config_file)
    config = replace(config, data=DataConfig(data)) if data else config
    if interactive:
        ctx.exit(_interactive(config, as_json=as_json))
    report = examine(config, PROBES)
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False))
    else:
        for line in report.lines():
            click.echo(line)
    ctx.exit(report.exit_code)


def _interactive(config: Config, *, as_json: bool) -> int:
    """Ask for every button; return the exit code."""
    if as_json:
        raise BadInput("--interactive and --json do not go together: people cannot press buttons for a script")
    if (pid := holder(config.data.dir)) is not None:
        raise BadInput(f"the companion that runs (pid {pid}) has the buttons: stop it, or use its self-test page")
    from device.selftest.interactive import converse  # only here: check must find a broken OpenCV, not stumble over it

    return converse(config, click.echo)
