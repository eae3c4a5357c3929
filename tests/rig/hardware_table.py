"""A table inside the test machine: real pins and devices, our own rooms on top of them, and fingers to press with."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from companion.events import Event
from device.config import Config
from device.hardware.clock import SECOND, MonotonicClock
from device.hardware.gpio import GpioHeader
from device.hardware.presses.arbiter import Arbiter, RawPress
from device.hardware.presses.buttons import Buttons, open_buttons
from device.hardware.presses.panel import ContactPanel, Edge

PATIENCE_S = 5.0
"""So long a check waits for what must come."""


class NoticeRecorder:
    """Remembers what is said now, and what was ever said."""

    def __init__(self) -> None:
        self.said: set[str] = set()
        self.ever: set[str] = set()

    def notice(self, notice) -> None:
        self.said.add(notice.key)
        self.ever.add(notice.key)

    def withdraw(self, key: str) -> None:
        self.said.discard(key)


class Listener:
    """Stands where the loop and the match stand: has presses put in order, and remembers the verdicts, and when."""

    def __init__(self, arbiter: Arbiter, clock: MonotonicClock) -> None:
        self.heard: SimpleQueue[tuple[Event, int]] = SimpleQueue()
        self._arbiter = arbiter
        self._clock = clock
        self._inbox: SimpleQueue[RawPress] = SimpleQueue()
        self.press = self._inbox.put
        Thread(target=self._run, daemon=True).start()

    def hear(self, count: int) -> list[tuple[Event, int]]:
        """Return the next `count` verdicts, or as many as come in time."""
        wait_until(lambda: self.heard.qsize() >= count)
        return [self.heard.get() for _ in range(min(count, self.heard.qsize()))]

    def _run(self) -> None:
        while True:
            due = self._arbiter.due
            nap = PATIENCE_S if due is None else max(0, due - self._clock.now()) / SECOND
            with suppress(Empty):
                self._arbiter.add(self._inbox.get(timeout=nap))
            now = self._clock.now()  # before the inbox is emptied
            while not self._inbox.empty():
                self._arbiter.add(self._inbox.get())
            for event in self._arbiter.release(now):
                self.heard.put((event, self._clock.now()))


@dataclass
class Hardware:
    """Buttons on pins and keys, and the arbiter, as in the appliance."""

    config: Config = field(default_factory=Config)
    clock: MonotonicClock = field(default_factory=MonotonicClock)
    board: NoticeRecorder = field(default_factory=NoticeRecorder)
    pins: GpioHeader = field(default_factory=GpioHeader)
    edges: list[Edge] = field(default_factory=list)
    """Every edge, and whatever else a driver delivered, as it came."""

    def open(self) -> Hardware:
        """Open everything and start the threads."""
        record_edges(self.edges.append)
        self.arbiter = Arbiter(self.config.race)
        self.listener = Listener(self.arbiter, self.clock)
        self.buttons = open_buttons(self.config.buttons, self.listener.press, self.clock, self.pins, self.board)
        assert isinstance(self.buttons, Buttons), self.buttons.why
        self.arbiter.horizon = self.buttons.horizon
        return self

    def close(self) -> None:
        self.buttons.close()
        self.pins.close()

    def edges_of(self, target) -> list[Edge]:
        """Return what the driver delivered of one button, in the order of time."""
        return sorted(
            (edge for edge in list(self.edges) if isinstance(edge, Edge) and edge.target == target),
            key=lambda edge: edge.at,
        )


def record_edges(record: Callable[[Edge], None]) -> None:
    """Have `record` called with every edge before the panel takes it."""
    take = ContactPanel.take

    def recorded(panel: ContactPanel, edge: Edge) -> None:
        record(edge)
        take(panel, edge)

    ContactPanel.take = recorded


def wait_until(holds: Callable[[], object]) -> bool:
    """Wait until `holds`; return whether it does."""
    until = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True


class Hand:
    """Presses with the fingers of another process, so that Python's lock cannot make the driver wait for us."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.rig.hardware_fingers"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, *plan: tuple[int | str, bool, int]) -> list[int]:
        """Do as planned, [pin or key, closed, after]; return when each change was begun (ns)."""
        return self._tell(plan)

    def plug(self) -> None:
        """Plug the USB encoder in."""
        self._tell("plug")

    def pull(self) -> None:
        """Pull it out."""
        self._tell("pull")

    def _tell(self, what) -> list[int]:
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def busy_machine(programs: int) -> Iterator[None]:
    """Have so many other programs want the only processor all the time."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(programs)]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


def level_of(lines: str, pin: int) -> str:
    """Return what the simulated chip says that a line is: 0 or 1."""
    return Path(lines, f"sim_gpio{pin}", "value").read_text(encoding="ascii").strip()
