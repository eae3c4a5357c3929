"""The virtual people of 13 Monsters throw anew for every throw of a fight, and only the dice that are not put aside."""

from companion.games.thirteen_monsters.events import Attacked, PutAside, Stopped, ThrownAgain
from companion.session import Match
from device.simulation.table import VirtualTable
from tests.companion.games.thirteen_monsters.thirteen import (
    ONE,
    holding,
    new_match,
    ns,
    ok,
    started,
    throw,
    with_holdings,
)


class Surface:
    """A table that remembers everything that was laid on it."""

    def __init__(self):
        self.laid = []

    def lay(self, dice, tiles=()):
        self.laid.append(tuple(dice))


def test_every_throw_is_a_new_one():
    surface = Surface()
    table = VirtualTable(surface)
    match = with_holdings(new_match(), holding("", "07.1 08.2 09.3"), holding("06.1"))

    def follow(referee):
        table.follow(Match(started(), referee))

    follow(match)
    assert [] == surface.laid
    match = ok(match, Attacked(ns(1), ONE, "07.1", "06.1"))
    follow(match)
    follow(match)
    assert [5] == [len(dice) for dice in surface.laid]
    match = ok(throw(match, "6 6 1 2 3"), PutAside(ns(2), ONE, 0), PutAside(ns(2), ONE, 1), ThrownAgain(ns(3), ONE))
    follow(match)
    assert [5, 3] == [len(dice) for dice in surface.laid]
    match = ok(throw(match, "1 2 3"), Stopped(ns(4), ONE))
    follow(match)

    assert [5, 3, 5] == [len(dice) for dice in surface.laid]
    assert surface.laid[0] != surface.laid[2]
