"""All buttons of the table together: edges in, presses and notices out. One thread owns it; time is handed in.

Drivers deliver edges late and sometimes out of order; `take` keeps them until every earlier one must have come, and
`turn` feeds them to the contact of their button in the order of their time before it looks at the level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.events import By
from companion.texts import say
from device.arbiter import RawPress
from device.contacts import PARAMS, ContactFilter, ContactParams
from device.targets import Target, button_name
from web.desk import Level, Notice


@dataclass(frozen=True, slots=True)
class Edge:
    """The line of `target` changed at `at`; `closed` is its level from then on."""

    at: int
    target: Target
    closed: bool


class Panel:
    """The contacts of all buttons."""

    def __init__(self, closed: Mapping[Target, bool], now: int, params: ContactParams = PARAMS) -> None:
        """Begin with the levels found at `now`: a button that is closed already was not pressed."""
        self._contacts = {target: ContactFilter.at_start(now, level, params) for target, level in closed.items()}
        self._edges: list[Edge] = []
        self._delivery = params.delivery

    @property
    def due(self) -> int | None:
        """When `turn` has something to do, if no edge comes (ns); None without buttons."""
        looks = [contact.due for contact in self._contacts.values()]
        return min([*looks, *(edge.at + self._delivery for edge in self._edges)], default=None)

    @property
    def horizon(self) -> int | None:
        """Every press that began before this was returned by `turn`, or never will be (ns); None without buttons.

        An edge may be stuck in a busy program for longer than anybody expected. The level of its button is not: as
        long as they disagree, the horizon stands still.
        """
        known = [contact.horizon for contact in self._contacts.values()]
        return min([*known, *(edge.at for edge in self._edges)], default=None)

    def take(self, edge: Edge) -> None:
        """Take in an edge, in whatever order it was delivered."""
        self._edges.append(edge)

    def turn(self, now: int, is_closed: Callable[[Target], bool]) -> tuple[RawPress, ...]:
        """Do what is due at `now`; `is_closed` reads the level of a button. Return the presses that are proven now."""
        presses = self._feed(now - self._delivery)
        due = [target for target, contact in self._contacts.items() if contact.due <= now]
        presses += self._look(due, now, is_closed)
        if presses:  # so that `horizon` passes them at once
            presses += self._look([target for target in self._contacts if target not in due], now, is_closed)
        return tuple(presses)

    def _look(self, targets: list[Target], now: int, is_closed: Callable[[Target], bool]) -> list[RawPress]:
        presses = []
        for target in targets:
            self._contacts[target], at = self._contacts[target].sample(now, is_closed(target))
            presses += _press(target, at)
        return presses

    def _feed(self, until: int) -> list[RawPress]:
        ripe = [edge for edge in self._edges if edge.at <= until]
        self._edges = [edge for edge in self._edges if edge.at > until]
        presses = []
        for edge in sorted(ripe, key=lambda edge: edge.at):  # stable: of equal times, the first delivered
            self._contacts[edge.target], at = self._contacts[edge.target].edge(edge.at, edge.closed)
            presses += _press(edge.target, at)
        return presses

    def notices(self, now: int) -> tuple[Notice, ...]:
        """Return what people should know about the buttons now."""
        return tuple(notice for target, contact in self._contacts.items() for notice in _notices(target, contact, now))


def _press(target: Target, at: int | None) -> list[RawPress]:
    return [] if at is None else [RawPress(target, at, By.BUTTON)]


def _notices(target: Target, contact: ContactFilter, now: int) -> list[Notice]:
    """Return every trouble of one button, the one that keeps it from counting first."""
    name, key = button_name(target), f"button-{target}"
    found = []
    if contact.held and not contact.lost(now):
        text = say("{button} is held down and does not count", button=name)
        found.append(Notice(f"{key}-held", Level.WARNING, text, say("let go of it, then press again")))
    if contact.lost(now):
        text = say("{button} was pressed, but the moment was lost, so the press does not count", button=name)
        found.append(Notice(f"{key}-lost", Level.ERROR, text, say("let go of it, then press again")))
    if contact.stuck(now):
        text = say("{button} has been closed for a long time", button=name)
        found.append(Notice(f"{key}-stuck", Level.WARNING, text, say("see whether it is jammed or its wires touch")))
    if contact.noisy(now):
        text = say("there is noise on {button}", button=name)
        cure = say("use a shorter or shielded cable, away from the lamps, and check its plug")
        found.append(Notice(f"{key}-noise", Level.WARNING, text, cure))
    return found
