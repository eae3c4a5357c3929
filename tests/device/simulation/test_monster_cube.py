"""The virtual people of Monster Cube: what they lay is what is read, and in turn exactly one tile is moved."""

import pytest

from companion.events import Confirmed
from companion.games.monster_cube.events import LimitSet
from companion.games.monster_cube.moves import read_move
from companion.games.monster_cube.tiles import SLANTED, ZIGZAG, Layout, Tile, laid
from companion.observations import Side
from companion.session import Match
from device.simulation.table import VirtualTable
from tests.companion.games.monster_cube.table import after, begun, new_match, ns, press, saw, started


class Surface:
    def __init__(self):
        self.dice, self.tiles, self.laid = (), (), 0

    def lay(self, dice, tiles=()):
        self.dice, self.tiles, self.laid = dice, tiles, self.laid + 1


@pytest.fixture
def surface():
    return Surface()


def follow(surface, match):
    VirtualTable(surface).follow(match)
    return [Tile(*tile.values) for tile in surface.tiles]


@pytest.mark.parametrize(
    ("rules", "series", "side"), [("1", "A", Side.NUMBERS), ("3", "A", Side.PIPS), ("4", "A", Side.NUMBERS)]
)
def test_they_lay_the_nine_tiles_of_a_series_with_the_right_side_up(surface, rules, series, side):
    match = Match.begin(started(2, rules=rules))
    tiles = follow(surface, match)

    assert sorted(match.referee.state.series[series]) == sorted(tiles)
    assert ({side}, ()) == ({tile.side for tile in surface.tiles}, surface.dice)


@pytest.mark.parametrize(("layout", "places"), [("zigzag", ZIGZAG), ("slanted", SLANTED)])
def test_they_lay_three_rows_of_three_side_by_side(surface, layout, places):
    follow(surface, Match.begin(started(2, start_layout=layout)))
    rows = sorted({round(_upright(surface, tile)) for tile in surface.tiles})

    assert (9, 3) == (len(places), len(rows))


def _upright(surface, tile):
    """How far up a tile lies when the rows are put straight, in rows."""
    from math import cos, radians, sin

    yaw = radians(-surface.tiles[0].yaw_deg)
    return (sin(yaw) * tile.x_mm + cos(yaw) * tile.y_mm) / 38.5


def test_the_same_match_lays_the_same_tiles_once(surface):
    table, match = VirtualTable(surface), Match.begin(started(2))
    table.follow(match)
    first = surface.tiles
    after_limit, _ = match.feed(LimitSet(1, 1, 30))
    table.follow(after_limit)

    assert (1, first) == (surface.laid, surface.tiles)


def test_in_turn_they_move_one_tile_and_the_camera_would_read_it(surface):
    match = Match.begin(started(2, rules="3"))
    tiles = begun(2, rules="3").state.layouts
    for zone, layout in tiles.items():
        match, _ = match.feed(saw(1, layout, zone, Side.PIPS))
    match, _ = match.feed(Confirmed(ns(2)))
    lies = follow(surface, match)

    assert sorted(tiles["tiles-1"].at.values()) == sorted(lies)
    assert match.referee.read_requests[0].zone == "tiles-1"


def test_who_only_calls_leaves_the_tiles_as_they_lie(surface):
    layout = laid(ZIGZAG, new_match().state.series["A"])
    match = Match.begin(started(2))
    for event in (saw(1, layout), Confirmed(ns(2)), press(3, 1)):
        match, _ = match.feed(event)
    lies = follow(surface, match)

    assert [tile for _, tile in layout.lying] == lies
    assert None is read_move(layout, Layout.of(dict(zip(layout.at, lies, strict=True)))).move
    assert after(begun(), press(3, 1)).read_requests == ()
