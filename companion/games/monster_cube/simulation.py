"""What people lay who play Monster Cube: nine tiles in three rows, and one of them moved when it is their turn."""

from __future__ import annotations

from companion.effects import ReadRequest
from companion.games.monster_cube.laying import start_places
from companion.games.monster_cube.moves import legal_moves, moved
from companion.games.monster_cube.referee import MonsterCubeMatch
from companion.games.monster_cube.state import MonsterCubeState
from companion.games.monster_cube.tiles import Layout, laid
from companion.simulation import Chance, Laid


def simulate(request: ReadRequest, match: MonsterCubeMatch, chance: Chance) -> Laid:
    """Return the tiles that lie where `look` looks: shuffled, or as they lay with one of them moved."""
    state = match.state
    known = state.layouts.get(request.zone)
    layout = _shuffled(state, request, chance) if known is None else _after_a_move(state, known, chance)
    tiles = tuple((place, (tile.yellow, tile.red, tile.blue)) for place, tile in layout.lying)
    return Laid(tiles=tiles, side=state.side)


def _shuffled(state: MonsterCubeState, request: ReadRequest, chance: Chance) -> Layout:
    series = list(state.series.values())[state.zones.index(request.zone)]
    return laid(start_places(state), chance.shuffled(series))


def _after_a_move(state: MonsterCubeState, known: Layout, chance: Chance) -> Layout:
    """Return the tiles after the move of a turn; who only calls leaves them as they lie."""
    if not state.in_turn:
        return known
    moves = legal_moves(known, state.options.linked)
    return moved(known, moves[chance.below(len(moves))])
