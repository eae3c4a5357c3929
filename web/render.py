"""One snapshot of the service as JSON in one language: the only form in which the page learns anything.

All sentences leave here finished, so that the scripts of the page hold no words at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.effects import Announced, Effect, Refused
from companion.events import By, PartAdded, PartRemoved, Pressed
from companion.observations import Cell, Colour, SeenDie
from companion.options import house_rules
from companion.referee import Game
from companion.service import MatchPast, MatchShown, Notice, Snapshot
from companion.table import Seat, Table
from companion.texts import Message, say
from companion.view import Action, CallShown, Grid, Line, PictureShown, Result, ScoreSheet, Tap, View
from web.boards import CardAddresses, action_json, board_json, may_see
from web.contract import (
    AnnouncementJson,
    CallJson,
    CallsJson,
    DieJson,
    GridJson,
    LineJson,
    MatchJson,
    NotedDieJson,
    NoticeJson,
    PastMatchJson,
    PictureJson,
    RefusalJson,
    ResultJson,
    RuleJson,
    SeatJson,
    SheetJson,
    SnapshotJson,
    ViewJson,
)
from web.translations import COLOURS, LAMPS, LETTERS, WAYS, Language
from web.versions import view_version

MS = 1_000_000


def _is_needed(action: Action) -> bool:
    """Whether `action` needs a button of its own: every seat has a call button already."""
    return action.primary or action.event != Pressed.__name__ or action.values.get("slot") is not None


def _is_on_a_picture(action: Action, view: View) -> bool:
    """Whether people do `action` on a photograph: its dialog removes a die, a tap on it adds one that was missed."""
    edited = {shown.zone for shown in view.pictures if shown.edit and shown.picture and shown.tap is Tap.CORRECT}
    return action.event in (PartAdded.__name__, PartRemoved.__name__) and action.values.get("zone") in edited


def notes_on(calls: tuple[CallShown, ...]) -> Iterator[Message]:
    """Yield what the times of `calls` are worth, where that is not the same for all."""
    ways = {call.by for call in calls}
    if By.PAGE in ways:
        yield say("Calls from a page are timed when they reach the companion, not when the finger touched the screen.")
    if len(ways) > 1:
        yield say(
            "These calls came in different ways: their times are not equally exact, and what is too close is a tie."
        )


def _expected(shown: PictureShown, match: MatchShown) -> int | None:
    """Return how many dice must lie in the zone of `shown`, as long as it may still be read again."""
    return next((request.dice for request in match.read_requests if request.zone == shown.zone), None)


@dataclass(frozen=True, slots=True)
class Renderer:
    """Draws snapshots in `language` at the time `now` (ns, the service's clock)."""

    games: Mapping[str, Game]
    language: Language
    now: int
    run: str
    """Which start of the companion this is: a page of an earlier one must load itself again."""
    viewer: Seat | None = None
    """Whose page this is, if somebody has said so: it shows the hand of that seat."""

    def snapshot(self, state: Snapshot) -> SnapshotJson:
        """Return everything that the page shows."""
        return {
            "run": self.run,
            "version": state.version,
            "simulated": state.simulated,
            "live": state.live,
            "camera_on": state.camera_on,
            "camera": state.holder.value if state.holder else None,
            "reading": state.reading,
            "notices": [self._notice(notice) for notice in state.notices],
            "said": [said for effect in state.last if (said := self._said(effect))],
            "match": self._match(state.match) if state.match else None,
        }

    def past(self, match: MatchPast) -> PastMatchJson:
        """Return one earlier match."""
        best = max(match.totals.values(), default=None)
        winners = match.winners or tuple(seat for seat, total in match.totals.items() if total == best)
        return {
            "number": match.number,
            "game": self._title(match.game),
            "finished": match.finished,
            "state": self.language.tell(say("finished") if match.finished else say("not finished")),
            "players": [
                {
                    "seat": player.seat,
                    "name": player.name,
                    "total": match.totals.get(player.seat),
                    "won": match.finished and player.seat in winners,
                }
                for player in match.players
            ],
        }

    def _title(self, game: str) -> str:
        return self.language.tell(self.games[game].title) if game in self.games else game

    def _notice(self, notice: Notice) -> NoticeJson:
        tell = self.language.tell
        cure = tell(notice.cure) if notice.cure else None
        return {"key": notice.key, "level": notice.level.value, "text": tell(notice.text), "cure": cure}

    def _said(self, effect: Effect) -> RefusalJson | AnnouncementJson | None:
        match effect:
            case Refused(why=why):
                return {"tone": "refused", "text": self.language.tell(why)}
            case Announced(what=what, cue=cue):
                return {"tone": "said", "text": self.language.tell(what), "cue": cue.value}
        return None

    def _match(self, match: MatchShown) -> MatchJson:
        remaining = None if match.deadline is None else max(0, (match.deadline - self.now) // MS)
        return {
            "number": match.number,
            "mark": view_version(match),
            "game": self._title(match.game),
            "seats": [self._seat(seat, match) for seat in match.table.seats],
            "rules": self._rules(match),
            "read_requests": [
                {"zone": request.zone, "title": self.language.tell(request.title), "seat": request.seat}
                for request in match.read_requests
            ],
            "remaining_ms": remaining,
            "can_undo": match.can_undo,
            "can_redo": match.can_redo,
            "pictures": [self._picture(shown, _expected(shown, match)) for shown in match.view.pictures],
            **self._view(match.view, match),
        }

    def _seat(self, seat: Seat, match: MatchShown) -> SeatJson:
        lamp = match.lamps.get(seat)
        return {
            "seat": seat,
            "name": match.table.name(seat),
            "turn": match.view.turn == seat,
            "lamp": lamp.value if lamp else "off",
            "state": self.language.tell(LAMPS[lamp]) if lamp else "",
        }

    def _rules(self, match: MatchShown) -> list[RuleJson]:
        """Return the house rules in force, those that a table has changed marked as such."""
        game = self.games.get(match.game)
        if game is None:
            return []
        return [
            {
                "title": self.language.tell(rule.title),
                "chosen": self.language.tell(dict(rule.choices)[match.options.get(rule.name, rule.default)]),
                "changed": match.options.get(rule.name, rule.default) != rule.default,
            }
            for rule in house_rules(game.options)
        ]

    def _view(self, view: View, match: MatchShown) -> ViewJson:
        tell, table = self.language.tell, match.table
        art_url = CardAddresses(match.deck, self.run)
        return {
            "headline": tell(view.headline),
            "hint": tell(view.hint),
            "actions": [action_json(action, tell) for action in view.actions if self._is_offered(action, view)],
            "viewer": self.viewer if self.viewer in table.seats else None,
            "secrets": any(board.only_for is not None for board in view.boards),
            "boards": [board_json(board, self.viewer, tell, art_url) for board in view.boards],
            "calls": self._calls(view.calls, table),
            "grids": [self._grid(grid) for grid in view.grids],
            "sheet": self._sheet(view.sheet, table) if view.sheet else None,
            "result": self._result(view.result, table) if view.result else None,
            "facts": [{"name": tell(name), "value": tell(value)} for name, value in view.facts],
        }

    def _is_offered(self, action: Action, view: View) -> bool:
        return _is_needed(action) and may_see(action.only_for, self.viewer) and not _is_on_a_picture(action, view)

    def _calls(self, calls: tuple[CallShown, ...], table: Table) -> CallsJson:
        notes = [self.language.tell(note) for note in notes_on(calls)]
        return {
            "note": " ".join(notes) or None,
            "order": [self._call(place, call, table) for place, call in enumerate(calls, 1)],
        }

    def _call(self, place: int, call: CallShown, table: Table) -> CallJson:
        tell = self.language.tell
        remarks = [say("tie")] if call.tied else []
        remarks += [say("too late")] if call.late else []
        margin = say("+{ms} ms", ms=self.language.number(call.margin_ns / MS, 1)) if place > 1 else say("first")
        return {
            "seat": call.seat,
            "name": table.name(call.seat),
            "margin": tell(margin),
            "by": call.by.value,
            "way": tell(WAYS[call.by]),
            "late": call.late,
            "remarks": [tell(remark) for remark in remarks],
        }

    def _picture(self, shown: PictureShown, expected: int | None) -> PictureJson:
        """Return a photograph with its reading; `expected` dice must lie there."""
        tell = self.language.tell
        seen = shown.observation
        notes = [tell(note) for note in shown.notes]
        faults = [tell(fault) for fault in shown.faults]
        complete = expected is None or expected == len(seen.dice)
        problems = [tell(problem.sentence) for problem in shown.problems]
        answered = [tell(problem.sentence) for problem in seen.problems if problem not in shown.problems]
        where = {die.cell: index for index, die in enumerate(seen.dice) if die.cell is not None}
        return {
            "zone": shown.zone,
            "title": tell(shown.title),
            "url": f"/pictures/{shown.picture}.jpg" if shown.picture else None,
            "kind": seen.kind.value,
            "seat": shown.seat,
            "sure": complete and not problems and all(die.sure and die.value is not None for die in seen.dice),
            "complete": complete,
            "problems": [problem for problem in problems if problem not in faults],
            "answered": answered,
            "faults": faults,
            "notes": [note for note in notes if note not in faults],
            "places": [list(problem.place) for problem in shown.problems if problem.place],
            "dice": [self._die(index, die, shown.exchanged) for index, die in enumerate(seen.dice)],
            "lines": [self._line(line, where) for line in shown.lines],
            "total": shown.total,
            "tap": shown.tap.value,
            "edit": shown.edit,
            "open": shown.open,
        }

    def _die(self, index: int, die: SeenDie, exchanged: Mapping[Cell, str]) -> DieJson:
        colour = COLOURS[die.colour]
        if die.value is None:
            label = say("die {number}: {colour}, not read", number=index + 1, colour=colour)
        elif die.sure:
            label = say("die {number}: {value}, {colour}", number=index + 1, value=die.value, colour=colour)
        else:
            label = say("die {number}: perhaps {value}, {colour}", number=index + 1, value=die.value, colour=colour)
        now = self._noted(exchanged[die.cell]) if die.cell and die.cell in exchanged else None
        seen = die.to_json()
        return {
            "value": die.value,
            "colour": die.colour.value,
            "cell": seen["cell"],
            "confidence": seen["confidence"],
            "sure": die.sure,
            "corners": seen["corners"],
            "alternatives": seen["alternatives"],
            "index": index,
            "label": self.language.tell(label),
            "now": now,
        }

    def _line(self, line: Line, where: Mapping[Cell, int]) -> LineJson:
        return {
            "label": self.language.tell(line.label),
            "points": line.points,
            "tone": line.tone,
            "cells": [list(cell) for cell in line.cells],
            "dice": [where[cell] for cell in line.cells if cell in where],
        }

    def _grid(self, grid: Grid) -> GridJson:
        return {
            "title": self.language.tell(grid.title),
            "seat": grid.seat,
            "total": grid.total,
            "rows": [[self._noted(die) for die in row] for row in grid.rows],
            "lines": [self._line(line, {}) for line in grid.lines],
        }

    def _noted(self, notation: str) -> NotedDieJson:
        """Return a die in one-line notation (R5) as the page draws it."""
        colour = LETTERS.get(notation[:1], Colour.OTHER)
        value = int(notation[1:]) if notation[1:].isdigit() else None
        words = say("{value}, {colour}", value=notation[1:], colour=COLOURS[colour])
        return {"value": value, "colour": colour.value, "label": self.language.tell(words)}

    def _sheet(self, sheet: ScoreSheet, table: Table) -> SheetJson:
        best = max(sheet.totals.values(), default=0)
        return {
            "rounds": [self.language.tell(each) for each in sheet.rounds],
            "named": sheet.named,
            "rows": [
                {
                    "seat": seat,
                    "name": table.name(seat),
                    "points": list(sheet.points.get(seat, ())),
                    "total": sheet.totals.get(seat, 0),
                    "leads": best > 0 and sheet.totals.get(seat, 0) == best,
                }
                for seat in table.seats
            ],
        }

    def _result(self, result: Result, table: Table) -> ResultJson:
        return {
            "text": self.language.tell(result.text),
            "winners": [{"seat": seat, "name": table.name(seat)} for seat in result.winners],
        }
