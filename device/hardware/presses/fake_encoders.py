"""USB devices without USB, on fake time: keys late on their way, overflowing buffers, cables that are pulled.

The peer of `presses.evdev_ports` in tests and rehearsals.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from device.hardware.clock import FakeClock
from device.hardware.presses.encoders import Dropped, FoundDevice, InputTrouble, KeyChange, Port
from device.hardware.presses.keycodes import KeyCode

DELIVERY = 1_000_000
"""How long after its event a program has read it, on a machine that is not busy (ns)."""


def _gone() -> OSError:
    return OSError(errno.ENODEV, os.strerror(errno.ENODEV))


@dataclass
class FakeEncoder:
    """A device of its own will: plan what its keys do, plug it in and out."""

    found: FoundDevice
    clock: FakeClock
    plugged: bool = True
    delivery: int = DELIVERY
    _planned: list[KeyChange] = field(default_factory=list)
    _unread: list[KeyChange | Dropped] = field(default_factory=list)
    _down: set[KeyCode] = field(default_factory=set)

    def press(self, code: KeyCode, at: int, held: int) -> None:
        """Have the key `code` go down at `at`, and up again `held` later."""
        self.change(code, at, down=True)
        self.change(code, at + held, down=False)

    def change(self, code: KeyCode, at: int, *, down: bool) -> None:
        """Have the key `code` go down or up at `at`."""
        self._planned = sorted([*self._planned, KeyChange(at, code, down)], key=lambda change: change.at)

    def pull(self) -> None:
        """Pull the cable: what was not read yet is lost, and every key is up."""
        self._happen()
        self.plugged = False
        self._unread, self._down = [], set()

    def plug(self) -> None:
        """Plug it in again."""
        self.plugged = True

    def overflow(self) -> None:
        """Have the kernel's buffer overflow: it forgets what was not read, and says so."""
        self._happen()
        self._unread = [Dropped()]

    def read(self) -> tuple[KeyChange | Dropped, ...]:
        """Return what has arrived by now."""
        self._happen()
        now = self.clock.now() - self.delivery
        here = tuple(each for each in self._unread if isinstance(each, Dropped) or each.at <= now)
        self._unread = [each for each in self._unread if each not in here]
        return here

    def down(self) -> frozenset[KeyCode]:
        """Return the keys that are down now."""
        self._happen()
        return frozenset(self._down)

    def _happen(self) -> None:
        """Let the keys do what was planned until now; without a cable nobody hears of it."""
        now = self.clock.now()
        past = [change for change in self._planned if change.at <= now]
        self._planned = self._planned[len(past) :]
        for change in past:
            (self._down.add if change.down else self._down.discard)(change.code)
            if self.plugged:
                self._unread.append(change)


class FakePort:
    """A `FakeEncoder` as it was opened: pulled out once, it never speaks again."""

    def __init__(self, encoder: FakeEncoder) -> None:
        self._encoder = encoder
        self._dead = False

    def fileno(self) -> int:
        """Return no file: nobody waits for a fake."""
        return -1

    def read(self) -> Sequence[KeyChange | Dropped]:
        """Return what has arrived by now."""
        return self._alive().read()

    def down(self) -> frozenset[KeyCode]:
        """Return the keys that are down now."""
        return self._alive().down()

    def close(self) -> None:
        """Let go of it."""
        self._dead = True

    def _alive(self) -> FakeEncoder:
        if self._dead or not self._encoder.plugged:
            self._dead = True
            raise _gone()
        return self._encoder


@dataclass
class FakePorts:
    """The input devices of a machine that has only fakes."""

    encoders: Sequence[FakeEncoder] = ()
    trouble: InputTrouble | None = None
    """Why nothing can be read."""
    opened: Callable[[FoundDevice], None] = lambda _: None
    """Told of every opening."""

    def found(self) -> tuple[FoundDevice, ...]:
        """Return what is plugged in."""
        if self.trouble is not None:
            raise self.trouble
        return tuple(each.found for each in self.encoders if each.plugged)

    def open(self, found: FoundDevice) -> Port:
        """Open what is plugged in."""
        self.opened(found)
        return FakePort(next(each for each in self.encoders if each.found == found and each.plugged))
