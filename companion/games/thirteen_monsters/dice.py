"""What five dice are worth in a fight: "all dice that show equal points" (S2 L550-556)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.errors import BadInput
from companion.games.thirteen_monsters.options import DiceCount, NoneAlike, ThirteenOptions

DICE = 5
FACES = (1, 2, 3, 4, 5, 6)
MOST = 30
"""Five sixes (S2 L554)."""


def score(dice: Iterable[int], options: ThirteenOptions | None = None) -> int:
    """Return what `dice` are worth: 6 6 6 1 2 gives 18; no two alike give nothing, unless a house rule says so."""
    rules = options or ThirteenOptions()
    counts = Counter(dice)
    groups = [value * count for value, count in counts.items() if count > 1]
    if not groups:
        return max(counts, default=0) if rules.none_alike is NoneAlike.HIGHEST_DIE else 0
    return sum(groups) if rules.dice_count is DiceCount.ALL_GROUPS else max(groups)


def parse_dice(notation: str) -> tuple[int, ...]:
    """Return the five dice of `6 6 2 1 3`; raise BadInput when they are none."""
    words = notation.replace(",", " ").split()
    if len(words) != DICE or not all(word in "123456" and len(word) == 1 for word in words):
        raise BadInput(f"a throw has five dice from 1 to 6, as in 6 6 2 1 3, not {notation!r}")
    return tuple(int(word) for word in words)
