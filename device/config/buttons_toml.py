"""`[buttons]` as TOML: read into checked values, and written as `companion learn` found them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from companion.errors import BadConfig
from companion.events import By
from companion.table import Seat
from device import toml_values as toml
from device.config.buttons import SLOTS, ButtonsConfig, Grab, KeysConfig
from device.hardware.presses.keycodes import KeyCode, checked_key, key_name
from device.hardware.presses.targets import Control, SeatSlot, SharedSlot, Target

USB_ID = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}")


def read_buttons(values: object) -> ButtonsConfig:
    """Read `[buttons]`."""
    keys = {**_layout(toml.pin, "buttons"), "grab": toml.choice(Grab)}
    read = toml.read_section("buttons", values, {**keys, "encoder": _encoders, "keyboard": _keyboards})
    pins = dict(_targets(read))
    if "grab" in read and read["grab"] is Grab.SEAT_THEN_SLOT and not _any_slots(read):
        raise BadConfig('[buttons] grab = "seat-then-slot" needs the buttons slot.1, slot.2 and slot.3')
    return ButtonsConfig(
        seats=toml.by_seat(read),
        confirm=pins.get(Control.CONFIRM),
        undo=pins.get(Control.UNDO),
        slots={target: pin for target, pin in pins.items() if isinstance(target, SharedSlot)},
        seat_slots={target: pin for target, pin in pins.items() if isinstance(target, SeatSlot)},
        grab=read.get("grab", Grab.SEAT_THEN_SLOT),
        devices=(*read.get("encoder", ()), *read.get("keyboard", ())),
    )


def _any_slots(read: Mapping[str, Any]) -> bool:
    devices = (*read.get("encoder", ()), *read.get("keyboard", ()))
    targets = [*dict(_targets(read)), *(target for device in devices for target in device.keys)]
    return any(isinstance(target, SharedSlot | SeatSlot) for target in targets)


def _layout(reader: toml.Reader, section: str) -> dict[str, toml.Reader]:
    """Return the keys that name buttons, each read by `reader`: `1` to `8`, `confirm`, `undo`, `slot`, `seat_slot`."""

    def slots(where: str, value: object) -> dict[str, Any]:
        return toml.read_section(where, value, dict.fromkeys(map(str, SLOTS), reader))

    def seat_slots(where: str, value: object) -> dict[str, Any]:
        keys = {str(seat): partial(_nested, slots, f"{section}.seat_slot.{seat}") for seat in toml.SEATS}
        return toml.read_section(where, value, keys)

    plain = dict.fromkeys([*map(str, toml.SEATS), "confirm", "undo"], reader)
    nested = {"slot": slots, "seat_slot": seat_slots}
    return plain | {key: partial(_nested, read, f"{section}.{key}") for key, read in nested.items()}


def _nested(reader: toml.Reader, name: str, _where: str, value: object) -> Any:  # noqa: ANN401 - what the reader says
    return reader(name, value)


def _targets(read: Mapping[str, Any]) -> Iterator[tuple[Target, Any]]:
    """Yield every button named in a section, and what stands beside it."""
    yield from toml.by_seat(read).items()
    yield from ((control, read[control]) for control in Control if control in read)
    for slot, value in read.get("slot", {}).items():
        yield SharedSlot(int(slot)), value
    for seat, slots in read.get("seat_slot", {}).items():
        for slot, value in slots.items():
            yield SeatSlot(Seat(int(seat)), int(slot)), value


def _encoders(_where: str, value: object) -> tuple[KeysConfig, ...]:
    return _devices("encoder", By.ENCODER, value)


def _keyboards(_where: str, value: object) -> tuple[KeysConfig, ...]:
    return _devices("keyboard", By.KEYBOARD, value)


def _devices(kind: str, by: By, value: object) -> tuple[KeysConfig, ...]:
    if not isinstance(value, list):
        raise BadConfig(f"[buttons.{kind}] must be written [[buttons.{kind}]]: there may be several")
    return tuple(_device(kind, by, each) for each in value)


def _device(kind: str, by: By, value: object) -> KeysConfig:
    section = f"buttons.{kind}"
    keys = {"name": toml.text, "usb": _usb_id, "phys": toml.text, **_layout(_key, section)}
    read = toml.read_section(section, value, keys)
    if "name" not in read:
        raise BadConfig(f"[[{section}]] needs the name of the device: `companion learn` shows it")
    codes = dict(_targets(read))
    if not codes:
        raise BadConfig(f"[[{section}]] {read['name']!r} names no button, like 1 = 'BTN_TRIGGER'")
    return KeysConfig(by, _plain_name(read["name"]), codes, read.get("usb"), read.get("phys"))


def _key(where: str, value: object) -> KeyCode:
    return checked_key(value, where)


def _usb_id(where: str, value: object) -> str:
    text = toml.text(where, value).strip().lower()
    if not USB_ID.fullmatch(text):
        raise BadConfig(
            f"{where} must be the vendor and the product, like '0079:0006' (lsusb shows them), not {text!r}"
        )
    return text


def _plain_name(name: str) -> str:
    """Return the name of a device without the blanks in which some of them abound."""
    return " ".join(name.split())


def written(buttons: ButtonsConfig) -> str:
    """Return `buttons` as TOML that `read_buttons` reads back."""
    slots = any(isinstance(target, SharedSlot | SeatSlot) for target in buttons.targets)
    lines = ["[buttons]", *([f'grab = "{buttons.grab}"'] if slots else [])]
    lines += [f"{_key_of(target)} = {pin}" for target, pin in buttons.pins()]
    for device in buttons.devices:
        lines += ["", f"[[buttons.{device.by}]]", f"name = {_quoted(device.name)}"]
        lines += [f"{key} = {_quoted(text)}" for key, text in (("usb", device.usb), ("phys", device.phys)) if text]
        lines += [f"{_key_of(target)} = {_code(code)}" for target, code in device.keys.items()]
    return "\n".join(lines) + "\n"


def _key_of(target: Target) -> str:
    match target:
        case SharedSlot(slot):
            return f"slot.{slot}"
        case SeatSlot(seat, slot):
            return f"seat_slot.{seat}.{slot}"
    return str(target)


def _code(code: KeyCode) -> str:
    name = key_name(code)
    return name if name.isdecimal() else f'"{name}"'


def _quoted(text: str) -> str:
    """Return `text` as a TOML string; names of devices may hold anything."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in plain) + '"'
