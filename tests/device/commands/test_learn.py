"""`companion learn` as somebody at a terminal sees it; the presses come from a listener that a test holds."""

import tomllib

import pytest
from click.testing import CliRunner

from companion.events import By
from companion.store import DataLock
from companion.texts import say
from device.cli import main
from device.commands import learn as command
from device.config import load
from device.hardware.clock import SECOND
from device.pairing.dialogue import DetectedPress
from device.pairing.listener import ListenedInputs
from device.pairing.sources import KeySource, PinSource

THUMB = KeySource(By.ENCODER, "DragonRise", "0079:0006", None, 289)
FILE = "# ours\n[table]\nseats = 2\n\n[buttons]\n1 = 4\n2 = 17\nconfirm = 23\n\n[lamps]\n1 = 12\n"


class FakeListener:
    """InputListener that hear what a test has planned, at once."""

    def __init__(self, available):
        self.available = available
        self.closed = False

    def close(self):
        self.closed = True


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    listener = FakeListener(ListenedInputs((5, 6), ("DragonRise",)))

    def run(*words, pressed=(), typed="", available=None):
        def listen(config, heard, clock, pins, ports, *, keyboards):
            listener.keyboards = keyboards
            listener.available = available or listener.available
            for number, source in enumerate(pressed):
                heard(DetectedPress(clock.now() + number * SECOND, source))
            return listener

        monkeypatch.setattr(command, "listen", listen)
        return CliRunner().invoke(main, ["learn", *words], input=typed)

    run.listener = listener
    return run


def test_it_asks_shows_and_writes_only_the_section(run, tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text(FILE)

    result = run("--config", str(file), pressed=[PinSource(5), THUMB], typed="\n-\n-\n-\n-\ny\n")

    assert 0 == result.exit_code
    assert FILE.replace("1 = 4\n2 = 17\nconfirm = 23\n", "1 = 5\nconfirm = 23\n\n" + ENCODER) == file.read_text()
    assert [
        "listening to 2 GPIO, DragonRise",
        "Enter keeps what is there now, - goes without, b goes back, q stops.",
        "Press the button of player 1 now. (now: GPIO 4)",
        "  the button of seat 1: GPIO 5",
        "Press the button of player 2 now. (now: GPIO 17)",
        "  the button of seat 2: BTN_THUMB (DragonRise)",
        "Press the confirm button now. (now: GPIO 23)",
        "  the confirm button: GPIO 23",
        "Press the undo button now. (no button yet)",
        "  the undo button: none",
    ] == result.output.splitlines()[:10]
    assert f"Written into {file}." == result.output.splitlines()[-1]
    assert run.listener.closed


ENCODER = '[[buttons.encoder]]\nname = "DragonRise"\nusb = "0079:0006"\n2 = "BTN_THUMB"\n'


def test_without_a_file_the_section_is_shown_to_be_copied(run):
    result = run("--seats", "1", pressed=[PinSource(5)], typed="-\n" * 5)

    assert 0 == result.exit_code
    section = result.output[result.output.index("[buttons]") : result.output.index("Put this")]
    assert {"buttons": {"1": 5}} == tomllib.loads(section)


def test_a_file_that_is_not_there_yet_is_made(run, tmp_path):
    file = tmp_path / "new.toml"

    result = run("--config", str(file), "--seats", "1", "--yes", pressed=[PinSource(5)], typed="-\n" * 5)

    assert (0, {1: 5}) == (result.exit_code, load(file).buttons.seats)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("q\n", "Nothing was changed: given up."),
        ("", "Nothing was changed: given up."),
        ("\n\n\n\n\n-\n-\nn\n", "Nothing was changed."),
    ],
)
def test_whoever_stops_or_declines_changes_nothing(run, tmp_path, typed, said):
    file = tmp_path / "companion.toml"
    file.write_text(FILE)

    result = run("--config", str(file), typed=typed)

    assert (1, said, FILE) == (result.exit_code, result.output.splitlines()[-1], file.read_text())


def test_c22_a_pin_pressed_twice_is_refused_in_plain_words(run):
    result = run("--seats", "2", pressed=[PinSource(5), PinSource(5)], typed="q\n")

    assert "  GPIO 5 is the button of seat 1 already: press another one." in result.output.splitlines()


def test_where_nothing_can_be_heard_it_says_why(run):
    result = run(available=ListenedInputs(unreachable=(say("this machine has no GPIO header"),)))

    assert (1, ["nothing can be heard here: this machine has no GPIO header"]) == (
        result.exit_code,
        result.output.splitlines(),
    )


def test_keyboards_are_heard_only_when_that_is_wished(run):
    run(typed="q\n")
    assert not run.listener.keyboards

    run("--keyboard", typed="q\n")
    assert run.listener.keyboards


def test_a_companion_that_runs_is_not_robbed_of_its_pins(run, tmp_path):
    lock = DataLock(tmp_path / "data" / "tabletop-companion")

    result = run(typed="q\n")

    lock.close()
    assert 2 == result.exit_code
    assert (
        "companion: a companion runs at this table: learn its buttons on its page, or stop it first\n" == result.stderr
    )


def test_slots_that_are_missing_are_refused_in_one_line(run):
    result = run("--seats", "1", pressed=[PinSource(pin) for pin in (5, 4)], typed="-\n" * 4)
    assert 0 == result.exit_code

    pressed = [PinSource(pin) for pin in (2, 3, 4, 5)]
    result = run("--seats", "1", pressed=pressed, typed="-\n-\n")
    assert (2, "companion: [buttons] slot.2 and slot.3 are missing: a grab needs all three slots\n") == (
        result.exit_code,
        result.stderr,
    )
