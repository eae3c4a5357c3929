"""The service interface: what a page or a button may ask of the running companion, and what it gets to see.

The application fulfils `ServiceInterface`; tests bring their own. Only values of the core pass through it, no hardware
and no request of a web server, and every call may come from any thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from companion.effects import Effect, Lamp, ReadRequest
from companion.table import Player, Seat, Table
from companion.texts import Message
from companion.view import View


class NoticeLevel(StrEnum):
    """How much a notice matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people must know until it is no longer true: a missing camera, a stuck button."""

    key: str
    level: NoticeLevel
    text: Message
    cure: Message | None = None


class Holder(StrEnum):
    """Who has the camera."""

    OURS = "ours"
    RELEASED = "released"
    """It was let go, so that another program may have it; nothing is read by it until it is taken back."""


@dataclass(frozen=True, slots=True)
class MatchShown:
    """The match that is being played, at one moment."""

    number: int
    game: str
    table: Table
    options: Mapping[str, str]
    """House rules that differ from their defaults."""
    view: View
    lamps: Mapping[Seat, Lamp]
    read_requests: tuple[ReadRequest, ...]
    """What can be read now."""
    deadline: int | None
    """When the count-down ends, on the service's clock (ns)."""
    can_undo: bool
    can_redo: bool
    deck: str = ""
    """The text of the deck that it is played with, if any."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The present state of table and match; `version` rises with every change."""

    version: int
    match: MatchShown | None
    notices: tuple[Notice, ...] = ()
    simulated: bool = False
    """The table is simulated: a permanent banner says so."""
    live: bool = False
    """There is a live picture."""
    camera_on: bool = False
    """A real camera is open at this moment; what is simulated is no camera."""
    holder: Holder | None = None
    """Who has the camera, where there is one that can be let go."""
    reading: str | None = None
    """The zone that is being read at this moment."""
    last: tuple[Effect, ...] = ()
    """What the last event made the table say or refuse."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a request: it is on disk, or it was refused and changed nothing."""

    accepted: bool
    version: int
    why: Message | None = None
    retry_s: int | None = None
    """Nothing was tried, because too much is going on: the same request may come again after so many seconds."""


@dataclass(frozen=True, slots=True)
class MatchPast:
    """One line of the list of earlier matches."""

    number: int
    game: str
    players: tuple[Player, ...]
    totals: Mapping[Seat, int] = field(default_factory=dict)
    finished: bool = False
    winners: tuple[Seat, ...] = ()
    """Who has won, which the points alone do not say: a tie is broken, or something else than points wins."""


class ServiceInterface(Protocol):
    """What a page or a button may ask of the running companion."""

    def now(self) -> int:
        """Return the time of the monotonic clock (ns) that events carry."""

    def snapshot(self) -> Snapshot:
        """Return the present state."""

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        """Return the state as soon as it is newer than `version`, or what it is after `timeout_s`."""

    def start(self, game: str, players: tuple[Player, ...], options: Mapping[str, str], request: str) -> Answer:
        """Begin a match."""

    def send(self, event: str, values: Mapping[str, Any], request: str) -> Answer:
        """Journal the event called `event`; its time is now. A repeated `request` gives the first answer again."""

    def press(self, seat: Seat, request: str, slot: int | None = None) -> Answer:
        """Press the call button of `seat`, or its button for `slot`, on the page.

        Its time is now, the time at which the server heard of it.
        """

    def press_slot(self, slot: int, request: str) -> Answer:
        """Press the slot button that all seats share, on the page, now."""

    def undo(self, request: str) -> Answer:
        """Take back the last thing that changed the match."""

    def redo(self, request: str) -> Answer:
        """Do again what was taken back."""

    def leave(self, request: str) -> Answer:
        """Close the match and go back to the lobby; the journal keeps it."""

    def release_camera(self, request: str) -> Answer:
        """Let the camera go, so that another program may have it."""

    def take_camera_back(self, request: str) -> Answer:
        """Open the camera again."""

    def read(self, zone: str, request: str) -> Answer:
        """Photograph `zone` and read it."""

    def upload(self, zone: str, photograph: bytes, request: str) -> Answer:
        """Read `zone` in a photograph taken with a phone; raise BadInput when it is none."""

    def frame(self) -> bytes | None:
        """Return the latest live picture as JPEG, or None without a camera."""

    def picture(self, digest: str) -> bytes | None:
        """Return the photograph (JPEG) that the journal keeps under `digest`."""

    def matches(self) -> tuple[MatchPast, ...]:
        """Return the earlier matches, the latest first."""
