"""All buttons of the table: those on pins, through gpiozero on lgpio, and the keys of USB devices (`presses.encoders`).

    lgpio's thread    --edge: stamp, enqueue--.
    encoders' thread  --key:  stamp, enqueue---+-> our thread --panel: order, judge, look at levels--> enqueue(RawPress)

lgpio has one thread for all buttons. A handler that raised would end it and leave every button dead, a slow one would
delay the others: ours does nothing but enqueue. gpiozero's own debounce stays off: it stamps the last edge of a
bounce, which puts a bouncing first press behind a clean second one.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Protocol, TypeAlias

from companion.service import Notice, NoticeLevel
from companion.texts import say
from device.hardware.clock import SECOND, Clock
from device.hardware.config import ButtonsConfig
from device.hardware.gpio import GpioHeader, PinTrouble, shut, trouble_of
from device.hardware.header import Pin
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.attendance import Absence, Presence
from device.hardware.presses.encoders import Encoders, Ports
from device.hardware.presses.encoders import NoticePublisher as NoticePublisher
from device.hardware.presses.evdev_ports import EvdevPorts
from device.hardware.presses.panel import ContactPanel, Edge, Signal
from device.hardware.presses.targets import Target, button_name, seat_of

log = logging.getLogger(__name__)

KEY = "buttons"
"""The key of the notice that says that there are no buttons."""

SWITCH_S = 0.0005
"""Python lets a busy thread run for 5 ms before another gets its turn; an edge passes through three threads."""

Enqueue = Callable[[RawPress], None]
Attend = Callable[[Absence | Presence], None]
"""Takes in that an input of the table is lost or back."""
Tap: TypeAlias = "Callable[[Edge, int], None]"
"""Told of every edge, and when our thread heard of it (ns): for the self-test."""


def _untapped(_edge: Edge, _seen: int) -> None:
    """Tell nobody."""


def _unattended(_news: Absence | Presence) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class ButtonListeners:
    """The listeners to more than presses."""

    attend: Attend = _unattended
    """Called when an input is lost or back."""
    tap: Tap = _untapped
    """Called with every edge."""


class Unheard:
    """Notices that nobody reads."""

    def notice(self, notice: Notice) -> None:
        """Say nothing."""

    def withdraw(self, key: str) -> None:
        """Say nothing."""


@dataclass(frozen=True, slots=True)
class Offline:
    """The peer of `Buttons` and `Lamps` where there are none: it says why."""

    why: Notice

    def horizon(self) -> None:
        """Return None: no press will ever come from here."""

    def close(self) -> None:
        """Close nothing."""


class InputLine(Protocol):
    """One opened input."""

    @property
    def is_active(self) -> bool:
        """Whether the button is closed now."""

    def close(self) -> None:
        """Give the pin back."""


class Buttons:
    """The opened buttons, and the thread that judges their contacts."""

    def __init__(
        self,
        lines: Mapping[Target, InputLine],
        inbox: SimpleQueue[Signal | None],
        enqueue: Enqueue,
        clock: Clock,
        pins: GpioHeader | None = None,
        encoders: Encoders | None = None,
        listeners: ButtonListeners = ButtonListeners(),
    ) -> None:
        """Take over opened `lines` and `encoders`, and the `pins` too when nobody else uses them."""
        self._lines = dict(lines)
        self._pins = pins
        self._encoders = encoders
        self._listeners = listeners
        self._inbox = inbox
        self._enqueue = enqueue
        self._clock = clock
        self._panel = ContactPanel({target: line.is_active for target, line in lines.items()}, clock.now())
        self._board: NoticePublisher = Unheard()
        self._published: dict[str, Notice] = {}
        self._horizon = self._panel.horizon
        self._thread: Thread | None = None

    def start(self, board: NoticePublisher) -> None:
        """Judge the contacts in a thread of its own, and tell troubles to `board`."""
        sys.setswitchinterval(SWITCH_S)
        self._board = board
        if self._encoders is not None:
            self._encoders.start(board)
        self._thread = Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def turn(self) -> None:
        """Do everything that is due now."""
        now = self._clock.now()  # before the inbox is emptied
        if self._encoders is not None:
            self._encoders.drain()  # its own thread may be late: a level proves nothing about what nobody has read
        while not self._inbox.empty():
            if (signal := self._inbox.get()) is not None:
                self._hear(signal)
        for press in self._panel.turn(now, self._is_closed):
            self._enqueue(press)
        for news in self._panel.news():
            self._listeners.attend(news)
        self._horizon = self._panel.horizon  # after presses and losses, so that it never promises too much
        self._publish_trouble(self._panel.notices(now))

    def _is_closed(self, target: Target) -> bool | None:
        if target in self._lines:
            return self._lines[target].is_active
        return None if self._encoders is None else self._encoders.level(target)

    def horizon(self) -> int | None:
        """Return the time before which every press has been enqueued, or never will be; None when none will come."""
        return self._horizon

    def notices(self) -> tuple[Notice, ...]:
        """Return what people should know about the buttons now."""
        return self._panel.notices(self._clock.now())

    def close(self) -> None:
        """Give the pins back; may be called twice."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._inbox.put(None)
            thread.join()
        self._publish_trouble(())
        if self._encoders is not None:
            self._encoders.close()
        for line in self._lines.values():
            shut(line)
        if self._pins is not None:
            self._pins.close()

    def _run(self) -> None:
        while self._thread is not None:
            try:
                if (signal := self._inbox.get(timeout=self._nap_s())) is None:
                    return
                self._hear(signal)
            except Empty:
                pass
            if not self._turned():
                return

    def _hear(self, signal: Signal) -> None:
        self._panel.take(signal)
        if isinstance(signal, Edge):
            self._listeners.tap(signal, self._clock.now())

    def _nap_s(self) -> float:
        due = self._panel.due
        return 1.0 if due is None else max(0, due - self._clock.now()) / SECOND

    def _turned(self) -> bool:
        """Do a turn; when it fails, the buttons are dead, and that is published rather than hidden."""
        try:
            self.turn()
        except Exception as error:  # lgpio's own error is a bare Exception
            log.exception("the buttons stopped")
            since, self._horizon = self._horizon, None
            text = say("the buttons stopped working: {error}", error=str(error) or type(error).__name__)
            everybody = frozenset(seat for target in self._lines if (seat := seat_of(target)) is not None)
            self._listeners.attend(Absence(KEY, text, everybody, self._clock.now() if since is None else since))
            self._board.notice(Notice(KEY, NoticeLevel.ERROR, text, say("use the buttons on the page, and start anew")))
            return False
        return True

    def _publish_trouble(self, notices: tuple[Notice, ...]) -> None:
        now = {notice.key: notice for notice in notices}
        for key in self._published.keys() - now.keys():
            self._board.withdraw(key)
        for key, notice in now.items():
            if self._published.get(key) != notice:
                self._board.notice(notice)
        self._published = now


