"""Words that the games share: lists of several things, points in the singular and the plural."""

from __future__ import annotations

from collections.abc import Iterable

from companion.texts import Message, Value, say


def listed(words: Iterable[Value]) -> Value:
    """Return several words with commas and an "and" before the last; there must be one at least."""
    *most, last = words
    if not most:
        return last
    head = most[0]
    for word in most[1:]:
        head = say("{some}, {more}", some=head, more=word)
    return say("{some} and {last}", some=head, last=last)


def points_of(count: int) -> Message:
    """Return `count` points in words: 1 point, 2 points."""
    return say("1 point") if count in (1, -1) else say("{count} points", count=count)
