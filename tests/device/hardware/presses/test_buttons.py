"""Wired buttons through gpiozero: edge times from the pins, and every reason for having none is told."""

import errno
import subprocess
import sys
import threading
from queue import SimpleQueue
from types import ModuleType

import pytest
from gpiozero.pins.mock import MockFactory

from companion.events import By
from companion.service import NoticeLevel
from device.config import Config
from device.hardware import gpio as board
from device.hardware.clock import MS, SECOND, FakeClock, MonotonicClock
from device.hardware.config import ButtonsConfig
from device.hardware.gpio import GpioHeader, chip_files, open_header, usable_chips
from device.hardware.presses.arbiter import Control, RawPress
from device.hardware.presses.buttons import Buttons, Offline, edge_line, open_buttons
from device.hardware.presses.panel import Edge

TWO = Config(buttons=ButtonsConfig({1: 17, 2: 27}, confirm=23, undo=None))


class NoticeRecorder:
    """Remembers what is said now."""

    def __init__(self):
        self.said = {}

    def notice(self, notice):
        self.said[notice.key] = str(notice.text)

    def withdraw(self, key):
        del self.said[key]


@pytest.fixture
def factory():
    factory = MockFactory()
    yield factory
    factory.reset()


def test_the_time_of_an_edge_is_the_tick_of_the_pin_and_not_the_time_of_the_callback(factory):
    edges = []
    line = edge_line()(1, 17, edges.append, factory)

    line._pin_changed(12.345678901, 0)
    line._pin_changed(12.345678901, 1)
    line._pin_changed(12.0, 0)

    assert [Edge(12345678901, 1, True), Edge(12345678901, 1, False), Edge(12 * SECOND, 1, True)] == edges
    line.close()


def test_a_kernel_time_keeps_its_nanoseconds_after_a_year_of_uptime(factory):
    edges = []
    line = edge_line()(1, 17, edges.append, factory)
    year = 365 * 86_400 * SECOND + 123_456_789

    line._pin_changed(year / 1_000_000_000, 0)

    assert abs(edges[0].at - year) <= 10
    line.close()


def test_a_handler_never_raises_whatever_happens(factory, caplog):
    def full(edge):
        raise MemoryError

    line = edge_line()(1, 17, full, factory)

    line._pin_changed(1.0, 0)
    line._pin_changed(None, 0)

    assert ["an edge of 1 was lost", "an edge of 1 was lost"] == [record.message for record in caplog.records]
    line.close()


def test_gpiozeros_debounce_is_off_and_the_line_is_pulled_up(factory):
    line = edge_line()(1, 17, lambda _: None, factory)

    assert (None, "both", "up") == (line.pin.bounce, line.pin.edges, line.pin.pull)
    line.close()


def test_presses_are_judged_by_their_edges_and_the_level(factory):
    clock, inbox, presses = FakeClock(), SimpleQueue(), []
    lines = {1: edge_line()(1, 17, inbox.put, factory), Control.UNDO: edge_line()(Control.UNDO, 24, inbox.put, factory)}
    buttons = Buttons(lines, inbox, presses.append, clock)

    factory.pin(17).drive_low()
    factory.pin(24).drive_low()
    while not inbox.empty():
        inbox.get()  # the ticks of mock pins are the real clock's: put them on ours
    inbox.put(Edge(2 * MS, 1, closed=True))
    inbox.put(Edge(1 * MS, Control.UNDO, closed=True))
    for _ in range(20):
        clock.advance(MS)
        buttons.turn()

    assert [RawPress(Control.UNDO, 1 * MS, By.BUTTON), RawPress(1, 2 * MS, By.BUTTON)] == presses
    buttons.close()


def test_the_opened_buttons_report_a_press_from_their_own_thread(factory):
    heard, presses = threading.Event(), []
    clock = MonotonicClock()
    buttons = open_buttons(
        TWO.buttons, lambda press: (presses.append(press), heard.set()), clock, GpioHeader(lambda: factory)
    )
    before = clock.now()

    factory.pin(27).drive_low()

    assert heard.wait(10)
    buttons.close()
    assert [(2, By.BUTTON)] == [(press.target, press.by) for press in presses]
    assert before <= presses[0].at <= clock.now()


