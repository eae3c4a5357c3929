"""The JSON of the page keeps to its contract, on both sides."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import web
from companion.decks.files import has_deck, text_of
from companion.effects import Announced, Cue, Refused
from companion.events import Started, Tick
from companion.games.registry import GAMES
from companion.service import MatchShown, Snapshot
from companion.session import Match
from companion.table import Seat, Table
from companion.texts import say
from tests.playthroughs.transcript import events_in, journals
from tests.web import board_scenes, scenes
from web.contract import (
    DECLARATIONS,
    ActionJson,
    BoardJson,
    CallJson,
    DieJson,
    GridJson,
    LineJson,
    MatchJson,
    NoticeJson,
    PastMatchJson,
    PictureJson,
    PieceJson,
    ResultJson,
    RuleJson,
    SheetJson,
    SnapshotJson,
    StrokeJson,
    declarations,
    mismatches,
)
from web.render import Renderer
from web.translations import languages

STATIC = Path(web.__path__[0]) / "static"
CALLED: dict[str, Any] = {
    "state": SnapshotJson,
    "match": MatchJson,
    "notice": NoticeJson,
    "action": ActionJson,
    "board": BoardJson,
    "piece": PieceJson,
    "stroke": StrokeJson,
    "shown": PictureJson,
    "die": DieJson,
    "line": LineJson,
    "grid": GridJson,
    "call": CallJson,
    "sheet": SheetJson,
    "result": ResultJson,
    "rule": RuleJson,
}
"""What the scripts of the page call the objects of the contract."""
DRAWING = (
    "app.js",
    "board.js",
    "match.js",
    "picture.js",
    "hub.js",
    "correct.js",
    "missed.js",
    "lobby.js",
    "countdown.js",
)


def test_the_declarations_for_the_scripts_are_up_to_date() -> None:
    assert declarations() == DECLARATIONS.read_text(encoding="utf-8"), "run `python -m web.contract`"


SCENES = [
    scenes.snapshot(shown)
    for shown in (
        None,
        scenes.rolling(),
        scenes.closing(),
        scenes.counting(),
        scenes.counting(scenes.doubtful()),
        scenes.over(),
        board_scenes.boards(),
    )
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("viewer", [None, Seat(1)])
@pytest.mark.parametrize("scene", SCENES, ids=range(len(SCENES)))
def test_every_scene_fits_the_contract(scene: Snapshot, viewer: Seat | None, language: str) -> None:
    state = Renderer(GAMES, languages()[language], 0, "run", viewer).snapshot(scene)

    assert [] == mismatches(state, SnapshotJson)


@pytest.mark.parametrize("journal", journals(), ids=lambda journal: journal.stem)
def test_the_states_of_every_playthrough_fit_the_contract(journal: Path) -> None:
    """One state in ten is drawn, and the last ones: what a phase shows stays for longer than ten events."""
    events = events_in(journal)
    assert isinstance(events[0], Started)
    match = Match.begin(events[0])
    for version, event in enumerate(events[1:]):
        match, effects = match.feed(event)
        if version % 10 and version < len(events) - 4:
            continue
        started, referee = match.started, match.referee
        shown = MatchShown(
            1,
            started.game,
            Table(started.players),
            started.options,
            referee.view(),
            referee.lamps,
            referee.read_requests,
            match.deadline,
            match.can_undo,
            match.can_redo,
            text_of(started) if has_deck(started.game) else "",
        )
        drawn = Renderer(GAMES, languages()["en"], event.at, "run", Seat(1))
        assert [] == mismatches(drawn.snapshot(Snapshot(version, shown, last=effects)), SnapshotJson)


def test_what_the_table_says_and_refuses_fits_the_contract() -> None:
    last = (Refused(Tick(0), say("tie")), Announced(say("tie"), Cue.GO))
    state = Renderer(GAMES, languages()["en"], 0, "run").snapshot(replace(SCENES[0], last=last))

    assert ["refused", "said"] == [each["tone"] for each in state["said"]]
    assert [] == mismatches(state, SnapshotJson)


def test_earlier_matches_fit_the_contract() -> None:
    renderer = Renderer(GAMES, languages()["en"], 0, "run")

    matches = [renderer.past(match) for match in scenes.service().matches()]
    assert matches
    assert [] == [fault for match in matches for fault in mismatches(match, PastMatchJson)]


def test_a_state_that_does_not_fit_is_found() -> None:
    state = {**Renderer(GAMES, languages()["en"], 0, "run").snapshot(SCENES[0])}
    state["version"] = "3"
    assert [".version: '3' is not <class 'int'>"] == mismatches(state, SnapshotJson)
    del state["version"]
    assert [": missing or unknown fields ['version']"] == mismatches(state, SnapshotJson)


@pytest.mark.parametrize("script", DRAWING)
def test_scripts_read_only_fields_of_the_contract(script: str) -> None:
    source = re.sub(r"^import .*|//.*|/\*.*?\*/", "", (STATIC / script).read_text(encoding="utf-8"), flags=re.MULTILINE)
    called = {**CALLED, "match": PastMatchJson} if script == "lobby.js" else CALLED
    read = re.findall(rf"(?<![\w./])({'|'.join(CALLED)})\??\.(\w+)", source)

    assert [] == [f"{name}.{field}" for name, field in read if field not in get_type_hints(called[name])]
