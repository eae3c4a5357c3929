"""`companion learn`: asks for one button after the other, and writes down what was pressed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import click

from companion.errors import AlreadyRunning
from companion.store import DataLock
from device.config import Config, TableConfig, buttons_as_toml, load, save_buttons
from device.hardware.clock import Clock, MonotonicClock
from device.hardware.config import ButtonsConfig, GrabMode
from device.hardware.gpio import GpioHeader
from device.hardware.presses.evdev_ports import EvdevPorts
from device.hardware.presses.targets import button_name
from device.pairing.dialogue import (
    Back,
    DetectedPress,
    Kept,
    PairingDialogue,
    PairingState,
    PairingStopped,
    Reply,
    Waited,
    Without,
    asked,
    begin,
    now_wired_to,
)
from device.pairing.listener import InputListener, hint, listen

HELP = "Enter keeps what is there now, - goes without, b goes back, q stops."

POLL_S = 0.05
"""How often it is looked at what was typed."""

Typed = SimpleQueue[str | None]
"""What somebody types, line by line; None when nobody types any more."""


@click.command()
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The configuration to write into.")
@click.option("--seats", type=click.IntRange(1, 8), help="How many players to ask for; as configured without it.")
@click.option("--grab", type=click.Choice([str(each) for each in GrabMode]), help="How players grab for a slot.")
@click.option("--keyboard", is_flag=True, help="Listen to keyboards too, except for Enter.")
@click.option("--yes", is_flag=True, help="Write without asking.")
def learn(*, config_file: Path | None, seats: int | None, grab: str | None, keyboard: bool, yes: bool) -> None:
    """Learn which button is whose: press each one when it is asked for.

    Without --config, the section to copy into a configuration is shown.
    """
    config = _configured(config_file, seats)
    dialogue = begin(0, config.buttons, config.table.seats, GrabMode(grab) if grab else config.buttons.grab)
    typed: Typed = SimpleQueue()
    with _opened(config, keyboards=keyboard) as (listener, inbox, clock):
        click.echo(str(hint(listener.available)))
        if not listener.available.anything:
            raise SystemExit(1)
        Thread(target=_read_lines, args=(typed,), name="typed", daemon=True).start()
        paired = _run_dialogue(replace(dialogue, since=clock.now()), inbox, typed, clock)
    if paired.state is not PairingState.DONE:
        click.echo(f"Nothing was changed: {paired.state.value}.")
        raise SystemExit(1)
    _finish(paired.result(), config, config_file, lambda: yes or _agreed(typed))


def _configured(file: Path | None, seats: int | None) -> Config:
    """Return the configuration; a file that is not there yet will be made."""
    config = load(file if file is not None and file.exists() else None)
    return config if seats is None else replace(config, table=TableConfig(seats, config.table.labels))


@contextmanager
def _opened(config: Config, *, keyboards: bool) -> Iterator[tuple[InputListener, SimpleQueue[DetectedPress], Clock]]:
    """Listen, and give everything back; a companion that runs keeps the pins, and is named."""
    inbox: SimpleQueue[DetectedPress] = SimpleQueue()
    clock = MonotonicClock()
    with ExitStack() as parts:
        parts.callback(_alone(config).close)
        pins = GpioHeader()
        parts.callback(pins.close)
        listener = listen(config, inbox.put, clock, pins, EvdevPorts(), keyboards=keyboards)
        parts.callback(listener.close)
        yield listener, inbox, clock


def _alone(config: Config) -> DataLock:
    try:
        return DataLock(config.data.dir)
    except AlreadyRunning:
        why = "a companion runs at this table: learn its buttons on its page, or stop it first"
        raise AlreadyRunning(why) from None


def _read_lines(typed: Typed) -> None:
    for line in sys.stdin:
        typed.put(line.strip().lower())
    typed.put(None)


def _run_dialogue(
    dialogue: PairingDialogue, inbox: SimpleQueue[DetectedPress], typed: Typed, clock: Clock
) -> PairingDialogue:
    """Ask until every question is answered, or somebody gives up."""
    click.echo(HELP)
    _ask(dialogue)
    while dialogue.state is PairingState.ASKING:
        reply = _next_reply(dialogue, inbox, typed, clock)
        after = dialogue.feed(reply)
        _comment(dialogue, after)
        dialogue = after
    return dialogue


def _next_reply(dialogue: PairingDialogue, inbox: SimpleQueue[DetectedPress], typed: Typed, clock: Clock) -> Reply:
    """Return what is pressed or typed next; presses first, as they came first."""
    try:
        return inbox.get(timeout=POLL_S)
    except Empty:
        pass
    try:
        line = typed.get_nowait()
    except Empty:
        return Waited(clock.now())
    return _meant(line, dialogue, clock.now())


def _meant(line: str | None, dialogue: PairingDialogue, now: int) -> Reply:
    match line:
        case None | "q":
            return PairingStopped(now)
        case "b":
            return Back(now)
        case "-":
            return Without(now)
    return Without(now) if dialogue.now_wired is None else Kept(now)


def _ask(dialogue: PairingDialogue) -> None:
    if (question := dialogue.question) is not None:
        click.echo(f"{asked(question)} ({now_wired_to(dialogue.now_wired)})")


def _comment(before: PairingDialogue, after: PairingDialogue) -> None:
    """Say what became of a reply, and ask what is next."""
    if after.trouble is not None and after != before:
        click.echo(f"  {after.trouble}.")
    if len(after.answers) > len(before.answers):
        click.echo(f"  {button_name(before.questions[len(before.answers)])}: {after.answers[-1] or 'none'}")
    if len(after.answers) != len(before.answers):
        _ask(after)


def _finish(buttons: ButtonsConfig, config: Config, file: Path | None, agreed: Callable[[], bool]) -> None:
    """Show what was paired, and write it where that is wished."""
    replace(config, buttons=buttons)  # refuses what cannot be, before anybody is asked
    click.echo("\n" + buttons_as_toml(buttons))
    if file is None:
        click.echo("Put this into a configuration; `companion learn --config FILE` does it for you.")
        return
    click.echo(f"Write this into {file}, in place of its [buttons]? [Y/n]")
    if not agreed():
        click.echo("Nothing was changed.")
        raise SystemExit(1)
    save_buttons(file, buttons)
    click.echo(f"Written into {file}.")


def _agreed(typed: Typed) -> bool:
    return typed.get() in ("", "y", "yes", "o", "oui")
