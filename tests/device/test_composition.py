"""A table that is fitted out: lamps and self-test follow the match, and a simulated table is left in peace."""

from contextlib import ExitStack

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.events import By
from companion.service import Notice, NoticeLevel
from companion.texts import say
from device import composition
from device.composition import RunOptions, compose
from device.config import CameraConfig, CameraSource, Config, DataConfig, TableConfig
from device.hardware.clock import FakeClock
from device.hardware.config import ButtonsConfig, LampsConfig, SoundConfig
from device.hardware.gpio import GpioHeader, PinTrouble
from device.hardware.presses.arbiter import RawPress
from device.hardware.presses.buttons import Offline
from device.hardware.presses.targets import Control
from device.inbox import Inbox
from device.selftest.places import places
from device.selftest.service import SelfTestService
from tests.matches import PLAYERS

SILENT = SoundConfig(volume=0)
NOBODY = Offline(Notice("buttons", NoticeLevel.INFO, say("no buttons are wired")))


class Table:
    """A table that is put together and not started: its loop is turned by hand."""

    def __init__(self, folder, factory):
        self.parts, self.folder, self.factory = ExitStack(), folder, factory

    def fit(self, simulate=False, opener=None, **sections):
        config = Config(
            **{
                "sound": SILENT,
                "data": DataConfig(self.folder),
                "camera": CameraConfig(CameraSource.NONE),
                **sections,
            }
        )
        header = GpioHeader(opener or (lambda: self.factory))
        self.application = compose(
            config, RunOptions(simulate=simulate, seed=7), self.parts, clock=FakeClock(), header=header
        )
        self.parts.callback(self.application.readings.close)
        return self.application.self_test

    @property
    def match_service(self):
        return self.application.match_service


@pytest.fixture
def factory():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def table(tmp_path, factory):
    table = Table(tmp_path, factory)
    yield table
    table.parts.close()


def test_the_lamps_follow_the_match_and_are_given_back(table, factory):
    table.fit(lamps=LampsConfig({1: 12, 2: 16}))
    table.match_service.start("cubo", PLAYERS, {}, 7)
    shining = [factory.pin(pin).function for pin in (12, 16)]
    table.parts.close()

    assert ["output", "output"] == shining
    assert ["input", "input"] == [factory.pin(pin).function for pin in (12, 16)]


def test_without_pins_the_page_says_so_and_everything_else_goes_on(table):
    def refuse():
        raise PinTrouble(say("this machine has no GPIO header"), say("run on a Raspberry Pi"))

    bench = table.fit(opener=refuse, lamps=LampsConfig({1: 12}))

    assert ["lamps"] == [notice.key for notice in table.application.service.snapshot().notices]
    assert () == bench.shown().lamps


def test_the_self_test_lists_what_is_wired_and_where(table):
    bench = table.fit(buttons=ButtonsConfig({1: 17, 2: 27}, confirm=23, undo=None))

    assert [
        ("1", "GPIO17, position 11 on the header"),
        ("2", "GPIO27, position 13 on the header"),
        ("confirm", "GPIO23, position 16 on the header"),
    ] == [(button.name, str(button.where)) for button in bench.shown().buttons]


def test_a_press_goes_to_the_match_first_and_then_to_the_self_test(table, monkeypatch):
    order, openers = [], []
    monkeypatch.setattr(Inbox, "press", lambda _, press: order.append("match"))
    monkeypatch.setattr(SelfTestService, "pressed", lambda _, press: order.append("self-test"))
    monkeypatch.setattr(composition, "open_buttons", lambda _wired, press, *_, **__: openers.append(press) or NOBODY)
    table.fit()
    table.application.inputs.resume()

    openers[0](RawPress(1, 0, By.BUTTON))

    assert ["match", "self-test"] == order


def test_while_a_match_is_played_nothing_is_tried(table):
    bench = table.fit()
    assert bench.shown().why is None

    table.match_service.start("cubo", PLAYERS, {}, 7)
    assert str(bench.shown().why).startswith("a match is being played")

    table.match_service.leave()
    assert bench.shown().why is None


def test_a_simulated_table_has_virtual_buttons_and_opens_no_pin(table):
    def refuse():
        raise AssertionError("nobody asked for pins")

    bench = table.fit(simulate=True, opener=refuse, table=TableConfig(2), lamps=LampsConfig({1: 12}))

    assert [("1", True), ("2", True), ("confirm", True), ("undo", True)] == [
        (button.name, button.virtual) for button in bench.shown().buttons
    ]


@pytest.mark.parametrize(("sound", "asked"), [(SoundConfig(), 0), (SoundConfig(volume=50), 1)])
def test_a_simulated_table_speaks_only_where_somebody_has_said_so(table, monkeypatch, sound, asked):
    opened = []
    monkeypatch.setattr(composition, "open_speaker", lambda *_: opened.append(1))

    table.fit(simulate=True, sound=sound)

    assert asked == len(opened)


def test_the_loop_tends_the_lamps(table):
    bench = table.fit(lamps=LampsConfig({1: 12}))
    tended = []
    bench.outputs.lamps.tend = tended.append

    table.application.loop.turn()

    assert [0] == tended


def test_every_button_has_its_place():
    assert "GPIO4, position 7 on the header" == str(places(ButtonsConfig())[1])
    assert Control.UNDO in places(ButtonsConfig())