def test_troubles_are_told_once_and_withdrawn_when_they_are_over(factory):
    clock, inbox, said = FakeClock(), SimpleQueue(), NoticeRecorder()
    buttons = Buttons({1: HeldLine()}, inbox, lambda _: None, clock)
    buttons._board = said

    buttons.turn()
    assert {"button-1-held": "the button of seat 1 is held down and does not count"} == said.said

    inbox.put(Edge(clock.advance(MS), 1, closed=False))
    clock.advance(5 * MS)
    buttons.turn()
    assert {} == said.said


class HeldLine:
    """A button that is pressed all the time; gpiozero's mock pins forget that."""

    is_active = True

    def close(self):
        """Nothing to give back."""


class DeadLine:
    """A line whose level can be read once, and then no more."""

    def __init__(self):
        self.reads = 0

    @property
    def is_active(self):
        self.reads += 1
        if self.reads > 1:
            raise OSError(errno.EIO, "Input/output error")
        return False

    def close(self):
        """Nothing to give back."""


def test_buttons_that_die_say_so(factory):
    said, told = NoticeRecorder(), threading.Event()
    said.notice = lambda notice: (NoticeRecorder.notice(said, notice), told.set())
    buttons = Buttons({1: DeadLine()}, SimpleQueue(), lambda _: None, MonotonicClock())

    buttons.start(said)

    assert told.wait(10)
    assert {"buttons": "the buttons stopped working: [Errno 5] Input/output error"} == said.said
    buttons.close()


def test_closing_twice_gives_every_pin_back_once(factory):
    pins = GpioHeader(lambda: factory)
    buttons = open_buttons(TWO.buttons, lambda _: None, MonotonicClock(), pins)

    buttons.close()
    buttons.close()

    again = open_buttons(TWO.buttons, lambda _: None, MonotonicClock(), pins)
    assert isinstance(again, Buttons)
    again.close()


class BusyLine(HeldLine):
    """A line that lgpio finds busy when it is to be given back, as happens on a busy machine."""

    def close(self):
        raise LgpioError("GPIO busy")


def test_a_line_that_cannot_be_given_back_keeps_no_other_open(caplog):
    closed = []
    other = HeldLine()
    other.close = lambda: closed.append(1)
    buttons = Buttons({1: BusyLine(), 2: other}, SimpleQueue(), lambda _: None, FakeClock())

    buttons.close()

    assert [1] == closed
    assert 1 == len(caplog.records)


def test_the_pins_are_opened_once_and_shared(factory):
    opened = []
    pins = GpioHeader(lambda: (opened.append(1), factory)[1])

    assert pins.factory() is pins.factory()
    assert [1] == opened


def offline(opener) -> Offline:
    buttons = open_buttons(TWO.buttons, lambda _: None, FakeClock(), GpioHeader(opener))
    assert isinstance(buttons, Offline)
    buttons.close()
    return buttons


def failing(error):
    def opener():
        raise error

    return opener


class LgpioError(Exception):
    """lgpio's own error is a bare Exception, too."""


@pytest.mark.parametrize(
    ("error", "text", "cure"),
    [
        pytest.param(
            ModuleNotFoundError("No module named 'lgpio'"),
            "buttons and lamps need lgpio, which is not installed",
            "sudo apt install python3-lgpio",
            id="no lgpio",
        ),
        pytest.param(
            RuntimeError("Failed to add edge detection"),
            "the GPIO header cannot be opened: Failed to add edge detection",
            "sudo apt install python3-lgpio",
            id="no edge detection",
        ),
        pytest.param(
            LgpioError("GPIO busy"),
            "the GPIO header cannot be opened: its pin is used by another program",
            "stop that program",
            id="pin in use",
        ),
        pytest.param(
            FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"),
            "lgpio cannot make its pipe in /run/companion",
            "set LG_WD to a folder that can be written",
            id="no writable folder",
        ),
        pytest.param(
            AttributeError("module 'lgpio' has no attribute 'gpiochip_open'"),
            "the lgpio that is installed is an empty placeholder",
            "sudo apt install python3-lgpio",
            id="the empty package 0.0.0.2",
        ),
        pytest.param(
            ValueError(),
            "the GPIO header cannot be opened: ValueError",
            "sudo apt install python3-lgpio",
            id="an error without a word",
        ),
    ],
)
def test_whatever_keeps_the_pins_closed_is_told_with_its_cure(monkeypatch, error, text, cure):
    monkeypatch.setenv("LG_WD", "/run/companion")

    why = offline(failing(error)).why

    assert ("buttons", NoticeLevel.WARNING, text) == (why.key, why.level, str(why.text))
    assert str(why.cure).startswith(cure)


