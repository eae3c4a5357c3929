"""A service without a table behind it: it remembers what it was asked, and shows what a test has put on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import BadInput
from companion.service import Answer, MatchPast, Snapshot
from companion.table import Player, Seat
from companion.texts import Message, say

JPEG_HEAD = b"\xff\xd8\xff"


@dataclass
class FakeService:
    """Whatever is asked of it is accepted, unless `refuses` holds a reason."""

    state: Snapshot = field(default_factory=lambda: Snapshot(version=1, match=None))
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    refuses: Message | None = None
    retry_s: int | None = None
    pictures: dict[str, bytes] = field(default_factory=dict)
    live: bytes | None = None
    past: tuple[MatchPast, ...] = ()
    time: int = 0
    answers: Callable[[tuple[Any, ...]], Snapshot | None] = lambda _: None
    """What a request makes of the state."""

    def __post_init__(self) -> None:
        self._news = threading.Condition()
        self._known: dict[str, Answer] = {}

    def now(self) -> int:
        return self.time

    def snapshot(self) -> Snapshot:
        with self._news:
            return self.state

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        with self._news:
            self._news.wait_for(lambda: self.state.version != version, timeout_s)
            return self.state

    def show(self, state: Snapshot) -> None:
        """Put `state` on the service, as its next version."""
        with self._news:
            self.state = replace(state, version=self.state.version + 1)
            self._news.notify_all()

    def start(self, game: str, players: tuple[Player, ...], options: Mapping[str, str], request: str) -> Answer:
        return self._ask(request, "start", game, players, dict(options))

    def send(self, event: str, values: Mapping[str, Any], request: str) -> Answer:
        return self._ask(request, "send", event, dict(values))

    def press(self, seat: Seat, request: str, slot: int | None = None) -> Answer:
        return self._ask(request, "press", seat) if slot is None else self._ask(request, "press", seat, slot)

    def press_slot(self, slot: int, request: str) -> Answer:
        return self._ask(request, "press_slot", slot)

    def undo(self, request: str) -> Answer:
        return self._ask(request, "undo")

    def redo(self, request: str) -> Answer:
        return self._ask(request, "redo")

    def leave(self, request: str) -> Answer:
        return self._ask(request, "leave")

    def release_camera(self, request: str) -> Answer:
        return self._ask(request, "release_camera")

    def take_camera_back(self, request: str) -> Answer:
        return self._ask(request, "take_camera_back")

    def read(self, zone: str, request: str) -> Answer:
        return self._ask(request, "read", zone)

    def upload(self, zone: str, photograph: bytes, request: str) -> Answer:
        if not photograph.startswith(JPEG_HEAD):
            raise BadInput("this is not a photograph that can be read")
        return self._ask(request, "upload", zone, len(photograph))

    def frame(self) -> bytes | None:
        return self.live

    def picture(self, digest: str) -> bytes | None:
        return self.pictures.get(digest)

    def matches(self) -> tuple[MatchPast, ...]:
        return self.past

    def _ask(self, request: str, *what: Any) -> Answer:
        if request in self._known:
            return self._known[request]
        self.asked.append(what)
        after = self.answers(what)
        if after is not None:
            self.show(after)
        answer = Answer(self.refuses is None, self.state.version, self.refuses, self.retry_s)
        self._known[request] = answer
        return answer


def refusal() -> Message:
    """Return a reason to refuse something."""
    return say("{name} has already called Cubo", name="Ada")
