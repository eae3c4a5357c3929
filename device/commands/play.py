"""`companion play`: runs the table until somebody stops it."""

from __future__ import annotations

import secrets
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

import click

from companion.errors import BadInput
from companion.service import ServiceInterface
from device.composition import Application, RunOptions, running
from device.config import Config, DataConfig, PageConfig, load
from device.journal.safe_mode import file_in_the_way
from device.notify import READY, STOPPING, notify
from device.simulation.bare_computer import Surroundings
from web import pairing
from web.app import create_app
from web.serve import PageServer

PORTS_TRIED = 10


@click.command()
@click.option("--simulate", is_flag=True, help="Play on the simulated table, whatever is plugged in.")
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The configuration (TOML).")
@click.option("--data", type=click.Path(path_type=Path, readable=False), help="Where matches and photographs are kept.")
@click.option("--host", help="The address to serve the page at.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to serve the page at; 0 takes any free one.")
@click.option("--seed", type=int, help="Chance that can be repeated, for the simulated table.")
def play(
    *,
    simulate: bool,
    config_file: Path | None,
    data: Path | None,
    host: str | None,
    port: int | None,
    seed: int | None,
) -> None:
    """Run the table: camera, buttons, and the page.

    Without Pi hardware it says what is missing. Where there is neither a camera nor a GPIO header nor a configuration,
    it runs with a simulated table.
    """
    config = _as_wished(load(config_file), data, host, port)
    _refuse_a_file(config.data.dir)
    options = RunOptions(simulate=simulate, seed=seed, config_file=config_file)
    with running(config, options) as table, serving(table, config, port) as server:
        for line in announcement(table.service, server.port):
            click.echo(line)
        notify(READY)
        _until_stopped()
        notify(STOPPING)


def _as_wished(config: Config, data: Path | None, host: str | None, port: int | None) -> Config:
    page = PageConfig(host or config.page.host, config.page.port if port is None else port)
    return replace(config, page=page, data=DataConfig(data) if data else config.data)


def _refuse_a_file(folder: Path) -> None:
    """Refuse a data folder that is a file, where somebody sits at the keyboard: that is a slip of the hand.

    The service starts all the same and says it on the page, because nobody reads what it prints.
    """
    if not Surroundings().is_service and (file := file_in_the_way(folder)) is not None:
        raise BadInput(f"--data {folder}: {file} is a file, and matches are kept in a folder: choose another one")


@contextmanager
def serving(table: Application, config: Config, port: int | None) -> Iterator[PageServer]:
    """Serve the page of `table`; a port that nobody asked for may give way to the next free one."""
    names = (socket.gethostname(),)
    token, corners = secrets.token_urlsafe(24), table.camera.corners
    app = create_app(table.service, token=token, hosts=names, corners=corners, bench=table.self_test)
    pairing.attach(app, table.pairing)
    server = PageServer(app, config.page.host, config.page.port, tries=PORTS_TRIED if port is None else 1)
    server.start()
    try:
        yield server
    finally:
        server.close()


def announcement(service: ServiceInterface, port: int) -> Iterator[str]:
    """Yield what to say at the start: where the page is, and what is missing."""
    snapshot = service.snapshot()
    yield f"The page:   http://localhost:{port}/   (elsewhere in the house: http://{socket.gethostname()}.local:{port}/)"
    for notice in snapshot.notices:
        yield f"{notice.level.value}: {notice.text}" + (f" - {notice.cure}" if notice.cure else "")
    if snapshot.simulated:
        yield "This is a SIMULATED table: the dice are drawn, everything else is real."
    yield "Stop with Ctrl+C."


def _until_stopped() -> None:
    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.set()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, stop)
    stopped.wait()
