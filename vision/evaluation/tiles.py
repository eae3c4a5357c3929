"""Measuring the reader of tiles: the truth about tiles in a label, and whether a picture was read rightly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.observations import Axial, Observation, Side

Values = tuple[int | None, int | None, int | None]
MISSED = 0


@dataclass(frozen=True, slots=True)
class TrueTile:
    """One tile as the label says."""

    place: Axial
    values: Values
    """Yellow, red, blue."""
    in_view: bool = True


@dataclass(frozen=True, slots=True)
class TrueTiles:
    """All tiles of a photograph as its label says."""

    tiles: tuple[TrueTile, ...] = ()
    side: Side | None = None


NO_TILES = TrueTiles()


def true_tiles(row: Mapping[str, Any]) -> TrueTiles:
    """Return the tiles in one line of a `labels.jsonl`."""
    tiles = tuple(
        TrueTile(
            (int(tile["q"]), int(tile["r"])),
            (int(tile["yellow"]), int(tile["red"]), int(tile["blue"])),
            bool(tile.get("in_view", True)),
        )
        for tile in row.get("tiles", ())
    )
    return TrueTiles(tiles, Side(row["side"]) if row.get("side") else None)


def is_exact(true: TrueTiles, seen: Observation) -> bool:
    """Return whether every tile in view was seen where it lies, with its three values, and nothing else."""
    if true.side not in {None, seen.side} or any(tile.place is None for tile in seen.tiles):
        return False
    wanted = {tile.place: tile.values for tile in true.tiles if tile.in_view}
    found = {tile.place: tile.values for tile in seen.tiles if tile.place is not None and None not in tile.values}
    return shifted(wanted) == shifted(found)


def pairs_of(true: TrueTiles, seen: Observation) -> Iterator[tuple[int, int]]:
    """Return (true value, seen value) for each face of each tile in view."""
    wanted = {tile.place: tile.values for tile in true.tiles if tile.in_view}
    found = {tile.place: tile.values for tile in seen.tiles if tile.place is not None}
    move = _best_shift(wanted, found)
    for (q, r), values in wanted.items():
        others: Values = found.get((q + move[0], r + move[1]), (None, None, None))
        for value, other in zip(values, others, strict=True):
            yield value or MISSED, other or MISSED


def shifted(tiles: Mapping[Axial, Values]) -> dict[Axial, Values]:
    """Return the same layout, its first place at (0, 0): readings are compared up to a common shift."""
    if not tiles:
        return {}
    first = min(tiles, key=lambda place: (place[1], place[0]))
    return {(q - first[0], r - first[1]): values for (q, r), values in tiles.items()}


def _best_shift(wanted: Mapping[Axial, Values], found: Mapping[Axial, Values]) -> Axial:
    """Return the shift under which most faces agree."""
    shifts: Iterable[Axial] = {(b[0] - a[0], b[1] - a[1]) for a in wanted for b in found} or {(0, 0)}
    return max(sorted(shifts), key=lambda shift: _agreeing(wanted, found, shift))


def _agreeing(wanted: Mapping[Axial, Values], found: Mapping[Axial, Values], shift: Axial) -> int:
    nothing: Values = (None, None, None)
    pairs = ((values, found.get((q + shift[0], r + shift[1]), nothing)) for (q, r), values in wanted.items())
    return sum(one == other for values, others in pairs for one, other in zip(values, others, strict=True))
