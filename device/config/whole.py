"""All sections together: read from a file, and held against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.errors import BadConfig
from companion.options import did_you_mean
from device import toml_values as toml
from device.config.buttons import ButtonsConfig
from device.config.buttons_toml import read_buttons
from device.config.camera import CameraConfig, read_camera
from device.config.decks import DecksConfig, read_decks
from device.config.outputs import LampsConfig, SoundConfig, read_lamps, read_sound
from device.config.race import RaceConfig, read_race
from device.config.service import DataConfig, PageConfig, read_data, read_page
from device.config.table import TableConfig, read_table
from device.hardware.header import Use, refuse_shared_pins
from device.hardware.presses.targets import button_name


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be configured, checked."""

    table: TableConfig = field(default_factory=TableConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    lamps: LampsConfig = field(default_factory=LampsConfig)
    sound: SoundConfig = field(default_factory=SoundConfig)
    race: RaceConfig = field(default_factory=RaceConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    page: PageConfig = field(default_factory=PageConfig)
    data: DataConfig = field(default_factory=DataConfig)
    decks: DecksConfig = field(default_factory=DecksConfig)

    def __post_init__(self) -> None:
        refuse_shared_pins(self.pin_uses())

    def pin_uses(self) -> Iterator[Use]:
        """Yield what each pin is wired to."""
        for target, button_pin in self.buttons.pins():
            yield Use(button_pin, str(button_name(target)))
        for seat, pin in self.lamps.seats.items():
            yield Use(pin, f"the lamp of seat {seat}")
        for what, single in (("the lamp of the camera", self.lamps.camera), ("the buzzer", self.sound.buzzer)):
            if single is not None:
                yield Use(single, what)


def load(file: Path | None) -> Config:
    """Return the configuration in `file`, or the defaults without one.

    Raises:
        BadConfig: it cannot be understood, or contradicts itself; the text names the file, the key and the cure.

    """
    if file is None:
        return Config()
    document = toml.read_document(file)
    try:
        return parse(document)
    except BadConfig as error:
        raise BadConfig(f"{file}: {error}") from None


def parse(document: Mapping[str, object]) -> Config:
    """Return the configuration in a parsed TOML `document`."""
    sections: dict[str, Any] = {}
    for name, values in document.items():
        if name not in _SECTIONS:
            raise BadConfig(f"unknown section [{name}]{did_you_mean(name, list(_SECTIONS))}")
        sections[name] = _SECTIONS[name](values)
    return Config(**sections)


_SECTIONS: dict[str, Callable[[object], Any]] = {
    "table": read_table,
    "buttons": read_buttons,
    "lamps": read_lamps,
    "sound": read_sound,
    "race": read_race,
    "camera": read_camera,
    "page": read_page,
    "data": read_data,
    "decks": read_decks,
}
