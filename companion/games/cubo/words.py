"""Words that several sentences share."""

from __future__ import annotations

from companion.texts import Message, say


def points_of(count: int) -> Message:
    """Return `count` points in words: 1 point, 2 points."""
    return say("1 point") if count == 1 else say("{count} points", count=count)
