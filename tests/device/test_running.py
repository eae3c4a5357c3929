"""The running program, as a user starts it: a real process, a real port, and a plug that is pulled."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from companion.lock import holder

COMMAND = [str(Path(sys.executable).with_name("companion")), "play", "--simulate", "--port", "0", "--seed", "3"]
PLAYERS = [{"seat": 1, "name": "Ada"}, {"seat": 2, "name": "Bob"}]


class Running:
    """A companion in a process of its own, and its page as a browser would use it."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [*COMMAND, "--data", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")},
        )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.search(r"http://localhost:\d+", first)
        assert found, (first, self.process.stderr.read() if self.process.poll() is not None else "")
        self.url = found.group()
        self.asked = 0
        page = self.get("/").decode()
        self.token = re.search(r'name="companion-token" content="([^"]+)"', page).group(1)

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return answer.read()

    def status(self, path):
        try:
            with urllib.request.urlopen(self.url + path, timeout=20) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def post(self, path, **body):
        self.asked += 1
        data = json.dumps({"request": f"request-{self.process.pid}-{self.asked:04}", **body}).encode()
        headers = {"X-Companion-Token": self.token, "Content-Type": "application/json", "Origin": self.url}
        request = urllib.request.Request(self.url + path, data, headers, method="POST")
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert json.load(answer)["accepted"]

    @property
    def match(self):
        return json.loads(self.get("/api/snapshot"))["match"]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=20)


@pytest.fixture
def start(tmp_path):
    running = []

    def another():
        running.append(Running(tmp_path / "data"))
        return running[-1]

    yield another
    for each in running:
        if each.process.poll() is None:
            each.kill()


def what_counts(match):
    """What people would miss: everything but the numbers of the clock."""
    return {key: match[key] for key in ("headline", "hint", "calls", "sheet", "pictures", "grids")}


def enter_centre(table):
    table.post("/api/send", event="EnteredByHand", values={"zone": "centre"})
    for die, (colour, value) in enumerate([("red", 6), ("red", 2), ("blue", 1), ("blue", 5)]):
        table.post(
            "/api/send", event="Corrected", values={"zone": "centre", "die": die, "value": value, "colour": colour}
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
