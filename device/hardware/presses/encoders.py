"""USB encoders and keyboards: keys that come and go with their device, on the same path as the wired buttons.

    kernel --event--> our thread: stamp, enqueue --> the buttons' thread: order, judge, look at levels (presses.panel)

One thread reads all devices. It only turns what the kernel says into signals, with the kernel's time; when a device is
unplugged it says so, and looks for it again, by its name, until it is back. `presses.evdev_ports` talks to the kernel;
`presses.fakes` is its peer on fake time.
"""

from __future__ import annotations

import logging
import os
import select
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import RLock, Thread
from typing import Protocol

from companion.service import Notice, NoticeLevel
from companion.texts import say
from device.hardware.clock import MS, SECOND, Clock
from device.hardware.config import KeysConfig
from device.hardware.gpio import PinTrouble
from device.hardware.presses.keycodes import KeyCode, key_name
from device.hardware.presses.panel import Came, Edge, Gone, Overflowed, Signal
from device.hardware.presses.targets import Target

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EncoderParams:
    """Every time that matters to input devices (ns)."""

    soon: int = 500 * MS
    """So soon a missing device is looked for again."""
    late: int = 4 * SECOND
    """It is looked for less and less often, but at least so often."""
    notice_for: int = 10 * SECOND
    """How long it is told that events were lost."""


PARAMS = EncoderParams()


class InputTrouble(PinTrouble):
    """Input devices cannot be read: `what` is wrong, and the `cure`."""


@dataclass(frozen=True, slots=True)
class FoundDevice:
    """An input device as the kernel lists it."""

    path: str
    name: str
    phys: str = ""
    usb: str = ""
    """Vendor and product: 0079:0006."""
    keys: frozenset[KeyCode] = frozenset()


@dataclass(frozen=True, slots=True)
class KeyChange:
    """The key `code` went down or up at `at`."""

    at: int
    code: KeyCode
    down: bool


@dataclass(frozen=True, slots=True)
class Dropped:
    """The kernel had to throw events away: its buffer was full (SYN_DROPPED)."""


class Port(Protocol):
    """One opened input device."""

    def fileno(self) -> int:
        """Return what to wait for with select; below 0 when it was closed, or is no real device."""

    def read(self) -> Sequence[KeyChange | Dropped]:
        """Return what happened since the last time, without waiting; raise OSError when the device is gone."""

    def down(self) -> frozenset[KeyCode]:
        """Return the keys that are down now; raise OSError when the device is gone."""

    def close(self) -> None:
        """Give the device back."""


class Ports(Protocol):
    """The input devices of this machine."""

    def found(self) -> tuple[FoundDevice, ...]:
        """Return all devices that may be opened; raise InputTrouble when nothing can be read at all."""

    def open(self, found: FoundDevice) -> Port:
        """Open a device; raise OSError when that is not possible."""


class NoticePublisher(Protocol):
    """Where troubles are told."""

    def notice(self, notice: Notice) -> None:
        """Say `notice`, in place of an earlier one with its key."""

    def withdraw(self, key: str) -> None:
        """Say the notice `key` no longer."""


def choose(wanted: KeysConfig, found: Sequence[FoundDevice]) -> FoundDevice:
    """Return the device that `wanted` means; raise InputTrouble that says why none of `found` is it.

    Another model of the same name is never taken for it, and of two nobody guesses: a press would count for the
    wrong player.
    """
    name = wanted.name
    named = _named(name, found)
    if not named:
        raise _unplugged(name)
    if not (same := [each for each in named if wanted.usb in (None, each.usb)]):
        what = say("what is plugged in as {name} is another model: {usb}", name=name, usb=named[0].usb)
        raise InputTrouble(what, say("learn its buttons, here or with `companion learn`"))
    if not (here := [each for each in same if wanted.phys in (None, each.phys)]):
        what = say("{name} is plugged in at another place: {phys}", name=name, phys=same[0].phys)
        raise InputTrouble(what, say("plug it in where it was, or learn its buttons again"))
    if not (able := [each for each in here if set(wanted.keys.values()) <= each.keys]):
        missing = sorted(set(wanted.keys.values()) - here[0].keys)
        what = say("{name} has no {keys}", name=name, keys=", ".join(map(key_name, missing)))
        raise InputTrouble(what, say("learn its buttons, here or with `companion learn`"))
    if len(able) > 1:
        what = say("{count} devices call themselves {name}", count=len(able), name=name)
        raise InputTrouble(what, say("say where each is plugged in (phys): `companion learn` shows it"))
    return able[0]


