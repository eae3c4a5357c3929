"""What people know who play 13 Monsters: every throw of a fight is a new one."""

from __future__ import annotations

from companion.games.thirteen_monsters.referee import ThirteenMatch
from companion.referee import Referee


def occasion(referee: Referee) -> int:
    """Return what makes people roll anew: the throw."""
    return referee.throws if isinstance(referee, ThirteenMatch) else 0
