"""What the two networks answer: one of sixteen classes for each face."""

from __future__ import annotations

from companion.observations import Side

NOTHING = 0
"""Nothing that can be read."""
CLASSES = 16
FIRST = {Side.NUMBERS: 1, Side.PIPS: 10}
"""The class of a 1 on each side."""
MOST = {Side.NUMBERS: 9, Side.PIPS: 6}
"""The highest value on each side."""


def class_of(side: Side, value: int) -> int:
    """Return the class of a value.

    >>> class_of(Side.NUMBERS, 9), class_of(Side.PIPS, 6)
    (9, 15)
    """
    return FIRST[side] + value - 1
