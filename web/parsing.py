"""What a request to the page may carry, checked piece by piece; what does not fit is refused with its reason."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Request
from werkzeug.exceptions import BadRequest

from companion.table import MOST_SEATS, MOST_SLOTS, Player, Seat, clean_name
from companion.texts import say
from web.context import RequestRefused

REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
ZONE = re.compile(r"[A-Za-z0-9_.:/-]{1,64}")
Scalar = (str, int, bool, type(None))


def body_of(request: Request, limit: int) -> dict[str, Any]:
    """Return the JSON object that `request` carries."""
    request.max_content_length = limit
    try:
        body = request.get_json(force=True, silent=False)
        json.dumps(body, ensure_ascii=False).encode()  # half a character can neither be answered nor journalled
    except (RecursionError, UnicodeError) as error:
        raise BadRequest from error  # nested so deeply that nobody means it, or no text
    if not isinstance(body, dict):
        raise RequestRefused(say("the request must be a JSON object"))
    return body


def text(body: dict[str, Any], name: str) -> str:
    """Return the field `name`, which must be text."""
    value = body.get(name)
    if not isinstance(value, str):
        raise RequestRefused(say("{name} must be text", name=name))
    return value


def request_id(value: object) -> str:
    """Return `value` as the name of a request; the same name twice means the same request."""
    if not isinstance(value, str) or not REQUEST_ID.fullmatch(value):
        raise RequestRefused(say("a request needs an id of 8 to 64 letters and digits"))
    return value


def zone(value: object) -> str:
    """Return `value` as the name of a zone of the table."""
    if not isinstance(value, str) or not ZONE.fullmatch(value):
        raise RequestRefused(say("a zone of the table needs a name"))
    return value


def seat(value: object) -> Seat:
    """Return `value` as a seat."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_SEATS:
        raise RequestRefused(say("seats are numbers from 1 to {most}", most=MOST_SEATS))
    return Seat(value)


def slot(value: object) -> int:
    """Return `value` as a slot in the middle of the table."""
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_SLOTS:
        raise RequestRefused(say("slots are numbers from 1 to {most}", most=MOST_SLOTS))
    return value


def players(value: object) -> tuple[Player, ...]:
    """Return the players in `value`, a list of seats and names, clockwise."""
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise RequestRefused(say("players must be a list of seats and names"))
    taken = sorted((Player(seat(each.get("seat")), clean_name(text(each, "name"))) for each in value), key=_seat)
    if len({player.seat for player in taken}) != len(taken):
        raise RequestRefused(say("two players cannot share a seat"))
    return tuple(taken)


def _seat(player: Player) -> int:
    return player.seat


def options(value: object) -> dict[str, str]:
    """Return the house rules in `value`."""
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise RequestRefused(say("house rules must be names with values"))
    return value


def values(value: object) -> dict[str, Any]:
    """Return the fields of an event: names with plain values, or lists of them."""
    if not isinstance(value, dict) or not all(_plain(each) for each in value.values()):
        raise RequestRefused(say("the values of an event must be plain"))
    return value


def _plain(value: object) -> bool:
    return isinstance(value, Scalar) or (isinstance(value, list) and all(isinstance(each, Scalar) for each in value))
