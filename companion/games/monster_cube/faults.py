"""What can be wrong with a claim, a move or a layout, in words that a child understands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.texts import Message


class FaultKind(Enum):
    """Every kind of mistake."""

    NOT_THREE = "not three faces"
    SAME_FACE = "a face named twice"
    NO_TILE = "a place without a tile"
    ONE_TILE = "three faces of one tile"
    NOT_IN_LINE = "one colour, but not three tiles in one line"
    NOT_TOUCHING = "one colour in one line of tiles, but the faces do not touch"
    BENT = "faces side by side, but not in one line"
    TWO_TILES = "two tiles where three are needed"
    NOT_ADJACENT = "faces that do not lie together"
    NOT_ALLOWED_HERE = "a combination that this rule set does not have"
    WRONG_NUMBERS = "a formula with other numbers than the faces show"
    WRONG_FORM = "a formula that the rules do not have"
    WRONG_VALUE = "a formula that makes something else"
    IMPOSSIBLE = "three numbers that cannot make the code"
    NOT_MOVED = "a move that moves nothing"
    TAKEN = "a move to a place where a tile lies"
    ALONE = "a tile that touches no other"
    TORN = "tiles in more than one group"
    NOT_USED = "a moved tile that is not used"
    MUST_MOVE = "no move where one is needed"
    TOO_LATE = "time is over"
    NOTHING_SHOWN = "nothing was shown"
    MORE_THAN_ONE = "more than one tile elsewhere"
    FOREIGN = "a tile that was not there before"
    MISSING = "a tile that is gone"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and how to say it."""

    kind: FaultKind
    what: Message
