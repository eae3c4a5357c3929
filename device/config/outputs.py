"""`[lamps]`: what shines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table import Seat
from device import toml_values as toml
from device.wiring import Pin


@dataclass(frozen=True, slots=True)
class LampsConfig:
    """`[lamps]`: the pin of each seat's lamp; none unless named."""

    seats: Mapping[Seat, Pin] = field(default_factory=dict)
    pwm: bool = True
    """Lamps can be dimmed, so that they breathe; set it to false for relays."""


def read_lamps(values: object) -> LampsConfig:
    """Read `[lamps]`."""
    keys = {**dict.fromkeys(map(str, toml.SEATS), toml.pin), "pwm": toml.flag}
    read = toml.read_section("lamps", values, keys)
    return LampsConfig(toml.by_seat(read), read.get("pwm", True))
