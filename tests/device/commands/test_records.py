"""`companion replay` and `companion export`: a journal told again."""

import csv
import io
import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from companion.events import By, Pressed
from companion.games.cubo.events import DieDeclined, Forfeited
from companion.store import Store
from companion.table import Player, Seat
from device.cli import main
from tests.matches import cubo_started, entered_centre

SECOND = 1_000_000_000


def run(*arguments):
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture
def folder(tmp_path):
    """A data folder with one round that both players gave up, after one call that came too early."""
    store = Store(tmp_path / "data")
    started = replace(cubo_started(), players=(Player(Seat(1), "=1+1"), Player(Seat(2), "Bob")))
    number = store.begin(started, "today")
    events = [
        Pressed(SECOND, Seat(2), By.BUTTON),
        *entered_centre(at=2 * SECOND),
        Pressed(3 * SECOND, Seat(1), By.BUTTON),
        Pressed(5 * SECOND, Seat(1), By.BUTTON),
        Forfeited(6 * SECOND, Seat(2)),
        DieDeclined(7 * SECOND, Seat(1)),
        Forfeited(8 * SECOND, Seat(1)),
    ]
    for event in events:
        store.append(number, event)
    store.close()
    return tmp_path / "data"


def test_replay_tells_what_happened_and_why_something_did_not(folder):
    lines = run("replay", folder).stdout.splitlines()

    assert "Cubo: 1 =1+1, 2 Bob" == lines[0]
    assert "refused" in lines[1]
    assert ["     6.000 s", "     8.000 s"] == [line[:12] for line in lines if "Forfeited" in line]
    assert "seat,name" in lines[-3]


def test_replay_as_json_gives_the_final_state(folder):
    told = json.loads(run("replay", folder, "--json").stdout)

    assert ("cubo", {"1": 0, "2": 0}, []) == (told["game"], told["totals"], told["winners"])


def test_a_journal_that_was_exported_can_be_replayed(folder, tmp_path):
    exported = tmp_path / "match.jsonl"
    exported.write_text(run("export", folder, "--format", "jsonl").stdout)

    assert run("replay", folder).stdout == run("replay", exported).stdout


def test_points_are_exported_for_a_spreadsheet_that_runs_nothing(folder):
    rows = list(csv.reader(io.StringIO(run("export", folder).stdout)))

    assert ["seat", "name"] == rows[0][:2]
    assert ["'=1+1", "Bob"] == [row[1] for row in rows[1:]]
    assert ["0", "0"] == [row[-1] for row in rows[1:]]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path / "none.jsonl", "none.jsonl: no such file"),
        (lambda path: path, "no journal here (journal.sqlite3 is missing)"),
    ],
)
def test_where_there_is_no_journal_that_is_said_in_one_line(tmp_path, make, words):
    told = run("replay", make(tmp_path))

    assert 2 == told.exit_code
    assert words in told.stderr
    assert 1 == len(told.stderr.splitlines())


@pytest.mark.parametrize(
    "text", ["", "nonsense", '{"event": "Confirmed", "at": 1}', "\x00\xff", '{"event": "Started"}']
)
def test_a_file_that_is_no_journal_is_refused_without_a_traceback(tmp_path, text):
    file = tmp_path / "match.jsonl"
    file.write_bytes(text.encode("latin-1"))
    told = run("replay", file)

    assert 2 == told.exit_code
    assert 1 == len(told.stderr.splitlines()), told.stderr


def test_a_match_that_does_not_exist_is_said(folder):
    told = run("replay", folder, "--match", "9")

    assert (2, True) == (told.exit_code, "there is no match 9; it has 1" in told.stderr)
