"""Only our own page, under a local name, may change anything."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import web
from tests.web.fake_service import FakeService
from tests.web.visitor import Visitor, new_id
from web.guard import is_local

WEB = Path(web.__file__).parent
CHANGES = ["start", "send", "press", "undo", "redo", "leave", "read", "upload", "camera/release"]
SHOWS = ["/", "/?lang=fr", "/api/snapshot", "/api/matches", "/live.jpg", "/pictures/0123abcd.jpg", "/static/app.js"]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", True),
        ("localhost:8080", True),
        ("127.0.0.1:8080", True),
        ("192.168.1.20", True),
        ("10.42.0.1:80", True),
        ("172.20.3.4", True),
        ("169.254.7.7", True),
        ("100.100.1.2", True),
        ("[::1]:8080", True),
        ("[fe80::1]", True),
        ("raspberrypi.local", True),
        ("RaspberryPi.local.:8080", True),
        ("companion.fritz.box", True),
        ("table", True),
        ("evil.example", False),
        ("local", False),
        ("evil-local", False),
        ("raspberrypi.local.evil.example", False),
        ("8.8.8.8", False),
        ("[2001:4860:4860::8888]", False),
        ("", False),
        ("[", False),
        ("table:not-a-port", True),
    ],
)
def test_only_names_of_the_local_network_are_ours(host: str, expected: bool) -> None:
    assert expected == is_local(host, frozenset({"table"}))


@pytest.mark.parametrize("path", [path for path in SHOWS if path != "/?lang=fr"])
def test_a_foreign_host_gets_nothing(visitor: Visitor, path: str) -> None:
    reply = visitor.get(path, Host="evil.example")

    assert (400, "this page answers only under its own name on the local network") == (
        reply.status,
        reply.json["error"],
    )


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_without_the_token_is_forbidden(visitor: Visitor, service: FakeService, change: str) -> None:
    reply = visitor.post(f"/api/{change}", {"request": new_id()}, token=None)

    assert (403, "this page is out of date: load it again", []) == (reply.status, reply.json["error"], service.asked)


@pytest.mark.parametrize("token", ["", "wrong", "ünïcödé".encode().decode("latin-1")])
def test_a_change_with_another_token_is_forbidden(visitor: Visitor, service: FakeService, token: str) -> None:
    reply = visitor.post("/api/undo", {"request": new_id()}, token=token)

    assert (403, []) == (reply.status, service.asked)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "https://evil.local"])
def test_a_change_from_a_foreign_page_is_forbidden_even_with_the_token(
    visitor: Visitor, service: FakeService, origin: str
) -> None:
    reply = visitor.post("/api/undo", {"request": new_id()}, Origin=origin)

    assert (403, "a page of another site must not change the match", []) == (
        reply.status,
        reply.json["error"],
        service.asked,
    )


def test_a_change_from_our_own_page_is_welcome(visitor: Visitor, service: FakeService) -> None:
    own = f"http://127.0.0.1:{visitor.port}"

    reply = visitor.post("/api/undo", {"request": new_id()}, Origin=own)

    assert (200, [("undo",)]) == (reply.status, service.asked)


@pytest.mark.parametrize("path", SHOWS)
def test_getting_changes_nothing(visitor: Visitor, service: FakeService, path: str) -> None:
    before = replace(service.snapshot())

    visitor.get(path)

    assert (before, []) == (service.snapshot(), service.asked)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_cannot_be_got(visitor: Visitor, service: FakeService, change: str) -> None:
    reply = visitor.get(f"/api/{change}")

    assert (405, []) == (reply.status, service.asked)


@pytest.mark.parametrize("path", [*SHOWS, "/nothing"])
def test_every_answer_forbids_foreign_and_inline_scripts(visitor: Visitor, path: str) -> None:
    headers = visitor.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))

    assert ("'none'", "'self'", "'none'") == (policy["default-src"], policy["script-src"], policy["frame-ancestors"])
    assert "nosniff" == headers["x-content-type-options"]


def test_no_delivered_file_names_a_foreign_address() -> None:
    files = [path for folder in ("static", "templates") for path in (WEB / folder).iterdir()]
    foreign = {path.name: re.findall(r"(?:https?:)?//[\w.-]+\.\w+", path.read_text()) for path in files}

    names_of_formats = {"http://www.w3.org"}
    assert {} == {name: found for name, found in foreign.items() if set(found) - names_of_formats}


def test_no_script_writes_mark_up() -> None:
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function")

    assert [] == [path.name for path in (WEB / "static").glob("*.js") if forbidden.search(path.read_text())]
