"""Somebody who visits the page: plain HTTP, with exactly the headers that a test wants."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from itertools import count
from types import TracebackType
from typing import Any

TOKEN = "a-token-for-tests"
TIMEOUT_S = 10

_numbers = count(1)


def new_id() -> str:
    """Return a request id that no other test uses."""
    return f"request-{next(_numbers):06}"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Visitor:
    """A visitor of the page at `port`."""

    port: int
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str | None) -> Reply:
        """Send one request; a header that is None is left out, `Host` may be anything."""
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        connection = HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
        try:
            connection.request(method, path, body, {**self.headers, **sent})
            response = connection.getresponse()
            lower = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, lower, response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str | None) -> Reply:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any, token: str | None = TOKEN, **headers: str | None) -> Reply:
        """Post `body` as our own page does."""
        return self.ask("POST", path, json.dumps(body).encode(), X_Companion_Token=token, **headers)

    def change(self, path: str, **body: Any) -> Reply:
        """Post a change with a new request id."""
        return self.post(path, {"request": new_id(), **body})

    def upload(self, zone: str, photograph: bytes) -> Reply:
        path = f"/api/upload?zone={zone}&request={new_id()}"
        return self.ask("POST", path, photograph, X_Companion_Token=TOKEN)

    def stream(self, path: str = "/live") -> Listener:
        """Open an event stream."""
        return Listener(self.port, path)


class Listener:
    """An open event stream."""

    def __init__(self, port: int, path: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
        self._connection.request("GET", path)
        self._response: HTTPResponse = self._connection.getresponse()

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.hang_up()

    def events(self) -> Iterator[tuple[str, Any]]:
        """Give every event as its name and its data, until the stream ends."""
        name = ""
        while line := self._response.readline().decode():
            key, _, value = line.rstrip("\n").partition(": ")
            if key == "event":
                name = value
            elif key == "data":
                yield name, json.loads(value)

    def hang_up(self) -> None:
        """Be gone without a word, as a telephone that leaves the house."""
        self._response.close()
        self._connection.close()
