"""While a card lies face down the page never tells what lies there: not in a sentence, an action, a name, anywhere."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from companion.decks.files import shipped
from companion.events import Event
from companion.games.registry import GAMES
from companion.games.thirteen_monsters.referee import ThirteenMatch
from companion.games.thirteen_monsters.state import ThirteenPhase
from companion.service import MatchShown, Snapshot
from tests.companion.games.thirteen_monsters.thirteen import new_match, people, started
from web.render import Renderer
from web.translations import languages
from web.versions import view_version


def page(match: ThirteenMatch, language: str = "en") -> str:
    """Everything that a page learns of a match."""
    shown = _shown(match)
    return json.dumps(Renderer(GAMES, languages()[language], 0, "run").snapshot(Snapshot(version=1, match=shown)))


def _shown(match: ThirteenMatch) -> MatchShown:
    return MatchShown(
        number=1,
        game="thirteen-monsters",
        table=match.table,
        options=started().options,
        view=match.view(),
        lamps=match.lamps,
        read_requests=match.read_requests,
        deadline=match.deadline,
        can_undo=True,
        can_redo=False,
        deck=shipped("thirteen-monsters"),
    )


def dealt_otherwise(match: ThirteenMatch, chance: Random) -> ThirteenMatch:
    """Return the same match, but with all cards that lie face down in other places."""
    hidden = [cell for cell in match.grid if cell not in match.turn.open]
    cards = [match.grid[cell] for cell in hidden]
    chance.shuffle(cards)
    return replace(match, grid={**match.grid, **dict(zip(hidden, cards, strict=True))})


@pytest.mark.parametrize(("players", "seed", "length"), [(2, 1, "whole"), (3, 2, "short"), (8, 3, "whole")])
def test_the_page_is_the_same_wherever_the_hidden_cards_lie(players: int, seed: int, length: str) -> None:
    """Whatever the page shows cannot depend on what it must not tell, at any moment of a match."""
    chance, moments = Random(seed), 0
    match = new_match(players, seed, length=length, odds="shown")
    for number, (_, after) in enumerate(_with_first(match, seed)):
        other = dealt_otherwise(after, chance)
        if after.phase is ThirteenPhase.OVER or number % 3:
            continue
        moments += 1
        assert after.view() == other.view()
        assert (after.read_requests, after.lamps) == (other.read_requests, other.lamps)
        assert page(after) == page(other)
        assert view_version(_shown(after)) == view_version(_shown(other))
    assert moments > 50


def _with_first(match: ThirteenMatch, seed: int) -> list[tuple[Event | None, ThirteenMatch]]:
    return [(None, match), *people(match, seed)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_at_the_beginning_the_page_names_no_monster_and_no_half(language: str) -> None:
    match = new_match(2)
    told = page(match, language)

    assert [] == [records.name for records in match.records if records.name in told]
    assert [] == [str(card) for card in match.grid.values() if str(card) in told]
    assert [] == [str(card.pair) for card in match.grid.values() if f'"{card.pair}"' in told]


def test_a_card_that_was_turned_back_is_told_no_longer() -> None:
    match = new_match(2)
    for event, after in people(match, 5, memory=0):
        if type(event).__name__ == "TurnEnded":
            assert after.view() == dealt_otherwise(after, Random(1)).view()
            assert [] == [
                records.name
                for records in after.records
                if records.name in page(after) and not _is_held(after, records.number)
            ]
            return
    raise AssertionError("nobody ended a turn")


def _is_held(match: ThirteenMatch, number: int) -> bool:
    return any(pair.monster == number for held in match.holdings.values() for pair in held.pairs)
