"""`companion check --interactive`: asks for every button in turn, lights it up, sounds it, and prints what it showed.

drivers, keys --into one inbox--> Walk --remarks--> lines, lamps, notes
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TextIO

from companion.service import Notice
from companion.texts import say
from device.config import Config
from device.hardware.clock import MS, Clock, MonotonicClock
from device.hardware.gpio import GpioHeader
from device.hardware.lamps import Lamps, open_lamps
from device.hardware.presses.buttons import ButtonListeners, Offline, open_buttons
from device.hardware.presses.targets import Target, button_name
from device.hardware.sound.speaker import open_speaker
from device.outputs import Outputs
from device.selftest.places import places
from device.selftest.service import praise
from device.selftest.trials import Trial
from device.selftest.walk import Mistaken, News, Praised, PressAsked, PressShown, PressSkipped, Remark, Walk, Wish

PASSED, FAILED = 0, 1
"""Exit codes: every button was pressed; one was skipped, or there are none."""
NAP_S = 0.1
HELP = say("Press each button when it is asked for. Enter skips one, q ends.")
KEYS = {"": Wish.SKIP, "s": Wish.SKIP, "skip": Wish.SKIP, "q": Wish.QUIT, "quit": Wish.QUIT}

WriteLine = Callable[[str], None]


@dataclass
class Conversation:
    """One walk from button to button: takes news from `inbox`, and tells people what it thinks of them."""

    places: dict[Target, str]
    outputs: Outputs
    write_line: WriteLine
    inbox: SimpleQueue[News] = field(default_factory=SimpleQueue)

    def hold(self) -> int:
        """Walk until it is over; return the exit code."""
        self.write_line(str(HELP))
        walk, remarks = Walk.begin(self.places)
        self._answer(remarks)
        while not walk.over:
            try:
                news = self.inbox.get(timeout=NAP_S)
            except Empty:
                news = None
            walk, remarks = walk.feed(news, self.outputs.clock.now())
            self._answer(remarks)
            self.outputs.tend()
        self.write_line(_verdict(walk))
        return PASSED if walk.passed else FAILED

    def _answer(self, remarks: Iterable[Remark]) -> None:
        for remark in remarks:
            if isinstance(remark, Praised):
                praise(remark.target, self.outputs)
            else:
                for line in self._lines(remark):
                    self.write_line(line)

    def _lines(self, remark: Remark) -> Iterator[str]:
        match remark:
            case PressAsked(target):
                yield str(say("press {button} ({place})", button=button_name(target), place=self.places[target]))
            case PressShown(_, trial):
                yield from (f"  {line}" for line in lines_about(trial))
            case PressSkipped(target):
                yield "  " + str(say("skipped: {button}", button=button_name(target)))
            case Mistaken(pressed, wanted):
                words = say(
                    "that was {pressed}, not {wanted}: are their wires crossed?",
                    pressed=button_name(pressed),
                    wanted=button_name(wanted),
                )
                yield f"  {words}"


def lines_about(trial: Trial) -> Iterator[str]:
    """Yield what a button has shown: its bounces, its delay, and its trace."""
    latency = f"{(trial.latency or 0) / MS:.1f}"
    yield str(say("ok: heard {ms} ms after the edge; bounces: {bounces}", ms=latency, bounces=trial.bounces))
    if trial.trace:
        yield "  ".join(f"{flip.after / MS:.1f} {'closed' if flip.closed else 'open'}" for flip in trial.trace)


def _verdict(walk: Walk) -> str:
    if walk.passed:
        return str(say("every button works"))
    missing = ", ".join(str(button_name(target)) for target in walk.skipped)
    return str(say("not pressed: {buttons}", buttons=missing))


class PrintedNotices:
    """Notices that are printed."""

    def __init__(self, write_line: WriteLine) -> None:
        self._write_line = write_line

    def notice(self, notice: Notice) -> None:
        """Print `notice`."""
        self._write_line(f"{notice.level.value}: {notice.text}" + (f" - {notice.cure}" if notice.cure else ""))

    def withdraw(self, key: str) -> None:
        """Print nothing."""


def converse(config: Config, write_line: WriteLine, keys: TextIO = sys.stdin, clock: Clock | None = None) -> int:
    """Open everything that is wired, and walk from button to button; return the exit code."""
    clock = clock or MonotonicClock()
    with ExitStack() as parts:
        pins = GpioHeader()
        parts.callback(pins.close)
        inbox: SimpleQueue[News] = SimpleQueue()
        buttons = open_buttons(
            config.buttons,
            inbox.put,
            clock,
            pins,
            PrintedNotices(write_line),
            listeners=ButtonListeners(tap=lambda edge, _seen: inbox.put(edge)),
        )
        parts.callback(buttons.close)
        if isinstance(buttons, Offline):
            PrintedNotices(write_line).notice(buttons.why)
            return FAILED
        outputs = parts.enter_context(_outputs(config, pins, clock, write_line))
        wired = {target: str(place) for target, place in places(config.buttons).items()}
        Thread(target=type_in, args=(keys, inbox.put), name="keys", daemon=True).start()
        return Conversation(wired, outputs, write_line, inbox).hold()


@contextmanager
def _outputs(config: Config, pins: GpioHeader, clock: Clock, write_line: WriteLine) -> Iterator[Outputs]:
    """Open lamps and sound, and say what is missing of them."""
    with ExitStack() as parts:
        lamps = open_lamps(config.lamps, pins)
        if isinstance(lamps, Offline):
            PrintedNotices(write_line).notice(lamps.why)
            lamps = Lamps({})
        parts.callback(lamps.close)
        speaker = open_speaker(config.sound, config.data.dir, pins, clock, PrintedNotices(write_line))
        if speaker is not None:
            speaker.start()
            parts.callback(speaker.close)
        yield Outputs(clock, lamps, speaker)


def type_in(keys: TextIO, put: Callable[[News], None]) -> None:
    """Hand on what is typed, line by line; when nobody can type, presses alone go on."""
    for line in keys:
        if (wish := KEYS.get(line.strip().lower())) is not None:
            put(wish)
