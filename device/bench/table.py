"""How fast the table answers: from the edge of a press to the journal, to the lamp, and to every open page.

The table is the real one, on a simulated camera: loop, journal on disk, watch and page server. Its buttons are peers
of the wired ones: lines without pins, whose edges bounce, carry their times on CLOCK_MONOTONIC, and go through the real
panel and arbiter. Beside it the dice reader reads frame after frame, and the pages are connections of another program.
"""

from __future__ import annotations

import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, cast

from companion.errors import CompanionError
from companion.events import Event as Happened
from companion.service import Snapshot
from companion.session import Match
from companion.table import Player, Seat
from device.composition import Application, Instrumentation, RunOptions, running
from device.config import Config, DataConfig, PageConfig
from device.hardware.clock import MS, MonotonicClock
from device.hardware.lamps import Lamps, Pattern
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.buttons import Attend, ButtonListeners, Buttons
from device.hardware.presses.panel import Edge, Signal
from device.hardware.presses.targets import Target
from device.journal.safe_mode import Journal
from device.outputs import Outputs
from device.publisher import StatePublisher
from vision.camera.capture import Capture
from vision.dice.read import read_dice
from web.app import create_app
from web.serve import PageServer

SEATS = tuple(Seat(number) for number in range(1, 5))
BOUNCES = (300_000, 500_000)
"""Each press opens once more after so long, and closes again (ns)."""
HELD_S = 0.06
BETWEEN_S = (0.12, 0.25)
"""People press so far apart, so that every press is one change of the page."""
LAMP_GOAL_MS, PAGE_GOAL_MS = 25.0, 60.0
"""99 of 100 presses reach the lamp so soon after the settle window, and every page so soon after the edge."""


class BenchFailed(CompanionError, RuntimeError):
    """The table could not be measured."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How some times are spread (ms)."""

    count: int
    p50: float
    p99: float
    most: float

    @classmethod
    def of(cls, times_ns: Sequence[int]) -> Spread:
        """Return the spread of `times_ns`; 99 of 100 are no longer than `p99`."""
        if not times_ns:
            raise BenchFailed("nothing was measured: no press came through")
        ordered = [each / MS for each in sorted(times_ns)]
        return cls(len(ordered), _rank(ordered, 0.5), _rank(ordered, 0.99), ordered[-1])


def _rank(ordered: Sequence[float], share: float) -> float:
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured, and on what machine."""

    machine: str
    load: tuple[float, float]
    """How many programs wanted a processor, before and after (mean of a minute)."""
    presses: int
    pages: int
    readings_per_s: float
    settle_ms: float
    overtaken: int
    lost: int
    spreads: Mapping[str, Spread]

    @property
    def goals(self) -> dict[str, float]:
        """The longest that 99 of 100 may take (ms)."""
        return {"lamp": LAMP_GOAL_MS + self.settle_ms, "page": PAGE_GOAL_MS}

    @property
    def good(self) -> bool:
        """Whether the goals are met and every press came through."""
        fast = all(self.spreads[name].p99 <= goal for name, goal in self.goals.items())
        return fast and not self.overtaken and not self.lost


class VirtualLine:
    """An input without a pin: the peer of an opened line."""

    def __init__(self) -> None:
        self.closed = False

    def touch(self, *, closed: bool) -> None:
        """Close the contact, or open it."""
        self.closed = closed

    @property
    def is_active(self) -> bool:
        """Whether the button is closed now."""
        return self.closed

    def close(self) -> None:
        """Give nothing back."""


@dataclass
class Fingers:
    """Presses buttons without pins, on the real clock."""

    clock: MonotonicClock
    inbox: SimpleQueue[Signal | None] = field(default_factory=SimpleQueue)
    lines: dict[Target, VirtualLine] = field(default_factory=lambda: {seat: VirtualLine() for seat in SEATS})

    def open_buttons(self, press: Callable[[RawPress], None], attend: Attend, publisher: StatePublisher) -> Buttons:
        """Return the buttons, started."""
        buttons = Buttons(self.lines, self.inbox, press, self.clock, listeners=ButtonListeners(attend))
        buttons.start(publisher)
        return buttons

    def press(self, target: Target) -> int:
        """Press a button that bounces, let go of it, and return the time of its first edge."""
        line, first = self.lines[target], self.clock.now()
        line.touch(closed=True)
        while self.clock.now() < first + BOUNCES[-1]:
            time.sleep(0.0001)
        for number, after in enumerate((0, *BOUNCES)):
            self.inbox.put(Edge(first + after, target, closed=number % 2 == 0))
        time.sleep(HELD_S)
        line.touch(closed=False)
        self.inbox.put(Edge(self.clock.now(), target, closed=False))
        return first


@dataclass
class Witness:
    """Sees when a press is on disk, when a lamp changes for it, and in which version of the page it is."""

    clock: MonotonicClock
    publisher: StatePublisher = field(default_factory=lambda: StatePublisher(Snapshot(version=1, match=None)))
    decided: dict[int, int] = field(default_factory=dict)
    lit: dict[int, int] = field(default_factory=dict)
    version: dict[int, int] = field(default_factory=dict)
    _at: int = 0

    def state_changed(self, match: Match | None) -> None:
        """Note the time: what the match has come to is in the journal and on the page."""
        if match is not None:
            self._at = match.latest + match.offset
            self.decided.setdefault(self._at, self.clock.now())
            self.version.setdefault(self._at, self.publisher.snapshot().version)

    def lamp(self) -> None:
        """Note the time: a lamp was switched."""
        self.lit.setdefault(self._at, self.clock.now())


class WitnessedLight:
    """A lamp without a pin, that says when it is switched."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness

    def show(self, pattern: Pattern) -> None:
        """Say that `pattern` is shown."""
        self._witness.lamp()

    def close(self) -> None:
        """Give nothing back."""


