"""The page as a Flask application; nothing happens on import, and everything it knows is given to `create_app`."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from flask import Flask, Response, jsonify
from werkzeug.exceptions import BadRequest, HTTPException, RequestEntityTooLarge

from companion.errors import CompanionError, JournalError
from companion.games.registry import GAMES
from companion.referee import Game
from companion.service import ServiceInterface
from companion.texts import Message, say
from web import selftest
from web.api import api
from web.context import Limits, PageContext, RequestRefused, Streams, language, page_context
from web.corners import TableCorners, attach
from web.guard import protect
from web.live import live
from web.pages import pages

log = logging.getLogger(__name__)


def create_app(
    service: ServiceInterface,
    *,
    token: str,
    games: Mapping[str, Game] = GAMES,
    hosts: Iterable[str] = (),
    limits: Limits | None = None,
    corners: TableCorners | None = None,
    bench: selftest.Workbench | None = None,
) -> Flask:
    """Return the page for `service`.

    `token` must be hard to guess and new for every start. `hosts` are names of this machine beyond localhost,
    private addresses and the usual local endings. `corners` asks where the table lies when there is no mat,
    `bench` what buttons, lamps and sounds do.
    """
    limits = limits or Limits()
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    names = frozenset(name.lower() for name in hosts)
    PageContext(service, games, token, names, limits, Streams(limits.streams)).attach(app)
    protect(app)
    for blueprint in (pages, api, live):
        app.register_blueprint(blueprint)
    attach(app, corners)
    selftest.attach(app, bench)
    app.register_error_handler(RequestRefused, _request_refused)
    app.register_error_handler(CompanionError, _ours)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)
    return app


def _sentence(why: str, status: int) -> tuple[Response, int]:
    return jsonify({"error": why}), status


def _request_refused(error: RequestRefused) -> tuple[Response, int]:
    return _sentence(language().tell(error.why), error.status)


def _ours(error: CompanionError) -> tuple[Response, int]:
    """Answer a mistake in the request with 400, and a journal that cannot be written with 503."""
    return _sentence(language().gettext(str(error)), 503 if isinstance(error, JournalError) else 400)


def _http(error: HTTPException) -> tuple[Response, int]:
    return _sentence(language().tell(_words_for(error)), error.code or 500)


def _words_for(error: HTTPException) -> Message:
    match error:
        case RequestEntityTooLarge():
            most = page_context().limits.upload_bytes // 1_000_000
            return say("that is too large: a photograph may have at most {most} MB", most=most)
        case BadRequest():
            return say("the request is not valid JSON")
        case HTTPException(code=404):
            return say("there is nothing at this address")
        case HTTPException(code=405):
            return say("this address cannot be used that way")
    return say("the page cannot answer this request")


def _unexpected(error: Exception) -> tuple[Response, int]:
    log.error("a request failed", exc_info=error)
    return _sentence(language().tell(say("something went wrong here; the match on disk is safe")), 500)
