"""Drawing lots from a journalled seed: the same match gives the same lots, on every machine, after every undo.

A generator belongs to one occasion, named by words and numbers: `Lots(seed, "deal", 3)`. Nothing is drawn twice from
it and nothing else is drawn from it, so no state has to be kept in a match, and taking something back and doing it
again deals the same cards.

The numbers are those of SplitMix64 (Steele, Lea and Flood 2014): a state of 64 bits that grows by an odd constant
at every draw and is then mixed. Its first state is BLAKE2b of the seed and the occasion. Never for secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


class Lots:
    """The lots of one occasion of one match."""

    def __init__(self, seed: int, *occasion: str | int) -> None:
        parts = "\x1f".join(str(part) for part in (seed, *occasion))
        self._state = int.from_bytes(blake2b(parts.encode(), digest_size=8).digest(), "big")

    def _next(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + _GOLDEN) & _MASK
        bits = self._state
        bits = ((bits ^ (bits >> 30)) * _MIX[0]) & _MASK
        bits = ((bits ^ (bits >> 27)) * _MIX[1]) & _MASK
        return bits ^ (bits >> 31)

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` - 1, each as likely as the others."""
        if not 0 < count <= _MASK:
            raise ValueError(f"there is no number from 0 to below {count}")
        fair = (_MASK + 1) // count * count  # what is left over above would favour the small numbers
        while (bits := self._next()) >= fair:
            pass
        return bits % count

    def shuffled(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """Return `items` in random order, each order as likely as the others (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def sample(self, items: Sequence[Item], count: int) -> tuple[Item, ...]:
        """Return so many different ones of `items`, in random order."""
        return self.shuffled(items)[:count]

    def one_of(self, items: Sequence[Item]) -> Item:
        """Return one of `items`."""
        return items[self.below(len(items))]

    def die(self, faces: int = 6) -> int:
        """Return what a die with `faces` faces shows."""
        return 1 + self.below(faces)
