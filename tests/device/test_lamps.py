"""Lamps: every state looks different, only what changes is switched, and no lamp stops a game."""

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.effects import Lamp
from companion.errors import CompanionError
from companion.texts import say
from device.board import Board, PinTrouble
from device.buttons import Offline
from device.config import LampsConfig
from device.lamps import PATTERNS, UNDIMMED, Idle, Lamps, Pulse, Steady, open_lamps
from web.desk import Level


class Light:
    """A lamp that remembers what it showed."""

    def __init__(self, broken: bool = False) -> None:
        self.shown, self.closed, self.broken = [], 0, broken

    def show(self, pattern):
        if self.broken:
            raise OSError("the wire is off")
        self.shown.append(pattern)

    def close(self):
        self.closed += 1


@pytest.mark.parametrize("patterns", [PATTERNS, UNDIMMED])
def test_every_state_of_a_lamp_has_a_pattern_of_its_own(patterns):
    assert {*Lamp, *Idle} == set(patterns)
    assert len(patterns) == len(set(patterns.values()))


def test_lamps_that_cannot_be_dimmed_are_never_asked_to():
    assert {0, 1} >= {pattern.brightness for pattern in UNDIMMED.values() if isinstance(pattern, Steady)}
    assert not any(isinstance(pattern, Pulse) for pattern in UNDIMMED.values())


def test_only_a_lamp_that_changes_is_switched():
    one, two = Light(), Light()
    lamps = Lamps({1: one, 2: two})

    lamps.show({1: Lamp.ARMED, 2: Lamp.ARMED})
    lamps.show({1: Lamp.FIRST, 2: Lamp.ARMED})
    lamps.show({1: Lamp.FIRST, 2: Lamp.ARMED})

    assert [PATTERNS[Lamp.ARMED], PATTERNS[Lamp.FIRST]] == one.shown
    assert [PATTERNS[Lamp.ARMED]] == two.shown


def test_a_seat_that_is_not_named_goes_dark():
    light = Light()
    lamps = Lamps({1: light})

    lamps.show({1: Lamp.TURN})
    lamps.show({})

    assert [PATTERNS[Lamp.TURN], Steady(0)] == light.shown


def test_a_seat_without_a_lamp_is_no_trouble():
    Lamps({}).show({1: Lamp.FIRST})


def test_a_broken_lamp_leaves_the_others_alone():
    light = Light()
    lamps = Lamps({1: Light(broken=True), 2: light})

    lamps.show({1: Lamp.FIRST, 2: Lamp.CALLED})

    assert [PATTERNS[Lamp.CALLED]] == light.shown


def test_closing_twice_is_closing():
    light = Light()
    lamps = Lamps({1: light})

    lamps.close()
    lamps.close()
    lamps.show({1: Lamp.FIRST})

    assert 1 == light.closed
    assert [] == light.shown


@pytest.fixture
def factory():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def test_on_the_pins_steady_is_brightness_and_closing_is_dark(factory):
    lamps = open_lamps(LampsConfig({1: 12, 2: 16}), Board(lambda: factory))
    pins = [factory.pin(12), factory.pin(16)]
    assert [0, 0] == [pin.state for pin in pins]

    lamps.show({1: Lamp.CALLED, 2: Lamp.ARMED})
    assert [1, 0.25] == [pin.state for pin in pins]

    lamps.close()
    assert ["input", "input"] == [pin.function for pin in pins]


def test_on_the_pins_blinking_and_breathing_are_gpiozeros(factory):
    lamps = open_lamps(LampsConfig({1: 12, 2: 16}), Board(lambda: factory))

    lamps.show({1: Lamp.HURRY, 2: Lamp.TURN})
    lamps.show({1: Lamp.CALLED, 2: Lamp.CALLED})

    assert [1, 1] == [factory.pin(12).state, factory.pin(16).state]
    lamps.close()


def test_a_relay_is_switched_and_never_dimmed():
    factory = MockFactory()
    lamps = open_lamps(LampsConfig({1: 12}, pwm=False), Board(lambda: factory))

    lamps.show({1: Lamp.CALLED})

    assert [True] == [factory.pin(12).state]
    lamps.close()


def test_without_lamps_in_the_configuration_no_pin_is_opened():
    def refuse():
        raise AssertionError("nobody asked for pins")

    lamps = open_lamps(LampsConfig(), Board(refuse))
    lamps.show({1: Lamp.FIRST})
    lamps.close()


def test_without_pins_the_lamps_say_why():
    def refuse():
        raise PinTrouble(say("this machine has no GPIO header"), say("run on a Raspberry Pi"))

    lamps = open_lamps(LampsConfig({1: 12}), Board(refuse))

    assert isinstance(lamps, Offline)
    assert ("lamps", Level.WARNING, "this machine has no GPIO header") == (
        lamps.why.key,
        lamps.why.level,
        str(lamps.why.text),
    )


def test_a_lamp_on_a_taken_pin_is_named_and_the_others_are_given_back(factory):
    taken = open_lamps(LampsConfig({5: 16}), Board(lambda: factory))

    lamps = open_lamps(LampsConfig({1: 12, 2: 16}), Board(lambda: factory))

    assert isinstance(lamps, Offline)
    assert str(lamps.why.text).startswith("the lamp of seat 2 (GPIO 16) cannot be opened")
    assert "input" == factory.pin(12).function
    taken.close()


def test_trouble_with_pins_is_one_of_our_errors():
    assert issubclass(PinTrouble, CompanionError)
