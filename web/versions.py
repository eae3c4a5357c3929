"""What you see is what you agree to: a name for what a page shows, and whether that is still so.

While somebody looks at a square and reaches for the button, somebody else may correct a die of it on another page.
Whoever agrees, or says what a die shows, therefore names what was looked at; if that has changed, nothing counts.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace
from hashlib import sha256

from companion.effects import FINISH
from companion.service import MatchShown

REMEMBERED = 500


def view_version(match: MatchShown | None) -> str:
    """Return a name for what is shown of `match`; it changes whenever the view does.

    The photo finish comes by itself a moment after a call, and nobody agrees with it: it must not spoil a tap.
    """
    if match is None:
        return _name_of(None)
    pictures = tuple(picture for picture in match.view.pictures if picture.zone != FINISH)
    return _name_of((match.number, replace(match.view, pictures=pictures)))


def _name_of(shown: object) -> str:
    return sha256(repr(shown).encode()).hexdigest()[:16]


class AcceptedRequests:
    """The latest requests that were let through: one that is repeated gets its first answer, whatever changed since."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._names: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, name: str) -> bool:
        with self._lock:
            return name in self._names

    def add(self, name: str) -> None:
        """Remember `name`, and forget the oldest one when there are too many."""
        with self._lock:
            self._names[name] = None
            while len(self._names) > REMEMBERED:
                self._names.popitem(last=False)
