"""Who sits where: seats, players and the order round the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NewType

from companion.errors import BadInput

Seat = NewType("Seat", int)
"""A place at the table, 1 to 8, counted clockwise; it has a call button and a lamp."""

MOST_SEATS = 8
MOST_SLOTS = 3
"""Places in the middle for which people grab: "board with three slots" (Monster Rush)."""
LONGEST_NAME = 40
"""Code points; a name is cut between visible characters, never inside one."""

_JOINER = "\u200d"


def _extends(char: str) -> bool:
    """Whether `char` belongs to the visible character before it (accents, skin tones, variation selectors)."""
    return unicodedata.category(char) in ("Mn", "Me", "Mc") or char == _JOINER or 0x1F3FB <= ord(char) <= 0x1F3FF


def _visible_characters(text: str) -> Iterator[str]:
    """Split `text` where a reader would; family emoji and accents stay whole."""
    cluster = ""
    for char in text:
        if cluster and not _extends(char) and not cluster.endswith(_JOINER):
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def clean_name(text: str) -> str:
    """Return `text` as a name that no page or journal stumbles over.

    Normalised to NFC, without control and direction characters, white space folded, at most `LONGEST_NAME` code
    points. Mark-up is left alone: it is text, and every page shows it as text.

    Raises:
        BadInput: nothing visible is left.

    """
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(char if char == _JOINER or unicodedata.category(char)[0] != "C" else " " for char in normal)
    name = ""
    for character in _visible_characters(" ".join(kept.split())):
        if len(name) + len(character) > LONGEST_NAME:
            break
        name += character
    name = name.strip().strip(_JOINER)
    if not name:
        raise BadInput("a player needs a name that can be seen")
    return name


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody on a seat."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Table:
    """The players of a match, clockwise."""

    players: tuple[Player, ...]

    def __post_init__(self) -> None:
        seats = [player.seat for player in self.players]
        if seats != sorted(set(seats)) or not all(1 <= seat <= MOST_SEATS for seat in seats):
            raise BadInput(f"seats must be different numbers from 1 to {MOST_SEATS}, in order: {seats}")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The taken seats, clockwise from the lowest number."""
        return tuple(player.seat for player in self.players)

    def name(self, seat: Seat) -> str:
        """Return the name of the player on `seat`."""
        return next(player.name for player in self.players if player.seat == seat)

    def clockwise_from(self, first: Seat) -> tuple[Seat, ...]:
        """Return all seats in the order of play when `first` begins."""
        at = self.seats.index(first)
        return (*self.seats[at:], *self.seats[:at])

    def after(self, seat: Seat) -> Seat:
        """Return the left neighbour of `seat`, whose turn comes next."""
        return self.clockwise_from(seat)[1 % len(self.seats)]
