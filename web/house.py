"""What every part of the page needs to know: the service, the games, the token and the limits."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from flask import Flask, Response, current_app, g, make_response, render_template, request

from companion.errors import CompanionError
from companion.referee import Game
from companion.service import ServiceInterface
from companion.table import MOST_SEATS, Seat
from companion.texts import Message
from web.marks import Passed
from web.render import Renderer
from web.streams import Streams
from web.words import Language, language_for

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


@dataclass(frozen=True, slots=True)
class House:
    """One page for one service."""

    service: ServiceInterface
    games: Mapping[str, Game]
    token: str
    """What a page must show before it may change anything; it stands on the page, so only our own page knows it."""
    hosts: frozenset[str] = frozenset()
    """More names under which this machine is known."""
    limits: Limits = field(default_factory=Limits)
    streams: Streams = field(default_factory=Streams)
    passed: Passed = field(default_factory=Passed)
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    """Which start of the companion this is."""

    def renderer(self, language: Language, viewer: Seat | None = None) -> Renderer:
        """Return what draws the state in `language` for the page of `viewer`, now."""
        return Renderer(self.games, language, self.service.now(), self.run, viewer)

    def settle_in(self, app: Flask) -> None:
        """Make this the house of `app`."""
        app.extensions[KEY] = self


class Unfit(CompanionError, ValueError):
    """A request that we do not serve, with the sentence that says why and the HTTP status that goes with it."""

    def __init__(self, why: Message, status: int = 400) -> None:
        super().__init__(str(why))
        self.why = why
        self.status = status


def house() -> House:
    """Return the house of the present request."""
    return cast("House", current_app.extensions[KEY])


def house_of(app: Flask) -> House:
    """Return the house of `app`."""
    return cast("House", app.extensions[KEY])


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
    response = make_response(render_template(template, language=spoken, house=house(), _=spoken.gettext))
    response.headers["Vary"] = "Cookie, Accept-Language"
    return response
