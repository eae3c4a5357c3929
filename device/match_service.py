"""The match service: every event is journalled before it counts, and then everybody is shown the new state.

One thread only calls this (the loop's); any thread may read `publisher`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from companion.decks.files import chosen, has_deck, text_of
from companion.effects import Announced, Cue, Effect, Refused
from companion.errors import BadEvent, CompanionError, JournalError
from companion.events import PAGE_EVENTS, Event, Paused, Redone, Resumed, Started, Tick, Undone
from companion.games.registry import game_named
from companion.journal import build
from companion.service import Answer, MatchShown, Notice, NoticeLevel, Snapshot
from companion.session import Match, came_by_itself, fold
from companion.table import Player, Table
from companion.texts import Message, plain, say
from device.journal.safe_mode import JOURNAL_NOTICE, Journal
from device.pause import paused
from device.publisher import StatePublisher

RESUME_NOTICE = "resume"


@dataclass(frozen=True, slots=True)
class MatchUpdate:
    """What an event brought about: the effects, and the match as it stands after it."""

    effects: tuple[Effect, ...]
    event: Event | None = None
    """What was fed last, in table time: what the effects answer."""
    match: Match | None = None
    number: int = 0


StateListener: TypeAlias = "Callable[[Match | None], None]"
EffectListener: TypeAlias = "Callable[[MatchUpdate], None]"


@dataclass
class MatchService:
    """The match that is played, its journal, and what everybody is shown of it."""

    store: Journal
    now: Callable[[], int]
    """The table's monotonic clock (ns)."""
    today: Callable[[], str]
    """The wall clock, for the list of matches only."""
    publisher: StatePublisher = field(default_factory=lambda: StatePublisher(Snapshot(version=1, match=None)))
    state_listeners: tuple[StateListener, ...] = ()
    """Called after every change by the loop's thread: the lamps, the simulated table."""
    effect_listeners: tuple[EffectListener, ...] = ()
    """Called with all effects of an event, after the listeners to the state: the lamps, the sound, the photo finish."""
    decks: Mapping[str, Path] = field(default_factory=dict)
    """The owner's own decks, by game."""
    simulated: bool = False
    """Dice are drawn at this table; a match with real ones never goes on here, nor the reverse."""
    match: Match | None = None
    number: int = 0
    _latest: Event | None = None
    _why_paused: Message = field(default_factory=lambda: say("an input of the table is missing"))

    def resume(self) -> None:
        """Go on with the match that was interrupted, if there is one; one that cannot be read is told and kept."""
        try:
            for row in self.store.matches()[:1]:
                if not row.left:
                    self._resume(row.number)
        except CompanionError as error:  # the list itself may be damaged
            self._not_resumed(say("the last match cannot be resumed: {error}", error=str(error)))

    def _resume(self, number: int) -> None:
        try:
            match = fold(self.store.events(number))
            if (why := self._elsewhere(match, number)) is None:
                self._open(match, number)
            elif match.referee.view().result is None:
                self._not_resumed(why)
        except CompanionError as error:
            self._not_resumed(say("match {number} cannot be resumed: {error}", number=number, error=str(error)))

    def _not_resumed(self, why: Message) -> None:
        self.publisher.notice(Notice(RESUME_NOTICE, NoticeLevel.ERROR, why, say("its journal is kept as it is")))

    def _elsewhere(self, match: Match, number: int) -> Message | None:
        """Return why `match` cannot go on at this table: real and drawn dice are never mixed in one match."""
        if match.started.simulated == self.simulated:
            return None
        if self.simulated:
            return say(
                "match {number} is played with real dice: it does not go on with drawn ones, but at the real table",
                number=number,
            )
        return say(
            "match {number} is played on the simulated table, with drawn dice: it goes on only with --simulate",
            number=number,
        )

    def _open(self, match: Match, number: int) -> None:
        self.match, self.number = match, number
        self.feed(Resumed(self.now()))

    def start(self, game: str, players: tuple[Player, ...], options: Mapping[str, str], seed: int) -> Answer:
        """Begin a match; raise BadInput or BadConfig when it cannot begin like that."""
        if self.match is not None and self.match.referee.view().result is None:
            return self._answer((), say("a match is being played: finish or leave it first"))
        deck = chosen(game, self.decks)
        started = Started(
            self.now(), game, players, options=dict(options), seed=seed, deck=deck, simulated=self.simulated
        )
        match = Match.begin(started)
        try:
            self.number = self.store.begin(started, self.today())
        except JournalError as error:
            return self._unwritten(error)
        self.match = match
        return self._publish(())

    def send(self, name: str, values: Mapping[str, Any]) -> Answer:
        """Build the event `name` from what a page sent, and feed it; raise BadEvent when the page may not send that."""
        match = self._playing()
        allowed = {kind.__name__: kind for kind in (*PAGE_EVENTS, *match.game.events)}
        return self.feed(build(name, {**values, "at": self.now()}, allowed))

    def feed(self, event: Event, picture: bytes | None = None) -> Answer:
        """Journal `event` (with the photograph that it names), let it count, and show what became of it."""
        match = self._playing()
        self._latest = event
        after, effects = match.feed(event)
        if isinstance(event, Tick) and after.referee == match.referee:
            return self._publish(effects)
        try:
            self.store.append(self.number, event, picture)
        except JournalError as error:
            return self._unwritten(error)
        self.match = after
        return self._publish(effects, quietly=came_by_itself(event) and not effects)

    def pause(self, since: int, why: Message) -> Answer:
        """Have the match stand still from `since` on, and say why."""
        self._why_paused = why
        answer = self.feed(Paused(since))
        self.publisher.change(last=(Announced(say("Paused: {why}", why=why), Cue.REFUSED),))
        return answer

    def undo(self) -> Answer:
        """Take back the last change; from the beginning of a match, go back into the one before."""
        if self.match is not None and self.match.can_undo:
            return self.feed(Undone(self.now()))
        earlier = [row.number for row in self.store.matches() if self.match is None or row.number < self.number]
        if not earlier:
            return self._answer((), say("there is nothing to take back"))
        match = fold(self.store.events(earlier[0]))
        if (why := self._elsewhere(match, earlier[0])) is not None:
            return self._answer((), why)
        if self.match is not None:
            self.store.leave(self.number)
        self.store.leave(earlier[0], left=False)
        self._open(match, earlier[0])
        return self._publish(())

    def redo(self) -> Answer:
        """Do again what was taken back last."""
        self._playing()
        return self.feed(Redone(self.now()))

    def leave(self) -> Answer:
        """Close the match and show the lobby; the journal keeps it."""
        if self.match is not None:
            self.store.leave(self.number)
            self.match = None
        return self._publish(())

    def _playing(self) -> Match:
        if self.match is None:
            raise BadEvent("no match is being played: start one first")
        return self.match

    def _unwritten(self, error: JournalError) -> Answer:
        """Nothing counts that is not on disk: say so until it works again."""
        why = plain(str(error))
        self.publisher.notice(Notice(JOURNAL_NOTICE, NoticeLevel.ERROR, why))
        return self._answer((), why)

    def _publish(self, effects: tuple[Effect, ...], *, quietly: bool = False) -> Answer:
        """Show the match; `quietly` leaves what was said last on the pages that have not heard it yet."""
        self.publisher.withdraw(JOURNAL_NOTICE)
        self.publisher.change(match=self._shown(), **({} if quietly else {"last": effects}))
        for state_changed in self.state_listeners:
            state_changed(self.match)
        self.announce(effects)
        return self._answer(effects)

    def announce(self, effects: tuple[Effect, ...]) -> None:
        """Hand `effects` to everybody who listens."""
        update = MatchUpdate(effects, self._latest, self.match, self.number)
        for effects_happened in self.effect_listeners:
            effects_happened(update)

    def _answer(self, effects: tuple[Effect, ...], why: Message | None = None) -> Answer:
        refused = next((each.why for each in effects if isinstance(each, Refused)), why)
        return Answer(accepted=refused is None, version=self.publisher.snapshot().version, why=refused)

    def _shown(self) -> MatchShown | None:
        match = self.match
        if match is None:
            return None
        referee = match.referee
        return MatchShown(
            number=self.number,
            game=game_named(match.started.game).name,
            table=Table(match.started.players),
            options=match.started.options,
            view=paused(referee.view(), self._why_paused) if match.paused else referee.view(),
            lamps=referee.lamps,
            read_requests=referee.read_requests,
            deadline=match.deadline,
            can_undo=match.can_undo or self.number > 1,
            can_redo=match.can_redo,
            deck=text_of(match.started) if has_deck(match.started.game) else "",
        )
