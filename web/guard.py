"""Who may talk to the page: only our own page may change things, and only under a name of the local network.

A browser on the home network also visits foreign sites. Those can send requests here, and can even point a name of
their own at this machine (DNS rebinding); they cannot read our page. So: the Host must be a local name, a change
must be a POST with the token that stands on our page, and its Origin must be ourselves.
"""

from __future__ import annotations

import hmac
import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Response, request

from companion.texts import say
from web.context import RequestRefused, page_context

TOKEN_HEADER = "X-Companion-Token"  # noqa: S105 - the name of the header, not a token
READING = frozenset({"GET", "HEAD", "OPTIONS"})
LOCAL_ENDINGS = (".local", ".lan", ".localhost", ".internal", ".home.arpa", ".fritz.box")
SHARED_SPACE = ipaddress.ip_network("100.64.0.0/10")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def protect(app: Flask) -> None:
    """Put the guards in front of every request to `app`."""
    app.before_request(check_host)
    app.before_request(check_change)
    app.after_request(seal)


def is_local(host: str, known: frozenset[str] = frozenset()) -> bool:
    """Whether `host` (as in the Host header) names a machine of the local network, or one in `known`."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name in known or name == "localhost" or name.endswith(LOCAL_ENDINGS):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_private or address.is_link_local or address in SHARED_SPACE


def check_host() -> None:
    """Refuse a request that came under a name which is not ours."""
    if not is_local(request.headers.get("Host", ""), page_context().hosts):
        raise RequestRefused(say("this page answers only under its own name on the local network"), 400)


def check_change() -> None:
    """Refuse a change that does not come from our own page."""
    if request.method in READING:
        return
    origin = request.headers.get("Origin")
    if origin is not None and _host_of(origin) != request.headers.get("Host"):
        raise RequestRefused(say("a page of another site must not change the match"), 403)
    shown = request.headers.get(TOKEN_HEADER, "")
    if not hmac.compare_digest(shown.encode(), page_context().token.encode()):
        raise RequestRefused(say("this page is out of date: load it again"), 403)


def _host_of(origin: str) -> str | None:
    """Return the host that an Origin names; None where it is no address at all."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def seal(response: Response) -> Response:
    """Forbid the browser everything that our page does not need, and keep what changes out of caches."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
