"""Readers for the values of a TOML file: each checks the type and the range, and says where the wrong one stands."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from companion.errors import BadConfig, BadInput
from companion.options import did_you_mean
from companion.table import MOST_SEATS, Seat, clean_name
from device.wiring import Pin, checked_pin

Reader: TypeAlias = "Callable[[str, object], Any]"
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


def whole(low: int, high: int) -> Reader:
    """Return a reader for whole numbers from `low` to `high`."""

    def read(where: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise _wrong(where, "a whole number", value)
        _in_range(where, value, low, high)
        return value

    return read


def number(low: float, high: float) -> Reader:
    """Return a reader for numbers from `low` to `high`."""

    def read(where: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _wrong(where, "a number", value)
        _in_range(where, value, low, high)
        return float(value)

    return read


def text(where: str, value: object) -> str:
    """Read a text with something in it."""
    if not isinstance(value, str):
        raise _wrong(where, "a text", value)
    if not value.strip():
        raise BadConfig(f"{where} is empty")
    return value


def path(where: str, value: object) -> Path:
    """Read the path of a file or folder; `~` is the home folder."""
    told = text(where, value)
    if "\0" in told:
        raise BadConfig(f"{where} cannot be {told!r}: no file can have such a name")
    return Path(told).expanduser()


def choice(members: type[Choice]) -> Reader:
    """Return a reader for the values of an Enum."""

    def read(where: str, value: object) -> Choice:
        known = [str(member) for member in members]
        word = text(where, value)
        if word not in known:
            raise BadConfig(f"{where} cannot be {word!r}{did_you_mean(word, known)}")
        return members(word)

    return read


def one_of(*numbers: int) -> Reader:
    """Return a reader for one of a few whole numbers."""

    def read(where: str, value: object) -> int:
        if isinstance(value, bool) or value not in numbers or not isinstance(value, int):
            raise _wrong(where, " or ".join(map(str, numbers)), value)
        return value

    return read


def size(low: int, high: int) -> Reader:
    """Return a reader for `[width, height]`."""
    side = whole(low, high)

    def read(where: str, value: object) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2:
            raise _wrong(where, "a list of width and height, like [1280, 720]", value)
        return side(f"the width of {where}", value[0]), side(f"the height of {where}", value[1])

    return read


def flag(where: str, value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise _wrong(where, "true or false", value)
    return value


def label(where: str, value: object) -> str:
    """Read a name that people can see."""
    try:
        return clean_name(text(where, value))
    except BadInput:
        raise BadConfig(f"{where} has nothing in it that can be seen") from None


def pin(where: str, value: object) -> Pin:
    """Read the number of a GPIO line."""
    return checked_pin(whole(-(2**31), 2**31)(where, value), where)


def by_seat(values: Mapping[str, Any]) -> dict[Seat, Any]:
    """Return the entries of `values` that are named by a seat's number, in the order of the seats."""
    return {seat: values[str(seat)] for seat in SEATS if str(seat) in values}


def read_section(section: str, values: object, keys: Mapping[str, Reader]) -> dict[str, Any]:
    """Return the values of one section, each read by the reader of its key; raise BadConfig for a key nobody knows."""
    if not isinstance(values, dict):
        raise _wrong(f"[{section}]", "a section", values)
    return {key: _known(keys, key, f"in [{section}]")(f"[{section}] {key}", value) for key, value in values.items()}


def _known(keys: Mapping[str, Reader], key: str, where: str) -> Reader:
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