def test_a_busy_pin_is_named_with_its_button_and_the_others_are_given_back(factory):
    taken = edge_line()(5, 27, lambda _: None, factory)

    why = offline(lambda: factory).why

    assert str(why.text).startswith("the button of seat 2 (GPIO 27) cannot be opened")
    taken.close()
    again = open_buttons(TWO.buttons, lambda _: None, MonotonicClock(), GpioHeader(lambda: factory))
    assert isinstance(again, Buttons)
    again.close()


def test_a_table_without_buttons_says_so_and_opens_no_pin():
    bare = Config(buttons=ButtonsConfig({}, None, None))

    buttons = open_buttons(
        bare.buttons, lambda _: None, FakeClock(), GpioHeader(failing(AssertionError("nobody asked")))
    )

    assert isinstance(buttons, Offline)
    assert (NoticeLevel.INFO, "no buttons are wired") == (buttons.why.level, str(buttons.why.text))


def test_a_machine_without_a_header_says_so(tmp_path, monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)

    why = offline(lambda: open_header(tmp_path)).why

    assert "this machine has no GPIO header" == str(why.text)
    assert "use the buttons on the page here, or run on a Raspberry Pi" == str(why.cure)


def test_another_back_end_is_refused_and_never_taken_silently(tmp_path, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")

    assert "GPIOZERO_PIN_FACTORY asks for native, which cannot settle a race" == str(
        offline(lambda: open_header(tmp_path)).why.text
    )


def test_a_user_who_may_not_open_the_chip_is_told_of_the_group(tmp_path, monkeypatch):
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(board.os, "access", lambda *_: False)

    why = offline(lambda: usable_chips(chip_files(tmp_path))).why

    assert f"this user may not open {tmp_path}/gpiochip0" == str(why.text)
    assert "sudo adduser $USER gpio, then log in again" == str(why.cure)


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """A machine with these chips, and an lgpio that knows them; returns the folder of device files."""

    def make(labels: dict[int, str]):
        for number in labels:
            (tmp_path / f"gpiochip{number}").touch()
        lgpio = ModuleType("lgpio")
        lgpio.gpiochip_open = lambda number: number
        lgpio.gpiochip_close = lambda handle: None
        lgpio.gpio_get_chip_info = lambda handle: [0, 54, f"gpiochip{handle}", labels[handle]]
        factory = ModuleType("gpiozero.pins.lgpio")
        factory.LGPIOFactory = lambda chip: f"chip {chip}"
        monkeypatch.setitem(sys.modules, "lgpio", lgpio)
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", factory)
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        return tmp_path

    return make


@pytest.mark.parametrize(
    ("labels", "opened"),
    [
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, "chip 0"),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1", 10: "gpio-brcmstb@107d517c00"}, "chip 4"),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, "chip 0"),
    ],
)
def test_the_chip_of_the_header_is_opened_wherever_the_kernel_put_it(kernel, labels, opened):
    """The chip is found by its label, whether the kernel numbers it 0 or 4."""
    assert opened == open_header(kernel(labels))


def test_chips_without_a_header_are_told_apart_from_none(kernel):
    devices = kernel({0: "INT34C5:00"})

    assert "none of the GPIO chips of this machine is the header of a Raspberry Pi" == str(
        offline(lambda: open_header(devices)).why.text
    )


def test_chips_are_counted_by_number_and_not_by_letter(tmp_path):
    for number in (10, 4, 0):
        (tmp_path / f"gpiochip{number}").touch()

    assert (0, 4, 10) == usable_chips(chip_files(tmp_path))


def test_nothing_is_imported_before_pins_are_wanted():
    """gpiozero and lgpio start threads and make files when they are imported."""
    script = (
        "import sys, device.hardware.presses.buttons, device.hardware.lamps, device.hardware.gpio;"
        "import device.hardware.presses.fakes;"
        "import device.checking.report;"
        "print(sorted({'gpiozero', 'lgpio'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert "[]\n" == done.stdout
