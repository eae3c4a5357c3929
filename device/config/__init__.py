"""The configuration: a TOML file in, checked values out. docs/configuration.md shows every key.

Nothing is required: `Config()` is a table of eight with the suggested wiring. Whoever writes `[buttons]` or
`[lamps]` replaces that whole section, so that nothing is wired behind his back.
"""

from device.config.buttons import ButtonsConfig, Grab, KeysConfig
from device.config.camera import CameraConfig, CameraSource
from device.config.outputs import LampsConfig, SoundConfig, Tongue
from device.config.race import SHORTEST_SETTLE_MS, RaceConfig
from device.config.service import DataConfig, PageConfig, default_data_dir
from device.config.table import TableConfig
from device.config.whole import Config, load, parse

__all__ = [
    "SHORTEST_SETTLE_MS",
    "ButtonsConfig",
    "CameraConfig",
    "CameraSource",
    "Config",
    "DataConfig",
    "Grab",
    "KeysConfig",
    "LampsConfig",
    "PageConfig",
    "RaceConfig",
    "SoundConfig",
    "TableConfig",
    "Tongue",
    "default_data_dir",
    "load",
    "parse",
]
