"""The event stream: the whole state, in the language of the page, as soon as it changes.

Every message holds everything, so a browser that slept misses nothing. A stream ends when its browser is gone, when
it is old, or when the server stops; a browser that finds no place is told to poll.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request

from companion.table import Seat
from web.context import PageContext, language, page_context, viewer
from web.translations import Language

live = Blueprint("live", __name__)

NS = 1_000_000_000
HEADERS = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}


def message(event: str, data: Any) -> str:  # noqa: ANN401 - whatever JSON can hold
    """Return one server-sent event."""
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n"


@dataclass(frozen=True, slots=True)
class Stream:
    """One open event stream."""

    context: PageContext
    language: Language
    viewer: Seat | None
    gone: Callable[[], bool]
    """Whether the browser has hung up."""

    def messages(self) -> Iterator[str]:
        """Say how soon to come back, then tell every news until the end."""
        service, limits = self.context.service, self.context.limits
        yield f"retry: {limits.retry_s * 1000:.0f}\n\n"
        sent, began, beat = -1, service.now(), service.now()
        while not self._ended(began):
            state = service.wait(sent, limits.glance_s)
            if state.version != sent:
                sent, beat = state.version, service.now()
                yield message("snapshot", self.context.renderer(self.language, self.viewer).snapshot(state))
            elif service.now() - beat >= limits.beat_s * NS:
                beat = service.now()
                yield message("beat", sent)

    def _ended(self, began: int) -> bool:
        old = self.context.service.now() - began >= self.context.limits.stream_s * NS
        return old or self.context.streams.closed or self.gone()


class Body:
    """The body of a stream. The server closes it even if it never read from it, so the place is always given back."""

    def __init__(self, messages: Iterator[str], leave: Callable[[], None]) -> None:
        self._messages = messages
        self._leave: Callable[[], None] | None = leave

    def __iter__(self) -> Iterator[str]:
        return self._messages

    def close(self) -> None:
        """Give the place back, once."""
        leave, self._leave = self._leave, None
        if leave:
            leave()


def full(again_s: float) -> str:
    """Return the answer for a browser that finds no place: poll, and ask again later."""
    milliseconds = round(again_s * 1000)
    return f"retry: {milliseconds}\n\n" + message("full", {"retry_ms": milliseconds})


@live.get("/live")
def stream() -> Response:
    """Stream the state."""
    here = page_context()
    if not here.streams.enter():
        return Response(full(here.limits.full_s), headers=HEADERS)
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    return Response(Body(Stream(here, language(), viewer(), gone).messages(), here.streams.leave), headers=HEADERS)
