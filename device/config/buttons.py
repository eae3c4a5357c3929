"""`[buttons]`: what is pressed, and what it is wired to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table import Seat
from device import toml_values as toml
from device.wiring import CONFIRM_BUTTON, SEAT_BUTTONS, UNDO_BUTTON, Pin


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """`[buttons]`: what each button is wired to; it closes its pin to ground."""

    seats: Mapping[Seat, Pin] = field(default_factory=lambda: dict(SEAT_BUTTONS))
    confirm: Pin | None = CONFIRM_BUTTON
    undo: Pin | None = UNDO_BUTTON


def read_buttons(values: object) -> ButtonsConfig:
    """Read `[buttons]`."""
    keys = dict.fromkeys([*map(str, toml.SEATS), "confirm", "undo"], toml.pin)
    pins = toml.read_section("buttons", values, keys)
    return ButtonsConfig(toml.by_seat(pins), pins.get("confirm"), pins.get("undo"))
