"""The configuration: a TOML file in, checked values out. docs/configuration.md shows every key.

Nothing is required: `Config()` is a table of eight with the suggested wiring. Whoever writes `[buttons]` or
`[lamps]` replaces that whole section, so that nothing is wired behind his back.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from companion.errors import BadConfig, BadInput
from companion.options import did_you_mean
from companion.table import MOST_SEATS, Seat, clean_name
from device import toml_values as toml
from device.clock import MS
from device.wiring import CONFIRM_BUTTON, SEAT_BUTTONS, UNDO_BUTTON, Pin, Use, checked_pin, refuse_shared_pins

SHORTEST_SETTLE_MS = 10
"""A tap of 6 ms is proven by its release, which is given 3 ms to be delivered; and threads need a moment."""

SEATS = tuple(Seat(number) for number in range(1, MOST_SEATS + 1))


class CameraSource(StrEnum):
    """Where pictures come from."""

    AUTO = "auto"
    """The first that answers: picamera, then uvc."""
    PICAMERA = "picamera"
    UVC = "uvc"
    FOLDER = "folder"
    SIMULATED = "simulated"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class TableConfig:
    """`[table]`: the places round it."""

    seats: int = MOST_SEATS
    labels: Mapping[Seat, str] = field(default_factory=dict)
    """What people call a seat: the colour of its button, the window."""


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """`[buttons]`: what each button is wired to; it closes its pin to ground."""

    seats: Mapping[Seat, Pin] = field(default_factory=lambda: dict(SEAT_BUTTONS))
    confirm: Pin | None = CONFIRM_BUTTON
    undo: Pin | None = UNDO_BUTTON


@dataclass(frozen=True, slots=True)
class LampsConfig:
    """`[lamps]`: the pin of each seat's lamp; none unless named."""

    seats: Mapping[Seat, Pin] = field(default_factory=dict)
    pwm: bool = True
    """Lamps can be dimmed, so that they breathe; set it to false for relays."""


@dataclass(frozen=True, slots=True)
class RaceConfig:
    """`[race]`: how presses are ordered (`device.arbiter`)."""

    settle_ms: float = 10.0
    """How long a press is held back, so that an earlier one that is still on its way can overtake it."""
    tolerance_ms: float = 1.0
    """Two wired presses this close are a tie. The kernel stamps an edge within about 0.2 ms; a person is slower."""
    page_lag_ms: float = 100.0
    """How long a press on the page may have been on its way through the network before we heard of it."""

    @property
    def settle(self) -> int:
        """`settle_ms` in nanoseconds."""
        return round(self.settle_ms * MS)

    @property
    def tolerance(self) -> int:
        """`tolerance_ms` in nanoseconds."""
        return round(self.tolerance_ms * MS)

    @property
    def page_lag(self) -> int:
        """`page_lag_ms` in nanoseconds."""
        return round(self.page_lag_ms * MS)


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """`[camera]`."""

    source: CameraSource = CameraSource.AUTO
    path: Path | None = None
    """The folder of photographs (`folder`), or the device file (`uvc`)."""
    index: int = 0
    """Which camera, where there are several."""
    size: tuple[int, int] = (1280, 720)
    mains_hz: int = 50
    """Lamps flicker with the mains: 50 or 60; exposure times are chosen to match."""
    corners: tuple[tuple[int, int], ...] = ()
    """Without a mat: the four corners of the table in the camera's picture; all of the picture when empty."""


@dataclass(frozen=True, slots=True)
class PageConfig:
    """`[page]`: where the page is served."""

    host: str = "0.0.0.0"  # noqa: S104 - phones and tablets of the household are meant to reach it
    port: int = 8080


