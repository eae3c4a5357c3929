"""Whatever somebody sends to the page, it answers in a sentence: never with a fault of its own."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.web.fake_bench import FakeBench
from tests.web.fake_service import FakeService
from tests.web.visitor import TOKEN, Reply, Visitor, new_id
from web import pairing
from web.app import create_app
from web.serve import PageServer

DEEP = 60_000
NASTY_BODIES = {
    "nested lists": b"[" * 30_000 + b"]" * 30_000,
    "nested lists without an end": b"[" * DEEP,
    "nested objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "a nested value": b'{"request": "request-000", "values": ' + b"[" * 900 + b"]" * 900 + b"}",
    "half a character": b'{"request": "request-000", "event": "\\ud800", "game": "\\udc00", "zone": "\\ud800"}',
    "half a character as a name": b'{"request": "request-000", "\\ud800": 1}',
    "half a character in a player": (
        b"""{"request": "request-000", "game": "cubo", "players": [{"seat": 1, "name": "\\ud800"}]}"""
    ),
    "a number of 5 000 digits": b'{"request": "request-000", "seat": ' + b"9" * 5_000 + b"}",
    "a number of 4 000 digits": b'{"request": "request-000", "seat": ' + b"9" * 4_000 + b"}",
    "no number": b'{"request": "request-000", "corners": [[NaN, Infinity]], "seat": NaN, "slot": -Infinity}',
    "a zero byte": b'{"request": "request-000", "zone": "\\u0000", "event": "\\u0000", "part": "\\u0000", "step": "a"}',
    "no UTF-8": b'{"request": "\xff\xfe"}',
    "another encoding": "{}".encode("utf-16"),
    "nothing": b"",
    "bytes": bytes(range(256)),
    "a list": b"[]",
    "null": b"null",
}
NASTY_HEADERS = {
    "Origin": ("http://[::", "http://[", "http://]", "null", "\x80", "http://a:b:c", "//", "http://[::1]:99999999"),
    "Host": ("[::", "]", "a" * 300, "[::1", "1.2.3.4:99999999999", "\xff"),
    "Cookie": ("language=\xff", "language=" + "x" * 3_000, "=;=;", "viewer=\x80; seat=[", 'language="\\ud800"'),
    "Accept-Language": ("\xff", "fr;q=nan", ";" * 2_000, "x" * 3_000),
    "X-Companion-Token": ("\xff", "", "x" * 3_000),
    "Content-Type": ("\xff", "application/json; charset=nothing", "multipart/form-data", "text/html; charset=\xff"),
    "Last-Event-ID": ("\xff", "9" * 5_000, "-1"),
    "If-None-Match": ("\xff", '"' * 50, "*"),
    "Range": ("bytes=-", "bytes=9-1", "\xff"),
}
NASTY_WORDS = ("%00", "%ff", "%ed%a0%80", quote("🎲"), "9" * 5_000, "[" * 1_000, "../../etc/passwd", "%2e%2e%2f", "%")
STREAMS = frozenset({"/live"})
"""An answer that does not end; whatever is wrong with a request for it is found by the same guards."""


def page(service: FakeService) -> Flask:
    app = create_app(service, token=TOKEN, bench=FakeBench())
    pairing.attach(app, None)
    return app


@pytest.fixture
def server(service: FakeService) -> Iterator[PageServer]:
    served = PageServer(page(service), "127.0.0.1", 0)
    served.start()
    yield served
    served.close()


def rules() -> list[Rule]:
    return [rule for rule in page(FakeService()).url_map.iter_rules() if rule.rule not in STREAMS]


def path_of(rule: Rule, word: str = "x") -> str:
    path = rule.rule
    for name in rule.arguments:
        path = path.replace(f"<path:{name}>", word).replace(f"<{name}>", word)
    return path


POSTS = sorted(path_of(rule) for rule in rules() if "POST" in (rule.methods or ()))
ALL = sorted({path_of(rule) for rule in rules()})


def in_a_sentence(reply: Reply) -> bool:
    """Whether a refusal says why, and is none that says that something broke here."""
    if reply.status < 400:
        return True
    return reply.status < 500 and bool(json.loads(reply.body)["error" if reply.status != 409 else "why"])


def test_there_are_as_many_changes_as_the_page_knows():
    assert len(POSTS) >= 15


@pytest.mark.parametrize("kind", NASTY_BODIES)
def test_no_body_breaks_any_change(visitor: Visitor, kind: str) -> None:
    for path in POSTS:
        reply = visitor.ask("POST", path, NASTY_BODIES[kind], X_Companion_Token=TOKEN)

        assert in_a_sentence(reply), (path, reply.status, reply.body[:200])


@pytest.mark.parametrize("name", NASTY_HEADERS)
def test_no_header_breaks_any_address(visitor: Visitor, name: str) -> None:
    for path in ALL:
        for value in NASTY_HEADERS[name]:
            usual = {"X_Companion_Token": TOKEN, name.replace("-", "_"): value}
            for method in ("GET", "POST"):
                body = json.dumps({"request": new_id()}).encode() if method == "POST" else None
                reply = visitor.ask(method, path, body, **usual)

                assert reply.status < 500, (method, path, value[:40], reply.status, reply.body[:200])


def test_an_origin_that_is_no_address_is_another_site(visitor: Visitor, service: FakeService) -> None:
    reply = visitor.post("/api/undo", {"request": new_id()}, Origin="http://[::")

    assert (403, "a page of another site must not change the match") == (reply.status, reply.json["error"])
    assert [] == service.asked


def test_what_is_nested_too_deeply_is_no_valid_request(visitor: Visitor, service: FakeService) -> None:
    reply = visitor.ask("POST", "/api/send", NASTY_BODIES["nested lists without an end"], X_Companion_Token=TOKEN)

    assert (400, "the request is not valid JSON") == (reply.status, reply.json["error"])
    assert [] == service.asked


@pytest.mark.parametrize("word", NASTY_WORDS)
def test_no_word_in_an_address_breaks_it(visitor: Visitor, word: str) -> None:
    addresses = [path_of(rule, word) for rule in rules() if rule.arguments]
    addresses += [f"{path}?zone={word}&request={word}&seat={word}&{word}={word}" for path in ALL]
    for address in addresses:
        for method in ("GET", "POST"):
            reply = visitor.ask(method, address, b"{}" if method == "POST" else None, X_Companion_Token=TOKEN)

            assert reply.status < 500, (method, address[:60], reply.status)


def test_no_drawn_body_breaks_any_change(visitor: Visitor) -> None:
    chance = random.Random(20)
    for _ in range(300):
        path, body = chance.choice(POSTS), drawn(chance)
        reply = visitor.ask("POST", path, json.dumps(body).encode(), X_Companion_Token=TOKEN)

        assert reply.status < 500, (path, body, reply.status)


FIELDS = ("request", "event", "values", "zone", "seat", "slot", "players", "options", "game", "corners", "part", "name")
EVENTS = (
    "Confirmed",
    "Corrected",
    "DieTaken",
    "FaceTapped",
    "CardFlipped",
    "Resumed",
    "Started",
    "lamp",
    "cubo",
    "monad",
)


def drawn(chance: random.Random) -> dict[str, object]:
    """Return a body that has the right fields with anything in them."""
    body: dict[str, object] = {name: anything(chance, 3) for name in FIELDS if chance.random() < 0.6}
    if chance.random() < 0.8:
        body["request"] = new_id()
    return body


def anything(chance: random.Random, depth: int) -> object:
    plain = (None, True, 0, -1, 10**30, 1.5, "", "\ud800", "x" * 500, "\0", *EVENTS)
    if depth == 0 or chance.random() < 0.6:
        return chance.choice(plain)
    several = [anything(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    return several if chance.random() < 0.5 else {chance.choice((*FIELDS, "\ud800")): each for each in several}
