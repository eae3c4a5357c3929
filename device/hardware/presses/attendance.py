"""Who at the table cannot be heard: what was lost, since when, and whether people go on without it.

An input that is missing makes every verdict of "first" worthless: nobody knows who pressed there. So presses made while
an input of the players is missing do not count, until it is back or until people say that they go on without it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from companion.table import Seat
from companion.texts import Message


@dataclass(frozen=True, slots=True)
class Absence:
    """An input that cannot be heard; everything that was pressed there by `since` has been reported."""

    device: str
    what: Message
    seats: frozenset[Seat]
    since: int


@dataclass(frozen=True, slots=True)
class Presence:
    """An input that can be heard again."""

    device: str


@dataclass
class Attendance:
    """All inputs that are missing now. One thread owns it."""

    _absent: dict[str, Absence] = field(default_factory=dict)
    _waived: set[str] = field(default_factory=set)

    def take(self, news: Absence | Presence) -> None:
        """Take in that an input is lost, or back."""
        match news:
            case Absence(device):
                self._absent.setdefault(device, news)  # of a loss told twice, the first time counts
            case Presence(device):
                self._absent.pop(device, None)
                self._waived.discard(device)  # should it be lost again, people are asked again

    def waive(self) -> None:
        """Go on without everything that is missing now."""
        self._waived |= self._absent.keys()

    def missed(self, seats: Collection[Seat]) -> tuple[Absence, ...]:
        """Return what is missing on `seats`, and was not waived."""
        absent = (each for device, each in self._absent.items() if device not in self._waived)
        return tuple(each for each in absent if each.seats & set(seats))
