"""What the page may ask and do. GET only shows; every change is a POST that names itself with a request id.

An answer that was accepted is on disk. A refusal is 409 with its reason and has changed nothing.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.events import PAGE_EVENTS, Confirmed, Resumed
from companion.service import Answer
from companion.texts import Message, say
from web import bodies
from web.house import Unfit, house, language, viewer
from web.marks import mark_of

api = Blueprint("api", __name__, url_prefix="/api")

FROM_ANY_GAME = frozenset(kind.__name__ for kind in (*PAGE_EVENTS, Resumed))
"""Events of the core that people may send: `Resumed` ends a pause; presses and photographs have doors of their own."""


@api.get("/snapshot")
def snapshot() -> Response:
    """Return the whole state."""
    here = house()
    return jsonify(here.renderer(language(), viewer()).snapshot(here.service.snapshot()))


@api.get("/matches")
def matches() -> Response:
    """Return the earlier matches, the latest first."""
    here = house()
    renderer = here.renderer(language())
    return jsonify([renderer.past(match) for match in here.service.matches()])


@api.post("/start")
def start() -> tuple[Response, int]:
    """Begin a match."""
    body = _body()
    game = house().games.get(bodies.text(body, "game"))
    if game is None:
        raise Unfit(say("there is no game {game}", game=bodies.text(body, "game")), 404)
    players = bodies.players(body.get("players"))
    if len(players) not in game.seats:
        raise Unfit(_how_many(game.title, game.seats))
    chosen = bodies.options(body.get("options", {}))
    return _answer(house().service.start(game.name, players, chosen, _id(body)))


def _how_many(title: Message, seats: range) -> Message:
    if len(seats) == 1:
        return say("{game} is played by {count}", game=title, count=seats[0])
    return say("{game} is played by {least} to {most}: write the names", game=title, least=seats[0], most=seats[-1])


@api.post("/send")
def send() -> tuple[Response, int]:
    """Journal an event of the game, a confirmation or a correction."""
    body = _body()
    event = bodies.text(body, "event")
    if event not in FROM_ANY_GAME | {kind.__name__ for game in house().games.values() for kind in game.events}:
        raise Unfit(say("the page cannot send {event}", event=event))
    values, name = bodies.values(body.get("values", {})), _id(body)
    if "seen" in body and (event == Confirmed.__name__ or "zone" in values):
        _check_seen(body, name)
    return _answer(house().service.send(event, values, name))


def _check_seen(body: dict[str, Any], name: str) -> None:
    """Refuse what was said about something that has changed since somebody looked at it; our page always says."""
    here = house()
    if name not in here.passed and bodies.text(body, "seen") != mark_of(here.service.snapshot().match):
        raise Unfit(say("this has changed while you looked at it: look again"), 409)
    here.passed.add(name)


@api.post("/press")
def press() -> tuple[Response, int]:
    """Press the call button of a seat, or its button for a slot."""
    body = _body()
    slot = None if body.get("slot") is None else bodies.slot(body["slot"])
    return _answer(house().service.press(bodies.seat(body.get("seat")), _id(body), slot))


@api.post("/slot")
def press_slot() -> tuple[Response, int]:
    """Press a slot button that all seats share."""
    body = _body()
    return _answer(house().service.press_slot(bodies.slot(body.get("slot")), _id(body)))


@api.post("/undo")
def undo() -> tuple[Response, int]:
    """Take back the last change."""
    return _answer(house().service.undo(_id(_body())))


@api.post("/redo")
def redo() -> tuple[Response, int]:
    """Do again what was taken back."""
    return _answer(house().service.redo(_id(_body())))


@api.post("/leave")
def leave() -> tuple[Response, int]:
    """Close the match."""
    return _answer(house().service.leave(_id(_body())))


@api.post("/camera/release")
def release_camera() -> tuple[Response, int]:
    """Let the camera go, so that another program may have it."""
    return _answer(house().service.release_camera(_id(_body())))


@api.post("/camera/take-back")
def take_camera_back() -> tuple[Response, int]:
    """Open the camera again."""
    return _answer(house().service.take_camera_back(_id(_body())))


@api.post("/read")
def read() -> tuple[Response, int]:
    """Photograph a zone of the table and read it."""
    body = _body()
    return _answer(house().service.read(bodies.zone(body.get("zone")), _id(body)))


@api.post("/upload")
def upload() -> tuple[Response, int]:
    """Read a zone of the table in the photograph that is the body of the request."""
    zone = bodies.zone(request.args.get("zone"))
    name = bodies.request_id(request.args.get("request"))
    request.max_content_length = house().limits.upload_bytes
    photograph = request.get_data(cache=False)
    if not photograph:
        raise Unfit(say("the photograph is empty"))
    return _answer(house().service.upload(zone, photograph, name))


def _body() -> dict[str, Any]:
    return bodies.body_of(request, house().limits.json_bytes)


def _id(body: dict[str, Any]) -> str:
    return bodies.request_id(body.get("request"))


def _answer(answer: Answer) -> tuple[Response, int]:
    why = language().tell(answer.why) if answer.why else None
    shown = jsonify({"accepted": answer.accepted, "version": answer.version, "why": why})
    return shown, 200 if answer.accepted else 409
