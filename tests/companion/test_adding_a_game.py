"""The document about adding a game is run: its listings are a game that can be played, with one line beside it."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from tests.rig import new_game
from tests.rig.running import RunningTable

PLAYTHROUGHS = "tests.playthroughs.test_every_game_has_a_playthrough"
COMPANION = [sys.executable, "-c", "from device.cli import main; main()"]
PLAYERS = [{"seat": 1, "name": "Ada"}, {"seat": 2, "name": "Ben"}]


class NewGame:
    """The packages with one game more, and programs that run on them."""

    def __init__(self, folder: Path):
        self.folder = folder
        path = os.pathsep.join((str(folder), str(new_game.ROOT)))
        self.env = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
        new_game.build(folder)

    def run(self, *words):
        command = [sys.executable, *words]
        return subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=120)

    def companion(self, *words):
        return self.run(*COMPANION[1:], *words)


class Page:
    """The page of a running table, as people use it: its buttons, its boards."""

    def __init__(self, table: RunningTable):
        self.table = table

    def shown(self, language="en"):
        return json.loads(self.table.get(f"/api/snapshot?lang={language}"))["match"]

    def pieces(self, language="en"):
        return [piece for board in self.shown(language)["boards"] for piece in board["pieces"]]

    def dice(self):
        return [int(piece["label"]) for piece in self.pieces() if piece["tone"] == "white"]

    def read(self):
        self.table.post("/api/read", zone="dice")
        return self.dice()

    def press(self, event):
        self._send(next(each for each in self.shown()["actions"] if each["event"] == event))

    def tap(self, event, at):
        taps = [piece["action"] for piece in self.pieces() if piece["action"]]
        self._send([tap for tap in taps if tap["event"] == event][at])

    def _send(self, action):
        self.table.post("/api/send", event=action["event"], values=action["values"])


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    return NewGame(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def played(new, data):
    """A match on the simulated table: the first turn is read by the camera, the others are typed."""
    table = RunningTable(COMPANION, data, new.env)
    try:
        return play(Page(table))
    finally:
        table.stop()


def play(page):
    page.table.post("/api/start", game="twice", players=PLAYERS, options={})
    told = {"first": page.read()}
    page.tap("DieKept", 0)
    page.press("RestThrown")
    told["second"] = page.read()
    page.press("SumCounted")
    for turn in ((6, 6, 5), (1, 1, 2), (4, 4, 4)):
        for value in turn:
            page.tap("DieTyped", value - 1)
        told["typed"], told["names"] = page.dice(), [piece["name"] for piece in page.pieces("fr")]
        page.press("SumCounted")
    return told | {language: page.shown(language)["headline"] for language in ("en", "fr")}


def test_everything_lies_in_its_folder_but_one_line_of_the_registry():
    changes = new_game.lines_added()

    assert {"companion/games/twice"} == {str(Path(path).parent) for path in new_game.listings()}
    assert ["companion/games/registry.py"] == list(changes)
    assert 1 == sum(line.startswith("+") for line in changes["companion/games/registry.py"].splitlines())


def test_the_registry_has_it_beside_the_games_that_are_there(new):
    told = new.run("-c", "from companion.games.registry import GAMES; print(*GAMES)")

    assert [*GAMES, "twice"] == told.stdout.split()


def test_the_camera_reads_the_dice_that_the_simulated_people_throw(played):
    assert (3, True) == (len(played["first"]), set(played["first"]) <= set(range(1, 7)))


def test_only_the_dice_that_are_not_put_aside_are_thrown_and_read_again(played):
    assert (3, played["first"][0]) == (len(played["second"]), played["second"][0])
    assert played["first"] != played["second"]


def test_dice_can_be_typed_on_the_page(played):
    assert [4, 4, 4] == played["typed"]


def test_it_is_played_to_its_end_and_its_journal_replays(new, data, played):
    told = json.loads(new.companion("replay", str(data), "--json").stdout)

    assert {"1": [sum(played["second"]), 4], "2": [17, 12]} == told["points"]
    assert ([2], "Ben: won") == (told["winners"], told["state"])


def test_sentences_without_a_translation_are_shown_in_english_among_those_that_have_one(played):
    assert ("Ben: won", "Ben: won") == (played["en"], played["fr"])
    assert "un dé qui montre 4" in played["names"]


def test_they_are_listed(new):
    listed = new.run("-m", "tests.rig.untranslated")

    assert 0 == listed.returncode, listed.stderr
    assert "companion/games/twice: How many rounds are played?" in listed.stdout.splitlines()


@pytest.mark.parametrize(("command", "output"), new_game.commands())
def test_the_commands_of_the_page_print_what_it_says(new, command, output):
    program, *words = shlex.split(command)

    assert "companion" == program
    assert output == new.companion(*words).stdout


def test_its_mat_is_printed(new, tmp_path):
    done = new.companion("print", "mat", "--game", "twice", "--out", str(tmp_path / "mat.pdf"))

    assert "mat.pdf: 297 x 210 mm on " in done.stdout, done.stderr
    assert (tmp_path / "mat.pdf").read_bytes().startswith(b"%PDF")


def test_a_game_in_the_repository_without_a_match_on_record_makes_the_suite_fail(new):
    ask = f"from {PLAYTHROUGHS} import test_every_game_has_a_playthrough_to_its_end as ask; ask('twice')"
    done = new.run("-c", ask)

    assert 1 == done.returncode
    assert "AssertionError: no playthrough of twice: record one as tests/playthroughs/twice-" in done.stderr


def test_the_listings_keep_the_style_of_the_repository(new):
    config = str(new_game.ROOT / "pyproject.toml")
    for command in (["check"], ["format", "--check"]):
        folder = str(new.folder / "companion" / "games" / "twice")
        done = new.run("-m", "ruff", *command, "--no-cache", "--config", config, folder)
        assert 0 == done.returncode, done.stdout


def test_a_change_that_does_not_fit_its_file_is_noticed():
    with pytest.raises(ValueError, match="these lines are not there exactly once:\nthree\n"):
        new_game.changed("one\ntwo\n", " three\n+four\n")
