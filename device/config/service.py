"""`[page]` and `[data]`: where the page is served, and where matches are kept."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from device import toml_values as toml


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
    return PageConfig(**toml.read_section("page", values, {"host": toml.text, "port": toml.whole(0, 65535)}))


def read_data(values: object) -> DataConfig:
    """Read `[data]`."""
    return DataConfig(**toml.read_section("data", values, {"dir": toml.path}))
