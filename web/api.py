"""What the page may ask and do. GET only shows; every change is a POST that names itself with a request id.

An answer that was accepted is on disk. A refusal is 409 with its reason and has changed nothing.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.events import PAGE_EVENTS, Confirmed, Resumed
from companion.texts import Message, say
from web import parsing
from web.context import RequestRefused, answered, language, page_context, viewer
from web.versions import view_version

api = Blueprint("api", __name__, url_prefix="/api")

FROM_ANY_GAME = frozenset(kind.__name__ for kind in (*PAGE_EVENTS, Resumed))
"""Events of the core that people may send: `Resumed` ends a pause; presses and photographs have doors of their own."""


@api.get("/snapshot")
def snapshot() -> Response:
    """Return the whole state."""
    here = page_context()
    return jsonify(here.renderer(language(), viewer()).snapshot(here.service.snapshot()))


@api.get("/matches")
def matches() -> Response:
    """Return the earlier matches, the latest first."""
    here = page_context()
    renderer = here.renderer(language())
    return jsonify([renderer.past(match) for match in here.service.matches()])


@api.post("/start")
def start() -> tuple[Response, int]:
    """Begin a match."""
    body = _body()
    game = page_context().games.get(parsing.text(body, "game"))
    if game is None:
        raise RequestRefused(say("there is no game {game}", game=parsing.text(body, "game")), 404)
    players = parsing.players(body.get("players"))
    if len(players) not in game.seats:
        raise RequestRefused(_how_many(game.title, game.seats))
    chosen = parsing.options(body.get("options", {}))
    return answered(page_context().service.start(game.name, players, chosen, _id(body)))


def _how_many(title: Message, seats: range) -> Message:
    if len(seats) == 1:
        return say("{game} is played by {count}", game=title, count=seats[0])
    return say("{game} is played by {least} to {most}: write the names", game=title, least=seats[0], most=seats[-1])


@api.post("/send")
def send() -> tuple[Response, int]:
    """Journal an event of the game, a confirmation or a correction."""
    body = _body()
    event = parsing.text(body, "event")
    if event not in FROM_ANY_GAME | {kind.__name__ for game in page_context().games.values() for kind in game.events}:
        raise RequestRefused(say("the page cannot send {event}", event=event))
    values, name = parsing.values(body.get("values", {})), _id(body)
    if "seen" in body and (event == Confirmed.__name__ or "zone" in values):
        _check_seen(body, name)
    return answered(page_context().service.send(event, values, name))


def _check_seen(body: dict[str, Any], name: str) -> None:
    """Refuse what was said about something that has changed since somebody looked at it; our page always says."""
    here = page_context()
    if name not in here.accepted and parsing.text(body, "seen") != view_version(here.service.snapshot().match):
        raise RequestRefused(say("this has changed while you looked at it: look again"), 409)
    here.accepted.add(name)


@api.post("/press")
def press() -> tuple[Response, int]:
    """Press the call button of a seat, or its button for a slot."""
    body = _body()
    slot = None if body.get("slot") is None else parsing.slot(body["slot"])
    return answered(page_context().service.press(parsing.seat(body.get("seat")), _id(body), slot))


@api.post("/slot")
def press_slot() -> tuple[Response, int]:
    """Press a slot button that all seats share."""
    body = _body()
    return answered(page_context().service.press_slot(parsing.slot(body.get("slot")), _id(body)))


@api.post("/undo")
def undo() -> tuple[Response, int]:
    """Take back the last change."""
    return answered(page_context().service.undo(_id(_body())))


@api.post("/redo")
def redo() -> tuple[Response, int]:
    """Do again what was taken back."""
    return answered(page_context().service.redo(_id(_body())))


@api.post("/leave")
def leave() -> tuple[Response, int]:
    """Close the match."""
    return answered(page_context().service.leave(_id(_body())))


@api.post("/camera/release")
def release_camera() -> tuple[Response, int]:
    """Let the camera go, so that another program may have it."""
    return answered(page_context().service.release_camera(_id(_body())))


@api.post("/camera/take-back")
def take_camera_back() -> tuple[Response, int]:
    """Open the camera again."""
    return answered(page_context().service.take_camera_back(_id(_body())))


@api.post("/read")
def read() -> tuple[Response, int]:
    """Photograph a zone of the table and read it."""
    body = _body()
    return answered(page_context().service.read(parsing.zone(body.get("zone")), _id(body)))


@api.post("/upload")
def upload() -> tuple[Response, int]:
    """Read a zone of the table in the photograph that is the body of the request."""
    zone = parsing.zone(request.args.get("zone"))
    name = parsing.request_id(request.args.get("request"))
    request.max_content_length = page_context().limits.upload_bytes
    photograph = request.get_data(cache=False)
    if not photograph:
        raise RequestRefused(say("the photograph is empty"))
    return answered(page_context().service.upload(zone, photograph, name))


def _body() -> dict[str, Any]:
    return parsing.body_of(request, page_context().limits.json_bytes)


def _id(body: dict[str, Any]) -> str:
    return parsing.request_id(body.get("request"))