def open_buttons(
    wanted: ButtonsConfig,
    enqueue: Enqueue,
    clock: Clock,
    pins: GpioHeader | None = None,
    board: NoticePublisher | None = None,
    *,
    listeners: ButtonListeners = ButtonListeners(),
    ports: Ports | None = None,
) -> Buttons | Offline:
    """Open every button that `wanted` names and report presses to `enqueue`; where nothing can be heard, say why.

    Whoever opens lamps too hands in the `pins` that both use, and closes them himself.
    """
    devices = wanted.devices
    if not wanted.targets:
        return Offline(Notice(KEY, NoticeLevel.INFO, say("no buttons are wired"), say("use the buttons on the page")))
    inbox: SimpleQueue[Signal | None] = SimpleQueue()
    shared = GpioHeader() if pins is None else pins
    own = shared if pins is None else None
    board = board or Unheard()
    try:
        lines = _open_lines(wanted, shared.factory(), inbox.put) if any(wanted.pins()) else {}
    except PinTrouble as trouble:
        if own is not None:
            own.close()
        if not devices:
            return Offline(trouble.notice(KEY))
        lines, own = {}, None
        board.notice(trouble.notice(KEY))
    encoders = Encoders(devices, ports or EvdevPorts(), inbox.put, clock) if devices else None
    buttons = Buttons(lines, inbox, enqueue, clock, own, encoders, listeners)
    buttons.start(board)
    return buttons


def wired(config: ButtonsConfig) -> Iterator[tuple[Target, Pin]]:
    """Yield every button on the header, and its pin."""
    return config.pins()


def _open_lines(config: ButtonsConfig, factory: Any, take: Callable[[Edge], None]) -> dict[Target, InputLine]:  # noqa: ANN401
    lines: dict[Target, InputLine] = {}
    for target, pin in config.pins():
        try:
            lines[target] = edge_line()(target, pin, take, factory)
        except Exception as error:
            for line in lines.values():
                shut(line)
            raise trouble_of(error, say("{button} (GPIO {pin})", button=button_name(target), pin=pin)) from error
    return lines


@cache
def edge_line() -> Any:  # noqa: ANN401 - gpiozero has no types
    """Return the class of an input that hands on the time of its edges; gpiozero is imported only now."""
    from gpiozero import DigitalInputDevice

    class EdgeLine(DigitalInputDevice):  # type: ignore[misc]
        """A button between its pin and ground."""

        def __init__(self, target: Target, pin: Pin, take: Callable[[Edge], None], factory: Any) -> None:  # noqa: ANN401
            self._target, self._take = target, take  # before the first edge, and before gpiozero freezes us
            super().__init__(int(pin), pull_up=True, bounce_time=None, pin_factory=factory)

        def _pin_changed(self, ticks: float, state: int) -> None:
            """Stamp and enqueue: `ticks` are the seconds of the kernel's CLOCK_MONOTONIC at the edge."""
            try:
                self._take(Edge(round(ticks * SECOND), self._target, closed=not state))
            except Exception:  # whatever it is, it must not end lgpio's only thread
                log.exception("an edge of %s was lost", self._target)

    return EdgeLine
