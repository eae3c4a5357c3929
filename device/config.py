"""The configuration: a TOML file in, checked values out. docs/configuration.md shows every key.

Nothing is required: `Config()` is a table of eight with the suggested wiring. Whoever writes `[buttons]` or
`[lamps]` replaces that whole section, so that nothing is wired behind his back. From top to bottom: the sections that
are not about hardware (those are in `device.hardware.config`), reading a file, the readers of each section and of
single values, and writing `[buttons]` as `companion learn` found them.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from companion.decks.files import has_deck
from companion.errors import BadConfig, BadInput
from companion.events import By
from companion.games.registry import GAMES
from companion.options import did_you_mean
from companion.table import MOST_SEATS, Seat, clean_name
from device.hardware.config import (
    SHORTEST_SETTLE_MS,
    SLOTS,
    ButtonsConfig,
    GrabMode,
    KeysConfig,
    LampsConfig,
    RaceConfig,
    SoundConfig,
    Tongue,
)
from device.hardware.header import Pin, Use, checked_pin, refuse_shared_pins
from device.hardware.presses.keycodes import KeyCode, checked_key, key_name
from device.hardware.presses.targets import Control, SeatSlot, SharedSlot, Target, button_name


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


def read_camera(values: object) -> CameraConfig:
    """Read `[camera]`."""
    keys = {
        "source": choice_of(CameraSource),
        "path": read_path,
        "index": whole_number(0, 63),
        "size": size_within(160, 8192),
        "mains_hz": one_of(50, 60),
        "corners": _read_corners,
    }
    camera = CameraConfig(**read_section("camera", values, keys))
    if camera.source is CameraSource.FOLDER and camera.path is None:
        raise BadConfig("[camera] source is 'folder', so [camera] path must name the folder")
    return camera


def _read_corners(where: str, value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or len(value) != 4:
        raise BadConfig(f"{where} must be four corners, each like [640, 20], not {value!r}")
    corner = size_within(0, 8192)
    return tuple(corner(f"each corner of {where}", each) for each in value)


@dataclass(frozen=True, slots=True)
class DecksConfig:
    """`[decks]`: the owner's deck of each game, in the place of the one that comes with it."""

    files: Mapping[str, Path] = field(default_factory=dict)


def read_decks(values: object) -> DecksConfig:
    """Read `[decks]`."""
    return DecksConfig(read_section("decks", values, {game: read_path for game in GAMES if has_deck(game)}))


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


def read_page(values: object) -> PageConfig:
    """Read `[page]`."""
    return PageConfig(**read_section("page", values, {"host": read_text, "port": whole_number(0, 65535)}))


def read_data(values: object) -> DataConfig:
    """Read `[data]`."""
    return DataConfig(**read_section("data", values, {"dir": read_path}))


@dataclass(frozen=True, slots=True)
class TableConfig:
    """`[table]`: the places round it."""

    seats: int = MOST_SEATS
    labels: Mapping[Seat, str] = field(default_factory=dict)
    """What people call a seat: the colour of its button, the window."""


def read_table(values: object) -> TableConfig:
    """Read `[table]`."""
    keys = {"seats": whole_number(1, MOST_SEATS), "labels": _read_labels}
    return TableConfig(**read_section("table", values, keys))


def _read_labels(_where: str, value: object) -> dict[Seat, str]:
    return by_seat(read_section("table.labels", value, {str(seat): read_label for seat in SEATS}))


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
    document = read_document(file)
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


def read_lamps(values: object) -> LampsConfig:
    """Read `[lamps]`."""
    keys = {**dict.fromkeys(map(str, SEATS), read_pin), "pwm": read_flag, "camera": read_pin}
    read = read_section("lamps", values, keys)
    return LampsConfig(by_seat(read), read.get("pwm", True), read.get("camera"))


def read_sound(values: object) -> SoundConfig:
    """Read `[sound]`."""
    keys = {
        "volume": whole_number(0, 100),
        "language": choice_of(Tongue),
        "voice": read_flag,
        "speed": whole_number(80, 400),
        "device": read_text,
        "buzzer": read_pin,
    }
    return SoundConfig(**read_section("sound", values, keys))


def read_race(values: object) -> RaceConfig:
    """Read `[race]`."""
    keys = {
        "settle_ms": number(SHORTEST_SETTLE_MS, 200),
        "tolerance_ms": number(0, 20),
        "page_lag_ms": number(0, 1000),
    }
    return RaceConfig(**read_section("race", values, keys))


