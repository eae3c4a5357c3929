"""Points, tie-breaks and victory.

"Everybody adds up the points of his open monster cards and takes off one for each face-down one. If there is a tie,
the player with more monsters of 5 points wins; if there still is one, of 4, then of 3. Players who captured exactly the
same kinds share the victory" (MR-2, MR-19).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.monster_rush.options import Negative
from companion.games.monster_rush.state import RushState, Trophy
from companion.table import Seat

TIE_BREAKERS = (5, 4, 3)


def points(trophies: Iterable[Trophy], fines: int = 0, negative: Negative = Negative.ALLOWED) -> int:
    """Return what `trophies` are worth, less `fines`."""
    total = sum(trophy.monster.points if trophy.right else -1 for trophy in trophies) - fines
    return total if negative is Negative.ALLOWED else max(0, total)


def rank(trophies: Sequence[Trophy], total: int) -> tuple[int, ...]:
    """Return what decides between players, the highest first."""
    right = [trophy.monster.points for trophy in trophies if trophy.right]
    return (total, *(right.count(worth) for worth in TIE_BREAKERS))


def total_of(match: RushState, seat: Seat) -> int:
    """Return the points of `seat` so far."""
    return points(match.won_by(seat), match.fines.count(seat), match.options.negative)


def winners(match: RushState) -> tuple[Seat, ...]:
    """Return who has won, or shares the victory."""
    ranks = {seat: rank(match.won_by(seat), total_of(match, seat)) for seat in match.table.seats}
    best = max(ranks.values())
    return tuple(seat for seat in match.table.seats if ranks[seat] == best)
