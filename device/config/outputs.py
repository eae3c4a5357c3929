"""`[lamps]` and `[sound]`: what shines, and what is heard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.table import Seat
from device import toml_values as toml
from device.hardware.header import Pin


@dataclass(frozen=True, slots=True)
class LampsConfig:
    """`[lamps]`: the pin of each seat's lamp; none unless named."""

    seats: Mapping[Seat, Pin] = field(default_factory=dict)
    pwm: bool = True
    """Lamps can be dimmed, so that they breathe; set it to false for relays."""
    camera: Pin | None = None
    """Shines while the camera is on; where it is named, there are no pictures without it."""


def read_lamps(values: object) -> LampsConfig:
    """Read `[lamps]`."""
    keys = {**dict.fromkeys(map(str, toml.SEATS), toml.pin), "pwm": toml.flag, "camera": toml.pin}
    read = toml.read_section("lamps", values, keys)
    return LampsConfig(toml.by_seat(read), read.get("pwm", True), read.get("camera"))


class Tongue(StrEnum):
    """What the table speaks."""

    EN = "en"
    FR = "fr"


@dataclass(frozen=True, slots=True)
class SoundConfig:
    """`[sound]`: what is heard, through a sound card or a buzzer."""

    volume: int = 70
    """0 is silence."""
    language: Tongue = Tongue.EN
    voice: bool = True
    """Announcements are spoken; without it there are tunes only."""
    speed: int = 165
    """Words a minute."""
    device: str = ""
    """The name of the output as `aplay -L` writes it; the default one when empty."""
    buzzer: Pin | None = None
    """A piezo buzzer, for a table without a sound card."""


def read_sound(values: object) -> SoundConfig:
    """Read `[sound]`."""
    keys = {
        "volume": toml.whole(0, 100),
        "language": toml.choice(Tongue),
        "voice": toml.flag,
        "speed": toml.whole(80, 400),
        "device": toml.text,
        "buzzer": toml.pin,
    }
    return SoundConfig(**toml.read_section("sound", values, keys))