USB_ID = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}")


def read_buttons(values: object) -> ButtonsConfig:
    """Read `[buttons]`."""
    keys = {**_button_keys(read_pin, "buttons"), "grab": choice_of(GrabMode)}
    read = read_section("buttons", values, {**keys, "encoder": _read_encoders, "keyboard": _read_keyboards})
    pins = dict(_targets_in(read))
    if "grab" in read and read["grab"] is GrabMode.SEAT_THEN_SLOT and not _any_slots(read):
        raise BadConfig('[buttons] grab = "seat-then-slot" needs the buttons slot.1, slot.2 and slot.3')
    return ButtonsConfig(
        seats=by_seat(read),
        confirm=pins.get(Control.CONFIRM),
        undo=pins.get(Control.UNDO),
        slots={target: pin for target, pin in pins.items() if isinstance(target, SharedSlot)},
        seat_slots={target: pin for target, pin in pins.items() if isinstance(target, SeatSlot)},
        grab=read.get("grab", GrabMode.SEAT_THEN_SLOT),
        devices=(*read.get("encoder", ()), *read.get("keyboard", ())),
    )


def _any_slots(read: Mapping[str, Any]) -> bool:
    devices = (*read.get("encoder", ()), *read.get("keyboard", ()))
    targets = [*dict(_targets_in(read)), *(target for device in devices for target in device.keys)]
    return any(isinstance(target, SharedSlot | SeatSlot) for target in targets)


def _button_keys(reader: ValueReader, section: str) -> dict[str, ValueReader]:
    """Return the keys that name buttons, each read by `reader`: `1` to `8`, `confirm`, `undo`, `slot`, `seat_slot`."""

    def slots(where: str, value: object) -> dict[str, Any]:
        return read_section(where, value, dict.fromkeys(map(str, SLOTS), reader))

    def seat_slots(where: str, value: object) -> dict[str, Any]:
        keys = {str(seat): partial(_nested, slots, f"{section}.seat_slot.{seat}") for seat in SEATS}
        return read_section(where, value, keys)

    plain = dict.fromkeys([*map(str, SEATS), "confirm", "undo"], reader)
    nested = {"slot": slots, "seat_slot": seat_slots}
    return plain | {key: partial(_nested, read, f"{section}.{key}") for key, read in nested.items()}


def _nested(reader: ValueReader, name: str, _where: str, value: object) -> Any:  # noqa: ANN401 - what the reader says
    return reader(name, value)


def _targets_in(read: Mapping[str, Any]) -> Iterator[tuple[Target, Any]]:
    """Yield every button named in a section, and what stands beside it."""
    yield from by_seat(read).items()
    yield from ((control, read[control]) for control in Control if control in read)
    for slot, value in read.get("slot", {}).items():
        yield SharedSlot(int(slot)), value
    for seat, slots in read.get("seat_slot", {}).items():
        for slot, value in slots.items():
            yield SeatSlot(Seat(int(seat)), int(slot)), value


def _read_encoders(_where: str, value: object) -> tuple[KeysConfig, ...]:
    return _read_devices("encoder", By.ENCODER, value)


def _read_keyboards(_where: str, value: object) -> tuple[KeysConfig, ...]:
    return _read_devices("keyboard", By.KEYBOARD, value)


def _read_devices(kind: str, by: By, value: object) -> tuple[KeysConfig, ...]:
    if not isinstance(value, list):
        raise BadConfig(f"[buttons.{kind}] must be written [[buttons.{kind}]]: there may be several")
    return tuple(_read_device(kind, by, each) for each in value)


def _read_device(kind: str, by: By, value: object) -> KeysConfig:
    section = f"buttons.{kind}"
    keys = {"name": read_text, "usb": _read_usb_id, "phys": read_text, **_button_keys(_read_key, section)}
    read = read_section(section, value, keys)
    if "name" not in read:
        raise BadConfig(f"[[{section}]] needs the name of the device: `companion learn` shows it")
    codes = dict(_targets_in(read))
    if not codes:
        raise BadConfig(f"[[{section}]] {read['name']!r} names no button, like 1 = 'BTN_TRIGGER'")
    return KeysConfig(by, _plain_name(read["name"]), codes, read.get("usb"), read.get("phys"))


