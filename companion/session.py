"""A match as the fold of its journal: undo, redo, interruption and replay are the same fold.

    line -> event -> Match.feed -> Match + effects

Undo and redo are events themselves, so nothing is ever erased. A match has its own time: the table's monotonic clock
less everything that was taken back, paused or slept through, so that a count-down goes on with the seconds that it
had when the undone thing happened, and neither a power cut nor a loose plug costs anybody his turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.effects import FINISH, Effect, Refused
from companion.errors import BadEvent
from companion.events import Event, Paused, Redone, Resumed, Saw, Started, Tick, Undone
from companion.games.registry import game_named
from companion.referee import Game, Referee
from companion.texts import say


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that changed a match: the referee before it, and the event in match time."""

    before: Referee
    event: Event


@dataclass(frozen=True, slots=True)
class Match:
    """One match at one moment. `feed` leaves it untouched."""

    started: Started
    referee: Referee
    past: tuple[Step, ...] = ()
    future: tuple[Event, ...] = ()
    """What was taken back, the first to be done again last."""
    offset: int = 0
    """Table time less match time (ns)."""
    latest: int = 0
    """The latest match time seen (ns)."""
    paused: bool = False
    """Match time stands still."""

    @classmethod
    def begin(cls, started: Started) -> Match:
        """Return a new match; raise BadInput or BadConfig when it cannot begin like that."""
        return cls(started=started, referee=game_named(started.game).begin(started), latest=started.at)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return game_named(self.started.game)

    @property
    def deadline(self) -> int | None:
        """When a Tick is due, in table time (ns)."""
        due = self.referee.deadline
        return None if due is None or self.paused else due + self.offset

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return any(not came_by_itself(step.event) for step in self.past)

    @property
    def can_redo(self) -> bool:
        """Whether something that was taken back can be done again."""
        return bool(self.future)

    def feed(self, event: Event) -> tuple[Match, tuple[Effect, ...]]:
        """Return the match after `event` (in table time), and what the table must do about it."""
        match event:
            case Undone():
                return self._undo(event)
            case Redone():
                return self._redo(event)
            case Paused(at=at):
                return replace(self, latest=self._time(at), paused=True), ()
            case Resumed(at=at):
                return replace(self, offset=at - self.latest, paused=False), ()
            case Started():
                return self, (Refused(event, say("this match has begun already")),)
        time = self.latest if self.paused else event.at - self.offset
        future = self.future if isinstance(event, Saw) and came_by_itself(event) else ()
        return self._play(replace(event, at=time), future)

    def _time(self, at: int) -> int:
        """Return the match time at which a pause begins that was noticed for `at`."""
        return self.latest if self.paused else max(self.latest, at - self.offset)

    def _play(self, event: Event, future: tuple[Event, ...]) -> tuple[Match, tuple[Effect, ...]]:
        referee, effects = self.referee.feed(event)
        after = replace(self, latest=max(self.latest, event.at))
        if referee == self.referee:
            return after, effects
        past = (*self.past, Step(self.referee, event))
        return replace(after, referee=referee, past=past, future=future), effects

    def _undo(self, event: Event) -> tuple[Match, tuple[Effect, ...]]:
        """Go back to just before the last thing that somebody did; what came by itself since is forgotten with it."""
        if not self.can_undo:
            return self, (Refused(event, say("there is nothing to take back")),)
        past = list(self.past)
        while came_by_itself((step := past.pop()).event):
            pass
        time = step.event.at
        back = replace(self, referee=step.before, past=tuple(past), future=(*self.future, step.event))
        return replace(back, offset=event.at - time, latest=time), ()

    def _redo(self, event: Event) -> tuple[Match, tuple[Effect, ...]]:
        if not self.future:
            return self, (Refused(event, say("there is nothing to do again")),)
        again = self.future[-1]
        moved = replace(self, offset=event.at - again.at)
        return moved._play(again, future=self.future[:-1])


def came_by_itself(event: Event) -> bool:
    """Whether nobody did it: time that passed, or the photo finish that the device hands back for a call."""
    return isinstance(event, Tick) or (isinstance(event, Saw) and event.zone == FINISH)


def fold(events: Iterable[Event]) -> Match:
    """Return the match that a journal tells; raise BadEvent when it does not begin with `Started`."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, Started):
        raise BadEvent("a journal begins with the event 'Started'")
    match = Match.begin(first)
    for event in stream:
        match, _ = match.feed(event)
    return match
