"""The virtual people of Monster Cube: they lay nine tiles in three rows, and move one when it is their turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from companion.effects import Look
from companion.games.monster_cube.laying import start_places
from companion.games.monster_cube.moves import legal_moves, moved
from companion.games.monster_cube.referee import MonsterCubeMatch
from companion.games.monster_cube.state import MatchState, Phase
from companion.games.monster_cube.tiles import Layout, laid
from companion.referee import Referee
from device.simulation.throws import Chance
from vision.render.tiles import VirtualTile
from vision.render.tiles import laid as laid_out

Tiles: TypeAlias = tuple[VirtualTile, ...]

TURNED_DEG = 6.0
"""Three rows never lie quite straight."""
LARGEST_GAP_MM = 1.5


def occasion(referee: Referee) -> int:
    """Return what makes people lay tiles anew, or move one: a new layout, the next round."""
    if not isinstance(referee, MonsterCubeMatch):
        return 0
    state = referee.state
    return 2 * state.rounds + (state.phase is Phase.LAY)


def tiles(look: Look, referee: Referee, chance: Chance) -> Tiles:
    """Return the tiles that lie where `look` looks: shuffled, or as they lay with one of them moved."""
    if not isinstance(referee, MonsterCubeMatch):
        return ()
    state = referee.state
    known = state.layouts.get(look.zone)
    layout = _shuffled(state, look, chance) if known is None else _after_a_move(state, known, chance)
    return _lying(layout, state, chance)


def _shuffled(state: MatchState, look: Look, chance: Chance) -> Layout:
    series = list(state.series.values())[state.zones.index(look.zone)]
    return laid(start_places(state), (series[at] for at in chance.permutation(len(series))))


def _after_a_move(state: MatchState, known: Layout, chance: Chance) -> Layout:
    """Return the tiles after the move of a turn; who only calls leaves them as they lie."""
    if not state.in_turn:
        return known
    moves = legal_moves(known, state.options.linked)
    return moved(known, moves[int(chance.integers(len(moves)))])


def _lying(layout: Layout, state: MatchState, chance: Chance) -> Tiles:
    lying: Sequence[tuple[tuple[int, int], tuple[int, int, int]]] = [
        (place, (tile.yellow, tile.red, tile.blue)) for place, tile in layout.lying
    ]
    yaw_deg = float(chance.uniform(-TURNED_DEG, TURNED_DEG))
    gap_mm = float(chance.uniform(0.3, LARGEST_GAP_MM))
    return laid_out(lying, side=state.side, yaw_deg=yaw_deg, gap_mm=gap_mm)
