"""The pictures of a folder, in the order of their names, as if a camera took them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

from companion.errors import BadInput
from companion.texts import Message, say
from vision.camera.pace import Pace
from vision.camera.source import CameraTrouble, Clock, Frame, Image, first_after, no_frame
from vision.frame import load

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})


class FolderSource:
    """Plays the pictures of `folder`, `fps` a second; after the last one it begins anew (`loop`) or falls silent."""

    patience_s = None

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        fps: float = 2.0,
        loop: bool = True,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._loop = loop
        self._pause = pause
        self._pace = Pace(clock, fps, pause)
        self._files: tuple[Path, ...] = ()
        self._next = 0
        self._loaded: tuple[Path, Image] | None = None

    @property
    def name(self) -> Message:
        """The name of this source on the page."""
        return say("the folder {folder}", folder=self._folder.name or str(self._folder))

    def open(self) -> None:
        """Look at what the folder holds; go on after the picture that came last."""
        self._files = pictures_of(self._folder)

    def read(self, timeout_s: float) -> Frame:
        """Return the next picture when it is due; raise CameraTrouble, and pass over it, when it cannot be read."""
        if self._loop and self._next >= len(self._files):
            self._next = 0
        if self._next >= len(self._files):
            self._pause(timeout_s)
            raise no_frame(self.name)
        if not self._pace.wait(timeout_s):
            raise no_frame(self.name)
        file = self._files[self._next]
        self._next += 1
        at = self._clock()
        return Frame(self._load(file), at, self.name)

    def still(self, after_ns: int, timeout_s: float) -> Frame:
        """Return the next picture."""
        return first_after(self.read, self._clock, after_ns, timeout_s)

    def close(self) -> None:
        """Let go of the pictures."""
        self._files, self._loaded = (), None

    def _load(self, file: Path) -> Image:
        """Return the picture in `file`; a folder with a single one decodes it once."""
        if self._loaded is None or self._loaded[0] != file:
            self._loaded = file, _decoded(file)
        return self._loaded[1]


def pictures_of(folder: Path) -> tuple[Path, ...]:
    """Return the pictures in a folder in the order of their names, 2.jpg before 10.jpg.

    Raises:
        CameraTrouble: there is no such folder, or no picture in it.

    """
    if not folder.is_dir():
        raise CameraTrouble(say("there is no folder {folder}", folder=str(folder)), say("name one that holds pictures"))
    files = sorted((file for file in folder.iterdir() if file.suffix.lower() in SUFFIXES), key=_natural)
    if not files:
        raise CameraTrouble(
            say("the folder {folder} holds no picture", folder=str(folder)),
            say("put photographs into it ({suffixes})", suffixes=" ".join(sorted(SUFFIXES))),
        )
    return tuple(files)


def _natural(file: Path) -> list[tuple[int, str]]:
    """Return what to sort a file name by, so that numbers in it count as numbers."""
    parts = re.split(r"(\d+)", file.name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _decoded(file: Path) -> Image:
    try:
        return load(file, reduced=True)
    except BadInput as error:
        raise CameraTrouble(
            say("a picture cannot be used ({error})", error=str(error)), say("take it out of the folder")
        ) from error
