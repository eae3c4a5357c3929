"""The self-test page: every button with its bounces and its delay, and every lamp and sound to try."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from companion.events import By
from companion.service import Answer
from companion.table import Seat
from companion.texts import Message, say
from web import parsing
from web.context import RequestRefused, language, page_context, page_in_language
from web.translations import WAYS

selftest = Blueprint("selftest", __name__)

KEY = "companion-selftest"


class Part(StrEnum):
    """What can be tried."""

    LAMP = "lamp"
    SOUND = "sound"
    BUTTON = "button"
    """A virtual one, of the simulated table."""


@dataclass(frozen=True, slots=True)
class ButtonShown:
    """What one button has shown so far."""

    name: str
    title: Message
    seat: Seat | None = None
    where: Message | None = None
    """Where it is wired."""
    virtual: bool = False
    presses: int = 0
    by: By | None = None
    held: bool = False
    bounces: int = 0
    latency_ms: float | None = None
    """From its first edge until we heard of it."""
    edges_ms: tuple[tuple[float, bool], ...] = ()
    """Its latest touch: when its contact changed, and whether it was closed from then on."""
    drawn_ms: tuple[tuple[float, bool], ...] = ()
    """The same for a drawing, with long rests cut short."""


@dataclass(frozen=True, slots=True)
class LampShown:
    """A lamp that can be tried."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SoundShown:
    """A sound that can be tried."""

    name: str
    title: Message


@dataclass(frozen=True, slots=True)
class SelfTestShown:
    """Everything that the self-test page shows."""

    why: Message | None = None
    """Why nothing can be tried now."""
    buttons: tuple[ButtonShown, ...] = ()
    lamps: tuple[LampShown, ...] = ()
    sounds: tuple[SoundShown, ...] = ()


class Workbench(Protocol):
    """What the self-test page may ask and do; `device.selftest.service` fulfils it."""

    def shown(self) -> SelfTestShown:
        """Return what was found so far."""

    def try_out(self, part: Part, name: str) -> Answer:
        """Light a lamp, sound a sound, press a virtual button; raise BadInput when there is no such thing."""


def attach(app: Flask, bench: Workbench | None) -> None:
    """Let the page of `app` ask `bench`; None where nobody can test anything."""
    app.extensions[KEY] = bench
    app.context_processor(lambda: {"testable": bench is not None})
    app.register_blueprint(selftest)


def _bench() -> Workbench:
    bench = cast("Workbench | None", current_app.extensions[KEY])
    if bench is None:
        raise RequestRefused(say("there is nothing to test here"), 404)
    return bench


@selftest.get("/self-test")
def page() -> Response:
    """Return the page."""
    _bench()
    return page_in_language("selftest.html")


@selftest.get("/api/self-test")
def shown() -> Response:
    """Return what was found so far."""
    found, tell = _bench().shown(), language().tell
    return jsonify(
        {
            "why": None if found.why is None else tell(found.why),
            "buttons": [_button(button) for button in found.buttons],
            "lamps": [{"name": str(lamp.seat), "seat": lamp.seat, "title": tell(_lamp(lamp))} for lamp in found.lamps],
            "sounds": [{"name": sound.name, "title": tell(sound.title)} for sound in found.sounds],
        }
    )


@selftest.post("/api/self-test/try")
def try_out() -> tuple[Response, int]:
    """Try a lamp, a sound or a virtual button."""
    body = parsing.body_of(request, page_context().limits.json_bytes)
    parsing.request_id(body.get("request"))
    wanted = parsing.text(body, "part")
    if wanted not in {part.value for part in Part}:
        raise RequestRefused(say("there is nothing to test here"), 404)
    answer = _bench().try_out(Part(wanted), parsing.text(body, "name"))
    why = language().tell(answer.why) if answer.why else None
    shown = jsonify({"accepted": answer.accepted, "version": answer.version, "why": why})
    return shown, 200 if answer.accepted else 409


def _button(button: ButtonShown) -> dict[str, Any]:
    tell = language().tell
    return {
        "name": button.name,
        "title": tell(button.title),
        "seat": button.seat,
        "where": tell(button.where) if button.where else "",
        "virtual": button.virtual,
        "state": tell(_state(button)),
        "pressed": button.presses > 0,
        "held": button.held,
        "way": tell(WAYS[button.by]) if button.by else "",
        "bounces": tell(_bounces(button)) if button.edges_ms else "",
        "latency": "" if button.latency_ms is None else tell(_latency(button.latency_ms)),
        "trace": [list(point) for point in button.drawn_ms],
        "words": _words(button),
    }


def _lamp(lamp: LampShown) -> Message:
    return say("the lamp of seat {seat}", seat=lamp.seat)


def _state(button: ButtonShown) -> Message:
    match button.presses:
        case 0 if button.held or button.edges_ms:
            return say("touched, but not long enough to be a press")
        case 0:
            return say("not pressed yet")
        case 1:
            return say("pressed once")
    return say("pressed {count} times", count=button.presses)


def _bounces(button: ButtonShown) -> Message:
    match button.bounces:
        case 0:
            return say("no bounce")
        case 1:
            return say("1 bounce")
    return say("{count} bounces", count=button.bounces)


def _latency(ms: float) -> Message:
    return say("heard {ms} ms after the edge", ms=language().number(ms, 1))


def _words(button: ButtonShown) -> str:
    """Return the trace for those who cannot see the drawing."""
    spoken = language()
    flips = [_flip(spoken.number(ms, 1), is_closed) for ms, is_closed in button.edges_ms]
    return ", ".join(spoken.tell(flip) for flip in flips)


def _flip(ms: str, is_closed: bool) -> Message:
    return say("{ms} ms: closed", ms=ms) if is_closed else say("{ms} ms: open", ms=ms)
