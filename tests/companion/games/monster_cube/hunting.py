"""A hunt by rules 1 whose tiles the camera has read: who calls, beats a monster, or shows something wrong."""

from companion.games.monster_cube.claims import Claim
from companion.games.monster_cube.events import CardTold
from companion.games.monster_cube.solver import solve
from tests.companion.games.monster_cube.layouts import ALL_EXAMPLES, faces
from tests.companion.games.monster_cube.table import after, confirms, new_match, ns, press, saw, shows, way

WRONG = Claim(1, faces("0,0Y 1,0Y 1,1Y"))
"""Three yellow faces that are not in one line."""


def read(at=1.0, **rules):
    """A match whose tiles the camera has read; the monsters 12, 30 and 41 lie open."""
    match = after(new_match(2, cards="told", **rules), saw(at, ALL_EXAMPLES), confirms(at))
    return after(match, *(CardTold(ns(at), code) for code in (12, 30, 41)))


def beats(at, match, seat, card, *, moves=1):
    """`seat` calls at `at` and beats `card` a second later."""
    claim = way(match, card, moves=moves).claim
    return after(match, press(at, seat), *shows(at + 1, "tiles", card, claim))


def loses(at, match, seat):
    card = match.state.market.zone[0]
    return after(match, press(at, seat), *shows(at + 1, "tiles", card, WRONG))


def beaten_ways(match, code):
    """Return the ways in which the monster `code` can be beaten with one tile moved."""
    return solve(match.state.layouts["tiles"], (code,), 1, match.state.claim_rules)[code]
