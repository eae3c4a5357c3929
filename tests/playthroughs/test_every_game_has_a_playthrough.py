"""Every game of the registry has a match on record that is played to its end, and it still goes exactly like that."""

import json

import pytest

from companion.events import FORMER_NAMES, Started
from companion.games.registry import GAMES
from companion.journal import decode, encode
from companion.session import fold
from tests.playthroughs.transcript import events_in, journals, transcript


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_playthrough_to_its_end(game):
    ends = [fold(events_in(journal)).referee.view().result for journal in journals(f"{game}-")]

    assert ends, f"no playthrough of {game}: record one as tests/playthroughs/{game}-….jsonl"
    assert any(end is not None for end in ends)


@pytest.mark.parametrize("journal", journals(), ids=lambda journal: journal.stem)
def test_a_playthrough_goes_exactly_as_it_is_on_record(journal):
    assert journal.with_suffix(".txt").read_text(encoding="utf-8") == transcript(journal)


@pytest.mark.parametrize("journal", journals(), ids=lambda journal: journal.stem)
def test_a_playthrough_is_a_journal_of_its_own_game(journal):
    events = events_in(journal)
    first = events[0]

    assert isinstance(first, Started)
    assert journal.name.startswith(f"{first.game}-")
    vocabulary = GAMES[first.game].vocabulary
    former = {*FORMER_NAMES, *GAMES[first.game].former_names}
    assert events == [decode(encode(event), vocabulary) for event in events]
    lines = journal.read_text(encoding="utf-8").splitlines()
    written = [encode(event) for event in events]
    assert [line for line in lines if not is_former(line, former)] == [
        now for line, now in zip(lines, written, strict=True) if not is_former(line, former)
    ]


def is_former(line, former_names):
    """Whether an earlier version wrote `line`, under another name or with other fields."""
    written = json.loads(line)
    without_cards = "observation" in written and "cards" not in written["observation"]
    without_kind_of_table = written["event"] == "Started" and "simulated" not in written
    missing = without_cards or without_kind_of_table
    return written["event"] in former_names or "die" in written or missing or '"template"' in line
