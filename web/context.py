"""What every part of the page needs to know: the service, the games, the token and the limits."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from flask import Flask, Response, current_app, g, jsonify, make_response, render_template, request

from companion.errors import CompanionError
from companion.referee import Game
from companion.service import Answer, ServiceInterface
from companion.table import MOST_SEATS, Seat
from companion.texts import Message
from web.render import Renderer
from web.translations import Language, language_for
from web.versions import AcceptedRequests

KEY = "companion"
LANGUAGE_COOKIE = "language"


@dataclass(frozen=True, slots=True)
class Limits:
    """Everything about the page that is counted."""

    upload_bytes: int = 20_000_000
    json_bytes: int = 64_000
    streams: int = 32
    """Open event streams; each one holds a thread of the server."""
    beat_s: float = 5.0
    """A stream without news says at least this often that it lives."""
    glance_s: float = 0.25
    """How often a stream looks whether its browser is still there."""
    stream_s: float = 600.0
    """How long one stream lasts before the browser must ask again."""
    retry_s: float = 1.0
    """How soon a browser asks again after a lost stream."""
    full_s: float = 30.0
    """How long a browser polls before it asks again for a place among the streams."""


class Streams:
    """Places for event streams. Each stream holds a thread of the server, so there is an end to them."""

    def __init__(self, places: int = 32) -> None:
        self._lock = threading.Lock()
        self._places = self._free = places
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether the server is shutting down: every stream ends at its next glance."""
        return self._closed

    @property
    def open(self) -> int:
        """How many streams are open now."""
        with self._lock:
            return self._places - self._free

    def enter(self) -> bool:
        """Take a place; False when there is none."""
        with self._lock:
            if self._closed or self._free == 0:
                return False
            self._free -= 1
            return True

    def leave(self) -> None:
        """Give a place back."""
        with self._lock:
            self._free += 1

    def close(self) -> None:
        """End all streams, and let no new one begin."""
        self._closed = True


@dataclass(frozen=True, slots=True)
class PageContext:
    """One page for one service."""

    service: ServiceInterface
    games: Mapping[str, Game]
    token: str
    """What a page must show before it may change anything; it stands on the page, so only our own page knows it."""
    hosts: frozenset[str] = frozenset()
    """More names under which this machine is known."""
    limits: Limits = field(default_factory=Limits)
    streams: Streams = field(default_factory=Streams)
    accepted: AcceptedRequests = field(default_factory=AcceptedRequests)
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    """Which start of the companion this is."""

    def renderer(self, language: Language, viewer: Seat | None = None) -> Renderer:
        """Return what draws the state in `language` for the page of `viewer`, now."""
        return Renderer(self.games, language, self.service.now(), self.run, viewer)

    def attach(self, app: Flask) -> None:
        """Make this the context of `app`."""
        app.extensions[KEY] = self


class RequestRefused(CompanionError, ValueError):
    """A request that we do not serve, with the sentence that says why and the HTTP status that goes with it."""

    def __init__(self, why: Message, status: int = 400) -> None:
        super().__init__(str(why))
        self.why = why
        self.status = status


def page_context() -> PageContext:
    """Return the context of the present request."""
    return cast("PageContext", current_app.extensions[KEY])


def context_of(app: Flask) -> PageContext:
    """Return the context of `app`."""
    return cast("PageContext", app.extensions[KEY])


def language() -> Language:
    """Return the language of the present request: asked for, remembered, or the browser's."""
    if "language" not in g:
        spoken = request.accept_languages.values()
        g.language = language_for((request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE), *spoken))
    return cast("Language", g.language)


def viewer() -> Seat | None:
    """Return whose page asks, for what only that player may see; None while nobody has said.

    People say it themselves: a table is a place of trust.
    """
    said = request.args.get("seat", "")
    return Seat(int(said)) if said in {str(seat) for seat in range(1, MOST_SEATS + 1)} else None


def page_in_language(template: str) -> Response:
    """Return a page of its own, in the language of the present request."""
    spoken = language()
    response = make_response(render_template(template, language=spoken, context=page_context(), _=spoken.gettext))
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response


def answered(answer: Answer) -> tuple[Response, int]:
    """Return what became of a request, with the status that goes with it.

    409 where it was refused, 503 with `Retry-After` where nothing was tried because too much is going on.
    """
    why = language().tell(answer.why) if answer.why else None
    shown = jsonify({"accepted": answer.accepted, "version": answer.version, "why": why})
    if answer.retry_s is not None:
        shown.headers["Retry-After"] = str(answer.retry_s)
        return shown, 503
    return shown, 200 if answer.accepted else 409
