"""Where a press comes from, before anybody knows what it means: a pin, or a key of a device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.events import By
from device.hardware.config import ButtonsConfig, GrabMode, KeysConfig
from device.hardware.header import Pin
from device.hardware.presses.keycodes import KeyCode, key_name
from device.hardware.presses.targets import Control, SeatSlot, SharedSlot, Target


@dataclass(frozen=True, slots=True)
class PinSource:
    """A line of the header."""

    pin: Pin

    def __str__(self) -> str:
        return f"GPIO {self.pin}"


@dataclass(frozen=True, slots=True)
class KeySource:
    """A key of an input device."""

    by: By
    name: str
    usb: str | None
    phys: str | None
    code: KeyCode

    def __str__(self) -> str:
        return f"{key_name(self.code)} ({self.name})"


Source: TypeAlias = "PinSource | KeySource"


def sources_of(buttons: ButtonsConfig) -> dict[Target, Source]:
    """Return what each button is wired to."""
    wiring: dict[Target, Source] = {target: PinSource(pin) for target, pin in buttons.pins()}
    for device in buttons.devices:
        for target, code in device.keys.items():
            wiring[target] = KeySource(device.by, device.name, device.usb, device.phys, code)
    return wiring


def wired_to(wiring: Mapping[Target, Source], grab: GrabMode) -> ButtonsConfig:
    """Return `wiring` as a configuration; raise BadConfig, with what to change, when it cannot be one."""
    pins = {target: source.pin for target, source in wiring.items() if isinstance(source, PinSource)}
    devices: dict[tuple[By, str, str | None, str | None], dict[Target, KeyCode]] = {}
    for target, source in wiring.items():
        if isinstance(source, KeySource):
            devices.setdefault((source.by, source.name, source.usb, source.phys), {})[target] = source.code
    return ButtonsConfig(
        seats={target: pin for target, pin in pins.items() if isinstance(target, int)},
        confirm=pins.get(Control.CONFIRM),
        undo=pins.get(Control.UNDO),
        slots={target: pin for target, pin in pins.items() if isinstance(target, SharedSlot)},
        seat_slots={target: pin for target, pin in pins.items() if isinstance(target, SeatSlot)},
        grab=grab,
        devices=tuple(KeysConfig(by, name, keys, usb, phys) for (by, name, usb, phys), keys in devices.items()),
    )
