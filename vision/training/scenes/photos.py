"""Photographs of other things under and beside the dice: wood, stone, cloth, walls, landscapes, printed boxes.

Rendered backgrounds are all alike, while a real table may have any texture that must not be detected as a die. So
tables and prints may be cut out of an album: a folder of any photographs without dice. It is no part of the product;
docs/network.md names the packages of textures and wallpapers that the shipped networks have seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.render.objects import Decal, Image

KINDS = {".jpg", ".jpeg", ".png", ".webp"}
LEAST_PX = 256
"""Smaller photographs are icons."""
TRIES = 20
CLOTHED = 0.75
"""Share of the scenes with an album whose table is a photograph."""
CLOTH = 4.5
"""Width of that photograph, in half widths of the view from above: an oblique camera sees more of the table."""


@dataclass(frozen=True, slots=True)
class Album:
    """A folder of photographs."""

    paths: tuple[Path, ...]

    @classmethod
    def of(cls, folder: Path) -> Album:
        """Return the photographs in a folder and in those below it; a FileNotFoundError if there are none."""
        paths = tuple(path for path in sorted(folder.rglob("*")) if path.suffix.lower() in KINDS)
        if not paths:
            raise FileNotFoundError(f"there are no photographs in {folder}")
        return cls(paths)

    def piece(self, chance: np.random.Generator, wide_px: int) -> Image:
        """Return a piece of a photograph (b, g, r, a), square, turned and mirrored by lot, `wide_px` wide."""
        for _ in range(TRIES):
            photo = cv2.imread(str(self.paths[int(chance.integers(len(self.paths)))]), cv2.IMREAD_UNCHANGED)
            if photo is not None and _is_photo(photo):
                return _cut(np.asarray(photo, np.uint8), chance, wide_px)
        raise FileNotFoundError(f"there are hardly any photographs beside {self.paths[0]}")


def _is_photo(picture: npt.NDArray[Any]) -> bool:
    """Return whether this shows a surface: no icon, no cut-out, nothing all of one colour, no map of slopes."""
    if picture.ndim != 3 or min(picture.shape[:2]) < LEAST_PX or picture.dtype != np.uint8:
        return False
    if picture.shape[2] == 4 and picture[..., 3].min() < 250:
        return False
    blue, green, red = (float(level) for level in picture[..., :3].mean(axis=(0, 1)))
    slopes = blue > 200 and abs(green - 128) < 30 and abs(red - 128) < 30
    return not slopes and float(picture[..., :3].std()) > 4


def _cut(photo: Image, chance: np.random.Generator, wide_px: int) -> Image:
    """Return a square piece of any size, shrunk or enlarged to `wide_px`."""
    high, wide = photo.shape[:2]
    whole = min(high, wide)
    side = int(np.exp(chance.uniform(np.log(min(whole, max(96, wide_px / 3))), np.log(whole))))
    x, y = int(chance.integers(wide - side + 1)), int(chance.integers(high - side + 1))
    how = cv2.INTER_AREA if side > wide_px else cv2.INTER_CUBIC
    piece = cv2.resize(photo[y : y + side, x : x + side, :3], (wide_px, wide_px), interpolation=how)
    piece = np.rot90(piece, int(chance.integers(4)))
    if chance.random() < 0.3:  # another cloth of that weave
        piece = piece[..., chance.permutation(3)]
    return np.dstack([piece, np.full(piece.shape[:2], 255, np.uint8)])


def pictured(
    chance: np.random.Generator, album: Album, reach_mm: float, edge_mm: float, px_per_mm: float
) -> tuple[Decal, ...]:
    """Return photographs to lay on a table: perhaps one that covers it, and some as small as a coin or a box."""
    out: list[Decal] = []
    if chance.random() < CLOTHED:
        wide = CLOTH * reach_mm
        out.append(_laid(album.piece(chance, _px(wide, px_per_mm)), chance, 0.0, wide))
    for _ in range(int(chance.integers(0, 5)) if chance.random() < 0.5 else 0):
        width = edge_mm * float(np.exp(chance.uniform(np.log(0.7), np.log(6))))
        piece = album.piece(chance, _px(width, px_per_mm))
        out.append(_laid(_shaped(piece, chance), chance, 1.5 * reach_mm, width))
    return tuple(out)


def _px(width_mm: float, px_per_mm: float) -> int:
    """Return how many pixels a photograph needs: what the camera sees of it, no more than makes sense."""
    return int(np.clip(1.2 * width_mm * px_per_mm, 32, 1024))


def _laid(piece: Image, chance: np.random.Generator, apart_mm: float, width_mm: float) -> Decal:
    x, y = (float(at) for at in chance.uniform(-apart_mm, apart_mm, 2)) if apart_mm else (0.0, 0.0)
    return Decal(piece, x, y, float(chance.uniform(0, 360)), width_mm)


def _shaped(piece: Image, chance: np.random.Generator) -> Image:
    """Return the piece as it is, narrower, or round."""
    side = len(piece)
    shape = chance.random()
    if shape < 0.4:
        piece = piece[: max(8, int(side * chance.uniform(0.2, 1)))]
    elif shape < 0.7:
        round_one = np.zeros((side, side), np.uint8)
        cv2.circle(round_one, (side // 2, side // 2), side // 2 - 1, 255, -1, cv2.LINE_AA)
        piece = np.dstack([piece[..., :3], round_one])
    return np.ascontiguousarray(piece)
