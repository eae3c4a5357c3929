"""`companion check --interactive`: what is asked, what is printed, what shines, and the exit codes."""

import io
from queue import SimpleQueue

import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory

from companion.effects import Lamp
from companion.events import By
from companion.store import DataLock
from device.cli import main
from device.hardware.clock import MS, FakeClock
from device.hardware.lamps import PATTERNS, Lamps
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.panel import Edge
from device.outputs import Outputs
from device.selftest import interactive
from device.selftest.interactive import Conversation, converse, type_in
from device.selftest.walk import Wish
from tests.device.hardware.presses.test_buttons import TWO
from tests.device.hardware.test_lamps import Light


class Script(SimpleQueue):
    """News that come one by one, each at its time (ms)."""

    def __new__(cls, *_):
        return super().__new__(cls)

    def __init__(self, clock, *news):
        self.clock, self.news = clock, list(news)

    def get(self, timeout):
        at, news = self.news.pop(0)
        self.clock.advance(at * MS - self.clock.now())
        return news


def held(places, *news):
    """Hold a conversation about `places`; return the exit code, the lines and what the lamp of seat 1 showed."""
    clock, lines, light = FakeClock(), [], Light()
    outputs = Outputs(clock, Lamps({1: light}))
    code = Conversation(places, outputs, lines.append, Script(clock, *news)).hold()
    return code, lines[1:], light.shown


def press(target):
    return RawPress(target, 0, By.BUTTON)


def test_a_whole_walk_is_printed_line_by_line():
    code, lines, shown = held(
        {1: "GPIO4", 2: "GPIO17"},
        (1, Edge(0, 1, closed=True)),
        (1, Edge(MS // 2, 1, closed=False)),
        (2, Edge(MS, 1, closed=True)),
        (5, press(1)),
        (90, Edge(85 * MS, 1, closed=False)),
        (600, None),
        (700, press(1)),
        (800, press(2)),
        (1400, None),
    )

    assert 0 == code
    assert [
        "press the button of seat 1 (GPIO4)",
        "  ok: heard 1.0 ms after the edge; bounces: 1",
        "  0.0 closed  0.5 open  1.0 closed  85.0 open",
        "press the button of seat 2 (GPIO17)",
        "  that was the button of seat 1, not the button of seat 2: are their wires crossed?",
        "  ok: heard 0.0 ms after the edge; bounces: 0",
        "every button works",
    ] == lines
    assert PATTERNS[Lamp.CALLED] in shown


def test_what_was_skipped_is_said_at_the_end_and_in_the_exit_code():
    code, lines, _ = held({1: "GPIO4", 2: "GPIO17"}, (1, Wish.SKIP), (2, press(2)), (600, None))

    assert (1, "not pressed: the button of seat 1") == (code, lines[-1])
    assert "  skipped: the button of seat 1" in lines


def test_whoever_quits_is_told_what_was_not_pressed():
    code, lines, _ = held({1: "GPIO4", 2: "GPIO17"}, (1, Wish.QUIT))

    assert (1, "not pressed: the button of seat 1, the button of seat 2") == (code, lines[-1])


def test_enter_skips_and_q_ends_and_anything_else_is_nothing():
    put = []
    type_in(io.StringIO("\nhello\nQ\n s \n"), put.append)

    assert [Wish.SKIP, Wish.QUIT, Wish.SKIP] == put


def test_on_the_pins_a_walk_that_is_ended_gives_everything_back(monkeypatch, tmp_path):
    factory = MockFactory()
    monkeypatch.setattr("device.hardware.gpio.open_header", lambda: factory)
    monkeypatch.setattr(interactive, "open_speaker", lambda *_: None)
    lines = []

    code = converse(TWO, lines.append, io.StringIO("q\n"))

    assert (1, "not pressed: the button of seat 1, the button of seat 2, the confirm button") == (code, lines[-1])
    assert "press the button of seat 1 (GPIO17, position 11 on the header)" in lines
    assert {} == factory.pins or all(pin.function == "input" for pin in factory.pins.values())


def test_without_buttons_it_says_why_and_fails(tmp_path):
    result = CliRunner().invoke(main, ["check", "--interactive", "--data", str(tmp_path)])

    assert 1 == result.exit_code
    assert result.output.startswith("warning: this machine has no GPIO header - ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--json"], "do not go together"), ([], "has the buttons: stop it, or use its self-test page")],
)
def test_what_cannot_be_is_bad_usage(tmp_path, arguments, words):
    lock = DataLock(tmp_path)
    result = CliRunner().invoke(main, ["check", "--interactive", "--data", str(tmp_path), *arguments])
    lock.close()

    assert 2 == result.exit_code
    assert words in result.stderr
    assert 1 == len(result.stderr.splitlines())
