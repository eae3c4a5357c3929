"""A self-test without a table behind it: it shows what a test has put there, and remembers what was tried."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.errors import BadInput
from companion.events import By
from companion.service import Answer
from companion.table import Seat
from companion.texts import Message, say
from web.selftest import ButtonShown, LampShown, Part, SelfTestShown, SoundShown

EDGES = ((0.0, True), (0.4, False), (0.9, True), (85.0, False))
DRAWN = ((0.0, True), (0.4, False), (0.9, True), (4.9, False))


def pressed(name: str = "1", seat: int | None = 1) -> ButtonShown:
    """Return a button that was pressed once, and bounced once."""
    return ButtonShown(
        name=name,
        title=say("the button of seat {seat}", seat=seat or 0),
        seat=None if seat is None else Seat(seat),
        where=say("GPIO{pin}, position {position} on the header", pin=4, position=7),
        presses=1,
        by=By.BUTTON,
        bounces=1,
        latency_ms=1.25,
        edges_ms=EDGES,
        drawn_ms=DRAWN,
    )


def untouched(name: str = "undo", *, virtual: bool = False) -> ButtonShown:
    """Return a button that nobody has touched."""
    return ButtonShown(name=name, title=say("the undo button"), virtual=virtual)


FOUND = SelfTestShown(
    buttons=(pressed(), untouched()),
    lamps=(LampShown(Seat(1)), LampShown(Seat(2))),
    sounds=(SoundShown("go", say("the start")),),
)


@dataclass
class FakeBench:
    """Whatever is tried is there, unless it is called "nothing"."""

    found: SelfTestShown = FOUND
    tried: list[tuple[Part, str]] = field(default_factory=list)
    refuses: Message | None = None

    def shown(self) -> SelfTestShown:
        return self.found

    def try_out(self, part: Part, name: str) -> Answer:
        if name == "nothing":
            raise BadInput("there is no lamp 'nothing'")
        self.tried.append((part, name))
        return Answer(self.refuses is None, 1, self.refuses)
