"""Hears every press while buttons are learnt: on all pins of the header that are free, and on all keys of USB devices.

It is the same path as in a match (`presses.buttons`): bounces, noise and keys that were held before are no presses.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol, cast

from companion.events import By
from companion.texts import Message, say
from device.config import Config
from device.hardware.clock import Clock
from device.hardware.config import KeysConfig
from device.hardware.gpio import GpioHeader, PinTrouble
from device.hardware.header import POSITIONS, Pin
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.buttons import Buttons, InputLine, Unheard, edge_line
from device.hardware.presses.encoders import Encoders, FoundDevice, InputTrouble, Ports, choose, plain_name
from device.hardware.presses.keycodes import CODES, KeyCode
from device.hardware.presses.panel import Signal
from device.hardware.presses.targets import Target
from device.pairing.dialogue import DetectedPress
from device.pairing.sources import KeySource, PinSource

log = logging.getLogger(__name__)

TYPING = frozenset(CODES[f"KEY_{letter}"] for letter in "AZQM") | {CODES["KEY_ENTER"]}
"""Who has all of these is a keyboard."""

_CLICKS = ("LEFT", "RIGHT", "MIDDLE", "SIDE", "EXTRA", "FORWARD", "BACK", "TASK")
_SYSTEM = ("POWER", "MUTE", "VOLUMEDOWN", "VOLUMEUP", "ENTER", "KPENTER", "LEFTCTRL", "RIGHTCTRL")
NEVER = frozenset([*(CODES[f"BTN_{name}"] for name in _CLICKS), *(CODES[f"KEY_{name}"] for name in _SYSTEM)])
"""Keys that somebody presses for something else while he learns: the mouse, the power button, Enter."""

INTERFACES: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("dev/i2c-1", (2, 3)),
    ("dev/spidev0.*", (7, 8, 9, 10, 11)),
    ("dev/serial0", (14, 15)),
)
"""Interfaces that are switched on, by the file that shows it, and their pins."""
SOUND_CARD = "sys/firmware/devicetree/base/**/i2s@*/status"
SOUND_PINS = (18, 19, 20, 21)


@dataclass(frozen=True, slots=True)
class ListenedInputs:
    """What is listened to, and what cannot be."""

    pins: tuple[Pin, ...] = ()
    devices: tuple[str, ...] = ()
    unreachable: tuple[Message, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether anything can be learnt."""
        return bool(self.pins or self.devices)


class InputListener(Protocol):
    """Something that listens until it is closed."""

    @property
    def available(self) -> ListenedInputs:
        """What is listened to."""

    def close(self) -> None:
        """Give everything back; may be called twice."""


def free_pins(config: Config, root: Path = Path("/")) -> tuple[Pin, ...]:
    """Return the pins that a button may be wired to: no output of `config`, and no interface that is switched on."""
    buttons = {pin for _, pin in config.buttons.pins()}
    taken = {use.pin for use in config.pin_uses()} - buttons
    busy = {pin for pattern, pins in INTERFACES if any(root.glob(pattern)) for pin in pins}
    busy |= set(SOUND_PINS) if any(_is_okay(file) for file in root.glob(SOUND_CARD)) else set()
    return tuple(pin for pin in sorted(POSITIONS) if pin not in taken and (pin in buttons or pin not in busy))


def _is_okay(file: Path) -> bool:
    with suppress(OSError):
        return file.read_bytes().rstrip(b"\0") == b"okay"
    return False


class Listening:
    """The listener of this machine."""

    def __init__(self, buttons: Buttons | None, available: ListenedInputs) -> None:
        self._buttons = buttons
        self.available = available

    def close(self) -> None:
        """Give everything back; may be called twice."""
        buttons, self._buttons = self._buttons, None
        if buttons is not None:
            buttons.close()


