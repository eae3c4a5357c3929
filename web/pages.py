"""The page itself, and the pictures on it."""

from __future__ import annotations

import re

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.options import house_rules
from companion.table import LONGEST_NAME, MOST_SEATS
from web.boards import picture_of, version_of
from web.context import LANGUAGE_COOKIE, language, page_context
from web.translations import COLOURS, languages

pages = Blueprint("pages", __name__)

DIGEST = re.compile(r"[0-9a-f]{8,128}")
A_YEAR = 365 * 24 * 3600
NOT_KEPT = {"Cache-Control": "no-store"}
KEPT = {"Cache-Control": f"private, max-age={A_YEAR}, immutable"}


@pages.get("/")
def index() -> Response:
    """Return the one page: the lobby, and the match once there is one."""
    spoken = language()
    page = render_template(
        "page.html",
        language=spoken,
        languages=languages().values(),
        context=page_context(),
        house_rules=house_rules,
        seats=range(1, MOST_SEATS + 1),
        longest_name=LONGEST_NAME,
        colours=COLOURS,
        _=spoken.gettext,
    )
    response = make_response(page)
    response.headers["Vary"] = "Cookie, Accept-Language"
    if request.args.get("lang") in languages():
        response.set_cookie(LANGUAGE_COOKIE, spoken.code, max_age=A_YEAR, samesite="Lax", httponly=True)
    return response


@pages.get("/live.jpg")
def frame() -> Response:
    """Return the latest live picture; nothing while there is none, as when the camera was released a moment ago."""
    data = page_context().service.frame()
    if data is None:
        return Response(status=204, headers=NOT_KEPT)  # no error: browsers complain aloud of a 404
    return _jpeg(data, NOT_KEPT)


@pages.get("/pictures/<digest>.jpg")
def picture(digest: str) -> Response:
    """Return the photograph that the journal keeps under `digest`; it never changes."""
    if not DIGEST.fullmatch(digest):
        abort(404)
    data = page_context().service.picture(digest)
    if data is None:
        abort(404)
    return _jpeg(data, KEPT)


@pages.get("/cards/<version>/<name>.svg")
def card(version: str, name: str) -> Response:
    """Return the picture of a card, or of a back, of the deck that is played with."""
    here = page_context()
    match = here.service.snapshot().match
    if match is None or version != version_of(match.deck, here.run):
        abort(404)
    drawn = picture_of(match.deck, name)
    if drawn is None:
        abort(404)
    return Response(drawn, mimetype="image/svg+xml", headers=KEPT)


def _jpeg(data: bytes, caching: dict[str, str]) -> Response:
    return Response(data, mimetype="image/jpeg", headers=caching)
