"""`[race]`: what the time of a press is worth."""

from __future__ import annotations

from dataclasses import dataclass

from device import toml_values as toml
from device.hardware.clock import MS

SHORTEST_SETTLE_MS = 10
"""A tap of 6 ms is proven by its release, which is given 3 ms to be delivered; and threads need a moment."""


@dataclass(frozen=True, slots=True)
class RaceConfig:
    """`[race]`: how presses are ordered (`device.hardware.presses.arbiter`)."""

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


def read_race(values: object) -> RaceConfig:
    """Read `[race]`."""
    keys = {
        "settle_ms": toml.number(SHORTEST_SETTLE_MS, 200),
        "tolerance_ms": toml.number(0, 20),
        "page_lag_ms": toml.number(0, 1000),
    }
    return RaceConfig(**toml.read_section("race", values, keys))
