"""The mat of Monster Cube: the tiles, and the monster cards beside them."""

from __future__ import annotations

from companion.games.monster_cube.state import COMMON, zone_of
from companion.mats import MatLayout, ZoneLayout, inner
from companion.table import Seat

MOST_SEATS = 8


def _layout() -> MatLayout:
    """Return the layout; the tiles of one player after the other (rules 3 and 4) are laid where tiles are laid."""
    tiles, cards = inner(540, 256, 24).columns(5, 2)
    of_seats = tuple(zone_of(Seat(number)) for number in range(1, MOST_SEATS + 1))
    zones = (ZoneLayout(COMMON, tiles, "tiles", of_seats), ZoneLayout("cards", cards, "cards"))
    return MatLayout(2, 1, 540, 256, 24, zones)


MATS = (_layout(),)
"""Every mat of Monster Cube that was ever printed."""