def listen(
    config: Config,
    on_press: Callable[[DetectedPress], None],
    clock: Clock,
    pins: GpioHeader,
    ports: Ports,
    *,
    keyboards: bool,
    root: Path = Path("/"),
) -> Listening:
    """Listen to everything that a button may be wired to; `keyboards` too, if that is wished."""
    inbox: SimpleQueue[Signal | None] = SimpleQueue()
    unreachable: list[Message] = []
    lines = _open_pins(free_pins(config, root), pins, inbox, unreachable)
    devices = _devices(config, ports, unreachable, keyboards=keyboards)

    def pressed(press: RawPress) -> None:
        on_press(DetectedPress(press.at, cast("PinSource | KeySource", press.target)))

    available = ListenedInputs(
        tuple(source.pin for source in lines), tuple(each.name for each in devices), tuple(unreachable)
    )
    if not available.anything:
        return Listening(None, available)
    # The judge of contacts does not care what a button is called: here it is called after the place where it is wired.
    named = cast("Mapping[Target, InputLine]", lines)
    encoders = Encoders(devices, ports, inbox.put, clock) if devices else None
    buttons = Buttons(named, inbox, pressed, clock, None, encoders)
    buttons.start(Unheard())
    return Listening(buttons, available)


def _open_pins(
    wanted: Iterable[Pin], pins: GpioHeader, inbox: SimpleQueue[Signal | None], unreachable: list[Message]
) -> dict[PinSource, InputLine]:
    lines: dict[PinSource, InputLine] = {}
    try:
        factory = pins.factory()
    except PinTrouble as trouble:
        unreachable.append(trouble.what)
        return lines
    for pin in wanted:
        try:
            lines[PinSource(pin)] = edge_line()(PinSource(pin), pin, inbox.put, factory)
        except Exception as error:  # noqa: BLE001 - another program has this one; lgpio's own error is a bare Exception
            log.info("GPIO %d cannot be listened to: %s", pin, error)
    return lines


def _devices(config: Config, ports: Ports, unreachable: list[Message], *, keyboards: bool) -> tuple[KeysConfig, ...]:
    try:
        found = ports.found()
    except InputTrouble as trouble:
        unreachable.append(trouble.what)
        return ()
    known = {chosen.path: wanted for wanted in config.buttons.devices if (chosen := _chosen(wanted, found)) is not None}
    devices = (_as_wanted(each, found, known.get(each.path)) for each in found)
    return tuple(each for each in devices if each.keys and (keyboards or each.by is By.ENCODER))


def _chosen(wanted: KeysConfig, found: tuple[FoundDevice, ...]) -> FoundDevice | None:
    try:
        return choose(wanted, found)
    except InputTrouble:
        return None


def _as_wanted(device: FoundDevice, found: tuple[FoundDevice, ...], known: KeysConfig | None) -> KeysConfig:
    """Return `device` with every key that can be learnt; one that is configured already keeps its name."""
    by, name, usb, phys = By.ENCODER, plain_name(device.name), device.usb or None, _place(device, found)
    if known is not None:
        by, name, usb, phys = known.by, known.name, known.usb, known.phys
    elif device.keys >= TYPING:
        by = By.KEYBOARD
    codes: Iterable[KeyCode] = sorted(device.keys - NEVER)
    keys = {KeySource(by, name, usb, phys, code): code for code in codes}
    return KeysConfig(by, name, cast("Mapping[Target, KeyCode]", keys), usb, phys)


def _place(device: FoundDevice, found: tuple[FoundDevice, ...]) -> str | None:
    """Return where `device` is plugged in, when there are others that look the same."""
    twins = [each for each in found if (each.name, each.usb) == (device.name, device.usb)]
    return device.phys or None if len(twins) > 1 else None


def hint(available: ListenedInputs) -> Message:
    """Return what is listened to, as a sentence."""
    if not available.anything:
        return say(
            "nothing can be heard here: {why}",
            why=available.unreachable[0] if available.unreachable else say("nothing is there"),
        )
    parts = [f"{len(available.pins)} GPIO"] if available.pins else []
    return say("listening to {places}", places=", ".join([*parts, *available.devices]))