def default_data_dir() -> Path:
    """Return where matches are kept unless somebody says otherwise (the XDG data folder)."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tabletop-companion"


@dataclass(frozen=True, slots=True)
class DataConfig:
    """`[data]`: where journals and photographs are kept."""

    dir: Path = field(default_factory=default_data_dir)


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be configured, checked."""

    table: TableConfig = field(default_factory=TableConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    lamps: LampsConfig = field(default_factory=LampsConfig)
    race: RaceConfig = field(default_factory=RaceConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    page: PageConfig = field(default_factory=PageConfig)
    data: DataConfig = field(default_factory=DataConfig)

    def __post_init__(self) -> None:
        refuse_shared_pins(self.pin_uses())

    def pin_uses(self) -> Iterator[Use]:
        """Yield what each pin is wired to."""
        for seat, pin in self.buttons.seats.items():
            yield Use(pin, f"the button of seat {seat}")
        for what, control in (("confirm", self.buttons.confirm), ("undo", self.buttons.undo)):
            if control is not None:
                yield Use(control, f"the {what} button")
        for seat, pin in self.lamps.seats.items():
            yield Use(pin, f"the lamp of seat {seat}")


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


def _pin(where: str, value: object) -> Pin:
    return checked_pin(toml.whole(-(2**31), 2**31)(where, value), where)


def _flag(where: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadConfig(f"{where} must be true or false, not {toml.kind_of(value)}: {value!r}")
    return value


def _label(where: str, value: object) -> str:
    try:
        return clean_name(toml.text(where, value))
    except BadInput:
        raise BadConfig(f"{where} has nothing in it that can be seen") from None


def _labels(_where: str, value: object) -> dict[Seat, str]:
    return _by_seat(toml.read_section("table.labels", value, {str(seat): _label for seat in SEATS}))


def _by_seat(values: Mapping[str, Any]) -> dict[Seat, Any]:
    """Return the entries of `values` that are named by a seat's number, in the order of the seats."""
    return {seat: values[str(seat)] for seat in SEATS if str(seat) in values}


def _table(values: object) -> TableConfig:
    keys = {"seats": toml.whole(1, MOST_SEATS), "labels": _labels}
    return TableConfig(**toml.read_section("table", values, keys))


def _buttons(values: object) -> ButtonsConfig:
    keys = dict.fromkeys([*map(str, SEATS), "confirm", "undo"], _pin)
    pins = toml.read_section("buttons", values, keys)
    return ButtonsConfig(_by_seat(pins), pins.get("confirm"), pins.get("undo"))


def _lamps(values: object) -> LampsConfig:
    read = toml.read_section("lamps", values, {**dict.fromkeys(map(str, SEATS), _pin), "pwm": _flag})
    return LampsConfig(_by_seat(read), read.get("pwm", True))


def _race(values: object) -> RaceConfig:
    keys = {
        "settle_ms": toml.number(SHORTEST_SETTLE_MS, 200),
        "tolerance_ms": toml.number(0, 20),
        "page_lag_ms": toml.number(0, 1000),
    }
    return RaceConfig(**toml.read_section("race", values, keys))


def _camera(values: object) -> CameraConfig:
    keys = {
        "source": toml.choice(CameraSource),
        "path": toml.path,
        "index": toml.whole(0, 63),
        "size": toml.size(160, 8192),
        "mains_hz": toml.one_of(50, 60),
        "corners": _corners,
    }
    camera = CameraConfig(**toml.read_section("camera", values, keys))
    if camera.source is CameraSource.FOLDER and camera.path is None:
        raise BadConfig("[camera] source is 'folder', so [camera] path must name the folder")
    return camera


def _corners(where: str, value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or len(value) != 4:
        raise BadConfig(f"{where} must be four corners, each like [640, 20], not {value!r}")
    corner = toml.size(0, 8192)
    return tuple(corner(f"each corner of {where}", each) for each in value)


def _page(values: object) -> PageConfig:
    return PageConfig(**toml.read_section("page", values, {"host": toml.text, "port": toml.whole(0, 65535)}))


def _data(values: object) -> DataConfig:
    return DataConfig(**toml.read_section("data", values, {"dir": toml.path}))


_SECTIONS: dict[str, Callable[[object], Any]] = {
    "table": _table,
    "buttons": _buttons,
    "lamps": _lamps,
    "race": _race,
    "camera": _camera,
    "page": _page,
    "data": _data,
}
