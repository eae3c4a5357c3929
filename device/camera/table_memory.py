"""What is remembered of the table from one start to the next: the mat that lay there, and the corners that were tapped.

    a mat that is seen  >  what was tapped on the page  >  [camera] corners  >  the whole picture

What was tapped gives way to corners that were written into the configuration later. A table that had a mat at the
last start is asked about when no marker is seen at this one: its whole picture is not silently taken for one zone.
"""

from __future__ import annotations

import base64
import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from companion.errors import CompanionError
from companion.observations import Point
from companion.texts import say
from device.camera.table_monitor import TableWithoutMat
from vision.camera.live import jpeg
from vision.camera.source import Image, Size
from vision.frame import decode
from vision.table.anchor import anchored
from vision.table.inks import Trouble
from vision.table.mat import Mat, mat_for
from vision.table.views import tapped

log = logging.getLogger(__name__)

FILE = "table.json"
QUALITY = 90
WIDEST = 1280
Configured: TypeAlias = "tuple[tuple[int, int], ...]"

_WAYS_OUT = say("clear its markers, or say on the page where the table lies without a mat")
MISSING = Trouble(say("I do not see the mat that belongs to this table"), _WAYS_OUT)
FORGOTTEN = Trouble(
    say("I no longer know where the table lies"), say("lay the mat under the camera, or say it on the page")
)


@dataclass(frozen=True, slots=True)
class ChosenTable:
    """How somebody has said, on the page, that the table lies without a mat."""

    corners: tuple[Point, ...] = ()
    """Shares of the width and the height of the picture; none for all of it."""
    size: Size = (0, 0)
    picture: bytes = b""
    """What the camera saw then (JPEG), so that a moved camera is noticed at the next start too."""
    configured: Configured = ()
    """The corners that the configuration named then."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is remembered."""

    mat: str | None = None
    """A mat has been measured, and nobody has said since that it is no longer used."""
    choice: ChosenTable | None = None

    def ground(self, configured: Configured, size: Size) -> TableWithoutMat:
        """Return how to look at the table while no mat is seen; `configured` are corners in a picture of `size`."""
        if self.mat is not None:
            return TableWithoutMat(asks=MISSING)
        if self.choice is not None and self.choice.configured == configured:
            return _chosen(self.choice)
        return TableWithoutMat(tapped(configured, size), chosen=True) if configured else TableWithoutMat()


def _chosen(choice: ChosenTable) -> TableWithoutMat:
    if not choice.corners:
        return TableWithoutMat(chosen=True)
    view = tapped([(x * choice.size[0], y * choice.size[1]) for x, y in choice.corners], choice.size)
    return TableWithoutMat(view, anchored(decode(choice.picture), choice.corners), chosen=True)


def chosen_in(image: Image, corners: Sequence[Point], configured: Configured) -> ChosenTable:
    """Return the choice of `corners` (shares) in `image`."""
    height, width = image.shape[:2]
    if not corners:
        return ChosenTable(configured=configured)
    return ChosenTable(tuple(corners), (width, height), jpeg(image, QUALITY), configured)


class TableMemory:
    """Keeps what is remembered in the data folder; a power cut leaves the old or the new, never half of it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self.broken = False
        """There is something, and it cannot be understood."""
        self.now = self._loaded()

    def saw(self, mat: Mat) -> None:
        """Remember that `mat` lies on this table; what cannot be written is only logged."""
        if self.now.mat != mat.game:
            try:
                self.keep(replace(self.now, mat=mat.game))
            except CompanionError as error:
                log.warning("%s", error)

    def keep(self, what: Remembered) -> None:
        """Remember `what` from now on.

        Raises:
            CompanionError: it cannot be written, and counts only until the next start.

        """
        self.now, self.broken = what, False
        try:
            _write(self._file, json.dumps(_to_json(what)).encode())
        except OSError as error:
            raise CompanionError(
                f"{self._file} cannot be written ({error.strerror}): where the table lies is known until the next start"
            ) from error

    def ground(self, configured: Configured, size: Size) -> TableWithoutMat:
        """Return how to look at the table while no mat is seen."""
        return TableWithoutMat(asks=FORGOTTEN) if self.broken else self.now.ground(configured, size)

    def _loaded(self) -> Remembered:
        try:
            return _from_json(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return Remembered()
        except (OSError, ValueError, KeyError, TypeError, CompanionError) as error:
            log.warning("%s cannot be understood: %s", self._file, error)
            self.broken = True
            return Remembered()


def _to_json(what: Remembered) -> dict[str, Any]:
    choice = what.choice
    return {
        "mat": what.mat,
        "choice": choice
        and {
            "corners": choice.corners,
            "size": choice.size,
            "picture": base64.b64encode(choice.picture).decode(),
            "configured": choice.configured,
        },
    }


def _from_json(document: dict[str, Any]) -> Remembered:
    """Return what was written; all of it is tried, so that nothing fails later."""
    mat = None if document["mat"] is None else mat_for(document["mat"]).game
    if document["choice"] is None:
        return Remembered(mat)
    written = document["choice"]
    width, height = written["size"]
    choice = ChosenTable(
        tuple((float(x), float(y)) for x, y in written["corners"]),
        (int(width), int(height)),
        base64.b64decode(written["picture"]),
        tuple((int(x), int(y)) for x, y in written["configured"]),
    )
    _chosen(choice)
    return Remembered(mat, choice)


def _write(file: Path, data: bytes) -> None:
    """Write `data` beside `file` and put it in its place, on disk before this returns."""
    fresh = file.with_suffix(".new")
    with fresh.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
