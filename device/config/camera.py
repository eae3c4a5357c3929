"""`[camera]`: where pictures come from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.errors import BadConfig
from device import toml_values as toml


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
