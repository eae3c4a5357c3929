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

PLAYER = new_game.ROOT / "tests" / "rig" / "play_new_game.py"
PLAYTHROUGHS = "tests.playthroughs.test_every_game_has_a_playthrough"


class NewGame:
    """The packages with one game more, and programs that run on them."""

    def __init__(self, folder: Path):
        self.folder = folder
        new_game.build(folder)

    def run(self, *words):
        path = os.pathsep.join((str(self.folder), str(new_game.ROOT)))
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=120,
        )

    def companion(self, *words):
        return self.run("-c", "from device.cli import main; main()", *words)


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    return NewGame(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def played(new, tmp_path_factory):
    done = new.run(str(PLAYER), str(tmp_path_factory.mktemp("data")))
    assert 0 == done.returncode, done.stderr
    return json.loads(done.stdout)


def test_everything_lies_in_its_folder_but_one_line_of_the_registry():
    changes = new_game.lines_added()

    assert {"companion/games/twice"} == {str(Path(path).parent) for path in new_game.listings()}
    assert ["companion/games/registry.py"] == list(changes)
    assert 1 == sum(line.startswith("+") for line in changes["companion/games/registry.py"].splitlines())


def test_the_registry_has_it_beside_the_games_that_are_there(played):
    assert [*GAMES, "twice"] == played["games"]


def test_the_camera_reads_the_dice_that_the_simulated_people_throw(played):
    assert (3, True) == (len(played["first"]), set(played["first"]) <= set(range(1, 7)))


def test_only_the_dice_that_are_not_put_aside_are_thrown_and_read_again(played):
    assert (3, played["first"][0]) == (len(played["second"]), played["second"][0])
    assert played["first"] != played["second"]


def test_dice_can_be_typed_on_the_page(played):
    assert [4, 4, 4] == played["typed"]


def test_it_is_played_to_its_end_and_its_journal_replays(played):
    read = sum(played["second"])

    assert [read, 17, 4, 12] == played["sums"]
    assert [[read, 4], [17, 12]] == [row["points"] for row in played["sheet"]["rows"]]
    assert "{names}: won" == played["replayed"]


def test_sentences_without_a_translation_are_shown_in_english(played):
    assert ("Ben: won", "Ben: won") == (played["english"], played["french"])


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