def _read_key(where: str, value: object) -> KeyCode:
    return checked_key(value, where)


def _read_usb_id(where: str, value: object) -> str:
    text = read_text(where, value).strip().lower()
    if not USB_ID.fullmatch(text):
        raise BadConfig(
            f"{where} must be the vendor and the product, like '0079:0006' (lsusb shows them), not {text!r}"
        )
    return text


def _plain_name(name: str) -> str:
    """Return the name of a device without the blanks in which some of them abound."""
    return " ".join(name.split())


def buttons_as_toml(buttons: ButtonsConfig) -> str:
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


ValueReader: TypeAlias = "Callable[[str, object], Any]"
"""Takes where the value stands and the value; returns it checked, or raises BadConfig."""

Choice = TypeVar("Choice", bound=StrEnum)

SEATS = tuple(Seat(number) for number in range(1, MOST_SEATS + 1))

_NAMES: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a section"),
)


def kind_of(value: object) -> str:
    """Return what `value` is, as a person would call it."""
    return next((name for kind, name in _NAMES if isinstance(value, kind)), "a date or time")


def _wrong(where: str, wanted: str, value: object) -> BadConfig:
    shown = "" if isinstance(value, dict) else f": {value!r}"
    return BadConfig(f"{where} must be {wanted}, not {kind_of(value)}{shown}")