class TimedStore:
    """The journal, which notes in `times` how long the disk takes."""

    def __init__(self, store: Journal, times: list[int]) -> None:
        self._times, self._store = times, store

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the journal can do
        return getattr(self._store, name)

    def append(self, number: int, event: Happened, picture: bytes | None = None) -> None:
        """Write `event` to the disk."""
        began = time.monotonic_ns()
        self._store.append(number, event, picture)
        self._times.append(time.monotonic_ns() - began)


class Reader:
    """The load: reads dice in one frame after the other, in a thread."""

    def __init__(self, capture: Capture | None) -> None:
        self.readings = 0
        self._capture = capture
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="load", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Stop after the present frame."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        capture = self._capture
        while capture is not None and not self._stopping.is_set():
            if (frame := capture.latest()) is not None:
                read_dice(frame.image)
                self.readings += 1
            else:
                self._stopping.wait(0.05)


def measure(presses: int, pages: int, seed: int = 1) -> Figures:
    """Run a table in a temporary folder, press so many times, and return how long everything took."""
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        config = replace(Config(), data=DataConfig(Path(folder)), page=PageConfig("localhost", 0))
        clock, times = MonotonicClock(), list[int]()
        fingers, witness = Fingers(clock), Witness(clock)
        outputs = Outputs(clock, Lamps({seat: WitnessedLight(witness) for seat in SEATS}))
        probe = Instrumentation(
            witness.publisher,
            state_listeners=(witness.state_changed, outputs.state_changed),
            effect_listeners=(outputs.effects_happened,),
            store=lambda store: cast("Journal", TimedStore(store, times)),
            open_buttons=fingers.open_buttons,
        )
        options = RunOptions(simulate=True, seed=seed)
        with running(config, options, clock, probe) as table, _served(table) as port:
            chance = random.Random(seed)  # noqa: S311 - people, not secrets
            figures = _measured(table, port, fingers, witness, presses, pages, chance)
            return replace(figures, spreads={**figures.spreads, "disk": Spread.of(times)})


@contextmanager
def _served(table: Application) -> Iterator[int]:
    app = create_app(table.service, token="bench")  # noqa: S106 - nobody else hears of it
    server = PageServer(app, "localhost", 0)
    server.start()
    try:
        yield server.port
    finally:
        server.close()


def _measured(
    table: Application,
    port: int,
    fingers: Fingers,
    witness: Witness,
    presses: int,
    pages: int,
    chance: random.Random,
) -> Figures:
    reader = Reader(table.camera.capture)
    table.service.start("cubo", tuple(Player(seat, f"Player {seat}") for seat in SEATS), {}, "bench")
    before = os.getloadavg()[0]
    with _open_pages(port, pages) as arrivals:
        reader.start()
        began = time.monotonic()
        edges = [_pressed(fingers, number, chance) for number in range(presses)]
        read = reader.readings / (time.monotonic() - began)
        reader.close()
    return Figures(
        machine=f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}",
        load=(before, os.getloadavg()[0]),
        presses=presses,
        pages=pages,
        readings_per_s=read,
        settle_ms=table.loop.arbiter.race.settle_ms,
        overtaken=table.loop.arbiter.overtaken,
        lost=sum(edge not in witness.decided for edge in edges),
        spreads=_spreads(edges, witness, arrivals),
    )


def _pressed(fingers: Fingers, number: int, chance: random.Random) -> int:
    at = fingers.press(SEATS[number % len(SEATS)])
    time.sleep(chance.uniform(*BETWEEN_S))
    return at


def _spreads(edges: Sequence[int], witness: Witness, arrivals: Sequence[tuple[int, int, int]]) -> dict[str, Spread]:
    return {
        "decision": Spread.of([witness.decided[edge] - edge for edge in edges if edge in witness.decided]),
        "lamp": Spread.of([witness.lit[edge] - edge for edge in edges if edge in witness.lit]),
        "page": Spread.of(
            [at - edge for edge in edges if edge in witness.version for at in _shown(witness.version[edge], arrivals)]
        ),
    }


def _shown(version: int, arrivals: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return when each page first showed `version`, or what came after it."""
    first: dict[int, int] = {}
    for page, shown, at in arrivals:
        if shown >= version:
            first[page] = min(at, first.get(page, at))
    return list(first.values())


@contextmanager
def _open_pages(port: int, count: int) -> Iterator[list[tuple[int, int, int]]]:
    """Have so many pages open; what they showed is in the list when the context ends."""
    command = [sys.executable, "-m", "device.bench.pages", str(port), str(count)]
    arrivals: list[tuple[int, int, int]] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as pages:
        assert pages.stdin is not None  # noqa: S101 - asked for
        assert pages.stdout is not None  # noqa: S101
        if (said := pages.stdout.readline().strip()) != f"ready {count}":
            pages.kill()
            raise BenchFailed(f"not all {count} pages could be opened: {said or 'the program of the pages ended'}")
        yield arrivals
        time.sleep(0.5)
        pages.stdin.close()
        arrivals += [(page, version, at) for page, version, at in json.loads(pages.stdout.read())]
