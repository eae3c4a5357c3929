"""The page on which buttons are learnt: one question after the other, answered by pressing the button itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from companion.service import Answer
from companion.texts import Message, say
from web import parsing
from web.context import RequestRefused, answered, language, page_context, page_in_language

learn = Blueprint("learn", __name__)

KEY = "companion-learn"


class PairingStep(StrEnum):
    """What somebody may answer, other than by pressing a button of the table."""

    KEEP = "keep"
    WITHOUT = "without"
    BACK = "back"
    STOP = "stop"
    SAVE = "save"


@dataclass(frozen=True, slots=True)
class PairedButton:
    """One button, and what it is wired to."""

    name: Message
    place: Message


@dataclass(frozen=True, slots=True)
class PairingView:
    """Everything that the page shows."""

    why: Message | None = None
    """Why nothing can be learnt now."""
    asking: bool = False
    question: Message | None = None
    now: Message | None = None
    """What the button in question is wired to."""
    can_keep: bool = False
    done: bool = False
    """Every question is answered."""
    trouble: Message | None = None
    ended: Message | None = None
    """How the latest learning ended."""
    hearing: Message | None = None
    count: tuple[int, int] = (0, 0)
    """The number of the question, and of all questions."""
    learnt: tuple[PairedButton, ...] = ()
    text: str = ""
    """What was learnt, as the section of a configuration."""
    file: str | None = None
    """Where it will be written; None where there is no file."""


class PairingInterface(Protocol):
    """What the page may ask and do; `device.pairing.service` fulfils it."""

    def shown(self) -> PairingView:
        """Return how far it is."""

    def begin(self, grab: str, keyboards: bool) -> Answer:
        """Begin to learn; raise BadInput when there is no such way to grab."""

    def step(self, step: PairingStep) -> Answer:
        """Answer the question, go back, stop, or save what was learnt."""


def attach(app: Flask, service: PairingInterface | None) -> None:
    """Let the page of `app` ask `service`; None where nothing can be learnt."""
    app.extensions[KEY] = service
    app.context_processor(lambda: {"learnable": service is not None})
    app.register_blueprint(learn)


def _pairing() -> PairingInterface:
    service = cast("PairingInterface | None", current_app.extensions[KEY])
    if service is None:
        raise RequestRefused(say("there are no buttons to learn here"), 404)
    return service


@learn.get("/learn")
def page() -> Response:
    """Return the page."""
    _pairing()
    return page_in_language("learn.html")


@learn.get("/api/learn")
def shown() -> Response:
    """Return how far it is."""
    now, tell = _pairing().shown(), language().tell
    words = {name: getattr(now, name) for name in ("why", "question", "now", "trouble", "ended", "hearing")}
    return jsonify(
        {
            **{name: None if said is None else tell(said) for name, said in words.items()},
            "asking": now.asking,
            "done": now.done,
            "can_keep": now.can_keep,
            "count": list(now.count),
            "learnt": [{"name": tell(each.name), "place": tell(each.place)} for each in now.learnt],
            "text": now.text,
            "file": now.file,
        }
    )


@learn.post("/api/learn/begin")
def begin() -> tuple[Response, int]:
    """Begin to learn."""
    body = parsing.body_of(request, page_context().limits.json_bytes)
    parsing.request_id(body.get("request"))
    return answered(_pairing().begin(parsing.text(body, "grab"), body.get("keyboards") is True))


@learn.post("/api/learn/step")
def step() -> tuple[Response, int]:
    """Answer a question otherwise than by a press, or end."""
    body = parsing.body_of(request, page_context().limits.json_bytes)
    parsing.request_id(body.get("request"))
    name = parsing.text(body, "step")
    if name not in [str(each) for each in PairingStep]:
        raise RequestRefused(say("there is no step {step}", step=name))
    return answered(_pairing().step(PairingStep(name)))
