"""`[table]`: the places round it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.table import MOST_SEATS, Seat
from device import toml_values as toml


@dataclass(frozen=True, slots=True)
class TableConfig:
    """`[table]`: the places round it."""

    seats: int = MOST_SEATS
    labels: Mapping[Seat, str] = field(default_factory=dict)
    """What people call a seat: the colour of its button, the window."""


def read_table(values: object) -> TableConfig:
    """Read `[table]`."""
    keys = {"seats": toml.whole(1, MOST_SEATS), "labels": _labels}
    return TableConfig(**toml.read_section("table", values, keys))


def _labels(_where: str, value: object) -> dict[Seat, str]:
    return toml.by_seat(toml.read_section("table.labels", value, {str(seat): toml.label for seat in toml.SEATS}))