def _in_range(where: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise BadConfig(f"{where} must be from {low} to {high}, not {value}")


def whole_number(low: int, high: int) -> ValueReader:
    """Return a reader for whole numbers from `low` to `high`."""

    def read(where: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise _wrong(where, "a whole number", value)
        _in_range(where, value, low, high)
        return value

    return read


def number(low: float, high: float) -> ValueReader:
    """Return a reader for numbers from `low` to `high`."""

    def read(where: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _wrong(where, "a number", value)
        _in_range(where, value, low, high)
        return float(value)

    return read


def read_text(where: str, value: object) -> str:
    """Read a text with something in it."""
    if not isinstance(value, str):
        raise _wrong(where, "a text", value)
    if not value.strip():
        raise BadConfig(f"{where} is empty")
    return value


def read_path(where: str, value: object) -> Path:
    """Read the path of a file or folder; `~` is the home folder."""
    name = read_text(where, value)
    if "\0" in name:
        raise BadConfig(f"{where} cannot be {name!r}: no file can have such a name")
    return Path(name).expanduser()


def choice_of(members: type[Choice]) -> ValueReader:
    """Return a reader for the values of an Enum."""

    def read(where: str, value: object) -> Choice:
        known = [str(member) for member in members]
        word = read_text(where, value)
        if word not in known:
            raise BadConfig(f"{where} cannot be {word!r}{did_you_mean(word, known)}")
        return members(word)

    return read


def one_of(*numbers: int) -> ValueReader:
    """Return a reader for one of a few whole numbers."""

    def read(where: str, value: object) -> int:
        if isinstance(value, bool) or value not in numbers or not isinstance(value, int):
            raise _wrong(where, " or ".join(map(str, numbers)), value)
        return value

    return read


def size_within(low: int, high: int) -> ValueReader:
    """Return a reader for `[width, height]`."""
    side = whole_number(low, high)

    def read(where: str, value: object) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2:
            raise _wrong(where, "a list of width and height, like [1280, 720]", value)
        return side(f"the width of {where}", value[0]), side(f"the height of {where}", value[1])

    return read


def read_flag(where: str, value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise _wrong(where, "true or false", value)
    return value


def read_label(where: str, value: object) -> str:
    """Read a name that people can see."""
    try:
        return clean_name(read_text(where, value))
    except BadInput:
        raise BadConfig(f"{where} has nothing in it that can be seen") from None


def read_pin(where: str, value: object) -> Pin:
    """Read the number of a GPIO line."""
    return checked_pin(whole_number(-(2**31), 2**31)(where, value), where)


def by_seat(values: Mapping[str, Any]) -> dict[Seat, Any]:
    """Return the entries of `values` that are named by a seat's number, in the order of the seats."""
    return {seat: values[str(seat)] for seat in SEATS if str(seat) in values}


def read_section(section: str, values: object, keys: Mapping[str, ValueReader]) -> dict[str, Any]:
    """Return the values of one section, each read by the reader of its key; raise BadConfig for a key nobody knows."""
    if not isinstance(values, dict):
        raise _wrong(f"[{section}]", "a section", values)
    return {key: _known(keys, key, f"in [{section}]")(f"[{section}] {key}", value) for key, value in values.items()}


def _known(keys: Mapping[str, ValueReader], key: str, where: str) -> ValueReader:
    if key not in keys:
        raise BadConfig(f"unknown key {key!r} {where}{did_you_mean(key, list(keys))}")
    return keys[key]


def read_document(file: Path) -> dict[str, Any]:
    """Return the TOML document in `file`; raise BadConfig when there is none that can be understood."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadConfig(f"there is no configuration file {file}") from None
    except IsADirectoryError:
        raise BadConfig(f"{file} is a folder, not a configuration file") from None
    except OSError as error:
        raise BadConfig(f"cannot read the configuration {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadConfig(f"{file} is not a text file in UTF-8") from None
    except RecursionError:
        raise BadConfig(f"{file} is nested too deeply") from None
    except ValueError as error:  # tomllib's own, and a number of too many digits
        raise BadConfig(f"{file} is not TOML: {error}") from None


_SECTION_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_\"'-]+)")
_BUTTONS_HEADERS = {"buttons", '"buttons"', "'buttons'"}


def with_buttons(text: str, buttons: ButtonsConfig) -> str:
    """Return the configuration `text` with `buttons` in place of its `[buttons]`.

    Raises:
        BadConfig: that would not leave all the rest as it is; the text says what to do by hand.

    """
    kept, place = _without_buttons(text.splitlines())
    before, after = "\n".join(kept[:place]).strip("\n"), "\n".join(kept[place:]).strip("\n")
    new = "\n\n".join(part for part in (before, buttons_as_toml(buttons).strip("\n"), after) if part) + "\n"
    _refuse_other_changes(text, new, buttons)
    return new


def _without_buttons(lines: list[str]) -> tuple[list[str], int]:
    """Return the lines outside `[buttons]`, and where among them the section belongs."""
    kept: list[str] = []
    place: int | None = None
    for is_ours, block in _blocks(lines):
        if not is_ours:
            kept += block
        elif place is None:
            place = len(kept)
    return kept, len(kept) if place is None else place


def _blocks(lines: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """Yield the sections one by one, each with the comments that stand right above its header."""
    block: list[str] = []
    ours = False
    for line in lines:
        if (header := _SECTION_HEADER.match(line)) is None:
            block.append(line)
            continue
        mine = _comments_at_the_end(block)
        yield ours, block[: len(block) - mine]
        block, ours = [*block[len(block) - mine :], line], header[1] in _BUTTONS_HEADERS
    yield ours, block


def _comments_at_the_end(block: list[str]) -> int:
    count = 0
    while count < len(block) and block[-1 - count].lstrip().startswith("#"):
        count += 1
    return count


def _refuse_other_changes(text: str, new: str, buttons: ButtonsConfig) -> None:
    """Make sure that only `[buttons]` differs: a file can be buttons_as_toml in ways that we did not think of."""
    try:
        old, fresh = tomllib.loads(text), tomllib.loads(new)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"this file cannot be changed safely - put the section into it by hand ({error})") from None
    if old | {"buttons": 0} != fresh | {"buttons": 0} or parse(fresh).buttons != buttons:
        raise BadConfig("this file cannot be changed safely - put the section into it by hand")


def save_buttons(file: Path, buttons: ButtonsConfig) -> None:
    """Write `buttons` into the configuration `file`: on disk before this returns, and never half of it.

    Raises:
        BadConfig: the file cannot be read, changed or buttons_as_toml; nothing has changed then.

    """
    file = file.resolve()
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        _write_in_place(file, with_buttons(text, buttons))
    except UnicodeDecodeError:
        raise BadConfig(f"{file} is not a text file in UTF-8") from None
    except OSError as error:
        raise BadConfig(f"cannot write the configuration {file}: {error.strerror}") from None


def _write_in_place(file: Path, text: str) -> None:
    fresh = file.with_name(f".{file.name}.new")
    try:
        with fresh.open("w", encoding="utf-8") as out:
            if file.exists():
                os.fchmod(out.fileno(), file.stat().st_mode & 0o7777)
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


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
