"""Where the table lies when there is no mat: people tap its four corners in the live picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, request

from companion.observations import Point
from companion.texts import Message, say
from web import parsing
from web.context import RequestRefused, language, page_context

corners = Blueprint("corners", __name__)

KEY = "companion-corners"


@dataclass(frozen=True, slots=True)
class CornersShown:
    """Where the table lies now."""

    says: tuple[Message, ...]
    """How the table is looked at, in sentences."""
    corners: tuple[Point, ...]
    """Shares of the width and height of the picture; none when all of it is read."""
    mat: bool
    """A mat is seen, which needs no corners."""


class TableCorners(Protocol):
    """What the page may ask and say about where the table lies; `device.camera.corners` fulfils it."""

    def picture(self) -> bytes | None:
        """Return the latest picture, all of it, as JPEG."""

    def shown(self) -> CornersShown:
        """Return where the table lies now."""

    def faults(self, corners: Sequence[Point]) -> tuple[Message, ...]:
        """Return all that speaks against these corners; raise BadInput before the first picture."""

    def choose(self, corners: Sequence[Point]) -> None:
        """Play without a mat, within these corners or, where there are none, in the whole picture."""


def attach(app: Flask, table: TableCorners | None) -> None:
    """Let the page of `app` ask about `table`; None where no camera looks at a real one."""
    app.extensions[KEY] = table
    app.register_blueprint(corners)


def _table() -> TableCorners:
    table = cast("TableCorners | None", current_app.extensions[KEY])
    if table is None:
        raise RequestRefused(say("no camera looks at this table"), 404)
    return table


@corners.get("/corners.jpg")
def picture() -> Response:
    """Return what the camera sees now, all of it."""
    data = _table().picture()
    if data is None:
        abort(404)
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@corners.get("/api/corners")
def shown() -> Response:
    """Return where the table lies now; `possible` is false where no camera looks at a real one."""
    if current_app.extensions[KEY] is None:
        return jsonify({"possible": False})
    now = _table().shown()
    says = [language().tell(each) for each in now.says]
    return jsonify({"possible": True, "says": says, "corners": [list(each) for each in now.corners], "mat": now.mat})


@corners.post("/api/corners/check")
def check() -> Response:
    """Return what speaks against some corners; nothing is changed."""
    body = parsing.body_of(request, page_context().limits.json_bytes)
    return jsonify({"faults": [language().tell(each) for each in _table().faults(_corners(body))]})


@corners.post("/api/corners")
def choose() -> Response:
    """Take corners into account; none stand for the whole picture. Doing it twice is doing it once."""
    body = parsing.body_of(request, page_context().limits.json_bytes)
    _table().choose(_corners(body))
    return shown()


def _corners(body: dict[str, Any]) -> tuple[Point, ...]:
    points = body.get("corners")
    if not isinstance(points, list) or len(points) > 4 or not all(_is_point(each) for each in points):
        raise RequestRefused(say("corners must be at most four pairs of numbers from 0 to 1"))
    return tuple((float(x), float(y)) for x, y in points)


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_share(each) for each in value)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
