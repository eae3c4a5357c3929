"""All buttons of the table together: edges in, presses and notices out. One thread owns it; time is handed in.

Drivers deliver edges late and sometimes out of order; `take` keeps them until every earlier one must have come, and
`turn` feeds them to the contact of their button in the order of their time before it looks at the level.

Keys of a USB device come and go with it. One that is held while it is plugged in was not pressed; and as long as
nobody can look at a key, the horizon stands still, so that nobody else is first meanwhile (`presses.attendance`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.events import By
from companion.service import Notice, NoticeLevel
from companion.texts import Message, say
from device.hardware.clock import MS
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.attendance import Absence, Presence
from device.hardware.presses.contacts import PARAMS, ContactFilter, ContactParams
from device.hardware.presses.targets import Target, button_name, seat_of


@dataclass(frozen=True, slots=True)
class Edge:
    """The line of `target` changed at `at`; `closed` is its level from then on."""

    at: int
    target: Target
    closed: bool


@dataclass(frozen=True, slots=True)
class Came:
    """An input device was opened at `at`, and its keys had these levels."""

    at: int
    device: str
    by: By
    levels: Mapping[Target, bool]


@dataclass(frozen=True, slots=True)
class Gone:
    """An input device with `targets` cannot be read, because of `why`; noticed at `at`."""

    at: int
    device: str
    targets: frozenset[Target]
    why: Message


@dataclass(frozen=True, slots=True)
class Overflowed:
    """The kernel had to throw edges of `targets` away, and nobody knows which; noticed at `at`."""

    at: int
    targets: frozenset[Target]


Signal: TypeAlias = "Edge | Came | Gone | Overflowed"

LevelOf: TypeAlias = "Callable[[Target], bool | None]"
"""Reads the level of a button: whether it is closed; None when that cannot be known."""

KEY_PARAMS = replace(PARAMS, contact=0)
"""A USB device has looked twice before it says that a key is down: no touch is too short."""

BLIND = 5 * MS
"""So soon it is tried again to look at a button whose level could not be read (ns)."""


class ContactPanel:
    """The contacts of all buttons."""

    def __init__(self, closed: Mapping[Target, bool], now: int, params: ContactParams = PARAMS) -> None:
        """Begin with the levels found at `now`: a button that is closed already was not pressed."""
        self._contacts = {target: ContactFilter.at_start(now, level, params) for target, level in closed.items()}
        self._by = dict.fromkeys(closed, By.BUTTON)
        self._signals: list[Signal] = []
        self._blind: dict[Target, int] = {}
        self._news: list[Absence | Presence] = []
        self._delivery = params.delivery

    @property
    def due(self) -> int | None:
        """When `turn` has something to do, if no edge comes (ns); None without buttons."""
        looks = [self._due(target) for target in self._contacts]
        return min([*looks, *(signal.at + self._delivery for signal in self._signals)], default=None)

    def _due(self, target: Target) -> int:
        return max(self._contacts[target].due, self._blind.get(target, 0))

    @property
    def horizon(self) -> int | None:
        """Every press that began before this was returned by `turn`, or never will be (ns); None without buttons.

        An edge may be stuck in a busy program for longer than anybody expected. The level of its button is not: as
        long as they disagree, the horizon stands still.
        """
        known = [contact.horizon for contact in self._contacts.values()]
        return min([*known, *(signal.at for signal in self._signals if isinstance(signal, Edge))], default=None)

    def take(self, signal: Signal) -> None:
        """Take in an edge, or that a device came or went, in whatever order it was delivered."""
        if isinstance(signal, Overflowed):
            self._lossy(signal.at, signal.targets)  # at once: it matters to the edges that are still waiting
        else:
            self._signals.append(signal)

    def _lossy(self, at: int, targets: Iterable[Target]) -> None:
        for target in targets:
            if target in self._contacts:
                self._contacts[target] = self._contacts[target].with_losses(at)

    def news(self) -> tuple[Absence | Presence, ...]:
        """Return which devices were lost or found since this was asked last."""
        news, self._news = tuple(self._news), []
        return news

    def turn(self, now: int, is_closed: LevelOf) -> tuple[RawPress, ...]:
        """Do what is due at `now`; `is_closed` reads the level of a button. Return the presses that are proven now."""
        presses = self._feed(now - self._delivery)
        due = [target for target in self._contacts if self._due(target) <= now]
        presses += self._look(due, now, is_closed)
        if presses:  # so that `horizon` passes them at once
            presses += self._look([target for target in self._contacts if target not in due], now, is_closed)
        return tuple(presses)

    def _look(self, targets: list[Target], now: int, is_closed: LevelOf) -> list[RawPress]:
        presses = []
        for target in targets:
            if (closed := is_closed(target)) is None:
                self._blind[target] = now + BLIND
                continue
            self._blind.pop(target, None)
            self._contacts[target], at = self._contacts[target].sample(now, closed)
            presses += self._press(target, at, self._contacts[target])
        return presses

    def _feed(self, until: int) -> list[RawPress]:
        self._lossy(until, self._crowded())
        ripe = [signal for signal in self._signals if signal.at <= until]
        self._signals = [signal for signal in self._signals if signal.at > until]
        presses = []
        for signal in sorted(ripe, key=lambda signal: signal.at):  # stable: of equal times, the first delivered
            match signal:
                case Edge(at, target, closed):
                    presses += self._edge(at, target, closed)
                case Came():
                    self._came(signal)
                case Gone():
                    presses += self._gone(signal)
        return presses

    def _crowded(self) -> list[Target]:
        """Return the buttons with as many edges in one burst as the kernel keeps: older ones may have been lost."""
        waiting = Counter(signal.target for signal in self._signals if isinstance(signal, Edge))
        return [
            target
            for target, count in waiting.items()
            if (contact := self._contacts.get(target)) is not None
            and contact.edges + count >= contact.params.kept_edges
        ]

    def _edge(self, at: int, target: Target, closed: bool) -> list[RawPress]:
        if target not in self._contacts:
            return []  # of a device that went meanwhile
        self._contacts[target], pressed = self._contacts[target].edge(at, closed)
        return self._press(target, pressed, self._contacts[target])

    def _came(self, came: Came) -> None:
        for target, closed in came.levels.items():
            self._contacts[target] = ContactFilter.at_start(came.at, closed, KEY_PARAMS)
            self._by[target] = came.by
        self._news.append(Presence(came.device))

    def _gone(self, gone: Gone) -> list[RawPress]:
        """Let go of the keys of a device; what had certainly been pressed on it still counts."""
        lost = {target: self._contacts.pop(target) for target in gone.targets if target in self._contacts}
        presses = []
        for target, contact in lost.items():
            after, at = contact.edge(gone.at, closed=False)
            presses += self._press(target, at, after)
            self._blind.pop(target, None)
        # What one device tells comes in order: a press that we know of proves that we know of every earlier one.
        known = (
            max([min(each.horizon for each in lost.values()), *(press.at for press in presses)]) if lost else gone.at
        )
        seats = frozenset(seat for target in gone.targets if (seat := seat_of(target)) is not None)
        self._news.append(Absence(gone.device, gone.why, seats, known))
        return presses

    def _press(self, target: Target, at: int | None, contact: ContactFilter) -> list[RawPress]:
        return [] if at is None else [RawPress(target, at, self._by[target], at - contact.earliest)]

    def notices(self, now: int) -> tuple[Notice, ...]:
        """Return what people should know about the buttons now."""
        return tuple(notice for target, contact in self._contacts.items() for notice in _notices(target, contact, now))


def _notices(target: Target, contact: ContactFilter, now: int) -> list[Notice]:
    """Return every trouble of one button, the one that keeps it from counting first."""
    name, key = button_name(target), f"button-{target}"
    found = []
    if contact.held and not contact.lost(now):
        text = say("{button} is held down and does not count", button=name)
        found.append(Notice(f"{key}-held", NoticeLevel.WARNING, text, say("let go of it, then press again")))
    if contact.lost(now):
        text = say("{button} was pressed, but the moment was lost, so the press does not count", button=name)
        found.append(Notice(f"{key}-lost", NoticeLevel.ERROR, text, say("let go of it, then press again")))
    if contact.stuck(now):
        text = say("{button} has been closed for a long time", button=name)
        found.append(
            Notice(f"{key}-stuck", NoticeLevel.WARNING, text, say("see whether it is jammed or its wires touch"))
        )
    if contact.noisy(now):
        text = say("there is noise on {button}", button=name)
        cure = say("use a shorter or shielded cable, away from the lamps, and check its plug")
        found.append(Notice(f"{key}-noise", NoticeLevel.WARNING, text, cure))
    return found
