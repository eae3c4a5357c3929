"""Lamps: every state looks different, only what changes is switched, and no lamp stops a game."""

from itertools import pairwise

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.effects import Lamp
from companion.errors import CompanionError
from companion.service import Level
from companion.texts import say
from device.hardware.config import LampsConfig
from device.hardware.gpio import GpioHeader, PinTrouble
from device.hardware.lamps import (
    ASLEEP_AFTER,
    BREATH_STEP_S,
    PATTERNS,
    UNDIMMED,
    Breath,
    Idle,
    Lamps,
    Steady,
    breath,
    open_lamps,
)
from device.hardware.presses.buttons import Offline


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
    assert not any(isinstance(pattern, Breath) for pattern in UNDIMMED.values())


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
    lamps = open_lamps(LampsConfig({1: 12, 2: 16}), GpioHeader(lambda: factory))
    pins = [factory.pin(12), factory.pin(16)]
    assert [0, 0] == [pin.state for pin in pins]

    lamps.show({1: Lamp.CALLED, 2: Lamp.ARMED})
    assert [1, 0.25] == [pin.state for pin in pins]

    lamps.close()
    assert ["input", "input"] == [pin.function for pin in pins]


def test_on_the_pins_blinking_and_breathing_are_gpiozeros(factory):
    lamps = open_lamps(LampsConfig({1: 12, 2: 16}), GpioHeader(lambda: factory))

    lamps.show({1: Lamp.HURRY, 2: Lamp.TURN})
    lamps.show({1: Lamp.CALLED, 2: Lamp.CALLED})

    assert [1, 1] == [factory.pin(12).state, factory.pin(16).state]
    lamps.close()


def test_a_relay_is_switched_and_never_dimmed():
    factory = MockFactory()
    lamps = open_lamps(LampsConfig({1: 12}, pwm=False), GpioHeader(lambda: factory))

    lamps.show({1: Lamp.CALLED})

    assert [True] == [factory.pin(12).state]
    lamps.close()


def test_without_lamps_in_the_configuration_no_pin_is_opened():
    def refuse():
        raise AssertionError("nobody asked for pins")

    lamps = open_lamps(LampsConfig(), GpioHeader(refuse))
    lamps.show({1: Lamp.FIRST})
    lamps.close()


def test_without_pins_the_lamps_say_why():
    def refuse():
        raise PinTrouble(say("this machine has no GPIO header"), say("run on a Raspberry Pi"))

    lamps = open_lamps(LampsConfig({1: 12}), GpioHeader(refuse))

    assert isinstance(lamps, Offline)
    assert ("lamps", Level.WARNING, "this machine has no GPIO header") == (
        lamps.why.key,
        lamps.why.level,
        str(lamps.why.text),
    )


def test_a_lamp_on_a_taken_pin_is_named_and_the_others_are_given_back(factory):
    taken = open_lamps(LampsConfig({5: 16}), GpioHeader(lambda: factory))

    lamps = open_lamps(LampsConfig({1: 12, 2: 16}), GpioHeader(lambda: factory))

    assert isinstance(lamps, Offline)
    assert str(lamps.why.text).startswith("the lamp of seat 2 (GPIO 16) cannot be opened")
    assert "input" == factory.pin(12).function
    taken.close()


def test_trouble_with_pins_is_one_of_our_errors():
    assert issubclass(PinTrouble, CompanionError)


# --- in between, and asleep


def test_what_is_shown_in_between_ends_when_its_time_is_over():
    light = Light()
    lamps = Lamps({1: light})
    lamps.show({1: Lamp.TURN})

    lamps.flash(1, Lamp.REFUSED, until=450)
    lamps.tend(449)
    lamps.tend(450)

    assert [PATTERNS[Lamp.TURN], PATTERNS[Lamp.REFUSED], PATTERNS[Lamp.TURN]] == light.shown


def test_what_the_referee_wants_anew_ends_what_is_shown_in_between():
    light = Light()
    lamps = Lamps({1: light})

    lamps.flash(1, Lamp.REFUSED, until=450)
    lamps.show({1: Lamp.FIRST})

    assert PATTERNS[Lamp.FIRST] == light.shown[-1]


def test_a_second_refusal_flashes_again():
    light = Light()
    lamps = Lamps({1: light})

    lamps.flash(1, Lamp.REFUSED, until=450)
    lamps.flash(1, Lamp.REFUSED, until=600)

    assert [PATTERNS[Lamp.REFUSED]] * 2 == light.shown


def test_flashing_a_seat_without_a_lamp_is_no_trouble():
    lamps = Lamps({})
    lamps.flash(3, Lamp.REFUSED, until=450)
    lamps.tend(1)


def test_lamps_do_not_sleep_before_their_time():
    light = Light()
    lamps = Lamps({1: light})
    lamps.tend(0)
    lamps.show({1: Lamp.ARMED})

    lamps.tend(ASLEEP_AFTER - 1)
    awake = light.shown[-1]
    lamps.tend(ASLEEP_AFTER)

    assert [PATTERNS[Lamp.ARMED], PATTERNS[Idle.ASLEEP]] == [awake, light.shown[-1]]


def test_a_refusal_is_seen_on_a_sleeping_lamp():
    light = Light()
    lamps = Lamps({1: light})
    lamps.tend(0)
    lamps.tend(ASLEEP_AFTER)

    lamps.flash(1, Lamp.REFUSED, until=ASLEEP_AFTER + 450)

    assert PATTERNS[Lamp.REFUSED] == light.shown[-1]


def test_the_breath_of_a_sleeping_lamp_is_slow_and_dim_and_begins_in_the_dark():
    values = breath(PATTERNS[Idle.ASLEEP])

    assert 7.0 == pytest.approx(len(values) * BREATH_STEP_S)
    assert 0 == values[0] == values[-1]
    assert 0.07 < max(values) <= 0.08
    assert max(abs(one - other) for one, other in pairwise(values)) < 0.005


def test_on_the_pins_a_sleeping_lamp_wakes_up_to_what_it_shows(factory):
    lamps = open_lamps(LampsConfig({1: 12}), GpioHeader(lambda: factory))
    lamps.tend(0)
    lamps.tend(ASLEEP_AFTER)
    dim = factory.pin(12).state

    lamps.stir(ASLEEP_AFTER)
    lamps.show({1: Lamp.CALLED})
    lamps.tend(ASLEEP_AFTER)

    assert dim <= 0.08
    assert 1 == factory.pin(12).state
    lamps.close()
