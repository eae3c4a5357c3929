"""The running program, as a user starts it: a real process, a real port, and a plug that is pulled."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store import holder
from tests.rig.running import OPTIONS, RunningTable

COMPANION = [str(Path(sys.executable).with_name("companion"))]
COMMAND = [*COMPANION, "play", *OPTIONS]
PLAYERS = [{"seat": 1, "name": "Ada"}, {"seat": 2, "name": "Bob"}]


@pytest.fixture
def start(tmp_path):
    running = []

    def another():
        running.append(RunningTable(COMPANION, tmp_path / "data"))
        return running[-1]

    yield another
    for each in running:
        if each.process.poll() is None:
            each.kill()


def what_counts(match):
    """What people would miss: everything but the numbers of the clock."""
    return {key: match[key] for key in ("headline", "hint", "calls", "sheet", "pictures", "grids")}


def enter_centre(table):
    table.post("/api/send", event="TypedByHand", values={"zone": "centre"})
    for die, (colour, value) in enumerate([("red", 6), ("red", 2), ("blue", 1), ("blue", 5)]):
        table.post(
            "/api/send", event="Corrected", values={"zone": "centre", "part": die, "value": value, "colour": colour}
        )


def test_killed_after_any_acknowledged_step_it_goes_on_where_it_was(start):
    table = start()
    steps = [
        lambda: table.post("/api/start", game="cubo", players=PLAYERS, options={}),
        lambda: enter_centre(table),
        lambda: table.post("/api/press", seat=1),
        lambda: table.post("/api/press", seat=1),
        lambda: table.post("/api/send", event="Forfeited", values={"seat": 2}),
        lambda: table.post("/api/send", event="DieTaken", values={"seat": 1, "die": 0}),
        lambda: table.post("/api/read", zone="square-1"),
    ]
    for step in steps:
        step()
        before = what_counts(table.match)
        table.kill()
        table = start()
        assert before == what_counts(table.match)


def test_without_a_display_every_address_of_the_page_is_answered(start):
    """No library looks for a window."""
    table = start()
    table.post("/api/start", game="cubo", players=PLAYERS, options={})
    for path in (
        "/",
        "/live.jpg",
        "/corners.jpg",
        "/self-test",
        "/learn",
        "/api/snapshot",
        "/api/matches",
        "/api/corners",
    ):
        assert table.status(path) in (200, 204, 404), path
    assert table.process.poll() is None


def test_a_second_companion_is_told_who_keeps_the_table(start, tmp_path):
    """One process with threads owns camera, match and page; another one for the same table is refused."""
    table = start()
    second = subprocess.run([*COMMAND, "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=30)

    assert (2, "") == (second.returncode, second.stdout)
    assert second.stderr.startswith(f"companion: another companion (pid {table.process.pid}) keeps this table: stop it")
    assert 1 == len(second.stderr.splitlines())


def test_a_port_in_use_is_said_in_one_line(start, tmp_path):
    """Another table on the same port is refused as well."""
    port = start().url.rsplit(":", 1)[1]
    command = [*COMMAND, "--data", str(tmp_path / "other"), "--port", port]
    second = subprocess.run(command, capture_output=True, text=True, timeout=30)

    assert 2 == second.returncode
    assert re.match(rf"^companion: .*{port}.*\n$", second.stderr)


def test_it_stops_when_it_is_asked_to_and_lets_go_of_everything(start, tmp_path):
    table = start()
    table.stop()

    assert 0 == table.process.returncode
    assert holder(tmp_path / "data") is None
    with socket.socket() as port:
        assert 0 != port.connect_ex(("127.0.0.1", int(table.url.rsplit(":", 1)[1])))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "70000"], "70000 is not in the range"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_bad_usage_is_one_clear_line_and_exit_code_2(arguments, words):
    bad = subprocess.run([COMMAND[0], "play", *arguments], capture_output=True, text=True, timeout=30)

    assert 2 == bad.returncode
    assert words in bad.stderr
    assert "Traceback" not in bad.stderr


def test_a_configuration_with_an_unknown_key_says_what_was_meant(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text("[page]\nprot = 8080\n")
    bad = subprocess.run([COMMAND[0], "play", "--config", str(file)], capture_output=True, text=True, timeout=30)

    assert 2 == bad.returncode
    assert "did you mean" in bad.stderr
    assert 1 == len(bad.stderr.splitlines())
