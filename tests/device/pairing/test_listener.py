"""The listener hears every free pin and every key as in a match; outputs and interfaces are left alone."""

import threading

import pytest
from gpiozero.pins.mock import MockFactory

from companion.events import By
from companion.texts import say
from device.config import Config
from device.hardware.clock import FakeClock, MonotonicClock
from device.hardware.config import ButtonsConfig, KeysConfig, LampsConfig
from device.hardware.gpio import GpioHeader, PinTrouble
from device.hardware.presses.encoders import FoundDevice, InputTrouble
from device.hardware.presses.fake_encoders import FakeEncoder, FakePorts
from device.hardware.presses.keycodes import CODES
from device.pairing.listener import ListenedInputs, free_pins, hint, listen
from device.pairing.sources import KeySource, PinSource

TRIGGER, SPACE, ENTER = CODES["BTN_TRIGGER"], CODES["KEY_SPACE"], CODES["KEY_ENTER"]
DRAGON = FoundDevice(
    "/dev/input/event3", "DragonRise  Joystick", "usb-1.2/input0", "0079:0006", frozenset({TRIGGER, 289})
)
TYPEWRITER = FoundDevice(
    "/dev/input/event4",
    "Cheap Keyboard",
    "usb-1.3/input0",
    "1a2c:0e24",
    frozenset(code for name, code in CODES.items() if name.startswith("KEY_")),
)
MOUSE = FoundDevice("/dev/input/event5", "Mouse", "", "046d:c077", frozenset({CODES["BTN_LEFT"], CODES["BTN_RIGHT"]}))
CONFIG = Config(buttons=ButtonsConfig({1: 4}, None, None), lamps=LampsConfig({1: 12, 2: 16}))


@pytest.fixture
def factory():
    factory = MockFactory()
    yield factory
    factory.reset()


@pytest.fixture
def listener(factory, tmp_path):
    opened = []

    def listener(*devices, keyboards=False, config=CONFIG, heard=lambda _: None, clock=None):
        ports = FakePorts([FakeEncoder(each, FakeClock()) for each in devices])
        pins, clock = GpioHeader(lambda: factory), clock or FakeClock()
        opened.append(listen(config, heard, clock, pins, ports, keyboards=keyboards, root=tmp_path))
        return opened[-1]

    yield listener
    for each in opened:
        each.close()


def no_header():
    raise PinTrouble(say("this machine has no GPIO header"), say("use the page"))


def test_all_pins_but_those_of_outputs_are_free(tmp_path):
    assert set(range(2, 28)) - {12, 16} == set(free_pins(CONFIG, tmp_path))


@pytest.mark.parametrize(
    ("file", "content", "pins"),
    [
        ("dev/i2c-1", b"", {2, 3}),
        ("dev/spidev0.0", b"", {7, 8, 9, 10, 11}),
        ("dev/serial0", b"", {14, 15}),
        ("sys/firmware/devicetree/base/soc/i2s@7e203000/status", b"okay\0", {18, 19, 20, 21}),
        ("sys/firmware/devicetree/base/soc/i2s@7e203000/status", b"disabled\0", set()),
    ],
)
def test_pins_of_an_interface_that_is_switched_on_are_left_alone(tmp_path, file, content, pins):
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_bytes(content)

    assert set(range(2, 28)) - {12, 16} - pins == set(free_pins(CONFIG, tmp_path))


def test_a_button_that_is_wired_to_such_a_pin_already_is_still_heard(tmp_path):
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/i2c-1").touch()

    assert 2 in free_pins(Config(buttons=ButtonsConfig({1: 2}, None, None)), tmp_path)


def test_a_press_on_a_free_pin_is_heard_with_its_place(listener, factory):
    heard, known = [], threading.Event()

    def hear(press):
        heard.append(press.source)
        known.set()

    listening = listener(heard=hear, clock=MonotonicClock())
    factory.pin(17).drive_low()

    assert known.wait(10)
    listening.close()
    listening.close()
    assert [PinSource(17)] == heard


def test_every_pin_is_given_back(listener, factory):
    listener().close()

    assert 24 == len(listener().available.pins)


def test_encoders_are_heard_keyboards_only_if_wished_and_mice_never(listener, factory):
    assert ("DragonRise Joystick",) == listener(DRAGON, TYPEWRITER, MOUSE).available.devices
    factory.reset()
    heard = listener(DRAGON, TYPEWRITER, MOUSE, keyboards=True).available

    assert ("DragonRise Joystick", "Cheap Keyboard") == heard.devices


def keys_of(listening):
    return set(listening._buttons._encoders._homes)


def test_a_key_is_known_by_device_model_and_code_and_enter_is_none(listener, factory):
    keys = keys_of(listener(DRAGON, TYPEWRITER, keyboards=True))

    assert KeySource(By.ENCODER, "DragonRise Joystick", "0079:0006", None, TRIGGER) in keys
    assert KeySource(By.KEYBOARD, "Cheap Keyboard", "1a2c:0e24", None, SPACE) in keys
    assert ENTER not in {key.code for key in keys}


def test_two_of_the_same_kind_are_told_apart_by_their_place(listener, factory):
    twin = FoundDevice("/dev/input/event9", DRAGON.name, "usb-1.4/input0", DRAGON.usb, DRAGON.keys)

    places = {key.phys for key in keys_of(listener(DRAGON, twin))}

    assert {"usb-1.2/input0", "usb-1.4/input0"} == places


def test_a_device_that_is_configured_keeps_the_name_it_has_there(listener, factory):
    wanted = KeysConfig(By.ENCODER, "Dragon", {1: TRIGGER})
    config = Config(buttons=ButtonsConfig({}, None, None, devices=(wanted,)))

    keys = keys_of(listener(DRAGON, config=config))

    assert KeySource(By.ENCODER, "Dragon", None, None, TRIGGER) in keys


def test_where_nothing_is_there_every_reason_is_known(tmp_path):
    ports = FakePorts(trouble=InputTrouble(say("evdev is missing"), say("install it")))
    nothing = listen(CONFIG, lambda _: None, FakeClock(), GpioHeader(no_header), ports, keyboards=False, root=tmp_path)

    assert ["this machine has no GPIO header", "evdev is missing"] == [
        str(each) for each in nothing.available.unreachable
    ]
    assert "nothing can be heard here: this machine has no GPIO header" == str(hint(nothing.available))


@pytest.mark.parametrize(
    ("available", "said"),
    [
        (ListenedInputs(), "nothing can be heard here: nothing is there"),
        (ListenedInputs((4, 5)), "listening to 2 GPIO"),
        (ListenedInputs((4,), ("A", "B")), "listening to 1 GPIO, A, B"),
    ],
)
def test_what_is_listened_to_is_said(available, said):
    assert said == str(hint(available))
