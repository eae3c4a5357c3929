"""Where the table lies without a mat: what the page may ask and say about it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.errors import BadInput
from companion.observations import Point
from companion.texts import Message, say
from tests.web.fake_service import JPEG_HEAD, FakeService
from tests.web.visitor import TOKEN, Reply, Visitor
from web.app import create_app
from web.corners import CornersShown
from web.serve import PageServer

SQUARE = [[0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75]]


@dataclass
class FakeCorners:
    """Remembers what was chosen; three corners are a fault."""

    seen: bytes | None = JPEG_HEAD
    now: tuple[Point, ...] = ()
    asked: list[tuple[Point, ...]] = field(default_factory=list)

    def picture(self) -> bytes | None:
        return self.seen

    def shown(self) -> CornersShown:
        return CornersShown((say("No mat is seen: the whole picture is read."),), self.now, mat=False)

    def faults(self, corners: Sequence[Point]) -> tuple[Message, ...]:
        return () if len(corners) == 4 else (say("a table has four corners, not {count}", count=len(corners)),)

    def choose(self, corners: Sequence[Point]) -> None:
        if corners and self.faults(corners):
            raise BadInput(str(self.faults(corners)[0]))
        self.asked.append(tuple(corners))
        self.now = tuple(corners)


@pytest.fixture
def table() -> FakeCorners:
    return FakeCorners()


@pytest.fixture
def server(service: FakeService, table: FakeCorners) -> Iterator[PageServer]:
    served = PageServer(create_app(service, token=TOKEN, corners=table), "127.0.0.1", 0)
    served.start()
    yield served
    served.close()


def post(visitor: Visitor, path: str, corners: Any, **headers: str | None) -> Reply:
    sent = {"X_Companion_Token": TOKEN, "Content_Type": "application/json", **headers}
    return visitor.ask("POST", path, json.dumps({"corners": corners}).encode(), **sent)


def test_the_page_is_told_how_the_table_is_looked_at(visitor: Visitor) -> None:
    told = visitor.get("/api/corners").json
    says = ["No mat is seen: the whole picture is read."]
    assert {"possible": True, "says": says, "corners": [], "mat": False} == told


def test_the_picture_is_never_kept_by_the_browser(visitor: Visitor, table: FakeCorners) -> None:
    reply = visitor.get("/corners.jpg")
    assert (200, "image/jpeg", "no-store") == (
        reply.status,
        reply.headers["content-type"],
        reply.headers["cache-control"],
    )
    table.seen = None
    assert 404 == visitor.get("/corners.jpg").status


def test_corners_are_chosen_and_the_answer_is_how_it_is_now(visitor: Visitor, table: FakeCorners) -> None:
    reply = post(visitor, "/api/corners", SQUARE)
    assert (200, SQUARE) == (reply.status, reply.json["corners"])
    assert (200, []) == ((again := post(visitor, "/api/corners", [])).status, again.json["corners"])
    assert [tuple(map(tuple, SQUARE)), ()] == table.asked


def test_corners_may_be_checked_without_being_chosen(visitor: Visitor, table: FakeCorners) -> None:
    assert {"faults": []} == post(visitor, "/api/corners/check", SQUARE).json
    assert {"faults": ["a table has four corners, not 3"]} == post(visitor, "/api/corners/check", SQUARE[:3]).json
    assert [] == table.asked


def test_corners_that_do_not_fit_are_refused_with_the_reason(visitor: Visitor, table: FakeCorners) -> None:
    reply = post(visitor, "/api/corners", SQUARE[:3])
    assert (400, {"error": "a table has four corners, not 3"}, []) == (reply.status, reply.json, table.asked)


@pytest.mark.parametrize(
    "corners",
    [None, "x", [[0, 0]] * 5, [[0]], [[0, "1"]], [[0, True]], [[0, 1.2]], [[-0.1, 1]], [0.5], [[float("nan")] * 2]],
)
def test_what_are_no_corners_is_refused_in_one_sentence(visitor: Visitor, table: FakeCorners, corners: Any) -> None:
    reply = post(visitor, "/api/corners", corners)
    assert (400, []) == (reply.status, table.asked)
    assert {"error": "corners must be at most four pairs of numbers from 0 to 1"} == reply.json


@pytest.mark.parametrize("path", ["/api/corners", "/api/corners/check"])
def test_only_our_own_page_may_say_where_the_table_lies(visitor: Visitor, table: FakeCorners, path: str) -> None:
    assert (403, []) == (post(visitor, path, SQUARE, X_Companion_Token=None).status, table.asked)


def test_where_no_camera_looks_at_a_real_table_there_are_no_corners(service: FakeService) -> None:
    served = PageServer(create_app(service, token=TOKEN), "127.0.0.1", 0)
    served.start()
    visitor = Visitor(served.port)
    asked = visitor.get("/api/corners").json
    status, picture = post(visitor, "/api/corners", SQUARE).status, visitor.get("/corners.jpg").status
    served.close()
    assert ({"possible": False}, 404, 404) == (asked, status, picture)