def _unplugged(name: str) -> InputTrouble:
    return InputTrouble(say("{name} is not plugged in", name=name), say("plug it in: it is found by itself"))


def _named(name: str, found: Sequence[FoundDevice]) -> list[FoundDevice]:
    """Return the devices called `name`: those that are called exactly that, else those that contain it."""
    asked = name.casefold()
    named = [each for each in found if asked in plain_name(each.name).casefold()]
    return [each for each in named if plain_name(each.name).casefold() == asked] or named


def plain_name(name: str) -> str:
    """Return the name of a device without the blanks in which some abound."""
    return " ".join(name.split())


@dataclass
class _Device:
    """One device of the configuration: the port while it is plugged in."""

    number: int
    wanted: KeysConfig
    port: Port | None = None
    was_open: bool = False
    """Whether it was ever there."""
    missing: bool = False
    """Whether its loss has been told."""
    notice: Notice | None = None
    dropped_at: int | None = None
    lock: RLock = field(default_factory=RLock)

    @property
    def key(self) -> str:
        return f"{self.wanted.by}-{self.number}"

    def targets_of(self, code: KeyCode) -> Iterator[Target]:
        return (target for target, each in self.wanted.keys.items() if each == code)


class Encoders:
    """All input devices of the configuration, and the thread that reads them."""

    def __init__(
        self,
        wanted: Sequence[KeysConfig],
        ports: Ports,
        take: Callable[[Signal], None],
        clock: Clock,
        params: EncoderParams = PARAMS,
    ) -> None:
        """Say with `take` what happens on the `wanted` devices, as far as `ports` has them."""
        self._devices = [_Device(number, each) for number, each in enumerate(wanted, start=1)]
        self._homes = {target: device for device in self._devices for target in device.wanted.keys}
        self._ports = ports
        self._take = take
        self._clock = clock
        self._params = params
        self._board: NoticePublisher | None = None
        self._pause = params.soon
        self._next_look = clock.now()
        self._bell: tuple[int, int] | None = None
        self._thread: Thread | None = None

    def start(self, board: NoticePublisher) -> None:
        """Read in a thread of its own, and tell troubles to `board`; devices that are there are heard at once."""
        self._board = board
        self.turn()
        self._bell = os.pipe()
        self._thread = Thread(target=self._run, args=(self._bell[0],), name="encoders", daemon=True)
        self._thread.start()

    def drain(self) -> None:
        """Take in what the kernel has ready: who looks at levels then has heard of all before. From any thread."""
        for device in self._devices:
            if self._read(device) and self._bell is not None:
                os.write(self._bell[1], b"!")  # our thread looks for it from now on

    def level(self, target: Target) -> bool | None:
        """Return whether the key of `target` is down now; None when its device is not there. From any thread."""
        device = self._homes[target]
        with device.lock:
            if device.port is None:
                return None
            try:
                return device.wanted.keys[target] in device.port.down()
            except OSError:
                return None

    @property
    def due(self) -> int | None:
        """When `turn` has something to do, if no device says anything (ns)."""
        waiting = any(device.port is None for device in self._devices)
        ends = [each.dropped_at + self._params.notice_for for each in self._devices if each.dropped_at is not None]
        return min([*ends, *([self._next_look] if waiting else [])], default=None)

    def turn(self) -> None:
        """Read what has happened, and look for what is missing when it is time to."""
        for device in self._devices:
            self._read(device)
        if any(device.port is None for device in self._devices) and self._clock.now() >= self._next_look:
            self._look()
        for device in self._devices:
            if device.dropped_at is not None and self._clock.now() - device.dropped_at >= self._params.notice_for:
                device.dropped_at = None
                self._withdraw(f"{device.key}-dropped")

    def close(self) -> None:
        """Give all devices back; may be called twice."""
        thread, self._thread = self._thread, None
        if thread is not None and self._bell is not None:
            os.write(self._bell[1], b"!")
            thread.join()
            for end in self._bell:
                os.close(end)
        for device in self._devices:
            _shut(device)
            self._unsay(device)

    def _unsay(self, device: _Device) -> None:
        """Take back what was told of `device`: it is nobody's any more."""
        if device.notice is not None:
            self._withdraw(device.key)
        if device.dropped_at is not None:
            self._withdraw(f"{device.key}-dropped")
        device.notice = device.dropped_at = None

    def _run(self, bell: int) -> None:
        while self._thread is not None:
            ports = [port for each in self._devices if (port := each.port) is not None]
            files = [file for port in ports if (file := port.fileno()) >= 0]
            due = self.due
            nap = None if due is None else max(0, due - self._clock.now()) / SECOND
            try:
                if bell in select.select([bell, *files], [], [], nap)[0]:
                    os.read(bell, 64)
                if self._thread is not None:
                    self.turn()
            except Exception as error:
                log.exception("the input devices stopped")
                self._stopped(error)
                return

    def _stopped(self, error: Exception) -> None:
        """Say that nothing is heard any more, rather than hide it."""
        text = say("the input devices stopped working: {error}", error=str(error) or type(error).__name__)
        for device in self._devices:
            _shut(device)
            self._lose(device, InputTrouble(text, say("use the buttons on the page, and start anew")))

    def _read(self, device: _Device) -> bool:
        """Take in what `device` says; return whether it turned out to be gone."""
        with device.lock:  # what one device says is taken in as it was said, whoever reads it
            if device.port is None:
                return False
            try:
                for change in device.port.read():
                    self._heard(device, change)
            except OSError:
                _shut(device)
                self._next_look, self._pause = self._clock.now() + self._params.soon, self._params.soon
                self._lose(device, _unplugged(device.wanted.name))
                return True
        return False

    def _heard(self, device: _Device, change: KeyChange | Dropped) -> None:
        if isinstance(change, KeyChange):
            for target in device.targets_of(change.code):
                self._take(Edge(change.at, target, change.down))
            return
        device.dropped_at = self._clock.now()
        self._take(Overflowed(device.dropped_at, frozenset(device.wanted.keys)))
        text = say("{name} said more than could be heard; presses may have been lost", name=device.wanted.name)
        self._say(
            Notice(f"{device.key}-dropped", NoticeLevel.ERROR, text, say("let go of everything, then press again"))
        )

    def _look(self) -> None:
        """Look for the devices that are missing; less and less often while nothing changes."""
        try:
            found = self._ports.found()
        except InputTrouble as trouble:
            self._tell_all(trouble)
            found = None
        for device in self._devices:
            if device.port is None and found is not None:
                self._look_for(device, found)
        self._next_look = self._clock.now() + self._pause
        self._pause = min(2 * self._pause, self._params.late)

    def _tell_all(self, trouble: InputTrouble) -> None:
        for device in self._devices:
            if device.port is None:
                self._lose(device, trouble)

    def _look_for(self, device: _Device, found: Sequence[FoundDevice]) -> None:
        try:
            device.port = self._ports.open(choose(device.wanted, found))
            now = self._clock.now()  # before the levels are read: what changes meanwhile is told as an edge
            down = device.port.down()
        except InputTrouble as trouble:
            self._lose(device, trouble)
        except OSError as error:
            _shut(device)
            what = say("{name} cannot be opened: {error}", name=device.wanted.name, error=error.strerror or str(error))
            self._lose(device, InputTrouble(what, say("plug it in again")))
        else:
            self._come(device, now, down)

    def _come(self, device: _Device, now: int, down: Iterable[KeyCode]) -> None:
        device.was_open = True
        levels = {target: code in down for target, code in device.wanted.keys.items()}
        self._take(Came(now, device.key, device.wanted.by, levels))
        device.missing, self._pause = False, self._params.soon
        if device.notice is not None:
            device.notice = None
            self._withdraw(device.key)

    def _lose(self, device: _Device, trouble: InputTrouble) -> None:
        """Say that `device` cannot be heard: once to the table, and on the page for as long as it lasts."""
        if not device.missing:
            device.missing = True
            self._take(Gone(self._clock.now(), device.key, frozenset(device.wanted.keys), trouble.what))
        notice = trouble.notice(device.key, NoticeLevel.ERROR if device.was_open else NoticeLevel.WARNING)
        if device.notice != notice:
            device.notice = notice
            self._say(notice)

    def _say(self, notice: Notice) -> None:
        if self._board is not None:
            self._board.notice(notice)

    def _withdraw(self, key: str) -> None:
        if self._board is not None:
            self._board.withdraw(key)


def _shut(device: _Device) -> None:
    with device.lock:
        port, device.port = device.port, None
        if port is not None:
            try:
                port.close()
            except OSError:
                log.warning("%s cannot be closed", device.wanted.name, exc_info=True)
